import ts from "typescript";

/** One id that a test cites, and where. */
export interface Citation {
  readonly id: string;
  /** `file:line`. */
  readonly at: string;
}

/** Every id in a call of `cites` in a test's text. An argument that is no string literal is given as `(computed)`. */
export function citationsIn(file: string, text: string): readonly Citation[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext);
  const citations: Citation[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === "cites") {
      const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
      for (const argument of node.arguments) {
        citations.push({ id: ts.isStringLiteral(argument) ? argument.text : "(computed)", at: `${file}:${line}` });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return citations;
}
