/**
 * The stores of jobs with the documents of their pages in a `DocumentStore`, for every adapter alike.
 *
 * A document is stored before the settlement of its page: a page never completes without it, and while the store is away
 * its settlement is written again and again. Between the two a process may be killed, or the settlement may be refused
 * because the page is a duplicate. Such documents are removed by `documentSweep`, or with their job.
 *
 * Rows without stubs are read as they are, so jobs may have documents here and there.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Document } from "../model/Document.ts"
import { isFinal, type Job, type JobId, type JobNotFound } from "../model/Job.ts"
import { StoreError } from "../model/StoreError.ts"
import { documentSweep, removeOrphans } from "./documentSweep.ts"
import { type DocumentKey, DocumentStore, none } from "./DocumentStore.ts"
import { nameOfLease, storedName, stubOf } from "./documentStub.ts"
import { Frontier, type Service as FrontierService, type Settlement } from "./Frontier.ts"
import { JobStore, type Service as JobStoreService, type StoredResult } from "./JobStore.ts"
import { messageOf } from "./retryWhileAway.ts"
import { makeShareReading } from "./watchedReading.ts"

/** Documents that one call reads or writes at once. */
const concurrency = 32

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
    const name = nameOfLease(lease)
    yield* documents.put({ jobId: lease.jobId, name }, JSON.stringify(outcome.document))
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
    return Effect.map(documents.get({ jobId, name }), (text) =>
      text === undefined ? undefined : (JSON.parse(text) as Document)
    )
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
    result: StoredResult
  ): Effect.Effect<StoredResult | undefined, JobNotFound | StoreError> =>
    storedName(result.document) === undefined
      ? Effect.succeed(result)
      : Effect.map(
          read(
            id,
            result.document,
            Effect.map(jobs.results(id, { after: result.position - 1, limit: 1 }), ([latest]) => latest?.document)
          ),
          (document) => (document === undefined ? undefined : { ...result, document })
        )

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
      const results = yield* Effect.forEach(yield* jobs.results(id, range), (result) => withDocument(id, result), {
        concurrency
      })
      return results.filter((result) => result !== undefined)
    }),
    resultOf: (id, key) =>
      Effect.flatMap(jobs.resultOf(id, key), (result) =>
        result === undefined
          ? Effect.undefined
          : Effect.catchTag(withDocument(id, result), "JobNotFound", () => Effect.undefined)
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
        return {
          job: withFailure(job),
          events: yield* Effect.forEach(
            events,
            (event) =>
              event.result === undefined
                ? Effect.succeed(event)
                : Effect.map(withDocument(id, event.result), (result) => ({ ...event, result })),
            { concurrency }
          )
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
            (document) => Effect.map(readStored(id, document), (stored) => stored ?? document),
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

const missing = (jobId: JobId, document: Document) => {
  const detail = `the document of ${document.metadata.url} in the job ${jobId} is not in the object store; was the bucket, its prefix or its lifecycle rule changed?`
  return Effect.fail(new StoreError({ operation: "DocumentStore.get", detail, cause: new Error(detail) }))
}
