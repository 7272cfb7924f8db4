/** Where a symbol comes from, which decides how it is written. */
import ts from "typescript"

export const fileOf = (symbol: ts.Symbol): string => symbol.declarations?.[0]?.getSourceFile().fileName ?? ""

/** Of a package of ours. */
export const isOwn = (symbol: ts.Symbol): boolean => /\/packages\/[^/]+\/dist\//.test(fileOf(symbol))

export const isOfEffect = (symbol: ts.Symbol): boolean => /\/node_modules\/effect\//.test(fileOf(symbol))

/** Of the language, or of Node's globals. */
export const isEverywhere = (symbol: ts.Symbol): boolean =>
  /\/node_modules\/typescript\/lib\//.test(fileOf(symbol)) || (isOfNode(symbol) && moduleOf(symbol) === undefined)

const isOfNode = (symbol: ts.Symbol): boolean => /\/node_modules\/(?:@types\/node|undici-types)\//.test(fileOf(symbol))

/** The `declare module "stream"` that a symbol stands in. */
const moduleOf = (symbol: ts.Symbol): ts.ModuleDeclaration | undefined => {
  let node: ts.Node | undefined = symbol.declarations?.[0]
  while (node !== undefined && !isGlobal(node) && !(ts.isModuleDeclaration(node) && ts.isStringLiteral(node.name)))
    node = node.parent
  return node !== undefined && !isGlobal(node) ? (node as ts.ModuleDeclaration) : undefined
}

/** `declare global`, which may stand in a module. */
const isGlobal = (node: ts.Node): boolean =>
  ts.isModuleDeclaration(node) && (node.flags & ts.NodeFlags.GlobalAugmentation) !== 0

/** How a type of a module or another package is imported; undefined for all others. */
export const importOf = (checker: ts.TypeChecker, symbol: ts.Symbol): string | undefined => {
  if (isOwn(symbol) || isOfEffect(symbol) || isEverywhere(symbol)) return undefined
  const inModule = moduleOf(symbol)
  const name = inModule?.name.text ?? /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(fileOf(symbol))?.[1]
  const file = inModule ?? symbol.declarations?.[0]?.getSourceFile()
  const module = file && checker.getSymbolAtLocation(ts.isSourceFile(file) ? file : file.name)
  if (name === undefined || module === undefined) return undefined
  if (!checker.getExportsOfModule(module).some((each) => each.name === symbol.name)) return undefined
  const path = isOfNode(symbol) && !name.startsWith("node:") ? `node:${name}` : name
  return `import(${JSON.stringify(path)}).${symbol.name}`
}

/** With the namespaces that it stands in: `NodeJS.Timeout`. */
export const globalName = (symbol: ts.Symbol): string => {
  let name = symbol.name
  let node: ts.Node | undefined = symbol.declarations?.[0]?.parent
  for (; node !== undefined && !isGlobal(node); node = node.parent) {
    if (ts.isModuleDeclaration(node)) name = `${node.name.text}.${name}`
  }
  return name
}
