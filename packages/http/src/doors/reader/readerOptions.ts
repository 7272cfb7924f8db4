/**
 * What callers of the reader may ask for, each written once: the schema is read, and named in the OpenAPI document, as a
 * header, as a parameter and as a field of a body. The names are those that Jina's reader documents
 * (https://jina.ai/reader, https://github.com/jina-ai/reader).
 */
import * as ScrapeOptions from "@orbweaver/core/model/ScrapeOptions"
import * as Schema from "effect/Schema"
import { v2Defaults } from "../../v2/wire.ts"

/** Longest selector, in UTF-16 units. */
const maxSelector = 2000

const selector = (description: string) =>
  Schema.optionalKey(Schema.String.check(Schema.isMaxLength(maxSelector)).annotate({ description }))

const wholeNumber = (description: string) =>
  Schema.optionalKey(
    Schema.String.check(Schema.isPattern(/^\d{1,9}$/, { message: "Expected a whole number" })).annotate({ description })
  )

const oneOf = <const Values extends ReadonlyArray<string>>(values: Values, description: string) =>
  Schema.optionalKey(Schema.Literals(values).annotate({ description }))

const formatNames = ["content", "markdown", "html", "text", "screenshot", "pageshot"] as const

export const readerFields = {
  returnFormat: oneOf(
    formatNames,
    "`content`: title, address and Markdown of the main content; `markdown`: Markdown of the whole page; `html`; `text`; `screenshot`, `pageshot`: address of a picture. Markdown of the main content alone when absent"
  ),
  respondWith: oneOf(formatNames, "The other name of `returnFormat`, which wins"),
  targetSelector: selector("CSS selector of the elements to read; everything else is left out"),
  removeSelector: selector("CSS selector of elements to leave out"),
  waitForSelector: selector("CSS selector of an element to wait for; needs a browser"),
  withLinksSummary: oneOf(["true", "all", "false"], "List the links of the page at the end"),
  withImagesSummary: oneOf(["true", "all", "false"], "List the pictures of the page at the end"),
  noCache: oneOf(["true", "false"], "`true` captures the page again"),
  cacheTolerance: wholeNumber("Oldest cached page to answer from, in seconds; 172800 when absent"),
  timeout: wholeNumber("Limit for reading the page, in seconds; 60 when absent, at most 300"),
  tokenBudget: wholeNumber("Most tokens of the answer, as estimated; more is cut and `X-Warning` says so")
} as const

type Name = keyof typeof readerFields

/** Names without a counterpart here: those that ask for something are named in a warning. */
export const unsupportedNames = [
  "base",
  "engine",
  "injectFrameScript",
  "injectPageScript",
  "keepImgDataUrl",
  "locale",
  "mdLinkStyle",
  "noGfm",
  "preset",
  "proxy",
  "proxyUrl",
  "referer",
  "respondTiming",
  "retainImages",
  "retainLinks",
  "robotsTxt",
  "setCookie",
  "userAgent",
  "viewport",
  "withGeneratedAlt",
  "withIframe",
  "withShadowDom"
] as const

export const ReaderOptions = Schema.Struct({ ...readerFields, url: Schema.optionalKey(Schema.String) })
export type ReaderOptions = typeof ReaderOptions.Type

/** `withLinksSummary` is the header `x-with-links-summary`. */
export const headerOf = (name: string): string => `x-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

const names = Object.keys(readerFields) as ReadonlyArray<Name>

/** The schemas of the headers, by their names. */
export const headerFields = Object.fromEntries(names.map((name) => [headerOf(name), readerFields[name]]))

type Given = Readonly<Record<string, unknown>>

interface Asked {
  /** Not yet checked against `ReaderOptions`. */
  readonly options: Given
  /** Names that ask for something that is not had. */
  readonly unsupported: ReadonlyArray<string>
}

/** What headers, parameters and body ask for together; of those that say the same thing, the last one counts. */
export const askedOf = (headers: Readonly<Record<string, string | undefined>>, query: Given, body: Given): Asked => {
  const known = [...names, ...unsupportedNames]
  const fromHeaders = Object.fromEntries(known.map((name) => [name, headers[headerOf(name)]]))
  const { format, ...parameters } = query
  const all = { ...fromHeaders, ...withoutUndefined({ returnFormat: format }), ...parameters, ...body }
  const given = Object.entries(withoutUndefined(all))
  const isUnsupported = ([name]: readonly [string, unknown]) =>
    (unsupportedNames as ReadonlyArray<string>).includes(name)
  return {
    options: Object.fromEntries(given.filter((entry) => !isUnsupported(entry)).map(([name, v]) => [name, textOf(v)])),
    unsupported: given.filter((entry) => isUnsupported(entry) && asks(entry[1])).map(([name]) => name)
  }
}

const withoutUndefined = (values: Given): Given =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/** Values of a JSON body as a header has them. */
const textOf = (value: unknown): unknown => {
  if (typeof value === "boolean" || typeof value === "number") return String(value)
  return Array.isArray(value) && value.every((item) => typeof item === "string") ? value.join(", ") : value
}

const asks = (value: unknown): boolean => !["", "false", "none", "auto", "0", "null"].includes(String(value))

/** Seconds that a page may be old, for the store of pages here and for the caches of callers. */
export const maxAgeOf = ({ cacheTolerance, noCache }: ReaderOptions): number => {
  if (noCache === "true") return 0
  return cacheTolerance === undefined ? ScrapeOptions.defaults.maxAge / 1000 : Number(cacheTolerance)
}

export const formatOf = ({ respondWith, returnFormat }: ReaderOptions) => returnFormat ?? respondWith

export const isOn = (flag: string | undefined): boolean => flag === "true" || flag === "all"

/** As scrapes of v2 have them. */
export const scrapeOptionsOf = (asked: ReaderOptions): ScrapeOptions.ScrapeOptions => {
  const { removeSelector, targetSelector, timeout, tokenBudget, waitForSelector } = asked
  const format = formatOf(asked)
  return {
    ...v2Defaults,
    formats: formatsOf(asked),
    onlyMainContent: targetSelector === undefined && (format === undefined || format === "content"),
    maxAge: maxAgeOf(asked) * 1000,
    ...(targetSelector === undefined ? {} : { includeTags: [targetSelector] }),
    ...(removeSelector === undefined ? {} : { excludeTags: [removeSelector] }),
    ...(waitForSelector === undefined ? {} : { actions: [{ type: "wait", selector: waitForSelector }] }),
    ...(timeout === undefined ? {} : { timeout: Math.max(1, Number(timeout)) * 1000 }),
    ...(tokenBudget === undefined ? {} : { budget: { maxTokens: Number(tokenBudget) } })
  }
}

const formatsOf = (asked: ReaderOptions): ReadonlyArray<ScrapeOptions.FormatSpec> => [
  mainFormat(asked),
  ...(isOn(asked.withLinksSummary) ? [{ type: "links" }] : []),
  ...(isOn(asked.withImagesSummary) ? [{ type: "images" }] : [])
]

const mainFormat = (asked: ReaderOptions): ScrapeOptions.FormatSpec => {
  const { removeSelector, targetSelector } = asked
  switch (formatOf(asked)) {
    case "html":
      // The page as it is, or what the selectors leave of it.
      return { type: targetSelector === undefined && removeSelector === undefined ? "rawHtml" : "html" }
    case "screenshot":
      return { type: "screenshot" }
    case "pageshot":
      return { type: "screenshot", fullPage: true }
    default:
      return { type: "markdown" }
  }
}
