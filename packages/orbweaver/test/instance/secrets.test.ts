// Every entry that takes a secret, and every place that could show it: the store, answers, logs, metrics and traces.
import { start as startModel } from "@orbweaver/testing/ModelServer"
import { sqlite } from "@orbweaver/storage/sqlite"
import { type Running, start } from "@orbweaver/testing/TestSite"
import { once } from "node:events"
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { createOrbweaver, type Orbweaver } from "orbweaver"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { runToEnd, startCommand } from "../support/commandLine.ts"
import { nextLine } from "../support/commandProcess.ts"
import { says, withModel } from "../support/model.ts"

/** Each has a name of its own, so that a failure says which entry it came in by. */
const canary = (name: string): string => `canary-${name}-0123456789abcdef`
const canaries = /canary-[a-z-]+-0123456789abcdef/g
const found = (text: string): ReadonlyArray<string> => [...new Set(text.match(canaries))]

let site: Running
let directory: string
const servers: Array<Server> = []

/** A server that keeps the texts of what it is sent, and answers all with one status. */
const receiver = async (status: number, body = "{}") => {
  const texts: Array<string> = []
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      texts.push(Buffer.concat(chunks).toString())
      response.writeHead(status, { "content-type": "application/json" }).end(body)
    })
  })
  servers.push(server)
  await once(server.listen(0, "127.0.0.1"), "listening")
  return { texts, host: `127.0.0.1:${(server.address() as AddressInfo).port}` }
}

beforeAll(async () => {
  site = await start()
  directory = await mkdtemp(join(tmpdir(), "orbweaver-secrets-"))
})
afterAll(async () => {
  for (const server of servers) server.close()
  await site.close()
  await rm(directory, { recursive: true })
})

const stored = async (folder: string): Promise<string> => {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  const texts = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), "latin1")))
  return texts.join("\n")
}

describe("a secret that a server is given", () => {
  it("stands in no store, answer, log, metric or trace", async ({ expect }) => {
    const collector = await receiver(200)
    const hook = await receiver(500)
    const engine = await receiver(500)
    const model = await startModel()
    const data = join(directory, "data")
    const serving = startCommand(
      ["serve", "--port", "0", "--no-browser", "--allow-local", "--metrics", "--data", data, "--log-level", "trace"],
      {
        env: {
          ORBWEAVER_API_KEYS: canary("api-key"),
          ORBWEAVER_ENCRYPTION_KEYS: canary("encryption-key"),

          WEBHOOK_SECRET: canary("signature"),
          ORBWEAVER_MAIL: `smtp://me:${canary("mail-password")}@127.0.0.1:1`,
          ORBWEAVER_MAIL_FROM: "orb@example.org",
          OPENAI_API_KEY: canary("model-key"),
          OPENAI_BASE_URL: model.url,
          MODEL_NAME: "m",
          SEARXNG_ENDPOINT: `http://me:${canary("search-password")}@${engine.host}`,
          OTEL_EXPORTER_OTLP_ENDPOINT: `http://${collector.host}`
        }
      }
    )
    const base = /https?:\S+/.exec(await nextLine(serving.stdout))![0]
    const answers: Array<string> = []
    const call = async (path: string, body?: object, method = body === undefined ? "GET" : "POST") => {
      const response = await fetch(`${base}${path}`, {
        method,
        headers: { "content-type": "application/json", authorization: `Bearer ${canary("api-key")}` },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
      const text = await response.text()
      answers.push(text)
      expect(`${path} ${response.status}: ${text}`).not.toMatch(/ (?:401|404|5\d\d): /)
      return path.startsWith("/metrics") ? {} : (JSON.parse(text) as { readonly id?: string; readonly data?: unknown })
    }
    const url = site.url("/page").href
    const headers = { Authorization: `Bearer ${canary("header")}`, Cookie: `session=${canary("cookie")}` }
    const webhook = {
      url: `http://me:${canary("webhook-password")}@${hook.host}/`,
      headers: { "X-Token": canary("webhook-header") }
    }
    const actions = [{ type: "write", text: canary("typed-text"), selector: "#password" }]
    await call("/v2/scrape", { url, headers, formats: ["markdown", "summary"] })
    await call("/v1/scrape", { url, headers })
    const jobs = [
      ["/v2/crawl", { url, limit: 2, delay: 60, scrapeOptions: { headers }, webhook }],
      ["/v1/crawl", { url, limit: 2, delay: 60, scrapeOptions: { headers }, webhook }],
      ["/v2/batch/scrape", { urls: [url], headers, webhook }],
      ["/v2/extract", { urls: [url], prompt: "the title", scrapeOptions: { headers } }]
    ] as const
    for (const [path, body] of jobs) {
      const { id } = await call(path, body)
      await call(`${path}/${id}`)
      await call(`/console/api/jobs/${id}`)
    }
    await call("/v2/batch/scrape", { urls: [url], actions })
    await call("/v2/crawl/active")
    await call("/v1/crawl/active")
    const monitor = {
      name: "prices",
      schedule: { cron: "0 0 1 1 *" },
      targets: [{ type: "scrape", urls: [url], scrapeOptions: { headers } }],
      webhook
    }
    const { data: created } = (await call("/v2/monitor", monitor)) as { data: { id: string } }
    await call(`/v2/monitor/${created.id}`)
    await call("/v2/monitor")
    await call(`/v2/monitor/${created.id}`, { webhook, targets: monitor.targets }, "PATCH")
    await call(`/v2/monitor/${created.id}/run`, {}, "POST")
    await call("/metrics")
    // A webhook was tried, and the log says why it failed.
    await expect.poll(() => hook.texts.length, { timeout: 20_000 }).toBeGreaterThan(0)
    const { stderr, stdout } = await serving.interrupt()
    await model.close()
    expect(stderr).toContain("Answered")
    expect(collector.texts.join()).toContain("Scraper.scrape")
    expect(found(answers.join("\n"))).toEqual([])
    expect(found(stderr + stdout)).toEqual([])
    expect(found(collector.texts.join("\n"))).toEqual([])
    expect(found(await stored(data))).toEqual([])
  })

  it("is in no message about a proxy, a search engine or a database that refuses it", async () => {
    const refusing = await receiver(407)
    const url = site.url("/page").href
    const runs = [
      ["scrape", url, "--allow-local", "--proxy", `http://me:${canary("proxy-password")}@${refusing.host}`],
      ["crawl", url, "--database", `postgres://me:${canary("database-password")}@127.0.0.1:1/db`],
      ["crawl", url, "--database", `mysql://me:${canary("database-password")}@127.0.0.1:1/db`]
    ]
    for (const args of runs) {
      const { code, stderr, stdout } = await runToEnd(args)
      expect(code).not.toBe(0)
      expect(stderr).not.toBe("")
      expect(found(stderr + stdout)).toEqual([])
    }
    const search = await runToEnd(["search", "kettles"], {
      env: { SEARXNG_ENDPOINT: `http://me:${canary("search-password")}@${refusing.host}` }
    })
    expect(found(search.stderr + search.stdout)).toEqual([])
  })
})

it("that is encrypted is named by its key where the key is missing", async () => {
  const file = join(directory, "keys.sqlite")
  const encrypted = { stores: sqlite(file, { encryptionKeys: [canary("encryption-key")] }), worker: false } as const
  await using orb = createOrbweaver(encrypted)
  const url = site.url("/page").href
  const monitor = { name: "prices", schedule: { text: "hourly" }, targets: [{ type: "scrape", urls: [url] }] } as const
  const { id } = await orb.createMonitor(monitor)
  const job = await orb.startBatchScrape([url])
  await using without = createOrbweaver({ stores: sqlite(file), worker: false })
  const missing = /encrypted with the key [\da-f]{16}, which is not among the `encryptionKeys`/
  await expect(without.getMonitor(id)).rejects.toThrow(missing)
  expect((await without.getBatchScrapeStatus(job.id)).warning).toMatch(missing)
})

describe("a job that this process cannot read", () => {
  const url = "http://site.example/page"
  const kinds = {
    crawl: [(orb: Orbweaver) => orb.startCrawl(url), (orb: Orbweaver, id: string) => orb.getCrawlStatus(id)],
    batch: [
      (orb: Orbweaver) => orb.startBatchScrape([url]),
      (orb: Orbweaver, id: string) => orb.getBatchScrapeStatus(id)
    ],
    extraction: [
      (orb: Orbweaver) => orb.startExtract({ urls: [url], prompt: "phone" }),
      (orb: Orbweaver, id: string) => orb.getExtractStatus(id)
    ],
    "llms.txt": [
      (orb: Orbweaver) => orb.asyncGenerateLLMsText(url),
      (orb: Orbweaver, id: string) => orb.checkGenerateLLMsTextStatus(id)
    ],
    research: [
      (orb: Orbweaver) => orb.asyncDeepResearch("Who?"),
      (orb: Orbweaver, id: string) => orb.checkDeepResearchStatus(id)
    ],
    agent: [
      (orb: Orbweaver) => orb.startAgent({ prompt: "Who?" }),
      (orb: Orbweaver, id: string) => orb.getAgentStatus(id)
    ]
  } as const

  it.each(Object.keys(kinds) as ReadonlyArray<keyof typeof kinds>)("says why in its status: %s", (kind) =>
    withModel({ turns: [says("{}")], found: { url, title: "" } }, async (_, { model, search }) => {
      const file = join(directory, `unreadable-${kind}.sqlite`)
      const shared = { model, search, worker: false } as const
      await using orb = createOrbweaver({
        ...shared,
        stores: sqlite(file, { encryptionKeys: [canary("the-key-of-it")] })
      })
      const [begin, look] = kinds[kind]
      const { id } = await begin(orb)
      await using without = createOrbweaver({ ...shared, stores: sqlite(file) })
      const { status, warning } = await look(without, id)
      expect(status).toMatch(/scraping|processing/)
      expect(warning).toMatch(/not among the `encryptionKeys` of this process\. Start a worker that has the key\.$/)
    })
  )

  it("takes no more pages, and says so", async () => {
    const file = join(directory, "unreadable-append.sqlite")
    await using orb = createOrbweaver({
      stores: sqlite(file, { encryptionKeys: [canary("the-key-of-it")] }),
      worker: false
    })
    const { id } = await orb.startBatchScrape([url])
    await using without = createOrbweaver({ stores: sqlite(file), worker: false })
    await expect(without.startBatchScrape([url], { appendToId: id })).rejects.toThrow(
      /appendToId: .* not among the `encryptionKeys`/
    )
  })

  it("is not said to lack a key if it was changed in the store", async () => {
    const file = join(directory, "unreadable-changed.sqlite")
    const keys = { encryptionKeys: [canary("the-key-of-it")] }
    await using orb = createOrbweaver({ stores: sqlite(file, keys), worker: false })
    const [one, other] = [await orb.startBatchScrape([url]), await orb.startBatchScrape([`${url}/2`])]
    const db = new DatabaseSync(file)
    db.prepare("UPDATE job SET spec = (SELECT spec FROM job WHERE id = ?) WHERE id = ?").run(other.id, one.id)
    db.close()
    await using again = createOrbweaver({ stores: sqlite(file, keys), worker: false })
    expect((await again.getBatchScrapeStatus(one.id)).warning).toContain("is damaged, or was encrypted for another job")
  })
})
