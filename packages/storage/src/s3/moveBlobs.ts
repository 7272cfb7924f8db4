/**
 * Moves the blobs of another store into a bucket, under the names that were given out, so that addresses stay good. A blob
 * leaves the other store once the bucket has all of its bytes: whoever is interrupted runs it again.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { mediaTypeOf } from "@orbweaver/core/scrape/BlobStore"
import { StoreError } from "@orbweaver/core/model/StoreError"
import type { Egress } from "@orbweaver/core/network/Egress"
import { createHash } from "node:crypto"
import { type BlobName, readName, writeName } from "../support/blobNames.ts"
import type { StoredBlob, StoredBlobs } from "../support/storedBlobs.ts"
import type { Options } from "./Blobs.ts"
import { makeBucket } from "./Bucket.ts"
import { folderOf, keyOf, namesPrefix } from "./keys.ts"
import { connect } from "./S3Client.ts"

export interface MoveOptions {
  /** Leave the blobs in the other store. Default: `false`. */
  readonly keep?: boolean | undefined
}

export interface Moved {
  /** Blobs that were copied, and their bytes. */
  readonly moved: number
  readonly bytes: number
  /** Those that the bucket had already. */
  readonly present: number
  /** Those that had expired; they are only removed. */
  readonly expired: number
}

/** Blobs that are moved at once, each in memory. */
const concurrency = 4

const operation = "blobs move"

export const moveBlobs = Effect.fnUntraced(function* <R>(
  blobs: StoredBlobs<R>,
  options: Options,
  { keep = false }: MoveOptions = {}
): Effect.fn.Return<Moved, StoreError, R | Egress> {
  const counts = { moved: 0, bytes: 0, present: 0, expired: 0 }
  const prefix = folderOf(options.prefix)
  const move = Effect.fnUntraced(function* (bucket: ReturnType<typeof makeBucket>, blob: StoredBlob) {
    if (blob.expiresAt <= (yield* Clock.currentTimeMillis)) {
      counts.expired++
      if (!keep) yield* blob.remove
      return
    }
    const { isOlder, name } = bucketName(blob)
    const key = keyOf(prefix, name)
    if ((yield* bucket.size(operation, key)) === blob.size) counts.present++
    else {
      const bytes = yield* blob.bytes
      if (bytes.byteLength !== blob.size) return yield* damaged(blob, `has ${bytes.byteLength} bytes`)
      yield* bucket.write(operation, key, bodyOf(bytes, mediaTypeOf(name.secret)))
      const written = yield* bucket.size(operation, key)
      if (written !== blob.size) return yield* damaged(blob, `has ${written ?? 0} bytes in the bucket`)
      counts.moved++
      counts.bytes += blob.size
    }
    if (isOlder) {
      const pointer = namesPrefix(prefix, blob.name) + writeName(name)
      yield* bucket.write(operation, pointer, bodyOf(new Uint8Array(), mediaTypeOf(name.secret)))
    }
    if (!keep) yield* blob.remove
  })
  yield* Effect.scoped(
    Effect.flatMap(connect(options), (client) => {
      const bucket = makeBucket(client)
      return blobs.pipe(
        Stream.mapEffect((blob) => move(bucket, blob), { concurrency, unordered: true }),
        Stream.runDrain
      )
    })
  )
  return counts
})

/** PostgreSQL and Keyv give names that say nothing; keys need a name that says whose it is. */
const bucketName = ({ account, expiresAt, job, name }: StoredBlob): { name: BlobName; isOlder: boolean } => {
  const read = readName(name)
  return read === undefined
    ? { name: { account, job, expiresAt, secret: name }, isOlder: true }
    : { name: read, isOlder: false }
}

const bodyOf = (bytes: Uint8Array, mediaType: string) => ({
  bytes,
  mediaType,
  sha256: createHash("sha256").update(bytes).digest("hex")
})

const damaged = ({ name, size }: StoredBlob, found: string) => {
  const detail = `${name} should have ${size} bytes and ${found}; it stays where it is`
  return Effect.fail(new StoreError({ operation, detail, cause: new Error(detail) }))
}
