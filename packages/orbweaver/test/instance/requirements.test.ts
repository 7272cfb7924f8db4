// Every requirement of the API's specification, one test each, over HTTP against a mounted instance. 95, 123 and the
// trailing slash of maps are deviations on purpose, which docs/reference/compatibility.md names.
import { start, type Running } from "@orbweaver/testing/TestSite"
import type { Routes } from "@orbweaver/testing/internal/site/Route"
import { document as openapi } from "@orbweaver/http/openapi"
import { createClient } from "@orbweaver/http/client"
import { readFile } from "node:fs/promises"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type Answer, startServer } from "../support/requirementsServer.ts"

type Api = Awaited<ReturnType<typeof startServer>>

/** Without a model, and with one. */
let api: Api
let asking: Api
let site: Running
let revision = 0

const page = (title: string, body = "") =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1><p>Spiders weave webs at night, and rest by day. A web is made of silk.</p>${body}</main></body></html>`

const pages: Readonly<Record<string, () => string>> = {
  "/docs/": () => page("Docs", '<a href="/docs/a">A</a> <a href="/docs/b">B</a> <a href="/blog">Blog</a>'),
  "/docs/a": () => page("A", '<a href="/docs/a/2">A2</a>'),
  "/docs/a/2": () => page("A2", '<a href="/docs/a/3">A3</a>'),
  "/docs/a/3": () => page("A3"),
  "/docs/b": () => page("B"),
  "/docs/sm": () => page("Of the sitemap", '<a href="/docs/sm/2">More</a>'),
  "/docs/sm/2": () => page("More"),
  "/blog": () => page("Blog"),
  "/changing": () => page("Changing", `<p>Revision ${revision} costs ${revision + 10} euros.</p>`),
  "/frame": () =>
    page(
      "Framed",
      `<script>var secret = 1</script><p class="ad-banner">Buy flies</p><a href="/docs/a">A</a>
      <img alt="dot" src="data:image/png;base64,iVBORw0KGgo="><img alt="web" src="/web.png">`
    ),
  "/tall": () => page("Tall", '<div style="height:3000px">Tall</div>'),
  "/product": () =>
    page(
      "Tide clock",
      `<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product",
      "name":"Tide clock","sku":"TC-1","offers":{"@type":"Offer","price":"480","priceCurrency":"GBP"}}</script>`
    )
}

const routes: Routes = {
  ...Object.fromEntries(
    Object.entries(pages).map(([path, body]): [string, Routes[string]] => [
      path,
      ({ response }) => {
        response.setHeader("content-type", "text/html; charset=utf-8")
        response.end(body())
      }
    ])
  ),
  "/gone": ({ response, visits }) => {
    response.statusCode = visits === 0 ? 200 : 404
    response.setHeader("content-type", "text/html; charset=utf-8")
    response.end(page("Going"))
  },
  "/robots.txt": ({ response, url }) => response.end(`User-agent: *\nSitemap: ${url.origin}/sitemap.xml\n`),
  "/sitemap.xml": ({ response, url }) => {
    response.setHeader("content-type", "application/xml")
    const locations = ["/docs/", "/docs/sm"].map((path) => `<url><loc>${url.origin}${path}</loc></url>`)
    response.end(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locations.join("")}</urlset>`)
  }
}

beforeAll(async () => {
  site = await start({ routes, tls: true })
  api = await startServer({ withModel: false })
  asking = await startServer({ withModel: true })
})
afterAll(async () => {
  await api.close()
  await asking.close()
  await site.close()
})

const at = (path: string) => site.url(path).href
const listed = new Set<number>()

/** One after another, since they share balances, the age of the cache and the model's next words. */
const holds = (number: number, text: string, body: () => Promise<void>) => {
  listed.add(number)
  it(`${number}. ${text}`, { concurrent: false }, async () => {
    expect.hasAssertions()
    await body()
  })
}

const ok = ({ body, status }: Answer) => {
  expect([status, body.error]).toEqual([200, undefined])
  return body
}
const refused = ({ body, status }: Answer, expected = 400) => {
  expect([status, body.success, typeof body.error]).toEqual([expected, false, "string"])
  return body
}
const scrape = async (path: string, options: object = {}, version = "v2", by = api) =>
  ok(await by.call("POST", `/${version}/scrape`, { url: at(path), maxAge: 0, ...options })).data
const badScrape = async (options: object, version = "v2") =>
  refused(await api.call("POST", `/${version}/scrape`, { url: at("/docs/"), ...options }))
const crawled = (options: object = {}, version = "v2") =>
  api.crawl(`/${version}/crawl`, { url: at("/docs/"), ...options })
const badCrawl = async (options: object, version = "v2") =>
  refused(await api.call("POST", `/${version}/crawl`, { url: at("/docs/"), ...options }))
const mapped = async (options: object): Promise<ReadonlyArray<string>> =>
  ok(await api.call("POST", "/v2/map", { url: at("/docs/"), ...options }))
    .links.map(({ url }: { url: string }) => new URL(url).pathname)
    .toSorted()
const searched = async (options: object, version = "v2") =>
  ok(await api.call("POST", `/${version}/search`, { query: `spiders ${at("/docs/a")}`, ...options })).data
const usage = async (key = "rich", version = "v1", by = api) =>
  by.call("GET", `/${version}/team/token-usage`, undefined, key)
const remaining = async (key: string, by = asking) => (await usage(key, "v1", by)).body.data.remaining_tokens as number
const picture = async (address: string): Promise<Buffer> =>
  address.startsWith("data:")
    ? Buffer.from(address.slice(address.indexOf(",") + 1), "base64")
    : Buffer.from(await (await fetch(address)).arrayBuffer())
const shot = async (options: object, version = "v2") => picture((await scrape("/tall", options, version)).screenshot)
const sizeOf = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) })
const operation = (path: string, method = "get"): any => (openapi().paths as any)[path][method]
const title = { type: "object", properties: { name: { type: "string" } } }
const missing = { type: "object", properties: { opinion: { type: "string" } }, required: ["opinion"] }

holds(1, "one base address; the version is the first segment of the path", async () => {
  for (const version of ["v1", "v2"]) ok(await api.call("POST", `/${version}/scrape`, { url: at("/docs/a") }))
})
holds(2, "a scrape gives several formats in one call", async () => {
  const data = await scrape("/docs/", { formats: ["markdown", "links", "rawHtml"] })
  expect(Object.keys(data)).toEqual(expect.arrayContaining(["markdown", "links", "rawHtml", "metadata"]))
})
holds(3, "both versions search the web", async () => {
  expect((await searched({})).web[0].url).toBe(at("/docs/a"))
  expect((await searched({}, "v1"))[0].url).toBe(at("/docs/a"))
})
holds(4, "v2 searches news and images", async () => {
  const { images, news } = await searched({ sources: ["news", "images"] })
  expect([news[0].snippet, images[0].imageWidth]).toEqual(["About news", 4])
})
holds(5, "a map finds the addresses of a site", async () => {
  expect(await mapped({ sitemap: "include" })).toEqual(expect.arrayContaining(["/docs/a", "/docs/sm"]))
})
holds(6, "a crawl is a job: its start answers before its pages", async () => {
  const started = ok(await api.call("POST", "/v2/crawl", { url: at("/docs/"), delay: 1 }))
  const status = ok(await api.call("GET", `/v2/crawl/${started.id}`))
  expect(status.status).toBe("scraping")
  await api.call("DELETE", `/v2/crawl/${started.id}`)
})
holds(7, "a batch scrapes a list of addresses as a job", async () => {
  const job = await api.job("/v2/batch/scrape", { urls: [at("/docs/a"), at("/reset")], maxAge: 0 })
  expect([job.status, job.data.length]).toEqual(["completed", 1])
  expect((await api.call("GET", `/v2/batch/scrape/${job.id}/errors`)).body.errors).toHaveLength(1)
})
holds(8, "an extraction is a job with a status", async () => {
  const job = await api.job("/v2/extract", { urls: [at("/product")], schema: title })
  expect([job.status, job.data]).toEqual(["completed", { name: "Tide clock" }])
})
holds(9, "a plain scrape takes no tokens", async () => {
  const before = await remaining("rich")
  await scrape("/docs/a", { formats: ["markdown", "summary"] }, "v2", asking)
  expect(await remaining("rich")).toBe(before)
})
holds(10, "an extraction by a model takes tokens", async () => {
  asking.model.turns = [{ says: '{"opinion":"good"}' }]
  const before = await remaining("rich")
  const data = await scrape("/docs/a", { formats: [{ type: "json", schema: missing }] }, "v2", asking)
  expect(data.json).toEqual({ opinion: "good" })
  expect(await remaining("rich")).toBeLessThan(before)
})
holds(11, "a summary by a model takes none, and a team without tokens still gets one", async () => {
  asking.model.turns = [{ says: "Silk and rest." }]
  const before = await remaining("rich")
  expect((await scrape("/docs/b", { formats: ["summary"] }, "v2", asking)).summary).toBe("Silk and rest.")
  expect(await remaining("rich")).toBe(before)
  const poor = await asking.call("POST", "/v2/scrape", { url: at("/docs/b"), formats: ["markdown", "summary"] }, "poor")
  expect(ok(poor).data.summary).toMatch(/\w/)
})
holds(12, "every answer is JSON, errors and unknown routes too", async () => {
  refused(await api.call("GET", "/v2/nothing"), 404)
  refused(await api.call("PUT", "/v2/scrape", {}), 405)
})
holds(13, "token usage has success and data alone", async () => {
  expect(Object.keys(ok(await usage())).toSorted()).toEqual(["data", "success"])
})
holds(14, "its data has four fields", async () => {
  const names = ["billing_period_end", "billing_period_start", "plan_tokens", "remaining_tokens"]
  expect(Object.keys((await usage()).body.data).toSorted()).toEqual(names)
})
holds(15, "the billing period is given as ISO 8601", async () => {
  const { data } = (await usage()).body
  for (const date of [data.billing_period_start, data.billing_period_end]) {
    expect(new Date(date).toISOString().slice(0, 19)).toBe(date.slice(0, 19))
  }
  expect(Date.parse(data.billing_period_start)).toBeLessThan(Date.parse(data.billing_period_end))
})
holds(16, "the period is null, and present, without a billing cycle", async () => {
  const { data } = (await usage("once")).body
  expect(data).toMatchObject({ billing_period_start: null, billing_period_end: null })
})
holds(17, "plan_tokens is the number of the plan", async () => {
  expect((await usage("other")).body.data.plan_tokens).toBe(70)
})
holds(18, "remaining_tokens is what is left", async () => {
  expect((await usage("other")).body.data.remaining_tokens).toBe(70)
})
holds(19, "coupons count to what remains and not to the plan", async () => {
  const { Effect } = await import("effect")
  await Effect.runPromise(api.ledger.grant({ id: "gift", accountId: "once", unit: "tokens", amount: 11 }))
  expect((await usage("once")).body.data).toMatchObject({ plan_tokens: 5000, remaining_tokens: 5011 })
})
holds(20, "token usage that cannot be fetched is 500 in the envelope", async () => {
  refused(await usage("broken"), 500)
})
holds(21, "token usage of an account that does not exist is 404 in the envelope", async () => {
  refused(await usage("lost"), 404)
})
holds(22, "token usage needs no parameters, and extra ones do not disturb", async () => {
  ok(await api.call("GET", "/v1/team/token-usage?x=1"))
})
holds(23, "OpenAPI calls it getTokenUsage, with the tag Billing", async () => {
  const { operationId, tags } = operation("/v1/team/token-usage")
  expect([operationId, tags]).toEqual(["getTokenUsage", ["Billing"]])
})
holds(24, "OpenAPI has its 200, 404 and 500, and says that tokens are for extraction only", async () => {
  const { description, responses } = operation("/v1/team/token-usage")
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(["200", "404", "500"]))
  expect(description).toContain("extraction only")
})
holds(25, "v2 has it too", async () => {
  expect(ok(await usage("rich", "v2")).data.planTokens).toBe(5000)
})
holds(26, "without the header everything is 401 in the envelope", async () => {
  for (const path of ["/v1/scrape", "/v2/scrape", "/v2/crawl"]) refused(await api.call("POST", path, {}, ""), 401)
  refused(await usage(""), 401)
})
holds(27, "a wrong credential is 401", async () => {
  refused(await usage("nobody"), 401)
})
holds(28, "the scheme is bearer, in the document and on the operation", async () => {
  const { components, security } = openapi() as any
  expect(components.securitySchemes.bearerAuth ?? Object.values(components.securitySchemes)[0]).toMatchObject({
    type: "http",
    scheme: expect.stringMatching(/^bearer$/i)
  })
  expect(security).toEqual([{ bearerAuth: [] }])
  expect(operation("/v1/team/token-usage").security).toEqual([{ bearerAuth: [] }])
})
holds(29, "the credential is the team: two teams, two balances; two keys of one, one", async () => {
  const [rich, rich2, other] = await Promise.all([remaining("rich"), remaining("rich2"), remaining("other")])
  expect([rich === rich2, other]).toEqual([true, 70])
})
holds(30, "jobs of a team cannot be read by another", async () => {
  const { id } = await api.job("/v2/batch/scrape", { urls: [at("/docs/a")] })
  refused(await api.call("GET", `/v2/batch/scrape/${id}`, undefined, "other"), 404)
})
holds(31, "every refusal is { success: false, error }", async () => {
  await badScrape({ formats: "markdown" })
  refused(await api.call("GET", "/v2/crawl/00000000-0000-4000-8000-000000000000"), 404)
})
holds(32, "formats are an array", async () => void (await badScrape({ formats: "markdown" })))
holds(33, "names and objects may be mixed among formats", async () => {
  expect(Object.keys(await scrape("/product", { formats: ["markdown", { type: "json", schema: title }] }))).toEqual(
    expect.arrayContaining(["markdown", "json"])
  )
})
holds(34, "an unknown format is 400", async () => void (await badScrape({ formats: ["nonsense"] })))
holds(35, "markdown", async () => expect((await scrape("/docs/")).markdown).toContain("# Docs"))
holds(36, "html is cleaned", async () => {
  const { html } = await scrape("/frame", { formats: ["html"] })
  expect(html).toContain("<h1")
  expect(html).not.toContain("secret")
})
holds(37, "rawHtml is the source as it was sent", async () => {
  expect((await scrape("/frame", { formats: ["rawHtml"] })).rawHtml).toBe(pages["/frame"]!())
})
holds(38, "links", async () => {
  expect((await scrape("/docs/", { formats: ["links"] })).links).toContain(at("/docs/a"))
})
holds(39, "a summary without a model is short, of the page, and says that rules made it", async () => {
  const { metadata, summary } = await scrape("/article", { formats: ["summary"] })
  expect(summary.length).toBeGreaterThan(20)
  expect(summary.length).toBeLessThan(3000)
  expect(metadata.madeBy.summary).toBe("rules")
})
holds(40, "a summary with a model", async () => {
  asking.model.turns = [{ says: "In the model's words." }]
  const { metadata, summary } = await scrape("/article", { formats: ["summary"] }, "v2", asking)
  expect([summary, metadata.madeBy.summary]).toEqual(["In the model's words.", "model"])
})
holds(41, "images", async () => {
  expect((await scrape("/frame", { formats: ["images"] })).images).toContain(at("/web.png"))
})
holds(42, "json by a schema and a prompt", async () => {
  const format = { type: "json", prompt: "The name", schema: title }
  expect((await scrape("/product", { formats: [format] })).json).toEqual({ name: "Tide clock" })
})
holds(43, "json by a prompt alone", async () => {
  const { json } = await scrape("/product", { formats: [{ type: "json", prompt: "name and price" }] })
  expect(json).toMatchObject({ name: "Tide clock" })
})
holds(44, "a prompt that only a model can follow is refused honestly without one", async () => {
  const prompt = "Is it worth a visit, and how would a poet put it?"
  const { json, warning } = await scrape("/docs/a", { formats: ["markdown", { type: "json", prompt }] })
  expect(json).toBeUndefined()
  expect(warning).toContain("model")
})
holds(45, "a schema that is none is 400", async () => {
  await badScrape({ formats: [{ type: "json", schema: { type: "nonsense" } }] })
})
holds(46, "v2 has no format extract", async () => void (await badScrape({ formats: ["extract"] })))
holds(47, "v1 keeps extract, and json with jsonOptions", async () => {
  const old = await scrape("/product", { formats: ["extract"], extract: { schema: title } }, "v1")
  expect(old.extract).toEqual({ name: "Tide clock" })
  expect((await scrape("/product", { formats: ["json"], jsonOptions: { schema: title } }, "v1")).json).toEqual({
    name: "Tide clock"
  })
})
holds(48, "change tracking: new, same, then changed with a diff", async () => {
  const look = async () =>
    (await scrape("/changing", { formats: ["markdown", { type: "changeTracking", modes: ["git-diff"] }] }))
      .changeTracking
  expect((await look()).changeStatus).toBe("new")
  expect((await look()).changeStatus).toBe("same")
  revision++
  const changed = await look()
  expect([changed.changeStatus, changed.diff.text.includes("Revision 1")]).toEqual(["changed", true])
})
holds(49, "change tracking in json mode gives what was and what is", async () => {
  const schema = { type: "object", properties: { title: { type: "string" }, price: { type: "string" } } }
  const format = { type: "changeTracking", modes: ["json"], prompt: "The price", schema, tag: "json" }
  const says = (price: string) => (asking.model.turns = [{ says: JSON.stringify({ title: "Changing", price }) }])
  says("10 euros")
  const look = () => scrape("/changing", { formats: ["markdown", format] }, "v2", asking)
  await look()
  revision++
  says("12 euros")
  const { changeTracking } = await look()
  expect(changeTracking.json.price).toMatchObject({ previous: "10 euros", current: "12 euros" })
})
holds(50, "change tracking of a page that is removed", async () => {
  const look = async () => (await scrape("/gone", { formats: ["markdown", "changeTracking"] })).changeTracking
  expect((await look()).changeStatus).toBe("new")
  expect((await look()).changeStatus).toBe("removed")
})
holds(51, "json alone is extraction and tracks no change", async () => {
  expect(await scrape("/product", { formats: [{ type: "json", schema: title }] })).not.toHaveProperty("changeTracking")
})
holds(52, "changeTracking as a plain name", async () => {
  expect((await scrape("/docs/b", { formats: ["markdown", "changeTracking"] })).changeTracking.changeStatus).toBe("new")
})
holds(53, "a screenshot by an object", async () => {
  expect((await shot({ formats: [{ type: "screenshot" }] })).subarray(1, 4).toString()).toBe("PNG")
})
holds(54, "fullPage takes the whole height", async () => {
  expect(sizeOf(await shot({ formats: [{ type: "screenshot", fullPage: true }] })).height).toBeGreaterThan(3000)
})
holds(55, "quality gives a JPEG, smaller with less", async () => {
  const low = await shot({ formats: [{ type: "screenshot", quality: 5 }] })
  const high = await shot({ formats: [{ type: "screenshot", quality: 100 }] })
  expect([low.readUInt16BE(0), high.readUInt16BE(0)]).toEqual([0xffd8, 0xffd8])
  expect(low.length).toBeLessThan(high.length)
})
holds(56, "viewport is the size of the picture", async () => {
  const viewport = { width: 640, height: 480 }
  expect(sizeOf(await shot({ formats: [{ type: "screenshot", viewport }] }))).toEqual(viewport)
})
holds(57, "a screenshot with values out of range is 400", async () => {
  for (const wrong of [
    { quality: 0 },
    { quality: "high" },
    { viewport: { width: 0, height: 1 } },
    { fullPage: "yes" }
  ]) {
    await badScrape({ formats: [{ type: "screenshot", ...wrong }] })
  }
})
holds(58, "screenshot@fullPage is gone from v2, and works in v1 as screenshot does", async () => {
  await badScrape({ formats: ["screenshot@fullPage"] })
  const whole = sizeOf(await shot({ formats: ["screenshot@fullPage"] }, "v1"))
  const first = sizeOf(await shot({ formats: ["screenshot"] }, "v1"))
  expect(whole.height).toBeGreaterThan(first.height)
})
holds(59, "a screenshot by its name in v2", async () => {
  expect((await shot({ formats: ["screenshot"] })).length).toBeGreaterThan(100)
})
const stateOf = async (path: string, options: object, version = "v2") =>
  ok(await api.call("POST", `/${version}/scrape`, { url: at(path), ...options })).data.metadata.cacheState
holds(60, "v2 caches by default", async () => {
  await stateOf("/docs/a?60", {})
  expect(await stateOf("/docs/a?60", {})).toBe("hit")
})
holds(61, "v1 does not", async () => {
  await stateOf("/docs/a?61", {}, "v1")
  expect(await stateOf("/docs/a?61", {}, "v1")).not.toBe("hit")
})
holds(62, "the default of maxAge is two days", async () => {
  await stateOf("/docs/a?62", {})
  api.clock.aheadMs = 47 * 3_600_000
  const young = await stateOf("/docs/a?62", {})
  api.clock.aheadMs = 49 * 3_600_000
  const old = await stateOf("/docs/a?62", {})
  api.clock.aheadMs = 0
  expect([young, old]).toEqual(["hit", "miss"])
})
holds(63, "maxAge is milliseconds: 0 captures, large hits, negative and text are 400", async () => {
  await stateOf("/docs/a?63", {})
  expect(await stateOf("/docs/a?63", { maxAge: 0 })).not.toBe("hit")
  expect(await stateOf("/docs/a?63", { maxAge: 60_000 })).toBe("hit")
  await badScrape({ maxAge: -1 })
  await badScrape({ maxAge: "1" })
})
holds(64, "what a fresh scrape sees is what later scrapes see", async () => {
  const seen = async (options: object) =>
    ok(await api.call("POST", "/v2/scrape", { url: at("/changing?64"), ...options })).data.markdown
  await seen({})
  revision++
  const fresh = await seen({ maxAge: 0 })
  expect(fresh).toContain(`Revision ${revision}`)
  expect(await seen({})).toBe(fresh)
})
holds(65, "blockAds is on by default in a rendered page, and can be turned off", async () => {
  const rendered = { onlyMainContent: false, waitFor: 1 }
  expect((await scrape("/frame", rendered)).markdown).not.toContain("Buy flies")
  expect((await scrape("/frame", { ...rendered, blockAds: false })).markdown).toContain("Buy flies")
})
holds(66, "the same in a page that is only fetched", async () => {
  expect((await scrape("/frame", { onlyMainContent: false })).markdown).not.toContain("Buy flies")
  expect((await scrape("/frame", { onlyMainContent: false, blockAds: false })).markdown).toContain("Buy flies")
})
const tls = async (options: object, version: string) =>
  api.call("POST", `/${version}/scrape`, { url: site.tls("self-signed", "/page").href, maxAge: 0, ...options })
holds(67, "v2 accepts invalid certificates by default", async () => {
  expect(ok(await tls({}, "v2")).data.markdown).toContain("Hello.")
})
holds(68, "skipTlsVerification: false refuses them, and v1 does by default", async () => {
  expect(refused(await tls({ skipTlsVerification: false }, "v2"), 500).code).toBe("SCRAPE_SSL_ERROR")
  expect(refused(await tls({}, "v1"), 500).code).toBe("SCRAPE_SSL_ERROR")
})
holds(69, "removeBase64Images is on by default, and false keeps them", async () => {
  const all = { onlyMainContent: false }
  expect((await scrape("/frame", all)).markdown).not.toContain("data:image/png;base64,iVBOR")
  expect((await scrape("/frame", { ...all, removeBase64Images: false })).markdown).toContain("base64,iVBOR")
})
holds(70, "parsers: pdf, by name, by object or left out, and none", async () => {
  for (const parsers of [undefined, ["pdf"], [{ type: "pdf" }]]) {
    const { markdown } = await scrape("/file.pdf", parsers === undefined ? {} : { parsers })
    expect(markdown).toContain("Hello from a PDF")
  }
  expect((await scrape("/file.pdf", { parsers: [] })).markdown).not.toContain("Hello from a PDF")
})
holds(71, "parsePDF is gone from v2, and works in v1", async () => {
  await badScrape({ parsePDF: true })
  expect((await scrape("/file.pdf", { parsePDF: true }, "v1")).markdown).toContain("Hello from a PDF")
  expect((await scrape("/file.pdf", { parsePDF: false }, "v1")).markdown).not.toContain("Hello from a PDF")
})
holds(72, "another parser is 400", async () => void (await badScrape({ parsers: ["nonsense"] })))
holds(73, "v2 refuses the crawl options of v1", async () => {
  for (const old of [
    { allowBackwardCrawling: true },
    { allowBackwardLinks: true },
    { maxDepth: 2 },
    { ignoreSitemap: true }
  ]) {
    await badCrawl(old)
  }
})
const skip = { sitemap: "skip" }
holds(74, "a crawl stays below its start path", async () => expect(await crawled(skip)).not.toContain("/blog"))
holds(75, "crawlEntireDomain reaches siblings and parents", async () => {
  expect(await crawled({ ...skip, crawlEntireDomain: true })).toContain("/blog")
})
holds(76, "v1 keeps allowBackwardCrawling and allowBackwardLinks", async () => {
  for (const old of [{ allowBackwardCrawling: true }, { allowBackwardLinks: true }]) {
    expect(await crawled({ ignoreSitemap: true, ...old }, "v1")).toContain("/blog")
  }
})
holds(77, "maxDiscoveryDepth 0 without sitemap: the start alone", async () => {
  expect(await crawled({ ...skip, maxDiscoveryDepth: 0 })).toEqual(["/docs/"])
})
holds(78, "maxDiscoveryDepth 0 with sitemap: start and its pages", async () => {
  expect(await crawled({ maxDiscoveryDepth: 0 })).toEqual(["/docs/", "/docs/sm"])
})
holds(79, "maxDiscoveryDepth 1: their links", async () => {
  expect(await crawled({ maxDiscoveryDepth: 1 })).toEqual(["/docs/", "/docs/a", "/docs/b", "/docs/sm", "/docs/sm/2"])
})
holds(80, "maxDiscoveryDepth 2: one further", async () => {
  const found = await crawled({ ...skip, maxDiscoveryDepth: 2 })
  expect(found).toEqual(["/docs/", "/docs/a", "/docs/a/2", "/docs/b"])
})
holds(81, "maxDiscoveryDepth left out has no bound; negative and fraction are 400", async () => {
  expect(await crawled(skip)).toContain("/docs/a/3")
  await badCrawl({ maxDiscoveryDepth: -1 })
  await badCrawl({ maxDiscoveryDepth: 1.5 })
})
holds(82, "v1 keeps maxDepth, by segments of the path", async () => {
  expect(await crawled({ ignoreSitemap: true, maxDepth: 2 }, "v1")).toEqual(["/docs/", "/docs/a", "/docs/b"])
})
holds(83, "sitemap skip: no page that only the sitemap names", async () => {
  expect(await crawled(skip)).not.toContain("/docs/sm")
})
holds(84, "sitemap include is both, and the default", async () => {
  const both = await crawled({ sitemap: "include" })
  expect(both).toEqual(expect.arrayContaining(["/docs/a", "/docs/sm"]))
  expect(await crawled()).toEqual(both)
})
holds(85, "sitemap only: start and its pages, no links", async () => {
  expect(await crawled({ sitemap: "only" })).toEqual(["/docs/", "/docs/sm"])
})
holds(86, "another value of sitemap is 400", async () => void (await badCrawl({ sitemap: "maybe" })))
holds(87, "v1 keeps ignoreSitemap, and refuses sitemap", async () => {
  expect(await crawled({ ignoreSitemap: true }, "v1")).not.toContain("/docs/sm")
  expect(await crawled({ ignoreSitemap: false }, "v1")).toContain("/docs/sm")
  await badCrawl({ sitemap: "skip" }, "v1")
})
holds(88, "the sitemap modes of a map", async () => {
  expect(await mapped({ sitemap: "skip" })).not.toContain("/docs/sm")
  expect(await mapped({ sitemap: "only" })).not.toContain("/docs/a")
  expect(await mapped({})).toEqual(expect.arrayContaining(["/docs/a", "/docs/sm"]))
})
const preview = async (prompt: string, by = api) =>
  ok(await by.call("POST", "/v2/crawl/params-preview", { url: at("/"), prompt })).data
holds(89, "a prompt gives paths and limits without a model", async () => {
  expect(await preview("only the docs, at most 3 pages")).toMatchObject({
    includePaths: [expect.any(String)],
    limit: 3
  })
})
holds(90, "options by hand win over a prompt", async () => {
  const body = { url: at("/docs/"), prompt: "at most 3 pages", limit: 2, sitemap: "skip" }
  expect((await api.job("/v2/crawl", body)).data).toHaveLength(2)
})
holds(91, "usual sentences of prompts are understood without a model", async () => {
  for (const [prompt, option] of [
    ["Extract all blog posts and documentation", "includePaths"],
    ["Only crawl the blog section, skip the docs", "excludePaths"],
    ["Crawl everything except the legal pages", "excludePaths"],
    ["Get all pricing information", "includePaths"],
    ["only German pages", "includePaths"],
    ["only English pages", "excludePaths"],
    ["Crawl the docs but no deeper than 2 levels", "maxDiscoveryDepth"],
    ["Crawl all product pages and ignore the forum", "excludePaths"]
  ] as const) {
    expect([prompt, Object.keys(await preview(prompt))]).toEqual([prompt, expect.arrayContaining([option])])
  }
})
holds(92, "with a model what the grammar left over is asked, within bounds", async () => {
  const words = "whatever a beekeeper would enjoy"
  const option = (name: string, value: unknown) => ({ option: name, value, words, reason: "The wish says so" })
  const options = [option("includePaths", ["^/bees/"]), option("ignoreRobotsTxt", true), option("limit", 20_000)]
  asking.model.turns = [{ says: JSON.stringify({ options }) }]
  const data = await preview(words, asking)
  expect(data.includePaths).toEqual(["^/bees/"])
  expect(data.ignoreRobotsTxt).not.toBe(true)
  expect(data.limit ?? 0).toBeLessThanOrEqual(10_000)
})
holds(93, "sources are names and objects; another value is 400", async () => {
  expect(Object.keys(await searched({ sources: ["web", { type: "news" }] })).toSorted()).toEqual(["news", "web"])
  refused(await api.call("POST", "/v2/search", { query: "x", sources: ["nonsense"] }))
})
holds(94, "news alone and images alone give only that", async () => {
  for (const source of ["news", "images"]) expect(Object.keys(await searched({ sources: [source] }))).toEqual([source])
})
holds(95, "deviation: sources are what is searched, not what is searched besides the web", async () => {
  expect(await searched({ sources: ["news"] })).not.toHaveProperty("web")
  await documented("`sources`")
})
holds(96, "the web is searched when sources are left out", async () => {
  expect(Object.keys(await searched({}))).toEqual(["web"])
})
holds(97, "v1 refuses sources", async () => {
  refused(await api.call("POST", "/v1/search", { query: "x", sources: ["web"] }))
})
holds(98, "POST /v2/scrape takes JSON and a bearer, and needs a url", async () => {
  refused(await api.call("POST", "/v2/scrape", { formats: ["markdown"] }))
  const text = await fetch(`${api.base}/v2/scrape`, {
    method: "POST",
    headers: { authorization: "Bearer fc-rich", "content-type": "text/plain" },
    body: "url=x"
  })
  expect(text.status).toBeGreaterThanOrEqual(400)
})
holds(99, "url is a web address", async () => {
  for (const url of ["ftp://example.com/", "not an address", 1, ""]) {
    refused(await api.call("POST", "/v2/scrape", { url }))
  }
})
holds(100, "a preview of a prompt gives paths and limits", async () => {
  expect(await preview("only the blog, 10 pages")).toMatchObject({ includePaths: [expect.any(String)], limit: 10 })
})
holds(101, "it starts nothing", async () => {
  const before = site.requests().length
  await preview("only the blog, 10 pages")
  expect(site.requests()).toHaveLength(before)
  expect((await api.call("GET", "/v2/crawl/active")).body.crawls).toEqual([])
})
holds(102, "the crawl of the prompt uses what the preview said", async () => {
  const prompt = "only the docs, 2 pages"
  const { includePaths, limit } = await preview(prompt)
  const job = await api.job("/v2/crawl", { url: at("/docs/"), prompt, sitemap: "skip" })
  expect(job.started.body.finalCrawlerOptions ?? job.started.body.promptGeneratedOptions).toMatchObject({
    includePaths,
    limit
  })
  expect(job.data.length).toBeLessThanOrEqual(2)
})
holds(103, "a preview without url or prompt is 400, without key 401", async () => {
  const path = "/v2/crawl/params-preview"
  refused(await api.call("POST", path, { prompt: "docs" }))
  refused(await api.call("POST", path, { url: at("/") }))
  refused(await api.call("POST", path, { url: at("/"), prompt: "docs" }, ""), 401)
})
holds(104, "POST /v2/search", async () => expect((await searched({})).web).toHaveLength(1))
holds(105, "POST /v2/map", async () => expect((await mapped({})).length).toBeGreaterThan(1))
for (const [number, path, body] of [
  [106, "/v2/crawl", () => ({ url: at("/docs/b"), limit: 1 })],
  [107, "/v2/batch/scrape", () => ({ urls: [at("/docs/b")] })],
  [108, "/v2/extract", () => ({ urls: [at("/product")], schema: title })]
] as const) {
  holds(number, `POST ${path} starts`, async () => {
    expect(ok(await api.call("POST", path, body())).id).toMatch(/^[0-9a-f-]{36}$/)
  })
}
holds(109, "a crawl is read, stopped and asked for errors by its id", async () => {
  const { id } = ok(await api.call("POST", "/v2/crawl", { url: at("/docs/"), delay: 1 }))
  ok(await api.call("GET", `/v2/crawl/${id}`))
  expect((await api.call("GET", `/v2/crawl/${id}/errors`)).body.errors).toEqual([])
  expect((await api.call("DELETE", `/v2/crawl/${id}`)).body.status).toBe("cancelled")
})
holds(110, "so are batches and extractions", async () => {
  const { id } = await api.job("/v2/batch/scrape", { urls: [at("/docs/b")] })
  expect((await api.call("GET", `/v2/batch/scrape/${id}/errors`)).body.errors).toEqual([])
  expect((await api.job("/v2/extract", { urls: [at("/product")], schema: title })).status).toBe("completed")
})
holds(111, "watching a job by its id gives every page and the end", async () => {
  const { id } = ok(await api.call("POST", "/v2/batch/scrape", { urls: [at("/docs/a"), at("/docs/b")] }))
  const socket = new WebSocket(`${api.base.replace("http", "ws")}/v2/batch/scrape/${id}`, ["fc-rich"])
  const seen = new Set<string>()
  const end = await new Promise<string>((resolve, reject) => {
    socket.addEventListener("error", () => reject(new Error("The socket failed")))
    socket.addEventListener("message", ({ data }) => {
      const frame = JSON.parse(String(data))
      const documents = frame.type === "catchup" ? frame.data.data : frame.type === "document" ? [frame.data] : []
      for (const { metadata } of documents) seen.add(metadata.sourceURL)
    })
    socket.addEventListener("close", ({ reason }) => resolve(reason))
  })
  expect([[...seen].toSorted(), end]).toEqual([[at("/docs/a"), at("/docs/b")], '{"type":"done"}'])
})
holds(112, "v1 makes llms.txt as a job with a status", async () => {
  const job = await api.job("/v1/llmstxt", { url: at("/docs/"), maxUrls: 2 })
  expect([job.status, job.data.llmstxt.startsWith("# ")]).toEqual(["completed", true])
})
holds(113, "v2 does not", async () => {
  refused(await api.call("POST", "/v2/llmstxt", { url: at("/docs/") }), 404)
})
holds(114, "v1 remains", async () => expect((await scrape("/docs/a", {}, "v1")).markdown).toContain("# A"))
holds(115, "v1 is marked as superseded, in OpenAPI and in answers", async () => {
  expect(operation("/v1/scrape", "post").deprecated).toBe(true)
  const { headers } = await usage()
  expect([headers.get("deprecation"), headers.get("link")]).toEqual([
    expect.stringMatching(/^@\d+$/),
    '</v2/team/token-usage>; rel="successor-version"'
  ])
})
holds(116, "v2 is what documents and library lead to", async () => {
  const readme = await readFile(new URL("../../../../README.md", import.meta.url), "utf8")
  expect(readme).not.toMatch(/\/v1\/scrape/)
  expect(operation("/v2/scrape", "post").deprecated).toBeUndefined()
})
holds(117, "OpenAPI has the defaults of v2", async () => {
  const { properties } = operation("/v2/scrape", "post").requestBody.content["application/json"].schema
  const names = ["onlyMainContent", "blockAds", "skipTlsVerification", "removeBase64Images", "maxAge"]
  expect(names.map((name) => properties[name].default)).toEqual([true, true, true, true, 172_800_000])
})
holds(118, "every status that the server answers is in its OpenAPI", async () => {
  for (const path of ["/v1/scrape", "/v2/scrape", "/v2/crawl", "/v2/search", "/v2/extract"]) {
    const known = Object.keys(operation(path, "post").responses)
    expect(known).toEqual(
      expect.arrayContaining("400 401 402 403 404 408 409 413 415 422 429 500 501 502 503".split(" "))
    )
  }
})
holds(119, "the HTTP client has the names: start, status, and one that waits", async () => {
  const { v1, v2 } = createClient({ baseUrl: api.base, apiKey: "fc-rich" })
  const { id } = await v2.startCrawl({ url: at("/docs/b"), limit: 1 })
  expect((await v2.getCrawlStatus(id)).success).toBe(true)
  for (const version of [v1, v2]) {
    const job = await version.crawl({ url: at("/docs/b"), limit: 1 }, { pollIntervalMs: 10 })
    expect([job.status, job.data.length]).toEqual(["completed", 1])
  }
})
holds(120, "library: short names, start and status apart, and waiting variants", async () => {
  const { orb } = api
  expect((await orb.scrape(at("/docs/a"))).markdown).toContain("# A")
  expect((await orb.map(at("/docs/"))).links.length).toBeGreaterThan(1)
  expect((await orb.crawl(at("/docs/b"), { limit: 1 })).data).toHaveLength(1)
  expect((await orb.batchScrape([at("/docs/b")])).data).toHaveLength(1)
  const { id } = await orb.startCrawl(at("/docs/b"), { limit: 1 })
  expect((await orb.getCrawlStatus(id)).id).toBe(id)
})
holds(121, "library: every named format, and json and screenshot as objects", async () => {
  const formats = [
    "markdown",
    "html",
    "rawHtml",
    "links",
    "images",
    "summary",
    { type: "json", schema: title }
  ] as const
  const data = await api.orb.scrape(at("/product"), { formats })
  expect(Object.keys(data)).toEqual(
    expect.arrayContaining(["markdown", "html", "rawHtml", "links", "images", "summary", "json"])
  )
  expect((await api.orb.scrape(at("/tall"), { formats: [{ type: "screenshot" }] })).screenshot).toMatch(/^data:image/)
})
holds(122, "library: maxAge is two days by default, and 0 captures", async () => {
  await api.orb.scrape(at("/docs/a?122"))
  expect((await api.orb.scrape(at("/docs/a?122"))).metadata.cacheState).toBe("hit")
  expect((await api.orb.scrape(at("/docs/a?122"), { maxAge: 0 })).metadata.cacheState).not.toBe("hit")
})
holds(123, "deviation: the library verifies certificates", async () => {
  await expect(api.orb.scrape(site.tls("self-signed", "/page").href)).rejects.toMatchObject({ _tag: "CaptureError" })
  await documented("`skipTlsVerification`")
})
holds(124, "library: sitemap modes, maxDiscoveryDepth, crawlEntireDomain", async () => {
  const paths = async (options: object) =>
    (await api.orb.crawl(at("/docs/"), options)).data.map(({ metadata }) => new URL(metadata.url).pathname).toSorted()
  expect(await paths({ sitemap: "only" })).toEqual(["/docs/", "/docs/sm"])
  expect(await paths({ sitemap: "skip", maxDiscoveryDepth: 0 })).toEqual(["/docs/"])
  expect(await paths({ sitemap: "skip", crawlEntireDomain: true })).toContain("/blog")
})
holds(125, "library: a crawl by a prompt, and its preview", async () => {
  const { options } = await api.orb.crawlParamsPreview(at("/"), "only the docs, 2 pages")
  expect(options).toMatchObject({ limit: 2 })
  const job = await api.orb.crawl(at("/docs/"), { prompt: "at most 2 pages", sitemap: "skip" })
  expect(job.data).toHaveLength(2)
})
holds(126, "library: extractions, started and waited for", async () => {
  const { id } = await api.orb.startExtract({ urls: [at("/product")], schema: title })
  expect((await api.orb.getExtractStatus(id)).id).toBe(id)
  expect((await api.orb.extract({ urls: [at("/product")], schema: title })).data).toEqual({ name: "Tide clock" })
})
holds(127, "library: a watcher by the id of a job", async () => {
  const { id } = await api.orb.startBatchScrape([at("/docs/a"), at("/docs/b")])
  const seen: Array<string> = []
  const watcher = api.orb.watcher(id)
  const ended = new Promise((resolve) => watcher.on("done", resolve))
  watcher.on("document", (document) => seen.push(document.metadata.url))
  await ended
  expect(seen.toSorted()).toEqual([at("/docs/a"), at("/docs/b")])
})
holds(128, "library: names that v2 removed are refused", async () => {
  const loose = api.orb as unknown as Record<string, (url: string, options: object) => Promise<unknown>>
  for (const [method, options] of [
    ["crawl", { maxDepth: 1 }],
    ["crawl", { ignoreSitemap: true }],
    ["scrape", { parsePDF: true }],
    ["scrape", { formats: ["extract"] }]
  ] as const) {
    await expect(loose[method]!(at("/docs/"), options)).rejects.toBeInstanceOf(Error)
  }
})
holds(129, "library: the sources web, news and images", async () => {
  const { sources } = await api.orb.search(`spiders ${at("/docs/a")}`, { sources: ["web", "news", "images"] })
  expect([sources.web?.length, sources.news?.length, sources.images?.length]).toEqual([1, 1, 1])
})

/** A deviation stands in the page about compatibility. */
const documented = async (what: string) => {
  const text = await readFile(new URL("../../../../docs/reference/compatibility.md", import.meta.url), "utf8")
  const section = text.slice(text.indexOf("## Deviations"))
  expect(section).toContain(what)
}

it("deviation: a map keeps the trailing slash that the site writes", async () => {
  expect(await mapped({ sitemap: "skip" })).toEqual(expect.arrayContaining(["/docs/", "/docs/a"]))
  await documented("trailing slash")
})

it("lists every requirement once", () => {
  expect([...listed].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 129 }, (_, index) => index + 1))
})
