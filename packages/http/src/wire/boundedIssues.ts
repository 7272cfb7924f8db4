/** What an error answer lists of a body's faults: enough to mend it, however much was wrong, and however long it was. */
import type { WireIssue } from "./issues.ts"

export const maxIssues = 20
/** Bytes of JSON that the issues take, the first one apart. */
const maxBytes = 2048

/** Bounds of one issue, and tighter ones for an issue that is still too long. */
const bounds = [
  { maxText: 500, maxItems: 20 },
  { maxText: 100, maxItems: 3 }
] as const

type Bounds = (typeof bounds)[number]

const more: WireIssue = {
  code: "custom",
  path: [],
  message: "More is wrong with this body than is listed here"
}

export const boundedIssues = (found: ReadonlyArray<WireIssue>): ReadonlyArray<WireIssue> => {
  const listed: Array<WireIssue> = []
  let size = 0
  for (const issue of found.slice(0, maxIssues)) {
    const short = shortened(issue)
    size += sizeOf(short)
    if (size > maxBytes && listed.length > 0) return [...listed, more]
    listed.push(short)
  }
  return found.length > maxIssues ? [...listed, more] : listed
}

const sizeOf = (issue: WireIssue): number => new TextEncoder().encode(JSON.stringify(issue)).byteLength

const shortened = (issue: WireIssue): WireIssue => {
  const [first, second] = bounds
  const short = cut(issue, first) as WireIssue
  return sizeOf(short) <= maxBytes ? short : (cut(issue, second) as WireIssue)
}

const cut = (value: unknown, within: Bounds): unknown => {
  if (typeof value === "string") return cutText(value, within.maxText)
  if (Array.isArray(value)) return value.slice(0, within.maxItems).map((each) => cut(each, within))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cut(inner, within)]))
}

/** A text of at most this many UTF-16 units, and an ellipsis where it was longer. */
export const cutText = (text: string, maximum: number): string =>
  text.length <= maximum ? text : `${text.slice(0, maximum).replace(/[\ud800-\udbff]$/, "")}…`
