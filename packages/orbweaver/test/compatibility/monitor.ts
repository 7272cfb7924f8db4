/** Options of monitors. */
import { effect, type Probe, type Probes, type Table } from "./Probe.ts"
import { until, type World } from "./world.ts"

const yearly = { cron: "0 0 1 1 *", timezone: "UTC" }
const request = ({ at }: World) => ({
  name: "Page",
  schedule: yearly,
  targets: [{ type: "scrape" as const, urls: [at("/page")] }]
})

const created = (world: World, options: object): Promise<any> =>
  world.client.createMonitor({ ...request(world), ...options })

/** The check of a new monitor at its end. */
const checked = async (world: World, options: object): Promise<any> =>
  checkedAgain(world, (await created(world, options)).id)

const checkedAgain = async ({ client }: World, id: string): Promise<any> => {
  const { id: check } = await client.runMonitor(id)
  return until(
    () => client.getMonitorCheck(id, check),
    ({ status }) => status !== "queued" && status !== "running"
  )
}

/** The second check of a page that is another at each visit, after the monitor was changed. */
const checkedChange = async (world: World, options: object, changes?: object): Promise<any> => {
  const targets = [{ type: "scrape" as const, urls: [world.at(`/counter?${world.unique("monitored")}`)] }]
  const { id } = await created(world, { ...options, targets })
  await checkedAgain(world, id)
  if (changes !== undefined) await world.client.updateMonitor(id, changes)
  return checkedAgain(world, id)
}

const wasAsked = ({ server }: World, words: string): boolean => JSON.stringify(server.model.asked).includes(words)

/** A monitor with the option shows it again. */
const kept =
  (name: string, value: unknown): Probe =>
  async (world) => {
    const { id } = await created(world, { [name]: value })
    const monitor: any = await world.client.getMonitor(id)
    return effect(JSON.stringify(monitor[name]) === JSON.stringify(value), monitor)
  }

const updated =
  (name: string, value: unknown, has?: (monitor: any) => boolean): Probe =>
  async (world) => {
    const { id } = await created(world, {})
    const monitor: any = await world.client.updateMonitor(id, { [name]: value } as never)
    return effect(has?.(monitor) ?? JSON.stringify(monitor[name]) === JSON.stringify(value), monitor)
  }

const hook = async (world: World, options: object, type = "monitor.check.completed") => {
  const name = world.unique("monitor")
  await checked(world, { webhook: { url: world.at(`/hook/${name}`), ...options } })
  return world.delivered(name, ({ body }) => body.type === type)
}

const hoursTo = (next: Date): number => (next.getTime() - Date.now()) / 3_600_000

const scheduled =
  (schedule: object, has: (next: Date) => boolean): Probe =>
  async (world) => {
    const monitor = await created(world, { schedule })
    return effect(has(new Date(monitor.nextRunAt)), monitor)
  }

const checking =
  (target: (world: World) => object, has: (check: any) => boolean): Probe =>
  async (world) =>
    effect(has(await checked(world, { targets: [target(world)] })))

const ofPage = ({ at }: World) => ({ type: "scrape", urls: [at("/page")] })
const ofCrawl = ({ at }: World) => ({ type: "crawl", url: at("/kit/"), crawlOptions: { limit: 2, sitemap: "skip" } })
const ofSearch = ({ at, unique }: World) => ({ type: "search", queries: [`${unique("silk")} ${at("/page")}`] })

/** A check after the monitor of one page got another target. */
const retargeted =
  (target: (world: World) => object, has: (check: any) => boolean): Probe =>
  async (world) => {
    const { id } = await created(world, {
      targets: [{ type: "scrape", urls: [world.at("/article"), world.at("/text")] }]
    })
    await world.client.updateMonitor(id, { targets: [target(world) as never] })
    return effect(has(await checkedAgain(world, id)))
  }

/** What the search engine was asked for a target. */
const searched = async (world: World, options: object) => {
  const word = world.unique("silk")
  await checked(world, { targets: [{ type: "search", queries: [`${word} ${world.at("/page")}`], ...options }] })
  return world.searched(word)
}

const window = (name: string, tbs: string): readonly [string, Probe] => [
  `searchWindow: "${name}"`,
  async (world) => effect((await searched(world, { searchWindow: name }))?.tbs === tbs)
]

const identified =
  (target: (world: World) => object): Probe =>
  async (world) => {
    const { targets } = await created(world, { targets: [{ id: "mine", ...target(world) }] })
    return effect(targets[0].id === "mine")
  }

const table = (title: string, declaration: string, probes: Probes, elsewhere: ReadonlyArray<string> = []): Table => ({
  title,
  declaration: `interface ${declaration}`,
  probes,
  elsewhere
})

/** The mail about the second check of a monitor, to an address of its own. */
const mailedTo = async (world: World, options: (to: string) => object, changes?: (to: string) => object) => {
  const to = `${world.unique("somebody")}@example.com`
  await checkedChange(world, { judgeEnabled: false, ...options(to) }, changes?.(to))
  return world.mailed(to)
}

const email = (to: string, more: object = {}) => ({ notification: { email: { recipients: [to], ...more } } })

export const monitorTables: ReadonlyArray<Table> = [
  table("`createMonitor`", "CreateMonitorRequest", {
    name: kept("name", "Silk"),
    schedule: scheduled(yearly, (next) => next.getUTCMonth() === 0 && next.getUTCDate() === 1),
    webhook: async (world) => effect((await hook(world, {})).length > 0),
    notification: async (world) => effect((await mailedTo(world, email)) !== undefined),
    'targets: "scrape"': checking(ofPage, ({ pages }) => pages[0].status === "new"),
    'targets: "crawl"': checking(ofCrawl, ({ pages }) => pages.length === 2),
    'targets: "search"': checking(ofSearch, ({ targetResults }) => targetResults[0].resultCount === 1),
    retentionDays: kept("retentionDays", 7),
    goal: async (world) => {
      const { pages } = await checkedChange(world, { goal: "Find silk" })
      return effect(pages[0].judgment?.meaningful === true && wasAsked(world, "Find silk"))
    },
    judgeEnabled: async (world) => {
      const judged = await checkedChange(world, { judgeEnabled: true })
      const left = await checkedChange(world, { goal: "Find silk", judgeEnabled: false })
      return effect(judged.pages[0].judgment?.meaningful === true && left.pages[0].judgment === null)
    }
  }),
  table("`updateMonitor`", "UpdateMonitorRequest", {
    name: updated("name", "Renamed"),
    'status: "active"': async (world) => {
      const { id } = await created(world, {})
      await world.client.updateMonitor(id, { status: "paused" })
      const { nextRunAt, status } = await world.client.updateMonitor(id, { status: "active" })
      return effect(status === "active" && typeof nextRunAt === "string")
    },
    'status: "paused"': updated("status", "paused"),
    schedule: updated("schedule", { cron: "30 4 * * *", timezone: "UTC" }, ({ nextRunAt }) =>
      nextRunAt.includes("T04:30")
    ),
    webhook: async (world) => {
      const name = world.unique("monitor")
      const { id } = await created(world, {})
      await world.client.updateMonitor(id, { webhook: { url: world.at(`/hook/${name}`) } })
      await checkedAgain(world, id)
      return effect((await world.delivered(name, () => true)).length > 0)
    },
    notification: async (world) => effect((await mailedTo(world, () => ({}), email)) !== undefined),
    'targets: "scrape"': retargeted(ofPage, ({ pages }) => pages.length === 1),
    'targets: "crawl"': retargeted(ofCrawl, ({ pages }) => pages.length === 2),
    'targets: "search"': retargeted(ofSearch, ({ targetResults }) => targetResults[0].resultCount === 1),
    retentionDays: updated("retentionDays", 7),
    goal: async (world) => {
      const { pages } = await checkedChange(world, {}, { goal: "Find another silk" })
      return effect(pages[0].judgment?.meaningful === true && wasAsked(world, "Find another silk"))
    },
    judgeEnabled: async (world) => {
      const { pages } = await checkedChange(world, { goal: "Find silk" }, { judgeEnabled: false })
      return effect(pages[0].judgment === null)
    }
  }),
  table("Schedule of a monitor", "MonitorSchedule", {
    cron: scheduled({ cron: "30 4 * * *" }, (next) => next.toISOString().includes("T04:30:00")),
    'text: "every 30 minutes"': scheduled({ text: "every 30 minutes" }, (next) => next.getUTCMinutes() % 30 === 0),
    'text: "hourly"': scheduled({ text: "hourly" }, (next) => hoursTo(next) <= 1),
    'text: "daily at 9:00"': scheduled({ text: "daily at 9:00" }, (next) => next.getUTCHours() === 9),
    'text: "weekly"': scheduled({ text: "weekly" }, (next) => hoursTo(next) <= 7 * 24),
    timezone: scheduled({ cron: "30 4 * * *", timezone: "Asia/Tokyo" }, (next) => next.getUTCHours() === 19)
  }),
  table("E-mail of a monitor", "MonitorEmailNotification", {
    enabled: async (world) => {
      const { id } = await created(world, email("somebody@example.com", { enabled: false }))
      const { emailRecipientSubscriptions: off } = await world.client.getMonitor(id)
      const mail = await mailedTo(world, (to) => email(to, { enabled: true }))
      return effect(off === undefined && mail !== undefined)
    },
    recipients: async (world) => effect((await mailedTo(world, email))?.includes("Changed: ") === true),
    includeDiffs: async (world) => {
      const mail = await mailedTo(world, (to) => email(to, { includeDiffs: true }))
      return effect(mail?.includes("+2") === true && (await mailedTo(world, email))?.includes("+2") === false)
    }
  }),
  table("Webhook of a monitor", "MonitorWebhookConfig", {
    url: async (world) => effect((await hook(world, {})).length > 0),
    headers: async (world) => {
      const deliveries = await hook(world, { headers: { "x-wish": "silk" } })
      return effect(deliveries.length > 0 && deliveries.every(({ headers }) => headers["x-wish"] === "silk"))
    },
    metadata: async (world) => {
      const deliveries = await hook(world, { metadata: { wish: "silk" } })
      return effect(deliveries.length > 0 && deliveries.every(({ body }) => body.metadata.wish === "silk"))
    },
    'events: "monitor.page"': async (world) => {
      const deliveries = await hook(world, { events: ["monitor.page"] }, "monitor.page")
      return effect(deliveries.length > 0 && deliveries.every(({ body }) => body.type === "monitor.page"))
    },
    'events: "monitor.check.completed"': async (world) => {
      const deliveries = await hook(world, { events: ["monitor.check.completed"] })
      return effect(deliveries.length > 0 && deliveries.every(({ body }) => body.type === "monitor.check.completed"))
    }
  }),
  table(
    "Scrape target of a monitor",
    "MonitorScrapeTarget",
    {
      id: identified(ofPage),
      urls: checking(ofPage, ({ pages }) => pages.length === 1),
      scrapeOptions: async (world) => {
        const path = `/kit/${world.unique("monitored")}`
        const target = { type: "scrape", urls: [world.at(path)], scrapeOptions: { headers: { "x-wish": "silk" } } }
        await checked(world, { targets: [target] })
        return effect(world.site.requests(path).some(({ headers }) => headers["x-wish"] === "silk"))
      }
    },
    ["type"]
  ),
  table(
    "Crawl target of a monitor",
    "MonitorCrawlTarget",
    {
      id: identified(ofCrawl),
      url: checking(ofCrawl, ({ pages }) => pages.some(({ url }: any) => url.endsWith("/kit/"))),
      crawlOptions: checking(ofCrawl, ({ pages }) => pages.length === 2),
      scrapeOptions: async (world) => {
        const path = `/kit/${world.unique("monitored")}`
        const target = { type: "crawl", url: world.at(path), scrapeOptions: { headers: { "x-wish": "silk" } } }
        await checked(world, { targets: [target] })
        return effect(world.site.requests(path).some(({ headers }) => headers["x-wish"] === "silk"))
      }
    },
    ["type"]
  ),
  table(
    "Search target of a monitor",
    "MonitorSearchTarget",
    {
      id: identified(ofSearch),
      queries: async (world) => effect((await searched(world, {})) !== undefined),
      ...Object.fromEntries([
        window("5m", "qdr:h"),
        window("15m", "qdr:h"),
        window("1h", "qdr:h"),
        window("6h", "qdr:d"),
        window("24h", "qdr:d"),
        window("7d", "qdr:w")
      ]),
      includeDomains: async (world) =>
        effect(
          (await searched(world, { includeDomains: ["example.com"] }))?.text.includes("site:example.com") === true
        ),
      excludeDomains: async (world) =>
        effect(
          (await searched(world, { excludeDomains: ["example.com"] }))?.text.includes("-site:example.com") === true
        ),
      maxResults: async (world) => {
        const queries = [`${world.unique("silk")} ${world.at("/page")} ${world.at("/article")}`]
        const { targetResults } = await checked(world, { targets: [{ type: "search", queries, maxResults: 1 }] })
        return effect(targetResults[0].resultCount === 1)
      }
    },
    ["type"]
  )
]
