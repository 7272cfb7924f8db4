/** Serper, Google's results as JSON (key in `X-API-KEY`). */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type { SearchProvider } from "@orbweaver/core/search/SearchProvider"
import type { SearchHit } from "@orbweaver/core/model/SearchHit"
import { type Secret, secretText } from "@orbweaver/core/internal/model/secret"
import { jsonEngine, optionalField, maybe } from "./internal/ask.ts"

export interface Options {
  readonly apiKey: Secret
  /** `https://google.serper.dev` when absent. */
  readonly endpoint?: string | undefined
}

const Item = Schema.Struct({
  link: Schema.String,
  title: Schema.String,
  snippet: maybe(Schema.String),
  date: maybe(Schema.String),
  imageUrl: maybe(Schema.String),
  imageWidth: maybe(Schema.Finite),
  imageHeight: maybe(Schema.Finite)
})

const Answer = Schema.Struct({
  organic: maybe(Schema.Array(Item)),
  news: maybe(Schema.Array(Item)),
  images: maybe(Schema.Array(Item))
})

const lists = { web: "organic", news: "news", images: "images" } as const
const paths = { web: "search", news: "news", images: "images" } as const

export const layer = (options: Options): Layer.Layer<SearchProvider, never, HttpClient.HttpClient> =>
  jsonEngine({
    name: "serper",
    sources: ["web", "news", "images"],
    request: (query) => {
      const base = options.endpoint ?? "https://google.serper.dev"
      const body = {
        q: query.text,
        num: query.limit,
        ...optionalField("hl", query.lang),
        ...optionalField("gl", query.country),
        ...optionalField("location", query.location),
        ...optionalField("tbs", query.tbs)
      }
      return Effect.succeed(
        HttpClientRequest.post(new URL(paths[query.source], base.replace(/\/?$/, "/")), {
          headers: { "x-api-key": secretText(options.apiKey) }
        }).pipe(HttpClientRequest.bodyJsonUnsafe(body))
      )
    },
    answer: Answer,
    // A search without results has an empty list.
    hits: (answer, { source }) => answer[lists[source]]?.map(hit) ?? `no list \`${lists[source]}\``
  })

const hit = (item: typeof Item.Type): SearchHit => ({
  url: item.link,
  title: item.title,
  ...optionalField("description", item.snippet),
  ...optionalField("date", item.date),
  ...optionalField("imageUrl", item.imageUrl),
  ...optionalField("imageWidth", item.imageWidth),
  ...optionalField("imageHeight", item.imageHeight)
})
