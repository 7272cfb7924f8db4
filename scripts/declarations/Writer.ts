/** What is known while declarations are written. */
import ts from "typescript"
import { basename } from "node:path"
import { isDerived } from "./compiler.ts"
import { shapeOf } from "./effectShapes.ts"
import type { Names } from "./Names.ts"
import { fileOf, globalName, importOf, isEverywhere, isOfEffect, isOwn } from "./origins.ts"
import { rewrite } from "./source.ts"
import { printPresent, printService, printType } from "./types.ts"
import { firstOf } from "./Unprintable.ts"

export interface Writer {
  readonly checker: ts.TypeChecker
  /** The objects whose members are being written, outermost first. */
  readonly path: Array<ts.Type>
  /** How a type is referred to; undefined where its members have to be written. */
  readonly refer: (symbol: ts.Symbol, texts: () => ReadonlyArray<string>) => string | undefined
  /** The type as it is. */
  readonly print: (type: ts.Type) => string
  /** The type of a member as its source has it, or as it is. */
  readonly memberType: (property: ts.Symbol) => string
}

/** `isLeftOut` are symbols whose declaration cannot be written. */
export const makeWriter = (
  checker: ts.TypeChecker,
  names: Names,
  isLeftOut: (symbol: ts.Symbol) => boolean
): Writer => {
  const writer: Writer = {
    checker,
    path: [],
    refer: (symbol, texts) => {
      const service = printService(checker, symbol)
      if (service !== undefined) return service
      if (isOfEffect(symbol)) return shapeOf(`${basename(fileOf(symbol), ".d.ts")}.${symbol.name}`, texts)
      const imported = importOf(checker, symbol)
      const isNamed = imported !== undefined || isEverywhere(symbol) || (isOwn(symbol) && isDeclared(symbol))
      if (!isNamed || isLeftOut(symbol)) return undefined
      const own = imported ?? (isOwn(symbol) ? names.of(symbol) : globalName(symbol))
      const written = texts()
      return written.length === 0 ? own : `${own}<${written.join(", ")}>`
    },
    print: (type) => printType(writer, type),
    memberType: (property) => {
      const type = checker.getTypeOfSymbol(property)
      const declaration = property.valueDeclaration
      const print = () => printPresent(writer, type)
      if (declaration === undefined || !isOwn(property) || isDerived(property)) return print()
      if (!ts.isPropertySignature(declaration) && !ts.isPropertyDeclaration(declaration)) return print()
      const written = declaration.type
      return written === undefined ? print() : firstOf(() => rewrite(writer, written), print)
    }
  }
  return writer
}

/** A declaration that can stand by itself. */
const isDeclared = (symbol: ts.Symbol): boolean =>
  (symbol.declarations ?? []).some(
    (each) =>
      (ts.isInterfaceDeclaration(each) || ts.isTypeAliasDeclaration(each) || ts.isClassDeclaration(each)) &&
      ts.isSourceFile(each.parent)
  )
