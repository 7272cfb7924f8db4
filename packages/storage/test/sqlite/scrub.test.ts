// What is erased is in no page of the file, not in its log, and not in the full-text index.
import { AnswerArchive } from "@orbweaver/core/accounts/AnswerArchive"
import { erase } from "@orbweaver/core/internal/jobs/Erasure"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import { MonitorStore } from "@orbweaver/core/jobs/MonitorStore"
import { StoreError } from "@orbweaver/core/model/StoreError"
import { BlobStore } from "@orbweaver/core/scrape/BlobStore"
import { LocalIndex } from "@orbweaver/core/scrape/LocalIndex"
import { PageCache } from "@orbweaver/core/scrape/PageCache"
import { Snapshots } from "@orbweaver/core/scrape/Snapshots"
import { sqlite } from "@orbweaver/storage/sqlite"
import type { Statement } from "../../src/sqlite/Checkpointer.ts"
import { type Service, SqliteDatabase } from "../../src/sqlite/Database.ts"
import * as SqliteJobStores from "../../src/sqlite/JobStores.ts"
import * as SqliteLocalIndex from "../../src/sqlite/LocalIndex.ts"
import * as SqlitePageCache from "../../src/sqlite/PageCache.ts"
import { SqliteSnapshots } from "../../src/sqlite/smallStores.ts"
import { makeScrubber } from "../../src/sqlite/scrub.ts"
import { Fixtures } from "@orbweaver/testing"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterAll, beforeAll, expect, it } from "vitest"

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "orbweaver-scrub-"))
})
afterAll(() => rm(folder, { recursive: true }))

const canary = "canaryerasedxyzzy"
const host = `${canary}.test`
const isErased = (address: string) => URL.parse(address)?.hostname === host

/** How often the canary is in the files of the store, in whatever case. */
const traces = async (name: string): Promise<number> => {
  let count = 0
  for (const file of await readdir(folder)) {
    if (!file.startsWith(name)) continue
    count += (await readFile(join(folder, file), "latin1")).toLowerCase().split(canary).length - 1
  }
  return count
}

it("is nowhere in the files of an open store", async () => {
  const program = Effect.gen(function* () {
    const store = yield* JobStore
    const index = yield* LocalIndex
    const cache = yield* PageCache
    const monitors = yield* MonitorStore
    const snapshots = yield* Snapshots
    const answers = yield* AnswerArchive
    // Small and large rows: cells within pages, and overflow pages.
    const addresses = Array.from({ length: 300 }, (_, n) => `https://${n % 2 === 0 ? host : "kept.test"}/${n}`)
    const { id } = yield* store.create(
      Fixtures.newJob(addresses, { kind: "batch", limit: 1000, origin: addresses[0]! })
    )
    let n = 0
    for (let pages = yield* Fixtures.claim(50); pages.length > 0; pages = yield* Fixtures.claim(50)) {
      for (const page of pages) {
        const text = `${page.url} `.repeat(1 + (n++ % 5) * 50)
        const document = { ...Fixtures.document(page.url), markdown: text }
        const outcome = { _tag: "Completed", document, credits: 1, debits: [] } as const
        yield* Fixtures.settle(Fixtures.settlement(page, outcome))
        yield* index.put({ accountId: "a", url: page.url, title: page.url, description: "", markdown: text })
        yield* cache.set(`["a","${page.url}"]`, {
          url: page.url,
          status: 200,
          headers: {},
          body: Buffer.from(text),
          capturedAt: 1
        })
        yield* snapshots.put({ accountId: "a", url: page.url, tag: "" }, { capturedAt: 1, markdown: text, gone: false })
        yield* answers.save({ id: page.url, accountId: "a", text })
      }
    }
    expect(yield* Effect.promise(() => traces("open"))).toBeGreaterThan(1000)
    expect(yield* store.erase(id, { isErased, beforeErasing: () => Effect.void, countOnly: false })).toBe(150)
    expect(yield* index.erase(({ url }) => isErased(url))).toBe(150)
    expect(yield* cache.erase(({ url }) => isErased(url))).toBe(150)
    expect(yield* snapshots.erase(({ url }) => isErased(url))).toBe(150)
    expect(yield* answers.erase((answer) => isErased(answer.id))).toBe(150)
    yield* monitors.erase({ monitor: () => false, event: () => false })
    expect(yield* Effect.promise(() => traces("open"))).toBe(0)
    expect(yield* index.search({ accountId: "a", text: "kept", limit: 5 })).toHaveLength(5)
  })
  await Effect.runPromise(Effect.provide(program, sqlite(join(folder, "open.sqlite"))))
})

/** A file with pages that were freed before the connection overwrote what it removes. */
const withFreedPages = (name: string): DatabaseSync => {
  const database = new DatabaseSync(join(folder, `${name}.sqlite`))
  database.exec("PRAGMA journal_mode = WAL; CREATE TABLE x (text TEXT)")
  database.prepare("INSERT INTO x VALUES (?)").run(canary.repeat(100_000))
  database.exec("DROP TABLE x; PRAGMA secure_delete = ON")
  return database
}

/** Runs statements at once, and notes them. */
const runIn = (database: DatabaseSync, ran: Array<string> = []) => ({
  ran,
  run: ({ sql }: Statement) =>
    Effect.sync(() => {
      ran.push(sql)
      return database.prepare(sql).get()
    })
})

it("is not in pages that were freed before", async () => {
  const database = withFreedPages("old")
  expect(await traces("old")).toBeGreaterThan(1000)
  const scrubber = makeScrubber(database, runIn(database).run)
  await Effect.runPromise(scrubber.scrub)
  expect(await traces("old")).toBeGreaterThan(1000)
  scrubber.erased()
  await Effect.runPromise(scrubber.scrub)
  expect(await traces("old")).toBe(0)
  database.close()
})

it("is left in a large file for VACUUM by hand, and not in its log", async () => {
  const database = withFreedPages("large")
  const { ran, run } = runIn(database)
  const scrubber = makeScrubber(database, run, 4096)
  scrubber.erased()
  await Effect.runPromise(scrubber.scrub)
  expect(ran).toStrictEqual(["PRAGMA wal_checkpoint(TRUNCATE)"])
  database.close()
})

it("is gone by the next time where it was erased while the file was written anew", async () => {
  const database = withFreedPages("meanwhile")
  const { ran, run } = runIn(database)
  let isFirst = true
  const scrubber = makeScrubber(database, (statement) =>
    Effect.tap(run(statement), () =>
      Effect.sync(() => {
        if (isFirst) scrubber.erased()
        isFirst = false
      })
    )
  )
  scrubber.erased()
  await Effect.runPromise(scrubber.scrub)
  await Effect.runPromise(scrubber.scrub)
  const once = ["VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"]
  expect(ran).toStrictEqual([...once, ...once])
  await Effect.runPromise(scrubber.scrub)
  expect(ran).toHaveLength(4)
  database.close()
})

it("is gone for all who wait for it, and the file is written anew once", async () => {
  const database = withFreedPages("both")
  const { ran, run } = runIn(database)
  const scrubber = makeScrubber(database, (statement) =>
    Effect.delay(run(statement), statement.sql === "VACUUM" ? 50 : 0)
  )
  scrubber.erased()
  const first = Effect.runPromise(scrubber.scrub)
  await Effect.runPromise(scrubber.scrub)
  expect(ran).toStrictEqual(["VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"])
  expect(await traces("both")).toBe(0)
  await first
  database.close()
})

it("goes from all stores of a file at once, at the end of an erasure that goes through them", async () => {
  const file = join(folder, "once.sqlite")
  const versionOf = (db: Service) => Number(db.get("PRAGMA schema_version")!["schema_version"])
  const program = Effect.gen(function* () {
    const db = yield* SqliteDatabase
    const url = `https://${host}/`
    const fill = Effect.gen(function* () {
      yield* (yield* LocalIndex).put({ accountId: "a", url, title: canary, description: "", markdown: canary })
      yield* (yield* Snapshots).put({ accountId: "a", url, tag: "" }, { capturedAt: 1, markdown: canary, gone: false })
    })
    yield* fill
    const before = versionOf(db)
    expect(yield* erase({ host })).toMatchObject({ indexedPages: 1, snapshots: 1 })
    // `VACUUM` counts it up.
    expect(versionOf(db)).toBe(before + 1)
    expect(yield* Effect.promise(() => traces("once"))).toBe(0)
    yield* fill
    const broken = Snapshots.of({
      ...(yield* Snapshots),
      erase: () => Effect.fail(new StoreError({ operation: "erase", cause: "broken" }))
    })
    yield* Effect.flip(Effect.provideService(erase({ host }), Snapshots, broken))
    expect(versionOf(db)).toBe(before + 2)
  })
  const stores = Layer.mergeAll(
    SqliteJobStores.layer(),
    SqliteLocalIndex.layer,
    SqliteSnapshots.layer,
    SqlitePageCache.layer()
  )
  const layer = Layer.mergeAll(stores, BlobStore.layerNone).pipe(
    Layer.provideMerge(SqliteDatabase.layer({ filename: file }))
  )
  await Effect.runPromise(Effect.provide(program, layer))
})

it("goes while the event loop turns and others write", async () => {
  const file = join(folder, "thread.sqlite")
  const program = Effect.gen(function* () {
    const db = yield* SqliteDatabase
    yield* db.write("test", () => db.run("INSERT INTO team (id, plan) VALUES ('a', ?)", canary.repeat(100_000)))
    yield* db.write("test", () => db.run("DELETE FROM team"))
    db.erased()
    let hasTurned = false
    setImmediate(() => (hasTurned = true))
    const writing = yield* Effect.forkChild(
      Effect.forEach(Array.from({ length: 100 }).keys(), (n) =>
        db.write("test", () => db.run("INSERT INTO team (id, plan) VALUES (?, '')", n))
      )
    )
    yield* db.scrub
    expect(hasTurned).toBe(true)
    yield* Fiber.join(writing)
    expect(db.get("SELECT count(*) AS count FROM team")).toEqual({ count: 100 })
    expect(yield* Effect.promise(() => traces("thread"))).toBe(0)
  })
  await Effect.runPromise(Effect.provide(program, SqliteDatabase.layer({ filename: file })))
})

it("is tried again where another process read the log", async () => {
  const file = join(folder, "log.sqlite")
  const database = new DatabaseSync(file)
  database.exec(
    "PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 0; PRAGMA secure_delete = ON; CREATE TABLE x (text TEXT)"
  )
  database.prepare("INSERT INTO x VALUES (?)").run(canary.repeat(1000))
  const reader = new DatabaseSync(file)
  reader.exec("BEGIN; SELECT * FROM x")
  database.exec("DELETE FROM x")
  const scrubber = makeScrubber(database, runIn(database).run)
  scrubber.erased()
  const program = Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(scrubber.scrub)
    yield* TestClock.adjust("1 minute")
    yield* Fiber.join(fiber)
    expect(yield* Effect.promise(() => traces("log"))).toBeGreaterThan(100)
    reader.close()
    yield* scrubber.scrub
    expect(yield* Effect.promise(() => traces("log"))).toBe(0)
  })
  await Effect.runPromise(Effect.provide(program, TestClock.layer()))
  database.close()
})
