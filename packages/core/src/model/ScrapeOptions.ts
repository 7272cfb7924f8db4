/**
 * How one page is captured and which formats are wanted.
 *
 * Field names are those of the v2 API (docs/reference/v2.md §3 to §5), so an HTTP
 * adapter decodes requests with these schemas as they stand, and `defaults` is
 * the one table of what an omitted field means.
 */
import * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type InvalidInput, reader } from "./InvalidInput.ts"
import { check } from "./RequestHeaders.ts"

/** What the caller leaves out. Durations are milliseconds, as on the wire. */
export const defaults = {
  formats: [{ type: "markdown" }],
  headers: {},
  includeTags: [],
  excludeTags: [],
  onlyMainContent: true,
  timeout: 60_000,
  waitFor: 0,
  mobile: false,
  actions: [],
  skipTlsVerification: false,
  removeBase64Images: true,
  blockAds: true,
  proxy: "auto",
  maxAge: 172_800_000,
  storeInCache: true,
  lockdown: false
} as const

export const limits = {
  /** Longest scrape, in milliseconds; a longer timeout is shortened to it. */
  timeout: 300_000,
  /** Longest `waitFor`, in milliseconds. */
  waitFor: 60_000,
  actions: 50,
  /** Sum of the waits among the actions, in milliseconds; a selector counts 1000. */
  actionWaits: 60_000,
  /** Largest body, in bytes after decompression. */
  maxBytes: 50 * 1024 * 1024,
  redirects: 20,
  prompt: 10_000
} as const

const positive = Schema.Int.check(Schema.isGreaterThan(0))
const quality = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 }))

export const Viewport = Schema.Struct({
  /** CSS pixels. */
  width: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 7680 })),
  height: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 4320 }))
})

const screenshotFields = {
  fullPage: Schema.optionalKey(Schema.Boolean),
  /** JPEG quality from 1 to 100; PNG when absent. */
  quality: Schema.optionalKey(quality),
  viewport: Schema.optionalKey(Viewport)
}

export const ScreenshotOptions = Schema.Struct(screenshotFields)
export type ScreenshotOptions = typeof ScreenshotOptions.Type

/** One step performed on the page, in order. Selectors are CSS. */
export const Action = Schema.Union([
  Schema.Struct({ type: Schema.Literal("wait"), milliseconds: positive }),
  Schema.Struct({ type: Schema.Literal("wait"), selector: Schema.String }),
  Schema.Struct({
    type: Schema.Literal("click"),
    selector: Schema.String,
    /** Click every match instead of the first; then no match is no failure. */
    all: Schema.optionalKey(Schema.Boolean)
  }),
  Schema.Struct({ type: Schema.Literal("write"), text: Schema.String }),
  Schema.Struct({ type: Schema.Literal("press"), key: Schema.String }),
  Schema.Struct({
    type: Schema.Literal("scroll"),
    direction: Schema.optionalKey(Schema.Literals(["up", "down"])),
    selector: Schema.optionalKey(Schema.String)
  }),
  Schema.Struct({ type: Schema.Literal("screenshot"), ...screenshotFields }),
  Schema.Struct({ type: Schema.Literal("scrape") }),
  Schema.Struct({ type: Schema.Literal("executeJavascript"), script: Schema.String }),
  Schema.Struct({
    type: Schema.Literal("pdf"),
    format: Schema.optionalKey(
      Schema.Literals(["A0", "A1", "A2", "A3", "A4", "A5", "A6", "Letter", "Legal", "Tabloid", "Ledger"])
    ),
    landscape: Schema.optionalKey(Schema.Boolean),
    scale: Schema.optionalKey(Schema.Finite)
  })
])
export type Action = typeof Action.Type

/**
 * A wanted format with its options. The name is open: formats are plugins, and
 * each one checks its own options when the scrape is planned (`Formats.plan`).
 */
export const FormatSpec = Schema.StructWithRest(Schema.Struct({ type: Schema.String }), [
  Schema.Record(Schema.String, Schema.Json)
])
export type FormatSpec = typeof FormatSpec.Type

/** How files that are no web pages are read. */
export const ParserSpec = Schema.Union([
  Schema.Literal("pdf"),
  Schema.Struct({
    type: Schema.Literal("pdf"),
    mode: Schema.optionalKey(Schema.Literals(["fast", "auto", "ocr"])),
    maxPages: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000 }))),
    /** Also return the Markdown of each page. */
    pages: Schema.optionalKey(Schema.Boolean),
    blocks: Schema.optionalKey(Schema.Boolean),
    /** Write the page number where a page begins. */
    pageMarkers: Schema.optionalKey(Schema.Boolean)
  })
])
export type ParserSpec = typeof ParserSpec.Type

/** The 249 codes of ISO 3166-1 alpha-2, by their first letters. */
const countries = new RegExp(
  `^(?:${[
    "A[DEFGILMOQRSTUWXZ]|B[ABDEFGHIJLMNOQRSTVWYZ]|C[ACDFGHIKLMNORUVWXYZ]|D[EJKMOZ]|E[CEGHRST]|F[IJKMOR]",
    "G[ABDEFGHILMNPQRSTUWY]|H[KMNRTU]|I[DELMNOQRST]|J[EMOP]|K[EGHIMNPRWYZ]|L[ABCIKRSTUVY]",
    "M[ACDEFGHKLMNOPQRSTUVWXYZ]|N[ACEFGILOPRUZ]|OM|P[AEFGHKLMNRSTWY]|QA|R[EOSUW]|S[ABCDEGHIJKLMNORSTVXYZ]",
    "T[CDFGHJKLMNORTVWZ]|U[AGMSYZ]|V[ACEGINU]|W[FS]|Y[ET]|Z[AMW]"
  ].join("|")})$`,
  "i"
)

export const Location = Schema.Struct({
  /** ISO 3166-1 alpha-2. */
  country: Schema.optionalKey(
    Schema.String.check(
      Schema.isPattern(countries, {
        message: "Invalid country code. Please use a valid ISO 3166-1 alpha-2 country code."
      })
    )
  ),
  /** BCP 47, most wanted first. */
  languages: Schema.optionalKey(Schema.Array(Schema.String))
})

export const ScrapeOptions = Schema.Struct({
  formats: Schema.optionalKey(Schema.Array(Schema.Union([Schema.String, FormatSpec]))),
  headers: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  /** CSS selectors of what to keep; everything else goes. */
  includeTags: Schema.optionalKey(Schema.Array(Schema.String)),
  /** CSS selectors of what to drop; an entry between `*` is a pattern over tag name and attributes. */
  excludeTags: Schema.optionalKey(Schema.Array(Schema.String)),
  onlyMainContent: Schema.optionalKey(Schema.Boolean),
  /** Limit for the whole scrape, in milliseconds. */
  timeout: Schema.optionalKey(positive),
  /** Extra time for scripts once the page has loaded, in milliseconds; needs a browser. */
  waitFor: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: limits.waitFor }))),
  mobile: Schema.optionalKey(Schema.Boolean),
  parsers: Schema.optionalKey(Schema.Array(ParserSpec)),
  actions: Schema.optionalKey(
    Schema.Array(Action).check(
      Schema.isMaxLength(limits.actions, { message: `Number of actions cannot exceed ${limits.actions}` })
    )
  ),
  location: Schema.optionalKey(Location),
  skipTlsVerification: Schema.optionalKey(Schema.Boolean),
  /** Replace pictures embedded in the Markdown by a placeholder. */
  removeBase64Images: Schema.optionalKey(Schema.Boolean),
  blockAds: Schema.optionalKey(Schema.Boolean),
  proxy: Schema.optionalKey(Schema.Literals(["basic", "stealth", "enhanced", "auto"])),
  /** Oldest acceptable cached page, in milliseconds; 0 always captures. */
  maxAge: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))),
  /** Answer from the cache only, with a page at least this old, in milliseconds. */
  minAge: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))),
  storeInCache: Schema.optionalKey(Schema.Boolean),
  /** Answer from the cache only: no byte leaves for this page. */
  lockdown: Schema.optionalKey(Schema.Boolean),
  /** Keep the texts of the answer to what fits a context; ours, not of the contract. */
  budget: Schema.optionalKey(
    Schema.Struct({
      /** Most tokens of all texts together, as estimated (`budget/tokens`). */
      maxTokens: Schema.Int.check(Schema.isBetween({ minimum: 16, maximum: 10_000_000 })),
      /** `metadata.budget.cursor` of an earlier answer to the same options: goes on from there. */
      cursor: Schema.optionalKey(Schema.String)
    })
  )
})
export type ScrapeOptions = typeof ScrapeOptions.Type

/** The options with every default filled in and shorthands spelled out. */
export interface Resolved {
  readonly formats: ReadonlyArray<FormatSpec>
  readonly headers: Readonly<Record<string, string>>
  readonly includeTags: ReadonlyArray<string>
  readonly excludeTags: ReadonlyArray<string>
  readonly onlyMainContent: boolean
  readonly timeout: Duration.Duration
  readonly waitFor: Duration.Duration
  readonly mobile: boolean
  /** Absent means that every known kind of file is read. */
  readonly parsers?: ReadonlyArray<Exclude<ParserSpec, string>> | undefined
  readonly actions: ReadonlyArray<Action>
  readonly location?: { readonly country: string; readonly languages: ReadonlyArray<string> } | undefined
  readonly skipTlsVerification: boolean
  readonly removeBase64Images: boolean
  readonly blockAds: boolean
  readonly proxy: "basic" | "stealth" | "auto"
  readonly maxAge: Duration.Duration
  readonly minAge?: Duration.Duration | undefined
  readonly storeInCache: boolean
  readonly lockdown: boolean
  readonly budget?: { readonly maxTokens: number; readonly cursor?: string } | undefined
}

/** Reads options from outside: unknown keys, wrong types and ranges fail with the field's name. */
export const decode: (input: unknown) => Effect.Effect<ScrapeOptions, InvalidInput> = reader(
  "scrape options",
  ScrapeOptions.check(
    Schema.makeFilter((options) => {
      const waits = (options.actions ?? []).reduce(
        (sum, action) => (action.type !== "wait" ? sum : sum + ("milliseconds" in action ? action.milliseconds : 1000)),
        0
      )
      if (waits > limits.actionWaits) {
        return {
          path: ["actions"],
          issue: "Total wait time (waitFor + wait actions) cannot exceed 60 seconds"
        }
      }
      if (options.timeout !== undefined && (options.waitFor ?? 0) > options.timeout / 2) {
        return { path: ["waitFor"], issue: "waitFor must not exceed half of timeout" }
      }
      const headers = check(options.headers ?? {})
      if (!headers.ok) return { path: ["headers"], issue: headers.problem }
      return undefined
    })
  )
)

export const resolve = (options: ScrapeOptions): Resolved => ({
  formats: (options.formats ?? defaults.formats).map((format) =>
    typeof format === "string" ? { type: format } : format
  ),
  headers: options.headers ?? defaults.headers,
  includeTags: options.includeTags ?? defaults.includeTags,
  excludeTags: options.excludeTags ?? defaults.excludeTags,
  onlyMainContent: options.onlyMainContent ?? defaults.onlyMainContent,
  timeout: Duration.millis(Math.min(options.timeout ?? defaults.timeout, limits.timeout)),
  waitFor: Duration.millis(options.waitFor ?? defaults.waitFor),
  mobile: options.mobile ?? defaults.mobile,
  parsers: options.parsers?.map((parser) => (typeof parser === "string" ? { type: parser } : parser)),
  actions: options.actions ?? defaults.actions,
  location:
    options.location === undefined
      ? undefined
      : { country: (options.location.country ?? "US").toUpperCase(), languages: options.location.languages ?? [] },
  skipTlsVerification: options.skipTlsVerification ?? defaults.skipTlsVerification,
  removeBase64Images: options.removeBase64Images ?? defaults.removeBase64Images,
  blockAds: options.blockAds ?? defaults.blockAds,
  proxy: options.proxy === "enhanced" ? "stealth" : (options.proxy ?? defaults.proxy),
  maxAge: Duration.millis(options.maxAge ?? defaults.maxAge),
  minAge: options.minAge === undefined ? undefined : Duration.millis(options.minAge),
  storeInCache: options.storeInCache ?? defaults.storeInCache,
  lockdown: options.lockdown ?? defaults.lockdown,
  budget: options.budget
})
