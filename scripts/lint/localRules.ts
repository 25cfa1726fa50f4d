import { relative, sep } from "node:path";
import type { ESLint, Rule } from "eslint";
import { arrowProblem, COMPUTED } from "../../test/pins/arrows.js";

/** What the syntax tree says of an import's or a re-export's source. */
type SourceNode = Rule.Node | { readonly type: string; readonly value?: unknown } | null | undefined;

/** Every import of a source file goes along an arrow of `test/pins/layers.ts`. */
const arrows: Rule.RuleModule = {
  meta: { type: "problem", schema: [], messages: { forbidden: "{{problem}}: see the arrows in test/pins/layers.ts" } },
  create(context) {
    const file = relative(context.cwd, context.filename).split(sep).join("/");
    const check = (node: Rule.Node, source: SourceNode): void => {
      if (!source) return;
      const specifier = "value" in source && typeof source.value === "string" ? source.value : COMPUTED;
      const problem = arrowProblem({ file, specifier, isTypeOnly: isTypeOnly(node) });
      if (problem !== undefined) context.report({ node, messageId: "forbidden", data: { problem } });
    };
    return {
      ImportDeclaration: (node) => check(node, node.source),
      ExportNamedDeclaration: (node) => check(node, node.source),
      ExportAllDeclaration: (node) => check(node, node.source),
      ImportExpression: (node) => check(node, node.source),
    };
  },
};

/** Every export says in a doc comment what it promises. */
const documentedExports: Rule.RuleModule = {
  meta: { type: "suggestion", schema: [], messages: { missing: "Say in a doc comment what this export promises." } },
  create(context) {
    return {
      ExportNamedDeclaration(node) {
        if (!node.declaration) return;
        const comment = context.sourceCode.getCommentsBefore(node).at(-1);
        const isDocumented = comment?.type === "Block" && comment.value.startsWith("*");
        if (!isDocumented) context.report({ node, messageId: "missing" });
      },
    };
  },
};

function isTypeOnly(node: Rule.Node): boolean {
  return ("importKind" in node && node.importKind === "type") || ("exportKind" in node && node.exportKind === "type");
}

/** The rules of this project that no package has. */
export const localRules: ESLint.Plugin = { rules: { arrows, "documented-exports": documentedExports } };
