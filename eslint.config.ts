import tseslint from "typescript-eslint";
import { defineConfig } from "eslint/config";
import { localRules } from "./scripts/lint/localRules.js";

/** The room that touches clock, process, environment and console for all others. */
const OUTSIDE_ROOM = "src/system/**";

const NO_DEFAULT_EXPORT = {
  selector: "ExportDefaultDeclaration",
  message: "Export by name: a file is named after what it exports.",
};
const NO_BOOLEAN_PARAMETER = {
  selector: "FunctionDeclaration > Identifier.params[typeAnnotation.typeAnnotation.type='TSBooleanKeyword']",
  message: "A bare `true` at a call says nothing: take a named option or a closed union.",
};
const NO_AMBIENT_CLOCK = {
  selector: "NewExpression[callee.name='Date'][arguments.length=0]",
  message: "The clock is handed in as a Timer.",
};
const NO_MODULE_MOCKS = {
  selector:
    "CallExpression[callee.object.name='vi'][callee.property.name=/^(mock|doMock|unmock|doUnmock|hoisted|spyOn|stubGlobal|useFakeTimers)$/]",
  message: "Hand in a small working fake; nothing is patched from outside.",
};
const NO_UNFINISHED_TESTS = {
  selector: "MemberExpression[object.name=/^(it|test|describe)$/][property.name=/^(only|skip|todo|fails)$/]",
  message: "A test runs or is not there; what a machine lacks is told to skipIf.",
};
const NO_CONDITIONAL_EXPECT = {
  selector:
    ":matches(IfStatement, ForStatement, ForOfStatement, ForInStatement, WhileStatement, CallExpression[callee.property.name='forEach']) CallExpression[callee.name='expect']",
  message: "An assertion that may not run proves nothing: use it.each, or assert on the whole list.",
};

const NO_SLEEP = "Wait for what should happen, not for a while; a test's clock is moved by hand.";

const AMBIENT_GLOBALS = [
  { name: "process", message: "The process is handed in as a HostProcess; only src/system touches it." },
  { name: "console", message: "Take a Log; src/cli/output.ts is the only writer to stdout." },
  { name: "fetch", message: "Sockets belong to the adb client, the lab, the daemon and the proxy." },
  ...["setTimeout", "setInterval", "setImmediate", "clearTimeout", "clearInterval", "performance"].map((name) => ({
    name,
    message: "The clock is handed in as a Timer.",
  })),
];

export default defineConfig(
  { ignores: ["dist/", "coverage/", "node_modules/", "**/*.generated.*"] },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  {
    files: ["**/*.ts", "scripts/**/*.mjs", "examples/**/*.mjs"],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    plugins: { local: localRules },
    // One program for the whole run: the project service, made for editors, takes nearly twice the time here.
    languageOptions: { parserOptions: { project: "./tsconfig.json", tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/consistent-type-assertions": ["error", { assertionStyle: "never" }],
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      // A default that is not assertNever is the author's word that the rest are alike.
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", ignoreRestSiblings: true }],
      "@typescript-eslint/prefer-readonly": "error",
      // There are no enums and next to no classes here, and these two are a third of lint's time.
      "@typescript-eslint/no-unsafe-class-instance-assignment": "off",
      "@typescript-eslint/no-unsafe-enum-assignment": "off",
      // What is handed around is made by functions and knows no `this`.
      "@typescript-eslint/unbound-method": "off",
      // An async function without await is how a fake or a stub keeps an interface's promise.
      "@typescript-eslint/require-await": "off",
      "@typescript-eslint/no-empty-function": "off",
      // Splitting a string into code points by spreading it is what is meant wherever it stands.
      "@typescript-eslint/no-misused-spread": "off",
      // Overloads that say which arguments go together read better apart.
      "@typescript-eslint/unified-signatures": "off",
      // A refusal code without data of its own says so with an empty record.
      "@typescript-eslint/no-generated-empty-object-type": "off",
      "no-restricted-syntax": ["error", NO_DEFAULT_EXPORT, NO_BOOLEAN_PARAMETER],
      "no-console": "error",
      "no-control-regex": "error",
      "no-constant-binary-expression": "error",
      "no-self-compare": "error",
      "no-template-curly-in-string": "error",
      "no-unreachable-loop": "error",
      "no-unsafe-finally": "error",
      "array-callback-return": "error",
      eqeqeq: "error",
      "prefer-const": "error",
      "no-var": "error",
      "no-eval": "error",
      "no-param-reassign": "error",
      "max-params": ["error", 3],
      "max-lines": ["error", 400],
    },
  },
  {
    files: ["src/**/*.ts"],
    rules: {
      "local/arrows": "error",
      "local/documented-exports": "error",
    },
  },
  {
    files: ["src/**/*.ts"],
    ignores: [OUTSIDE_ROOM],
    rules: {
      "no-restricted-syntax": ["error", NO_DEFAULT_EXPORT, NO_BOOLEAN_PARAMETER, NO_AMBIENT_CLOCK],
      "no-restricted-globals": ["error", ...AMBIENT_GLOBALS],
      "no-restricted-properties": [
        "error",
        { object: "Date", property: "now", message: "The clock is handed in as a Timer." },
        { object: "AbortSignal", property: "timeout", message: "The clock is handed in as a Timer." },
      ],
    },
  },
  {
    files: ["test/**/*.ts"],
    rules: {
      // A row of a table test has as many columns as it needs.
      "max-params": "off",
      "no-restricted-syntax": [
        "error",
        NO_DEFAULT_EXPORT,
        NO_BOOLEAN_PARAMETER,
        NO_MODULE_MOCKS,
        NO_UNFINISHED_TESTS,
        NO_CONDITIONAL_EXPECT,
      ],
    },
  },
  {
    files: ["test/**/*.test.ts", "test/**/*.contract.ts"],
    rules: {
      "no-restricted-globals": [
        "error",
        { name: "setTimeout", message: NO_SLEEP },
        { name: "setInterval", message: NO_SLEEP },
      ],
      "no-restricted-imports": ["error", { paths: [{ name: "node:timers/promises", message: NO_SLEEP }] }],
    },
  },
  { files: ["scripts/**", "bench/**"], rules: { "no-console": "off" } },
  { files: ["*.config.ts"], rules: { "no-restricted-syntax": "off" } },
);
