// A page holds personal data. With `redactPII` nothing that leaves the page has it: no answer, no webhook, no question to a
// model, no file of the store; and the same page without `redactPII` is whole.
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import { SearchProvider } from "@orbweaver/core/search/SearchProvider"
import { sqlite } from "@orbweaver/storage/sqlite"
import * as ModelServer from "@orbweaver/testing/ModelServer"
import { Effect, Layer } from "effect"
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createOrbweaver, type Orbweaver, type ScrapeInput } from "orbweaver"
import { afterAll, beforeAll, describe, it } from "vitest"

const mail = "canary.person@example.org"
const phone = "+49 30 1234567"
const street = "Weberstraße 12, 10115 Berlin"
const hidden = /canary\.person|1234567/

let site: Server
let base: string
let folder: string
let visits: Record<string, number>
let told: Array<string>
let price = 10

beforeAll(async () => {
  visits = {}
  told = []
  folder = await mkdtemp(join(tmpdir(), "orbweaver-redaction-"))
  site = createServer((request, response) => {
    const path = request.url ?? ""
    if (request.method === "POST") {
      const chunks: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("end", () => {
        told.push(Buffer.concat(chunks).toString())
        response.end("ok")
      })
      return
    }
    if (path === "/robots.txt") return void response.writeHead(404).end()
    visits[path] = (visits[path] ?? 0) + 1
    const person = {
      "@context": "https://schema.org",
      "@type": "Person",
      name: "Canary",
      email: mail,
      telephone: phone
    }
    response.writeHead(200, { "content-type": "text/html", "cache-control": "max-age=600" }).end(
      `<title>Write to ${mail}</title><meta name="author" content="Ada Canary"><meta name="description" content="Call ${phone}"><h1>Page ${path}</h1>
       <p>Write to <a href="mailto:${mail}" title="${mail}">${mail}</a> or call ${phone}. It costs ${price} euros.</p>
       <p>Visit Ada Canary
       at ${street}.</p>
       <table><tr><th>Mail</th><th>Phone</th></tr><tr><td>${mail}</td><td>${phone}</td></tr></table>
       <script type="application/ld+json">${JSON.stringify(person)}</script>
       <p><a href="/crawl/a">a</a> <a href="/crawl/b">b</a></p>`
    )
  })
  await new Promise<void>((listening) => site.listen(0, "127.0.0.1", listening))
  base = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
})
afterAll(async () => {
  site.close()
  await rm(folder, { recursive: true })
})

const schema = { type: "object", properties: { email: { type: "string" }, tokens: { type: "string" } } }
const everything = {
  formats: ["markdown", "html", "rawHtml", "links", "summary", "chunks", { type: "json", schema }],
  onlyMainContent: false,
  redactPII: true
} satisfies ScrapeInput

const files = async (name: string): Promise<string> => {
  const all = (await readdir(folder)).filter((file) => file.startsWith(name))
  return (await Promise.all(all.map((file) => readFile(join(folder, file), "latin1")))).join("\n")
}

/** An instance with a store of its own, and what its files hold once it has ended. */
const storing = async (name: string, body: (orb: Orbweaver) => Promise<void>): Promise<string> => {
  const search = Layer.succeed(SearchProvider, {
    name: "test",
    sources: ["web"],
    search: () => Effect.succeed([{ url: `${base}/found`, title: `About ${mail}`, description: `Call ${phone}` }])
  })
  {
    await using orb = createOrbweaver({ egress: { allowLocal: true }, stores: sqlite(join(folder, name)), search })
    await body(orb)
  }
  return files(name)
}

describe("redactPII", () => {
  it("redacts every format of a scrape, its metadata and its store", async ({ expect }) => {
    const stored = await storing("scrape", async (orb) => {
      const document = await orb.scrape(`${base}/scrape`, everything)
      expect(JSON.stringify(document)).not.toMatch(hidden)
      expect(document).toMatchObject({
        json: { email: "<EMAIL>" },
        metadata: { title: "Write to <EMAIL>", description: "Call <PHONE>" }
      })
      expect(document.html).toContain(`mailto:&lt;EMAIL&gt;"`)
      expect(document.warning).toContain("names of people")
    })
    expect(stored).not.toMatch(hidden)
  })

  it("answers from no cached page that it does not redact, and leaves none to others", async ({ expect }) => {
    await storing("cache", async (orb) => {
      const whole = { maxAge: 600_000 }
      for (const options of [whole, { ...whole, redactPII: true }, whole, { ...whole, redactPII: true }]) {
        const { markdown } = await orb.scrape(`${base}/cache`, options)
        expect(markdown.includes(mail)).toBe(options === whole)
      }
      await orb.scrape(`${base}/first`, { ...whole, redactPII: true })
      expect((await orb.scrape(`${base}/first`, whole)).markdown).toContain(mail)
    })
    // Each redacting scrape visited the page, and the others shared one visit.
    expect(visits).toMatchObject({ "/cache": 3, "/first": 2 })
  })

  it("shares no visit of the moment between those who redact and those who do not", async ({ expect }) => {
    await storing("flight", async (orb) => {
      const scraped = await Promise.all(
        [true, false, true, false].map((redactPII) => orb.scrape(`${base}/flight`, { redactPII, maxAge: 600_000 }))
      )
      expect(scraped.map(({ markdown }) => markdown.includes(mail))).toEqual([false, true, false, true])
    })
  })

  it("redacts pages of a crawl and a batch, their webhooks and what is stored of them", async ({ expect }) => {
    const stored = await storing("jobs", async (orb) => {
      const webhook = `${base}/hook`
      const crawl = await orb.crawl(`${base}/crawl/`, { limit: 3, webhook, scrapeOptions: everything })
      expect(crawl.data).toHaveLength(3)
      expect(JSON.stringify(crawl)).not.toMatch(hidden)
      const batch = await orb.batchScrape([`${base}/batch/1`, `${base}/batch/2`], { ...everything, webhook })
      expect(batch.data).toHaveLength(2)
      expect(JSON.stringify(batch)).not.toMatch(hidden)
      await expect.poll(() => told.filter((event) => event.includes(".page")).length).toBe(5)
    })
    expect(told.join()).toContain("<EMAIL>")
    expect(told.join()).not.toMatch(hidden)
    expect(stored).toContain("<EMAIL>")
    expect(stored).not.toMatch(hidden)
  })

  it("redacts what a monitor compares, keeps and tells", async ({ expect }) => {
    const stored = await storing("monitor", async (orb) => {
      const scrapeOptions = {
        formats: [{ type: "changeTracking" as const, modes: ["git-diff" as const] }],
        redactPII: true
      }
      const targets = [{ type: "scrape" as const, urls: [`${base}/monitor`], scrapeOptions }]
      const { id } = await orb.createMonitor({ name: "Prices", schedule: { cron: "0 * * * *" }, targets })
      await orb.runMonitor(id, { wait: true })
      price = 12
      const { pages } = await orb.runMonitor(id, { wait: true })
      expect(pages).toMatchObject([{ status: "changed" }])
      expect(JSON.stringify(pages)).toContain("call <PHONE>. It costs 12 euros")
      expect(JSON.stringify(pages)).not.toMatch(hidden)
    })
    expect(stored).not.toMatch(hidden)
  })

  it("redacts what a search finds and scrapes", async ({ expect }) => {
    await storing("search", async (orb) => {
      const found = await orb.search("person", { scrapeOptions: everything })
      expect(JSON.stringify(found)).toContain("About <EMAIL>")
      expect(JSON.stringify(found)).not.toMatch(hidden)
    })
  })

  it("lets a model find names in the redacted page, before a format reads them", async ({ expect }) => {
    const server = await ModelServer.start()
    const isFinding = (body: unknown) => JSON.stringify(body).includes("List the personal data")
    server.byRequest = (body) =>
      isFinding(body)
        ? { says: JSON.stringify({ people: ["Ada Canary", "Nobody Here"], addresses: [street] }) }
        : undefined
    server.turns = [{ says: `Ask Ada Canary, ${mail}.` }]
    const model = createOpenAICompatible({ name: "local", baseURL: server.url }).chatModel("test")
    await using orb = createOrbweaver({ egress: { allowLocal: true }, model })
    const formats = ["rawHtml", "markdown", "summary"] satisfies ScrapeInput["formats"]
    const document = await orb.scrape(`${base}/model`, { formats, redactPII: true })
    expect(JSON.stringify(server.asked)).not.toMatch(hidden)
    expect(JSON.stringify(server.asked.filter((body) => !isFinding(body)))).not.toContain("Ada")
    expect(document.markdown).toContain("Visit <PERSON> at <LOCATION>.")
    expect(document.rawHtml).toContain("<p>Visit &lt;PERSON&gt;\n       at &lt;LOCATION&gt;.</p>")
    expect(document.metadata["author"]).toBe("<PERSON>")
    expect(document.summary).toBe("Ask <PERSON>, <EMAIL>.")
    expect(document.warning).toBeUndefined()
    const rules = await orb.scrape(`${base}/model`, { redactPII: { mode: "fast" } })
    expect(rules.markdown).toContain("Visit Ada Canary")
    expect(rules.warning).toContain("the mode accurate asks a model")
    server.close()
  })

  it("says that names were not looked for when the model fails", async ({ expect }) => {
    const server = await ModelServer.start()
    server.turns = [{ status: 400 }]
    const model = createOpenAICompatible({ name: "local", baseURL: server.url }).chatModel("test")
    await using orb = createOrbweaver({ egress: { allowLocal: true }, model })
    const document = await orb.scrape(`${base}/failing`, { redactPII: true })
    expect(document.markdown).toContain("Write to [<EMAIL>]")
    expect(document.markdown).not.toMatch(hidden)
    expect(document.warning).toMatch(/did not look for all names .*the model of .* failed/)
    server.close()
  })
})
