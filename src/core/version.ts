/** The package's version, as in package.json; `test/pins/version.test.ts` holds the two together. */
export const VERSION = "0.1.0";
