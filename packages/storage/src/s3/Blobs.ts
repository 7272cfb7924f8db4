/**
 * `BlobStore` in a bucket of an S3-compatible store, for processes that share no disk.
 *
 * Pictures and PDFs are compressed formats, so they are stored as they are. Keys say whose an object is and when it expires
 * (`keys.ts`): there is no index that could be lost. What has expired is deleted once an hour while the layer is open.
 * Objects of a job that was removed while the store was away are deleted then too, at the latest.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { sweepInTurns } from "@orbweaver/core/internal/accounts/sweepInTurns"
import {
  addressIn,
  type BlobSelection,
  BlobStore,
  isName,
  mediaTypeOf,
  type Options as BlobOptions
} from "@orbweaver/core/scrape/BlobStore"
import type { Owner } from "@orbweaver/core/internal/scrape/BlobIndex"
import { secretText } from "@orbweaver/core/internal/model/secret"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import type { Egress } from "@orbweaver/core/network/Egress"
import { createHash } from "node:crypto"
import { type BlobName, digest, digestsOf, noJob, readName, writeName } from "../support/blobNames.ts"
import {
  contentSecret,
  folderOf,
  isOfSingleScrape,
  keyOf,
  namesPrefix,
  picturePrefixes,
  prefixOf,
  readKey
} from "./keys.ts"
import { connect, type Connection } from "./S3Client.ts"
import { type ListedObject, makeBucket } from "./Bucket.ts"
import { Contents } from "./Contents.ts"

export interface Options extends Connection {
  /** Beginning of all keys, such as `orbweaver/`; below it everything belongs to this store. Default: none. */
  readonly prefix?: string | undefined
  /**
   * Give out signed addresses of the store itself, which end when the picture expires, or with temporary credentials. The
   * callers must reach the endpoint. Default: `false`, addresses below `baseUrl`.
   */
  readonly presign?: boolean | undefined
  /** Address that names are appended to. Needed unless `presign` is set. */
  readonly baseUrl?: BlobOptions["baseUrl"] | undefined
  /** Bytes kept at most, as far as this process knows of others: it counts once an hour. Default: no limit. */
  readonly maxBytes?: number | undefined
}

/** Keys expire at the end of an hour. */
const sweepInterval = Duration.hours(1)

/** Requests that one call sends at once. */
const concurrency = 8

export const layer = (options: Options): Layer.Layer<BlobStore, never, Egress> =>
  Layer.effect(
    BlobStore,
    Effect.gen(function* () {
      const { baseUrl = "", maxBytes = Infinity, presign = false } = options
      const prefix = folderOf(options.prefix)
      const secretKey = secretText(options.secretAccessKey)
      const client = yield* connect(options)
      const bucket = makeBucket(client)
      const contents = new Contents(maxBytes)

      /** Deletes one by one, which all stores know; those of Google and older ones of Swift have no deletion of many. */
      const discard = (operation: string, keys: ReadonlyArray<string>) =>
        Effect.forEach(
          keys,
          (key) => Effect.tap(bucket.remove(operation, key), () => Effect.sync(() => contents.drop(key))),
          { concurrency, discard: true }
        )

      /** Deletes what has expired, and what is too much. */
      const sweep = Effect.gen(function* () {
        const operation = "BlobStore.sweep"
        const now = yield* Clock.currentTimeMillis
        const count = contents.startCount()
        const sweepSome = (objects: ReadonlyArray<ListedObject>) => {
          const found = objects.flatMap(({ key, size }) => {
            const name = readKey(prefix, key)
            return name === undefined ? [] : [{ key, size, ...name }]
          })
          for (const object of found) if (object.expiresAt > now) count.add(object)
          return discard(
            operation,
            found.flatMap(({ expiresAt, key }) => (expiresAt > now ? [] : [key]))
          )
        }
        for (const below of picturePrefixes(prefix)) yield* bucket.list(operation, below, sweepSome)
        yield* discard(operation, count.end(now))
      })

      yield* sweepInTurns(sweep, {
        // A limit is kept by what the process itself has counted.
        key: maxBytes === Infinity ? `pictures ${options.bucket}/${prefix}` : undefined,
        interval: sweepInterval,
        failure: "Old blobs could not be deleted"
      })

      /** An older name leads to the one that keys are made of. */
      const resolve = (operation: string, name: string): Effect.Effect<BlobName | undefined, StoreError> => {
        const read = readName(name)
        if (read !== undefined || !isName(name)) return Effect.succeed(read)
        return Effect.map(bucket.first(operation, namesPrefix(prefix, name)), (key) =>
          key === undefined ? undefined : readKey(prefix, key)
        )
      }

      /** Removes the objects with these beginnings that are selected, and what leads to them; returns how many objects. */
      const removeBelow = Effect.fnUntraced(function* (
        operation: string,
        beginnings: ReadonlyArray<string>,
        isSelected: (name: BlobName) => boolean
      ) {
        const pointers = namesPrefix(prefix)
        let count = 0
        const removeListed = (below: string) =>
          bucket.list(operation, below, (objects) => {
            const keys = objects.flatMap(({ key }) => {
              const name = readKey(prefix, key)
              return name !== undefined && isSelected(name) ? [key] : []
            })
            count += keys.filter((key) => !key.startsWith(pointers)).length
            return discard(operation, keys)
          })
        for (const below of new Set([...beginnings, pointers])) yield* removeListed(below)
        return count
      })

      /** Removes what a job has, or an account. */
      const removeOf = (operation: string, owner: Owner) => {
        const { account, job } = digestsOf(owner)
        return owner.job === undefined
          ? removeBelow(operation, [prefixOf(prefix, { account })], (name) => name.account === account)
          : removeBelow(
              operation,
              [prefixOf(prefix, { account, job })],
              (name) => name.account === account && name.job === job
            )
      }

      const eraseNames = Effect.fnUntraced(function* (names: ReadonlyArray<string>) {
        const operation = "BlobStore.erase"
        const found = yield* Effect.forEach(names, (name) => resolve(operation, name), { concurrency })
        const keys = new Set(found.flatMap((name) => (name === undefined ? [] : [keyOf(prefix, name)])))
        const erased = yield* Effect.forEach(
          keys,
          (key) =>
            Effect.flatMap(bucket.size(operation, key), (size) =>
              size === undefined ? Effect.succeed(0) : Effect.as(discard(operation, [key]), 1)
            ),
          { concurrency }
        )
        for (const name of names) {
          if (!isName(name)) continue
          const pointer = yield* bucket.first(operation, namesPrefix(prefix, name))
          if (pointer !== undefined) yield* bucket.remove(operation, pointer)
        }
        return erased.reduce<number>((sum, one) => sum + one, 0)
      })

      return BlobStore.of({
        put: ({ bytes, mediaType }, owner, keepFor) =>
          Effect.gen(function* () {
            if (bytes.byteLength > maxBytes) return undefined
            const operation = "BlobStore.put"
            const now = yield* Clock.currentTimeMillis
            const digests = digestsOf(owner)
            const sha256 = createHash("sha256").update(bytes).digest("hex")
            const secret = contentSecret(secretKey, digests, mediaType, sha256)
            const name: BlobName = { ...digests, expiresAt: now + Duration.toMillis(keepFor), secret }
            const key = keyOf(prefix, name)
            yield* bucket.write(operation, key, { bytes, sha256, mediaType })
            const entry = { ...digests, size: bytes.byteLength, expiresAt: name.expiresAt }
            yield* discard(operation, contents.add(key, entry, now))
            if (!presign) return addressIn(baseUrl, writeName(name))
            return yield* client.signedAddress(operation, key, Math.ceil(Duration.toSeconds(keepFor)))
          }),
        get: (written) =>
          Effect.gen(function* () {
            const operation = "BlobStore.get"
            const name = yield* resolve(operation, written)
            if (name === undefined || name.expiresAt <= (yield* Clock.currentTimeMillis)) return undefined
            const key = keyOf(prefix, name)
            const size = yield* bucket.size(operation, key)
            if (size === undefined) return undefined
            return {
              mediaType: mediaTypeOf(name.secret),
              size,
              expiresAt: name.expiresAt,
              read: (from, length) => bucket.read("BlobStore.read", key, from, length)
            }
          }),
        remove: (owner) => Effect.asVoid(removeOf("BlobStore.remove", owner)),
        erase: (selection: BlobSelection) => {
          const operation = "BlobStore.erase"
          if ("names" in selection) return eraseNames(selection.names)
          if ("account" in selection) return removeOf(operation, selection)
          if (selection.accountId === undefined)
            return removeBelow(operation, picturePrefixes(prefix), isOfSingleScrape)
          const account = digest(selection.accountId)
          return removeBelow(
            operation,
            [prefixOf(prefix, { account, job: noJob })],
            (name) => name.account === account && isOfSingleScrape(name)
          )
        }
      })
    })
  )
