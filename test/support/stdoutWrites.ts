import ts from "typescript";

/** Every place in a file's text that writes to standard output by itself: `process.stdout` and `console`. As `file:line`. */
export function stdoutWrites(file: string, text: string): readonly string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext);
  const places: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node) && /^(process\.stdout|console\.\w+)$/.test(node.getText(source))) {
      places.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return places;
}
