/** Tavily, a search engine made for models (key as bearer token). Web and news. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import {
  type IgnoredOption,
  SearchError,
  SearchProvider,
  type SearchQuery
} from "@orbweaver/core/search/SearchProvider"
import { type Secret, secretText } from "@orbweaver/core/internal/model/secret"
import { ignored, ignoredOfTime, periodOf } from "./internal/age.ts"
import { requestJson, optionalField, maybe, type Search, tidy } from "./internal/ask.ts"

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
  Layer.effect(
    SearchProvider,
    Effect.map(HttpClient.HttpClient, (client) => {
      const search: Search = Effect.fnUntraced(function* (query) {
        if (query.source === "images") {
          return yield* new SearchError({
            provider: "tavily",
            why: "not-configured",
            detail: "it finds no images; ask another provider"
          })
        }
        const { age, range } = yield* periodOf(query.tbs, ["day", "week", "month", "year"])
        const request = HttpClientRequest.post(new URL("/search", options.endpoint ?? "https://api.tavily.com"), {
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
        return yield* Effect.map(
          requestJson({ provider: "tavily", client, request, timeout: query.timeout }, Answer),
          ({ results }) =>
            tidy(
              results.map((result) => ({
                url: result.url,
                title: result.title,
                ...optionalField("description", result.content),
                ...(query.source === "news" ? optionalField("date", result.published_date) : {})
              })),
              query
            )
        )
      })
      return SearchProvider.of({ name: "tavily", sources: ["web", "news"], search, ignored: ignoredOf })
    })
  )

const ignoredOf = (query: SearchQuery): ReadonlyArray<IgnoredOption> => [
  ...ignored("country", query.country, "it takes no countries"),
  ...ignored("lang", query.lang, "it takes no languages"),
  ...ignored("location", query.location, "it takes no places"),
  ...ignoredOfTime(query, {})
]
