/**
 * The formats that read HTML: `markdown`, `html`, `links`, `images`,
 * `attributes`, `mainContentReport`, the metadata that every document has, and what a crawl reads of
 * a page. They share one conversion of the page (`convert`), made by the first
 * of them that runs.
 */
import * as Effect from "effect/Effect"
import * as Discovered from "@orbweaver/core/internal/scrape/formats/Discovered"
import * as Facts from "@orbweaver/core/internal/scrape/formats/Facts"
import * as HeadingAnchors from "@orbweaver/core/internal/scrape/formats/HeadingAnchors"
import * as UnseenTexts from "@orbweaver/core/internal/scrape/formats/UnseenTexts"
import {
  builtInFormat,
  type Fields,
  type Format,
  type FormatFailure,
  type FormatInput
} from "@orbweaver/core/scrape/Format"
import { CaptureError, Overloaded } from "@orbweaver/core/model/CaptureError"
import { FormatError } from "@orbweaver/core/model/FormatError"
import type { BuiltInName, FormatOptions } from "@orbweaver/core/model/formats/builtInFormats"
import { invalid } from "@orbweaver/core/model/InvalidInput"
import { noEvidence } from "@orbweaver/core/internal/evidence/Evidence"
import { refreshLink } from "@orbweaver/core/internal/reading/refreshTarget"
import type { MainContent } from "@orbweaver/core/internal/scrape/MainContent"
import type { Converted, ConvertInput, Part } from "../convert/convert.ts"
import { inputOf } from "../convert/convertInput.ts"
import { jsonAnswerFacts } from "../facts/jsonAnswer.ts"
import { noteOf } from "../mainContent/select/report.ts"
import { inPlace, type Service } from "../pool/ConversionPool.ts"
import type { ConversionFailed } from "../pool/ConversionFailed.ts"
import { ThreadResults } from "../pool/pageReader.ts"
import { InvalidSelector } from "../query/InvalidSelector.ts"

type Pool = Pick<Service, "convert">

export interface HtmlFormatsOptions {
  /** Selects the content in place of our own selection. */
  readonly mainContent?: MainContent | undefined
  /** Converts large pages on other threads; everything is converted in place when absent. */
  readonly pool?: Pool | undefined
}

export const htmlFormats = (options: HtmlFormatsOptions = {}): ReadonlyArray<Format> => {
  const { pool = { convert: inPlace } } = options
  const read = reader(options.mainContent, pool)
  const format = <Name extends Part & BuiltInName>(
    name: Name,
    field: (converted: Converted, options: FormatOptions<Name>) => Fields
  ): Format =>
    builtInFormat(name, {
      run: (input, options) => Effect.map(read(input), (converted) => field(converted, options))
    })
  return [
    // Every document has this format, so it says what was left out of the page.
    {
      name: "metadata",
      needs: [],
      uses: [],
      always: true,
      run: (input) =>
        Effect.map(read(input), (converted) => ({
          metadata: metadataOf(converted),
          ...(converted.warnings === undefined ? {} : { warning: converted.warnings.join(" ") })
        }))
    },
    builtInFormat("markdown", {
      run: Effect.fnUntraced(function* (input) {
        const markdown = input.page.content.markdown ?? (yield* read(input)).markdown ?? ""
        const pages = yield* pagesOf(input, pool)
        return pages === undefined ? { markdown } : { markdown, pages }
      })
    }),
    format("html", ({ html = "" }) => ({ html })),
    builtInFormat("links", {
      run: (input) => Effect.map(read(input), ({ links = [] }) => ({ links: withRefresh(links, input) }))
    }),
    format("images", ({ images = [] }) => ({ images })),
    format("attributes", ({ attributes = [] }) => ({ attributes })),
    format("mainContentReport", ({ mainContentReport = [] }, { note = false }) => {
      const warning = note ? noteOf(mainContentReport) : ""
      return { mainContentReport, ...(warning === "" ? {} : { warning }) }
    }),
    Discovered.format((input) => Effect.map(read(input), ({ discovered }) => discovered ?? { links: [] })),
    Facts.format((input) => {
      const answer = jsonAnswerFacts(input.page)
      return answer === undefined ? Effect.map(read(input), ({ facts = noEvidence }) => facts) : Effect.succeed(answer)
    }),
    HeadingAnchors.format((input) => Effect.map(read(input), ({ headingAnchors = [] }) => headingAnchors)),
    UnseenTexts.format((input) => Effect.map(read(input), ({ unseenTexts = [] }) => unseenTexts))
  ]
}

/** With where the answer sends its visitors, unless the page links there or the caller chose parts of the page. */
const withRefresh = (links: ReadonlyArray<string>, { options, page }: FormatInput): ReadonlyArray<string> => {
  const link = (options.includeTags ?? []).length > 0 ? undefined : refreshLink(page.response)?.href
  return link === undefined || links.includes(link) ? links : [...links, link]
}

/** The conversion of a page: made when it is first asked for, then remembered on the page. */
const reader = (mainContent: MainContent | undefined, pool: Pool) => {
  /** Names this reader's conversion among what formats share on a page. */
  const key = {}
  return Effect.fnUntraced(function* (input: FormatInput): Effect.fn.Return<Converted, FormatFailure> {
    const made = mainContent === undefined ? input.page.content.read?.made : undefined
    if (made instanceof ThreadResults) return made.converted
    const memo = input.page.shared<{ converted?: Converted }>(key, () => ({}))
    if (memo.converted !== undefined) return memo.converted
    const selected = yield* contentOf(input, mainContent)
    memo.converted = yield* Effect.mapError(pool.convert(selected), (error) => failureOf(error, input))
    return memo.converted
  })
}

/** The Markdown of each page, for files that have pages when the caller asked for them. */
const pagesOf = Effect.fnUntraced(function* (
  input: FormatInput,
  pool: Pool
): Effect.fn.Return<Fields["pages"], FormatFailure> {
  const { options, page } = input
  const { pages } = page.content
  if (pages === undefined || options.parsers?.some((parser) => parser.type === "pdf" && parser.pages === true) !== true)
    return undefined
  return yield* Effect.forEach(pages, ({ html, pageNumber }) =>
    pool
      .convert({
        html,
        url: page.response.url.href,
        wanted: ["markdown"],
        onlyMainContent: false,
        includeTags: [],
        excludeTags: [],
        removeBase64Images: options.removeBase64Images,
        attributes: []
      })
      .pipe(
        Effect.map(({ markdown = "" }) => ({ pageNumber, markdown })),
        Effect.mapError((error) => failureOf(error, input))
      )
  )
})

const contentOf = Effect.fnUntraced(function* (
  { options, page, wanted }: FormatInput,
  mainContent: MainContent | undefined
): Effect.fn.Return<ConvertInput, FormatError> {
  const { html, wholeIsContent } = page.content
  const { rendered, url } = page.response
  const narrow = options.onlyMainContent && !wholeIsContent
  return {
    ...inputOf(options, wanted, url.href),
    rendered,
    html: narrow && mainContent !== undefined ? yield* mainContent.select({ html, url }) : html,
    onlyMainContent: narrow && mainContent === undefined
  }
})

/** An empty title is none, and a text file has no usable head. */
const metadataOf = ({ metadata = { title: "", description: "" }, metadataSources, wordCount = 0 }: Converted) => {
  const known = Object.entries(metadata).filter(([, value]) => value !== "" && value !== undefined)
  const sources = metadataSources === undefined ? {} : { sources: metadataSources }
  return { ...Object.fromEntries(known), ...sources, wordCount }
}

/** After how many seconds to try a page again for which no thread was free. */
const busySeconds = 2

const failureOf = (
  error: ConversionFailed | InvalidSelector,
  { options: { formats, includeTags }, page }: FormatInput
): FormatFailure => {
  if (!(error instanceof InvalidSelector)) {
    if (error.reason === "busy") {
      const reason = new Overloaded({ detail: error.detail, retryAfterSeconds: busySeconds })
      return new CaptureError({ url: page.requested.href, reason })
    }
    return new FormatError({ format: "html", detail: error.detail, cause: error })
  }
  const written = JSON.stringify(error.selector.replace(/…$/, "")).slice(1, -1)
  const asked = ["attributes", "schema"].flatMap((kind) => {
    const at = formats.findIndex((spec) => (kind === "schema" ? kind in spec : spec.type === kind))
    const option = kind === "schema" ? kind : "selectors"
    return at >= 0 && JSON.stringify(formats[at]![option] ?? null).includes(written) ? [["formats", at, option]] : []
  })
  const list = includeTags.includes(error.selector) ? "includeTags" : "excludeTags"
  return invalid("scrape options", asked[0] ?? [list], error.message)
}
