import ts from "typescript";

/** Every place in a file's text that reaches for standard output: `process.stdout` and `console`. As `file:line`. */
export function stdoutReaches(file: string, text: string): readonly string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext);
  const places: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isStdout(node, source)) {
      places.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return places;
}

function isStdout(node: ts.Node, source: ts.SourceFile): boolean {
  if (ts.isPropertyAccessExpression(node)) return /^(process\.stdout|console\.\w+)$/.test(node.getText(source));
  return (
    ts.isVariableDeclaration(node) &&
    node.initializer?.getText(source) === "process" &&
    /\bstdout\b/.test(node.name.getText(source))
  );
}
