/**
 * SearXNG, a metasearch engine that people host themselves. Its JSON format must
 * be enabled (`search.formats` in its settings). It takes a language with a
 * country, and a day, week, month or year until now
 * (https://docs.searxng.org/dev/search_api.html). Other times are asked for by
 * the shortest of these that has all of them, and its results are filtered by
 * the date that they carry. It takes no places.
 */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import { searchTimeOf } from "@orbweaver/core/internal/model/searchTime"
import type { IgnoredOption, SearchProvider, SearchQuery } from "@orbweaver/core/search/SearchProvider"
import { jsonEngine, optionalField, maybe } from "./internal/ask.ts"
import { type Age, coveringAge, ignored, withinTime } from "./internal/age.ts"

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
  jsonEngine({
    name: "searxng",
    sources: ["web", "news", "images"],
    request: (query, now) =>
      Effect.succeed(
        HttpClientRequest.get(new URL("search", options.endpoint.replace(/\/?$/, "/")), {
          urlParams: {
            q: query.text,
            format: "json",
            categories: categories[query.source],
            ...optionalField("language", localeOf(query)),
            ...optionalField("engines", options.engines),
            ...optionalField("time_range", coveringAge(query.tbs, ages, now))
          }
        })
      ),
    answer: Answer,
    hits: ({ results }, { source, tbs }, now) => {
      const dated = results.map((value) => ({ value, date: value.publishedDate }))
      return withinTime(dated, tbs, now).map((result) => ({
        url: result.url,
        title: result.title ?? "",
        ...optionalField("description", result.content),
        ...(source === "news" ? optionalField("date", result.publishedDate) : {}),
        ...(source === "images" ? optionalField("imageUrl", result.img_src ?? result.thumbnail_src) : {})
      }))
    },
    ignored: ignoredOf
  })

const ages: ReadonlyArray<Age> = ["day", "week", "month", "year"]

/** `de-AT`: results in a language, of a country. `us` is the default of searches, and not meant where the language is another. */
const localeOf = (query: SearchQuery): string | undefined =>
  isForeignDefault(query) || query.country === undefined || query.lang === undefined || query.lang.includes("-")
    ? query.lang
    : `${query.lang}-${query.country.toUpperCase()}`

const isForeignDefault = ({ country, lang }: SearchQuery): boolean =>
  country === "us" && lang !== undefined && lang !== "en"

const ignoredOf = (query: SearchQuery): ReadonlyArray<IgnoredOption> => {
  const { country, lang, location, tbs } = query
  const { isNewestFirst, others } = searchTimeOf(tbs)
  const isAsked = tbs === undefined || /^qdr:[dwmy]1?$/.test(tbs.trim())
  return [
    ...ignored("location", location, "it takes no places"),
    ...(lang === undefined ? ignored("country", country, "it takes a country only with `lang`") : []),
    ...(isForeignDefault(query)
      ? ignored("country", country, `it was asked for the language ${lang} without a country, since us is the default`)
      : []),
    ...(isAsked || others.length > 0
      ? []
      : [
          {
            option: "tbs",
            detail: `it takes a day, week, month or year until now, so results were ${isNewestFirst ? "filtered and sorted" : "filtered"} by the date that they carry, and those without a date ${isNewestFirst ? "are the last" : "stayed"}`
          } as const
        ]),
    ...(others.length === 0 ? [] : [{ option: "tbs", detail: `it does not know ${others.join(",")}` } as const])
  ]
}
