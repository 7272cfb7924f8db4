/**
 * Workers killed with SIGKILL at arbitrary points: nothing is lost, nothing is
 * repeated visibly, the job ends, once.
 */
import * as Format from "@orbweaver/core/scrape/Format"
import { assert, describe, it } from "@effect/vitest"
import * as Crawler from "@orbweaver/core/crawl/Crawler"
import * as Job from "@orbweaver/core/model/Job"
import * as JobStore from "@orbweaver/core/jobs/JobStore"
import * as Ledger from "@orbweaver/core/accounts/Ledger"
import * as Robots from "@orbweaver/core/crawl/Robots"
import * as Sitemaps from "@orbweaver/core/crawl/Sitemaps"
import { DateTime, Effect, Layer } from "effect"
import { spawn } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { inject } from "vitest"
import { credentials, startS3 } from "./support/s3Server.ts"
import { storeOf } from "./support/worker.ts"

const count = 120
const script = fileURLToPath(new URL("support/worker.ts", import.meta.url))

/** Runs a worker until the job has ended, or kills it after so many pages; returns how many pages it began. */
const work = (location: string, job: string, killAfter = Infinity): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      ["--conditions=@orbweaver/source", script, location, job, String(count), "2"],
      {
        stdio: ["ignore", "pipe", "inherit"]
      }
    )
    let begun = 0
    createInterface(child.stdout).on("line", () => {
      if (++begun === killAfter) child.kill("SIGKILL")
    })
    child.once("error", reject)
    child.once("exit", (code, signal) =>
      code === 0 || signal === "SIGKILL" ? resolve(begun) : reject(new Error(`the worker ended with ${code}`))
    )
  })

const create = Effect.gen(function* () {
  const crawler = yield* Crawler.Crawler
  return yield* crawler.start("http://site.test/0", {
    sitemap: "skip",
    crawlEntireDomain: true,
    webhook: "http://hook.test/"
  })
})

const engines = (location: string) =>
  Crawler.Crawler.layer.pipe(
    Layer.provide([Robots.Robots.layerNone, Sitemaps.Sitemaps.layerNone, Format.Formats.layer()]),
    Layer.provideMerge(storeOf(location))
  )

/** Every page once: in the results, in the ledger, in the events. */
const verify = (id: Job.JobId) =>
  Effect.gen(function* () {
    const store = yield* JobStore.JobStore
    const job = yield* store.get(id)
    assert.strictEqual(job.status, "completed")
    assert.deepStrictEqual(job.counts, { queued: 0, active: 0, completed: count, failed: 0, skipped: 0, cancelled: 0 })
    assert.strictEqual(Job.discovered(job.counts), count)
    const results = yield* store.results(id, { after: 0, limit: 1000 })
    assert.strictEqual(new Set(results.map(({ url }) => url)).size, count)
    for (const { document, url } of results)
      assert.strictEqual(document.markdown, `page ${new URL(url).pathname.slice(1)}`)
    assert.deepStrictEqual(
      results.map(({ position }) => position),
      Array.from({ length: count }, (_, index) => index + 1)
    )
    const events = yield* store.events(id, { after: 0, limit: 1000 })
    assert.deepStrictEqual(
      events.map(({ number }) => number),
      Array.from({ length: count + 2 }, (_, index) => index + 1)
    )
    assert.deepStrictEqual(
      events.filter(({ type }) => type !== "page").map(({ type }) => type),
      ["started", "completed"]
    )
    const period = {
      start: DateTime.makeUnsafe("2000-01-01T00:00:00Z"),
      end: DateTime.makeUnsafe("2100-01-01T00:00:00Z")
    }
    assert.strictEqual(yield* Ledger.Ledger.use((ledger) => ledger.used("local", "credits", period)), count)
  })

const random = (from: number, to: number) => from + Math.floor(Math.random() * (to - from))

describe("workers that are killed", () => {
  it("lose and repeat nothing on SQLite", async () => {
    const folder = await mkdtemp(join(tmpdir(), "orbweaver-crash-"))
    const location = join(folder, "jobs.sqlite")
    const { id } = await Effect.runPromise(Effect.provide(create, engines(location)))
    for (let kill = 0; kill < 4; kill++) await work(location, id, random(1, 40))
    await work(location, id)
    await Effect.runPromise(Effect.provide(verify(id), engines(location)))
    await rm(folder, { recursive: true })
  })

  it("lose and repeat nothing on SQLite, two at a time", async () => {
    const folder = await mkdtemp(join(tmpdir(), "orbweaver-crash-"))
    const location = join(folder, "jobs.sqlite")
    const { id } = await Effect.runPromise(Effect.provide(create, engines(location)))
    await Promise.all([work(location, id, random(1, 40)), work(location, id)])
    await Effect.runPromise(Effect.provide(verify(id), engines(location)))
    await rm(folder, { recursive: true })
  })

  it("lose and repeat nothing on SQLite with documents in S3, two at a time", async () => {
    const server = await startS3()
    const folder = await mkdtemp(join(tmpdir(), "orbweaver-crash-"))
    const bucket = { ...credentials, endpoint: server.endpoint, prefix: "crash" }
    const location = JSON.stringify({ file: join(folder, "jobs.sqlite"), bucket })
    const { id } = await Effect.runPromise(Effect.provide(create, engines(location)))
    await work(location, id, random(1, 30))
    await Promise.all([work(location, id, random(1, 40)), work(location, id)])
    await Effect.runPromise(Effect.provide(verify(id), engines(location)))
    await rm(folder, { recursive: true })
    await server.stop()
  })

  it("lose and repeat nothing on PostgreSQL, two at a time", async () => {
    const schema = `c${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`
    const location = `${inject("postgresUrl")}#${schema}`
    const { id } = await Effect.runPromise(Effect.provide(create, engines(location)))
    await Promise.all([
      work(location, id, random(1, 20)).then(() => work(location, id, random(1, 20))),
      work(location, id, random(1, 30)).then(() => work(location, id))
    ])
    await Effect.runPromise(Effect.provide(verify(id), engines(location)))
  })
})
