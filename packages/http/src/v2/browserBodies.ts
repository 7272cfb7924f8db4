/** Bodies of browser sessions and of interaction with a scraped page (docs/guide/browser-sessions.md). */
import { ProfileOptions } from "@orbweaver/core/model/ScrapeOptions"
import * as Schema from "effect/Schema"
import { common, IsoDate, Success } from "../wire/schemas.ts"
import { unsupported, unsupportedBrowserFields } from "../wire/unsupportedFields.ts"

const optional = Schema.optionalKey

const seconds = (maximum: number) => Schema.Number.check(Schema.isGreaterThan(0), Schema.isLessThanOrEqualTo(maximum))

const code = Schema.String.check(Schema.isNonEmpty(), Schema.isMaxLength(100_000))

/** `node` and `javascript` run in a page, `bash` is commands of agent-browser, a line each; `python` is refused. */
const Language = Schema.Literals(["node", "javascript", "bash", "python"])

export const BrowserRequest = Schema.Struct({
  /** Seconds that the session lives at most. Default 600. */
  ttl: optional(seconds(3600)),
  /** Seconds that it lives without a call. Default 300. */
  activityTtl: optional(seconds(3600)),
  streamWebView: unsupported(unsupportedBrowserFields.streamWebView, Schema.Boolean),
  /** The profile that the browser begins with, and that it saves when the session ends. */
  profile: optional(ProfileOptions),
  ...common
})

/** Empty where the server gives sessions no addresses. */
const addresses = {
  /** For clients of the Chrome DevTools Protocol, such as Playwright's `connectOverCDP`. */
  cdpUrl: Schema.String,
  /** A page that shows the browser. */
  liveViewUrl: Schema.String,
  /** The same, which takes mouse and keys. */
  interactiveLiveViewUrl: Schema.String
}

export const BrowserOpened = Schema.Struct({
  success: Success,
  id: Schema.String,
  expiresAt: IsoDate,
  ...addresses,
  warning: optional(Schema.String)
})

export const ExecuteRequest = Schema.Struct({
  code,
  /** Default `node`. */
  language: optional(Language),
  /** Seconds. Default 30. */
  timeout: optional(seconds(300)),
  ...common
})

export const InteractRequest = Schema.Struct({
  code: optional(code),
  /** Steps in words, for a server with a model; 501 without. */
  prompt: optional(Schema.String.check(Schema.isMaxLength(10_000))),
  language: optional(Language),
  timeout: optional(seconds(300)),
  ...common
}).check(
  Schema.makeFilter(({ code, prompt }) =>
    (code === undefined) === (prompt === undefined) ? "Either 'code' or 'prompt' must be provided" : undefined
  )
)

export const ExecuteResponse = Schema.Struct({
  /** Whether the script came to its end. */
  success: Schema.Boolean,
  /** Value of the last expression: a string as it is, anything else as JSON. */
  result: Schema.String,
  /** What the model answers to a prompt. */
  output: optional(Schema.String),
  stdout: Schema.String,
  stderr: Schema.String,
  /** 0, or 1 where the script failed or was stopped. */
  exitCode: Schema.Int,
  /** Whether it was stopped because its time was over. */
  killed: Schema.Boolean,
  /** Whether output was left out. */
  truncated: Schema.Boolean,
  error: optional(Schema.String),
  ...addresses
})

export const BrowserClosed = Schema.Struct({
  success: Success,
  status: Schema.Literal("destroyed"),
  sessionDurationMs: Schema.Number,
  creditsBilled: Schema.Number,
  /** Why its profile was not saved. */
  warning: optional(Schema.String)
})

export const BrowserList = Schema.Struct({
  success: Success,
  sessions: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      status: Schema.Literal("active"),
      ...addresses,
      /** Whether it has a page that shows it. */
      streamWebView: Schema.Boolean,
      createdAt: IsoDate,
      lastActivity: IsoDate
    })
  )
})

export const BrowserListStatus = Schema.Literals(["active", "destroyed"])
export const BrowserListQuery = { status: optional(BrowserListStatus) }
