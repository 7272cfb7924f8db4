/** The web loader and the web search of Open WebUI, over scrapes and searches. */
import type { Document } from "@orbweaver/core/model/Document"
import { defaults, limits } from "@orbweaver/core/model/SearchOptions"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Result from "effect/Result"
import type { Engines } from "../../features/Engines.ts"
import { offered } from "../../features/notImplemented.ts"
import type { Operation } from "../../gate/Operation.ts"
import { v2Defaults } from "../../v2/wire.ts"
import { decodeBody, reader } from "../../wire/decode.ts"
import { jsonType } from "../../wire/jsonText.ts"
import { warningHeader } from "../warningHeader.ts"
import { failureText, priceOfPages, readPages } from "../pages.ts"
import { LoadRequest, type LoadedPage, SearchRequest } from "./openWebUiApi.ts"

// Fields that a later version of Open WebUI may send are left alone.
const readLoad = reader(LoadRequest, { strict: false })
const readSearch = reader(SearchRequest, { strict: false })

export const openWebUiOperations = (engines: Engines) => ({
  openWebUiLoad: load(engines),
  openWebUiSearch: search(engines)
})

const load = (engines: Engines): Operation => ({
  kind: "scrape",
  writes: true,
  body: "json",
  price: priceOfPages,
  work: (call) =>
    Effect.gen(function* () {
      const { urls } = yield* decodeBody(readLoad, call)
      const read = yield* readPages(engines, call, urls, { ...v2Defaults, formats: ["markdown"] })
      const failures = read.flatMap(({ page, url }) => (Result.isFailure(page) ? [{ url, failure: page.failure }] : []))
      // Without any page there is an error to answer: an empty list would read as pages without text.
      if (failures.length === read.length) return yield* Effect.fail(failures[0]!.failure)
      const pages = read.flatMap(({ page, url }) => (Result.isSuccess(page) ? [loadedPage(url, page.success)] : []))
      const missing = failures.map(({ failure, url }) => `${url} is missing: ${failureText(failure, call)}`)
      return HttpServerResponse.text(JSON.stringify(pages), { contentType: jsonType, headers: warningHeader(missing) })
    })
})

const loadedPage = (source: string, { markdown = "", metadata, warning }: Document): LoadedPage => {
  const { description, language, statusCode, title } = metadata
  return {
    page_content: markdown,
    metadata: {
      source,
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
      ...(language === undefined ? {} : { language }),
      statusCode,
      ...(warning === undefined ? {} : { warning })
    }
  }
}

const search = ({ searcher }: Engines): Operation =>
  offered(searcher, "Searches")(
    { kind: "search", writes: true, body: "json", price: () => ({ unit: "credits", amount: 1 }) },
    (engine, call) =>
      Effect.gen(function* () {
        const { count = defaults.limit, query } = yield* decodeBody(readSearch, call)
        const { sources, warnings } = yield* engine.search(query, { limit: Math.min(count, limits.results) })
        const results = (sources.web ?? []).map(({ description = "", title, url }) => ({
          link: url,
          title,
          snippet: description
        }))
        return HttpServerResponse.text(JSON.stringify(results), {
          contentType: jsonType,
          headers: warningHeader(warnings)
        })
      })
  )
