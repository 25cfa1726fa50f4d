import ts from "typescript";
import { COMPUTED, type ImportSite } from "../pins/arrows.js";
import { projectText } from "./projectFiles.js";

/** Where an import stands, for a person to find it. */
export interface LocatedImport extends ImportSite {
  /** From 1. */
  readonly line: number;
}

/** Every static import, re-export and dynamic import of a TypeScript file, in the order of the text. */
export async function importsOf(file: string): Promise<readonly LocatedImport[]> {
  return importsOfText(file, await projectText(file));
}

/** The same for text that is in no file. */
export function importsOfText(file: string, text: string): readonly LocatedImport[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext);
  const sites: LocatedImport[] = [];
  const visit = (node: ts.Node): void => {
    const specifier = specifierOf(node);
    if (specifier !== undefined) {
      const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
      sites.push({ file, line, specifier, isTypeOnly: isTypeOnly(node) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return sites;
}

function specifierOf(node: ts.Node): string | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return textOf(node.moduleSpecifier);
  if (ts.isImportTypeNode(node)) return ts.isLiteralTypeNode(node.argument) ? textOf(node.argument.literal) : undefined;
  if (!ts.isCallExpression(node) || node.expression.kind !== ts.SyntaxKind.ImportKeyword) return undefined;
  return textOf(node.arguments[0]) ?? COMPUTED;
}

function textOf(node: ts.Node | undefined): string | undefined {
  return node !== undefined && ts.isStringLiteralLike(node) ? node.text : undefined;
}

function isTypeOnly(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node)) return node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
  if (ts.isExportDeclaration(node)) return node.isTypeOnly;
  return ts.isImportTypeNode(node);
}
