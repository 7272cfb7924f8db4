// How the library behaves in somebody's process: silent, and gone when its work is done.
import { type Running, start } from "@orbweaver/testing/TestSite"
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const folder = mkdtempSync(join(tmpdir(), "orbweaver-process-"))
let site: Running
beforeAll(async () => {
  site = await start()
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await site.close()
})

const newStores = () => `stores: sqlite(${JSON.stringify(join(mkdtempSync(join(folder, "store-")), "jobs.sqlite"))})`

const packageFolder = new URL("../..", import.meta.url)

interface Ended {
  readonly code: number | string | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program that has `orb`, an instance that it does not close, and `at`, the address of a path of the site. */
const run = (program: string, options = "", limitMs = 60_000) =>
  new Promise<Ended>((resolve) => {
    const code = `
      import * as library from "orbweaver"
      import { sqlite } from "@orbweaver/storage/sqlite"
      const { createOrbweaver } = library
      const at = (path) => new URL(path, ${JSON.stringify(site.url("/").href)}).href
      const orb = createOrbweaver({ egress: { allowLocal: true }, ${options} })
      ${program}`
    const args = ["--conditions=@orbweaver/source", "--input-type=module", "-e", code]
    const child = execFile(process.execPath, args, { cwd: packageFolder, timeout: limitMs }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? child.signalCode, stdout, stderr })
    )
  })

const silent = { code: 0, stdout: "", stderr: "" }

/** Starts a crawl of eleven pages, prints its id, and dies after the third. */
const leaveCrawl = `
  const { id } = await orb.startCrawl(at("/site/10/"), { sitemap: "skip", maxConcurrency: 1 })
  console.log(id)
  for await (const { completed } of orb.followJob(id).progress({ interval: 1 }))
    if (completed >= 3) process.kill(process.pid, "SIGKILL")`

describe("a process whose instance is not closed", () => {
  it.each([
    ["nothing", ""],
    ["a parse", `await orb.parse({ data: "<h1>x</h1>", filename: "a.html" })`],
    ["a scrape", `await orb.scrape(at("/article"))`],
    ["a crawl", `await orb.crawl(at("/site/6/"), { sitemap: "skip" })`],
    ["a batch with a page that fails", `await orb.batchScrape([at("/page"), "http://nowhere.invalid/"])`],
    ["a map", `await orb.map(at("/site/6/"))`]
  ])("ends by itself after %s, and has written nothing", async (_, program) => {
    expect(await run(program)).toEqual(silent)
  })

  it("is held by a job that it started, until that ends", async () => {
    const program = `
      const { id } = await orb.startCrawl(at("/site/40/"), { sitemap: "skip" })
      process.on("exit", () => console.log(ended))
      let ended = "not ended"
      orb.watcher(id).on("done", ({ status, completed }) => { ended = status + " " + completed })`
    expect((await run(program)).stdout).toMatch(/^completed 4\d\n$/)
  })

  it("is held by a check of a monitor that is waited for", async () => {
    const program = `
      const targets = [{ type: "scrape", urls: [at("/article")] }]
      const { id } = await orb.createMonitor({ name: "m", schedule: { text: "hourly" }, targets })
      const { pages, status } = await orb.runMonitor(id, { wait: true })
      console.log(status, ...pages.map(({ status }) => status))`
    expect(await run(program)).toEqual({ ...silent, stdout: "completed new\n" })
  })

  it.each([
    ["for await", "for await (const event of watcher) last = event.type"],
    ["done()", `await watcher.on("event", ({ type }) => { last = type }).done()`],
    ["on()", `watcher.on("event", ({ type }) => { last = type })`]
  ])("is held by a watcher of a job that a dead process left, by %s", async (_, read) => {
    const stores = newStores()
    const { stdout: id } = await run(leaveCrawl, stores)
    const watched = await run(
      `
      let last
      process.on("exit", () => console.log(last))
      const watcher = orb.watcher(${JSON.stringify(id.trim())})
      ${read}`,
      stores
    )
    expect(watched).toEqual({ ...silent, stdout: "completed\n" })
  })

  it("goes on with a crawl that a dead process left, into a folder with every page", async () => {
    const stores = newStores()
    const { stdout: id } = await run(leaveCrawl, stores)
    const followed = await run(
      `
      const { markdownFolder } = await import("orbweaver/sinks")
      const to = ${JSON.stringify(mkdtempSync(join(folder, "pages-")))}
      const { completed } = await orb.followJob(${JSON.stringify(id.trim())}).to(markdownFolder(to))
      const files = (await import("node:fs")).readdirSync(to, { recursive: true }).filter((name) => name.endsWith(".md"))
      console.log(completed, files.length)`,
      stores
    )
    expect(followed).toEqual({ ...silent, stdout: "11 11\n" })
  })

  it("is held by runWorker until its signal aborts", async () => {
    const program = `
      const stop = new AbortController()
      setTimeout(() => stop.abort(new Error("enough")), 300).unref()
      await orb.runWorker({ signal: stop.signal }).catch(({ message }) => console.log(message))`
    expect((await run(program)).stdout).toBe("enough\n")
    expect(await run("await orb.runWorker()", "", 3_000)).toMatchObject({ code: "SIGTERM" })
  })

  it("is held by runWorker until the instance is closed, which is its end and no failure", async () => {
    const program = `
      setTimeout(() => orb.close(), 300).unref()
      console.log(await orb.runWorker())
      console.log(await orb.runWorker().catch(({ _tag }) => _tag))`
    expect(await run(program)).toEqual({ ...silent, stdout: "undefined\nInstanceClosed\n" })
  })
})

describe("a logger", () => {
  const refused = `await orb.crawl(at("/site/3/"), { webhook: "http://127.0.0.1:9/" })`

  it("that is a function gets lines with level, message and fields", async () => {
    const program = `
      await orb.scrape(at("/page"))
      await orb.close()`
    const { stderr, stdout } = await run(program, "logger: (entry) => console.log(JSON.stringify(entry))")
    expect(stderr).toBe("")
    for (const line of stdout.split("\n").filter((line) => line !== "")) {
      expect(JSON.parse(line)).toMatchObject({ level: expect.any(String), message: expect.any(String) })
    }
  })

  it("that is like pino's gets fields first, and one that throws ends nothing", async () => {
    const object = `logger: {
      info: (fields, message) => console.log("info", typeof fields, typeof message),
      warn: (fields, message) => console.log("warn", typeof fields, typeof message),
      error: (fields, message) => console.log("error", typeof fields, typeof message)
    }`
    expect((await run(refused, object)).stdout).toMatch(/^(?:\w+ object string\n)*$/)
    expect((await run(refused, `logger: () => { throw new Error("broken") }`)).code).toBe(0)
  })
})

describe("an error", () => {
  it("is an instance of its class, and prints its message and the line of the caller", async () => {
    const program = `
      async function caller() { return await orb.scrape("http://nowhere.invalid/") }
      try { await caller() } catch (error) {
        console.log(error instanceof library.CaptureError, error.reason._tag)
        console.log(error)
      }`
    const { stdout } = await run(program)
    expect(stdout).toMatch(/^true DnsFailed\nCaptureError: DNS resolution failed.*\n\s+at caller /)
  })

  it("of what is closed is InstanceClosed, for what runs and for what comes after", async () => {
    const program = `
      const running = [orb.scrape(at("/hang")), orb.crawl(at("/hang"))]
      setTimeout(() => orb.close(), 300)
      const settled = await Promise.allSettled([...running])
      settled.push(...await Promise.allSettled([orb.scrape(at("/page")), orb.crawl(at("/page"))]))
      console.log(settled.every(({ reason }) => reason instanceof library.InstanceClosed))`
    expect(await run(program)).toEqual({ ...silent, stdout: "true\n" })
  })
})
