/**
 * Typed clients, derived from the definition that the server answers by.
 *
 * ```ts
 * const api = yield* makeClient({ baseUrl: "http://127.0.0.1:3002", apiKey })     // Effect
 * const { data } = yield* api.v2.scrape({ url })
 *
 * const api = createClient({ baseUrl: "http://127.0.0.1:3002", apiKey })          // promises
 * const { data } = await api.v2.crawl({ url, limit: 10 })                          // waits for its end
 * const { id } = await api.v2.startCrawl({ url })                                  // answers at once
 * const status = await api.v2.getCrawlStatus(id)
 * ```
 *
 * Every endpoint of the API is a method, such as `parse`, `startAgent` and `createMonitor`: what its path names comes first,
 * then the body, then the query. It also stands under its group, with whatever it takes and with the whole response where
 * that is asked for: `api.v2.Scraping.scrape({ payload: { url } })`.
 *
 * Failures are the error bodies: `{ success: false, error, code?, details? }`.
 */
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiClient from "effect/http-api/HttpApiClient"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import type { HttpClientResponse } from "effect/http/HttpClientResponse"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import { makeMethods, type MethodsOf } from "./methods.ts"
import { ApiV1 } from "../v1/Api.ts"
import { ApiV2 } from "../v2/Api.ts"

export { type WaitOptions, WaitTimedOut } from "./methods.ts"

export interface ClientOptions {
  /** Address of the API without the version. */
  readonly baseUrl: string | URL
  readonly apiKey?: string | undefined
}

type GroupsOf<Api> = Api extends HttpApi.HttpApi<infer _Id, infer Groups> ? Groups : never

/** Both versions, each endpoint an effect. Named, since the compiler would write a megabyte of it out otherwise. */
export interface Client {
  readonly v1: HttpApiClient.ForApi<typeof ApiV1> & MethodsOf<GroupsOf<typeof ApiV1>>
  readonly v2: HttpApiClient.ForApi<typeof ApiV2> & MethodsOf<GroupsOf<typeof ApiV2>>
}

/** Both versions over the `HttpClient` of the program. */
export const makeClient = ({ apiKey, baseUrl }: ClientOptions): Effect.Effect<Client, never, HttpClient.HttpClient> => {
  const options = {
    baseUrl,
    transformClient: (client: HttpClient.HttpClient) =>
      apiKey === undefined ? client : HttpClient.mapRequest(client, HttpClientRequest.bearerToken(apiKey))
  }
  return Effect.map(
    Effect.all({ v1: HttpApiClient.make(ApiV1, options), v2: HttpApiClient.make(ApiV2, options) }),
    ({ v1, v2 }) => ({
      v1: { ...v1, ...makeMethods(ApiV1, v1) },
      v2: { ...v2, ...makeMethods(ApiV2, v2) }
    })
  )
}

/** An endpoint may also give its raw response; as a promise it gives the body alone. */
type BodyOf<A> = Exclude<A, HttpClientResponse | readonly [unknown, HttpClientResponse]>

type Promised<T> = {
  readonly [K in keyof T]: T[K] extends (...args: infer Args) => Effect.Effect<infer A, infer _E, infer _R>
    ? (...args: Args) => Promise<BodyOf<A>>
    : Promised<T[K]>
}

/** Both versions, each endpoint a promise. */
export type PromiseClient = Promised<Client>

/** Over the global `fetch`. Endpoints reject with the error body. */
export const createClient = (options: ClientOptions): PromiseClient => {
  const client = Effect.runSync(Effect.provide(makeClient(options), FetchHttpClient.layer))
  return promised(client) as PromiseClient
}

const promised = (value: unknown): unknown => {
  if (typeof value === "function") {
    return (...args: ReadonlyArray<unknown>) =>
      Effect.runPromise((value as (...args: ReadonlyArray<unknown>) => Effect.Effect<unknown, unknown>)(...args))
  }
  if (!Predicate.isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, promised(member)]))
}
