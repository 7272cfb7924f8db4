/** `PageCache` over a Keyv, and so over every store that Keyv has an adapter for. */
import { isFresh, PageCache } from "@orbweaver/core/PageCache"
import { StoreError } from "@orbweaver/core/StoreError"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type Keyv from "keyv"
import { decode, encode } from "./cachedPage.ts"

export interface Options {
  /** How long the store keeps a page at most; readers may ask for younger ones. A week when absent. */
  readonly keep?: Duration.Duration | undefined
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

/** The caller owns the Keyv: it is not disconnected when the layer closes. */
export const layer = (keyv: Keyv, { keep = Duration.days(7) }: Options = {}): Layer.Layer<PageCache> => {
  const attempt = <A>(operation: string, run: () => Promise<A>) =>
    Effect.tryPromise({ try: run, catch: (cause) => new StoreError({ operation, cause }) })

  return Layer.succeed(PageCache, {
    get: (key, maxAge) =>
      Effect.gen(function* () {
        const entry = yield* attempt("PageCache.get", () => keyv.get<Entry>(key))
        const now = yield* Clock.currentTimeMillis
        if (entry === undefined || entry === null || !isFresh(entry.capturedAt, now, maxAge)) return Option.none()
        const { body, head, screenshot } = entry
        return Option.some(
          decode({ head, body: toBytes(body), screenshot: screenshot === null ? null : toBytes(screenshot) })
        )
      }),
    set: (key, page) => {
      const { body, head, screenshot } = encode(page)
      const entry: Entry = {
        capturedAt: page.capturedAt,
        head,
        body: toText(body),
        screenshot: screenshot === null ? null : toText(screenshot)
      }
      return Effect.asVoid(attempt("PageCache.set", () => keyv.set(key, entry, Duration.toMillis(keep))))
    },
    remove: (key) => Effect.asVoid(attempt("PageCache.remove", () => keyv.delete(key)))
  })
}
