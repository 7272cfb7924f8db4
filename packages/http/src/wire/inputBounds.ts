/**
 * How much a field of a body may hold, checked before the body is validated: validating a list says of each of its values
 * what is wrong with it, however long the list is.
 *
 * A schema's own `isMaxLength` decides; where it has none, a text, a list and an object have the bounds below.
 */
import { invalid, type InvalidInput } from "@orbweaver/core/model/InvalidInput"
import { isObject } from "@orbweaver/core/internal/support/jsonValue"
import * as SchemaAST from "effect/SchemaAST"
import { defaultBounds, scanValue } from "./bodyScan.ts"
import { tooBig, type WireIssue } from "./issues.ts"

/** For fields without a bound of their own. */
export const fieldBounds = {
  /** UTF-16 units of a text, and of the name of a member. */
  maxText: 100_000,
  /** Values of a list. */
  maxItems: 1000,
  /** Members of an object. */
  maxMembers: 1000,
  /** Values of a list, or members of an object, within free JSON such as a JSON Schema. */
  maxFreeItems: 10_000
} as const

/** The first part of a value that is too large, if any. */
export type BoundsCheck = (value: unknown) => WireIssue | undefined

interface Bound {
  readonly maximum: number
  readonly message?: string | undefined
}

/** The check of a schema, made once. */
export const boundsOf = (ast: SchemaAST.AST): BoundsCheck => {
  switch (ast._tag) {
    case "Arrays": {
      const bound = ownBound(ast) ?? { maximum: fieldBounds.maxItems }
      const elements = ast.elements.map(boundsOf)
      const rest = ast.rest.map(boundsOf)[0] ?? freeJson
      return (value) =>
        Array.isArray(value) ? listIssue(value, bound, (index) => elements[index] ?? rest) : freeJson(value)
    }
    case "Objects": {
      const bound = ownBound(ast) ?? { maximum: fieldBounds.maxMembers }
      const properties = new Map(ast.propertySignatures.map(({ name, type }) => [name, boundsOf(type)]))
      const rest = ast.indexSignatures.map(({ type }) => boundsOf(type))[0] ?? freeJson
      return (value) =>
        isObject(value) ? objectIssue(value, bound, (name) => properties.get(name) ?? rest) : freeJson(value)
    }
    case "Union": {
      const shapes = ast.types.map((type) => ({ fits: fitOf(type), check: boundsOf(type) }))
      return (value) => {
        const issues = shapes.filter(({ fits }) => fits(value)).map(({ check }) => check(value))
        // One shape with room for it is enough.
        return issues.length === 0 ? freeJson(value) : issues.includes(undefined) ? undefined : issues[0]
      }
    }
    case "String": {
      const bound = ownBound(ast) ?? { maximum: fieldBounds.maxText }
      return (value) => (typeof value === "string" ? textIssue(value, bound) : freeJson(value))
    }
    default:
      return freeJson
  }
}

/** Why a value is too large for a schema, its own bounds and those of a body; for input that did not come as a body. */
export const findTooLarge = (what: string, ast: SchemaAST.AST): ((value: unknown) => InvalidInput | undefined) => {
  const check = boundsOf(SchemaAST.toEncoded(ast))
  return (value) => {
    const whole = scanValue(value, defaultBounds)
    if (whole !== undefined) return invalid(what, [], `At most ${defaultBounds.maxItems} values, nested 512 deep`)
    const issue = check(value)
    return issue && invalid(what, issue.path, issue.message)
  }
}

/** Values of any shape, as deep as the body may be. */
const freeJson: BoundsCheck = (value) => {
  if (typeof value === "string") return textIssue(value, { maximum: fieldBounds.maxText })
  const bound = { maximum: fieldBounds.maxFreeItems }
  if (Array.isArray(value)) return listIssue(value, bound, () => freeJson)
  return isObject(value) ? objectIssue(value, bound, () => freeJson) : undefined
}

const textIssue = (value: string, { maximum, message }: Bound): WireIssue | undefined =>
  value.length > maximum ? tooBig(value, maximum, message) : undefined

const listIssue = (
  value: ReadonlyArray<unknown>,
  { maximum, message }: Bound,
  checkOf: (index: number) => BoundsCheck
): WireIssue | undefined => {
  if (value.length > maximum) return tooBig(value, maximum, message)
  for (let index = 0; index < value.length; index++) {
    const issue = checkOf(index)(value[index])
    if (issue !== undefined) return { ...issue, path: [index, ...issue.path] }
  }
  return undefined
}

const objectIssue = (
  value: Readonly<Record<string, unknown>>,
  { maximum, message }: Bound,
  checkOf: (name: string) => BoundsCheck
): WireIssue | undefined => {
  const names = Object.keys(value)
  if (names.length > maximum) return tooBig(value, maximum, message)
  for (const name of names) {
    if (name.length > fieldBounds.maxText) return tooBig(name, fieldBounds.maxText, longName)
    const issue = checkOf(name)(value[name])
    if (issue !== undefined) return { ...issue, path: [name, ...issue.path] }
  }
  return undefined
}

const longName = `The name of a member must contain at most ${fieldBounds.maxText} character(s)`

/** Whether a value may be of this type, as far as its outside shows. */
const fitOf = (ast: SchemaAST.AST): ((value: unknown) => boolean) => {
  if (ast._tag === "Arrays") return Array.isArray
  if (ast._tag === "Objects") return isObject
  if (ast._tag === "String") return (value) => typeof value === "string"
  if (ast._tag !== "Union") return () => false
  const fits = ast.types.map(fitOf)
  return (value) => fits.some((fit) => fit(value))
}

const ownBound = ({ checks }: SchemaAST.AST): Bound | undefined => {
  for (const check of checks ?? []) {
    if (check._tag !== "Filter") continue
    const { message, representation } = check.annotations ?? {}
    const { payload } = (representation ?? {}) as { payload?: Readonly<Record<string, unknown>> }
    const maximum = payload?.["maxLength"] ?? payload?.["maxProperties"]
    if (typeof maximum === "number") return { maximum, message: typeof message === "string" ? message : undefined }
  }
  return undefined
}
