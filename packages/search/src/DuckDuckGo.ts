/**
 * The keyless engine: DuckDuckGo's page for browsers without scripts. Web only,
 * a page of results; asked too often it answers with a challenge, which is
 * `rate-limited`.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import { Parser } from "htmlparser2"
import {
  type IgnoredOption,
  SearchError,
  SearchProvider,
  type SearchQuery
} from "@orbweaver/core/search/SearchProvider"
import type { SearchHit } from "@orbweaver/core/model/SearchHit"
import { ignored, ignoredOfTime, periodOf } from "./internal/age.ts"
import { requestText, optionalField, type Search, tidy } from "./internal/ask.ts"

export interface Options {
  /** `https://html.duckduckgo.com` when absent. */
  readonly endpoint?: string | undefined
}

const ageCodes = { hour: "d", day: "d", week: "w", month: "m", year: "y" } as const

export const layer = (options: Options = {}): Layer.Layer<SearchProvider, never, HttpClient.HttpClient> =>
  Layer.effect(
    SearchProvider,
    Effect.map(HttpClient.HttpClient, (client) => {
      const fail = (why: SearchError["why"], detail: string) =>
        Effect.fail(new SearchError({ provider: "duckduckgo", why, detail }))

      const search: Search = Effect.fnUntraced(function* (query) {
        if (query.source !== "web")
          return yield* fail("not-configured", "it finds web pages only; ask another provider")
        const { age, range } = yield* periodOf(query.tbs, ["day", "week", "month", "year"])
        const request = HttpClientRequest.get(new URL("/html/", options.endpoint ?? "https://html.duckduckgo.com"), {
          headers: { accept: "text/html" },
          urlParams: {
            q: query.text,
            ...optionalField(
              "kl",
              query.country === undefined || query.lang === undefined ? undefined : `${query.country}-${query.lang}`
            ),
            ...optionalField(
              "df",
              range === undefined ? (age === undefined ? undefined : ageCodes[age]) : `${range.from}..${range.to}`
            )
          }
        })
        const page = yield* requestText({ provider: "duckduckgo", client, request, timeout: query.timeout })
        const { challenged, hits, understood } = readResults(page)
        if (challenged) return yield* fail("rate-limited", "the engine asks whether we are a person")
        if (!understood) return yield* fail("malformed", "the page holds no list of results")
        return tidy(hits, query)
      })
      return SearchProvider.of({ name: "duckduckgo", sources: ["web"], search, ignored: ignoredOf })
    })
  )

const ignoredOf = (query: SearchQuery): ReadonlyArray<IgnoredOption> => [
  ...ignored("location", query.location, "it takes no places"),
  ...ignoredOfTime(query, {})
]

interface Read {
  readonly hits: ReadonlyArray<SearchHit>
  /** The page holds results, or says that there are none. */
  readonly understood: boolean
  readonly challenged: boolean
}

const readResults = (page: string): Read => {
  const hits: Array<{ url: string; title: string; description: string }> = []
  let understood = false
  let challenged = false
  let field: "title" | "description" | undefined
  let depth = 0
  const parser = new Parser({
    onopentag: (_, { class: names = "", href, id }) => {
      if (field !== undefined) {
        depth++
        return
      }
      const classes = names.split(" ")
      if (classes.includes("anomaly-modal__title") || id === "challenge-form") challenged = true
      if (classes.includes("no-results")) understood = true
      if (classes.includes("result__a") && href !== undefined) {
        hits.push({ url: addressOf(href), title: "", description: "" })
        field = "title"
        depth = 1
      } else if (classes.includes("result__snippet") && hits.length > 0) {
        field = "description"
        depth = 1
      }
    },
    ontext: (text) => {
      if (field !== undefined) hits.at(-1)![field] += text
    },
    onclosetag: () => {
      if (field !== undefined && --depth === 0) field = undefined
    }
  })
  parser.end(page)
  if (hits.length > 0) understood = true
  // Advertising leads through the engine's own redirector and has no address of its own.
  return { hits: hits.filter(({ url }) => !url.includes("duckduckgo.com/y.js")), understood, challenged }
}

/** Results link through `/l/?uddg=<address>`. */
const addressOf = (href: string): string => {
  const url = URL.parse(href, "https://duckduckgo.com")
  return url?.searchParams.get("uddg") ?? url?.href ?? href
}
