// Jobs that are read page by page.
import { type Running, start } from "@orbweaver/testing/TestSite"
import { createOrbweaver, type JobProgress, type Orbweaver } from "orbweaver"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

let site: Running
let orb: Orbweaver

beforeAll(async () => {
  site = await start()
  orb = createOrbweaver({ egress: { allowLocal: true }, worker: { concurrency: 4 } })
})

afterAll(async () => {
  await orb.close()
  await site.close()
})

const options = { sitemap: "skip" } as const

describe("pages of a crawl", () => {
  it("come each once, and awaiting the same run gives the whole result", async () => {
    const crawl = orb.crawl(site.url("/site/30/"), options)
    const seen: Array<string> = []
    for await (const page of crawl.pages()) seen.push(page.metadata.url)
    const { data, status } = await crawl
    expect(status).toBe("completed")
    expect(seen).toEqual(data.map(({ metadata }) => metadata.url))
    expect(new Set(seen).size).toBe(seen.length)
    expect((await crawl.status()).completed).toBe(seen.length)
  })

  it("stop the job when the loop is left, unless it is detached", async () => {
    const left = orb.crawl(site.url("/site/3000/"), options)
    for await (const _ of left.pages()) break
    expect((await left.status()).status).toBe("cancelled")

    const detached = orb.crawl(site.url("/site/40/"), options)
    for await (const _ of detached.pages({ detached: true })) break
    expect((await detached).status).toBe("completed")
  })

  it("keep a job from running away from a slow reader, and lose nothing by it", async () => {
    const crawl = orb.crawl(site.url("/site/60/"), options)
    let count = 0
    let furthest = 0
    for await (const _ of crawl.pages({ maxAhead: 5 })) {
      count += 1
      if (count === 2) {
        // The reader stands still until the job does.
        while ((await crawl.status()).status !== "paused") await new Promise((resolve) => setTimeout(resolve, 20))
        furthest = (await crawl.status()).completed
      }
    }
    const { completed, status } = await crawl.status()
    expect(status).toBe("completed")
    expect(count).toBe(completed)
    // What is read at once, what it may be ahead, and what was under way when it was paused.
    expect(furthest).toBeLessThanOrEqual(20 + 5 + 4 + 4)
    expect(furthest).toBeLessThan(completed)
  })

  it("end with the reason of the signal, which cancels the job", async () => {
    const stop = new AbortController()
    const reason = new Error("enough")
    const crawl = orb.crawl(site.url("/site/3000/"), { ...options, signal: stop.signal })
    const id = await crawl.id()
    const reading = (async () => {
      for await (const _ of crawl.pages()) stop.abort(reason)
    })()
    await expect(reading).rejects.toBe(reason)
    expect((await orb.getCrawlStatus(id, { limit: 1 })).status).toBe("cancelled")
  })

  it("are those of a batch too", async () => {
    const batch = orb.batchScrape([site.url("/page"), site.url("/article")], { formats: ["links"] })
    const links: Array<ReadonlyArray<string>> = []
    for await (const page of batch.pages()) links.push(page.links)
    expect(links).toHaveLength(2)
  })
})

describe("a job that is followed", () => {
  it("gives every page from the first on, and its result", async () => {
    const { id } = await orb.startCrawl(site.url("/site/8/"), options)
    const urls: Array<string | undefined> = []
    for await (const { metadata } of orb.followJob(id).pages()) urls.push(metadata.url)
    const { completed, data, status } = await orb.followJob(id)
    expect({ completed, pages: new Set(urls).size, status }).toEqual({
      completed: urls.length,
      pages: urls.length,
      status: "completed"
    })
    expect(data.map(({ metadata }) => metadata.url)).toEqual(urls)
  })

  it("goes on when its reader leaves or its signal aborts", async () => {
    const { id } = await orb.startCrawl(site.url("/site/60/"), options)
    for await (const _ of orb.followJob(id).pages({ maxAhead: 1 })) break
    const stop = new AbortController()
    const reason = new Error("enough")
    const stopped = (async () => {
      for await (const _ of orb.followJob(id, { signal: stop.signal }).pages()) stop.abort(reason)
    })()
    await expect(stopped).rejects.toBe(reason)
    expect((await orb.followJob(id)).status).toBe("completed")
  })

  it("is refused when there is none, or when its kind has no pages", async () => {
    await expect(orb.followJob("00000000-0000-4000-8000-000000000000")).rejects.toMatchObject({ _tag: "JobNotFound" })
    const { id } = await orb.startExtract({ urls: [site.url("/article").href], prompt: "the title" })
    await expect(orb.followJob(id).pages().next()).rejects.toMatchObject({
      _tag: "InvalidInput",
      message: expect.stringContaining("is of the kind extract, which has no pages")
    })
  })
})

describe("progress of a crawl", () => {
  it("tells counts, rate and place, and last of all its end", async () => {
    const crawl = orb.crawl(site.url("/site/30/"), options)
    const reports: Array<JobProgress> = []
    for await (const report of crawl.progress({ interval: 10 })) reports.push(report)
    const { completed } = await crawl.status()
    expect(reports.at(-1)).toMatchObject({ status: "completed", completed, active: 0, queued: 0 })
    expect(reports.some(({ pagesPerSecond, url }) => pagesPerSecond > 0 && url !== undefined)).toBe(true)
  })
})

describe("a run whose start fails", () => {
  it("rejects where it is awaited or read, and nowhere else", async () => {
    const unhandled: Array<unknown> = []
    const listen = (error: unknown) => unhandled.push(error)
    process.on("unhandledRejection", listen)
    try {
      void orb.crawl("no address at all")
      const crawl = orb.crawl("no address at all")
      await new Promise((resolve) => setTimeout(resolve, 50))
      await expect(crawl.pages().next()).rejects.toMatchObject({ _tag: "InvalidInput" })
      await expect(crawl).rejects.toMatchObject({ _tag: "InvalidInput" })
      expect(unhandled).toEqual([])
    } finally {
      process.off("unhandledRejection", listen)
    }
  })
})
