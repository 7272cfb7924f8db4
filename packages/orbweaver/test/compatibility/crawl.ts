/** Options of a crawl. */
import { effect, otherEffect, type Probe, type Table, unseen } from "./Probe.ts"
import type { Ended, World } from "./world.ts"

interface Crawled extends Ended {
  /** Paths with queries of the pages at the site, and whole addresses of others, sorted. */
  readonly pages: ReadonlyArray<string>
}

export const crawled = async (world: World, options: object, path = "/kit/"): Promise<Crawled> => {
  const { id } = await world.client.startCrawl(world.at(path), { sitemap: "skip", limit: 20, ...options })
  const job = await world.ended("crawl", id)
  const origin = new URL(world.at("/")).origin
  const pages = (job.data ?? []).map(({ metadata }: any) => String(metadata.sourceURL).replace(origin, "")).toSorted()
  return { ...job, pages }
}

/** Crawls with and without the option. */
const compared =
  (on: object, off: object, has: (withIt: Crawled, without: Crawled) => boolean, path?: string): Probe =>
  async (world) => {
    const withIt = await crawled(world, on, path)
    return effect(has(withIt, await crawled(world, off, path)), withIt)
  }

const crawling =
  (options: object, has: (job: Crawled) => boolean, path?: string): Probe =>
  async (world) => {
    const job = await crawled(world, options, path)
    return effect(has(job), job)
  }

const taken =
  (options: object, why = "names what calls; no answer depends on it"): Probe =>
  async (world) =>
    unseen(why, await crawled(world, { limit: 1, ...options }))

/** Whether a page that a job read can be had from the cache. */
export const isCached = async ({ at, client }: World, path: string): Promise<boolean> =>
  (await client.scrape(at(path), { maxAge: 60_000 })).metadata?.cacheState === "hit"

const wide = { crawlEntireDomain: true }
const sitemap = { maxDiscoveryDepth: 1, limit: 30, excludePaths: ["^/page"] }
const forbidden = { crawlEntireDomain: true, includePaths: ["^/kit/$", "^/forbidden$"] }
const linked = "/site/100/"
const listed = "/site/100/p/1"

export const crawl: Table = {
  title: "`CrawlOptions`",
  declaration: "interface CrawlOptions",
  probes: {
    prompt: crawling({ prompt: "at most 2 pages", limit: undefined }, ({ pages }) => pages.length === 2),
    excludePaths: compared({ excludePaths: ["/kit/b"] }, {}, (on, off) => {
      return !on.pages.includes("/kit/b") && off.pages.includes("/kit/b")
    }),
    includePaths: crawling({ includePaths: ["/kit/a$"] }, ({ pages }) => {
      return pages.includes("/kit/a") && !pages.includes("/kit/b")
    }),
    maxDiscoveryDepth: compared({ maxDiscoveryDepth: 1 }, {}, (on, off) => {
      return !on.pages.includes("/kit/deep") && off.pages.includes("/kit/deep")
    }),
    'sitemap: "skip"': crawling(
      { ...sitemap, sitemap: "skip" },
      ({ pages }) => pages.includes(linked) && !pages.includes(listed),
      "/"
    ),
    'sitemap: "include"': crawling(
      { ...sitemap, sitemap: "include" },
      ({ pages }) => pages.includes(linked) && pages.includes(listed),
      "/"
    ),
    'sitemap: "only"': crawling(
      { ...sitemap, sitemap: "only" },
      ({ pages }) => !pages.includes(linked) && pages.includes(listed),
      "/"
    ),
    ignoreQueryParameters: compared(
      { ignoreQueryParameters: true },
      { ignoreQueryParameters: false, deduplicateSimilarURLs: false },
      (on, off) => !on.pages.includes("/kit/a?ref=1") && off.pages.includes("/kit/a?ref=1")
    ),
    deduplicateSimilarURLs: compared(
      { deduplicateSimilarURLs: true },
      { deduplicateSimilarURLs: false },
      (on, off) => on.pages.length < off.pages.length
    ),
    limit: crawling({ limit: 2 }, ({ pages }) => pages.length === 2),
    crawlEntireDomain: compared(wide, {}, (on, off) => {
      return on.pages.includes("/imprint") && !off.pages.includes("/imprint")
    }),
    allowExternalLinks: async (world) => {
      const external = world.at("/outside").replace("127.0.0.1", "localhost")
      const [on, off] = [await crawled(world, { allowExternalLinks: true }), await crawled(world, {})]
      return effect(on.pages.includes(external) && !off.pages.includes(external), on)
    },
    allowSubdomains: taken({ allowSubdomains: true }, "the site of these runs has no subdomains"),
    ignoreRobotsTxt: async (world) => {
      const byClient = await crawled(world, { ...forbidden, ignoreRobotsTxt: true })
      if (byClient.pages.includes("/forbidden")) return effect(true)
      // A request with the option, since the client may not send it.
      const request = { url: world.at("/kit/"), ...forbidden, sitemap: "skip", limit: 20, ignoreRobotsTxt: true }
      const { body } = await world.call("POST", "/v2/crawl", request)
      const { data } = await world.ended("crawl", body.id)
      return otherEffect(
        data.some(({ metadata }: any) => metadata.sourceURL === world.at("/forbidden")),
        "the client declares it and does not send it; it works in a request that has it"
      )
    },
    robotsUserAgent: crawling({ robotsUserAgent: "BadBot" }, ({ pages }) => pages.length === 0),
    // Without it pages are asked for 150 ms apart, or together.
    delay: async (world) => {
      const key = world.unique("delay")
      await crawled(world, { delay: 0.6, limit: 3, ...wide }, `/lane/${key}/0`)
      const { begins = [] } = world.log.lanes.get(key) ?? {}
      return effect(begins.length > 1 && begins.every((at, index) => index === 0 || at - begins[index - 1]! > 400))
    },
    maxConcurrency: async (world) => {
      const key = world.unique("lane")
      const { pages } = await crawled(world, { maxConcurrency: 1, limit: 4, ...wide }, `/lane/${key}/0`)
      return effect(pages.length === 4 && world.log.lanes.get(key)?.peak === 1)
    },
    webhook: async (world) => {
      const name = world.unique("crawl")
      await crawled(world, { webhook: world.at(`/hook/${name}`), limit: 1 })
      const deliveries = await world.delivered(name, ({ body }) => body.type === "crawl.completed")
      return effect(deliveries.some(({ body }) => body.type === "crawl.page"))
    },
    scrapeOptions: crawling(
      { limit: 1, scrapeOptions: { formats: ["links"] } },
      ({ data }) => data[0].links.length > 3
    ),
    regexOnFullURL: compared(
      { regexOnFullURL: true, includePaths: ["^http.*/kit/"] },
      { includePaths: ["^http.*/kit/"] },
      (on, off) => {
        return on.pages.length > 1 && off.pages.length <= 1
      }
    ),
    zeroDataRetention: async (world) => {
      const [on, off] = [`/kit/${world.unique("zdr")}`, `/kit/${world.unique("kept")}`]
      await crawled(world, { zeroDataRetention: true, limit: 1 }, on)
      await crawled(world, { limit: 1 }, off)
      return effect(!(await isCached(world, on)) && (await isCached(world, off)))
    },
    integration: taken({ integration: "somebody" }),
    origin: taken({ origin: "somebody" })
  }
}
