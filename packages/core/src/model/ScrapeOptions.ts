/**
 * How one page is captured and which formats are wanted.
 *
 * Field names are those of the v2 API (docs/reference/v2.md §3 to §5), so an HTTP adapter decodes requests with
 * these schemas as they stand. Each option is written down once, in `fields`:
 * its schema, text, default and unit (`optionDefinition.ts`), its effect on
 * shared pages, and its form in v1 (`scrapeOptionDefinition.ts`). The comments
 * of the fields are generated from that. Durations are milliseconds, as on the wire.
 */
import * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type InvalidInput, reader } from "./InvalidInput.ts"
import { RedactPII, redactionOf } from "./RedactPII.ts"
import { ThreatProtection } from "./ThreatProtection.ts"
import { headersProblem } from "./RequestHeaders.ts"
import { defaultsOf, option } from "./optionDefinition.ts"
import {
  type NamesInV1,
  type ResolvedOptions,
  scrapeDefinitionOf,
  scrapeOption,
  type ScrapeOptionDefinition,
  type ScrapeOptionFields,
  type Sharing
} from "./scrapeOptionDefinition.ts"

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
  headerOrigins: 100,
  /** UTF-16 units. */
  profileName: 128,
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
  /** The whole height of the page instead of the viewport. Default: `false`. */
  fullPage: option(Schema.Boolean, { text: "The whole height of the page instead of the viewport", default: false }),
  /** JPEG quality, from 1 to 100. Default: PNG. */
  quality: option(quality, { text: "JPEG quality, from 1 to 100", otherwise: "PNG" }),
  /** Size of the viewport, in CSS pixels. Default: that of the visit. */
  viewport: option(Viewport, { text: "Size of the viewport, in CSS pixels", otherwise: "that of the visit" })
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
  Schema.Literals(["pdf", "image"]),
  Schema.Struct({
    type: Schema.Literal("image"),
    /** Pages to read of a picture that has several (TIFF), from the first. */
    maxPages: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000 })))
  }),
  Schema.Struct({
    type: Schema.Literal("pdf"),
    /** `auto` recognizes pages without text where a recognizer is configured (OCR), `ocr` all pages, `fast` none. */
    mode: Schema.optionalKey(Schema.Literals(["fast", "auto", "ocr"])),
    maxPages: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000 }))),
    /** Also return the Markdown of each page. */
    pages: Schema.optionalKey(Schema.Boolean),
    blocks: Schema.optionalKey(Schema.Boolean),
    /** Write the page number where a page begins. */
    pageMarkers: Schema.optionalKey(Schema.Boolean),
    /** Keep running headers and footers, and page numbers. */
    runningHeaders: Schema.optionalKey(Schema.Boolean),
    /** Keep the labels of charts, as text. */
    chartLabels: Schema.optionalKey(Schema.Boolean)
  }),
  Schema.Struct({
    type: Schema.Literal("mail"),
    /** Also read the attachments. */
    attachments: Schema.optionalKey(Schema.Boolean)
  }),
  Schema.Struct({
    type: Schema.Literal("archive"),
    /** Also read the files in the archive. */
    members: Schema.optionalKey(Schema.Boolean)
  }),
  Schema.Struct({
    type: Schema.Literals(["docx", "odt"]),
    /** Also read comments. */
    comments: Schema.optionalKey(Schema.Boolean)
  }),
  Schema.Struct({
    type: Schema.Literals(["pptx", "odp"]),
    comments: Schema.optionalKey(Schema.Boolean),
    /** Also read slides that the presentation hides. */
    hidden: Schema.optionalKey(Schema.Boolean)
  }),
  Schema.Struct({
    type: Schema.Literals(["ods", "ppt", "xls", "xlsx"]),
    /** Also read what the file hides: slides, sheets, and in `.xlsx` rows and columns. */
    hidden: Schema.optionalKey(Schema.Boolean)
  }),
  Schema.Struct({
    type: Schema.Literal("notebook"),
    /** Also show the pictures that the code made. */
    pictures: Schema.optionalKey(Schema.Boolean)
  })
])
export type ParserSpec = typeof ParserSpec.Type

/** A browser profile of the account (docs/guide/profiles.md). */
export const ProfileOptions = Schema.Struct({
  /** Its name; a profile that is not there is made by the first who saves it. */
  name: Schema.String.check(
    Schema.isMinLength(1),
    Schema.isMaxLength(limits.profileName),
    Schema.isPattern(/^[^\p{Cc}]*$/u, { message: "A name of a profile has no control characters" })
  ),
  /** Save what the browser holds afterwards. Default: `true`. */
  saveChanges: Schema.optionalKey(Schema.Boolean)
})
export type ProfileOptions = typeof ProfileOptions.Type

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

/** A screenshot is a part of the captured page; changes are tracked on a page of one's own. */
const formatSharing: Sharing<ReadonlyArray<FormatSpec>> = {
  neverShared: (formats) => formats.some(({ type }) => type === "changeTracking"),
  variant: (formats) => formats.find(({ type }) => type === "screenshot")
}

/** Scheme, host and port: whoever writes a path would expect that it counts. */
const Origin = Schema.String.check(
  Schema.makeFilter((text) => {
    const url = URL.parse(text)
    const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
    return isOrigin ? undefined : "Expected an origin, such as https://api.example.com"
  })
)

const fields = {
  /** Formats to return. Default: `[{"type":"markdown"}]`. */
  formats: scrapeOption(Schema.Array(Schema.Union([Schema.String, FormatSpec])), {
    default: [{ type: "markdown" }],
    resolve: (formats): ReadonlyArray<FormatSpec> =>
      formats.map((format) => (typeof format === "string" ? { type: format } : format)),
    cache: formatSharing,
    singleFlight: formatSharing,
    text: "Formats to return",
    v1: "converted",
    flag: false,
    tool: false
  }),
  /** Request headers to send. Default: none of yours. */
  headers: scrapeOption(Schema.Record(Schema.String, Schema.String), {
    default: {},
    cache: "neverShared",
    singleFlight: "neverShared",
    text: "Request headers to send",
    v1: "same",
    otherwise: "none of yours",
    flag: false,
    tool: false
  }),
  /**
   * Further origins that `headers` are sent to, such as `https://api.example.com`. Headers that describe the client go
   * everywhere. Default: the origin of the address that you give.
   */
  headerOrigins: scrapeOption(Schema.Array(Origin).check(Schema.isMaxLength(limits.headerOrigins)), {
    default: [],
    cache: "ignored",
    singleFlight: "ignored",
    text: "Further origins that `headers` are sent to, such as `https://api.example.com`. Headers that describe the client go everywhere",
    v1: "same",
    otherwise: "the origin of the address that you give",
    tool: false
  }),
  /** CSS selectors of the elements to keep; everything else is dropped. Default: none. */
  includeTags: scrapeOption(Schema.Array(Schema.String), {
    default: [],
    cache: "ignored",
    singleFlight: "ignored",
    text: "CSS selectors of the elements to keep; everything else is dropped",
    v1: "same",
    files: true
  }),
  /**
   * CSS selectors of the elements to remove; an entry between `*` is a pattern over tag name and attributes. Default:
   * none.
   */
  excludeTags: scrapeOption(Schema.Array(Schema.String), {
    default: [],
    cache: "ignored",
    singleFlight: "ignored",
    text: "CSS selectors of the elements to remove; an entry between `*` is a pattern over tag name and attributes",
    v1: "same",
    files: true
  }),
  /** Keep only the main content of a page: no navigation, no footers. Default: `true`. */
  onlyMainContent: scrapeOption(Schema.Boolean, {
    default: true,
    cache: "ignored",
    singleFlight: "ignored",
    text: "Keep only the main content of a page: no navigation, no footers",
    v1: "same",
    files: true,
    flag: { name: "main-content" }
  }),
  /** Let the model leave out of the Markdown what is no content and rules have left in. Default: `false`. */
  onlyCleanContent: scrapeOption(Schema.Boolean, {
    default: false,
    cache: "ignored",
    singleFlight: "ignored",
    text: "Let the model leave out of the Markdown what is no content and rules have left in",
    v1: "none",
    files: true
  }),
  /**
   * Parts to keep that are left out otherwise: comments, hiddenText, metadataSources, structuredData. Default: none.
   */
  includeParts: scrapeOption(
    Schema.Array(
      Schema.Literals([
        /** What readers wrote under an article. */
        "comments",
        /** Text that no visitor sees, at the end of the Markdown and marked as such. */
        "hiddenText",
        /** `metadata.sources`: where author and times come from. */
        "metadataSources",
        /** Values of JSON-LD that the text does not have, at the end of the Markdown and marked as such. */
        "structuredData"
      ])
    ),
    {
      default: [],
      cache: "ignored",
      singleFlight: "ignored",
      text: "Parts to keep that are left out otherwise: comments, hiddenText, metadataSources, structuredData",
      v1: "none",
      files: true
    }
  ),
  /** Limit for the whole scrape of a page, in milliseconds. Default: 60 seconds. */
  timeout: scrapeOption(positive, {
    default: 60_000,
    resolve: (timeout) => Duration.millis(Math.min(timeout, limits.timeout)),
    cache: "ignored",
    singleFlight: "variant",
    text: "Limit for the whole scrape of a page",
    unit: "milliseconds",
    v1: "converted",
    files: true,
    maximum: limits.timeout
  }),
  /** Extra time for scripts once the page has loaded, in milliseconds; needs a browser. Default: 0. */
  waitFor: scrapeOption(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: limits.waitFor })), {
    default: 0,
    resolve: (waitFor) => Duration.millis(waitFor),
    cache: "neverShared",
    singleFlight: "neverShared",
    text: "Extra time for scripts once the page has loaded; needs a browser",
    unit: "milliseconds",
    v1: "same"
  }),
  /** Visit as a phone. Default: `false`. */
  mobile: scrapeOption(Schema.Boolean, {
    default: false,
    cache: "variant",
    singleFlight: "variant",
    text: "Visit as a phone",
    v1: "same"
  }),
  /**
   * How files that are not web pages are read; an empty list returns PDFs unread. Default: every known kind of file is
   * read.
   */
  parsers: scrapeOption(Schema.Array(ParserSpec), {
    resolve: (parsers): ReadonlyArray<Exclude<ParserSpec, string>> =>
      parsers.map((parser) => (typeof parser === "string" ? { type: parser } : parser)),
    cache: "ignored",
    singleFlight: "variant",
    text: "How files that are not web pages are read; an empty list returns PDFs unread",
    v1: "converted",
    files: true,
    otherwise: "every known kind of file is read",
    tool: false
  }),
  /** Steps to perform on the page; needs a browser. Default: none. */
  actions: scrapeOption(
    Schema.Array(Action).check(
      Schema.isMaxLength(limits.actions, { message: `Number of actions cannot exceed ${limits.actions}` })
    ),
    {
      default: [],
      cache: "neverShared",
      singleFlight: "neverShared",
      text: "Steps to perform on the page; needs a browser",
      v1: "same",
      tool: false
    }
  ),
  /** Country and languages of the visitor. Default: the country of the process, no language. */
  location: scrapeOption(Location, {
    resolve: ({ country = "US", languages = [] }) => ({ country: country.toUpperCase(), languages }),
    cache: "variant",
    singleFlight: "variant",
    text: "Country and languages of the visitor",
    v1: "converted",
    otherwise: "the country of the process, no language",
    flag: false,
    tool: false
  }),
  /** Accept invalid certificates. Default: `false`. */
  skipTlsVerification: scrapeOption(Schema.Boolean, {
    default: false,
    cache: "variant",
    singleFlight: "variant",
    text: "Accept invalid certificates",
    v1: "same",
    tool: false
  }),
  /** Replace images embedded in the Markdown by a placeholder. Default: `true`. */
  removeBase64Images: scrapeOption(Schema.Boolean, {
    default: true,
    cache: "ignored",
    singleFlight: "ignored",
    text: "Replace images embedded in the Markdown by a placeholder",
    v1: "same",
    files: true,
    tool: false
  }),
  /** Block advertisements and cookie banners in a browser, and leave their boxes out of every page. Default: `true`. */
  blockAds: scrapeOption(Schema.Boolean, {
    default: true,
    cache: "variant",
    singleFlight: "variant",
    text: "Block advertisements and cookie banners in a browser, and leave their boxes out of every page",
    v1: "same",
    tool: false
  }),
  /** Engine that loads the page; auto tries the stealth engine if the basic one is blocked. Default: `"auto"`. */
  proxy: scrapeOption(Schema.Literals(["basic", "stealth", "enhanced", "auto"]), {
    default: "auto",
    resolve: (proxy) => (proxy === "enhanced" ? "stealth" : proxy),
    cache: { neverShared: (proxy) => proxy === "stealth" },
    singleFlight: { neverShared: (proxy) => proxy === "stealth", variant: (proxy) => proxy },
    text: "Engine that loads the page; auto tries the stealth engine if the basic one is blocked",
    v1: "same",
    flag: false,
    tool: false
  }),
  /** Oldest acceptable cached page, in milliseconds; 0 always captures. Default: 2 days. */
  maxAge: scrapeOption(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)), {
    default: 172_800_000,
    resolve: (maxAge) => Duration.millis(maxAge),
    cache: "ignored",
    singleFlight: "ignored",
    text: "Oldest acceptable cached page; 0 always captures",
    unit: "milliseconds",
    v1: "same",
    flag: false
  }),
  /** Answer from the cache only, with a page at least this old, in milliseconds. Default: any page. */
  minAge: scrapeOption(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)), {
    resolve: (minAge) => Duration.millis(minAge),
    cache: "ignored",
    singleFlight: "ignored",
    text: "Answer from the cache only, with a page at least this old",
    unit: "milliseconds",
    v1: "none",
    otherwise: "any page",
    flag: false,
    tool: false
  }),
  /** Store the page in the cache. Default: `true`. */
  storeInCache: scrapeOption(Schema.Boolean, {
    default: true,
    cache: "ignored",
    singleFlight: "variant",
    text: "Store the page in the cache",
    v1: "same",
    flag: false,
    tool: false
  }),
  /** Answer from the cache only: nothing is sent to the site. Default: `false`. */
  lockdown: scrapeOption(Schema.Boolean, {
    default: false,
    cache: "ignored",
    singleFlight: "ignored",
    text: "Answer from the cache only: nothing is sent to the site",
    v1: "none",
    flag: false,
    tool: false
  }),
  /** Personal data and secrets to take out of every text, with `true` for all kinds. Default: nothing. */
  redactPII: scrapeOption(Schema.Union([Schema.Boolean, RedactPII]), {
    resolve: redactionOf,
    // The cache keeps pages as they were sent, so a page to be redacted is neither stored nor looked for there.
    cache: { neverShared: (redaction) => redaction !== undefined },
    singleFlight: { neverShared: (redaction) => redaction !== undefined },
    text: "Personal data and secrets to take out of every text, with `true` for all kinds",
    v1: "same",
    files: true,
    otherwise: "nothing",
    flag: { name: "redact-pii" }
  }),
  /**
   * Leave out what speaks to models, not to readers, of what models get of the page; `warning` names it. Default:
   * `false`.
   */
  checkPromptInjection: scrapeOption(Schema.Boolean, {
    default: false,
    cache: "ignored",
    singleFlight: "ignored",
    text: "Leave out what speaks to models, not to readers, of what models get of the page; `warning` names it",
    v1: "none",
    files: true
  }),
  /** Hosts that must not be reached, by lists of the caller. Default: none. */
  threatProtection: scrapeOption(ThreatProtection, {
    // Who may read a stored page is judged for each request.
    cache: "ignored",
    singleFlight: "variant",
    text: "Hosts that must not be reached, by lists of the caller",
    v1: "same",
    otherwise: "none",
    flag: false,
    tool: false
  }),
  /**
   * Browser profile whose cookies and storage the page is visited with; needs a browser. Pages of jobs and of searches
   * read it and save nothing. Default: none.
   */
  profile: scrapeOption(ProfileOptions, {
    cache: "neverShared",
    singleFlight: "neverShared",
    text: "Browser profile whose cookies and storage the page is visited with; needs a browser. Pages of jobs and of searches read it and save nothing",
    v1: "none",
    otherwise: "none",
    flag: false,
    tool: false
  }),
  /** Say where the time went, phase by phase, in `timings` of the result. Default: `false`. */
  timings: scrapeOption(Schema.Boolean, {
    default: false,
    cache: "ignored",
    // A capture that another caller began is not the time of this one.
    singleFlight: "neverShared",
    text: "Say where the time went, phase by phase, in `timings` of the result",
    files: true,
    v1: "none",
    tool: false
  }),
  /** Maximum number of tokens of all texts, and the cursor to continue from. Default: whole texts. */
  budget: scrapeOption(
    Schema.Struct({
      /** Largest number of tokens of all texts together, as estimated, or counted by the `tokens` of the instance. */
      maxTokens: Schema.Int.check(Schema.isBetween({ minimum: 16, maximum: 10_000_000 })),
      /** `metadata.budget.cursor` of an earlier answer to the same options: goes on from there. */
      cursor: Schema.optionalKey(Schema.String)
    }),
    {
      cache: "ignored",
      singleFlight: "ignored",
      text: "Maximum number of tokens of all texts, and the cursor to continue from",
      v1: "none",
      otherwise: "whole texts",
      flag: false,
      tool: false
    }
  )
}

export const ScrapeOptions = Schema.Struct(fields satisfies ScrapeOptionFields)
export type ScrapeOptions = typeof ScrapeOptions.Type

/** The options with every default filled in and shorthands spelled out. */
export interface Resolved extends ResolvedOptions<typeof fields> {}

type Name = keyof typeof fields

const names = Object.keys(fields) as ReadonlyArray<Name>
const definitions = new Map(names.map((name) => [name, scrapeDefinitionOf(fields[name])!]))

/** The definition of an option. */
export const definition = (name: Name): ScrapeOptionDefinition<any, any> => definitions.get(name)!

/** What an omitted option means. Durations are milliseconds, as on the wire. */
export const defaults = defaultsOf(fields)

/** Names of the options that mean something for a file. */
export const namesForFiles = names.filter((name) => definition(name).files === true)

/** Names of the options that v1 has as they are. */
export const namesInV1 = names.filter((name) => definition(name).v1 === "same") as ReadonlyArray<
  NamesInV1<typeof fields, "same">
>

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
      return headersProblem(options.headers, ["headers"])
    })
  )
)

export const resolve = (options: ScrapeOptions): Resolved => {
  const resolved: Record<string, unknown> = {}
  for (const [name, { default: otherwise, resolve }] of definitions) {
    const value: unknown = options[name] ?? otherwise
    resolved[name] = value === undefined || resolve === undefined ? value : resolve(value)
  }
  return resolved as {} as Resolved
}
