/**
 * `PageCache` over a Keyv, and so over every store that Keyv has an adapter for.
 * The bound is held for what this process has written: a Keyv cannot say what
 * else is in its store, which has bounds of its own.
 */
import { BlobIndex } from "@orbweaver/core/internal/scrape/BlobIndex"
import { type CachedPage, isFresh, PageCache } from "@orbweaver/core/scrape/PageCache"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { decode, encode } from "../support/cachedPage.ts"
import { storeFault } from "../support/storeFault.ts"
import type { KeyValues } from "./KeyValues.ts"

export interface Options {
  /** How long the store keeps a page at most; readers may ask for younger ones. A week when absent. */
  readonly keep?: Duration.Input | undefined
  /** Bytes of bodies and pictures; 1 GiB when absent. The oldest go first. */
  readonly maxBytes?: number | undefined
}

interface Entry {
  readonly capturedAt: number
  readonly head: string
  /** Base64: Keyv's stores speak JSON. */
  readonly body: string
  readonly screenshot: string | null
}

const toText = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64")
const toBytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "base64"))

/** Keys of the pages in a Keyv with the addresses that answered; undefined where its store cannot list them. */
const pagesIn = async (keyv: KeyValues): Promise<ReadonlyMap<string, string> | undefined> => {
  if (typeof keyv.iterator !== "function") return undefined
  const found = new Map<string, string>()
  for await (const listed of keyv.iterator(keyv.namespace)) {
    const [key, value] = Array.isArray(listed) ? (listed as ReadonlyArray<unknown>) : []
    if (typeof key === "string" && isEntry(value)) found.set(key, addressOf(value))
  }
  return found
}

const isEntry = (value: unknown): value is Entry =>
  typeof value === "object" && value !== null && "head" in value && typeof value.head === "string"

const addressOf = ({ head }: Pick<Entry, "head">): string => (JSON.parse(head) as Pick<CachedPage, "url">).url

/** The caller owns the Keyv: it is not disconnected when the layer closes. */
export const layer = (
  keyv: KeyValues,
  { keep = Duration.days(7), maxBytes = 1024 ** 3 }: Options = {}
): Layer.Layer<PageCache> => {
  const book = new BlobIndex(maxBytes)
  /** Addresses of what the book has, by key. */
  const urls = new Map<string, string>()
  const attempt = <A>(operation: string, run: () => Promise<A>) =>
    Effect.tryPromise({ try: run, catch: (cause) => storeFault(operation, cause) })

  const remove = (key: string) => {
    book.drop(key, "")
    urls.delete(key)
    return Effect.asVoid(attempt("PageCache.remove", () => keyv.delete(key)))
  }

  return Layer.succeed(PageCache, {
    get: (key, maxAge) =>
      Effect.gen(function* () {
        const entry = yield* attempt("PageCache.get", async () => (await keyv.get(key)) as Entry | null | undefined)
        const now = yield* Clock.currentTimeMillis
        if (entry === undefined || entry === null || !isFresh(entry.capturedAt, now, maxAge)) return Option.none()
        const { body, head, screenshot } = entry
        return Option.some(
          decode({ head, body: toBytes(body), screenshot: screenshot === null ? null : toBytes(screenshot) })
        )
      }),
    set: (key, page) =>
      Effect.gen(function* () {
        const { body, head, screenshot, size } = encode(page)
        if (size > maxBytes) return yield* remove(key)
        const entry: Entry = {
          capturedAt: page.capturedAt,
          head,
          body: toText(body),
          screenshot: screenshot === null ? null : toText(screenshot)
        }
        const now = yield* Clock.currentTimeMillis
        const expiresAt = now + Duration.toMillis(keep)
        yield* attempt("PageCache.set", async () => {
          await keyv.set(key, entry, Duration.toMillis(keep))
          urls.set(key, page.url)
          for (const gone of book.add(key, { account: "", size, expiresAt }, now)) {
            urls.delete(gone)
            await keyv.delete(gone)
          }
        })
      }),
    remove,
    erase: (isErased) =>
      Effect.gen(function* () {
        const found = yield* attempt("PageCache.erase", () => pagesIn(keyv))
        if (found === undefined) {
          yield* Effect.logWarning(
            "This Keyv cannot list its pages: those that other processes cached stay until they expire"
          )
        }
        const names = new Map([...urls, ...(found ?? [])])
        const erased = [...names].filter(([key, url]) => isErased({ key, url }))
        for (const [key] of erased) yield* remove(key)
        return erased.length
      })
  })
}
