import { assert, describe, it } from "@effect/vitest"
import * as Ledger from "@orbweaver/core/accounts/Ledger"
import { ClaimedKeys } from "@orbweaver/core/accounts/ClaimedKeys"
import * as StoredDocuments from "@orbweaver/core/internal/jobs/storedDocuments"
import { type DocumentKey, DocumentStore, type Service } from "@orbweaver/core/jobs/DocumentStore"
import { bytesOfName } from "../../src/jobs/documentStub.ts"
import { Frontier } from "@orbweaver/core/jobs/Frontier"
import { watch } from "@orbweaver/core/jobs/JobEvents"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import * as TemporaryJobs from "@orbweaver/storage/internal/temporary/jobs"
import type { JobId } from "@orbweaver/core/model/Job"
import { StoreError } from "@orbweaver/core/model/StoreError"
import { fingerprint } from "@orbweaver/core/model/UrlIdentity"
import { DocumentStoreSuite, Fixtures, FrontierSuite, JobStoreSuite } from "@orbweaver/testing"
import * as ScrapeId from "@orbweaver/core/internal/model/ScrapeId"
import { Context, Effect, Layer, Logger, Stream } from "effect"
import { TestClock } from "effect/testing"

const { claim, completed, create, document, get, paths, settle, settlement } = Fixtures

/** Jobs in memory, and their documents in a store of their own. */
const over = (documents: Layer.Layer<DocumentStore>) =>
  StoredDocuments.layer.pipe(
    Layer.provideMerge(Layer.mergeAll(TemporaryJobs.layer(), documents)),
    Layer.provideMerge(Ledger.Ledger.layerMemory)
  )

const layer = over(DocumentStore.layerMemory)

DocumentStoreSuite.suite("memory", DocumentStore.layerMemory)
FrontierSuite.suite("memory, with stored documents", layer)
JobStoreSuite.suite("memory, with stored documents", layer)

/** Documents in memory, with some methods changed. */
const changed = (change: (store: Service) => Partial<Service>) =>
  Layer.effect(
    DocumentStore,
    DocumentStore.use((store) => Effect.succeed({ ...store, ...change(store) }))
  ).pipe(Layer.provide(DocumentStore.layerMemory))

const all = { after: 0, limit: 100 }

const namesOf = Effect.fnUntraced(function* (id: JobId) {
  const documents = yield* DocumentStore
  const names: Array<string> = []
  yield* documents.list(id, (some) => Effect.sync(() => void names.push(...some.map(({ name }) => name))))
  return names
})

/** Ends a job of these pages. */
const finished = Effect.fnUntraced(function* (...names: ReadonlyArray<string>) {
  const { id } = yield* create(paths(...names))
  yield* settle(...(yield* claim(10)).map((page) => settlement(page)))
  return id
})

describe("documents of jobs in a store of their own", () => {
  it.effect("are read by every method as they were settled, and the row has only what stores read themselves", () =>
    Effect.gen(function* () {
      const context = yield* Layer.build(
        Layer.provideMerge(Layer.mergeAll(TemporaryJobs.layer(), DocumentStore.layerMemory), Ledger.Ledger.layerMemory)
      )
      yield* Effect.gen(function* () {
        const id = yield* finished("a", "b")
        const jobs = yield* JobStore
        const results = yield* jobs.results(id, all)
        assert.deepStrictEqual(
          results.map((result) => result.document),
          paths("a", "b").map(document)
        )
        assert.deepStrictEqual(yield* jobs.resultOf(id, fingerprint(paths("b")[0]!)), results[1])
        const watched = yield* Stream.runCollect(watch(id))
        assert.deepStrictEqual(
          watched.flatMap(({ result }) => result ?? []),
          results
        )
        const rows = yield* Context.get(context, JobStore).results(id, all)
        assert.deepStrictEqual(Object.keys(rows[0]!.document), ["metadata", "storedDocument"])
        assert.deepStrictEqual(rows[0]!.document.metadata, {
          sourceURL: rows[0]!.url,
          url: rows[0]!.url,
          statusCode: 200
        })
      }).pipe(Effect.provide(StoredDocuments.layer), Effect.provideContext(context))
    }).pipe(Effect.scoped)
  )

  it.effect("stay readable beside rows that have theirs, when no more are stored", () =>
    Effect.gen(function* () {
      const jobs = yield* Layer.build(Layer.provideMerge(TemporaryJobs.layer(), Ledger.Ledger.layerMemory))
      const documents = Context.get(yield* Layer.build(DocumentStore.layerMemory), DocumentStore)
      const withStore = (store: Service) =>
        Effect.provide(Layer.provideMerge(StoredDocuments.layer, Layer.succeed(DocumentStore, store)))
      const read = (id: JobId) => JobStore.use((store) => store.results(id, all))
      yield* Effect.gen(function* () {
        const { id } = yield* create(paths("a", "b"))
        const [one, other] = yield* claim(2)
        yield* settle(settlement(one!)).pipe(withStore(documents))
        yield* settle(settlement(other!)).pipe(withStore({ ...documents, isReadOnly: true }))
        assert.lengthOf(yield* Effect.provideService(namesOf(id), DocumentStore, documents), 1)
        const results = yield* read(id).pipe(withStore({ ...documents, isReadOnly: true }))
        assert.deepStrictEqual(
          results.map((result) => result.document),
          paths("a", "b").map(document)
        )
        const error = yield* Effect.flip(
          read(id).pipe(Effect.provide(Layer.provideMerge(StoredDocuments.layer, DocumentStore.layerNone)))
        )
        assert.instanceOf(error, StoreError)
        assert.include(error.message, "set its `documents` option, or ORBWEAVER_S3_BUCKET")
      }).pipe(Effect.provideContext(jobs))
    }).pipe(Effect.scoped)
  )

  it.effect("a page whose metadata has the name of a stub's member is no stub", () =>
    Effect.gen(function* () {
      const { id } = yield* create(paths("a"))
      const [page] = yield* claim(1)
      const outcome = completed(page!)
      assert(outcome._tag === "Completed")
      const forged = { ...document(page!.url), metadata: { ...document(page!.url).metadata, storedDocument: "1-1" } }
      yield* settle(settlement(page!, { ...outcome, document: forged }))
      const [result] = yield* JobStore.use((store) => store.results(id, all))
      assert.deepStrictEqual(result!.document, forged)
    }).pipe(Effect.provide(layer))
  )

  it.effect("a page does not complete while its document cannot be stored; the job says why, until it can", () => {
    let isAway = true
    const away = new StoreError({ operation: "DocumentStore.put", kind: "unavailable", cause: new Error("it is away") })
    const flaky = changed((store) => ({
      put: (...given: Parameters<Service["put"]>) => (isAway ? Effect.fail(away) : store.put(...given))
    }))
    return Effect.gen(function* () {
      const { id } = yield* create(paths("a"))
      const settlements = (yield* claim(1)).map((page) => settlement(page))
      const exchange = Frontier.use((frontier) => frontier.exchange(settlements, { count: 1, leaseMs: 1000 }))
      assert.strictEqual(yield* Effect.flip(exchange), away)
      const waiting = yield* get(id)
      assert.deepInclude(waiting.counts, { active: 1, completed: 0 })
      assert.strictEqual(waiting.warning, "Documents of pages could not be stored: it is away")
      isAway = false
      yield* exchange
      const ended = yield* get(id)
      assert.strictEqual(ended.status, "completed")
      assert.isUndefined(ended.warning)
    }).pipe(Effect.provide(over(flaky)))
  })

  it.effect("a settlement that is written again stores its document once", () => {
    let puts = 0
    const counting = changed((store) => ({
      put: (...given: Parameters<Service["put"]>) => {
        puts++
        return store.put(...given)
      }
    }))
    return Effect.gen(function* () {
      const { id } = yield* create(paths("a"))
      const settlements = (yield* claim(1)).map((page) => settlement(page))
      assert.deepStrictEqual(yield* settle(...settlements), ["settled"])
      assert.deepStrictEqual(yield* settle(...settlements), ["lost"])
      assert.strictEqual(puts, 1)
      assert.lengthOf(yield* JobStore.use((store) => store.results(id, all)), 1)
    }).pipe(Effect.provide(over(counting)))
  })

  describe("that cannot be read cost their own pages, for every reader", () => {
    const otherPage = JSON.stringify(document("https://site.test/other"))
    const unreadable = new StoreError({ operation: "DocumentStore.get", kind: "damaged", cause: new Error("cut") })
    it.effect.each([
      ["missing", (store: Service, key: DocumentKey) => store.remove([key]), "DOCUMENT_MISSING"],
      ["cut", (store: Service, key: DocumentKey) => store.put(key, `{"metadata":{`), "DOCUMENT_DAMAGED"],
      ["empty", (store: Service, key: DocumentKey) => store.put(key, ""), "DOCUMENT_DAMAGED"],
      ["no document", (store: Service, key: DocumentKey) => store.put(key, "[]"), "DOCUMENT_DAMAGED"],
      ["that of another page", (store: Service, key: DocumentKey) => store.put(key, otherPage), "DOCUMENT_DAMAGED"],
      ["damaged in the store", (store: Service, key: DocumentKey) => store.put(key, "!"), "DOCUMENT_DAMAGED"]
    ] as const)("%s", ([, damage, code]) => {
      const damageable = changed((store) => ({
        get: (key, bytes) =>
          Effect.flatMap(store.get(key, bytes), (text) =>
            text === "!" ? Effect.fail(unreadable) : Effect.succeed(text)
          )
      }))
      const lines: Array<string> = []
      const logger = Logger.make(
        ({ message }) => void lines.push(String(Array.isArray(message) ? message[0] : message))
      )
      return Effect.gen(function* () {
        const id = yield* finished("a", "b", "c")
        const jobs = yield* JobStore
        const documents = yield* DocumentStore
        const [, name] = (yield* namesOf(id)).toSorted()
        yield* damage(documents, { jobId: id, name: name! })
        const results = yield* jobs.results(id, all)
        const { error, ...metadata } = results[1]!.document.metadata
        assert.deepStrictEqual(results[1]!.document, { metadata: { ...metadata, error: error! } })
        assert.deepStrictEqual(metadata, { sourceURL: paths("b")[0]!, url: paths("b")[0]!, statusCode: 200, code })
        assert.match(error!, /^What was stored of this page/)
        assert.deepStrictEqual([results[0]!.document, results[2]!.document], paths("a", "c").map(document))
        assert.deepStrictEqual(lines, [`1 document of the job ${id} cannot be read`])

        assert.deepStrictEqual(yield* jobs.resultOf(id, fingerprint(paths("b")[0]!)), results[1])
        const watched = yield* Stream.runCollect(watch(id))
        assert.deepStrictEqual(
          watched.flatMap(({ result }) => result ?? []),
          results
        )
        const scraped = yield* Effect.flip(jobs.scraped(ScrapeId.ofPage(id, results[1]!.page)))
        assert.strictEqual(scraped.kind, "damaged")
        assert.include((yield* jobs.scraped(ScrapeId.ofPage(id, results[0]!.page)))!.document, {
          markdown: "# https://site.test/a"
        })
        // Its address is known, so it is erased as any other page.
        const erasure = {
          countOnly: false,
          isErased: (url: string) => url === paths("b")[0],
          beforeErasing: () => Effect.void
        }
        assert.strictEqual(yield* jobs.erase(id, erasure), 1)
        assert.lengthOf(yield* namesOf(id), 2)
      }).pipe(Effect.provide(over(damageable)), Effect.provide(Logger.layer([logger])))
    })
  })

  it.effect("are read only as far as was stored under their names, which earlier versions did not say", () => {
    const asked: Array<number | undefined> = []
    const counting = changed((store) => ({
      get: (key, bytes) => {
        asked.push(bytes)
        return store.get(key, bytes)
      }
    }))
    return Effect.gen(function* () {
      const id = yield* finished("a")
      yield* JobStore.use((store) => store.results(id, all))
      const bytes = new TextEncoder().encode(JSON.stringify(document(paths("a")[0]!))).byteLength
      assert.deepStrictEqual(asked, [bytes])
      assert.deepStrictEqual(["12-3", "12-3-x", `12-3-${bytes}`].map(bytesOfName), [undefined, undefined, bytes])
    }).pipe(Effect.provide(over(counting)))
  })

  it.effect("end with their job", () =>
    Effect.gen(function* () {
      const [id, other] = [yield* finished("a", "b"), yield* finished("c")]
      yield* JobStore.use((store) => store.remove(id))
      assert.deepStrictEqual(yield* namesOf(id), [])
      assert.lengthOf(yield* namesOf(other), 1)
    }).pipe(Effect.provide(layer))
  )

  it.effect("of erased pages are erased, also where an earlier erasure was interrupted", () =>
    Effect.gen(function* () {
      const id = yield* finished("a", "b", "c")
      const [a] = yield* namesOf(id)
      const documents = yield* DocumentStore
      yield* documents.remove([{ jobId: id, name: a! }])
      const given: Array<string | undefined> = []
      const erased = new Set([paths("a")[0], paths("b")[0]])
      const count = yield* JobStore.use((store) =>
        store.erase(id, {
          countOnly: false,
          isErased: (address) => erased.has(address),
          beforeErasing: (found) => Effect.sync(() => void given.push(...found.map(({ markdown }) => markdown)))
        })
      )
      assert.strictEqual(count, 2)
      assert.deepStrictEqual(given, [undefined, `# ${paths("b")[0]}`])
      assert.lengthOf(yield* namesOf(id), 1)
      const results = yield* JobStore.use((store) => store.results(id, all))
      assert.deepStrictEqual(
        results.map(({ document: { markdown } }) => markdown),
        [undefined, undefined, `# ${paths("c")[0]}`]
      )
    }).pipe(Effect.provide(layer))
  )

  it.effect("that no row names are swept once their job has ended, and those of jobs that expired", () =>
    Effect.gen(function* () {
      const { id } = yield* create(paths("a"), { retentionMs: 5 * 3_600_000 })
      const documents = yield* DocumentStore
      const [page] = yield* claim(1)
      // A worker that was killed before its settlement, and the one that had the page afterwards.
      yield* documents.put({ jobId: id, name: `${page!.page}-0` }, "{}")
      yield* TestClock.adjust("2 hours")
      assert.lengthOf(yield* namesOf(id), 1)
      yield* settle(settlement(page!))
      assert.strictEqual((yield* get(id)).status, "completed")
      assert.lengthOf(yield* namesOf(id), 2)
      yield* TestClock.adjust("1 hour")
      assert.lengthOf(yield* namesOf(id), 1)
      assert.lengthOf(yield* JobStore.use((store) => store.results(id, all)), 1)
      yield* TestClock.adjust("5 hours")
      yield* JobStore.use((store) => store.sweep)
      assert.lengthOf(yield* namesOf(id), 1)
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(yield* namesOf(id), [])
    }).pipe(Effect.provide(layer))
  )

  it.effect("of two processes with common keys, one sweeps", () => {
    let sweeps = 0
    const counting = changed((store) => ({
      list: (...given: Parameters<Service["list"]>) => {
        sweeps++
        return store.list(...given)
      }
    }))
    return Effect.gen(function* () {
      const keys = yield* Layer.build(ClaimedKeys.layerMemory())
      for (let process = 0; process < 2; process++) {
        yield* Layer.build(Layer.fresh(over(counting))).pipe(Effect.provideContext(keys))
      }
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual(sweeps, 1)
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(sweeps, 2)
    }).pipe(Effect.scoped)
  })
})
