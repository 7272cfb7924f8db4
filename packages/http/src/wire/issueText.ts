/**
 * One line of why a body was refused, for clients that show `error` and no `details`: Firecrawl's SDKs, the MCP server
 * and the command line do.
 */
import type { WireIssue } from "./issues.ts"

/** The first issue that says something: `formats[0]: Expected string, received number`. Empty without issues. */
export const firstReason = (issues: ReadonlyArray<WireIssue>): string => {
  const worded = issues.map(specific)
  const first = worded.find(({ message }) => message !== unworded) ?? worded[0]
  if (first === undefined) return ""
  const place = pathText(first.path)
  return `${place}${place === "" ? "" : ": "}${textOf(first)}`
}

/** The message for a value that fits none of several shapes; what it lacks is in the shape nearest to it. */
const unworded = "Invalid input"

/** `actions[1].selector`; empty for the body itself. */
const pathText = (path: WireIssue["path"]): string =>
  path.reduce<string>(
    (text, key) => (typeof key === "number" ? `${text}[${key}]` : text === "" ? key : `${text}.${key}`),
    ""
  )

/** The message for unknown keys of a body does not name them. */
const textOf = ({ code, keys, message }: WireIssue): string =>
  code === "unrecognized_keys" && Array.isArray(keys) && !message.includes(`'${keys[0]}'`)
    ? `Unrecognized key(s): ${keys.map((key) => `'${key}'`).join(", ")}. ${message}`
    : message

interface UnionError {
  readonly issues: ReadonlyArray<WireIssue>
}

/** Of several shapes, the issue of the one that the value comes nearest to. */
const specific = (issue: WireIssue): WireIssue => {
  const shapes = isUnion(issue) ? issue.unionErrors.filter(({ issues }) => issues.length > 0) : []
  const nearest = shapes.toSorted((a, b) => distance(a) - distance(b) || a.issues.length - b.issues.length)[0]
  const found = nearest?.issues[0]
  return found === undefined ? issue : specific(found)
}

const isUnion = (issue: WireIssue): issue is WireIssue & { readonly unionErrors: ReadonlyArray<UnionError> } =>
  Array.isArray(issue["unionErrors"])

/** 1: the shape of another `type`. 0: this shape, with a fault in it. */
const distance = ({ issues }: UnionError): number =>
  Math.max(...issues.map(({ code, path }) => (path.at(-1) === "type" && code === "invalid_literal" ? 1 : 0)))
