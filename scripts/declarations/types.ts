/** Writes types as what they are, where their own declaration would need Effect. */
import ts from "typescript"
import { membersOf, isMissing, isReadonly, isThis, isUnresolvedMapping } from "./compiler.ts"
import { serviceShape } from "./effectShapes.ts"
import { isOfEffect, isOwn } from "./origins.ts"
import { commentOf, typeParameters } from "./source.ts"
import { fail } from "./Unprintable.ts"
import type { Writer } from "./Writer.ts"

const { ObjectFlags, SignatureKind, SymbolFlags, TypeFlags } = ts

/** A type that is nested deeper is given up. */
const maxDepth = 40

/** The type as it is; `top` is the type that a name is declared for, which does not refer to the name. */
export const printType = (writer: Writer, type: ts.Type, top = false): string => {
  if (writer.path.length > maxDepth) fail("too deep")
  if (!top && type.aliasSymbol !== undefined) {
    const { aliasSymbol, aliasTypeArguments = [] } = type
    const named = writer.refer(aliasSymbol, () => aliasTypeArguments.map((each) => printType(writer, each)))
    if (named !== undefined) return named
  }
  if ((type.flags & TypeFlags.TypeParameter) !== 0) return isThis(type) ? "this" : type.symbol.name
  if (type.isUnion()) return printUnion(writer, type)
  if (type.isIntersection()) {
    const parts = type.types.map((each) => inParentheses(printType(writer, each)))
    const filled = parts.filter((part) => part !== emptyObject)
    return (filled.length > 0 ? filled : [emptyObject]).join(" & ")
  }
  if ((type.flags & TypeFlags.Object) !== 0) return printObject(writer, type as ts.ObjectType, top)
  if ((type.flags & TypeFlags.Index) !== 0)
    return `keyof ${inParentheses(printType(writer, (type as ts.IndexType).type))}`
  if ((type.flags & TypeFlags.IndexedAccess) !== 0) {
    const { indexType, objectType } = type as ts.IndexedAccessType
    return `${inParentheses(printType(writer, objectType))}[${printType(writer, indexType)}]`
  }
  if ((type.flags & plain) !== 0) return writer.checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation)
  return fail(`${writer.checker.typeToString(type)} is not known before it is used`)
}

const plain =
  TypeFlags.Any |
  TypeFlags.Unknown |
  TypeFlags.Never |
  TypeFlags.Void |
  TypeFlags.Undefined |
  TypeFlags.Null |
  TypeFlags.String |
  TypeFlags.Number |
  TypeFlags.BigInt |
  TypeFlags.Boolean |
  TypeFlags.ESSymbol |
  TypeFlags.NonPrimitive |
  TypeFlags.StringLiteral |
  TypeFlags.NumberLiteral |
  TypeFlags.BigIntLiteral |
  TypeFlags.BooleanLiteral |
  TypeFlags.TemplateLiteral

const emptyObject = "{\n}"

/** Operators of the text that stand outside of all brackets would bind otherwise than the type does. */
export const inParentheses = (text: string): string =>
  /^(?:keyof|readonly|new|<) |=>|[|&?]/.test(withoutBrackets(text)) ? `(${text})` : text

const withoutBrackets = (text: string): string => {
  let depth = 0
  let outside = ""
  for (const character of text.replaceAll("=>", "\u21d2").replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')) {
    if ("([{<".includes(character)) depth++
    if (depth === 0) outside += character
    if (")]}>".includes(character)) depth--
  }
  return outside.replaceAll("\u21d2", "=>")
}

const printUnion = (writer: Writer, type: ts.UnionType): string => {
  const parts = new Set<string>()
  for (const member of membersOf(type)) {
    const text = printType(writer, member)
    parts.add(member.isUnion() ? text : inParentheses(text))
  }
  if (parts.has("true") && parts.has("false")) {
    parts.delete("true")
    parts.delete("false")
    parts.add("boolean")
  }
  const isLast = parts.delete("undefined")
  return [...parts, ...(isLast ? ["undefined"] : [])].join(" | ")
}

const printObject = (writer: Writer, type: ts.ObjectType, top: boolean): string => {
  const { checker } = writer
  const isReference = (type.objectFlags & ObjectFlags.Reference) !== 0
  const texts = isReference ? checker.getTypeArguments(type as ts.TypeReference) : []
  if (checker.isTupleType(type)) return printTuple(writer, type as ts.TupleTypeReference)
  const { symbol } = type as { readonly symbol?: ts.Symbol }
  const isNamed =
    symbol !== undefined &&
    (symbol.flags & (SymbolFlags.Interface | SymbolFlags.Class)) !== 0 &&
    !((symbol.flags & SymbolFlags.Class) !== 0 && checker.getTypeOfSymbol(symbol) === type)
  if (!top && isNamed) {
    const count = isReference ? ((type as ts.TypeReference).target.typeParameters?.length ?? 0) : 0
    const named = writer.refer(symbol, () => texts.slice(0, count).map((each) => printType(writer, each)))
    if (named !== undefined) return named
  }
  if (symbol !== undefined && (symbol.flags & SymbolFlags.Class) !== 0 && !isNamed) fail(`typeof ${symbol.name}`)
  if (isNamed && !isOwn(symbol)) fail(`${symbol.name} has no plain shape`)
  if (writer.path.includes(type)) fail(`${checker.typeToString(type)} holds itself`)
  if (isUnresolvedMapping(checker, type)) fail(`${checker.typeToString(type)} is not known before it is used`)
  writer.path.push(type)
  try {
    const [call, ...others] = checker.getSignaturesOfType(type, SignatureKind.Call)
    const isFunction = call !== undefined && others.length === 0
    if (
      isFunction &&
      checker.getPropertiesOfType(type).length === 0 &&
      checker.getIndexInfosOfType(type).length === 0
    ) {
      return printSignature(writer, call, " => ")
    }
    return withIndexes(`{\n${printMembers(writer, type)}}`, printIndexes(writer, type))
  } finally {
    writer.path.pop()
  }
}

const printTuple = (writer: Writer, type: ts.TupleTypeReference): string => {
  const { elementFlags, readonly } = type.target
  const parts = writer.checker.getTypeArguments(type).map((each, index) => {
    const text = inParentheses(printType(writer, each))
    const flags = elementFlags[index]!
    if ((flags & ts.ElementFlags.Rest) !== 0) return `...${text}[]`
    return (flags & ts.ElementFlags.Optional) !== 0 ? `${text}?` : text
  })
  return `${readonly ? "readonly " : ""}[${parts.join(", ")}]`
}

/** An object with index signatures. Members beside them would have to be of their type, which optional ones are not always. */
export const withIndexes = (object: string, indexes: string): string => {
  if (indexes === "") return object
  const rest = `{\n${indexes}}`
  return object === emptyObject ? rest : `${object} & ${rest}`
}

export const printIndexes = (writer: Writer, type: ts.Type): string =>
  writer.checker
    .getIndexInfosOfType(type)
    .map(
      (each) =>
        `${each.isReadonly ? "readonly " : ""}[key: ${printType(writer, each.keyType)}]: ${printType(writer, each.type)}\n`
    )
    .join("")

/** All members of an object with a name, apart from those that `isLeftOut`. */
export const printMembers = (
  writer: Writer,
  type: ts.Type,
  isLeftOut: (property: ts.Symbol) => boolean = () => false
): string => {
  const { checker } = writer
  const calls = checker
    .getSignaturesOfType(type, SignatureKind.Call)
    .map((each) => `${printSignature(writer, each, ": ")}\n`)
  const properties = checker
    .getPropertiesOfType(type)
    .filter((property) => !isLeftOut(property))
    .map((property) => printMember(writer, property))
  return [...calls, ...properties].join("")
}

export const printMember = (writer: Writer, property: ts.Symbol): string => {
  const isOptional = (property.flags & SymbolFlags.Optional) !== 0
  const name = `${isReadonly(property) ? "readonly " : ""}${memberName(property)}${isOptional ? "?" : ""}`
  return `${commentOf(property)}${name}: ${writer.memberType(property)}\n`
}

const memberName = (property: ts.Symbol): string => {
  const name = ts.unescapeLeadingUnderscores(property.escapedName)
  const [, symbol] = /^__@(\w+)@/.exec(name) ?? []
  if (symbol !== undefined) return `[Symbol.${symbol}]`
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
}

/** What an optional member is where it is there. */
export const printPresent = (writer: Writer, type: ts.Type): string => {
  if (!type.isUnion() || !type.types.some(isMissing)) return printType(writer, type)
  const present = type.types.filter((each) => !isMissing(each))
  if (type.aliasSymbol === undefined) return printUnion(writer, { types: present } as unknown as ts.UnionType)
  return printType(writer, type)
}

export const printSignature = (writer: Writer, signature: ts.Signature, arrow: string): string => {
  const { checker } = writer
  if (checker.getTypePredicateOfSignature(signature) !== undefined) fail("a type predicate")
  const parameters = signature.parameters.map((parameter, index) => {
    const declaration = parameter.valueDeclaration
    const written = declaration !== undefined && ts.isParameter(declaration) ? declaration : undefined
    const name = written !== undefined && ts.isIdentifier(written.name) ? written.name.text : `input${index || ""}`
    const isOptional = written?.questionToken !== undefined
    const type = checker.getTypeOfSymbol(parameter)
    const text = isOptional ? printPresent(writer, type) : printType(writer, type)
    return `${written?.dotDotDotToken === undefined ? "" : "..."}${name}${isOptional ? "?" : ""}: ${text}`
  })
  const declared = (signature.typeParameters ?? []).flatMap(({ symbol }) =>
    (symbol.declarations ?? []).filter(ts.isTypeParameterDeclaration)
  )
  const result = printType(writer, checker.getReturnTypeOfSignature(signature))
  return `${typeParameters(writer, declared)}(${parameters.join(", ")})${arrow}${result}`
}

/** The identifier of a service, which is a class: its key is what tells it from others. */
export const printService = (checker: ts.TypeChecker, symbol: ts.Symbol): string | undefined => {
  if ((symbol.flags & SymbolFlags.Class) === 0) return undefined
  const type = checker.getDeclaredTypeOfSymbol(symbol)
  const mark = checker.getPropertyOfType(type, "~effect/Context/Service")
  const key = checker.getPropertyOfType(type, "key")
  if (mark === undefined || key === undefined || !isOfEffect(mark)) return undefined
  return serviceShape(checker.typeToString(checker.getTypeOfSymbol(key)))
}
