// Everything of a host, a page or an account goes: from the stores of an instance, and by the command line.
import { sqlite } from "@orbweaver/storage/sqlite"
import { type Running, start } from "@orbweaver/testing/TestSite"
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createOrbweaver, ErasureBlocked, InvalidInput } from "orbweaver"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { runToEnd } from "../support/commandLine.ts"

let site: Running
let folder: string
beforeAll(async () => {
  site = await start()
  folder = await mkdtemp(join(tmpdir(), "orbweaver-erase-"))
})
afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true })
})

const options = { egress: { allowLocal: true } }

describe("erase", () => {
  it("removes a host from a store, and leaves no trace of it in its files", async () => {
    const data = join(folder, "data")
    const env = { XDG_CACHE_HOME: join(folder, "cache") }
    const url = site.url("/page").href
    const { host, hostname } = site.url("/")
    const scraped = await runToEnd(["batch", url, "--allow-local", "--no-browser", "--data", data], { env })
    expect(scraped.stderr + scraped.stdout).toContain("1 ")
    const text = async () => {
      const files = (await readdir(data, { recursive: true, withFileTypes: true })).filter((file) => file.isFile())
      const texts = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), "latin1")))
      return texts.join("\n")
    }
    expect(await text()).toContain(host)
    const erase = (...args: ReadonlyArray<string>) =>
      runToEnd(["erase", "--host", hostname, "--data", data, ...args], { env })
    const dry = await erase("--dry-run")
    expect(dry.stdout).toBe("would erase 1 page, 1 cached page, 1 indexed page\n")
    expect(await text()).toContain(host)
    expect((await erase()).stdout).toBe("erased 1 page, 1 cached page, 1 indexed page\n")
    expect(await text()).not.toContain(host)
    const again = await erase("--json")
    expect(JSON.parse(again.stdout)).toMatchObject({ dryRun: false, erased: { jobs: 0, pages: 0 } })
  })

  it.each([
    [[], "give one of --host"],
    [["--host", "a.test", "--url", "https://a.test/"], "give one of --host"],
    [["--url", "a.test"], "Expected an address"]
  ])("refuses %j with exit code 2", async (args, text) => {
    const { code, stderr } = await runToEnd(["erase", ...args], { env: { XDG_CACHE_HOME: join(folder, "cache") } })
    expect(code).toBe(2)
    expect(stderr).toContain(text)
  })

  it("is a method of an instance, over memory and over a store", async ({ expect }) => {
    for (const stores of [undefined, sqlite(":memory:")]) {
      await using orb = createOrbweaver({ ...options, ...(stores === undefined ? {} : { stores }) })
      const { id } = await orb.startBatchScrape([site.url("/page").href, site.url("/other").href])
      await expect.poll(async () => (await orb.getBatchScrapeStatus(id)).status).toBe("completed")
      expect(await orb.erase({ url: site.url("/page").href }, { dryRun: true })).toMatchObject({
        pages: 1,
        cachedPages: 1
      })
      expect(await orb.erase({ url: site.url("/page").href })).toMatchObject({ jobs: 0, pages: 1, cachedPages: 1 })
      expect(await orb.erase({ account: "local" })).toMatchObject({ jobs: 1, pages: 0 })
      await expect(orb.getBatchScrapeStatus(id)).rejects.toMatchObject({ _tag: "JobNotFound" })
      await expect(orb.erase({ host: "https://a.test/" })).rejects.toBeInstanceOf(InvalidInput)
    }
  })

  it("is asked for over HTTP, over memory and over a file, and leaves no trace in it", async ({ expect }) => {
    const data = join(folder, "http")
    await mkdir(data)
    for (const stores of [undefined, sqlite(join(data, "store.sqlite"))]) {
      await using orb = createOrbweaver({ ...options, ...(stores === undefined ? {} : { stores }) })
      const { fetch: ask } = await orb.http()
      const post = async (path: string, body: object) => {
        const headers = { "content-type": "application/json" }
        const init = { method: "POST", headers, body: JSON.stringify(body) }
        const response = await ask(new Request(`http://127.0.0.1${path}`, init))
        return { status: response.status, body: (await response.json()) as object }
      }
      const formats = ["markdown", "changeTracking"]
      expect((await post("/v2/scrape", { url: site.url("/page").href, formats })).status).toBe(200)
      expect((await post("/v2/scrape", { url: site.url("/article").href })).status).toBe(200)
      const erased = { cachedPages: 1, indexedPages: 2, snapshots: 1, answers: 2 }
      expect(await post("/v2/team/erase", { host: site.url("/").hostname })).toMatchObject({
        status: 200,
        body: { success: true, dryRun: false, erased }
      })
    }
    const files = await readdir(data)
    const texts = await Promise.all(files.map((name) => readFile(join(data, name), "latin1")))
    expect(texts.join("\n")).not.toContain(site.url("/").host)
  })

  it("erases nothing while a job runs, and names it", async () => {
    await using orb = createOrbweaver({ ...options, stores: sqlite(":memory:"), worker: false })
    const { id } = await orb.startBatchScrape([site.url("/page").href])
    const error: unknown = await orb.erase({ host: site.url("/").hostname }).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ErasureBlocked)
    expect(error).toMatchObject({ ids: [id] })
    expect((await orb.getBatchScrapeStatus(id)).counts.queued).toBe(1)
  })
})
