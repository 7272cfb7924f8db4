/** Reads pages for Tavily's clients. */
import type { Document } from "@orbweaver/core/model/Document"
import type { ScrapeOptions } from "@orbweaver/core/model/ScrapeOptions"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Engines } from "../../features/Engines.ts"
import type { Operation } from "../../gate/Operation.ts"
import { v2Defaults } from "../../v2/wire.ts"
import { decodeBody, reader } from "../../wire/decode.ts"
import { failureText, priceOfPages, readPages } from "../pages.ts"
import { closing, contentOf, faviconOf, unknownFields } from "./answer.ts"
import { tavilyChecks } from "./checks.ts"
import { ExtractRequest, type ExtractResponse } from "./tavilyApi.ts"

const readRequest = reader(ExtractRequest, { strict: false })

export const extract = (engines: Engines): Operation => ({
  ...tavilyChecks,
  kind: "scrape",
  price: priceOfPages,
  work: (call) =>
    Effect.gen(function* () {
      const from = yield* Clock.currentTimeMillis
      const asked = yield* decodeBody(readRequest, call)
      const urls = typeof asked.urls === "string" ? [asked.urls] : asked.urls
      const read = yield* readPages(engines, call, urls, scrapeOptionsOf(asked))
      const documents = read.flatMap(({ page, url }) =>
        Result.isSuccess(page) ? [{ url, document: page.success }] : []
      )
      const answer: ExtractResponse = {
        results: documents.map(({ document, url }) => resultOf(url, document, asked)),
        failed_results: read.flatMap(({ page, url }) =>
          Result.isFailure(page) ? [{ url, error: failureText(page.failure, call) }] : []
        ),
        ...(yield* closing(call, {
          from,
          credits:
            asked.include_usage === true
              ? documents.reduce((sum, { document }) => sum + (document.metadata.creditsUsed ?? 0), 0)
              : undefined,
          warnings: [
            ...unknownFields(call.body, ExtractRequest.fields),
            ...documents.flatMap(({ document, url }) =>
              document.warning === undefined ? [] : [`${url}: ${document.warning}`]
            )
          ]
        }))
      }
      return answer
    })
})

/** Whether passages are asked for in place of the page. */
const hasQuery = ({ query = "" }: ExtractRequest): boolean => query.trim() !== ""

const scrapeOptionsOf = (asked: ExtractRequest): ScrapeOptions => ({
  ...v2Defaults,
  formats: [
    hasQuery(asked) ? { type: "highlights", query: asked.query! } : { type: "markdown" },
    ...(asked.include_images === true ? [{ type: "images" }] : [])
  ],
  ...(asked.timeout === undefined ? {} : { timeout: Math.round(asked.timeout * 1000) })
})

const resultOf = (url: string, document: Document, asked: ExtractRequest) => {
  const favicon = asked.include_favicon === true ? faviconOf(document) : undefined
  return {
    url,
    title: document.metadata.title ?? null,
    raw_content: hasQuery(asked) ? (document.highlights ?? "") : contentOf(document, asked.format ?? "markdown"),
    images: document.images ?? [],
    ...(favicon === undefined ? {} : { favicon })
  }
}
