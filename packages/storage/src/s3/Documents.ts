/**
 * `DocumentStore` in a bucket of an S3-compatible store: an object for each document, compressed, and encrypted where there
 * are `encryptionKeys`.
 *
 * ```
 * <prefix>jobs/<job>/<page>-<claim>.json
 * ```
 */

import { JobId } from "@orbweaver/core/model/Job"
import { type DocumentKey, DocumentStore, type ListedDocument } from "@orbweaver/core/jobs/DocumentStore"
import type { Egress } from "@orbweaver/core/network/Egress"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { createHash } from "node:crypto"
import { type EncryptionKeys, makeSealing } from "../support/sealing.ts"
import { makePacking, maxContentBytes, maxPackedBytes, type PackingOptions, UnpackBudget } from "../support/packing.ts"
import { makeBucket } from "./Bucket.ts"
import { documentsPrefix, folderOf } from "./keys.ts"
import { connect, type Connection } from "./S3Client.ts"

export interface Options extends Connection, PackingOptions {
  /** Beginning of all keys, such as `orbweaver/`; it may be that of the pictures. Default: none. */
  readonly prefix?: string | undefined
  /** Read documents that were stored, and store no more: those of new pages go into the database. Default: `false`. */
  readonly readOnly?: boolean | undefined
  /**
   * Encrypt documents: keys of at least 32 characters each. The first encrypts, all decrypt, so keep a former key for as long
   * as there are jobs of its time. Default: none, nothing is encrypted.
   */
  readonly encryptionKeys?: EncryptionKeys | undefined
}

/** Requests that one call sends at once. */
const concurrency = 8

/** Of a compressed document whose size is not known: earlier versions did not write it down. */
const maxUnknownBytes = 128 * 1024 * 1024

const extension = ".json"

/** Undefined for what is none of `encodeURIComponent`: an object of another program. */
const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

export const layer = (options: Options): Layer.Layer<DocumentStore, never, Egress> =>
  Layer.effect(
    DocumentStore,
    Effect.gen(function* () {
      const bucket = makeBucket(yield* connect(options))
      const budget = yield* UnpackBudget
      const { pack, unpack } = makePacking(makeSealing(options.encryptionKeys), budget, options)
      const prefix = documentsPrefix(folderOf(options.prefix))

      const folderOfJob = (id: JobId) => `${prefix}${encodeURIComponent(id)}/`
      const keyOf = ({ jobId, name }: DocumentKey) => `${folderOfJob(jobId)}${encodeURIComponent(name)}${extension}`
      const nameOf = (key: string): DocumentKey | undefined => {
        const [job, file, ...rest] = key.slice(prefix.length).split("/")
        if (job === undefined || file === undefined || rest.length > 0 || !file.endsWith(extension)) return undefined
        const [id, name] = [decoded(job), decoded(file.slice(0, -extension.length))]
        return id === undefined || name === undefined ? undefined : { jobId: JobId.make(id), name }
      }

      /** One by one, as with pictures: not all stores know the deletion of many. */
      const discard = (operation: string, keys: ReadonlyArray<string>) =>
        Effect.forEach(keys, (key) => bucket.remove(operation, key), { concurrency, discard: true })

      return DocumentStore.of({
        isReadOnly: options.readOnly ?? false,
        put: Effect.fnUntraced(function* (name, text) {
          const operation = "DocumentStore.put"
          const key = keyOf(name)
          const bytes = yield* pack(operation, key, Buffer.from(text))
          const sha256 = createHash("sha256").update(bytes).digest("hex")
          yield* bucket.write(operation, key, { bytes, sha256, mediaType: "application/octet-stream" })
        }),
        get: Effect.fnUntraced(function* (name, bytes) {
          const operation = "DocumentStore.get"
          const key = keyOf(name)
          const largest = bytes === undefined ? maxUnknownBytes : Math.min(maxPackedBytes(bytes), maxContentBytes)
          const packed = yield* budget.withPermits(largest)(bucket.readAll(operation, key, largest))
          if (packed === undefined) return undefined
          return Buffer.from(yield* unpack(operation, key, packed, bytes ?? maxContentBytes)).toString("utf8")
        }),
        remove: (names) => discard("DocumentStore.remove", names.map(keyOf)),
        removeJob: (id) => {
          const operation = "DocumentStore.removeJob"
          return bucket.list(operation, folderOfJob(id), (objects) =>
            discard(
              operation,
              objects.map(({ key }) => key)
            )
          )
        },
        list: (id, onSome) =>
          bucket.list("DocumentStore.list", id === undefined ? prefix : folderOfJob(id), (objects) =>
            onSome(
              objects.flatMap(({ key, writtenAt }): ReadonlyArray<ListedDocument> => {
                const name = nameOf(key)
                return name === undefined ? [] : [{ ...name, storedAt: writtenAt }]
              })
            )
          )
      })
    })
  ).pipe(Layer.provide(UnpackBudget.layer))
