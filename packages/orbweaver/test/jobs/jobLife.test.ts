// The life of a job through the public API: paused, cancelled, repeated,
// removed, watched from outside, and on a disk that is full.
import { ApiKeys } from "@orbweaver/core/accounts/ApiKeys"
import { BlobStore } from "@orbweaver/core/scrape/BlobStore"
import { LocalIndex } from "@orbweaver/core/scrape/LocalIndex"
import { ProfileStore } from "@orbweaver/core/accounts/ProfileStore"
import { PageCache } from "@orbweaver/core/scrape/PageCache"
import { Snapshots } from "@orbweaver/core/scrape/Snapshots"
import * as Webhooks from "@orbweaver/core/jobs/Webhooks"
import { toWebHandler } from "@orbweaver/http/Server"
import {
  SqliteAnswerArchive,
  SqliteClaimedKeys,
  SqliteDatabase,
  SqliteJobStores,
  SqliteLedger,
  SqliteRateCounter,
  SqliteWaitingLines
} from "@orbweaver/storage"
import { sqlite } from "@orbweaver/storage/sqlite"
import { type Routes, html, send } from "@orbweaver/testing/internal/site/Route"
import { type Running, start } from "@orbweaver/testing/TestSite"
import { Effect, Layer, Redacted } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createOrbweaver, layer } from "orbweaver/effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

/** A site that changes between two crawls, and whose slow part hangs. */
const changing = { edition: 1 }
const routes: Routes = {
  "/news/": ({ request, response, url }) => {
    const link = (path: string) => `<a href="/news/${path}">${path}</a>`
    if (url.pathname === "/news/") {
      return send(
        response,
        html("News", `<h1>Edition ${changing.edition}</h1>${["tagged", "plain", "new"].map(link).join("")}`)
      )
    }
    if (url.pathname === "/news/tagged") {
      const headers = { etag: '"tagged"' }
      if (request.headers["if-none-match"] === '"tagged"') return send(response, "", undefined, headers, 304)
      return send(response, html("Tagged", `<p>Never changes.</p>${link("behind")}`), undefined, headers)
    }
    if (url.pathname === "/news/new") return send(response, html("New", `<p>Of edition ${changing.edition}.</p>`))
    return send(response, html("Page", `<p>The same on ${url.pathname}.</p>`))
  },
  "/slow/": ({ response, url }) => {
    if (url.pathname !== "/slow/") return
    send(
      response,
      html("Slow", Array.from({ length: 40 }, (_, page) => `<a href="/slow/${page}">${page}</a>`).join(""))
    )
  }
}

let site: Running
let directory: string

beforeAll(async () => {
  site = await start({ routes })
  directory = await mkdtemp(join(tmpdir(), "orbweaver-life-"))
})

afterAll(async () => {
  await site.close()
  await rm(directory, { recursive: true })
})

const address = (path: string) => site.url(path).href
const local = { egress: { allowLocal: true } }
const skip = { sitemap: "skip" } as const

describe("a crawl that names an earlier one", () => {
  it("answers from it what has not changed, marks that, and goes where unchanged pages led", async () => {
    await using orb = createOrbweaver({ ...local, stores: sqlite(join(directory, "again.sqlite")) })
    const first = await orb.crawl(address("/news/"), skip)
    changing.edition = 2
    const second = await orb.crawl(address("/news/"), { ...skip, previousCrawl: first.id })
    const unchanged = Object.fromEntries(
      second.data.map(({ metadata }) => [new URL(metadata.url).pathname, metadata["unchanged"] === true])
    )
    expect(unchanged).toEqual({
      "/news/": false,
      "/news/new": false,
      "/news/tagged": true,
      "/news/plain": true,
      "/news/behind": true
    })
    expect(second.data.find(({ metadata }) => metadata.url.endsWith("/tagged"))?.markdown).toContain("Never changes.")
    expect(second.creditsUsed).toBe(4)
  })
})

describe("a job that is stopped", () => {
  it("asks for nothing more once it is cancelled, and can be read", async ({ expect }) => {
    await using orb = createOrbweaver(local)
    const { id } = await orb.startCrawl(address("/slow/"), skip)
    const asking = () => site.requests().filter(({ path }) => path.startsWith("/slow/")).length
    await expect.poll(asking).toBeGreaterThan(5)
    expect(await orb.cancelCrawl(id)).toBe(true)
    const open = () => site.requests().filter(({ path }) => /^\/slow\/\d/.test(path))
    // The pages that hang are cut off, which the site sees.
    await Promise.all(open().map(({ ended }) => ended))
    const asked = open().length
    const { completed, counts, status } = await orb.getCrawlStatus(id)
    expect({ completed, status }).toEqual({ completed: 1, status: "cancelled" })
    expect(counts.cancelled).toBe(40)
    expect(open().length).toBe(asked)
  })

  it("goes on where it was when it was only paused", async () => {
    await using orb = createOrbweaver({ ...local, stores: sqlite(join(directory, "paused.sqlite")) })
    const { id } = await orb.startCrawl(address("/site/60/"), skip)
    const types: Array<string> = []
    const statuses: Array<string> = []
    for await (const { type } of orb.watcher(id)) {
      types.push(type)
      if (type === "page" && !types.includes("paused")) await orb.pauseCrawl(id)
      if (type !== "paused") continue
      statuses.push((await orb.getCrawlStatus(id)).status)
      await orb.resumeCrawl(id)
    }
    expect(statuses).toEqual(["paused"])
    expect(types.filter((type) => type === "paused" || type === "resumed").slice(0, 2)).toEqual(["paused", "resumed"])
    const { data, status } = await orb.getCrawlStatus(id)
    expect(status).toBe("completed")
    expect(new Set(data.map(({ metadata }) => metadata.url)).size).toBe(data.length)
  })
})

describe("a job that is removed", () => {
  it("leaves no rows, no pictures and, by choice, no cached pages", async () => {
    const kept = new Set<string>()
    const cache = Layer.effect(
      PageCache,
      Effect.map(PageCache, (inner) => ({
        ...inner,
        set: (key: string, page: Parameters<typeof inner.set>[1]) => {
          kept.add(key)
          return inner.set(key, page)
        },
        remove: (key: string) => {
          kept.delete(key)
          return inner.remove(key)
        }
      }))
    ).pipe(Layer.provide(PageCache.layerMemory()))
    const removed: Array<unknown> = []
    const blobs = Layer.succeed(BlobStore, {
      put: () => Effect.succeed(undefined),
      get: () => Effect.succeed(undefined),
      remove: (owner) => Effect.sync(() => void removed.push(owner)),
      erase: () => Effect.succeed(0)
    })
    await using orb = createOrbweaver({ ...local, cache, blobs })
    const { id } = await orb.crawl(address("/news/"), skip)
    expect(kept.size).toBeGreaterThan(3)
    await orb.removeJob(id)
    await expect(orb.getCrawlStatus(id)).rejects.toMatchObject({ _tag: "JobNotFound" })
    expect(removed).toEqual([{ account: "local", job: id }])
    expect(kept.size).toBeGreaterThan(3)
    const again = await orb.crawl(address("/news/"), skip)
    await orb.removeJob(again.id, { cache: true })
    expect(kept.size).toBe(0)
    await expect(orb.removeJob(id)).rejects.toMatchObject({ _tag: "JobNotFound" })
  })
})

describe("webhooks", () => {
  it.for([
    ["text", "secret"],
    ["Redacted", Redacted.make("secret")]
  ] as const)(
    "tell of crawls and batches, signed by a secret that is %s, in order, with one final event each",
    async ([, secret], { expect }) => {
      const posts: Array<{ readonly headers: IncomingHttpHeaders; readonly text: string }> = []
      const hook = createServer((request, response) => {
        let text = ""
        request.on("data", (piece) => (text += String(piece)))
        request.on("end", () => {
          posts.push({ headers: request.headers, text })
          // The first delivery fails: it comes again under the same id.
          response.writeHead(posts.length === 1 ? 500 : 200).end()
        })
      })
      await new Promise<void>((resolve) => hook.listen(0, "127.0.0.1", resolve))
      const url = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`
      await using orb = createOrbweaver({ ...local, webhookSecret: secret })
      const webhook = { url, metadata: { run: 7 } }
      const crawl = await orb.crawl(address("/news/"), { ...skip, webhook })
      const batch = await orb.batchScrape([address("/page"), address("/reset")], { webhook })
      const bodies = () => posts.map(({ text }) => JSON.parse(text) as { type: string; id: string; webhookId: string })
      const of = (id: string) => bodies().flatMap((body) => (body.id === id ? [body.type] : []))
      await expect.poll(() => of(crawl.id).includes("crawl.completed")).toBe(true)
      await expect.poll(() => of(batch.id).includes("batch_scrape.completed")).toBe(true)
      expect(of(crawl.id).filter((type) => type === "crawl.page")).toHaveLength(crawl.completed)
      expect(of(crawl.id).filter((type) => type === "crawl.completed")).toHaveLength(1)
      expect(of(batch.id).sort()).toEqual(["batch_scrape.completed", "batch_scrape.page", "batch_scrape.started"])
      for (const { headers, text } of posts) {
        expect(headers[Webhooks.signatureHeader]).toBe(
          await Effect.runPromise(Webhooks.sign(Redacted.make("secret"), text))
        )
        expect(JSON.parse(text)).toMatchObject({ metadata: { run: 7 } })
      }
      await new Promise((resolve) => hook.close(resolve))
    }
  )
})

/** Stores in a file that may have only so many pages of the disk more than it has. */
const onSmallDisk = (filename: string) => {
  const disk = { allow: (_pages: number): void => {} }
  const file = Layer.effect(
    SqliteDatabase.SqliteDatabase,
    Effect.map(SqliteDatabase.SqliteDatabase, (db) => {
      disk.allow = (more) => {
        const { page_count: pages } = db.get("PRAGMA page_count")!
        db.get(`PRAGMA max_page_count = ${Number(pages) + more}`)
      }
      return db
    })
  ).pipe(Layer.provide(SqliteDatabase.SqliteDatabase.layer({ filename: join(directory, filename) })))
  const stores = Layer.mergeAll(
    SqliteJobStores.layer(),
    SqliteLedger.layer,
    SqliteAnswerArchive.layer(),
    SqliteClaimedKeys.layer,
    SqliteRateCounter.layer,
    SqliteWaitingLines.layer,
    PageCache.layerMemory(),
    Snapshots.layerMemory(),
    LocalIndex.layerNone,
    ProfileStore.layerMemory
  ).pipe(Layer.provide(file))
  return { disk, stores }
}

describe("a full disk", () => {
  it("stops a crawl without losing a page, and it goes on when there is room", async ({ expect }) => {
    const { disk, stores } = onSmallDisk("full.sqlite")
    await using orb = createOrbweaver({ ...local, stores })
    await orb.getActiveCrawls()
    disk.allow(0)
    const patterns = Array.from({ length: 400 }, () => "x".repeat(900))
    await expect(orb.startCrawl(address("/site/400/"), { ...skip, includePaths: patterns })).rejects.toMatchObject({
      _tag: "StoreError"
    })
    disk.allow(12)
    const { id } = await orb.startCrawl(address("/site/120/"), skip)
    // What is small may be written yet.
    await expect.poll(() => orb.getCrawlStatus(id)).toMatchObject({ warning: expect.stringMatching(/disk is full/) })
    const stuck = await orb.getCrawlStatus(id)
    expect(stuck.status).toBe("scraping")
    expect(stuck.data.length).toBe(stuck.completed)
    await expect
      .poll(() => orb.getActiveCrawls())
      .toMatchObject([{ id, warning: expect.stringMatching(/disk is full/) }])
    disk.allow(100_000)
    const done = await orb.waitForCrawl(id)
    expect(done.status).toBe("completed")
    expect(done.warning).toBeUndefined()
    expect(new Set(done.data.map(({ metadata }) => metadata.url)).size).toBe(done.data.length)
    expect(done.data.length).toBeGreaterThanOrEqual(120)
    expect(done.creditsUsed).toBe(done.data.length)
  })

  it("is told over HTTP as far as it concerns clients", async ({ expect }) => {
    const { disk, stores } = onSmallDisk("served.sqlite")
    const api = toWebHandler(Layer.merge(layer({ ...local, stores }), ApiKeys.layerOpen()))
    const ask = async (method: string, path: string, body?: object) => {
      const headers = { "content-type": "application/json" }
      const request = { method, ...(body === undefined ? {} : { headers, body: JSON.stringify(body) }) }
      const answer = await api.handler(new Request(`http://localhost${path}`, request))
      return (await answer.json()) as Record<string, any>
    }
    const extraction = await ask("POST", "/v2/extract", { urls: [address("/slow/1")], schema: { type: "object" } })
    disk.allow(12)
    const crawl = await ask("POST", "/v2/crawl", { url: address("/site/120/"), ...skip })
    const warning = "Pages cannot be stored at the moment; the job continues when the store is available"
    const shows = (path: string, what: object) => expect.poll(() => ask("GET", path)).toMatchObject(what)
    await shows(`/v2/crawl/${crawl["id"]}`, { status: "scraping", warning })
    await shows("/v2/crawl/active", { crawls: [{ id: crawl["id"], warning }] })
    await shows(`/v2/extract/${extraction["id"]}`, { status: "processing", warning })
    disk.allow(100_000)
    await shows(`/v2/crawl/${crawl["id"]}`, { status: "completed" })
    expect(await ask("GET", `/v2/crawl/${crawl["id"]}`)).not.toHaveProperty("warning")
    await api.dispose()
  })
})
