/**
 * Port: remembers captured pages so that a scrape may answer from one that is
 * fresh enough for the caller (`maxAge`).
 *
 * Freshness is chosen by the reader, so entries carry their age instead of a
 * fixed time to live. Adapters: `layerMemory` here, disk, SQL and Keyv in
 * `@orbweaver/storage`. Contract: `PageCacheSuite` in `@orbweaver/testing`.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { Artifact } from "../network/Renderer.ts"
import type { StoreError } from "../model/StoreError.ts"
import { LruMap } from "../support/LruMap.ts"

export interface CachedPage {
  /** Address that answered. */
  readonly url: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly screenshot?: Artifact | undefined
  /** What the renderer measured for the format `branding`: a value of JSON. */
  readonly branding?: unknown
  readonly proxyUsed?: "basic" | "stealth" | undefined
  readonly rendered?: boolean | undefined
  /** Milliseconds since the epoch. */
  readonly capturedAt: number
}

/**
 * Who is answered from a captured page: `account`, whoever captured it, or `shared`, every account.
 *
 * `lockdown` and `minAge` are answered from pages of the caller's own account in both cases, since
 * they would show what others have scraped. `account` when not provided.
 */
export type CacheSharing = "account" | "shared"
export const CacheSharing = Context.Reference<CacheSharing>("@orbweaver/core/CacheSharing", {
  defaultValue: () => "account"
})

export interface Service {
  /** The page stored under `key`, unless it is older than `maxAge`. */
  readonly get: (key: string, maxAge: Duration.Duration) => Effect.Effect<Option.Option<CachedPage>, StoreError>
  /** Replaces what was stored under `key`. */
  readonly set: (key: string, page: CachedPage) => Effect.Effect<void, StoreError>
  readonly remove: (key: string) => Effect.Effect<void, StoreError>
  /** Removes the pages that the predicate picks, so that nothing of them is left in the store; returns how many. */
  readonly erase: (isErased: (page: CachedPageName) => boolean) => Effect.Effect<number, StoreError>
}

/** What a cached page is recognised by. */
export interface CachedPageName {
  readonly key: string
  /** Address that answered. */
  readonly url: string
}

export interface MemoryOptions {
  /** Bytes of bodies kept; the least recently used pages go first. 16 MiB when absent. */
  readonly maxBytes?: number | undefined
  /** Takes the pages that go, and gives them back when they are asked for; they are forgotten when absent. */
  readonly overflow?: Service | undefined
}

export class PageCache extends Context.Service<PageCache, Service>()("@orbweaver/core/PageCache") {
  static readonly layerMemory = (options: MemoryOptions = {}): Layer.Layer<PageCache> =>
    Layer.sync(PageCache, () => makeMemory(options))

  /** Remembers nothing. */
  static readonly layerNone: Layer.Layer<PageCache> = Layer.succeed(PageCache, {
    get: () => Effect.succeedNone,
    set: () => Effect.void,
    remove: () => Effect.void,
    erase: () => Effect.succeed(0)
  })
}

/** Whether a page captured at `capturedAt` is at most `maxAge` old. */
export const isFresh = (capturedAt: number, now: number, maxAge: Duration.Duration): boolean =>
  now - capturedAt <= Duration.toMillis(maxAge)

/** Bytes of a body that is cached. A larger one is fetched anew, since a store would hold up other requests to write it. */
const maxBodyBytes = 10 * 1024 * 1024

/** Whether a page is small enough for the cache. */
export const isCacheable = ({ body }: Pick<CachedPage, "body">): boolean => body.byteLength <= maxBodyBytes

const sizeOf = ({ body, branding, screenshot }: CachedPage) =>
  body.byteLength +
  (screenshot?.bytes.byteLength ?? 0) +
  (branding === undefined ? 0 : JSON.stringify(branding).length) +
  1024

/** The cache of `layerMemory`. */
export const makeMemory = ({ maxBytes = 16 * 1024 * 1024, overflow }: MemoryOptions = {}): Service => {
  const pages = new LruMap<string, CachedPage>({ maxWeight: maxBytes, weigh: sizeOf })

  const spill = (evicted: ReadonlyArray<readonly [string, CachedPage]>): Effect.Effect<void, StoreError> =>
    overflow === undefined || evicted.length === 0
      ? Effect.void
      : Effect.forEach(evicted, ([key, page]) => overflow.set(key, page), { discard: true })

  return {
    get: (key, maxAge) =>
      Effect.gen(function* () {
        const page = pages.get(key)
        if (page === undefined) {
          if (overflow === undefined) return Option.none()
          const found = yield* overflow.get(key, maxAge)
          if (Option.isSome(found)) yield* spill(pages.set(key, found.value))
          return found
        }
        return isFresh(page.capturedAt, yield* Clock.currentTimeMillis, maxAge) ? Option.some(page) : Option.none()
      }),
    set: (key, page) => Effect.suspend(() => spill(pages.set(key, page))),
    remove: (key) =>
      Effect.suspend(() => {
        pages.delete(key)
        return overflow === undefined ? Effect.void : overflow.remove(key)
      }),
    erase: (isErased) =>
      Effect.suspend(() => {
        let erased = 0
        for (const [key, { url }] of pages.entries()) {
          if (isErased({ key, url }) && pages.delete(key)) erased++
        }
        if (overflow === undefined) return Effect.succeed(erased)
        return Effect.map(overflow.erase(isErased), (more) => erased + more)
      })
  }
}
