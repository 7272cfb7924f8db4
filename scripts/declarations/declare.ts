/** The declaration of a symbol under a name. */
import ts from "typescript"
import { isEverywhere, isOfEffect } from "./origins.ts"
import { commentAt, commentOf, rewrite, typeParameters } from "./source.ts"
import { inParentheses, printIndexes, printMember, printMembers, printType, withIndexes } from "./types.ts"
import { fail, firstOf } from "./Unprintable.ts"
import type { Writer } from "./Writer.ts"

const { SymbolFlags } = ts

/** `isValue` where programs use the symbol itself, and not the type of its name alone. */
export const declare = (writer: Writer, symbol: ts.Symbol, name: string, isValue: boolean): string => {
  const { declarations = [] } = symbol
  const aClass = declarations.find(ts.isClassDeclaration)
  const comment = commentOf(symbol)
  if (aClass !== undefined) return comment + declareClass(writer, symbol, aClass, name, isValue)
  const isType = (symbol.flags & (SymbolFlags.TypeAlias | SymbolFlags.Interface)) !== 0
  return declarations
    .map((each) => {
      if (ts.isInterfaceDeclaration(each)) return comment + declareInterface(writer, each, name)
      if (ts.isTypeAliasDeclaration(each)) return comment + declareAlias(writer, symbol, each, name)
      if (!ts.isVariableDeclaration(each)) return fail(`${name} is a ${ts.SyntaxKind[each.kind]}`)
      if (isType && !isValue) return ""
      const { type = fail(`${name} has no type`) } = each
      const print = () => printType(writer, writer.checker.getTypeOfSymbol(symbol))
      return `${comment}declare const ${name}: ${firstOf(() => rewrite(writer, type), print)}\n`
    })
    .join("")
}

const declareInterface = (writer: Writer, declaration: ts.InterfaceDeclaration, name: string): string => {
  const { checker } = writer
  const own = new Set(declaration.members.map((each) => each.name?.getText()))
  const bases: Array<string> = []
  let body = ""
  let indexes = ""
  for (const base of (declaration.heritageClauses ?? []).flatMap(({ types }) => types)) {
    body += firstOf(
      () => {
        bases.push(rewrite(writer, base))
        return ""
      },
      () => {
        const type = checker.getTypeFromTypeNode(base)
        indexes += printIndexes(writer, type)
        return printMembers(writer, type, (property) => own.has(property.name))
      }
    )
  }
  for (const each of declaration.members) {
    body += firstOf(
      () => `${commentAt(each)}${rewrite(writer, each)}\n`,
      () => {
        const symbol = (each.name && checker.getSymbolAtLocation(each.name)) ?? fail(each.getText())
        return printMember(writer, symbol)
      }
    )
  }
  const declared = `${name}${typeParameters(writer, declaration.typeParameters)}`
  if (indexes !== "") return `type ${declared} = ${[...bases, withIndexes(`{\n${body}}`, indexes)].join(" & ")}\n`
  const heritage = bases.length === 0 ? "" : ` extends ${bases.join(", ")}`
  return `interface ${declared}${heritage} {\n${body}}\n`
}

/** An object becomes an interface, whose name editors show instead of all its members. */
const declareAlias = (
  writer: Writer,
  symbol: ts.Symbol,
  declaration: ts.TypeAliasDeclaration,
  name: string
): string => {
  const type = writer.checker.getDeclaredTypeOfSymbol(symbol)
  const body = firstOf(
    () => rewrite(writer, declaration.type),
    () => printType(writer, type, true)
  )
  const isInterface =
    body.startsWith("{") &&
    inParentheses(body) === body &&
    declaration.typeParameters === undefined &&
    !ts.isMappedTypeNode(declaration.type) &&
    (type.flags & ts.TypeFlags.Object) !== 0
  if (isInterface) return `interface ${name} ${body}\n`
  return `type ${name}${typeParameters(writer, declaration.typeParameters)} = ${body}\n`
}

/** A class that programs only get objects of is an interface, which those of another copy of it have too. */
const declareClass = (
  writer: Writer,
  symbol: ts.Symbol,
  declaration: ts.ClassDeclaration,
  name: string,
  isValue: boolean
): string => {
  const { checker } = writer
  const type = checker.getDeclaredTypeOfSymbol(symbol)
  const isError = checker.getPropertyOfType(type, "stack") !== undefined
  const isLeftOut = (property: ts.Symbol): boolean =>
    (isError && property.name !== "_tag" && (isOfEffect(property) || isEverywhere(property))) ||
    property.name.startsWith("#")
  const members = printMembers(writer, type, isLeftOut)
  const parameters = typeParameters(writer, declaration.typeParameters)
  if (!isValue) return `interface ${name}${parameters}${isError ? " extends Error" : ""} {\n${members}}\n`
  const statics = checker.getTypeOfSymbol(symbol)
  const [construct] = checker.getSignaturesOfType(statics, ts.SignatureKind.Construct)
  const [input] = construct?.parameters ?? []
  const constructor = input === undefined ? "" : `constructor(${constructorInput(writer, input)})\n`
  const heritage = isError ? " extends Error" : ""
  return `declare class ${name}${parameters}${heritage} {\n${constructor}${members}}\n`
}

/** The fields that an object is made with: what Effect takes after them is of no use without it. */
const constructorInput = (writer: Writer, parameter: ts.Symbol): string => {
  const declaration = parameter.valueDeclaration
  const type = writer.checker.getTypeOfSymbol(parameter)
  const isRest = declaration !== undefined && ts.isParameter(declaration) && declaration.dotDotDotToken !== undefined
  if (!isRest) return `input: ${printType(writer, type)}`
  const [first = fail("a constructor without fields")] = writer.checker.getTypeArguments(type as ts.TypeReference)
  const isOptional = ((type as ts.TupleTypeReference).target.elementFlags[0]! & ts.ElementFlags.Optional) !== 0
  return `input${isOptional ? "?" : ""}: ${printType(writer, first)}`
}
