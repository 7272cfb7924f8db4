/**
 * The formats that read HTML: `markdown`, `html`, `links`, `images`, and the
 * metadata that every document has. They share one conversion of the page
 * (`convert`), made by the first of them that runs.
 */
import * as Effect from "effect/Effect"
import { type Fields, type Format, FormatError, type FormatInput } from "@orbweaver/core/Format"
import { invalid, type InvalidInput } from "@orbweaver/core/InvalidInput"
import type { MainContent } from "@orbweaver/core/MainContent"
import type { Resolved } from "@orbweaver/core/ScrapeOptions"
import { convert, type Converted, type ConvertInput, type Part } from "./convert.ts"
import { InvalidSelector } from "./tree/InvalidSelector.ts"

export interface HtmlFormatsOptions {
  /** Selects the content in place of our own selection. */
  readonly mainContent?: MainContent | undefined
}

const parts: ReadonlyArray<Part> = ["metadata", "markdown", "html", "links", "images"]

export const htmlFormats = (options: HtmlFormatsOptions = {}): ReadonlyArray<Format> => {
  const read = reader(options)
  return parts.map((part) => ({
    name: part,
    needs: [],
    uses: [],
    always: part === "metadata",
    run: (input) => Effect.map(read(input), (converted): Fields => field(part, input, converted))
  }))
}

/** The conversion of a page: made when it is first asked for, then remembered on the page. */
const reader = ({ mainContent }: HtmlFormatsOptions) => {
  /** Names this reader's conversion among what formats share on a page. */
  const key = {}
  return Effect.fnUntraced(function* (input: FormatInput): Effect.fn.Return<Converted, FormatError | InvalidInput> {
    const memo = input.page.shared<{ converted?: Converted }>(key, () => ({}))
    if (memo.converted !== undefined) return memo.converted
    const selected = yield* contentOf(input, mainContent)
    memo.converted = yield* Effect.try({
      try: () => convert(selected),
      catch: (error) => failureOf(error, input.options)
    })
    return memo.converted
  })
}

const contentOf = Effect.fnUntraced(function* (
  { options, page, wanted }: FormatInput,
  mainContent: MainContent | undefined
): Effect.fn.Return<ConvertInput, FormatError> {
  const { html, wholeIsContent } = page.content
  const url = page.response.url
  const narrow = options.onlyMainContent && !wholeIsContent
  return {
    html: narrow && mainContent !== undefined ? yield* mainContent.select({ html, url }) : html,
    url: url.href,
    wanted: parts.filter((part) => part === "metadata" || wanted.includes(part)),
    onlyMainContent: narrow && mainContent === undefined,
    includeTags: options.includeTags,
    excludeTags: options.excludeTags,
    removeBase64Images: options.removeBase64Images
  }
})

const field = (part: Part, { page }: FormatInput, converted: Converted): Fields => {
  if (part === "metadata") {
    // An empty title is none, and a text file has no head to speak of.
    const known = Object.entries(converted.metadata ?? {}).filter(([, value]) => value !== "" && value !== undefined)
    return { metadata: { ...Object.fromEntries(known), wordCount: converted.wordCount ?? 0 } }
  }
  if (part === "markdown") return { markdown: page.content.markdown ?? converted.markdown ?? "" }
  return { [part]: converted[part] }
}

const failureOf = (error: unknown, { includeTags }: Resolved): FormatError | InvalidInput => {
  if (!(error instanceof InvalidSelector)) {
    return new FormatError({ format: "html", detail: "the page could not be converted", cause: error })
  }
  const list = includeTags.includes(error.selector) ? "includeTags" : "excludeTags"
  return invalid("scrape options", [list], error.message)
}
