/**
 * Why a body does not fit its schema, in the shape clients print
 * (docs/reference/v2.md §1.4, `Issue`): one entry a place, unknown keys of one object
 * in one entry.
 */
import type * as InvalidInput from "@orbweaver/core/model/InvalidInput"
import type * as SchemaAST from "effect/SchemaAST"
import type * as SchemaIssue from "effect/SchemaIssue"

type Path = ReadonlyArray<string | number>

export interface WireIssue {
  readonly code: string
  readonly path: Path
  readonly message: string
  readonly [member: string]: unknown
}

export type Version = "v1" | "v2"

/** The issues of a failed decoding that ran with `reportInput`. */
export const fromSchema = (issue: SchemaIssue.Issue, version: Version): ReadonlyArray<WireIssue> =>
  groupUnknown(walk(issue, []), version)

/** The issues of an engine that checked its own input. */
export const fromInvalidInput = ({ issues }: InvalidInput.InvalidInput, version: Version): ReadonlyArray<WireIssue> =>
  groupUnknown(
    issues.map(({ code, message, path }) =>
      code === "unrecognized_keys"
        ? unknownKey(path)
        : message === "Missing key"
          ? required(path)
          : { code: refine(code, message), path, message, ...extra(code, message) }
    ),
    version
  )

/** Core calls every misfit `invalid_type`; a rule in its own words is a `custom` one here. */
const refine = (code: string, message: string): string =>
  code === "invalid_type" && !message.startsWith("Expected") ? "custom" : code

const required = (path: Path): WireIssue => ({
  code: "invalid_type",
  received: "undefined",
  path,
  message: "Required"
})

const unknownKey = (path: Path): WireIssue => ({
  code: "unrecognized_keys",
  keys: [String(path.at(-1))],
  path: path.slice(0, -1),
  message: ""
})

const extra = (code: string, message: string) =>
  code === "invalid_string" ? { validation: message.includes("uuid") ? "uuid" : "url" } : {}

/** Puts the unknown keys of one object together and words them. */
const groupUnknown = (found: ReadonlyArray<WireIssue>, version: Version): ReadonlyArray<WireIssue> => {
  const groups = new Map<string, Array<string>>()
  const out: Array<WireIssue> = []
  for (const issue of found) {
    if (issue.code !== "unrecognized_keys") {
      out.push(issue)
      continue
    }
    const keys = issue["keys"] as ReadonlyArray<string>
    const at = JSON.stringify(issue.path)
    const known = groups.get(at)
    if (known !== undefined) {
      known.push(...keys)
      continue
    }
    const all = [...keys]
    groups.set(at, all)
    out.push({ code: issue.code, keys: all, path: issue.path, message: issue.message })
  }
  return out.map((issue) =>
    issue.code === "unrecognized_keys"
      ? { ...issue, message: unknownMessage(issue.path, issue["keys"] as ReadonlyArray<string>, version) }
      : issue
  )
}

const unknownMessage = (path: Path, keys: ReadonlyArray<string>, version: Version): string =>
  path.includes("formats")
    ? unknownInObject(keys)
    : `Unrecognized key in body -- please review the ${version} API documentation for request body changes`

const unknownInObject = (keys: ReadonlyArray<string>): string =>
  `Unrecognized key(s) in object: ${keys.map((key) => `'${key}'`).join(", ")}`

const walk = (issue: SchemaIssue.Issue, path: Path): Array<WireIssue> => {
  switch (issue._tag) {
    case "Pointer":
      return walk(issue.issue, [...path, ...issue.path.map((key) => (typeof key === "number" ? key : String(key)))])
    case "Encoding":
      return walk(issue.issue, path)
    case "Composite":
      return issue.issues.flatMap((inner) => missingIn(issue.ast, inner, path) ?? walk(inner, path))
    case "Filter":
      return [fromFilter(issue, path)]
    case "AnyOf":
      return [fromUnion(issue, path)]
    case "UnexpectedKey":
      return [unknownKey(path)]
    case "MissingKey":
      return [required(path)]
    case "InvalidType": {
      const expected = nameOf(issue.ast)
      const received = typeName(issue.input)
      return [{ code: "invalid_type", expected, received, path, message: `Expected ${expected}, received ${received}` }]
    }
    default:
      return [{ code: "custom", path, message: messageOf(issue) ?? "Invalid input" }]
  }
}

/** A key that is not there, with what its object has under it: the finding itself does not know. */
const missingIn = (ast: SchemaAST.AST, issue: SchemaIssue.Issue, path: Path): Array<WireIssue> | undefined => {
  if (issue._tag !== "Pointer" || issue.issue._tag !== "MissingKey") return undefined
  const key = issue.path.at(-1)
  const type =
    ast._tag === "Objects"
      ? ast.propertySignatures.find(({ name }) => name === key)?.type
      : ast._tag === "Arrays"
        ? ast.elements[Number(key)]
        : undefined
  return walk(issue, path).map((missing) =>
    type === undefined ? missing : { ...missing, expected: expectedTypeOf(type) }
  )
}

/** As zod names it: choices by their values, several shapes without one name by their names. */
const expectedTypeOf = (ast: SchemaAST.AST): string => {
  if (ast._tag === "Literal") return JSON.stringify(ast.literal)
  if (ast._tag !== "Union") return nameOf(ast)
  return [...new Set(ast.types.map(expectedTypeOf))].join(" | ")
}

/** Limits of the built-in checks: code, member and wording of zod 3. */
const bounds: Readonly<Record<string, { code: "too_small" | "too_big"; type: string; inclusive: boolean }>> = {
  isGreaterThan: { code: "too_small", type: "number", inclusive: false },
  isGreaterThanOrEqualTo: { code: "too_small", type: "number", inclusive: true },
  isLessThan: { code: "too_big", type: "number", inclusive: false },
  isLessThanOrEqualTo: { code: "too_big", type: "number", inclusive: true },
  isMinLength: { code: "too_small", type: "string", inclusive: true },
  isMaxLength: { code: "too_big", type: "string", inclusive: true },
  isMaxProperties: { code: "too_big", type: "object", inclusive: true }
}

const fromFilter = (issue: SchemaIssue.Filter, path: Path): WireIssue => {
  const annotations = issue.filter.annotations
  const inner = innermost(issue)
  const at = [...path, ...inner.path]
  const message = inner.message ?? (typeof annotations?.["message"] === "string" ? annotations["message"] : undefined)
  const { id, payload } = representation(annotations?.["representation"])
  const kind = id.replace("effect/schema/", "")
  const limit = Object.values(payload).find((value): value is number => typeof value === "number")
  if (kind === "isBetween" && typeof issue.input === "number") {
    const { maximum, minimum } = payload as { minimum: number; maximum: number }
    return issue.input > maximum
      ? bound("isLessThanOrEqualTo", maximum, at, message, issue.input)
      : bound("isGreaterThanOrEqualTo", minimum, at, message, issue.input)
  }
  if (kind in bounds && limit !== undefined) return bound(kind, limit, at, message, issue.input)
  if (kind === "isInt") {
    return {
      code: "invalid_type",
      expected: "integer",
      received: "float",
      path: at,
      message: message ?? "Expected integer, received float"
    }
  }
  if (kind === "isPattern")
    return { code: "invalid_string", validation: "regex", path: at, message: message ?? "Invalid" }
  if (kind === "isUUID")
    return { code: "invalid_string", validation: "uuid", path: at, message: message ?? "Invalid uuid" }
  return { code: "custom", path: at, message: message ?? expectedOf(annotations) }
}

/** How what is measured is called, and its unit. */
const measures: Readonly<Record<string, { what: string; unit: string }>> = {
  string: { what: "String must contain", unit: " character(s)" },
  array: { what: "Array must contain", unit: " element(s)" },
  object: { what: "Object must contain", unit: " member(s)" },
  number: { what: "Number must be", unit: "" }
}

const bound = (kind: string, limit: number, path: Path, message: string | undefined, input: unknown): WireIssue => {
  const { code, inclusive, type } = bounds[kind]!
  const measured = Array.isArray(input) ? "array" : type
  const { unit, what } = measures[measured]!
  const relation =
    code === "too_small"
      ? measured !== "number"
        ? "at least"
        : inclusive
          ? "greater than or equal to"
          : "greater than"
      : measured !== "number"
        ? "at most"
        : inclusive
          ? "less than or equal to"
          : "less than"
  return {
    code,
    [code === "too_small" ? "minimum" : "maximum"]: limit,
    type: measured,
    inclusive,
    exact: false,
    path,
    message: message ?? `${what} ${relation} ${limit}${unit}`
  }
}

/** A text, list or object that holds more than it may. */
export const tooBig = (value: unknown, limit: number, message?: string): WireIssue =>
  bound(
    typeof value === "string" || Array.isArray(value) ? "isMaxLength" : "isMaxProperties",
    limit,
    [],
    message,
    value
  )

const representation = (value: unknown): { id: string; payload: Readonly<Record<string, unknown>> } => {
  const { id, payload } = (value ?? {}) as { id?: unknown; payload?: unknown }
  return {
    id: typeof id === "string" ? id : "",
    payload: typeof payload === "object" && payload !== null ? (payload as Record<string, unknown>) : {}
  }
}

/** Path and message of a filter's issue. */
const innermost = (issue: SchemaIssue.Issue): { path: Path; message: string | undefined } => {
  switch (issue._tag) {
    case "Filter":
    case "Encoding":
      return innermost(issue.issue)
    case "Pointer": {
      const inner = innermost(issue.issue)
      return {
        path: [...issue.path.map((key) => (typeof key === "number" ? key : String(key))), ...inner.path],
        message: inner.message
      }
    }
    default:
      return { path: [], message: messageOf(issue) }
  }
}

const messageOf = (issue: SchemaIssue.Issue): string | undefined => {
  const annotations = "annotations" in issue ? issue.annotations : undefined
  const message = annotations?.["message"]
  return typeof message === "string" ? message : undefined
}

const expectedOf = (annotations: unknown): string => {
  const expected = (annotations as Record<string, unknown> | undefined)?.["expected"]
  return typeof expected === "string" ? `Expected ${expected}` : "Invalid input"
}

const fromUnion = (issue: SchemaIssue.AnyOf, path: Path): WireIssue => {
  const options = literalsOf(issue.ast)
  if (options !== undefined) {
    const received = typeof issue.input === "string" ? issue.input : typeName(issue.input)
    return options.length === 1
      ? {
          code: "invalid_literal",
          expected: options[0],
          received,
          path,
          message: `Invalid literal value, expected ${JSON.stringify(options[0])}`
        }
      : {
          code: "invalid_enum_value",
          received,
          options,
          path,
          message: `Invalid enum value. Expected ${options.map((option) => `'${String(option)}'`).join(" | ")}, received '${received}'`
        }
  }
  if (isAmbiguousWait(issue.input)) {
    return { code: "custom", path, message: "Either 'milliseconds' or 'selector' must be provided, but not both." }
  }
  return {
    code: "invalid_union",
    unionErrors: issue.issues.map((inner) => ({ issues: walk(inner, path).map(worded), name: "ZodError" })),
    path,
    message: "Invalid input"
  }
}

/** A wait that says neither or both of what it waits for (docs/reference/v2.md §5). */
const isAmbiguousWait = (input: unknown): boolean => {
  const { milliseconds, selector, type } = (input ?? {}) as {
    milliseconds?: unknown
    selector?: unknown
    type?: unknown
  }
  return type === "wait" && (milliseconds === undefined) === (selector === undefined)
}

/** Unknown keys of one of several shapes are named there and then: they are distinguished from those of the body. */
const worded = (issue: WireIssue): WireIssue =>
  issue.code === "unrecognized_keys"
    ? { ...issue, message: unknownInObject(issue["keys"] as ReadonlyArray<string>) }
    : issue

const literalsOf = (ast: SchemaAST.AST): ReadonlyArray<unknown> | undefined => {
  if (ast._tag === "Literal") return [ast.literal]
  if (ast._tag !== "Union") return undefined
  const options = ast.types.map((type) => (type._tag === "Literal" ? [type.literal] : []))
  return options.every((option) => option.length === 1) ? options.flat() : undefined
}

const names: Readonly<Record<string, string>> = {
  String: "string",
  Number: "number",
  Boolean: "boolean",
  Arrays: "array",
  Objects: "object",
  Null: "null",
  Undefined: "undefined"
}

const nameOf = (ast: SchemaAST.AST): string =>
  names[ast._tag] ?? (ast._tag === "Literal" ? JSON.stringify(ast.literal) : ast._tag.toLowerCase())

const typeName = (value: unknown): string =>
  value === null
    ? "null"
    : Array.isArray(value)
      ? "array"
      : typeof value === "number" && Number.isNaN(value)
        ? "nan"
        : typeof value
