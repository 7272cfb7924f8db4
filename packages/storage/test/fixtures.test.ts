/** A crawl that the program of 23 November 2026 left half done (`fixtures/make.ts`) goes on with the program as it is. */
import { assert, describe, it } from "@effect/vitest"
import type * as Job from "@orbweaver/core/model/Job"
import * as JobStore from "@orbweaver/core/jobs/JobStore"
import * as Ledger from "@orbweaver/core/accounts/Ledger"
import * as Webhooks from "@orbweaver/core/jobs/Webhooks"
import { PgConnection } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import { execFile } from "node:child_process"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { gunzipSync } from "node:zlib"
import { inject } from "vitest"
import { storeOf } from "./support/worker.ts"

/** Pages of the crawl in the fixtures. */
const pages = 60
const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url))
const script = fileURLToPath(new URL("support/worker.ts", import.meta.url))

/** The crawl and the paused one, as they were left. */
const halfDone = Effect.gen(function* () {
  const jobs = yield* JobStore.JobStore.use((store) => store.list({ active: true }))
  const [crawl, paused] = jobs
  assert.deepStrictEqual(
    jobs.map(({ status }) => status),
    ["scraping", "paused"]
  )
  assert.isAbove(crawl!.counts.completed, 5)
  assert.isAbove(crawl!.counts.queued, 0)
  assert.isAbove(crawl!.counts.active, 0)
  assert.strictEqual(paused!.counts.queued, 1)
  return crawl!.id
})

const finished = (id: Job.JobId) =>
  Effect.gen(function* () {
    const store = yield* JobStore.JobStore
    const { counts, status } = yield* store.get(id)
    assert.strictEqual(status, "completed")
    assert.deepStrictEqual(counts, { queued: 0, active: 0, completed: pages, failed: 0, skipped: 0, cancelled: 0 })
    const results = yield* store.results(id, { after: 0, limit: 1000 })
    assert.sameMembers(
      results.map(({ document }) => document.markdown),
      Array.from({ length: pages }, (_, page) => `page ${page}`)
    )
    const ledger = yield* Ledger.Ledger
    assert.isTrue(yield* ledger.refund("scrape/unfinished"))
    // One for each page, and that the crawl began; that it ended is told when these are.
    const outbox = yield* Webhooks.WebhookOutbox
    const due = yield* outbox.take(1000, 1000)
    assert.deepStrictEqual(
      due.map(({ number }) => number),
      Array.from({ length: pages + 1 }, (_, index) => index + 1)
    )
    yield* Effect.forEach(due, outbox.delivered, { discard: true })
    assert.deepStrictEqual(
      (yield* outbox.take(1000, 1000)).map(({ type }) => type),
      ["completed"]
    )
    return status
  })

const goesOn = async (location: string): Promise<Job.JobStatus> => {
  const id = await Effect.runPromise(Effect.provide(halfDone, storeOf(location)))
  await promisify(execFile)(process.execPath, ["--conditions=@orbweaver/source", script, location, id, String(pages)])
  return Effect.runPromise(Effect.provide(finished(id), storeOf(location)))
}

describe("a crawl that an earlier program left half done", () => {
  it("goes on from its SQLite file", async () => {
    const folder = await mkdtemp(join(tmpdir(), "orbweaver-fixture-"))
    const file = join(folder, "jobs.sqlite")
    await writeFile(file, gunzipSync(await readFile(fixture("half-done.sqlite.gz"))))
    assert.strictEqual(await goesOn(file), "completed")
    await rm(folder, { recursive: true })
  })

  it("goes on from its PostgreSQL schema", async () => {
    const url = inject("postgresUrl")
    const statements = (await readFile(fixture("half-done.sql"), "utf8")).replaceAll(/^\s*(?:BEGIN|COMMIT);$/gm, "")
    // As many statements as there are, in one text.
    const load = `DO $load$ BEGIN EXECUTE $statements$${statements}$statements$; END $load$`
    await PgConnection.make({ url: Redacted.make(url) }).pipe(
      Effect.flatMap((connection) => connection.query(load)),
      Effect.scoped,
      Effect.runPromise
    )
    assert.strictEqual(await goesOn(`${url}#half_done`), "completed")
  })
})
