/** Brave Search API (web, news and image endpoints; key in `X-Subscription-Token`). */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type { IgnoredOption, SearchProvider, SearchQuery } from "@orbweaver/core/search/SearchProvider"
import type { SearchHit } from "@orbweaver/core/model/SearchHit"
import { type Secret, secretText } from "@orbweaver/core/internal/model/secret"
import { type Age, ignored, ignoredOfTime, type Period, periodOf } from "./internal/age.ts"
import { jsonEngine, optionalField, maybe } from "./internal/ask.ts"

export interface Options {
  readonly apiKey: Secret
  /** `https://api.search.brave.com` when absent. */
  readonly endpoint?: string | undefined
}

const Item = Schema.Struct({
  url: Schema.String,
  title: Schema.String,
  description: maybe(Schema.String),
  age: maybe(Schema.String),
  thumbnail: maybe(Schema.Struct({ src: maybe(Schema.String) })),
  properties: maybe(
    Schema.Struct({ url: maybe(Schema.String), width: maybe(Schema.Finite), height: maybe(Schema.Finite) })
  )
})

/** Web hits stand below `web`, those of the other endpoints at the top. */
const Answer = Schema.Struct({
  type: maybe(Schema.String),
  web: maybe(Schema.Struct({ results: Schema.Array(Item) })),
  results: maybe(Schema.Array(Item))
})

const paths = { web: "web", news: "news", images: "images" } as const
const maxResults = { web: 20, news: 50, images: 100 } as const

export const layer = (options: Options): Layer.Layer<SearchProvider, never, HttpClient.HttpClient> =>
  jsonEngine({
    name: "brave",
    sources: ["web", "news", "images"],
    request: Effect.fnUntraced(function* (query) {
      const freshness = freshnessOf(yield* periodOf(query.tbs, ages))
      const base = options.endpoint ?? "https://api.search.brave.com"
      return HttpClientRequest.get(new URL(`/res/v1/${paths[query.source]}/search`, base), {
        headers: { "x-subscription-token": secretText(options.apiKey), accept: "application/json" },
        urlParams: {
          q: query.text,
          count: Math.min(query.limit, maxResults[query.source]),
          ...optionalField("country", query.country?.toUpperCase()),
          ...optionalField("search_lang", query.lang),
          ...(query.source === "images" ? {} : optionalField("freshness", freshness))
        }
      })
    }),
    answer: Answer,
    hits: ({ results, type, web }, query) => {
      // A search of the web without results has no `web`, and still says what it is.
      const found = query.source === "web" ? (web?.results ?? (type === "search" ? [] : undefined)) : results
      return found?.map((item) => hit(item, query)) ?? "no list of results"
    },
    ignored: ignoredOf
  })

const hit = (item: typeof Item.Type, { source }: SearchQuery): SearchHit => ({
  url: item.url,
  title: item.title,
  ...optionalField("description", item.description),
  ...(source === "news" ? optionalField("date", item.age) : {}),
  ...(source === "web" ? {} : optionalField("imageUrl", item.properties?.url ?? item.thumbnail?.src)),
  ...(source === "images" ? optionalField("imageWidth", item.properties?.width) : {}),
  ...(source === "images" ? optionalField("imageHeight", item.properties?.height) : {})
})

const ages: ReadonlyArray<Age> = ["day", "week", "month", "year"]

const freshnessOf = ({ age, range }: Period): string | undefined => {
  if (range !== undefined) return `${range.from}to${range.to}`
  return age === undefined ? undefined : { hour: "pd", day: "pd", week: "pw", month: "pm", year: "py" }[age]
}

const ignoredOf = (query: SearchQuery): ReadonlyArray<IgnoredOption> => [
  ...ignored("location", query.location, "it takes no places"),
  ...(query.source === "images" ? ignored("tbs", query.tbs, "it takes no times for images") : ignoredOfTime(query, {}))
]
