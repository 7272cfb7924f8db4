/** Tavily, a search engine made for models (key as bearer token). Web and news. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import { SearchError, SearchProvider } from "@orbweaver/core/search/SearchProvider"
import { ageOf, rangeOf } from "./internal/age.ts"
import { askJson, given, maybe, type Search, tidy } from "./internal/ask.ts"

export interface Options {
  readonly apiKey: Redacted.Redacted
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
      const search: Search = (query) => {
        if (query.source === "images") {
          return Effect.fail(
            new SearchError({
              provider: "tavily",
              why: "not-configured",
              detail: "it finds no images; ask another provider"
            })
          )
        }
        const age = ageOf(query.tbs)
        const range = rangeOf(query.tbs)
        const request = HttpClientRequest.post(new URL("/search", options.endpoint ?? "https://api.tavily.com"), {
          headers: { authorization: `Bearer ${Redacted.value(options.apiKey)}` }
        }).pipe(
          HttpClientRequest.bodyJsonUnsafe({
            // It knows no operators, and takes domains apart.
            query: query.question ?? query.text,
            topic: query.source === "news" ? "news" : "general",
            max_results: Math.min(query.limit, 20),
            ...(query.question === undefined ? {} : given("include_domains", query.includeDomains)),
            ...(query.question === undefined ? {} : given("exclude_domains", query.excludeDomains)),
            ...given("start_date", range?.from),
            ...given("end_date", range?.to),
            ...given("time_range", age === "hour" ? "day" : age)
          })
        )
        return Effect.map(
          askJson({ provider: "tavily", client, request, timeout: query.timeout }, Answer),
          ({ results }) =>
            tidy(
              results.map((result) => ({
                url: result.url,
                title: result.title,
                ...given("description", result.content),
                ...(query.source === "news" ? given("date", result.published_date) : {})
              })),
              query
            )
        )
      }
      return SearchProvider.of({ name: "tavily", sources: ["web", "news"], search })
    })
  )
