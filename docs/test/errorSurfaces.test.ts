// An error is said once, in the table of errors: the wire, the command line, the console, MCP and the reference follow.
import * as Capture from "@orbweaver/core/model/CaptureError"
import {
  captureErrors,
  type ErrorEntry,
  otherErrors,
  pageFailures,
  serverCureOf
} from "@orbweaver/core/internal/model/errorTable"
import { FormatError } from "@orbweaver/core/model/FormatError"
import { StoreError, StoreErrorKind } from "@orbweaver/core/model/StoreError"
import { SearchError } from "@orbweaver/core/search/SearchProvider"
import * as Library from "orbweaver/errors"
import { describe, expect, it } from "vitest"
import { cureOfFailure } from "../../packages/http/src/console/cures.ts"
import { type Failure, wireErrorOf } from "../../packages/http/src/wire/wireErrorOf.ts"
import { codes, exitOf } from "../../packages/orbweaver/src/cli/output/exit.ts"
import { failureText } from "../../packages/orbweaver/src/mcp/Tool.ts"
import { additions } from "../../scripts/house/additions.ts"
import { sourcesWith } from "../../scripts/house/imports.ts"
import { errorsPage } from "../generate/errors.ts"

const reference = errorsPage()
/** The part of the reference about an error. */
const partOf = (tag: string) => reference.split(`\n### ${tag}\n`)[1]?.split(/\n##/)[0] ?? ""

type Reason = Capture.CaptureReason

/** One of each, whose message ends with the way out where it has one. A reason that is new is named by the compiler. */
const reasons: { readonly [Tag in Reason["_tag"]]: Extract<Reason, { readonly _tag: Tag }> } = {
  TimedOut: new Capture.TimedOut({ limitMs: 1 }),
  DnsFailed: new Capture.DnsFailed({ host: "h" }),
  TlsFailed: new Capture.TlsFailed({ host: "h", skippedVerification: false, detail: "CERT_HAS_EXPIRED" }),
  ConnectionFailed: new Capture.ConnectionFailed({ detail: "ECONNRESET" }),
  Refused: new Capture.Refused({ policy: "private-network", detail: "127.0.0.1" }),
  TooManyRedirects: new Capture.TooManyRedirects({ limit: 1 }),
  TooLarge: new Capture.TooLarge({ limitBytes: 1 }),
  Unsupported: new Capture.Unsupported({ what: "x" }),
  NeedsBrowser: new Capture.NeedsBrowser({ features: ["screenshot"] }),
  NeedsRecognizer: new Capture.NeedsRecognizer({ mediaType: "image/png" }),
  UnreadableDocument: new Capture.UnreadableDocument({ mediaType: "x", why: "damaged", detail: "y" }),
  NotCached: new Capture.NotCached({}),
  Overloaded: new Capture.Overloaded({ detail: "x", retryAfterSeconds: 3 }),
  Crashed: new Capture.Crashed({ detail: "x" }),
  ActionFailed: new Capture.ActionFailed({ index: 0, action: "click", detail: "x" }),
  Vetoed: new Capture.Vetoed({ hook: "onRequest", detail: "x" }),
  HookFailed: new Capture.HookFailed({ hook: "onRequest", detail: "x" })
}

const onTheWire = ({ code, publicText, status = 500 }: ErrorEntry, message: string) => ({
  status,
  error: publicText ?? message,
  ...(code === undefined ? {} : { code })
})

describe.each(Object.entries(reasons))("%s", (tag, reason) => {
  const entry = Capture.entryOfReason(reason._tag)
  const failure = new Capture.CaptureError({ url: "https://site.example/", reason })

  it("is an answer of the API", () => {
    expect(wireErrorOf(failure, "v2")).toMatchObject(onTheWire(entry, failure.message))
  })

  it("ends the command line, in the words of a terminal", () => {
    const { code, text } = exitOf(failure)
    expect(code).toBe(codes[entry.exit ?? "failed"])
    expect(text.endsWith(entry.remedy?.commandLine ?? failure.message)).toBe(true)
  })

  it("has its cure in the console, by MCP and in the reference", () => {
    expect(cureOfFailure({ cause: tag, code: entry.code })).toBe(serverCureOf(entry))
    expect(failureText(failure)).toContain(`What to do: ${serverCureOf(entry)}`)
    expect(partOf(tag)).toContain(entry.cure)
    expect(partOf(tag)).toContain(`${entry.status ?? 500}${entry.code === undefined ? "" : ` \`${entry.code}\``}`)
  })
})

const cause = new Error("told to nobody")
type Kind = readonly [keyof typeof otherErrors, StoreError | FormatError | SearchError]
const kinds: ReadonlyArray<Kind> = [
  ...StoreErrorKind.literals.map((kind): Kind => [
    `StoreError/${kind}`,
    new StoreError({ operation: "x", cause, kind })
  ]),
  ...(["unavailable", "unusable"] as const).map((model): Kind => [
    `FormatError/${model}`,
    new FormatError({ format: "json", detail: "x", model })
  ]),
  ...SearchError.fields.why.literals.map((why): Kind => [
    `SearchError/${why}`,
    new SearchError({ provider: "x", why, detail: "y" })
  ])
]

it.each(kinds)("%s is told by its kind on every surface", (key, failure) => {
  const entry: ErrorEntry = otherErrors[key]
  const { headers, ...answer } = wireErrorOf(failure, "v2")
  expect(answer).toMatchObject(onTheWire(entry, failure.message))
  expect(headers?.["retry-after"]).toBe(entry.retryAfterSeconds?.toString())
  expect(exitOf(failure).code).toBe(codes[entry.exit ?? "failed"])
  expect(failureText(failure)).toContain(serverCureOf(entry))
})

/** Errors with an answer, or a shape, of their own. */
const worded = new Set([
  "CaptureError",
  "FormatError",
  "InsufficientCredits",
  "InvalidInput",
  "JobNotFound",
  "StepError",
  "UnknownFormat"
])
const plain = Object.entries<ErrorEntry>(otherErrors).filter(([tag]) => !tag.includes("/") && !worded.has(tag))

it.each(plain)("%s, failing an operation, is answered as the table has it", (tag, entry) => {
  expect(wireErrorOf({ _tag: tag, message: "x" } as Failure, "v2")).toMatchObject(onTheWire(entry, "x"))
})

it("every error of the library has its cure and its guide in the reference", () => {
  const tags = Object.keys(Library).filter((name) => name !== "CaptureReason")
  expect(tags.length).toBeGreaterThan(15)
  for (const tag of tags) {
    expect(partOf(tag)).toContain((otherErrors as Readonly<Record<string, ErrorEntry>>)[tag]!.cure)
    expect(partOf(tag)).toContain("**Guide:**")
  }
})

it("a failure of a page that is no error of a scrape is cured by its code, and a code is that of one entry only", () => {
  for (const [code, { cure }] of Object.entries(pageFailures)) expect(cureOfFailure({ code })).toBe(cure)
  const names = [...Object.keys(captureErrors), ...Object.keys(otherErrors)]
  expect(new Set(names).size).toBe(names.length)
})

it("an error of the library stands where it is made, in the table, and among the exports", () => {
  const name = "BrowserSessionNotFound"
  const found = sourcesWith(new RegExp(`class ${name}\\b|\\b${name}: \\{|export \\{[^}]*\\b${name}\\b`))
  const own = "packages/core/src/scrape/BrowserSessions.ts"
  expect(found.toSorted()).toEqual([...additions.error.changed, own].toSorted())
})
