// `orbweaver monitor`: monitors of a store from the command line. Nothing is looked at but with --wait: no worker runs.
import { html, send } from "@orbweaver/testing/internal/site/Route"
import { start } from "@orbweaver/testing/TestSite"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { runToEnd } from "../support/commandLine.ts"

let directory: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "orbweaver-monitor-"))
})
afterAll(() => rm(directory, { recursive: true }))

/** The command on a store of its own. */
const monitorIn =
  (store: string) =>
  (...args: ReadonlyArray<string>) =>
    runToEnd(["monitor", ...args, "--data", join(directory, store)])
const page = "https://example.com/pricing"

it("adds, lists, pauses, resumes, runs and removes a monitor", async () => {
  const monitor = monitorIn("life")
  const added = await monitor("add", page, "--when", "every monday at 8 am", "--time-zone", "Europe/Berlin")
  expect(added.stderr).toContain("orbweaver worker")
  const [id = ""] = added.stdout.split(" ")
  const line = (status: string, next: string) =>
    new RegExp(`^${id}  ${status}  0 8 \\* \\* 1 Europe/Berlin  next ${next}`)
  expect((await monitor("list")).stdout).toMatch(line("active", String.raw`\d{4}-\d\d-\d\dT`))
  expect((await monitor("pause", id)).stdout).toMatch(line("paused", "never"))
  expect((await monitor("resume", id)).stdout).toMatch(line("active", String.raw`\d{4}-\d\d-\d\dT`))
  const check = (await monitor("run", id)).stdout.trim()
  expect((await monitor("history", id)).stdout).toMatch(new RegExp(`^${check}  queued`))
  const jobs = await runToEnd(["jobs", "--data", join(directory, "life")])
  expect(jobs.stdout).toBe(`${check}  monitorCheck  scraping  0 done  0 to do  of monitor ${id}\n`)
  expect(JSON.parse((await monitor("history", id, check, "--json")).stdout)).toMatchObject({ id: check, pages: [] })
  const busy = await monitor("run", id)
  expect({ code: busy.code, named: busy.stderr.includes(id) }).toEqual({ code: 1, named: true })
  expect(await monitor("remove", id)).toMatchObject({ code: 0, stderr: expect.stringContaining("removed") })
  expect((await monitor("list")).stdout).toBe("")
  expect(await monitor("pause", id)).toMatchObject({ code: 1, stderr: expect.stringContaining(id) })
})

it("works on a check and prints what it found, with --wait", async () => {
  let price = 10
  const site = await start({
    routes: {
      "/price": ({ response }) => send(response, html("Price", `<h1>Price</h1><p>It costs ${price} euros.</p>`))
    }
  })
  const monitor = monitorIn("waited")
  const url = site.url("/price").href
  const [id = ""] = (await monitor("add", url, "--when", "hourly")).stdout.split(" ")
  const wait = (...args: ReadonlyArray<string>) =>
    monitor("run", id, "--wait", "--allow-local", "--no-browser", ...args)
  expect(await wait()).toMatchObject({ code: 0, stdout: `new  ${url}\n`, stderr: expect.stringContaining("completed") })
  price = 12
  const changed = await wait()
  expect(changed.stdout).toContain(`changed  ${url}\n`)
  expect(changed.stdout).toContain("+It costs 12 euros.")
  expect(JSON.parse((await wait("--json")).stdout)).toMatchObject({
    status: "completed",
    pages: [{ status: "same", url }]
  })
  await site.close()
})

it("compares the fields of a schema, with --schema", async () => {
  let price = 10
  const product = () =>
    `<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Kettle","offers":{"@type":"Offer","price":"${price}","priceCurrency":"EUR"}}</script>`
  const site = await start({
    routes: {
      "/kettle": ({ response }) =>
        send(response, html("Kettle", `${product()}<h1>Kettle</h1><p>It costs ${price} euros.</p>`))
    }
  })
  const monitor = monitorIn("fields")
  const url = site.url("/kettle").href
  const file = join(directory, "price.json")
  await writeFile(file, JSON.stringify({ type: "object", properties: { price: { type: "number" } } }))
  const [id = ""] = (await monitor("add", url, "--when", "hourly", "--schema", file)).stdout.split(" ")
  const wait = () => monitor("run", id, "--wait", "--allow-local", "--no-browser")
  expect((await wait()).stdout).toBe(`new  ${url}\n`)
  price = 12
  expect((await wait()).stdout).toBe(`changed  ${url}\nprice: 10 -> 12\n`)
  await site.close()

  const schema = '{"type":"object","properties":{"price":{"type":"number"}}}'
  const added = await monitor("add", url, "--when", "hourly", "-f", "json,markdown", "--schema", schema, "--json")
  expect(JSON.parse(added.stdout)).toMatchObject({
    targets: [
      { scrapeOptions: { formats: [{ type: "json" }, "markdown", { type: "changeTracking", modes: ["json"] }] } }
    ]
  })
  for (const flags of [
    ["-f", "json"],
    ["--search", "--schema", file]
  ]) {
    const refused = await monitor("add", url, "--when", "hourly", ...flags)
    expect(refused).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("--schema") })
  }
})

it("makes a target of each site with --crawl, and one of all words with --search", async () => {
  const monitor = monitorIn("targets")
  const targets = async (...args: ReadonlyArray<string>) => {
    const { stdout } = await monitor("add", ...args, "--when", "hourly", "--json")
    return (JSON.parse(stdout) as { readonly targets: ReadonlyArray<unknown> }).targets
  }
  expect(await targets("https://a.example", "https://b.example", "--crawl", "--limit", "7")).toMatchObject([
    { type: "crawl", url: "https://a.example", crawlOptions: { limit: 7 } },
    { type: "crawl", url: "https://b.example", crawlOptions: { limit: 7 } }
  ])
  expect(await targets("new kettles", "old kettles", "--search")).toMatchObject([
    { type: "search", queries: ["new kettles", "old kettles"] }
  ])
})

it("names what is wrong: the schedule, the time zone, the missing store", async () => {
  const wrong = async (...args: ReadonlyArray<string>) => (await runToEnd(["monitor", "add", page, ...args])).stderr
  expect(await wrong("--when", "when it rains", "--data", directory)).toContain("every monday at 8 am")
  expect(await wrong("--when", "hourly", "--time-zone", "Mars", "--data", directory)).toContain('no time zone "Mars"')
  expect(await wrong("--when", "hourly")).toContain("--data")
})

it("is reached by its old name, schedule, too", async () => {
  const monitor = monitorIn("name")
  const { stdout } = await monitor("add", page, "--when", "hourly")
  expect((await runToEnd(["schedule", "list", "--data", join(directory, "name")])).stdout).toBe(stdout)
})
