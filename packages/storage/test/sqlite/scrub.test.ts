// What is erased is in no page of the file, not in its log, and not in the full-text index.
import { AnswerArchive } from "@orbweaver/core/accounts/AnswerArchive"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import { MonitorStore } from "@orbweaver/core/jobs/MonitorStore"
import { LocalIndex } from "@orbweaver/core/scrape/LocalIndex"
import { PageCache } from "@orbweaver/core/scrape/PageCache"
import { Snapshots } from "@orbweaver/core/scrape/Snapshots"
import { sqlite } from "@orbweaver/storage/sqlite"
import { makeScrubber } from "../../src/sqlite/scrub.ts"
import { Fixtures } from "@orbweaver/testing"
import { Effect, Fiber } from "effect"
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
    yield* monitors.erase({ monitor: () => false, check: () => false })
    expect(yield* Effect.promise(() => traces("open"))).toBe(0)
    expect(yield* index.search({ accountId: "a", text: "kept", limit: 5 })).toHaveLength(5)
  })
  await Effect.runPromise(Effect.provide(program, sqlite(join(folder, "open.sqlite"))))
})

it.each([
  { what: "of a small file", maxVacuumed: undefined },
  { what: "of a large file", maxVacuumed: 0 }
])("is not in pages $what that were freed before", async ({ maxVacuumed }) => {
  const name = `old-${maxVacuumed ?? "small"}`
  const database = new DatabaseSync(join(folder, `${name}.sqlite`))
  database.exec("PRAGMA journal_mode = WAL; CREATE TABLE x (text TEXT)")
  database.prepare("INSERT INTO x VALUES (?)").run(canary.repeat(1_000_000))
  database.exec("DROP TABLE x; PRAGMA secure_delete = ON")
  expect(await traces(name)).toBeGreaterThan(1000)
  const scrubber = makeScrubber(database, (_, body) => Effect.sync(body), maxVacuumed)
  await Effect.runPromise(scrubber.scrub)
  expect(await traces(name)).toBeGreaterThan(1000)
  scrubber.erased()
  await Effect.runPromise(scrubber.scrub)
  expect(await traces(name)).toBe(0)
  database.close()
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
  const scrubber = makeScrubber(database, (_, body) => Effect.sync(body))
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
