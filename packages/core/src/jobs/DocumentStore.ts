/**
 * Port: keeps the documents of jobs outside of the store of the jobs, whose rows then hold only stubs of them
 * (`storedDocuments`).
 *
 * A document ends with its job. It has no lifetime of its own and makes room for nothing, unlike the pictures of a
 * `BlobStore`, and no address: whoever may read the job reads it. Adapters: `layerNone` and `layerMemory` here, S3 in
 * `@orbweaver/storage`. Contract: `DocumentStoreSuite` in `@orbweaver/testing`.
 * @experimental
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { JobId } from "../model/Job.ts"
import { StoreError } from "../model/StoreError.ts"

export interface DocumentKey {
  readonly jobId: JobId
  /** Names the document within its job. */
  readonly name: string
}

export interface ListedDocument extends DocumentKey {
  /** Milliseconds since the epoch. */
  readonly storedAt: number
}

export interface Service {
  /** Documents that were stored are read, and no more are stored. */
  readonly isReadOnly: boolean
  /** Stores a text; another one under the same name is replaced. */
  readonly put: (key: DocumentKey, text: string) => Effect.Effect<void, StoreError>
  /**
   * Undefined when it was never there or is no more. One that is there and cannot be read fails with a `StoreError` of the
   * kind `damaged`; so does one that has more than `bytes` in UTF-8, which is how many were stored, where that is known.
   */
  readonly get: (key: DocumentKey, bytes?: number) => Effect.Effect<string | undefined, StoreError>
  readonly remove: (keys: ReadonlyArray<DocumentKey>) => Effect.Effect<void, StoreError>
  readonly removeJob: (id: JobId) => Effect.Effect<void, StoreError>
  /** Gives the documents of a job, or all of them, some at a time and in no order. */
  readonly list: (
    id: JobId | undefined,
    onSome: (some: ReadonlyArray<ListedDocument>) => Effect.Effect<void, StoreError>
  ) => Effect.Effect<void, StoreError>
}

export class DocumentStore extends Context.Service<DocumentStore, Service>()("@orbweaver/core/DocumentStore") {
  /** Documents stay in the rows of their jobs. One that is elsewhere cannot be read. */
  static readonly layerNone: Layer.Layer<DocumentStore> = Layer.sync(DocumentStore, () => none)

  /** For tests: what is in rows may outlive what is here. */
  static readonly layerMemory: Layer.Layer<DocumentStore> = Layer.sync(DocumentStore, () => makeMemory())
}

const noStore = (operation: string) => {
  const detail =
    "the document is in an object store that this process was not given: set its `documents` option, or ORBWEAVER_S3_BUCKET"
  return Effect.fail(new StoreError({ operation, kind: "misconfigured", detail, cause: new Error(detail) }))
}

/** The store of `layerNone`. */
export const none: Service = {
  isReadOnly: true,
  put: () => noStore("DocumentStore.put"),
  get: () => noStore("DocumentStore.get"),
  remove: () => Effect.void,
  removeJob: () => Effect.void,
  list: () => Effect.void
}

const makeMemory = (): Service => {
  const jobs = new Map<JobId, Map<string, { readonly text: string; readonly storedAt: number }>>()
  return {
    isReadOnly: false,
    put: ({ jobId, name }, text) =>
      Effect.map(Clock.currentTimeMillis, (storedAt) => {
        let documents = jobs.get(jobId)
        if (documents === undefined) jobs.set(jobId, (documents = new Map()))
        documents.set(name, { text, storedAt })
      }),
    get: ({ jobId, name }, bytes = Infinity) =>
      Effect.suspend(() => {
        const text = jobs.get(jobId)?.get(name)?.text
        if (text === undefined || new TextEncoder().encode(text).byteLength <= bytes) return Effect.succeed(text)
        const detail = `the document ${name} has more than the ${bytes} bytes that were stored`
        const cause = new Error(detail)
        return Effect.fail(new StoreError({ operation: "DocumentStore.get", kind: "damaged", detail, cause }))
      }),
    remove: (keys) =>
      Effect.sync(() => {
        for (const { jobId, name } of keys) {
          const documents = jobs.get(jobId)
          if (documents?.delete(name) === true && documents.size === 0) jobs.delete(jobId)
        }
      }),
    removeJob: (id) => Effect.sync(() => void jobs.delete(id)),
    list: (id, onSome) =>
      Effect.suspend(() =>
        onSome(
          [...jobs].flatMap(([jobId, documents]) =>
            id === undefined || id === jobId
              ? [...documents].map(([name, { storedAt }]) => ({ jobId, name, storedAt }))
              : []
          )
        )
      )
  }
}
