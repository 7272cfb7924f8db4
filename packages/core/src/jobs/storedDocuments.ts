/**
 * The stores of jobs with the documents of their pages in a `DocumentStore`, for every adapter alike.
 *
 * A document is stored before the settlement of its page: a page never completes without it, and while the store is away
 * its settlement is written again and again. Between the two a process may be killed, or the settlement may be refused
 * because the page is a duplicate. Such documents are removed by `documentSweep`, or with their job.
 *
 * Rows without stubs are read as they are, so jobs may have documents here and there.
 *
 * A document that is missing or damaged costs its own page and no other: lists have `unreadableDocument` in its place, and
 * the log says why. Only a caller that reads this one page alone (`scraped`) gets the failure. A store that is away, or that refuses
 * this process, fails every reading, since its documents are as they were.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type { Document } from "../model/Document.ts"
import { isFinal, type Job, type JobId, type JobNotFound } from "../model/Job.ts"
import { StoreError } from "../model/StoreError.ts"
import { counted } from "../support/counted.ts"
import { documentSweep, removeOrphans } from "./documentSweep.ts"
import { type DocumentKey, DocumentStore, none } from "./DocumentStore.ts"
import {
  bytesOfName,
  nameOfLease,
  parseStored,
  storedName,
  stubOf,
  type UnreadableCode,
  unreadableDocument
} from "./documentStub.ts"
import { Frontier, type Service as FrontierService, type Settlement } from "./Frontier.ts"
import { JobStore, type Service as JobStoreService, type StoredResult } from "./JobStore.ts"
import { messageOf } from "./retryWhileAway.ts"
import { makeShareReading } from "./watchedReading.ts"

/** Documents that one call reads or writes at once. */
const concurrency = 32

const utf8 = new TextEncoder()

export const layer: Layer.Layer<JobStore | Frontier, never, JobStore | Frontier | DocumentStore> = Layer.effectContext(
  Effect.gen(function* () {
    const jobs = yield* JobStore
    const documents = yield* DocumentStore
    if (documents !== none) yield* documentSweep(jobs, documents)
    const share = yield* makeShareReading
    const writing = makeWriting(yield* Frontier, documents)
    return Context.empty().pipe(
      Context.add(Frontier, writing.frontier),
      Context.add(JobStore, withDocuments(jobs, documents, writing.lastFailure, share))
    )
  })
)

/** The frontier, which stores the documents of completed pages first, and why the last one could not be stored. */
const makeWriting = (frontier: FrontierService, documents: DocumentStore["Service"]) => {
  let failure: StoreError | undefined
  /** A settlement that is written again, because the store of the jobs is away, does not store its document again. */
  const withStubs = new WeakMap<Settlement, Settlement>()

  const storeDocument = Effect.fnUntraced(function* (settlement: Settlement) {
    const { lease, outcome } = settlement
    if (outcome._tag !== "Completed") return settlement
    const stored = withStubs.get(settlement)
    if (stored !== undefined) return stored
    const text = JSON.stringify(outcome.document)
    const name = nameOfLease(lease, utf8.encode(text).byteLength)
    yield* documents.put({ jobId: lease.jobId, name }, text)
    const withStub = { ...settlement, outcome: { ...outcome, document: stubOf(outcome.document, name) } }
    withStubs.set(settlement, withStub)
    return withStub
  })

  const storeDocuments = (settlements: ReadonlyArray<Settlement>) =>
    Effect.forEach(settlements, storeDocument, { concurrency }).pipe(
      Effect.tap(() =>
        Effect.sync(() => {
          failure = undefined
        })
      ),
      Effect.tapError((error) =>
        Effect.sync(() => {
          failure = error
        })
      )
    )

  const storing: FrontierService = documents.isReadOnly
    ? frontier
    : {
        ...frontier,
        settle: (settlements) => Effect.flatMap(storeDocuments(settlements), frontier.settle),
        exchange: (settlements, request) =>
          Effect.flatMap(storeDocuments(settlements), (stored) => frontier.exchange(stored, request))
      }
  return { frontier: storing, lastFailure: () => failure }
}

const withDocuments = (
  jobs: JobStoreService,
  documents: DocumentStore["Service"],
  lastFailure: () => StoreError | undefined,
  share: (read: JobStoreService["watched"]) => JobStoreService["watched"]
): JobStoreService => {
  const readStored = (jobId: JobId, document: Document): Effect.Effect<Document | undefined, StoreError> => {
    const name = storedName(document)
    if (name === undefined) return Effect.succeed(document)
    return Effect.flatMap(documents.get({ jobId, name }, bytesOfName(name)), (text) => {
      if (text === undefined) return Effect.undefined
      const found = parseStored(document, text)
      return found === undefined ? damaged(jobId, document) : Effect.succeed(found)
    })
  }

  /** A document that is not there was removed or erased after its row was read, so the row is read again. */
  const read = Effect.fnUntraced(function* <E>(
    jobId: JobId,
    document: Document,
    readAgain: Effect.Effect<Document | undefined, E>
  ): Effect.fn.Return<Document | undefined, E | StoreError> {
    const found = yield* readStored(jobId, document)
    if (found !== undefined) return found
    const latest = yield* readAgain
    return latest === undefined ? undefined : ((yield* readStored(jobId, latest)) ?? (yield* missing(jobId, latest)))
  })

  const withDocument = (
    id: JobId,
    result: StoredResult,
    onUnreadable: (error: StoreError) => void
  ): Effect.Effect<StoredResult | undefined, JobNotFound | StoreError> =>
    storedName(result.document) === undefined
      ? Effect.succeed(result)
      : read(
          id,
          result.document,
          Effect.map(jobs.results(id, { after: result.position - 1, limit: 1 }), ([latest]) => latest?.document)
        ).pipe(
          Effect.catchTag("StoreError", (error) => {
            if (error.kind !== "damaged") return Effect.fail(error)
            onUnreadable(error)
            return Effect.succeed(unreadableDocument(result.document, codeOf(error)))
          }),
          Effect.map((document) => (document === undefined ? undefined : { ...result, document }))
        )

  /** The results with their documents; the log has one line for all that cannot be read. */
  const withAllDocuments = Effect.fnUntraced(function* (
    id: JobId,
    results: ReadonlyArray<StoredResult | undefined>
  ): Effect.fn.Return<ReadonlyArray<StoredResult | undefined>, JobNotFound | StoreError> {
    const errors: Array<StoreError> = []
    const found = yield* Effect.forEach(
      results,
      (result) =>
        result === undefined ? Effect.succeed(undefined) : withDocument(id, result, (error) => void errors.push(error)),
      { concurrency }
    )
    if (errors.length > 0) {
      yield* Effect.logWarning(`${counted(errors.length, "document")} of the job ${id} cannot be read`, errors[0])
    }
    return found
  })

  const withFailure = (job: Job): Job => {
    const failure = lastFailure()
    return failure === undefined || job.status !== "scraping" || job.warning !== undefined
      ? job
      : { ...job, warning: `Documents of pages could not be stored: ${messageOf(failure)}` }
  }

  return {
    ...jobs,
    get: (id) => Effect.map(jobs.get(id), withFailure),
    list: (filter) => Effect.map(jobs.list(filter), (found) => found.map(withFailure)),
    results: Effect.fnUntraced(function* (id, range) {
      const results = yield* withAllDocuments(id, yield* jobs.results(id, range))
      return results.filter((result) => result !== undefined)
    }),
    resultOf: (id, key) =>
      jobs.resultOf(id, key).pipe(
        Effect.flatMap((result) => withAllDocuments(id, [result])),
        Effect.map((results) => results[0]),
        Effect.catchTag("JobNotFound", () => Effect.succeed(undefined))
      ),
    scraped: Effect.fnUntraced(function* (scrapeId) {
      const page = yield* jobs.scraped(scrapeId)
      if (page === undefined) return undefined
      const readAgain = Effect.map(jobs.scraped(scrapeId), (latest) => latest?.document)
      const document = yield* read(page.jobId, page.document, readAgain)
      return document && { ...page, document }
    }),
    // Watchers that read the same events share the reading of their documents too.
    watched: share(
      Effect.fnUntraced(function* (id, range) {
        const { events, job } = yield* jobs.watched(id, range)
        const results = yield* withAllDocuments(
          id,
          events.map(({ result }) => result)
        )
        return {
          job: withFailure(job),
          events: events.map((event, at) => (event.result === undefined ? event : { ...event, result: results[at] }))
        }
      })
    ),
    remove: (id) => Effect.andThen(jobs.remove(id), documents.removeJob(id)),
    erase: Effect.fnUntraced(function* (id, erasure) {
      if (erasure.countOnly) return yield* jobs.erase(id, erasure)
      const count = yield* jobs.erase(id, {
        ...erasure,
        beforeErasing: Effect.fnUntraced(function* (erased) {
          // An erasure that was interrupted may have removed some of them.
          const found = yield* Effect.forEach(
            erased,
            (document) =>
              readStored(id, document).pipe(
                Effect.map((stored) => stored ?? document),
                // What it refers to is not known, and the erasure must not wait for it.
                Effect.catchIf(
                  ({ kind }) => kind === "damaged",
                  () => Effect.succeed(document)
                )
              ),
            { concurrency }
          )
          yield* erasure.beforeErasing(found)
          yield* documents.remove(
            erased.flatMap((document): ReadonlyArray<DocumentKey> => {
              const name = storedName(document)
              return name === undefined ? [] : [{ jobId: id, name }]
            })
          )
        })
      })
      if (isFinal((yield* jobs.get(id)).status)) yield* removeOrphans(jobs, documents, id)
      return count
    })
  }
}

const unreadable = (jobId: JobId, { metadata }: Document, what: string, cause?: unknown) => {
  const detail = `the document of ${metadata.url} in the job ${jobId} ${what}`
  const error = { operation: "DocumentStore.get", kind: "damaged", detail } as const
  return Effect.fail(new StoreError({ ...error, cause: cause ?? new Error(detail) }))
}

const missing = (jobId: JobId, document: Document) =>
  unreadable(
    jobId,
    document,
    "is not in the object store; was the bucket, its prefix or its lifecycle rule changed?",
    new DocumentMissing()
  )

const damaged = (jobId: JobId, document: Document) =>
  unreadable(jobId, document, "is damaged, or that of another page is in its place")

/** Tells a document that is gone from one that is there and cannot be read. */
class DocumentMissing extends Schema.TaggedError<DocumentMissing>()("DocumentMissing", {}) {}

const codeOf = ({ cause }: StoreError): UnreadableCode =>
  cause instanceof DocumentMissing ? "DOCUMENT_MISSING" : "DOCUMENT_DAMAGED"
