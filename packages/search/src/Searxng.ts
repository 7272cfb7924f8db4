/**
 * SearXNG, a metasearch engine that people host themselves. Its JSON format must
 * be enabled (`search.formats` in its settings). It knows ages, and no ranges of
 * dates and no places.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import { SearchProvider } from "@orbweaver/core/search/SearchProvider"
import { requestJson, optionalField, maybe, type Search, tidy } from "./internal/ask.ts"
import { ageOf } from "./internal/age.ts"

export interface Options {
  /** Address of the instance, such as `http://searxng:8080`. */
  readonly endpoint: string
  /** Engines and categories to ask instead of the instance's own choice. */
  readonly engines?: string | undefined
}

const Answer = Schema.Struct({
  results: Schema.Array(
    Schema.Struct({
      url: Schema.String,
      title: maybe(Schema.String),
      content: maybe(Schema.String),
      publishedDate: maybe(Schema.String),
      img_src: maybe(Schema.String),
      thumbnail_src: maybe(Schema.String)
    })
  )
})

const categories = { web: "general", news: "news", images: "images" } as const

export const layer = (options: Options): Layer.Layer<SearchProvider, never, HttpClient.HttpClient> =>
  Layer.effect(
    SearchProvider,
    Effect.map(HttpClient.HttpClient, (client) => {
      const search: Search = (query) => {
        const age = ageOf(query.tbs)
        const request = HttpClientRequest.get(new URL("search", options.endpoint.replace(/\/?$/, "/")), {
          urlParams: {
            q: query.text,
            format: "json",
            categories: categories[query.source],
            ...optionalField("language", query.lang),
            ...optionalField("engines", options.engines),
            ...optionalField("time_range", age === undefined ? undefined : age === "hour" ? "day" : age)
          }
        })
        return Effect.map(
          requestJson({ provider: "searxng", client, request, timeout: query.timeout }, Answer),
          ({ results }) =>
            tidy(
              results.map((result) => ({
                url: result.url,
                title: result.title ?? "",
                ...optionalField("description", result.content),
                ...(query.source === "news" ? optionalField("date", result.publishedDate) : {}),
                ...(query.source === "images" ? optionalField("imageUrl", result.img_src ?? result.thumbnail_src) : {})
              })),
              query
            )
        )
      }
      return SearchProvider.of({ name: "searxng", sources: ["web", "news", "images"], search })
    })
  )
