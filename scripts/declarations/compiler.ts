/**
 * The compiler that reads declarations: TypeScript 6, for version 7 has no interface for programs yet. What it knows and does not
 * say in its own declarations is read here and nowhere else.
 */
import ts from "typescript"

export const compile = (entries: ReadonlyArray<string>): ts.Program => {
  const program = ts.createProgram(entries, {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ESNext,
    lib: ["lib.esnext.d.ts"],
    types: ["node"],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    noEmit: true
  })
  const errors = ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))
  if (errors.length > 0) throw new Error(`The declarations do not compile:\n${errors.join("\n")}`)
  return program
}

/** `1 << 3` of `CheckFlags`. */
const readonlyCheck = 8
/** `Instantiated`, `Mapped` and `ReverseMapped` of `CheckFlags`: the type of a property is not the one that its declaration writes. */
const derivedChecks = 1 | 2 | 32 | 64 | 262_144

interface Internals {
  readonly links?: { readonly checkFlags?: number }
  readonly isThisType?: boolean
  readonly debugIntrinsicName?: string
  readonly origin?: ts.Type
  readonly constraintType?: ts.Type
  readonly declaration?: ts.MappedTypeNode
}

const internals = (value: ts.Symbol | ts.Type): Internals => value as Internals

const checksOf = (symbol: ts.Symbol): number => internals(symbol).links?.checkFlags ?? 0

export const isDerived = (property: ts.Symbol): boolean => (checksOf(property) & derivedChecks) !== 0

export const isReadonly = (property: ts.Symbol): boolean =>
  (checksOf(property) & readonlyCheck) !== 0 ||
  (property.declarations ?? []).some((each) => (ts.getCombinedModifierFlags(each) & ts.ModifierFlags.Readonly) !== 0) ||
  ((property.flags & ts.SymbolFlags.GetAccessor) !== 0 && (property.flags & ts.SymbolFlags.SetAccessor) === 0)

export const isThis = (type: ts.Type): boolean => internals(type).isThisType === true

/** What an optional property adds to its type, apart from an `undefined` that was written. */
export const isMissing = (type: ts.Type): boolean => internals(type).debugIntrinsicName === "missing"

/** The members of a union, those that were written together under their own name. */
export const membersOf = (type: ts.UnionType): ReadonlyArray<ts.Type> => {
  const { origin } = internals(type)
  return origin !== undefined && origin.isUnion() ? origin.types : type.types
}

/** A mapped type without a property, for its keys are not known yet. */
export const isUnresolvedMapping = (checker: ts.TypeChecker, type: ts.ObjectType): boolean => {
  const { constraintType, declaration } = internals(type)
  if ((type.objectFlags & ts.ObjectFlags.Mapped) === 0 || declaration === undefined) return false
  if (checker.getPropertiesOfType(type).length > 0 || checker.getIndexInfosOfType(type).length > 0) return false
  const written = declaration.typeParameter.constraint
  const keys = constraintType ?? (written && checker.getTypeFromTypeNode(written))
  return keys === undefined || (keys.flags & ts.TypeFlags.Never) === 0
}
