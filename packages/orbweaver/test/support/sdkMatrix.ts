/**
 * Every method and option of the newest firecrawl-js, unmodified, against a mounted instance: what works, what works
 * differently and how, what is refused and why. The table of docs/reference/compatibility.md is written from it.
 */
import { Firecrawl } from "@mendable/firecrawl-js"
import { start, type Running } from "@orbweaver/testing/TestSite"
import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { type Answer, type Sent, startServer } from "./requirementsServer.ts"

export interface Row {
  readonly name: string
  readonly verdict: "works" | "works differently" | "refused"
  /** How, or why. */
  readonly note: string
}

interface Context {
  readonly client: Firecrawl
  readonly at: (path: string) => string
  readonly site: Running
  readonly scrapeId: () => Promise<string>
  readonly crawlId: () => Promise<string>
  readonly batchId: () => Promise<string>
  readonly browserId: () => Promise<string>
  readonly call: (method: string, path: string, body?: unknown) => Promise<Answer>
}

/** A call of the client; what it resolves with may have a `warning`. */
type Probe = (context: Context) => Promise<unknown>

const poll = { pollInterval: 1 }
const schema = { type: "object", properties: { title: { type: "string" } } }

/** What holds beside the outcome of a run; the run decides whether the method works at all. */
const differences: Readonly<Record<string, string>> = {
  interact:
    "`code` is JavaScript that runs in the page, with the page functions of the documentation, or with `bash` commands of agent-browser; Python is refused",
  scrapeExecute: "as `interact`",
  browserExecute:
    "`code` is commands of agent-browser, a line each, or with `node` JavaScript that runs in the page; Python is refused",
  browser: "a session of this server's own browser",
  crawl: "`prompt` is read by a grammar, and by a model for the rest",
  crawlParamsPreview: "needs no model",
  extract: "needs no model where the page says the fields",
  startExtract: "needs no model where the page says the fields"
}

const page = (at: Context["at"]) => at("/page")
const unknownId = "00000000-0000-4000-8000-000000000000"

/** One probe for each method of the client. */
export const methods: Readonly<Record<string, Probe>> = {
  scrape: ({ at, client }) => client.scrape(page(at), { formats: ["markdown"] }),
  findTools: ({ client }) => client.findTools({ query: "spiders" } as never),
  interact: async ({ client, scrapeId }) => client.interact(await scrapeId(), { code: "1 + 1", language: "node" }),
  stopInteraction: async (context) => {
    const id = await context.scrapeId()
    await context.client.interact(id, { code: "1", language: "node" })
    return context.client.stopInteraction(id)
  },
  scrapeExecute: async ({ client, scrapeId }) =>
    client.scrapeExecute(await scrapeId(), { code: "1 + 1", language: "node" }),
  stopInteractiveBrowser: async (context) => {
    const id = await context.scrapeId()
    await context.client.interact(id, { code: "1", language: "node" })
    return context.client.stopInteractiveBrowser(id)
  },
  deleteScrapeBrowser: async (context) => {
    const id = await context.scrapeId()
    await context.client.interact(id, { code: "1", language: "node" })
    return context.client.deleteScrapeBrowser(id)
  },
  parse: ({ client }) =>
    client.parse({ data: "<h1>Up</h1>", filename: "up.html", contentType: "text/html" }, { formats: ["markdown"] }),
  search: ({ at, client }) => client.search(`spiders ${page(at)}`),
  developerSearch: ({ client }) => client.developerSearch("spiders"),
  feedback: ({ client }) => client.feedback({ endpoint: "scrape", jobId: unknownId, rating: "good" } as never),
  searchFeedback: ({ client }) => client.searchFeedback(unknownId, { rating: "good" }),
  "research.searchPapers": ({ client }) => client.research.searchPapers("spiders"),
  "research.getPaper": ({ client }) => client.research.getPaper("1"),
  "research.similarPapers": ({ client }) => client.research.similarPapers("1", { intent: "x" } as never),
  "research.searchGithub": ({ client }) => client.research.searchGithub("spiders"),
  map: ({ at, client }) => client.map(at("/site/3/")),
  startCrawl: ({ at, client }) => client.startCrawl(at("/site/3/"), { limit: 1 }),
  getCrawlStatus: async ({ client, crawlId }) => client.getCrawlStatus(await crawlId()),
  cancelCrawl: async ({ client, crawlId }) => client.cancelCrawl(await crawlId()),
  crawl: ({ at, client }) => client.crawl(at("/site/3/"), { limit: 1, ...poll }),
  getCrawlErrors: async ({ client, crawlId }) => client.getCrawlErrors(await crawlId()),
  getActiveCrawls: ({ client }) => client.getActiveCrawls(),
  crawlParamsPreview: ({ at, client }) => client.crawlParamsPreview(at("/"), "only the blog"),
  createMonitor: ({ at, client }) => client.createMonitor(monitor(at)),
  listMonitors: ({ client }) => client.listMonitors(),
  getMonitor: async (context) => context.client.getMonitor(await monitorId(context)),
  updateMonitor: async (context) => context.client.updateMonitor(await monitorId(context), { name: "Renamed" }),
  deleteMonitor: async (context) => context.client.deleteMonitor(await monitorId(context)),
  runMonitor: async (context) => context.client.runMonitor(await monitorId(context)),
  listMonitorChecks: async (context) => context.client.listMonitorChecks(await monitorId(context)),
  getMonitorCheck: async (context) => {
    const id = await monitorId(context)
    const { id: check } = await context.client.runMonitor(id)
    return context.client.getMonitorCheck(id, check)
  },
  startBatchScrape: ({ at, client }) => client.startBatchScrape([page(at)]),
  getBatchScrapeStatus: async ({ batchId, client }) => client.getBatchScrapeStatus(await batchId()),
  getBatchScrapeErrors: async ({ batchId, client }) => client.getBatchScrapeErrors(await batchId()),
  cancelBatchScrape: async ({ batchId, client }) => client.cancelBatchScrape(await batchId()),
  batchScrape: ({ at, client }) => client.batchScrape([page(at)], poll),
  startExtract: ({ at, client }) => client.startExtract({ urls: [at("/article")], schema }),
  getExtractStatus: async ({ at, client }) => {
    const { id = "" } = await client.startExtract({ urls: [at("/article")], schema })
    return client.getExtractStatus(id)
  },
  extract: ({ at, client }) => client.extract({ urls: [at("/article")], schema, ...poll }),
  startAgent: ({ client }) => client.startAgent({ prompt: "Find spiders" }),
  getAgentStatus: async (context) => context.client.getAgentStatus(await agentId(context)),
  listAgents: ({ client }) => client.listAgents(),
  agent: ({ at, client }) => client.agent({ prompt: "Find spiders", urls: [at("/article")], ...poll }),
  cancelAgent: async (context) => context.client.cancelAgent(await agentId(context)),
  getAgentTrace: async (context) => context.client.getAgentTrace(await agentId(context)),
  getAgentSnapshot: async (context) => context.client.getAgentSnapshot(await agentId(context), "1"),
  getAgentThread: async (context) => context.client.getAgentThread(await agentId(context)),
  browser: ({ client }) => client.browser({ ttl: 60 }),
  browserExecute: async ({ browserId, client }) =>
    client.browserExecute(await browserId(), { code: "1 + 1", language: "node" }),
  deleteBrowser: async ({ browserId, client }) => client.deleteBrowser(await browserId()),
  listBrowsers: ({ client }) => client.listBrowsers(),
  getConcurrency: ({ client }) => client.getConcurrency(),
  getCreditUsage: ({ client }) => client.getCreditUsage(),
  getTokenUsage: ({ client }) => client.getTokenUsage(),
  getCreditUsageHistorical: ({ client }) => client.getCreditUsageHistorical(),
  getTokenUsageHistorical: ({ client }) => client.getTokenUsageHistorical(),
  getQueueStatus: ({ client }) => client.getQueueStatus(),
  watcher: async ({ batchId, client }) => {
    const watcher = client.watcher(await batchId(), { kind: "batch", pollInterval: 1, timeout: 30 })
    const ended = new Promise((resolve, reject) => {
      watcher.on("done", resolve)
      watcher.on("error", reject)
    })
    await watcher.start()
    await ended
  }
}

const monitor = (at: Context["at"]) => ({
  name: "Page",
  schedule: { cron: "0 0 1 1 *", timezone: "UTC" },
  targets: [{ type: "scrape" as const, urls: [page(at)] }]
})
const monitorId = async ({ at, client }: Context) => (await client.createMonitor(monitor(at) as never)).id
const agentId = async ({ client }: Context) => (await client.startAgent({ prompt: "Find spiders" })).id ?? ""

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

const scraping =
  (options: object, path = "/article", has: (document: any) => boolean = () => true): Probe =>
  async ({ at, client }) => {
    const document = await client.scrape(at(path), { maxAge: 0, ...options })
    if (!has(document)) throw new Error("The option had no effect")
    return document
  }

const textOf = (document: any): string => document.markdown ?? ""

/** One probe for each option, by the interface of the client that has it. */
export const options: Readonly<Record<string, Readonly<Record<string, Probe>>>> = {
  ScrapeOptions: {
    formats: scraping(
      { formats: ["html", "links"] },
      "/article",
      ({ html, links }) => html !== undefined && links.length > 0
    ),
    headers: scraping({ headers: { "x-wish": "silk" }, formats: ["rawHtml"] }, "/echo", ({ rawHtml }) =>
      rawHtml.includes("silk")
    ),
    includeTags: scraping({ includeTags: ["h1"] }, "/article", (document) => textOf(document).length < 100),
    excludeTags: scraping(
      { excludeTags: ["h1"] },
      "/article",
      (document) => !textOf(document).startsWith("# A spider")
    ),
    onlyMainContent: scraping({ onlyMainContent: false }, "/article", (document) => textOf(document).includes("Home")),
    timeout: async ({ at, client }) => {
      const late = await client.scrape(at("/hang"), { timeout: 300, proxy: "basic", maxAge: 0 }).then(
        () => undefined,
        (error: { readonly code?: string }) => error.code
      )
      if (late !== "SCRAPE_TIMEOUT") throw new Error("The option had no effect")
    },
    waitFor: scraping({ waitFor: 10 }),
    mobile: scraping({ mobile: true, formats: ["rawHtml"] }, "/echo", ({ rawHtml }) => /Mobile/.test(rawHtml)),
    parsers: scraping({ parsers: ["pdf"] }, "/file.pdf", (document) => textOf(document).includes("Hello from a PDF")),
    actions: scraping(
      { actions: [{ type: "executeJavascript", script: "1 + 1" }] },
      "/article",
      ({ actions }) => actions !== undefined
    ),
    location: scraping(
      { location: { country: "DE" }, formats: ["rawHtml"] },
      "/echo",
      ({ rawHtml }) => rawHtml.includes("de-DE") || /"accept-language": ?"de/.test(rawHtml)
    ),
    skipTlsVerification: async ({ client, site }) =>
      client.scrape(site.tls("self-signed", "/page").href, { skipTlsVerification: true }),
    removeBase64Images: scraping({ removeBase64Images: false }),
    fastMode: scraping({ fastMode: true }),
    useMock: scraping({ useMock: "mock" }),
    blockAds: scraping({ blockAds: false }),
    proxy: scraping({ proxy: "basic" }, "/article", ({ metadata }) => metadata.proxyUsed === "basic"),
    maxAge: async ({ at, client }) => {
      await client.scrape(at("/article?age"), { maxAge: 0 })
      const again: any = await client.scrape(at("/article?age"), { maxAge: 60_000 })
      if (again.metadata.cacheState !== "hit") throw new Error("The option had no effect")
    },
    minAge: async ({ at, client }) => {
      await client.scrape(at("/article?min"))
      return client.scrape(at("/article?min"), { minAge: 0 })
    },
    storeInCache: scraping({ storeInCache: false }),
    lockdown: async ({ at, client }) => {
      await client.scrape(at("/article?lock"))
      return client.scrape(at("/article?lock"), { lockdown: true })
    },
    // Without names and addresses, for which the model of this matrix has no answer.
    redactPII: scraping({ redactPII: { entities: ["EMAIL", "PHONE", "FINANCIAL", "SECRET"] } }),
    threatProtection: scraping({ threatProtection: { mode: "normal" } }),
    auditMetadata: scraping({ auditMetadata: { username: "somebody" } }),
    profile: scraping({ profile: { name: "mine" } }),
    integration: scraping({ integration: "somebody" }),
    origin: scraping({ origin: "somebody" }),
    domainTools: scraping({ domainTools: true }),
    toolDetail: scraping({ toolDetail: "full" })
  },
  CrawlOptions: Object.fromEntries(
    Object.entries({
      prompt: "at most 2 pages",
      excludePaths: ["/p/2"],
      includePaths: ["/site/"],
      maxDiscoveryDepth: 1,
      sitemap: "skip",
      ignoreQueryParameters: true,
      deduplicateSimilarURLs: false,
      limit: 2,
      crawlEntireDomain: true,
      allowExternalLinks: true,
      allowSubdomains: true,
      ignoreRobotsTxt: true,
      robotsUserAgent: "Spider",
      delay: 0.01,
      maxConcurrency: 1,
      webhook: "http://127.0.0.1:9/hook",
      scrapeOptions: { formats: ["markdown"] },
      regexOnFullURL: true,
      zeroDataRetention: true,
      integration: "somebody",
      origin: "somebody"
    }).map(([name, value]): [string, Probe] => [
      name,
      ({ at, client }) => client.crawl(at("/site/3/"), { limit: 2, ...poll, [name]: value })
    ])
  ),
  BatchScrapeOptions: Object.fromEntries(
    Object.entries({
      options: { formats: ["links"] },
      webhook: "http://127.0.0.1:9/hook",
      ignoreInvalidURLs: true,
      maxConcurrency: 1,
      zeroDataRetention: true,
      idempotencyKey: "9d2f1b1e-4a52-4b7e-9a20-3a1d5f0c7e12",
      integration: "somebody",
      origin: "somebody"
    })
      .map(([name, value]): [string, Probe] => [
        name,
        ({ at, client }) => client.batchScrape([page(at)], { ...poll, [name]: value })
      ])
      .concat([
        [
          "appendToId",
          async ({ at, client }) => {
            const { id } = await client.startBatchScrape([at("/slow-headers?ms=500")])
            return client.startBatchScrape([page(at)], { appendToId: id })
          }
        ]
      ])
  ),
  MapOptions: Object.fromEntries(
    Object.entries({
      search: "page",
      sitemap: "skip",
      includeSubdomains: false,
      ignoreQueryParameters: true,
      limit: 2,
      timeout: 30_000,
      integration: "somebody",
      origin: "somebody",
      location: { country: "DE" },
      threatProtection: { mode: "normal" },
      auditMetadata: { username: "somebody" }
    }).map(([name, value]): [string, Probe] => [
      name,
      ({ at, call }) => raw(call("POST", "/v2/map", { url: at("/site/3/"), [name]: value }))
    ])
  ),
  SearchRequest: Object.fromEntries(
    Object.entries({
      query: undefined,
      domainTools: true,
      toolDetail: "full",
      sources: ["web", "news"],
      categories: ["github"],
      includeDomains: ["127.0.0.1"],
      excludeDomains: ["example.com"],
      limit: 1,
      tbs: "qdr:d",
      location: "Berlin",
      country: "de",
      ignoreInvalidURLs: true,
      timeout: 30_000,
      highlights: true,
      scrapeOptions: { formats: ["markdown"] },
      enterprise: ["zdr"],
      threatProtection: { mode: "normal" },
      integration: "somebody",
      origin: "somebody"
    }).map(([name, value]): [string, Probe] => [
      name,
      ({ at, call }) =>
        raw(
          call("POST", "/v2/search", {
            query: `spiders ${page(at)}`,
            ...(name === "highlights" ? { scrapeOptions: { formats: ["markdown"] } } : {}),
            ...(value === undefined ? {} : { [name]: value })
          })
        )
    ])
  )
}

/** The body of an answer, for what the client drops: warnings. */
const raw = async (sent: Promise<Answer>): Promise<unknown> => {
  const { body, status } = await sent
  if (status !== 200) throw Object.assign(new Error(body.error), { status })
  return body
}

/** What the probe came to. */
const judge = async (name: string, probe: Probe, context: Context): Promise<Row> => {
  try {
    const { error, success, warning } = ((await probe(context)) ?? {}) as Record<string, unknown>
    if (success === false) return { name, verdict: "refused", note: String(error) }
    if (typeof warning === "string" && warning.toLowerCase().includes(name.toLowerCase())) {
      return { name, verdict: "refused", note: `accepted, and the answer warns: ${warning}` }
    }
    const difference = differences[name]
    return difference === undefined
      ? { name, verdict: "works", note: "" }
      : { name, verdict: "works differently", note: difference }
  } catch (error) {
    // The client's helpers for research give the status alone.
    const message = name.startsWith("research.")
      ? (await context.call("GET", "/v2/search/research/papers")).body.error
      : (error as Error).message
    return { name, verdict: "refused", note: message.replaceAll(/\s+/g, " ") }
  }
}

/** Names in the type declarations of the client: the options of one of its interfaces. */
export const declaredOptions = async (name: string): Promise<ReadonlyArray<string>> => {
  const entry = fileURLToPath(import.meta.resolve("@mendable/firecrawl-js"))
  const types = await readFile(entry.replace(/index\.c?js$/, "index.d.ts"), "utf8")
  const body = new RegExp(`interface ${name}(?: extends [^{]+)? \\{\\n([\\s\\S]*?)\\n\\}`).exec(types)?.[1] ?? ""
  return [...body.matchAll(/^ {4}(\w+)\??:/gm)].map(([, option]) => option!)
}

export interface Matrix {
  readonly tables: ReadonlyArray<{ readonly title: string; readonly rows: ReadonlyArray<Row> }>
  /** What the client sent. */
  readonly sent: ReadonlyArray<Sent>
}

/** Runs every probe. */
export const runMatrix = async (): Promise<Matrix> => {
  const site = await start({ tls: true })
  const server = await startServer({ withModel: true })
  server.model.turns = [{ says: '{"title":"A spider in the library"}' }]
  // An agent reads the page that it is given, and then answers.
  server.model.byRequest = (body) => {
    const asked = JSON.stringify(body)
    if (!asked.includes("Find spiders")) return undefined
    const step = { query: "", urls: [site.url("/article").href], answer: "In the library", reason: "asked" }
    return { says: JSON.stringify({ ...step, tool: asked.includes("A spider in the library") ? "answer" : "read" }) }
  }
  const client = new Firecrawl({ apiKey: "fc-rich", apiUrl: server.base, maxRetries: 1, backoffFactor: 0 })
  const at = (path: string) => site.url(path).href
  const context: Context = {
    client,
    at,
    site,
    call: server.call,
    scrapeId: async () => (await client.scrape(at("/page"), { maxAge: 0 })).metadata?.scrapeId ?? "",
    crawlId: async () => (await client.startCrawl(at("/site/9/"), { delay: 1, limit: 5 })).id,
    batchId: async () => (await client.startBatchScrape([at("/page")])).id,
    browserId: async () => (await client.browser({ ttl: 60 })).id ?? ""
  }
  try {
    const tables = []
    for (const [title, probes] of Object.entries({ Methods: methods, ...options })) {
      const rows = await Promise.all(Object.entries(probes).map(([name, probe]) => judge(name, probe, context)))
      tables.push({ title, rows })
    }
    return { tables, sent: server.sent }
  } finally {
    await server.close()
    await site.close()
  }
}

export const documentPath = fileURLToPath(new URL("../../../../docs/reference/compatibility.md", import.meta.url))

const begin = "<!-- Written by `npm run compatibility -w packages/orbweaver` from runs of the client. -->"
const end = "<!-- End of what is written. -->"

/** The page with these tables in place of those that it had. */
export const withTables = (
  text: string,
  tables: ReadonlyArray<{ readonly title: string; readonly rows: ReadonlyArray<Row> }>
): string => {
  const cell = (note: string) => note.replaceAll("|", "\\|")
  const written = tables.map(({ rows, title }) => {
    const lines = rows.map(({ name, note, verdict }) => `| \`${name}\` | ${verdict} | ${cell(note)} |`)
    return `## ${title === "Methods" ? title : `\`${title}\``}\n\n| name | | how, or why |\n| --- | --- | --- |\n${lines.join("\n")}`
  })
  const before = text.includes(begin) ? text.slice(0, text.indexOf(begin)) : `${text.trimEnd()}\n\n`
  return `${before}${begin}\n\n${written.join("\n\n")}\n\n${end}\n`
}

/** The rows of the page, by table and name. */
export const tablesOf = (text: string): Readonly<Record<string, Row>> => {
  const rows: Record<string, Row> = {}
  let title = ""
  for (const line of text.slice(text.indexOf(begin)).split("\n")) {
    title = /^## `?(\w+)`?$/.exec(line)?.[1] ?? title
    const [, name, verdict, note] = /^\| `([\w.]+)` +\| (works differently|works|refused) +\| (.*)\|$/.exec(line) ?? []
    if (name === undefined) continue
    rows[`${title} ${name}`] = {
      name,
      verdict: verdict as Row["verdict"],
      note: (note ?? "").trim().replaceAll("\\|", "|")
    }
  }
  return rows
}
