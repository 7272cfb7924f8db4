/**
 * Port: remembers captured pages so that a scrape may answer from one that is
 * fresh enough for the caller (`maxAge`).
 *
 * Freshness is chosen by the reader, so entries carry their age instead of a
 * fixed time to live. Adapters: `layerMemory` here, SQL and Keyv in
 * `@orbweaver/storage`. Contract: `PageCacheSuite` in `@orbweaver/core/testing`.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { Artifact } from "./Renderer.ts"
import type { StoreError } from "./StoreError.ts"

export interface CachedPage {
  /** Address that answered. */
  readonly url: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly screenshot?: Artifact | undefined
  readonly proxyUsed?: "basic" | "stealth" | undefined
  /** Milliseconds since the epoch. */
  readonly capturedAt: number
}

export interface Service {
  /** The page stored under `key`, unless it is older than `maxAge`. */
  readonly get: (key: string, maxAge: Duration.Duration) => Effect.Effect<Option.Option<CachedPage>, StoreError>
  /** Replaces what was stored under `key`. */
  readonly set: (key: string, page: CachedPage) => Effect.Effect<void, StoreError>
  readonly remove: (key: string) => Effect.Effect<void, StoreError>
}

export interface MemoryOptions {
  /** Bytes of bodies kept; the least recently used pages go first. 64 MiB when absent. */
  readonly maxBytes?: number | undefined
}

export class PageCache extends Context.Service<PageCache, Service>()("@orbweaver/core/PageCache") {
  static readonly layerMemory = (options: MemoryOptions = {}): Layer.Layer<PageCache> =>
    Layer.sync(PageCache, () => makeMemory(options.maxBytes ?? 64 * 1024 * 1024))

  /** Remembers nothing. */
  static readonly layerNone: Layer.Layer<PageCache> = Layer.succeed(PageCache, {
    get: () => Effect.succeedNone,
    set: () => Effect.void,
    remove: () => Effect.void
  })
}

/** Whether a page captured at `capturedAt` is at most `maxAge` old. */
export const isFresh = (capturedAt: number, now: number, maxAge: Duration.Duration): boolean =>
  now - capturedAt <= Duration.toMillis(maxAge)

const sizeOf = (page: CachedPage) => page.body.byteLength + (page.screenshot?.bytes.byteLength ?? 0) + 1024

const makeMemory = (maxBytes: number): Service => {
  // A Map keeps insertion order: the first entry is the least recently used.
  const pages = new Map<string, CachedPage>()
  let bytes = 0

  const drop = (key: string) => {
    const page = pages.get(key)
    if (page !== undefined) bytes -= sizeOf(page)
    pages.delete(key)
  }

  return {
    get: (key, maxAge) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const page = pages.get(key)
        if (page === undefined) return Option.none()
        pages.delete(key)
        pages.set(key, page)
        return isFresh(page.capturedAt, now, maxAge) ? Option.some(page) : Option.none()
      }),
    set: (key, page) =>
      Effect.sync(() => {
        drop(key)
        if (sizeOf(page) > maxBytes) return
        pages.set(key, page)
        bytes += sizeOf(page)
        for (const oldest of pages.keys()) {
          if (bytes <= maxBytes) break
          drop(oldest)
        }
      }),
    remove: (key) => Effect.sync(() => drop(key))
  }
}
