/** Every method of the client. */
import { effect, otherEffect, type Probe, type Probes, refusal } from "./Probe.ts"
import { until, type World } from "./world.ts"

const poll = { pollInterval: 1 }
const schema = { type: "object", properties: { title: { type: "string" } } }
const unknownId = "00000000-0000-4000-8000-000000000000"

/** A page that was scraped, to interact with. */
const scrapeId = async ({ scrape }: World): Promise<string> => (await scrape("/page")).metadata.scrapeId

/** A page whose session is open. */
const openedId = async (world: World): Promise<string> => {
  const id = await scrapeId(world)
  await world.client.interact(id, { code: "1", language: "node" })
  return id
}

const crawlId = async ({ at, client }: World): Promise<string> =>
  (await client.startCrawl(at("/site/9/"), { delay: 1, limit: 5 })).id
const batchId = async ({ at, client }: World): Promise<string> => (await client.startBatchScrape([at("/page")])).id
const browserId = async ({ client }: World): Promise<string> => (await client.browser({ ttl: 60 })).id ?? ""
const agentId = async ({ client }: World): Promise<string> => (await client.startAgent({ prompt: "Find spiders" })).id

const monitorId = async ({ at, client }: World): Promise<string> => {
  const { id } = await client.createMonitor({
    name: "Page",
    schedule: { cron: "0 0 1 1 *", timezone: "UTC" },
    targets: [{ type: "scrape", urls: [at("/page")] }]
  })
  return id
}

const stopped =
  (stop: (world: World, id: string) => Promise<{ readonly success: boolean }>): Probe =>
  async (world) =>
    effect((await stop(world, await openedId(world))).success)

/** The client's helpers for research give the status alone; the words are in the answer. */
const research =
  (call: (world: World) => Promise<unknown>): Probe =>
  async (world) => {
    const isRefused = await call(world).then(
      () => false,
      () => true
    )
    const { body } = await world.call("GET", "/v2/search/research/papers")
    return isRefused ? refusal(body.error) : effect(true)
  }

const scripts = "`code` is JavaScript that runs in the page, or `bash` commands of agent-browser; Python is refused"
const ofPage = "needs no model where the page says the fields"

export const methods: Probes = {
  scrape: async ({ scrape }) => effect((await scrape("/page")).markdown.includes("Hello.")),
  findTools: async ({ client }) => effect((await client.findTools({ limit: 1 })) !== undefined),
  interact: async (world) => {
    const { result } = await world.client.interact(await scrapeId(world), { code: "6 * 7", language: "node" })
    return otherEffect(result === "42", scripts)
  },
  stopInteraction: stopped(({ client }, id) => client.stopInteraction(id)),
  scrapeExecute: async (world) => {
    const { result } = await world.client.scrapeExecute(await scrapeId(world), { code: "6 * 7", language: "node" })
    return otherEffect(result === "42", "as `interact`")
  },
  stopInteractiveBrowser: stopped(({ client }, id) => client.stopInteractiveBrowser(id)),
  deleteScrapeBrowser: stopped(({ client }, id) => client.deleteScrapeBrowser(id)),
  parse: async ({ client }) => {
    const file = { data: "<h1>Up</h1>", filename: "up.html", contentType: "text/html" }
    const { markdown = "" } = await client.parse(file, { formats: ["markdown"] })
    return effect(markdown.includes("# Up"))
  },
  search: async ({ at, client }) =>
    effect(JSON.stringify((await client.search(`spiders ${at("/page")}`)).web).includes(at("/page"))),
  developerSearch: async ({ client }) => effect((await client.developerSearch("spiders")) !== undefined),
  feedback: async ({ client }) =>
    effect((await client.feedback({ endpoint: "scrape", jobId: unknownId, rating: "good" })).success),
  searchFeedback: async ({ client }) => effect((await client.searchFeedback(unknownId, { rating: "good" })).success),
  "research.searchPapers": research(({ client }) => client.research.searchPapers("spiders")),
  "research.getPaper": research(({ client }) => client.research.getPaper("1")),
  "research.similarPapers": research(({ client }) => client.research.similarPapers("1", { intent: "x" })),
  "research.searchGithub": research(({ client }) => client.research.searchGithub("spiders")),
  map: async ({ at, client }) => effect((await client.map(at("/site/3/"))).links.length > 2),
  startCrawl: async ({ at, client, ended }) => {
    const { id } = await client.startCrawl(at("/site/3/"), { limit: 1 })
    return effect((await ended("crawl", id)).data.length === 1)
  },
  getCrawlStatus: async (world) => {
    const id = await crawlId(world)
    return effect((await world.client.getCrawlStatus(id)).status === "scraping")
  },
  cancelCrawl: async (world) => {
    const id = await crawlId(world)
    return effect((await world.client.cancelCrawl(id)) && (await world.ended("crawl", id)).status === "cancelled")
  },
  crawl: async ({ at, client }) => {
    const { data, status } = await client.crawl(at("/site/3/"), { limit: 1, ...poll })
    return effect(status === "completed" && data.length === 1)
  },
  getCrawlErrors: async (world) => {
    const { id } = await world.client.startCrawl(world.at("/kit/"), { crawlEntireDomain: true, sitemap: "skip" })
    await world.ended("crawl", id)
    const { robotsBlocked } = await world.client.getCrawlErrors(id)
    return effect(robotsBlocked.includes(world.at("/forbidden")))
  },
  getActiveCrawls: async (world) => {
    const id = await crawlId(world)
    const { crawls } = await world.client.getActiveCrawls()
    return effect(crawls.some((crawl) => crawl.id === id))
  },
  crawlParamsPreview: async ({ at, client }) => {
    const preview = await client.crawlParamsPreview(at("/"), "only the blog")
    return otherEffect(JSON.stringify(preview).includes("blog"), "needs no model")
  },
  createMonitor: async (world) => effect((await monitorId(world)) !== ""),
  listMonitors: async (world) => {
    const id = await monitorId(world)
    return effect((await world.client.listMonitors({ limit: 100 })).some((monitor) => monitor.id === id))
  },
  getMonitor: async (world) => {
    const id = await monitorId(world)
    return effect((await world.client.getMonitor(id)).id === id)
  },
  updateMonitor: async (world) => {
    const { name } = await world.client.updateMonitor(await monitorId(world), { name: "Renamed" })
    return effect(name === "Renamed")
  },
  deleteMonitor: async (world) => {
    const id = await monitorId(world)
    await world.client.deleteMonitor(id)
    return effect((await world.call("GET", `/v2/monitor/${id}`)).status === 404)
  },
  runMonitor: async (world) => effect((await world.client.runMonitor(await monitorId(world))).trigger === "manual"),
  listMonitorChecks: async (world) => {
    const id = await monitorId(world)
    const check = await world.client.runMonitor(id)
    return effect((await world.client.listMonitorChecks(id))[0]?.id === check.id)
  },
  getMonitorCheck: async (world) => {
    const id = await monitorId(world)
    const { id: check } = await world.client.runMonitor(id)
    const { pages } = await until(
      () => world.client.getMonitorCheck(id, check),
      ({ status }) => status === "completed"
    )
    return effect(pages[0]?.status === "new")
  },
  startBatchScrape: async (world) =>
    effect((await world.ended("batch/scrape", await batchId(world))).data.length === 1),
  getBatchScrapeStatus: async (world) => {
    const id = await batchId(world)
    const { data } = await until(
      () => world.client.getBatchScrapeStatus(id),
      ({ status }) => status === "completed"
    )
    return effect(data.length === 1)
  },
  getBatchScrapeErrors: async (world) => {
    const { id } = await world.client.startBatchScrape([world.at("/reset")])
    await world.ended("batch/scrape", id)
    const { errors } = await world.client.getBatchScrapeErrors(id)
    return effect(errors[0]?.url === world.at("/reset"))
  },
  cancelBatchScrape: async (world) => {
    const { id } = await world.client.startBatchScrape([world.at("/hang")])
    return effect(
      (await world.client.cancelBatchScrape(id)) && (await world.ended("batch/scrape", id)).status === "cancelled"
    )
  },
  batchScrape: async ({ at, client }) => effect((await client.batchScrape([at("/page")], poll)).data.length === 1),
  startExtract: async ({ at, client, ended }) => {
    const { id = "" } = await client.startExtract({ urls: [at("/article")], schema })
    return otherEffect((await ended("extract", id)).data.title === "A spider in the library", ofPage)
  },
  getExtractStatus: async ({ at, client }) => {
    const { id = "" } = await client.startExtract({ urls: [at("/article")], schema })
    const { data } = await until(
      () => client.getExtractStatus(id),
      ({ status }) => status !== "processing"
    )
    return effect(JSON.stringify(data).includes("A spider"))
  },
  extract: async ({ at, client }) => {
    const { data } = await client.extract({ urls: [at("/article")], schema, ...poll })
    return otherEffect(JSON.stringify(data).includes("A spider"), ofPage)
  },
  startAgent: async (world) =>
    effect(JSON.stringify((await world.ended("agent", await agentId(world))).data).includes("In the library")),
  getAgentStatus: async (world) => {
    const id = await agentId(world)
    const { data } = await until(
      () => world.client.getAgentStatus(id),
      ({ status }) => status !== "processing"
    )
    return effect(JSON.stringify(data).includes("In the library"))
  },
  listAgents: async (world) => {
    const id = await agentId(world)
    const { agents = [] } = await world.client.listAgents()
    return effect(agents.some((agent) => agent.id === id))
  },
  agent: async ({ at, client }) => {
    const { data } = await client.agent({ prompt: "Find spiders", urls: [at("/article")], ...poll })
    return effect(JSON.stringify(data).includes("In the library"))
  },
  cancelAgent: async (world) => {
    const { id } = await world.client.startAgent({ prompt: "Find spiders", urls: [world.at("/hang")] })
    return effect(await world.client.cancelAgent(id))
  },
  getAgentTrace: async (world) => {
    const id = await agentId(world)
    await world.ended("agent", id)
    const { events = [] } = await world.client.getAgentTrace(id)
    return otherEffect(
      events.at(-1)?.type === "run.finished",
      "steps, reasons and the end; no sessions, artifacts and live views"
    )
  },
  getAgentSnapshot: async (world) =>
    effect((await world.client.getAgentSnapshot(await agentId(world), "1")) !== undefined),
  getAgentThread: async (world) => {
    const id = await agentId(world)
    await world.ended("agent", id)
    const { thread } = await world.client.getAgentThread(id, { includeData: true })
    return effect(JSON.stringify(thread?.runs[0]?.data).includes("In the library"))
  },
  browser: async ({ client }) => {
    const { cdpUrl = "", interactiveLiveViewUrl = "", liveViewUrl = "" } = await client.browser({ ttl: 60 })
    const isControlled = await new Promise<boolean>((resolve) => {
      const socket = new WebSocket(cdpUrl)
      socket.addEventListener("open", () => socket.send(JSON.stringify({ id: 1, method: "Target.getTargets" })))
      socket.addEventListener("message", ({ data }) => resolve(String(data).includes("about:blank")))
      socket.addEventListener("error", () => resolve(false))
    })
    const views = await Promise.all([liveViewUrl, interactiveLiveViewUrl].map((url) => fetch(url)))
    return otherEffect(
      isControlled && views.every(({ ok }) => ok),
      "a session of this server's own browser; `cdpUrl` and the views are empty unless the operator sets `remoteControl`"
    )
  },
  browserExecute: async (world) => {
    const { result } = await world.client.browserExecute(await browserId(world), { code: "6 * 7", language: "node" })
    return otherEffect(
      result === "42",
      "`code` is commands of agent-browser, a line each, or with `node` JavaScript that runs in the page; Python is refused"
    )
  },
  deleteBrowser: async (world) =>
    effect((await world.client.deleteBrowser(await browserId(world))).status === "destroyed"),
  listBrowsers: async (world) => {
    const id = await browserId(world)
    const { sessions = [] } = await world.client.listBrowsers()
    return effect(sessions.some((session) => session.id === id))
  },
  getConcurrency: async ({ client }) => effect((await client.getConcurrency()).maxConcurrency > 0),
  getCreditUsage: async ({ client }) => effect((await client.getCreditUsage()).remainingCredits > 0),
  getTokenUsage: async ({ client }) => effect((await client.getTokenUsage()).remainingTokens > 0),
  getCreditUsageHistorical: async ({ client }) => effect((await client.getCreditUsageHistorical()).periods.length > 0),
  getTokenUsageHistorical: async ({ client }) =>
    effect(Array.isArray((await client.getTokenUsageHistorical()).periods)),
  getQueueStatus: async ({ client }) => effect((await client.getQueueStatus()).maxConcurrency > 0),
  watcher: async (world) => {
    const watcher = world.client.watcher(await batchId(world), { kind: "batch", pollInterval: 1, timeout: 30 })
    const ended = new Promise<any>((resolve, reject) => {
      watcher.on("done", resolve)
      watcher.on("error", reject)
    })
    await watcher.start()
    return effect((await ended).status === "completed")
  }
}

/** Older names that the client has on its prototype as well; they are those of its `.v1`. */
export const olderNames: ReadonlySet<string> = new Set([
  "constructor",
  "v1",
  "research",
  "isCloudService",
  "scrapeUrl",
  "crawlUrl",
  "asyncCrawlUrl",
  "checkCrawlStatus",
  "checkCrawlErrors",
  "mapUrl",
  "batchScrapeUrls",
  "asyncBatchScrapeUrls",
  "checkBatchScrapeStatus",
  "checkBatchScrapeErrors"
])
