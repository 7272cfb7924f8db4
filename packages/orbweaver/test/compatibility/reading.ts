/** Options of reading jobs, monitors and agents. Those that the client follows by itself are left out (`elsewhere`). */
import { effect, type Probe, type Table } from "./Probe.ts"
import { until, type World } from "./world.ts"

/** A finished batch of three pages, read one page at a time by the address of what follows. */
const paged =
  (pagination: object, count: number): Probe =>
  async (world) => {
    const { id } = await world.client.startBatchScrape(["/page", "/article", "/text"].map(world.at))
    await world.ended("batch/scrape", id)
    const { data } = await world.client.getBatchScrapeStatus(id, pagination)
    return effect(data.length === count)
  }

const monitors = async ({ at, client }: World): Promise<void> => {
  for (const name of ["One", "Two"]) {
    await client.createMonitor({
      name,
      schedule: { cron: "0 0 1 1 *", timezone: "UTC" },
      targets: [{ type: "scrape", urls: [at("/page"), at("/article")] }]
    })
  }
}

/** The pages of a check of two new pages. */
const checked =
  (options: object, count: number): Probe =>
  async (world) => {
    const { at, client } = world
    const { id } = await client.createMonitor({
      name: "Read",
      schedule: { cron: "0 0 1 1 *", timezone: "UTC" },
      targets: [{ type: "scrape", urls: [at("/page"), at("/article")] }]
    })
    const { id: check } = await client.runMonitor(id)
    await until(
      () => client.getMonitorCheck(id, check),
      ({ status }) => status !== "queued" && status !== "running"
    )
    const { pages } = await client.getMonitorCheck(id, check, options)
    return effect(pages.length === count)
  }

export const readingTables: ReadonlyArray<Table> = [
  {
    title: "`listMonitors`",
    declaration: "interface ListMonitorsOptions",
    probes: {
      limit: async (world) => {
        await monitors(world)
        return effect((await world.client.listMonitors({ limit: 1 })).length === 1)
      },
      offset: async (world) => {
        await monitors(world)
        const [first] = await world.client.listMonitors({ limit: 1, offset: 1 })
        const all = await world.client.listMonitors({ limit: 100 })
        return effect(all.findIndex(({ id }) => id === first?.id) > 0)
      }
    }
  },
  {
    title: "`getMonitorCheck`",
    declaration: "type GetMonitorCheckOptions",
    elsewhere: ["maxPages", "maxResults", "maxWaitTime"],
    probes: {
      autoPaginate: checked({ limit: 1, autoPaginate: true }, 2),
      limit: checked({ limit: 1, autoPaginate: false }, 1),
      skip: checked({ skip: 1, autoPaginate: false }, 1),
      'status: "same"': checked({ status: "same" }, 0),
      'status: "new"': checked({ status: "new" }, 2)
    }
  },
  {
    title: "Pagination of a job",
    declaration: "interface PaginationConfig",
    elsewhere: ["maxPages", "maxResults", "maxWaitTime"],
    probes: { autoPaginate: paged({ autoPaginate: true }, 3) }
  },
  {
    title: "`listAgents`",
    declaration: "interface AgentListOptions",
    probes: {
      before: async ({ client }) => {
        const { id } = await client.startAgent({ prompt: "Find spiders" })
        const { agents = [] } = await client.listAgents({ before: 1 })
        return effect(!agents.some((agent) => agent.id === id))
      }
    }
  },
  {
    title: "`watcher`",
    declaration: "interface WatcherOptions",
    elsewhere: ["pollInterval", "timeout"],
    probes: { 'kind: "crawl"': watched("crawl"), 'kind: "batch"': watched("batch") }
  }
]

function watched(kind: "crawl" | "batch"): Probe {
  return async ({ at, client }) => {
    const { id } =
      kind === "batch"
        ? await client.startBatchScrape([at("/page")])
        : await client.startCrawl(at("/page"), { limit: 1, sitemap: "skip" })
    const watcher = client.watcher(id, { kind, pollInterval: 1, timeout: 30 })
    const ended = new Promise<any>((resolve, reject) => {
      watcher.on("done", resolve)
      watcher.on("error", reject)
    })
    await watcher.start()
    return effect((await ended).data.length === 1)
  }
}
