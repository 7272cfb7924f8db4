// Monitors: by the library, by the unmodified official client over HTTP, through restarts, and once over several processes.
import { Firecrawl } from "@mendable/firecrawl-js"
import {
  createOrbweaver,
  MonitorBusy,
  type MonitorChanges,
  type MonitorCheck,
  type MonitorCheckDetail,
  type MonitorInput,
  MonitorNotFound,
  type Orbweaver,
  type ScrapeInput,
  WaitTimedOut
} from "orbweaver"
import { z } from "zod"
import { sqlite } from "@orbweaver/storage/sqlite"
import { type Running, start } from "@orbweaver/testing/TestSite"
import { html, type Routes, send } from "@orbweaver/testing/internal/site/Route"
import { mkdtemp, rm } from "node:fs/promises"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { DatabaseSync } from "node:sqlite"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from "vitest"

/** Texts of the pages, which tests change. */
const texts: Record<string, string> = {}
interface MonitorEvent {
  readonly type: string
  readonly data: ReadonlyArray<Record<string, unknown>>
  readonly success: boolean
}
const received: Array<MonitorEvent> = []
/** Of monitors that name their events. */
const receivedByName: Array<MonitorEvent> = []

/** Requests for the guarded page, and to the webhook. */
const seen: Array<Pick<IncomingMessage, "url" | "headers">> = []

const page = (path: string): Routes => ({
  [path]: ({ response }) =>
    texts[path] === undefined
      ? send(response, html("Gone", "<p>Nothing here</p>"), "text/html", {}, 404)
      : send(response, html(path, `<h1>Page ${path}</h1>${texts[path]}`))
})

let site: Running
let hook: string
const server = createServer((request, response) => {
  seen.push(request)
  const chunks: Array<Buffer> = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.on("end", () => {
    const list = request.url === "/hook" ? received : request.url === "/hook/named" ? receivedByName : undefined
    list?.push(JSON.parse(Buffer.concat(chunks).toString()))
    response.end("ok")
  })
})

beforeAll(async () => {
  const paths = [
    "/price",
    "/same",
    "/lost",
    "/shop/",
    "/shop/a",
    "/shop/b",
    "/shop/c",
    "/twice",
    "/kept",
    "/once",
    "/named",
    "/official",
    "/fields"
  ]
  const held: Routes = {
    "/guarded": ({ request, response }) => {
      seen.push(request)
      send(response, html("Guarded", "<p>Let in.</p>"))
    },
    "/held": ({ response }) => void released.then(() => send(response, html("Held", "<p>Here at last.</p>")))
  }
  site = await start({ routes: Object.assign(held, ...paths.map(page)) })
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  hook = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
})
afterAll(async () => {
  server.close()
  await site.close()
})

const at = (path: string) => site.url(path).href
const hourly = { cron: "0 * * * *" }

/** Pages that answer once their test lets them. */
let release = (): void => {}
const released = new Promise<void>((open) => (release = open))

/** A check of the monitor, once it has ended. */
const finished = async (orb: Orbweaver, id: string, checkId: string) => {
  for (;;) {
    const check = await orb.getMonitorCheck(id, checkId)
    if (check.finishedAt !== null) return check
    await new Promise((later) => setTimeout(later, 50))
  }
}

/** The checks of a monitor, once none of them runs. */
const ended = async (orb: Orbweaver, id: string) => {
  for (;;) {
    const checks = await orb.listMonitorChecks(id)
    if (checks.length > 0 && checks.every(({ finishedAt }) => finishedAt !== null)) return checks
    await new Promise((later) => setTimeout(later, 50))
  }
}

/** Runs a check to its end, its events included. */
const checked = (orb: Orbweaver, id: string) => orb.runMonitor(id, { wait: true })

const statuses = (pages: ReadonlyArray<{ readonly url: string; readonly status: string }>) =>
  Object.fromEntries(pages.map(({ status, url }) => [new URL(url).pathname, status]))

describe("a monitor", () => {
  it("takes what other methods take: zod schemas, durations, any kind of headers", async () => {
    await using orb = createOrbweaver({ egress: { allowLocal: true } })
    const schema = z.object({ price: z.string() })
    const scrapeOptions: ScrapeInput = {
      formats: ["markdown", { type: "changeTracking", modes: ["json"], schema }],
      headers: new Headers({ authorization: "Bearer 1" }),
      timeout: "20 seconds"
    }
    const input: MonitorInput = {
      name: "Schemas",
      schedule: hourly,
      targets: [
        { type: "scrape", urls: [at("/price")], scrapeOptions },
        { type: "crawl", url: at("/shop/"), crawlOptions: { limit: 2, scrapeOptions }, scrapeOptions }
      ],
      webhook: { url: hook, headers: new Map([["authorization", "Bearer 2"]]) }
    }
    const { id, targets, webhook } = await orb.createMonitor(input)
    const expected = {
      formats: ["markdown", { type: "changeTracking", schema: { properties: { price: { type: "string" } } } }],
      headers: { authorization: "***" },
      timeout: 20_000
    }
    expect(targets).toMatchObject([{ scrapeOptions: expected }, { scrapeOptions: expected }])
    expect(webhook).toMatchObject({ headers: { authorization: "***" } })
    expect((await orb.updateMonitor(id, { targets: [input.targets[0]!] })).targets).toMatchObject([
      { scrapeOptions: expected }
    ])
    const wrong = { ...input, targets: [{ type: "scrape", urls: [at("/price")], scrapeOptions: { timeout: "soon" } }] }
    await expect(orb.createMonitor(wrong as never)).rejects.toMatchObject({
      _tag: "InvalidInput",
      issues: [{ path: ["targets", 0, "scrapeOptions", "timeout"] }]
    })
  })

  it("estimates what it costs by what its checks have cost", async () => {
    await using orb = createOrbweaver({ egress: { allowLocal: true } })
    texts["/fields"] = "<p>It costs 10 euros.</p>"
    const schema = { type: "object", properties: { price: { type: "string" } } }
    const formats: ScrapeInput["formats"] = ["markdown", { type: "changeTracking", modes: ["json"], schema }]
    const { estimatedCreditsPerMonth, id } = await orb.createMonitor({
      name: "Fields",
      schedule: { cron: "0 8 * * *" },
      targets: [{ type: "scrape", urls: [at("/fields")], scrapeOptions: { formats } }]
    })
    expect(estimatedCreditsPerMonth).toBe(30)
    expect((await orb.runMonitor(id, { wait: true })).actualCredits).toBe(5)
    expect((await orb.getMonitor(id)).estimatedCreditsPerMonth).toBe(150)
  })

  it("says what is new, the same, changed and gone, with the difference, and tells a webhook", async () => {
    await using orb = createOrbweaver({ egress: { allowLocal: true } })
    Object.assign(texts, {
      "/price": "<p>It costs 10 euros today.</p>",
      "/same": "<p>Always so.</p>",
      "/lost": "<p>Here.</p>"
    })
    const monitor = await orb.createMonitor({
      name: "Prices",
      schedule: { text: "every monday at 8 am", timezone: "Europe/Berlin" },
      targets: [{ type: "scrape", urls: ["/price", "/same", "/lost"].map((path) => site.url(path)) }],
      webhook: { url: hook, metadata: { team: "a" } }
    })
    expect(monitor).toMatchObject({
      status: "active",
      schedule: { cron: "0 8 * * 1", timezone: "Europe/Berlin" },
      retentionDays: 30,
      lastCheckSummary: null
    })
    expect(new Date(monitor.nextRunAt!).getTime()).toBeGreaterThan(Date.now())
    const first = await checked(orb, monitor.id)
    expect(first).toMatchObject({
      status: "completed",
      trigger: "manual",
      actualCredits: 3,
      summary: { totalPages: 3, new: 3 }
    })

    texts["/price"] = "<p>It costs 12 euros today.</p>"
    delete texts["/lost"]
    received.length = 0
    const second = await checked(orb, monitor.id)
    expect(statuses(second.pages)).toEqual({ "/price": "changed", "/same": "same", "/lost": "removed" })
    const changed = second.pages.find(({ status }) => status === "changed")!
    expect((changed.diff as { text: string }).text).toMatch(/-.*10 euros[\s\S]*\+.*12 euros/)
    expect(second.summary).toEqual({ totalPages: 3, same: 1, changed: 1, new: 0, removed: 1, error: 0 })
    expect(second.notificationStatus).toEqual({ delivered: 3, failed: 0 })
    expect(received.map(({ type }) => type).toSorted()).toEqual([
      "monitor.check.completed",
      "monitor.page",
      "monitor.page"
    ])
    expect(received.find(({ type }) => type === "monitor.check.completed")).toMatchObject({
      id: second.id,
      success: true,
      metadata: { team: "a" },
      data: [{ checkId: second.id, monitorId: monitor.id, status: "completed", summary: second.summary }]
    })
    expect((await orb.listMonitorChecks(monitor.id)).map(({ id }) => id)).toEqual([second.id, first.id])
    expect((await orb.getMonitor(monitor.id)).lastCheckSummary).toEqual(second.summary)
    const some = await orb.getMonitorCheck(monitor.id, second.id, { limit: 1, skip: 1 })
    expect(some.pages).toHaveLength(1)
    expect(some.nextSkip).toBe(2)
    const only = await orb.getMonitorCheck(monitor.id, second.id, { status: "changed" })
    expect(statuses(only.pages)).toEqual({ "/price": "changed" })
  })

  it("is run and waited for in one call, which gives the pages of the check", async () => {
    await using orb = createOrbweaver({ egress: { allowLocal: true } })
    texts["/once"] = "<p>It costs 10 euros.</p>"
    const targets = [{ type: "scrape" as const, urls: [at("/once")] }]
    const { id } = await orb.createMonitor({ name: "Once", schedule: hourly, targets })
    const first = await orb.runMonitor(id, { wait: true })
    expectTypeOf(first).toEqualTypeOf<MonitorCheckDetail>()
    expect(first).toMatchObject({ status: "completed", summary: { new: 1 }, finishedAt: expect.any(String) })
    expect(statuses(first.pages)).toEqual({ "/once": "new" })
    texts["/once"] = "<p>It costs 12 euros.</p>"
    const second = await orb.runMonitor(id, { wait: true, pollInterval: "20 millis", waitTimeout: 30 })
    expect(statuses(second.pages)).toEqual({ "/once": "changed" })
    expect(await orb.getMonitorCheck(id, second.id)).toEqual(second)
    const queued = await orb.runMonitor(id)
    expectTypeOf(queued).toEqualTypeOf<MonitorCheck>()
    expect(queued).toMatchObject({ status: "queued" })
    expect(queued).not.toHaveProperty("pages")
  })

  it("sends its webhook the events that are asked for, by their short names too", async () => {
    await using orb = createOrbweaver({ egress: { allowLocal: true } })
    texts["/named"] = "<p>Events.</p>"
    const sent = async (events: ReadonlyArray<string>) => {
      receivedByName.length = 0
      const targets = [{ type: "scrape" as const, urls: [at("/named")] }]
      const toHook = { url: `${hook}/named`, events }
      const { id, webhook } = await orb.createMonitor({ name: "Events", schedule: hourly, targets, webhook: toHook })
      await orb.runMonitor(id, { wait: true })
      return { named: webhook?.events, types: receivedByName.map(({ type }) => type) }
    }
    const page = ["monitor.page"]
    const completed = ["monitor.check.completed"]
    expect(await sent(["page"])).toEqual({ named: page, types: page })
    expect(await sent(["completed"])).toEqual({ named: completed, types: completed })
    expect(await sent(["check.completed", "monitor.check.completed"])).toEqual({ named: completed, types: completed })
  })

  it("is waited for no longer than asked; the check stays", async () => {
    // Nobody works on it.
    await using orb = createOrbweaver({ egress: { allowLocal: true }, worker: false })
    const targets = [{ type: "scrape" as const, urls: [at("/same")] }]
    const { id } = await orb.createMonitor({ name: "Late", schedule: hourly, targets })
    const late = await orb.runMonitor(id, { wait: true, waitTimeout: "50 millis" }).catch((error: unknown) => error)
    const [check] = await orb.listMonitorChecks(id)
    expect(late).toBeInstanceOf(WaitTimedOut)
    expect(late).toMatchObject({ id: check?.id, ms: 50, message: expect.stringContaining("did not end within 50ms") })
    expect(check).toMatchObject({ status: "queued" })
    await expect(orb.runMonitor(id, { wait: true })).rejects.toBeInstanceOf(MonitorBusy)
    const other = await orb.createMonitor({ name: "Aborted", schedule: hourly, targets })
    await expect(orb.runMonitor(other.id, { wait: true, signal: AbortSignal.timeout(50) })).rejects.toMatchObject({
      name: "TimeoutError"
    })
  })

  it("of a site says which pages came and went", async () => {
    await using orb = createOrbweaver({ egress: { allowLocal: true } })
    const links = (...names: ReadonlyArray<string>) =>
      `<p>We have ${names.length} articles for your home: ${names.map((name) => `<a href="/shop/${name}">the ${name}</a>`).join(" and ")}.</p>`
    Object.assign(texts, {
      "/shop/": links("a", "b"),
      "/shop/a": "<p>An oak table.</p>",
      "/shop/b": "<p>A chair.</p>",
      "/shop/c": "<p>A lamp.</p>"
    })
    const { id } = await orb.createMonitor({
      name: "Shop",
      schedule: hourly,
      targets: [{ id: "shop", type: "crawl", url: at("/shop/"), crawlOptions: { sitemap: "skip" } }]
    })
    expect((await checked(orb, id)).summary).toMatchObject({ totalPages: 3, new: 3 })
    texts["/shop/"] = links("a", "c").replace("for your home", "for your garden and your boat")
    expect(statuses((await checked(orb, id)).pages)).toEqual({
      "/shop/": "changed",
      "/shop/a": "same",
      "/shop/c": "new",
      "/shop/b": "removed"
    })
  })

  it("does not wait for the pages of another", async () => {
    await using orb = createOrbweaver({ egress: { allowLocal: true } })
    const of = (path: string) =>
      orb.createMonitor({ name: path, schedule: hourly, targets: [{ type: "scrape", urls: [at(path)] }] })
    const [slow, quick] = [await of("/held"), await of("/same")]
    const waiting = await orb.runMonitor(slow.id)
    while ((await orb.getMonitorCheck(slow.id, waiting.id)).status !== "running") {
      await new Promise((later) => setTimeout(later, 20))
    }
    await checked(orb, quick.id)
    expect((await orb.getMonitorCheck(slow.id, waiting.id)).finishedAt).toBeNull()
    release()
    expect(await finished(orb, slow.id, waiting.id)).toMatchObject({ status: "completed", summary: { new: 1 } })
  })

  it("is paused, changed and removed; one check runs at a time", async () => {
    await using orb = createOrbweaver({ egress: { allowLocal: true } })
    const { id } = await orb.createMonitor({
      name: "Slow",
      schedule: hourly,
      targets: [{ type: "scrape", urls: [at("/hang")] }]
    })
    const paused = await orb.updateMonitor(id, { status: "paused", name: "Slower" })
    expect(paused).toMatchObject({ name: "Slower", status: "paused", nextRunAt: null })
    const asked = await Promise.allSettled([1, 2, 3].map(() => orb.runMonitor(id)))
    expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
    expect(await orb.listMonitorChecks(id)).toHaveLength(1)
    await expect(orb.runMonitor(id)).rejects.toBeInstanceOf(MonitorBusy)
    const [check] = await orb.listMonitorChecks(id)
    expect(await orb.listMonitorChecks(id, { after: check })).toEqual([])
    expect(await orb.listMonitors({ after: { id, createdAt: new Date(0).toISOString() } })).toHaveLength(1)
    expect((await orb.updateMonitor(id, { status: "active", schedule: { text: "hourly" } })).nextRunAt).not.toBeNull()
    await orb.deleteMonitor(id)
    await expect(orb.getMonitor(id)).rejects.toBeInstanceOf(MonitorNotFound)
    await expect(orb.deleteMonitor(id)).rejects.toBeInstanceOf(MonitorNotFound)
    expect(await orb.listMonitors()).toEqual([])
  })

  it("shows no secret, and keeps those of a monitor that is read, changed and written back", async () => {
    await using orb = createOrbweaver({ egress: { allowLocal: true } })
    seen.length = 0
    const address = hook.replace("/hook", "/guarded-hook").replace("//", "//me:word@")
    const { id, targets, webhook } = await orb.createMonitor({
      name: "Guarded",
      schedule: hourly,
      targets: [
        {
          type: "scrape",
          urls: [at("/guarded")],
          scrapeOptions: { headers: new Headers({ "x-key": "word of the page" }) }
        }
      ],
      webhook: { url: address, headers: new Map([["x-hook", "word of the hook"]]) }
    })
    expect(targets).toMatchObject([{ scrapeOptions: { headers: { "x-key": "***" } } }])
    expect(webhook).toEqual({ url: address.replace("me:word", "***"), headers: { "x-hook": "***" } })
    // As a client in JavaScript writes it back.
    const moved: MonitorChanges = JSON.parse(JSON.stringify({ targets, webhook }).replace("/guarded", "/guarded?b"))
    await orb.updateMonitor(id, moved)
    await checked(orb, id)
    expect(seen.find(({ url }) => url === "/guarded?b")?.headers).toMatchObject({ "x-key": "word of the page" })
    expect(seen.find(({ url }) => url === "/guarded-hook")?.headers).toMatchObject({
      authorization: `Basic ${btoa("me:word")}`,
      "x-hook": "word of the hook"
    })
  })

  it.each([
    [
      "a header that is not shown and was never given",
      { targets: [{ type: "scrape", urls: ["https://example.com"], scrapeOptions: { headers: { "x-key": "***" } } }] },
      /targets\.0\.scrapeOptions\.headers\.x-key: Expected the value itself/
    ],
    [
      "a schedule that is not understood",
      { schedule: { text: "when it rains" } },
      /schedule\.text: Expected a schedule such as/
    ],
    ["seconds", { schedule: { cron: "* * * * * *" } }, /schedule\.cron: Expected five fields/],
    ["a date that never comes", { schedule: { cron: "0 0 30 2 *" } }, /schedule\.cron/],
    [
      "an unknown zone",
      { schedule: { cron: "0 0 * * *", timezone: "Mars/Olympus" } },
      /schedule\.timezone: There is no time zone/
    ],
    ["both ways of a schedule", { schedule: { cron: "0 0 * * *", text: "daily" } }, /exactly one of cron and text/],
    ["no target", { targets: [] }, /targets/],
    ["an address that is none", { targets: [{ type: "scrape", urls: ["http://"] }] }, /targets\.0\.urls\.0/],
    [
      "e-mail, where there is no mail server",
      { notification: { email: { recipients: ["me@example.com"] } } },
      /notification\.email: E-mail is not sent by this server, which has no mail server \(`mail`\)/
    ],
    [
      "an unknown event",
      { webhook: { url: "https://a.test/", events: ["pages"] } },
      /webhook\.events\.0: Expected one of monitor\.page/
    ]
  ])("is refused with %s, by the name of the field", async (_, wrong, message) => {
    await using orb = createOrbweaver()
    const fine = { name: "m", schedule: hourly, targets: [{ type: "scrape", urls: ["https://example.com/"] }] }
    await expect(orb.createMonitor({ ...fine, ...wrong } as never)).rejects.toThrow(message)
  })
})

describe("over a store", () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "monitors-"))
  })
  afterAll(() => rm(folder, { recursive: true }))

  it("a check that a process began goes on in another", async () => {
    const stores = () => sqlite(join(folder, "moved.sqlite"))
    texts["/kept"] = "<p>Kept.</p>"
    const asking = createOrbweaver({ egress: { allowLocal: true }, stores: stores(), worker: false })
    const { id } = await asking.createMonitor({
      name: "m",
      schedule: hourly,
      targets: [{ type: "scrape", urls: [at("/kept")] }]
    })
    const check = await asking.runMonitor(id)
    await asking.close()
    await using working = createOrbweaver({ egress: { allowLocal: true }, stores: stores() })
    expect(await finished(working, id, check.id)).toMatchObject({ status: "completed", summary: { new: 1 } })
  })

  it("ticks that are left out do not hide the check that runs", async () => {
    const path = join(folder, "busy.sqlite")
    await using orb = createOrbweaver({ egress: { allowLocal: true }, stores: sqlite(path), worker: false })
    const { id } = await orb.createMonitor({
      name: "m",
      schedule: hourly,
      targets: [{ type: "scrape", urls: [at("/kept")] }]
    })
    const running = await orb.runMonitor(id)
    const file = new DatabaseSync(path)
    for (let tick = 1; tick <= 20; tick++) {
      file
        .prepare(
          `INSERT INTO job (id, spec, kind, account, monitor, status, origin, collecting, output, created_at, finished_at,
            last_activity)
            SELECT id || ?, json_set(spec, '$.id', id || ?), kind, account, monitor, 'completed', '', 0,
            json_object('status', 'skipped_overlap'), created_at + ?, created_at, created_at FROM job WHERE id = ?`
        )
        .run(`/${tick}`, `/${tick}`, tick, running.id)
    }
    file.close()
    await expect(orb.runMonitor(id)).rejects.toBeInstanceOf(MonitorBusy)
    expect((await orb.getMonitor(id)).currentCheckId).toBe(running.id)
  })

  it("a monitor that cannot be read keeps no other back", async () => {
    const path = join(folder, "unreadable.sqlite")
    texts["/kept"] = "<p>Kept.</p>"
    const asking = createOrbweaver({ egress: { allowLocal: true }, stores: sqlite(path), worker: false })
    const made = await Promise.all(
      ["of a later version", "fine"].map((name) =>
        asking.createMonitor({ name, schedule: hourly, targets: [{ type: "scrape", urls: [at("/kept")] }] })
      )
    )
    await asking.close()
    const file = new DatabaseSync(path)
    file.prepare("UPDATE monitor SET next_run_at = 1, value = '{}' WHERE id = ?").run(made[0]!.id)
    file.prepare("UPDATE monitor SET next_run_at = 2 WHERE id = ?").run(made[1]!.id)
    file.close()
    await using working = createOrbweaver({ egress: { allowLocal: true }, stores: sqlite(path) })
    // The engines of jobs start with the first call.
    expect(await ended(working, made[1]!.id)).toMatchObject([{ status: "completed", trigger: "scheduled" }])
  })

  it("a tick runs once, however many processes wait for it", async () => {
    texts["/twice"] = "<p>Once.</p>"
    const stores = () => sqlite(join(folder, "tick.sqlite"))
    const orbs = [1, 2, 3].map(() => createOrbweaver({ egress: { allowLocal: true }, stores: stores() }))
    try {
      const { id } = await orbs[0]!.createMonitor({
        name: "m",
        schedule: hourly,
        targets: [{ type: "scrape", urls: [at("/twice")] }]
      })
      // All of them have their runners by then.
      await Promise.all(orbs.map((orb) => orb.listMonitors()))
      const file = new DatabaseSync(join(folder, "tick.sqlite"))
      file.prepare("UPDATE monitor SET next_run_at = ?").run(Date.now() - 1000)
      file.close()
      const checks = await ended(orbs[1]!, id)
      expect(checks).toHaveLength(1)
      expect(checks[0]).toMatchObject({ status: "completed", trigger: "scheduled", summary: { totalPages: 1 } })
    } finally {
      await Promise.all(orbs.map((orb) => orb.close()))
    }
  })
})

it("every method of the unmodified official client", async () => {
  await using orb = createOrbweaver({ egress: { allowLocal: true } })
  const mounted = await orb.http()
  const api = createServer((request, response) => mounted.handler(request, response))
  await new Promise<void>((listening) => api.listen(0, "127.0.0.1", listening))
  try {
    const client = new Firecrawl({
      apiKey: "fc-any",
      apiUrl: `http://127.0.0.1:${(api.address() as AddressInfo).port}`
    })
    texts["/official"] = "<p>It costs 10 euros.</p>"
    const made = await client.createMonitor({
      name: "Prices",
      schedule: { text: "every 30 minutes" },
      targets: [{ type: "scrape", urls: [at("/official")], scrapeOptions: { formats: ["markdown"] } }]
    })
    expect(made.schedule.cron).toBe("*/30 * * * *")
    expect(made.estimatedCreditsPerMonth).toBe(1440)
    expect((await client.listMonitors({ limit: 5 })).map(({ id }) => id)).toEqual([made.id])
    expect((await client.updateMonitor(made.id, { name: "Costs" })).name).toBe("Costs")
    const run = await client.runMonitor(made.id)
    expect(run.trigger).toBe("manual")
    for (;;) {
      const [check] = await client.listMonitorChecks(made.id)
      if (check?.finishedAt) break
      await new Promise((later) => setTimeout(later, 50))
    }
    const detail = await client.getMonitorCheck(made.id, run.id)
    expect(detail.pages.map(({ status, url }) => [url, status])).toEqual([[at("/official"), "new"]])
    expect((await client.getMonitor(made.id)).lastCheckSummary?.new).toBe(1)
    expect(await client.deleteMonitor(made.id)).toBe(true)
    await expect(client.getMonitor(made.id)).rejects.toMatchObject({ status: 404 })
    await expect(
      client.createMonitor({
        name: "m",
        schedule: { cron: "nonsense" },
        targets: [{ type: "scrape", urls: [at("/official")] }]
      })
    ).rejects.toMatchObject({ status: 400 })
  } finally {
    api.close()
  }
})
