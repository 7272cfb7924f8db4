/** Options of a batch. */
import { isCached } from "./crawl.ts"
import { effect, type Probe, type Table, unseen } from "./Probe.ts"
import type { Ended, World } from "./world.ts"

const scraped = async (world: World, paths: ReadonlyArray<string>, options: object): Promise<Ended> => {
  const { id } = await world.client.startBatchScrape(paths.map(world.at), options)
  return world.ended("batch/scrape", id)
}

const taken =
  (options: object): Probe =>
  async (world) =>
    unseen("names what calls; no answer depends on it", await scraped(world, ["/page"], options))

export const batch: Table = {
  title: "`BatchScrapeOptions`",
  declaration: "interface BatchScrapeOptions",
  probes: {
    options: async (world) => {
      const { data } = await scraped(world, ["/article"], { options: { formats: ["links"] } })
      return effect(data[0].links.length > 3 && data[0].markdown === undefined)
    },
    webhook: async (world) => {
      const name = world.unique("batch")
      await scraped(world, ["/page"], { webhook: world.at(`/hook/${name}`) })
      const deliveries = await world.delivered(name, ({ body }) => body.type === "batch_scrape.completed")
      return effect(deliveries.some(({ body }) => body.type === "batch_scrape.page"))
    },
    appendToId: async (world) => {
      const { id } = await world.client.startBatchScrape([world.at("/slow-headers?ms=500")])
      const again = await world.client.startBatchScrape([world.at("/page")], { appendToId: id })
      const { data } = await world.ended("batch/scrape", id)
      return effect(again.id === id && data.length === 2)
    },
    ignoreInvalidURLs: async ({ at, client }) => {
      const urls = [at("/page"), "http://[nowhere"]
      const { invalidURLs } = await client.startBatchScrape(urls, { ignoreInvalidURLs: true })
      const isRefused = await client.startBatchScrape(urls, { ignoreInvalidURLs: false }).then(
        () => false,
        () => true
      )
      return effect(invalidURLs?.[0] === urls[1] && isRefused)
    },
    maxConcurrency: async (world) => {
      const [one, many] = [world.unique("lane"), world.unique("lane")]
      const pages = (key: string) => [0, 1, 2, 3].map((page) => `/lane/${key}/${page}`)
      await scraped(world, pages(one), { maxConcurrency: 1 })
      await scraped(world, pages(many), {})
      return effect(world.log.lanes.get(one)?.peak === 1 && world.log.lanes.get(many)!.peak > 1)
    },
    zeroDataRetention: async (world) => {
      const [on, off] = [`/kit/${world.unique("zdr")}`, `/kit/${world.unique("kept")}`]
      await scraped(world, [on], { zeroDataRetention: true })
      await scraped(world, [off], {})
      return effect(!(await isCached(world, on)) && (await isCached(world, off)))
    },
    idempotencyKey: async ({ at, client }) => {
      const options = { idempotencyKey: "9d2f1b1e-4a52-4b7e-9a20-3a1d5f0c7e12" }
      await client.startBatchScrape([at("/page")], options)
      const status = await client.startBatchScrape([at("/page")], options).then(
        () => 200,
        (error: { readonly status?: number }) => error.status
      )
      return effect(status === 409)
    },
    integration: taken({ integration: "somebody" }),
    origin: taken({ origin: "somebody" })
  }
}
