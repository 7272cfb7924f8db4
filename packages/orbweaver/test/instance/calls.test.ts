// What the options of every method have in common: units, sessions, signals, addresses, failures.
import { JobStore, type NewJob } from "@orbweaver/core/jobs/JobStore"
import * as Session from "@orbweaver/core/network/Session"
import { sqlite } from "@orbweaver/storage/sqlite"
import { type Running, start } from "@orbweaver/testing/TestSite"
import { Effect, Layer } from "effect"
import { createOrbweaver, NothingReached, type Orbweaver, type WaitTimedOut } from "orbweaver"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

let site: Running
let orb: Orbweaver
let open = 0

beforeAll(async () => {
  site = await start({
    routes: {
      "/members/": ({ request, response }, rest) => {
        const isMember = request.headers.cookie === "login=yes"
        response.setHeader("content-type", "text/html")
        response.statusCode = isMember ? 200 : 403
        const link = rest === "" ? `<a href="/members/inside">Inside</a>` : ""
        response.end(`<title>Members</title><h1>${isMember ? "Welcome back" : "Closed"}</h1>${link}`)
      },
      "/waits": ({ response }) => {
        open += 1
        response.on("close", () => (open -= 1))
      }
    }
  })
  orb = createOrbweaver({ egress: { allowLocal: true } })
})

afterAll(async () => {
  await orb.close()
  await site.close()
})

describe("durations", () => {
  it("are milliseconds or texts in every method", async () => {
    const timedOut = { _tag: "CaptureError", reason: { _tag: "TimedOut", limitMs: 200 } }
    await expect(orb.scrape(site.url("/waits"), { timeout: 200 })).rejects.toMatchObject(timedOut)
    await expect(orb.scrape(site.url("/waits"), { timeout: "200 millis" })).rejects.toMatchObject(timedOut)
    // `timeout` of a batch is that of each page, as everywhere.
    const { data } = await orb.batchScrape([site.url("/page"), site.url("/waits")], { timeout: "300 millis" })
    expect(data).toHaveLength(1)
    const given = await orb.crawl(site.url("/waits"), { waitTimeout: "100 millis" }).catch((error: unknown) => error)
    expect(given).toMatchObject({ _tag: "WaitTimedOut", ms: 100 })
    // It goes on, and the host that kept a page waiting would be asked for one page at a time.
    await orb.cancelCrawl((given as WaitTimedOut).id)
  })

  it("that are none are refused by name, and so is an option of another method", async () => {
    const bad = (options: object) => orb.scrape(site.url("/page"), options)
    await expect(bad({ timeout: "soon" })).rejects.toMatchObject({
      _tag: "InvalidInput",
      issues: [{ path: ["timeout"] }]
    })
    await expect(orb.crawl(site.url("/page"), { timeout: 10 } as object)).rejects.toMatchObject({
      _tag: "InvalidInput",
      issues: [{ path: ["timeout"] }]
    })
  })

  it("keep a crawl at its delay", async () => {
    for (const delay of [0.2, "200 millis"] as const) {
      const began = performance.now()
      const { data } = await orb.crawl(site.url("/site/3/"), { delay, limit: 3, sitemap: "skip" })
      expect(data).toHaveLength(3)
      expect(performance.now() - began).toBeGreaterThan(400)
    }
  })

  it("take plain numbers in the unit of the API, and refuse those that were meant as milliseconds", async () => {
    const refused = async (call: PromiseLike<unknown>) => {
      const error: unknown = await Promise.resolve(call).catch((reason: unknown) => reason)
      expect(error).toMatchObject({ _tag: "InvalidInput" })
      return (error as Error).message
    }
    const url = site.url("/page")
    expect(await refused(orb.crawl(url, { delay: 1000 }))).toContain(
      'delay: A plain number is seconds, at most 60: write "1000 millis" or "1000 seconds"'
    )
    expect(await refused(orb.deepResearch("Why?", { timeLimit: 120_000 }))).toContain('write "120000 millis"')
    expect(await refused(orb.agent({ prompt: "Why?", timeLimit: 120_000 }))).toContain('write "120000 millis"')
    expect(await refused(orb.crawl(url, { limit: 1, pollInterval: 500 }))).toContain("pollInterval: A plain number")
    expect(await refused(orb.crawl(url, { limit: 1, waitTimeout: 30_000 }))).toContain("waitTimeout: A plain number")
    expect(await refused(orb.openBrowser({ ttl: 600_000 }))).toContain("ttl: A plain number is seconds, at most 3600")
    expect(await refused(orb.openBrowser({ idleTimeout: Number.NaN }))).toContain("idleTimeout: Expected seconds")
    const { data } = await orb.crawl(url, { limit: 1, delay: "90 seconds", pollInterval: 2, waitTimeout: 60 })
    expect(data).toHaveLength(1)
  })
})

describe("a session", () => {
  const session = () => {
    const made = Session.make({ id: "member", hosts: ["127.0.0.1"], headers: { cookie: "login=yes" } })
    return made
  }

  it("takes a crawl and a batch behind a login, and nobody else", async () => {
    const crawl = await orb.crawl(site.url("/members/"), { session: session(), sitemap: "skip" })
    expect(crawl.data.map(({ markdown }) => markdown)).toEqual([
      expect.stringContaining("Welcome back"),
      expect.stringContaining("Welcome back")
    ])
    const batch = await orb.batchScrape([site.url("/members/")], { session: session() })
    expect(batch.data[0]?.markdown).toContain("Welcome back")
    const without = await orb.batchScrape([site.url("/members/")])
    expect(without.data[0]?.markdown).toContain("Closed")
  })
})

describe("a signal", () => {
  it("stops a batch with its reason, and cancels the job", async ({ expect }) => {
    const stop = new AbortController()
    const reason = new Error("enough")
    const job = orb.batchScrape([site.url("/waits")], { signal: stop.signal })
    await expect.poll(() => open).toBeGreaterThan(0)
    stop.abort(reason)
    await expect(job).rejects.toBe(reason)
    await expect.poll(() => open).toBe(0)
  })

  it("stops a job that is just being started, whenever it says so", async ({ expect }) => {
    for (let turns = 0; turns < 100; turns++) {
      const stop = new AbortController()
      const reason = new Error(`after ${turns} turns`)
      const job = orb.batchScrape([site.url("/waits")], { signal: stop.signal })
      for (let turn = 0; turn < turns; turn++) await Promise.resolve()
      stop.abort(reason)
      // Half of them are waited for.
      if (turns % 2 === 0) await expect(job).rejects.toBe(reason)
    }
    await expect.poll(() => open).toBe(0)
    // The host is free: nothing that was started goes on.
    const { data } = await orb.batchScrape([site.url("/page")])
    expect(data).toHaveLength(1)
  })

  it("cancels llms.txt that was in the store before its start had ended", async ({ expect }) => {
    const created = Promise.withResolvers<string>()
    // A store that has the job, and takes its time to say so.
    const stores = Layer.effect(
      JobStore,
      Effect.map(JobStore, (store) => ({
        ...store,
        create: (job: NewJob) =>
          store.create(job).pipe(
            Effect.tap(() => Effect.sync(() => created.resolve(job.id))),
            Effect.tap(() => Effect.sleep("50 millis"))
          )
      }))
    ).pipe(Layer.provideMerge(sqlite(":memory:")))
    await using slow = createOrbweaver({ egress: { allowLocal: true }, stores })
    const stop = new AbortController()
    const reason = new Error("enough")
    const job = slow.generateLLMsText(site.url("/waits"), { signal: stop.signal })
    const id = await created.promise
    stop.abort(reason)
    await expect(job).rejects.toBe(reason)
    expect(await slow.getCrawlStatus(id)).toMatchObject({ status: "cancelled" })
  })

  it("stops a job at once, however slow its store is, and the job is cancelled all the same", async ({ expect }) => {
    const gate = Promise.withResolvers<void>()
    let isSlow = false
    const later = <A, E, R>(work: Effect.Effect<A, E, R>) =>
      Effect.suspend(() => (isSlow ? Effect.promise(() => gate.promise) : Effect.void)).pipe(
        Effect.andThen(work),
        Effect.uninterruptible
      )
    // A query of a database is no more to be stopped than these.
    const stores = Layer.effect(
      JobStore,
      Effect.map(JobStore, (store) => ({
        ...store,
        move: (...args: Parameters<typeof store.move>) => later(store.move(...args)),
        get: (...args: Parameters<typeof store.get>) => later(store.get(...args)),
        results: (...args: Parameters<typeof store.results>) => later(store.results(...args))
      }))
    ).pipe(Layer.provideMerge(sqlite(":memory:")))
    await using slow = createOrbweaver({ egress: { allowLocal: true }, stores })
    const ways = {
      awaited: (job: ReturnType<typeof slow.batchScrape>) => job,
      streamed: async (job: ReturnType<typeof slow.batchScrape>) => {
        for await (const page of job.pages()) expect(page).toBeDefined()
      },
      written: (job: ReturnType<typeof slow.batchScrape>) => job.to(() => undefined)
    }
    const ids: Array<string> = []
    for (const [way, wait] of Object.entries(ways)) {
      isSlow = false
      const stop = new AbortController()
      const reason = new Error(way)
      const job = slow.batchScrape([site.url("/waits")], { signal: stop.signal })
      ids.push(await job.id())
      const ended = expect(wait(job)).rejects.toBe(reason)
      await expect.poll(() => open).toBeGreaterThan(0)
      isSlow = true
      stop.abort(reason)
      await ended
    }
    gate.resolve()
    for (const id of ids) {
      await expect.poll(async () => (await slow.getBatchScrapeStatus(id)).status).toBe("cancelled")
    }
  })

  it("that is aborted already stops every method before it begins", async () => {
    const signal = AbortSignal.abort(new Error("before"))
    const calls = [
      orb.scrape(site.url("/page"), { signal }),
      orb.crawl(site.url("/page"), { signal }),
      orb.map(site.url("/page"), { signal }),
      orb.getCrawlStatus("x", { signal }),
      orb.extract({ urls: [site.url("/page")], signal })
    ]
    for (const call of calls) await expect(call).rejects.toBe(signal.reason)
  })
})

describe("a crawl that reaches nothing", () => {
  it("rejects with what its start page failed with, and can still be looked at", async () => {
    const failure = await orb.crawl("http://nowhere.invalid/", { sitemap: "skip" }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(NothingReached)
    expect(failure).toMatchObject({ url: "http://nowhere.invalid/", code: "SCRAPE_DNS_RESOLUTION_ERROR" })
    const { id } = failure as NothingReached
    expect(await orb.getCrawlStatus(id)).toMatchObject({ status: "completed", data: [] })
  })
})
