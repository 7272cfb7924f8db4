// `orbweaver worker` as an operator runs it: its settings, and what it tells about itself.
import * as Webhooks from "@orbweaver/core/jobs/Webhooks"
import { sqlite } from "@orbweaver/storage/sqlite"
import { Effect, Redacted } from "effect"
import { once } from "node:events"
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { type CrawlInput, createOrbweaver } from "orbweaver"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { version } from "../../src/assembly/version.ts"
import { runToEnd, startCommand } from "../support/commandLine.ts"
import { startProcess } from "../support/commandProcess.ts"

const listening = async (server: Server): Promise<string> => {
  await once(server.listen(0, "127.0.0.1"), "listening")
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** One page, and a sitemap that is refused though robots.txt names it, of which a worker tells. */
const site = createServer(({ url }, response) => {
  response.writeHead(url === "/sitemap.xml" ? 403 : 200, { "content-type": url === "/" ? "text/html" : "text/plain" })
  response.end(
    url === "/" ? "<title>Home</title><p>Hello.</p>" : url === "/robots.txt" ? `Sitemap: ${base}/sitemap.xml` : ""
  )
})
let base: string
let directory: string

beforeAll(async () => {
  base = await listening(site)
  directory = await mkdtemp(join(tmpdir(), "orbweaver-worker-"))
})

afterAll(async () => {
  site.close()
  await rm(directory, { recursive: true })
})

const start = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>>) =>
  startCommand(["worker", ...args], { env })

/** What a worker wrote while it did the one crawl of a new store, and its one page. */
const worked = async (
  name: string,
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>>,
  options: CrawlInput = {},
  startIt: typeof startCommand = startCommand
) => {
  const data = join(directory, name)
  await mkdir(data)
  await using orb = createOrbweaver({
    egress: { allowLocal: true },
    stores: sqlite(join(data, "orbweaver.sqlite")),
    worker: false
  })
  const { id } = await orb.startCrawl(base, options)
  const worker = startIt(["worker", ...args], { env: { ORBWEAVER_DATA: data, ...env } })
  try {
    let job
    do {
      // The site, in this process, has its turn.
      await new Promise((resolve) => setImmediate(resolve))
      job = await orb.getCrawlStatus(id)
    } while (job.status === "scraping")
    expect(job).toMatchObject({ status: "completed", completed: 1 })
  } finally {
    await worker.interrupt()
  }
  const { code, stderr } = await worker.result
  expect(code).toBe(0)
  const [document] = (await orb.getCrawlStatus(id)).data
  return { document: document!, log: stderr.split("\n") }
}

const logged = "a sitemap could not be read"

describe("orbweaver worker", () => {
  it("takes settings from a file, and writes its log as JSON lines", async () => {
    const file = join(directory, "worker.json")
    const settings = { ORBWEAVER_ALLOW_LOCAL: true, ORBWEAVER_BROWSER: false, ORBWEAVER_LOG: "json" }
    await writeFile(file, JSON.stringify(settings))
    const { log } = await worked("file", ["--config", file], {}, {}, startProcess)
    const lines = log.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line))
    expect(lines.find(({ message }) => message.includes(logged))).toMatchObject({ level: "INFO" })
  })

  it("writes nothing below the level that it is told", async () => {
    const { log } = await worked("level", ["--allow-local", "--no-browser"], { LOGGING_LEVEL: "error" })
    expect(log.join()).not.toContain(logged)
  })

  it("lets its running pages end when it is stopped, and gives back those that wait: none is requested twice", async ({
    expect
  }) => {
    const visits = new Map<string, number>()
    let letGo = () => {}
    const held = new Promise<void>((resolve) => (letGo = resolve))
    let isHolding = () => {}
    const holding = new Promise<void>((resolve) => (isHolding = resolve))
    const slow = createServer(({ url = "" }, response) => {
      visits.set(url, (visits.get(url) ?? 0) + 1)
      if (visits.size === 4) isHolding()
      void held.then(() => response.writeHead(200, { "content-type": "text/html" }).end(`<p>Page ${url}`))
    })
    const at = await listening(slow)
    const data = join(directory, "drained")
    await mkdir(data)
    await using orb = createOrbweaver({ stores: sqlite(join(data, "orbweaver.sqlite")), worker: false })
    const urls = Array.from({ length: 12 }, (_, page) => `${at}/${page}`)
    const { id } = await orb.startBatchScrape(urls)
    const flags = ["--allow-local", "--no-browser", "--data", data]
    const first = start([...flags, "--concurrency", "4"], {})
    await holding
    const status = await runToEnd(["status", "--data", data])
    expect(status.stdout).toMatch(
      new RegExp(`^worker ${version} {2}\\S+ process ${process.pid} {2}since \\S+ {2}0 pages running$`, "m")
    )
    const stopping = first.interrupt()
    letGo()
    expect(await stopping).toMatchObject({ code: 0 })
    expect((await orb.getBatchScrapeStatus(id)).counts).toMatchObject({ completed: 4, active: 0, queued: 8 })
    const alone = (await runToEnd(["status", "--data", data])).stdout
    expect(alone).not.toContain("process")
    expect(alone).toContain("No worker is there")
    const second = start(flags, {})
    await expect.poll(async () => (await orb.getBatchScrapeStatus(id)).status).toBe("completed")
    await second.interrupt()
    slow.close()
    expect([...visits.values()]).toEqual(urls.map(() => 1))
  })

  it("is listed as gone by `orbweaver status` when nothing was heard of it for a minute", async () => {
    const data = join(directory, "gone")
    await mkdir(data)
    const running = start(["--no-browser", "--data", data], {})
    const status = async () => (await runToEnd(["status", "--data", data])).stdout
    await expect.poll(status).toContain("0 pages running")
    const file = new DatabaseSync(join(data, "orbweaver.sqlite"))
    file.exec("UPDATE worker SET started_at = started_at - 70000, beat_at = beat_at - 70000")
    expect(await status()).toMatch(/^worker \S+ {2}\S+ process \d+ {2}since \S+ {2}gone, last heard of \S+Z$/m)
    const { workers } = JSON.parse((await runToEnd(["status", "--json", "--data", data])).stdout) as {
      readonly workers: ReadonlyArray<object>
    }
    expect(workers).toMatchObject([{ pid: process.pid, version, running: 0, isGone: true }])
    file.close()
    await running.interrupt()
    expect(await status()).toBe("No job runs.\n")
  })

  it("does not start with a level that is none, or without a store", async () => {
    const nowhere = join(directory, "nowhere")
    for (const [env, why] of [
      [{ ORBWEAVER_DATA: nowhere, LOGGING_LEVEL: "loud" }, "LOGGING_LEVEL"],
      [{}, "--data"]
    ] as const) {
      const { code, stderr } = await start([], env).result
      expect(code).toBe(2)
      expect(stderr).toContain(why)
    }
  })

  it("refuses numbers that make no worker, by the name of the flag", async () => {
    for (const [flag, number] of [
      ["--concurrency", "0"],
      ["--threads", "-1"]
    ] as const) {
      const { code, stderr } = await start([`${flag}=${number}`, "--data", join(directory, "none")], {}).result
      expect(code).toBe(2)
      expect(stderr).toMatch(new RegExp(`^orbweaver: .*${flag}`))
    }
  })

  it("says in one line which database it cannot reach, or that its address is none", async () => {
    const away = await start(["--database", "postgres://user:a-secret@127.0.0.1:1/jobs"], {}).result
    expect(away.code).toBe(1)
    expect(away.stderr.trimEnd().split("\n").at(-1)).toMatch(
      /^orbweaver: .*PostgreSQL at 127\.0\.0\.1:1\/jobs does not answer \(connect ECONNREFUSED/
    )
    expect(away.stderr).not.toContain("a-secret")
    const none = await start(["--database", "nonsense"], {}).result
    expect(none.code).toBe(2)
    expect(none.stderr).toMatch(/^orbweaver: --database: .*postgres:\/\//)
  })

  it("sends logs, spans and metrics to an OTLP collector", async () => {
    const received = new Map<string, string>()
    const collector = createServer((request, response) => {
      let text = received.get(request.url!) ?? ""
      request.setEncoding("utf8").on("data", (chunk: string) => (text += chunk))
      request.on("end", () => {
        received.set(request.url!, text)
        response.writeHead(200, { "content-type": "application/json" }).end("{}")
      })
    })
    const endpoint = await listening(collector)
    await worked("otlp", ["--allow-local", "--no-browser"], { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })
    collector.close()
    expect(received.get("/v1/logs")).toContain(logged)
    expect(received.get("/v1/traces")).toContain("Scraper.scrape")
    expect([...received.keys()]).toContain("/v1/metrics")
  })

  it("searches with the engine that the environment names", async () => {
    const queries: Array<string> = []
    const engine = createServer(({ url }, response) => {
      queries.push(new URL(url!, base).searchParams.get("q")!)
      response.writeHead(200, { "content-type": "application/json" })
      response.end(JSON.stringify({ results: [{ url: base, title: "Home", content: "Hello." }] }))
    })
    const endpoint = await listening(engine)
    const data = join(directory, "search")
    await mkdir(data)
    await using orb = createOrbweaver({ stores: sqlite(join(data, "orbweaver.sqlite")), worker: false })
    const schema = { type: "object", properties: { title: { type: "string" } } }
    const { id } = await orb.startExtract({ prompt: "the title of the home page", schema })
    const worker = start(["--allow-local", "--no-browser"], {
      ORBWEAVER_DATA: data,
      SEARXNG_ENDPOINT: endpoint
    })
    let job
    do {
      await new Promise((resolve) => setImmediate(resolve))
      job = await orb.getExtractStatus(id)
    } while (job.status === "processing")
    expect((await worker.interrupt()).code).toBe(0)
    engine.close()
    expect(queries.length).toBeGreaterThan(0)
    expect(queries[0]).toContain("home page")
    expect(job.status).toBe("completed")
  })

  it("signs webhooks with the secret of its environment", async ({ expect }) => {
    const posts: Array<{ readonly signature: unknown; readonly text: string }> = []
    const hook = createServer(async (request, response) => {
      const text = (await request.setEncoding("utf8").toArray()).join("")
      posts.push({ signature: request.headers[Webhooks.signatureHeader], text })
      response.end()
    })
    const url = await listening(hook)
    const data = join(directory, "signing")
    await mkdir(data)
    await using orb = createOrbweaver({
      egress: { allowLocal: true },
      stores: sqlite(join(data, "orbweaver.sqlite")),
      worker: false
    })
    await orb.startCrawl(base, { sitemap: "skip", webhook: { url } })
    const worker = start(["--allow-local", "--no-browser"], { ORBWEAVER_DATA: data, WEBHOOK_SECRET: "ours" })
    await expect.poll(() => posts.some(({ text }) => text.includes("crawl.completed"))).toBe(true)
    expect((await worker.interrupt()).code).toBe(0)
    hook.close()
    for (const { signature, text } of posts) {
      expect(signature).toBe(await Effect.runPromise(Webhooks.sign(Redacted.make("ours"), text)))
    }
  })

  it("keeps pictures in its store, and names them by the address of the servers that give them", async () => {
    const data = join(directory, "pictures")
    const args = ["--allow-local", "--public-url", "https://api.test/"]
    const { document } = await worked(
      "pictures",
      args,
      {},
      { scrapeOptions: { formats: ["screenshot"], timeout: 300_000 } }
    )
    const [, account, job, file] = /^https:\/\/api\.test\/blobs\/(\w+)-(\w+)-(\S+\.png)$/.exec(document.screenshot!)!
    const bytes = await readFile(join(data, "blobs", account!, job!, file!))
    expect(bytes.subarray(1, 4).toString()).toBe("PNG")
  })
})
