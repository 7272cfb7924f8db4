/**
 * One exchange with a search engine: deadline, bounded answer, and its failures
 * as `SearchError`. What the engine answers is checked by a schema: an engine
 * that changed its answers is `malformed`, never an empty result.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import { SearchError, SearchProvider, type SearchQuery, type Service } from "@orbweaver/core/search/SearchProvider"
import type { SearchHit } from "@orbweaver/core/model/SearchHit"

/** Largest answer read, in bytes. */
const maxBytes = 5 * 1024 * 1024

interface Exchange {
  readonly provider: string
  readonly client: HttpClient.HttpClient
  readonly request: HttpClientRequest.HttpClientRequest
  readonly timeout: Duration.Duration
}

export const requestText = ({ client, provider, request, timeout }: Exchange): Effect.Effect<string, SearchError> => {
  const fail = (why: SearchError["why"], detail: string) => Effect.fail(new SearchError({ provider, why, detail }))
  return Effect.gen(function* () {
    const response = yield* client.execute(request)
    const { status } = response
    if (status === 401 || status === 403) return yield* fail("unauthorized", `the engine answered ${status}`)
    if (status === 429) {
      const after = response.headers["retry-after"]
      return yield* fail("rate-limited", after === undefined ? "too many requests" : `retry after ${after}`)
    }
    if (status < 200 || status > 299) return yield* fail("unavailable", `the engine answered ${status}`)
    const chunks: Array<Uint8Array> = []
    let size = 0
    yield* Stream.runForEach(response.stream, (chunk) => {
      size += chunk.byteLength
      chunks.push(chunk)
      return size > maxBytes ? fail("malformed", `the answer is larger than ${maxBytes} bytes`) : Effect.void
    })
    const decoder = new TextDecoder()
    return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join("") + decoder.decode()
  }).pipe(
    Effect.catchTag("HttpClientError", (error) => fail("unavailable", error.message)),
    Effect.timeoutOrElse({
      duration: timeout,
      orElse: () => fail("timed-out", `no answer within ${Duration.toMillis(timeout)} ms`)
    })
  )
}

const requestJson = <A, I>(exchange: Exchange, schema: Schema.Codec<A, I>): Effect.Effect<A, SearchError> =>
  Effect.flatMap(requestText(exchange), (text) =>
    Effect.mapError(
      Schema.decodeUnknownEffect(Schema.fromJsonString(schema))(text),
      (error) => new SearchError({ provider: exchange.provider, why: "malformed", detail: error.message.slice(0, 300) })
    )
  )

interface JsonEngine<A> extends Omit<Service, "search"> {
  /** `now` is in milliseconds since the epoch. */
  readonly request: (query: SearchQuery, now: number) => Effect.Effect<HttpClientRequest.HttpClientRequest, SearchError>
  readonly answer: Schema.Codec<A, unknown>
  /** A text says what an answer lacks that is JSON, and not what the engine answers. */
  readonly hits: (answer: A, query: SearchQuery, now: number) => ReadonlyArray<SearchHit> | string
}

/** An engine that answers with JSON. */
export const jsonEngine = <A>({
  answer,
  hits,
  request,
  ...described
}: JsonEngine<A>): Layer.Layer<SearchProvider, never, HttpClient.HttpClient> =>
  Layer.effect(
    SearchProvider,
    Effect.map(HttpClient.HttpClient, (client) => {
      const { name: provider } = described
      const search = Effect.fnUntraced(function* (query: SearchQuery) {
        const now = yield* Clock.currentTimeMillis
        const exchange = { provider, client, request: yield* request(query, now), timeout: query.timeout }
        const found = hits(yield* requestJson(exchange, answer), query, now)
        return typeof found === "string"
          ? yield* new SearchError({ provider, why: "malformed", detail: found })
          : tidy(found, query)
      })
      return SearchProvider.of({ ...described, search })
    })
  )

/** Hits with readable addresses, each once, at most as many as asked. */
export const tidy = (hits: Iterable<SearchHit>, { limit }: Pick<SearchQuery, "limit">): ReadonlyArray<SearchHit> => {
  const found = new Map<string, SearchHit>()
  for (const hit of hits) {
    if (found.size >= limit) break
    const url = URL.parse(hit.url)
    if (url === null || !/^https?:$/.test(url.protocol) || found.has(url.href)) continue
    found.set(url.href, { ...hit, url: url.href, title: hit.title.trim() })
  }
  return [...found.values()]
}

/** A field that engines leave out, or send as null. */
export const maybe = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

/** `{ key: value }` unless the value says nothing. */
export const optionalField = <K extends string, V>(
  key: K,
  value: V | null | undefined | ""
): { readonly [P in K]?: V } =>
  value === null || value === undefined || value === "" ? {} : ({ [key]: value } as { readonly [P in K]: V })

/** What a search engine is asked and how it answers. */
export type Search = (query: SearchQuery) => Effect.Effect<ReadonlyArray<SearchHit>, SearchError>
