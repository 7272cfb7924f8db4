/**
 * What the caller asked for makes no sense: an option, a format or an address.
 *
 * One error for every kind of bad input, so that a caller has one place to show
 * it. Each issue names the field, and an HTTP adapter answers 400 with the same
 * list (docs/reference/v2.md §1.4, E1).
 */
import { knowEveryCopy } from "./errorMark.ts"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import { hintsFor } from "./nearestName.ts"

export const Issue = Schema.Struct({
  /** Where in the input, outermost first: `["formats", 0, "quality"]`. */
  path: Schema.Array(Schema.Union([Schema.String, Schema.Finite])),
  message: Schema.String,
  /** Machine-readable kind, such as `unrecognized_keys`. */
  code: Schema.String
})
export type Issue = typeof Issue.Type

/** What the caller gave does not fit its schema. */
export class InvalidInput extends Schema.TaggedError<InvalidInput>()("InvalidInput", {
  /** What was read, such as `scrape options` or `url`. */
  what: Schema.String,
  issues: Schema.Array(Issue)
}) {
  static {
    knowEveryCopy(this)
  }
  override get message() {
    return `Invalid ${this.what}: ${this.issues
      .map(({ message, path }) => (path.length === 0 ? message : `${path.join(".")}: ${message}`))
      .join("; ")}`
  }
}

/** One issue at one place. */
export const invalid = (what: string, path: Issue["path"], message: string, code = "custom"): InvalidInput =>
  new InvalidInput({ what, issues: [{ path, message, code }] })

const unrecognized = "Unrecognized key"

const formatIssues = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) => (issue._tag === "UnexpectedKey" ? unrecognized : SchemaIssue.defaultLeafHook(issue))
})

/** The issues of a failed decoding, one entry per place. */
export const issuesOf = (issue: SchemaIssue.Issue): ReadonlyArray<Issue> => {
  const hints = hintsFor(issue)
  return formatIssues(issue).issues.map(({ message, path = [] }) => {
    const keys = path.map((segment) => {
      const key = typeof segment === "object" ? segment.key : segment
      return typeof key === "symbol" ? String(key) : key
    })
    if (message !== unrecognized) return { path: keys, message, code: "invalid_type" }
    const hint = hints.get(JSON.stringify(keys))
    return { path: keys, message: hint === undefined ? message : `${message}; ${hint}`, code: "unrecognized_keys" }
  })
}

/**
 * A strict reader for input from outside: unknown keys are errors, and every
 * issue is reported, not the first alone.
 */
export const reader = <A, I, RD>(what: string, schema: Schema.Codec<A, I, RD>) => {
  const decode = Schema.decodeUnknownEffect(schema, { onExcessProperty: "error", errors: "all" })
  return (input: unknown): Effect.Effect<A, InvalidInput, RD> =>
    Effect.mapError(decode(input), ({ issue }) => new InvalidInput({ what, issues: issuesOf(issue) }))
}
