/**
 * `PageCache` in a bucket of an S3-compatible store: an object for each page, compressed, and encrypted where there are
 * `encryptionKeys`.
 *
 * ```
 * <prefix>pages/<account, or "shared">/<digest of the key>.page
 * ```
 *
 * An object begins with the length of its head (4 bytes), the head, which an erasure reads alone, and the bytes of the page.
 * What is older than `keep` is deleted once an hour while the layer is open.
 */
import { sweepInTurns } from "@orbweaver/core/internal/accounts/sweepInTurns"
import { ownerOfKey } from "@orbweaver/core/scrape/Capture"
import { type CachedPage, type CachedPageName, isFresh, PageCache } from "@orbweaver/core/scrape/PageCache"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import type { Egress } from "@orbweaver/core/network/Egress"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { createHash } from "node:crypto"
import { digest } from "../support/blobNames.ts"
import { decode, encode } from "../support/cachedPage.ts"
import { damagedObject, makePacking, type PackingOptions, UnpackBudget } from "../support/packing.ts"
import { type EncryptionKeys, makeSealing } from "../support/sealing.ts"
import { makeBucket } from "./Bucket.ts"
import { Contents } from "./Contents.ts"
import { folderOf, pagesPrefix } from "./keys.ts"
import { connect, type Connection } from "./S3Client.ts"

export interface Options extends Connection, PackingOptions {
  /** Beginning of all keys, such as `orbweaver/`; it may be that of the pictures. Default: none. */
  readonly prefix?: string | undefined
  /** How long the store keeps a page at most; readers may ask for younger ones. Default: a week. */
  readonly keep?: Duration.Input | undefined
  /** Compressed bytes kept at most, as far as this process knows of others: it counts once an hour. Default: no limit. */
  readonly maxBytes?: number | undefined
  /** Encrypt pages: keys of at least 32 characters each. The first encrypts, all decrypt. Default: none, nothing is encrypted. */
  readonly encryptionKeys?: EncryptionKeys | undefined
}

const sweepInterval = Duration.hours(1)

/** How long a store that did not answer is left alone. */
const restMs = 10_000

/** Requests that one call sends at once. */
const concurrency = 8

/** Of an object, packed and unpacked. A body that is cached has 10 MiB; the rest is a picture. */
const maxObjectBytes = 64 * 1024 * 1024

/** Of a head, packed and unpacked: addresses and headers. A page with a longer one is not cached. */
const maxHeadBytes = 1024 * 1024

/** What an erasure reads of an object first: nearly all heads are shorter. */
const firstRead = 8 * 1024

const lengthBytes = 4

/** What the head holds besides what `encode` writes into it. */
const Head = Schema.Struct({
  key: Schema.String,
  head: Schema.String,
  /** Bytes of the body; those of the screenshot follow. */
  bodyLength: Schema.Int,
  hasScreenshot: Schema.Boolean
})
type Head = typeof Head.Type
const decodeHead = Schema.decodeUnknownEffect(Schema.fromJsonString(Head))

/** What `encode` writes into the head, as far as an answer needs it. */
const decodePage = Schema.decodeUnknownEffect(
  Schema.fromJsonString(
    Schema.Struct({
      url: Schema.String,
      status: Schema.Int,
      headers: Schema.Record(Schema.String, Schema.String),
      capturedAt: Schema.Finite
    })
  )
)

export const layer = (options: Options): Layer.Layer<PageCache, never, Egress> =>
  Layer.effect(
    PageCache,
    Effect.gen(function* () {
      const { keep = Duration.days(7), maxBytes = Infinity } = options
      const keepMs = Duration.toMillis(keep)
      const prefix = pagesPrefix(folderOf(options.prefix))
      const bucket = makeBucket(yield* connect(options))
      const budget = yield* UnpackBudget
      const { pack, unpack } = makePacking(makeSealing(options.encryptionKeys), budget, options)
      const contents = new Contents(maxBytes)

      const placeOf = (key: string) => {
        const { accountId } = ownerOfKey(key)
        const account = accountId === undefined ? "shared" : digest(accountId)
        const name = createHash("sha256").update(key).digest("hex")
        return { account, objectKey: `${prefix}${account}/${name}.page` }
      }

      const discard = (operation: string, objectKeys: ReadonlyArray<string>) =>
        Effect.forEach(
          objectKeys,
          (key) => Effect.tap(bucket.remove(operation, key), () => Effect.sync(() => contents.drop(key))),
          { concurrency, discard: true }
        )

      /** Deletes what is too old, and what is too much. */
      const sweep = Effect.gen(function* () {
        const operation = "PageCache.sweep"
        const now = yield* Clock.currentTimeMillis
        const count = contents.startCount()
        yield* bucket.list(operation, prefix, (objects) => {
          const old: Array<string> = []
          for (const { key, size, writtenAt } of objects) {
            const expiresAt = writtenAt + keepMs
            if (expiresAt <= now) old.push(key)
            else count.add({ key, size, expiresAt, account: key.slice(prefix.length).split("/", 1).join() })
          }
          return discard(operation, old)
        })
        yield* discard(operation, count.end(now))
      })

      yield* sweepInTurns(sweep, {
        // A limit is kept by what the process itself has counted.
        key: maxBytes === Infinity ? `pages ${options.bucket}/${prefix}` : undefined,
        interval: sweepInterval,
        failure: "Old cached pages could not be deleted"
      })

      const readHead = Effect.fnUntraced(function* (operation: string, objectKey: string, bytes: Uint8Array) {
        const end = headEnd(bytes)
        const text = yield* unpack(operation, objectKey, bytes.subarray(lengthBytes, end), maxHeadBytes)
        const damaged = (cause: unknown) => damagedObject(operation, objectKey, "has a head that cannot be read", cause)
        const head = yield* Effect.mapError(decodeHead(Buffer.from(text).toString()), damaged)
        return { end, ...head, page: yield* Effect.mapError(decodePage(head.head), damaged) }
      })

      /** Which page an object has, unless this process has no key for it; undefined where it is gone. */
      const readName = Effect.fnUntraced(function* (
        objectKey: string
      ): Effect.fn.Return<CachedPageName | "unreadable" | undefined, StoreError> {
        const operation = "PageCache.erase"
        let bytes = yield* bucket.read(operation, objectKey, 0, firstRead)
        if (bytes.length >= lengthBytes && headEnd(bytes) > bytes.length) {
          if (headEnd(bytes) > lengthBytes + maxHeadBytes) return "unreadable"
          bytes = yield* bucket.read(operation, objectKey, 0, headEnd(bytes))
        }
        if (bytes.length === 0) return undefined
        const found = yield* Effect.result(readHead(operation, objectKey, bytes))
        if (Result.isFailure(found)) return "unreadable"
        const { key, page } = found.success
        return { key, url: page.url }
      })

      const readPage = Effect.fnUntraced(function* (
        operation: string,
        objectKey: string,
        bytes: Uint8Array,
        maxAge: Duration.Duration
      ) {
        const { bodyLength, end, hasScreenshot, head, page } = yield* readHead(operation, objectKey, bytes)
        if (!isFresh(page.capturedAt, yield* Clock.currentTimeMillis, maxAge)) return Option.none<CachedPage>()
        const content = yield* unpack(operation, objectKey, bytes.subarray(end), maxObjectBytes)
        const body = content.subarray(0, bodyLength)
        return Option.some(decode({ head, body, screenshot: hasScreenshot ? content.subarray(bodyLength) : null }))
      })

      const remove = (operation: string, key: string) => discard(operation, [placeOf(key).objectKey])

      const beside = yield* besideOutages

      return PageCache.of({
        get: Effect.fnUntraced(function* (key, maxAge) {
          const operation = "PageCache.get"
          const { objectKey } = placeOf(key)
          const bytes = yield* beside(bucket.readAll(operation, objectKey, maxObjectBytes))
          if (bytes === undefined) return Option.none()
          return yield* readPage(operation, objectKey, bytes, maxAge).pipe(
            // Its key is not among those of this process, or it is damaged: the page is fetched anew, and replaces it.
            Effect.catch((error) =>
              Effect.as(Effect.logWarning("A cached page cannot be read", error), Option.none<CachedPage>())
            )
          )
        }),
        set: Effect.fnUntraced(function* (key, page) {
          const operation = "PageCache.set"
          const { account, objectKey } = placeOf(key)
          const { body: source, head, screenshot } = encode(page)
          const size = source.byteLength + (screenshot?.byteLength ?? 0)
          // It would not be read back.
          if (size > maxObjectBytes || Buffer.byteLength(head) > maxHeadBytes / 2) return yield* remove(operation, key)
          const written: Head = { key, head, bodyLength: source.byteLength, hasScreenshot: screenshot !== null }
          const packedHead = yield* pack(operation, objectKey, Buffer.from(JSON.stringify(written)))
          const content = yield* pack(operation, objectKey, Buffer.concat([source, screenshot ?? new Uint8Array()]))
          const length = Buffer.alloc(lengthBytes)
          length.writeUInt32BE(packedHead.byteLength)
          const bytes = Buffer.concat([length, packedHead, content])
          if (bytes.byteLength > Math.min(maxBytes, maxObjectBytes)) return yield* remove(operation, key)
          const sha256 = createHash("sha256").update(bytes).digest("hex")
          const body = { bytes, sha256, mediaType: "application/octet-stream" }
          if ((yield* beside(Effect.as(bucket.write(operation, objectKey, body), true))) === undefined) return
          const now = yield* Clock.currentTimeMillis
          const entry = { account, size: bytes.byteLength, expiresAt: now + keepMs }
          yield* discard(operation, contents.add(objectKey, entry, now))
        }),
        remove: (key) => remove("PageCache.remove", key),
        erase: Effect.fnUntraced(function* (isErased) {
          const operation = "PageCache.erase"
          let count = 0
          yield* bucket.list(
            operation,
            prefix,
            Effect.fnUntraced(function* (objects) {
              const names = yield* Effect.forEach(
                objects,
                ({ key }) => Effect.map(readName(key), (name) => ({ objectKey: key, name })),
                { concurrency }
              )
              // Of what cannot be read nobody knows whose it is, and nobody is answered from it.
              const erased = names.filter(({ name }) => name === "unreadable" || (name !== undefined && isErased(name)))
              count += erased.filter(({ name }) => name !== "unreadable").length
              yield* discard(
                operation,
                erased.map(({ objectKey }) => objectKey)
              )
            })
          )
          return count
        })
      })
    })
  ).pipe(Layer.provide(UnpackBudget.layer))

/**
 * Runs what asks the store for a page, or stores one; nothing where the store does not answer: a page can do without its
 * cache. It is not asked again for a while then, so that pages do not wait for it one after another.
 */
const besideOutages = Effect.sync(() => {
  let isAway = false
  let restUntil = -Infinity
  return Effect.fnUntraced(function* <A>(effect: Effect.Effect<A, StoreError>): Effect.fn.Return<A | undefined> {
    if ((yield* Clock.currentTimeMillis) < restUntil) return undefined
    return yield* effect.pipe(
      Effect.tap(() =>
        Effect.suspend(() => {
          if (!isAway) return Effect.void
          isAway = false
          return Effect.logInfo("Pages are cached again")
        })
      ),
      Effect.catch((error) =>
        Effect.gen(function* () {
          restUntil = (yield* Clock.currentTimeMillis) + restMs
          const wasAway = isAway
          isAway = true
          if (!wasAway) yield* Effect.logWarning("Pages are fetched without their cache, which does not work", error)
          return undefined
        })
      )
    )
  })
})

/** Where the head of an object ends. */
const headEnd = (bytes: Uint8Array): number =>
  lengthBytes + (bytes.length < lengthBytes ? 0 : Buffer.from(bytes.buffer, bytes.byteOffset).readUInt32BE(0))
