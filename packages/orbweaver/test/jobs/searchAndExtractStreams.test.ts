// Searches and extractions that are read as they come, with promises and as Streams of Effect.
import { JobId } from "@orbweaver/core/model/Job"
import { Crawler } from "@orbweaver/core/crawl/Crawler"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import { results } from "@orbweaver/core/search/Searcher"
import { SearchProvider } from "@orbweaver/core/search/SearchProvider"
import { Extractor } from "@orbweaver/extraction/extract/Extractor"
import { type Running, start } from "@orbweaver/testing/TestSite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { createOrbweaver, layer } from "orbweaver/effect"
import { pages } from "orbweaver/jobs/pages"
import { progress } from "orbweaver/jobs/progress"
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from "vitest"
import { z } from "zod"

let site: Running
const firstPageRead = Promise.withResolvers<void>()

beforeAll(async () => {
  site = await start({
    routes: {
      "/after-another": async ({ response }) => {
        await firstPageRead.promise
        response.writeHead(200, { "content-type": "text/html" })
        response.end("<p>The second page</p>")
      }
    }
  })
})

afterAll(() => site.close())

/** Gives these pages for every question. */
const finding = (...paths: ReadonlyArray<string>) =>
  Layer.succeed(SearchProvider, {
    name: "test",
    sources: ["web"],
    search: () => Effect.succeed(paths.map((path) => ({ title: path, url: site.url(path).href })))
  })

const adapters = (...paths: ReadonlyArray<string>) => ({ egress: { allowLocal: true }, search: finding(...paths) })

describe("a search", () => {
  it("gives its pages as they come, and awaiting it gives all of them in order", async () => {
    await using orb = createOrbweaver(adapters("/after-another", "/article"))
    const search = orb.search("anything", { scrapeOptions: { formats: ["markdown"] } })
    const seen: Array<string> = []
    for await (const page of search.pages()) {
      expectTypeOf(page.document!.markdown).toEqualTypeOf<string>()
      seen.push(`${page.position} ${page.source}`)
      firstPageRead.resolve()
      expect(page.document!.markdown).not.toBe("")
    }
    expect(seen).toEqual(["2 web", "1 web"])
    const { sources } = await search
    expect(sources.web!.map(({ position }) => position)).toEqual([1, 2])
  })

  it("gives the value of a schema", async () => {
    await using orb = createOrbweaver(adapters("/article"))
    const schema = z.object({ title: z.string().transform((title) => title.length) })
    const { sources } = await orb.search("anything", { scrapeOptions: { formats: [{ type: "json", schema }] } })
    expectTypeOf(sources.web![0]!.document!.json).toEqualTypeOf<{ title: number } | undefined>()
    expect(sources.web![0]!.document!.json?.title).toBeGreaterThan(3)
  })

  it("ends when the loop is left, and with the reason of the signal", async () => {
    await using orb = createOrbweaver(adapters("/article", "/hang"))
    const options = { scrapeOptions: { formats: ["markdown"] } } as const
    const left = orb.search("anything", options)
    for await (const _ of left.pages()) break
    await expect(left).rejects.toMatchObject({ name: "AbortError" })

    const stop = new AbortController()
    const reason = new Error("enough")
    const reading = (async () => {
      for await (const _ of orb.search("anything", { ...options, signal: stop.signal }).pages()) stop.abort(reason)
    })()
    await expect(reading).rejects.toBe(reason)
  })

  it("that fails rejects where it is awaited or read, and nowhere else", async () => {
    await using orb = createOrbweaver(adapters())
    const unhandled: Array<unknown> = []
    const listen = (error: unknown) => unhandled.push(error)
    process.on("unhandledRejection", listen)
    try {
      void orb.search(" ")
      const search = orb.search(" ")
      await expect(search.pages().next()).rejects.toMatchObject({ _tag: "InvalidInput" })
      await expect(search).rejects.toMatchObject({ _tag: "InvalidInput" })
      await new Promise((resolve) => setImmediate(resolve))
      expect(unhandled).toEqual([])
    } finally {
      process.off("unhandledRejection", listen)
    }
  })

  it("is a Stream too", async () => {
    const found = results("anything", { scrapeOptions: { formats: ["markdown"] } }).pipe(
      Stream.take(1),
      Stream.map(({ document }) => document!.metadata.statusCode),
      Stream.runCollect,
      Effect.provide(layer(adapters("/article", "/hang")))
    )
    expect(await Effect.runPromise(found)).toEqual([200])
  })
})

describe("an extraction", () => {
  const schema = z.object({ title: z.string() })

  it("gives what each page says as it comes, and awaiting it gives the whole", async () => {
    await using orb = createOrbweaver(adapters())
    const extraction = orb.extract({ urls: [site.url("/article"), site.url("/page")], schema })
    const seen: Array<string> = []
    for await (const page of extraction.pages()) seen.push(page.url)
    expect(seen.toSorted((a, b) => a.localeCompare(b))).toEqual([site.url("/article").href, site.url("/page").href])
    const { data, status } = await extraction
    expectTypeOf(data).toEqualTypeOf<{ title: string } | undefined>()
    expect({ status, title: typeof data?.title }).toEqual({ status: "completed", title: "string" })
    expect((await extraction.status()).completed).toBe(2)
  })

  it("is cancelled when the loop is left, unless it is detached", async () => {
    await using orb = createOrbweaver(adapters())
    const urls = [site.url("/article"), site.url("/hang")]
    const left = orb.extract({ urls, schema })
    for await (const _ of left.pages()) break
    expect((await left.status()).status).toBe("cancelled")
    const detached = orb.extract({ urls: urls.slice(0, 1), schema })
    for await (const _ of detached.pages({ detached: true })) break
    expect((await detached).status).toBe("completed")
  })
})

describe("with Effect", () => {
  it("pages of a crawl and of an extraction are Streams, and so is their progress", async () => {
    const program = Effect.gen(function* () {
      const { id } = yield* Crawler.use((crawler) => crawler.start(site.url("/site/30/").href, { sitemap: "skip" }))
      const [crawled, reports] = yield* Effect.all(
        [Stream.runCollect(Stream.map(pages(id, { maxAhead: 5 }), ({ url }) => url)), Stream.runCollect(progress(id))],
        { concurrency: "unbounded" }
      )
      const { job } = yield* Extractor.use((extractor) => extractor.start([site.url("/article").href], {}))
      const extracted = yield* Stream.runCollect(pages(JobId.make(job.id)))
      const { counts } = yield* JobStore.use((store) => store.get(id))
      return { crawled, reports, extracted, counts }
    })
    const { counts, crawled, extracted, reports } = await Effect.runPromise(Effect.provide(program, layer(adapters())))
    expect(new Set(crawled).size).toBe(counts.completed)
    expect(crawled).toHaveLength(counts.completed)
    expect(reports.at(-1)).toMatchObject({ status: "completed", completed: counts.completed })
    expect(extracted).toHaveLength(1)
  })

  it("leaving the stream of pages lets the crawl go on", async () => {
    const program = Effect.gen(function* () {
      const { id } = yield* Crawler.use((crawler) => crawler.start(site.url("/site/40/").href, { sitemap: "skip" }))
      yield* Stream.runDrain(Stream.take(pages(id, { maxAhead: 2 }), 1))
      return (yield* Stream.runCollect(progress(id))).at(-1)!
    })
    expect((await Effect.runPromise(Effect.provide(program, layer(adapters())))).status).toBe("completed")
  })
})
