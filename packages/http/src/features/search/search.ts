/** Web search in the shapes of both versions (docs/reference/v2.md §12, v1.md §8). */
import { annotationFields, type Document } from "@orbweaver/core/model/Document"
import type { ScrapeOptions } from "@orbweaver/core/model/ScrapeOptions"
import { SearchOptions } from "@orbweaver/core/model/SearchOptions"
import type { SearchResults, SearchResult } from "@orbweaver/core/search/Searcher"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Struct from "effect/Struct"
import { offered } from "../notImplemented.ts"
import { type Reader, reader } from "../../wire/decode.ts"
import type { Engines } from "../Engines.ts"
import { WireError } from "../../wire/ErrorBody.ts"
import { fromInvalidInput, type WireIssue } from "../../wire/issues.ts"
import type { Operation } from "../../gate/Operation.ts"
import { retention } from "../scrape/retention.ts"
import { unsupportedFieldNotes } from "../../wire/unsupportedFields.ts"
import * as V1 from "../../v1/schemas.ts"
import * as WireV1 from "../../v1/wire.ts"
import * as V2 from "../../v2/schemas.ts"
import * as WireV2 from "../../v2/wire.ts"
import { type Warned, withNotes } from "../../wire/warning.ts"

interface SearchCall {
  readonly query: string
  readonly options: SearchOptions
}

const operation = <A extends { readonly query: string; readonly zeroDataRetention?: boolean }>(
  engines: Engines,
  read: Reader<A>,
  ask: (body: A) => SearchCall,
  answer: (found: SearchResults, body: A) => Warned
): Operation =>
  offered(engines.searcher, "Searches")(
    {
      kind: "search",
      writes: true,
      body: "json",
      profile: "scrapeOptions",
      price: () => ({ unit: "credits", amount: 1 })
    },
    (searcher, { body, version }) =>
      Effect.gen(function* () {
        const checked = read(body, version)
        if (Result.isFailure(checked)) return yield* invalidBody(checked.failure)
        const { options: asked, query } = ask(checked.success)
        const { scrapeOptions } = asked
        const options =
          scrapeOptions === undefined
            ? asked
            : { ...asked, scrapeOptions: yield* Effect.fromResult(retention(checked.success, scrapeOptions)) }
        const found = yield* searcher
          .search(query, options)
          .pipe(Effect.catchTag("InvalidInput", (error) => Effect.fail(invalidBody(fromInvalidInput(error, version)))))
        const notes = unsupportedFieldNotes(body)
        return withNotes(answer(withDocumentNotes(found, notes), checked.success), notes)
      })
  )

/** The results, of which each scraped page says what was asked for and is not done. */
const withDocumentNotes = ({ sources, ...found }: SearchResults, notes: ReadonlyArray<string>): SearchResults => ({
  ...found,
  sources: Object.fromEntries(
    Object.entries(sources).map(([source, results]) => [
      source,
      results.map((result) =>
        result.document === undefined ? result : { ...result, document: withNotes(result.document, notes) }
      )
    ])
  )
})

/** E3: the only validation failure without a code. */
const invalidBody = (details: ReadonlyArray<WireIssue>): WireError =>
  new WireError({ status: 400, error: "Invalid request body", details })

const readV2 = reader(V2.SearchRequest)

export const searchV2 = (engines: Engines): Operation => operation(engines, readV2, searchCallV2, answerV2)

/** Options that v2 has as they are. */
const { scrapeOptions: _, ...sameFields } = SearchOptions.fields
const sameNames = Object.keys(sameFields) as ReadonlyArray<keyof typeof sameFields>

const searchCallV2 = (body: V2.SearchRequest): SearchCall => ({
  query: body.query,
  options: {
    ...Struct.pick(body, sameNames),
    // Nothing is made of pages that may not be kept.
    ...(body.zeroDataRetention === true ? { highlights: false } : {}),
    ...(body.scrapeOptions === undefined ? {} : { scrapeOptions: pagesOf(WireV2.scrapeOptions(body.scrapeOptions)) })
  }
})

/** Results are scraped when formats are asked for, and only then. */
const hasMarkdown = ({ formats = [] }: Pick<ScrapeOptions, "formats"> = {}): boolean =>
  formats.some((format) => (typeof format === "string" ? format : format.type) === "markdown")

/** A search scrapes nothing unless its caller names formats. */
const pagesOf = ({ formats = [], ...options }: ScrapeOptions): ScrapeOptions => ({ ...options, formats })

const withoutHighlights =
  "highlights are taken from the Markdown of scraped results: give scrapeOptions the format markdown. Descriptions are those of the search engine."

const answerV2 = (
  { credits, id, sources, warnings }: SearchResults,
  { highlights, scrapeOptions }: V2.SearchRequest
): Warned => {
  const lacksPages = highlights === true && !hasMarkdown(scrapeOptions)
  const warning = lacksPages ? [...warnings, withoutHighlights] : warnings
  // What this instance knows itself comes as web results, which every client reads.
  const web = [...(sources.web ?? []), ...(sources.local ?? [])]
  const all = [...web, ...(sources.news ?? [])]
  return {
    success: true,
    data: {
      ...(sources.web === undefined && sources.local === undefined ? {} : { web: web.map(webItem) }),
      ...(sources.news === undefined ? {} : { news: sources.news.map(newsItem) }),
      ...(sources.images === undefined ? {} : { images: sources.images.map(imageItem) })
    },
    creditsUsed: credits + all.reduce((sum, { document }) => sum + (document?.metadata.creditsUsed ?? 0), 0),
    id,
    ...(warning.length === 0 ? {} : { warning: warning.join(" ") })
  }
}

const webItem = (result: SearchResult): object => ({
  url: result.url,
  title: result.title,
  description: result.description ?? "",
  position: result.position,
  category: result.category,
  ...scraped(result)
})

const newsItem = (result: SearchResult): object => ({
  title: result.title,
  url: result.url,
  snippet: result.description ?? "",
  date: result.date,
  imageUrl: result.imageUrl,
  position: result.position,
  category: result.category,
  ...scraped(result)
})

const imageItem = ({ imageHeight, imageUrl, imageWidth, position, title, url }: SearchResult): object => ({
  title,
  imageUrl,
  imageWidth,
  imageHeight,
  url,
  position
})

/** Fields of a scraped page. Without one none may stand there: clients take an item with any for a document. */
const scraped = ({ document, failure }: SearchResult): object => {
  if (document !== undefined) return document
  return failure === undefined ? {} : { metadata: { statusCode: 0, error: failure.message, proxyUsed: "basic" } }
}

const readV1 = reader(V1.SearchRequest)

export const searchV1 = (engines: Engines): Operation => operation(engines, readV1, searchCallV1, answerV1)

/** Results of a v1 search when the caller names no number. */
const defaultLimitV1 = 5

const searchCallV1 = (body: V1.SearchRequest): SearchCall => ({
  query: body.query,
  options: {
    limit: defaultLimitV1,
    highlights: false,
    ...Struct.pick(body, ["limit", "tbs", "filter", "lang", "country", "location", "timeout"]),
    scrapeOptions:
      body.scrapeOptions?.formats === undefined || body.scrapeOptions.formats.length === 0
        ? { formats: [] }
        : WireV1.scrapeOptions(body.scrapeOptions)
  }
})

const answerV1 = ({ sources, warnings }: SearchResults, { scrapeOptions }: V1.SearchRequest): Warned => {
  const results = sources.web ?? []
  const items = results.map((result) => ({
    ...(result.document === undefined ? scraped(result) : WireV1.toDocument(result.document, scrapeOptions ?? {})),
    ...Struct.pick(result, ["url", "title"]),
    description: result.description ?? ""
  }))
  const wantsPages = (scrapeOptions?.formats ?? []).length > 0
  const full = wantsPages ? items.filter((_, index) => hasContent(results[index]!.document)) : items
  const warning = [
    ...(results.length === 0
      ? ["No search results found"]
      : full.length === 0
        ? ["No content found in search results"]
        : []),
    ...warnings
  ]
  return {
    success: true,
    data: full.length === 0 ? items : full,
    ...(warning.length === 0 ? {} : { warning: warning.join(" ") })
  }
}

/** Whether any field of its content holds something. */
const hasContent = (document: Document | undefined): boolean =>
  document !== undefined &&
  Object.entries(document).some(([name, value]) => !annotationFields.has(name) && value !== "")
