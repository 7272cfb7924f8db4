/**
 * Port: asks one search engine one question.
 *
 * Adapters: `@orbweaver/search` (SearXNG, Brave, Serper, SearchAPI, Tavily, a
 * keyless one) and the local index. Contract: `SearchProviderSuite` in
 * `@orbweaver/testing`.
 */
import { knowEveryCopy } from "../model/errorMark.ts"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type { SearchHit, Source } from "../model/SearchHit.ts"

export interface SearchQuery {
  /** The question, operators such as `site:` included. */
  readonly text: string
  /** For engines that know no operators: the question alone, and hosts that results must, or must not, be of. */
  readonly question?: string | undefined
  readonly includeDomains?: ReadonlyArray<string> | undefined
  readonly excludeDomains?: ReadonlyArray<string> | undefined
  readonly source: Exclude<Source, "local">
  /** Most hits wanted, from 1 to 100; a provider may give fewer. */
  readonly limit: number
  /** Age of results: `qdr:h`, `qdr:d`, `qdr:w`, `qdr:m`, `qdr:y`, or `cdr:1,cd_min:…,cd_max:…`. */
  readonly tbs?: string | undefined
  /** ISO 639-1 language and ISO 3166-1 alpha-2 country, lower case. */
  readonly lang?: string | undefined
  readonly country?: string | undefined
  /** A place in words, such as `Hamburg, Germany`. */
  readonly location?: string | undefined
  /** Limit for the whole exchange. */
  readonly timeout: Duration.Duration
}

/** The search engine could not be reached, refused, or gave an answer that could not be read. */
export class SearchError extends Schema.TaggedError<SearchError>()("SearchError", {
  provider: Schema.String,
  /** `unavailable` and `rate-limited` may pass; `malformed` means the provider changed its answers. */
  why: Schema.Literals(["not-configured", "unauthorized", "rate-limited", "unavailable", "timed-out", "malformed"]),
  detail: Schema.String
}) {
  static {
    knowEveryCopy(this)
  }
  override get message() {
    return `Search by ${this.provider} failed (${this.why}): ${this.detail}`
  }
}

/** An option of a search that an engine does not heed, and what is done instead. */
export interface IgnoredOption {
  readonly option: "country" | "lang" | "location" | "tbs"
  /** Follows the name of the engine and a colon, such as `it takes no places`. */
  readonly detail: string
}

export interface Service {
  /** For people and for errors, such as `searxng`. */
  readonly name: string
  readonly sources: ReadonlyArray<SearchQuery["source"]>
  /** Hits in the provider's order, each address once. */
  readonly search: (query: SearchQuery) => Effect.Effect<ReadonlyArray<SearchHit>, SearchError>
  /** What of a query the engine does not heed: a warning where the caller asked for it. Everything is heeded when absent. */
  readonly ignored?: ((query: SearchQuery) => ReadonlyArray<IgnoredOption>) | undefined
}

export class SearchProvider extends Context.Service<SearchProvider, Service>()("@orbweaver/core/SearchProvider") {
  /** For installations without one: every search of the web fails and says what to configure. */
  static readonly layerNone: Layer.Layer<SearchProvider> = Layer.succeed(SearchProvider, {
    name: "none",
    sources: [],
    search: () =>
      Effect.fail(
        new SearchError({
          provider: "none",
          why: "not-configured",
          detail: 'configure a search provider, or search what this instance has scraped with sources: ["local"]'
        })
      )
  })
}

/** Asks, and holds an engine that does not mind the time to it. */
export const searchWithDeadline = (
  provider: Service,
  query: SearchQuery
): Effect.Effect<ReadonlyArray<SearchHit>, SearchError> =>
  Effect.timeoutOrElse(provider.search(query), {
    duration: query.timeout,
    orElse: () =>
      Effect.fail(new SearchError({ provider: provider.name, why: "timed-out", detail: "the search timed out" }))
  })
