// Each program against sites of this machine.
import { Configuration, log } from "@crawlee/core"
import { MemoryStorage } from "@crawlee/memory-storage"
import { start as startModel } from "@orbweaver/testing/ModelServer"
import { type Running, start as startSite } from "@orbweaver/testing/TestSite"
import { tesseract } from "@orbweaver/ocr"
import { Effect, Metric, Tracer } from "effect"
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { createOrbweaver, layer, type Orbweaver } from "orbweaver/effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { start as startPostgres } from "../../../packages/storage/test/support/postgres.ts"
import { crawlAccount } from "../behindLogin.ts"
import { inCrawlee, withCrawleesClient } from "../crawleeBothWays.ts"
import { crawlToFolder } from "../crawlToFolder.ts"
import { signedFetcher } from "../customFetcher.ts"
import { minutesToRead } from "../customFormat.ts"
import { folderPages } from "../customPageStore.ts"
import { characters, indexSite } from "../effectPipeline.ts"
import { writeLlmsTxt } from "../llmsTxt.ts"
import { mailboxToNotes } from "../mailboxToNotes.ts"
import { checkPrices } from "../priceWatch.ts"
import { scansToMarkdown } from "../scansToMarkdown.ts"
import { serve } from "../sharedInstance.ts"
import { siteToChunks } from "../siteToChunks.ts"
import { readProduct } from "../typedJson.ts"
import { crawlWithWorkers, work } from "../workerFleet.ts"

const local = { egress: { allowLocal: true } }
const html = { "content-type": "text/html; charset=utf-8" }
const text = `<p>${"Words enough to be a page of its own. ".repeat(12)}</p>`

/** The price of the pot is that of the moment; the site also has an account and pages of documentation. */
const pot = { price: 5 }
let site: Running
let orb: Orbweaver
let folder = ""

const productPage = (name: string, price: number) => {
  const offers = { "@type": "Offer", price, priceCurrency: "EUR" }
  const product = { "@context": "https://schema.org", "@type": "Product", name, offers }
  const data = `<script type="application/ld+json">${JSON.stringify(product)}</script>`
  return `<title>${name}</title>${data}<main><h1>${name}</h1><p>Made of clay, ${price} € a piece.</p>${text}</main>`
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "orbweaver-programs-"))
  orb = createOrbweaver(local)
  site = await startSite({
    routes: {
      "/docs/": ({ response }, rest) => {
        const links = rest === "" ? `<a href="/docs/one">One</a> <a href="/docs/two">Two</a>` : ""
        const title = rest === "" ? "Guide" : `Chapter ${rest}`
        response.writeHead(200, html).end(`<title>${title}</title><main><h1>${title}</h1>${text}${links}</main>`)
      },
      "/shop/mug": ({ response }) => response.writeHead(200, html).end(productPage("Mug", 5)),
      "/shop/pot": ({ response }) => response.writeHead(200, html).end(productPage("Pot", pot.price)),
      "/login": ({ request, response }) => {
        let body = ""
        request.on("data", (chunk: Buffer) => (body += chunk.toString()))
        request.on("end", () => {
          const isKnown = body === "user=ada&password=sesame"
          response.writeHead(isKnown ? 303 : 401, isKnown ? { "set-cookie": "login=yes; Path=/; HttpOnly" } : {}).end()
        })
      },
      "/account/": ({ request, response }, rest) => {
        const isKnown = request.headers.cookie?.includes("login=yes") ?? false
        const link = rest === "" ? `<a href="/account/orders">Orders</a>` : ""
        response.writeHead(isKnown ? 200 : 401, html)
        response.end(isKnown ? `<title>Account</title><main><h1>Yours ${rest}</h1>${text}${link}</main>` : "Sign in")
      }
    }
  })
})
afterAll(async () => {
  await orb.close()
  await site.close()
  await rm(folder, { recursive: true, force: true })
})

const url = (path: string) => site.url(path).href

it("crawls to a folder with progress", async () => {
  const lines: Array<string> = []
  const counts = await crawlToFolder(orb, url("/docs/"), join(folder, "site"), (line: string) => lines.push(line))
  expect(counts).toMatchObject({ completed: 3, failed: 0 })
  const files = (await readdir(join(folder, "site"), { recursive: true })).filter((name) => name.endsWith(".md"))
  expect(files.toSorted()).toEqual(["index.md", "one.md", "two.md"].map((name) => join("docs", name)))
  const texts = await Promise.all(files.map((file) => readFile(join(folder, "site", file), "utf8")))
  expect(texts.join("\n")).toContain(`url: "${url("/docs/one")}"`)
  expect(lines.at(-1)).toContain("3 saved, 0 failed, 0 waiting")
})

it("reads typed data", async () => {
  expect(await readProduct(orb, url("/shop/mug"))).toMatchObject({ name: "Mug", price: 5 })
})

it("crawls behind a login", async () => {
  const pages = await crawlAccount(orb, url("/"), "ada", "sesame")
  expect(pages.map(({ url }) => new URL(url!).pathname).toSorted()).toEqual(["/account/", "/account/orders"])
  await expect(crawlAccount(orb, url("/"), "ada", "wrong")).rejects.toThrow("did not log in: 401")
})

it("makes chunks with embeddings of a site", async () => {
  const model = await startModel()
  try {
    const file = join(folder, "chunks.sqlite")
    const count = await siteToChunks(orb, url("/docs/"), model.url, file)
    using database = new DatabaseSync(file)
    const rows = database.prepare("SELECT url, text, vector FROM chunks").all()
    expect(rows).toHaveLength(count)
    expect(new Set(rows.map(({ url }) => url)).size).toBe(3)
    expect(rows.every(({ vector }) => (vector as Uint8Array).byteLength === 8)).toBe(true)
    // Again: the same rows.
    expect(await siteToChunks(orb, url("/docs/"), model.url, file)).toBe(count)
    expect(database.prepare("SELECT count(*) AS n FROM chunks").get()).toEqual({ n: count })
  } finally {
    model.close()
  }
})

it("watches prices and tells a webhook", async () => {
  const told: Array<{ data: ReadonlyArray<{ changeTracking?: { changeStatus: string } }> }> = []
  let arrived: () => void = () => {}
  const receiver = createServer((request, response) => {
    let body = ""
    request.on("data", (chunk: Buffer) => (body += chunk.toString()))
    request.on("end", () => {
      told.push(JSON.parse(body) as (typeof told)[number])
      response.end()
      arrived()
    })
  })
  await new Promise<void>((ready) => receiver.listen(0, "127.0.0.1", ready))
  const webhook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const next = () => new Promise<void>((resolve) => (arrived = resolve))
  try {
    pot.price = 5
    const first = next()
    expect(await checkPrices(orb, [url("/shop/pot")], webhook)).toMatchObject([{ status: "new" }])
    await first
    pot.price = 6
    const second = next()
    const [changed] = await checkPrices(orb, [url("/shop/pot")], webhook)
    expect(changed).toMatchObject({ status: "changed", diff: expect.stringContaining("+Made of clay, 6 €") })
    await second
    expect(told.map(({ data }) => data[0]?.changeTracking?.changeStatus)).toEqual(["new", "changed"])
  } finally {
    receiver.close()
    receiver.closeAllConnections()
  }
})

it("writes an llms.txt", async () => {
  await writeLlmsTxt(orb, url("/docs/"), folder)
  expect(await readFile(join(folder, "llms.txt"), "utf8")).toContain(`(${url("/docs/one")})`)
  expect(await readFile(join(folder, "llms-full.txt"), "utf8")).toContain("Words enough")
})

it("has a format of its own", async () => {
  expect(await minutesToRead(url("/docs/one"), local)).toBe(1)
})

it("has a fetcher of its own", async () => {
  const seen: Array<string> = []
  const onRequest = ({ pathname }: URL) => seen.push(pathname)
  const fetcher = signedFetcher({ host: site.url("/").host, secret: "secret", onRequest })
  await using orb = createOrbweaver({ ...local, fetcher })
  const { rawHtml } = await orb.scrape(url("/echo"), { formats: ["rawHtml"] })
  expect(rawHtml).toMatch(/x-signature.*[0-9a-f]{64}/)
  expect(seen).toContain("/echo")
})

it("has a store for pages of its own", async () => {
  await using orb = createOrbweaver({ ...local, cache: folderPages(join(folder, "pages")) })
  await orb.scrape(url("/counter"))
  const visits = site.requests("/counter").length
  const { metadata } = await orb.scrape(url("/counter"), { maxAge: "1 day", formats: ["markdown", "links"] })
  expect(metadata.cacheState).toBe("hit")
  expect(site.requests("/counter")).toHaveLength(visits)
  expect(await readdir(join(folder, "pages"))).toHaveLength(1)
})

it("runs an Effect pipeline with spans and metrics", async () => {
  const spans: Array<string> = []
  const tracer = Tracer.make({
    span: (options) => {
      spans.push(options.name)
      return new Tracer.NativeSpan(options)
    }
  })
  const program = Effect.gen(function* () {
    const indexed = yield* indexSite(url("/docs/"))
    return { indexed, counted: yield* Metric.value(characters) }
  })
  const { counted, indexed } = await Effect.runPromise(
    program.pipe(Effect.provide(layer(local)), Effect.provideService(Tracer.Tracer, tracer))
  )
  expect(indexed).toHaveLength(3)
  expect(counted.count).toBeGreaterThan(1000)
  expect(spans.filter((name) => name === "index")).toHaveLength(3)
  expect(spans).toContain("Scraper.scrape")
})

it("shares one instance between a program and its clients", async () => {
  const { close, url: api } = await serve(orb)
  try {
    const { id } = await orb.startCrawl(url("/docs/"), { limit: 10 })
    await orb.waitForCrawl(id)
    const response = await fetch(`${api}/v2/crawl/${id}`, { headers: { connection: "close" } })
    expect(await response.json()).toMatchObject({ status: "completed", completed: 3 })
  } finally {
    await close()
  }
})

it("works with Crawlee both ways", async () => {
  const inMemory = new Configuration({
    persistStorage: false,
    storageClient: new MemoryStorage({ persistStorage: false })
  })
  log.setLevel(log.LEVELS.OFF)
  const titles = ["Chapter one", "Chapter two", "Guide"]
  expect((await inCrawlee(orb, url("/docs/"), inMemory)).toSorted()).toEqual(titles)
  expect((await withCrawleesClient(url("/docs/"), local)).toSorted()).toEqual(titles)
})

it("has a fleet of workers on PostgreSQL", async () => {
  const postgres = await startPostgres()
  const stopping = new AbortController()
  try {
    const workers = [1, 2].map(() => work(postgres.url, stopping.signal, local))
    const urls = await crawlWithWorkers(postgres.url, url("/docs/"), local)
    expect(urls.map((url) => new URL(url).pathname).toSorted()).toEqual(["/docs/", "/docs/one", "/docs/two"])
    stopping.abort()
    await Promise.all(workers)
  } finally {
    stopping.abort()
    await postgres.stop()
  }
})

it("scansToMarkdown writes the text of each picture beside it", async () => {
  const scans = join(folder, "scans")
  await mkdir(scans)
  await copyFile(new URL("../../../packages/ocr/test/pictures/rivers.png", import.meta.url), join(scans, "rivers.png"))
  await using reading = createOrbweaver({ recognizer: tesseract() })
  const [first, ...others] = await scansToMarkdown(reading, scans)
  expect(others).toEqual([])
  expect(first).toEqual({ name: "rivers.png", warning: expect.stringContaining("confidence by page: 1: 9") })
  const markdown = await readFile(join(scans, "rivers.png.md"), "utf8")
  expect(markdown).toMatch(/^# Notes on rivers\n\nEvery spring the river carries sand/)
  expect(markdown).toContain("| March | 412 | 1380 |")
})

it("mailboxToNotes writes a file for each message, with what is attached", async () => {
  const box = join(folder, "box.mbox")
  const message = (subject: string, day: string) =>
    `From x Mon\nFrom: Ann <ann@example.com>\nSubject: ${subject}\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nThe tides.\n--b\nContent-Type: text/csv; name=t.csv\n\nday,time\n${day},9\n--b--\n\n`
  await writeFile(box, message("Monday", "Mon") + message("Tuesday", "Tue"))
  const notes = join(folder, "notes")
  expect(await mailboxToNotes(orb, box, notes)).toEqual({ messages: 2, warning: undefined })
  expect(await readdir(notes)).toEqual(["00001.md", "00002.md"])
  expect(await readFile(join(notes, "00002.md"), "utf8")).toBe(
    "## Tuesday\n\n**From:** [Ann](mailto:ann@example.com)\n\nThe tides.\n\n### Attachments\n\n- t.csv (text/csv, 14 bytes)\n\n#### t.csv\n\n| day | time |\n| --- | --- |\n| Tue | 9 |\n"
  )
})
