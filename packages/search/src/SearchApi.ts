/** SearchAPI, several engines' results as JSON (key as bearer token). */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type { SearchProvider } from "@orbweaver/core/search/SearchProvider"
import type { SearchHit } from "@orbweaver/core/model/SearchHit"
import { type Secret, secretText } from "@orbweaver/core/internal/model/secret"
import { ignoredOfTime, periodOf } from "./internal/age.ts"
import { jsonEngine, optionalField, maybe } from "./internal/ask.ts"

export interface Options {
  readonly apiKey: Secret
  /** `https://www.searchapi.io` when absent. */
  readonly endpoint?: string | undefined
}

const Item = Schema.Struct({
  link: Schema.String,
  title: Schema.String,
  snippet: maybe(Schema.String),
  date: maybe(Schema.String),
  thumbnail: maybe(Schema.String)
})

const Picture = Schema.Struct({
  title: Schema.String,
  source: Schema.Struct({ link: Schema.String }),
  original: Schema.Struct({ link: Schema.String, width: maybe(Schema.Finite), height: maybe(Schema.Finite) })
})

const Answer = Schema.Struct({
  /** The message of a search without results, which has no list. */
  error: maybe(Schema.String),
  organic_results: maybe(Schema.Array(Item)),
  images: maybe(Schema.Array(Picture))
})

const engines = { web: "google", news: "google_news", images: "google_images" } as const

export const layer = (options: Options): Layer.Layer<SearchProvider, never, HttpClient.HttpClient> =>
  jsonEngine({
    name: "searchapi",
    sources: ["web", "news", "images"],
    request: Effect.fnUntraced(function* (query) {
      const { age, range } = yield* periodOf(query.tbs, ["hour", "day", "week", "month", "year"])
      return HttpClientRequest.get(new URL("/api/v1/search", options.endpoint ?? "https://www.searchapi.io"), {
        headers: { authorization: `Bearer ${secretText(options.apiKey)}` },
        urlParams: {
          engine: engines[query.source],
          q: query.text,
          num: query.limit,
          ...optionalField("hl", query.lang),
          ...optionalField("gl", query.country),
          ...optionalField("location", query.location),
          ...optionalField("time_period", age === undefined ? undefined : `last_${age}`),
          ...optionalField("time_period_min", range?.from),
          ...optionalField("time_period_max", range?.to)
        }
      })
    }),
    answer: Answer,
    hits: ({ error, images, organic_results: results }, { source }) => {
      const hits = source === "images" ? images?.map(picture) : results?.map((item) => hit(item, source === "news"))
      return hits ?? (error === undefined || error === null ? "no list of results" : [])
    },
    ignored: (query) => ignoredOfTime(query, { hours: true })
  })

const picture = ({ original, source, title }: typeof Picture.Type): SearchHit => ({
  url: source.link,
  title,
  imageUrl: original.link,
  ...optionalField("imageWidth", original.width),
  ...optionalField("imageHeight", original.height)
})

const hit = (item: typeof Item.Type, isNews: boolean): SearchHit => ({
  url: item.link,
  title: item.title,
  ...optionalField("description", item.snippet),
  ...(isNews ? optionalField("date", item.date) : {}),
  ...(isNews ? optionalField("imageUrl", item.thumbnail) : {})
})
