/**
 * How the capture of a page went, in words that a caller can act on: the page
 * itself, something shown in its place, or why there is none. Every attempt is
 * written down.
 *
 * A block page is never a quiet success: the document carries this outcome in `metadata.outcome` and explains it in its
 * `warning`.
 */
import * as Schema from "effect/Schema"
import type { CaptureReason } from "./CaptureError.ts"

export const OutcomeKind = Schema.Literals([
  "ok",
  /** Something was shown in place of the page: a challenge, a captcha, a login. */
  "blocked",
  /** The site answered with a status of 400 or more. */
  "http-error",
  /** The page has no text, also after its scripts have run or because no browser could run them. */
  "empty",
  "unreachable",
  "too-large",
  "timed-out",
  "robots-denied",
  "unsafe-target",
  "unsupported",
  "crashed",
  "action-failed",
  "not-cached",
  /** This instance could not take the page when it was asked for. */
  "overloaded",
  /** A hook of the application refused the request or its answer. */
  "vetoed",
  /** A hook of the application threw or took too long. */
  "hook-failed"
])
export type OutcomeKind = typeof OutcomeKind.Type

/** One try to get the page. */
export const Attempt = Schema.Struct({
  engine: Schema.Literals(["fetch", "browser"]),
  proxy: Schema.Literals(["basic", "stealth"]),
  kind: OutcomeKind,
  status: Schema.optionalKey(Schema.Int),
  /** What was seen, such as `Retry-After` or the mark of a challenge. */
  detail: Schema.optionalKey(Schema.String),
  /** Duration in milliseconds. */
  tookMs: Schema.Finite
})
export type Attempt = typeof Attempt.Type

export const CaptureOutcome = Schema.Struct({
  kind: OutcomeKind,
  /** Who blocks: `Cloudflare`, `Akamai`, … or `captcha`, `login`. */
  vendor: Schema.optionalKey(Schema.String),
  /** What gave it away. */
  evidence: Schema.optionalKey(Schema.String),
  attempts: Schema.Array(Attempt)
})
export type CaptureOutcome = typeof CaptureOutcome.Type

const kinds: Readonly<Record<CaptureReason["_tag"], OutcomeKind>> = {
  TimedOut: "timed-out",
  DnsFailed: "unreachable",
  TlsFailed: "unreachable",
  ConnectionFailed: "unreachable",
  Refused: "unsafe-target",
  TooManyRedirects: "unreachable",
  TooLarge: "too-large",
  Unsupported: "unsupported",
  NeedsBrowser: "unsupported",
  NeedsRecognizer: "unsupported",
  UnreadableDocument: "unsupported",
  NotCached: "not-cached",
  Overloaded: "overloaded",
  Crashed: "crashed",
  ActionFailed: "action-failed",
  Vetoed: "vetoed",
  HookFailed: "hook-failed"
}

export const kindOf = (reason: CaptureReason): OutcomeKind =>
  reason._tag === "Refused" && reason.policy === "robots" ? "robots-denied" : kinds[reason._tag]

/** What the reader of a document should know of a page that is not what was asked for. */
export const warningOf = ({ evidence, kind, vendor }: CaptureOutcome): string | undefined => {
  if (kind === "empty") {
    return evidence === undefined
      ? "The page has no text."
      : `The page has no text of its own (${evidence}): it is built by scripts, which were not run or produced nothing.`
  }
  if (kind === "ok" && evidence !== undefined) {
    return `Parts of the page are filled by scripts (${evidence}), which were not run: a browser (\`renderer\`) runs them.`
  }
  if (kind !== "blocked") return undefined
  const seen = evidence === undefined ? "" : ` (${evidence})`
  if (vendor === "login") return `The site asks for a login instead of showing the page${seen}.`
  if (vendor === "captcha") return `The site shows a captcha instead of the page${seen}.`
  return `The site shows a block page of ${vendor ?? "an unknown service"} instead of its content${seen}.`
}
