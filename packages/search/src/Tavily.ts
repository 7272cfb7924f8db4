/** Tavily, a search engine made for models (key as bearer token). Web and news. */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import {
  type IgnoredOption,
  SearchError,
  type SearchProvider,
  type SearchQuery
} from "@orbweaver/core/search/SearchProvider"
import { type Secret, secretText } from "@orbweaver/core/internal/model/secret"
import { ignored, ignoredOfTime, periodOf } from "./internal/age.ts"
import { jsonEngine, optionalField, maybe } from "./internal/ask.ts"

export interface Options {
  readonly apiKey: Secret
  /** `https://api.tavily.com` when absent. */
  readonly endpoint?: string | undefined
}

const Answer = Schema.Struct({
  results: Schema.Array(
    Schema.Struct({
      url: Schema.String,
      title: Schema.String,
      content: maybe(Schema.String),
      published_date: maybe(Schema.String)
    })
  )
})

export const layer = (options: Options): Layer.Layer<SearchProvider, never, HttpClient.HttpClient> =>
  jsonEngine({
    name: "tavily",
    sources: ["web", "news"],
    request: Effect.fnUntraced(function* (query) {
      if (query.source === "images") {
        const detail = "it finds no images; ask another provider"
        return yield* new SearchError({ provider: "tavily", why: "not-configured", detail })
      }
      const { age, range } = yield* periodOf(query.tbs, ["day", "week", "month", "year"])
      return HttpClientRequest.post(new URL("/search", options.endpoint ?? "https://api.tavily.com"), {
        headers: { authorization: `Bearer ${secretText(options.apiKey)}` }
      }).pipe(
        HttpClientRequest.bodyJsonUnsafe({
          // It knows no operators, and takes domains apart.
          query: query.question ?? query.text,
          topic: query.source === "news" ? "news" : "general",
          max_results: Math.min(query.limit, 20),
          ...(query.question === undefined ? {} : optionalField("include_domains", query.includeDomains)),
          ...(query.question === undefined ? {} : optionalField("exclude_domains", query.excludeDomains)),
          ...optionalField("start_date", range?.from),
          ...optionalField("end_date", range?.to),
          ...optionalField("time_range", age)
        })
      )
    }),
    answer: Answer,
    hits: ({ results }, { source }) =>
      results.map((result) => ({
        url: result.url,
        title: result.title,
        ...optionalField("description", result.content),
        ...(source === "news" ? optionalField("date", result.published_date) : {})
      })),
    ignored: ignoredOf
  })

const ignoredOf = (query: SearchQuery): ReadonlyArray<IgnoredOption> => [
  ...ignored("country", query.country, "it takes no countries"),
  ...ignored("lang", query.lang, "it takes no languages"),
  ...ignored("location", query.location, "it takes no places"),
  ...ignoredOfTime(query, {})
]
