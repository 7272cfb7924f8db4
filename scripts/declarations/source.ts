/** Writes types as their source has them, with other names for what they refer to. */
import ts from "typescript"
import { fail, firstOf } from "./Unprintable.ts"
import type { Writer } from "./Writer.ts"

/** The last comment of a declaration, for an earlier one may be about its file. */
export const commentOf = (symbol: ts.Symbol): string => {
  for (const declaration of symbol.declarations ?? []) {
    const comment = commentAt(ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration)
    if (comment !== "") return comment
  }
  return ""
}

export const commentAt = (node: ts.Node): string => {
  const comment = ts.getJSDocCommentsAndTags(node).findLast((each) => each.kind === ts.SyntaxKind.JSDoc)
  return comment === undefined ? "" : `${comment.getText().replaceAll(/\n\s*\*/g, "\n *")}\n`
}

/** Fails where the source refers to what cannot be written down without Effect. */
export const rewrite = (writer: Writer, node: ts.Node): string => {
  const start = node.getStart()
  const edits: Array<{ readonly start: number; readonly end: number; readonly text: string }> = []
  const visit = (each: ts.Node): void => {
    if (ts.isTypeQueryNode(each)) fail(each.getText())
    if (ts.isComputedPropertyName(each) && !each.expression.getText().startsWith("Symbol.")) fail(each.getText())
    const name = nameIn(each)
    if (name !== undefined) {
      const { typeArguments = [] } = each as ts.NodeWithTypeArguments
      const symbol = symbolAt(writer.checker, name)
      if ((symbol.flags & ts.SymbolFlags.TypeParameter) !== 0) return
      const text =
        writer.refer(symbol, () => typeArguments.map((argument) => rewriteOrPrint(writer, argument))) ??
        fail(`${symbol.name} is not declared`)
      edits.push({ start: each.getStart(), end: each.end, text })
      return
    }
    ts.forEachChild(each, visit)
  }
  visit(node)
  let text = node.getSourceFile().text.slice(start, node.end)
  for (const edit of edits.toSorted((a, b) => b.start - a.start))
    text = text.slice(0, edit.start - start) + edit.text + text.slice(edit.end - start)
  return text
}

const nameIn = (node: ts.Node): ts.Node | undefined => {
  if (ts.isTypeReferenceNode(node)) return node.typeName
  if (ts.isExpressionWithTypeArguments(node)) return node.expression
  return ts.isImportTypeNode(node) ? (node.qualifier ?? node) : undefined
}

const symbolAt = (checker: ts.TypeChecker, node: ts.Node): ts.Symbol => {
  const symbol = checker.getSymbolAtLocation(node) ?? fail(`${node.getText()} is not known`)
  return realSymbol(checker, symbol)
}

/** What an import or export stands for. */
export const realSymbol = (checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol =>
  (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol)

export const rewriteOrPrint = (writer: Writer, node: ts.TypeNode): string =>
  firstOf(
    () => rewrite(writer, node),
    () => writer.print(writer.checker.getTypeFromTypeNode(node))
  )

export const typeParameters = (
  writer: Writer,
  parameters: ReadonlyArray<ts.TypeParameterDeclaration> | undefined
): string => {
  if (parameters === undefined || parameters.length === 0) return ""
  return `<${parameters.map((each) => rewrite(writer, each)).join(", ")}>`
}
