/** Searches for Tavily's clients. */
import type { SearchOptions } from "@orbweaver/core/model/SearchOptions"
import type { SearchResult } from "@orbweaver/core/search/Searcher"
import { allowed } from "@orbweaver/core/scrape/LocalIndex"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Engines } from "../../features/Engines.ts"
import { offered } from "../../features/notImplemented.ts"
import type { Operation } from "../../gate/Operation.ts"
import { v2Defaults } from "../../v2/wire.ts"
import { decodeBody, reader } from "../../wire/decode.ts"
import { closing, contentOf, faviconOf, unknownFields } from "./answer.ts"
import { tavilyChecks } from "./checks.ts"
import { SearchRequest, type SearchResponse } from "./tavilyApi.ts"

const readRequest = reader(SearchRequest, { strict: false })

/** Results when the caller names no number. */
const defaultResults = 5

export const search = ({ searcher }: Engines): Operation =>
  offered(searcher, "Searches")(
    { ...tavilyChecks, kind: "search", price: () => ({ unit: "credits", amount: 1 }) },
    (engine, call) =>
      Effect.gen(function* () {
        const from = yield* Clock.currentTimeMillis
        const asked = yield* decodeBody(readRequest, call)
        const limit = asked.max_results ?? defaultResults
        const { credits, sources, warnings } = yield* engine.search(asked.query, searchOptionsOf(asked))
        const hits = [...(sources.web ?? []), ...(sources.news ?? [])]
        const results = hits.filter(({ url }) => isWanted(url, asked)).slice(0, limit)
        const pages = hits.reduce((sum, { document }) => sum + (document?.metadata.creditsUsed ?? 0), 0)
        const answer: SearchResponse = {
          query: asked.query,
          follow_up_questions: null,
          answer: null,
          images: (sources.images ?? []).map(({ imageUrl, url }) => imageUrl ?? url),
          results: results.map((result, index) => resultOf(result, index, asked)),
          ...(yield* closing(call, {
            from,
            credits: asked.include_usage === true ? credits + pages : undefined,
            warnings: [
              ...unsupportedFields(asked),
              ...unknownFields(call.body, SearchRequest.fields),
              ...warnings,
              ...results.flatMap(pageNotes)
            ]
          }))
        }
        return answer
      })
  )

const searchOptionsOf = (asked: SearchRequest): SearchOptions => {
  const { country, include_domains: included = [], exclude_domains: excluded = [], language } = asked
  const tbs = publishedWithin(asked)
  return {
    limit: Math.max(1, asked.max_results ?? defaultResults),
    sources: [asked.topic === "news" ? "news" : "web", ...(asked.include_images === true ? ["images" as const] : [])],
    // A search takes one of the two; what is excluded besides is left out of its results.
    ...(included.length > 0 ? { includeDomains: included } : excluded.length > 0 ? { excludeDomains: excluded } : {}),
    ...(tbs === undefined ? {} : { tbs }),
    ...(country === undefined ? {} : { location: country }),
    ...(language === undefined ? {} : { lang: language }),
    ...(readsPages(asked) ? { scrapeOptions: { ...v2Defaults, formats: ["markdown"] } } : {})
  }
}

const isWanted = (url: string, { exclude_domains: excludeDomains = [] }: SearchRequest): boolean =>
  excludeDomains.length === 0 || allowed(url, { excludeDomains })

const readsPages = ({ include_raw_content: raw = false }: SearchRequest): boolean => raw !== false

/** `tbs` of a search. Of several limits the most exact one counts. */
const publishedWithin = (asked: SearchRequest): string | undefined => {
  const { days, end_date: end, max_hours: hours, start_date: start, time_range: range } = asked
  if (start !== undefined || end !== undefined) {
    const parts = [
      start === undefined ? [] : [`cd_min:${slashed(start)}`],
      end === undefined ? [] : [`cd_max:${slashed(end)}`]
    ]
    return ["cdr:1", ...parts.flat()].join(",")
  }
  if (hours !== undefined) return `qdr:h${hours}`
  if (range !== undefined) return `qdr:${range[0]}`
  return days === undefined ? undefined : `qdr:d${days}`
}

/** `2026-01-31` as `1/31/2026`. */
const slashed = (day: string): string => {
  const [year, month, date] = day.split("-").map(Number)
  return `${month}/${date}/${year}`
}

const resultOf = (result: SearchResult, index: number, asked: SearchRequest) => {
  const { date, description = "", document, title, url } = result
  const format = asked.include_raw_content === "text" ? "text" : "markdown"
  const favicon = asked.include_favicon === true && document !== undefined ? faviconOf(document) : undefined
  return {
    title,
    url,
    content: description,
    score: (100 - index) / 100,
    raw_content: document === undefined ? null : contentOf(document, format),
    ...(date === undefined ? {} : { published_date: date }),
    ...(favicon === undefined ? {} : { favicon })
  }
}

const pageNotes = ({ document, failure, url }: SearchResult): ReadonlyArray<string> => {
  const note = failure === undefined ? document?.warning : `raw_content is missing: ${failure.message}`
  return note === undefined ? [] : [`${url}: ${note}`]
}

/** What was asked for and is not done. */
const unsupportedFields = (asked: SearchRequest): ReadonlyArray<string> => {
  const names = Object.entries({
    include_answer: asked.include_answer !== undefined && asked.include_answer !== false && asked.include_answer !== "",
    include_image_descriptions: asked.include_image_descriptions === true,
    include_domains_mode: asked.include_domains_mode === "prefer",
    auto_parameters: asked.auto_parameters === true,
    exact_match: asked.exact_match === true,
    filter_by_language: asked.filter_by_language === true
  }).flatMap(([name, isAsked]) => (isAsked ? [name] : []))
  return names.length === 0 ? [] : [`Not supported: ${names.join(", ")}.`]
}
