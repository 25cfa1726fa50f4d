// What a server's start would load and never use is left out of the bundle, because every client waits for that start.

const ZOD_LOCALES = /^\.\.\/locales\/index\.js$/;
const SDK_SHIMS = /^@modelcontextprotocol\/server\/_shims$/;

/**
 * Leaves out zod's translations (the server speaks English; the English texts are imported apart), and the JSON Schema
 * validator with which the SDK's server checks the answer to a pushed question: answers are judged by our own parser.
 *
 * @type {import("esbuild").Plugin}
 */
export const leanStart = {
  name: "lean-start",
  setup(build) {
    build.onResolve({ filter: ZOD_LOCALES }, ({ importer }) =>
      /[\\/]zod[\\/]v4[\\/]/.test(importer) ? { path: "zod-locales", namespace: "lean-start" } : undefined,
    );
    build.onResolve({ filter: SDK_SHIMS }, () => ({ path: "server-shims", namespace: "lean-start" }));
    build.onLoad({ filter: /^zod-locales$/, namespace: "lean-start" }, () => ({ contents: "export {};" }));
    build.onLoad({ filter: /^server-shims$/, namespace: "lean-start" }, () => ({
      contents: `
        export { default as process } from "node:process";
        export class DefaultJsonSchemaValidator {
          getValidator() { throw new Error("this bundle has no JSON Schema validator"); }
        }`,
    }));
  },
};
