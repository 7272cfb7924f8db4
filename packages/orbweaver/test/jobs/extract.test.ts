// Extraction and llms.txt through the Promise facade, over a site with known truth.
import * as Account from "@orbweaver/core/accounts/Account"
import { Extractor } from "@orbweaver/extraction/extract/Extractor"
import { Ledger } from "@orbweaver/core/accounts/Ledger"
import { SearchError, SearchProvider } from "@orbweaver/core/search/SearchProvider"
import { sqlite } from "@orbweaver/storage/sqlite"
import { company, instruments, routes, team } from "@orbweaver/testing/internal/CompanySite"
import { type Routes, send } from "@orbweaver/testing/internal/site/Route"
import { type Running, start } from "@orbweaver/testing/TestSite"
import { Effect, Layer } from "effect"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createOrbweaver, layer, type Orbweaver } from "orbweaver/effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { shop, worker, workElsewhere } from "../support/extract.ts"

let site: Running
let orb: Orbweaver

beforeAll(async () => {
  site = await start({ routes })
  orb = createOrbweaver({ egress: { allowLocal: true } })
})

afterAll(async () => {
  await orb.close()
  await site.close()
})

const at = (path: string) => site.url(path).href

const wanted = instruments.map(({ name, price, sku, weight }) => ({ name, sku, price, weight }))

const contact = {
  type: "object",
  properties: {
    name: { type: "string" },
    founded: { type: "string" },
    phone: { type: "string" },
    email: { type: "string" }
  }
}

describe("orb.extract", () => {
  it("reads a site that ends in /*, and says which pages each value comes from", async () => {
    const answer = await orb.extract({ urls: [at("/company/*")], schema: shop, showSources: true })
    expect(answer).toMatchObject({ status: "completed", success: true, madeBy: "rules", tokensUsed: 0 })
    expect(answer).not.toHaveProperty("errors")
    const { products } = answer.data as { products: ReadonlyArray<{ sku: string }> }
    expect(products.toSorted((left, right) => left.sku.localeCompare(right.sku))).toEqual(
      wanted.toSorted((left, right) => left.sku.localeCompare(right.sku))
    )
    const sextant = products.findIndex(({ sku }) => sku === "SX-3")
    expect(answer.sources?.[`products.${sextant}.weight`]).toEqual([at("/company/shop/sextant")])
    // One for the map, one for each of its pages, the second of the list among them.
    expect(answer.creditsUsed).toBe(1 + 7 + instruments.length)
  })

  it("asks for pages below /* with the trailing slash that the site writes", async () => {
    const bodies: Readonly<Record<string, (origin: string) => string>> = {
      "": () => "<h1>Wares</h1>",
      // Named by the sitemap alone, so that the map does not open it.
      "oar/": () => `<h1>Oar</h1><dl><dt>SKU</dt><dd>OAR-7</dd></dl>`,
      "sitemap.xml": (origin) =>
        `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${origin}/wares/oar/</loc></url></urlset>`
    }
    const slashed: Routes = {
      "/wares/": ({ response, url }, rest) => {
        const body = bodies[rest]?.(url.origin)
        const type = rest.endsWith(".xml") ? "application/xml" : "text/html"
        send(response, body ?? "<p>Not here</p>", type, {}, body === undefined ? 404 : 200)
      }
    }
    const wares = await start({ routes: slashed })
    const schema = { type: "object", properties: { sku: { type: "string" } } }
    const answer = await orb
      .extract({ urls: [wares.url("/wares/*").href], schema, showSources: true })
      .finally(() => wares.close())
    expect(answer.data).toEqual({ sku: "OAR-7" })
    expect(answer.sources).toEqual({ sku: [wares.url("/wares/oar/").href] })
  })

  it("puts one thing together from pages that tell of it, and leaves out what tells of another", async () => {
    const urls = ["", "contact", "blog/tides", "shop/lead", "team"].map((path) => at(`/company/${path}`))
    expect((await orb.extract({ urls, schema: contact })).data).toEqual(company)
    expect((await orb.extract({ urls: urls.toReversed(), schema: contact })).data).toEqual(company)
  })

  it("reads no more pages than it may, the likeliest first", async () => {
    const schema = { type: "object", properties: { phone: { type: "string" } }, description: "contact" }
    const answer = await orb.extract({ urls: [at("/company/*")], schema, limit: 3, showSources: true })
    expect(answer.data).toEqual({ phone: company.phone })
    expect(answer.creditsUsed).toBe(4)
  })

  it("takes lists and single values out of one page", async () => {
    const schema = {
      type: "array",
      items: { type: "object", properties: { name: { type: "string" }, role: { type: "string" } } }
    }
    const answer = await orb.extract({ urls: [at("/company/team")], schema })
    expect(answer.data).toEqual(team.map(({ name, role }) => ({ name, role })))
  })

  it("says what it did not find, and never answers with nothing", async () => {
    const schema = { type: "object", properties: { phone: { type: "string" }, isbn: { type: "string" } } }
    const partly = await orb.extract({ urls: [at("/company/contact")], schema })
    expect(partly.data).toEqual({ phone: company.phone })
    expect(partly.warning).toContain("Not found on the pages: /isbn.")
    const nothing = await orb.extract({
      urls: [at("/company/privacy"), at("/missing")],
      schema: { type: "object", properties: { isbn: { type: "string" } } }
    })
    expect(nothing).toMatchObject({ status: "failed", success: false })
    expect(nothing.error).toMatch(/^None of the requested values was found on the page \(.*\/missing: .* 404/)
    expect(nothing).not.toHaveProperty("data")
    const unfit = await orb.extract({ urls: [at("/company/shop/")], schema: shop })
    expect(unfit.error).toMatch(
      /^Nothing that was found matches the schema: \d list items \(.*must have the property sku/
    )
  })

  it("leaves out items of lists that lack what is required, and says how many", async () => {
    const schema = {
      type: "object",
      properties: {
        products: { ...shop.properties.products, items: { ...shop.properties.products.items, required: ["weight"] } }
      }
    }
    const answer = await orb.extract({ urls: [at("/company/shop/"), at("/company/shop/lead")], schema })
    expect(answer.data).toEqual({ products: [wanted[4]] })
    expect(answer.warning).toMatch(
      /do not match the schema: \d list items \([\w ]+ of http:\S+: it must have the property weight; /
    )
  })

  it("names the fields that some items lack, and the given pages that add nothing", async () => {
    const items = { ...shop.properties.products.items, required: ["name"] }
    const schema = { type: "object", properties: { products: { type: "array", items } } }
    const answer = await orb.extract({ urls: [at("/company/shop/"), at("/company/privacy")], schema })
    expect(answer.warning).toContain("Not found for each item: /products/*/sku (3 of 3), /products/*/weight (3 of 3).")
    expect(answer.warning).toContain(`Nothing was taken from: ${at("/company/privacy")}.`)
  })

  it("reads the pages below an address that only answers without its slash", async () => {
    const unslashed: Routes = {
      "/stall": ({ response }) =>
        send(response, `<h1>Stall</h1><a href="/stall/clock">Clock</a> <a href="/about">About</a>`),
      "/stall/clock": ({ response }) => send(response, `<h1>Deck clock</h1><dl><dt>SKU</dt><dd>DC-1</dd></dl>`)
    }
    const stall = await start({ routes: unslashed })
    const schema = { type: "object", properties: { sku: { type: "string" } } }
    const answer = await orb
      .extract({ urls: [stall.url("/stall/*").href], schema, showSources: true })
      .finally(() => stall.close())
    expect(answer.data).toEqual({ sku: "DC-1" })
    expect(answer.sources).toEqual({ sku: [stall.url("/stall/clock").href] })
  })

  it("refuses addresses and schemas that make no sense, with the place", async () => {
    const refused = (input: Parameters<Orbweaver["extract"]>[0]) =>
      orb.extract(input).then(
        () => undefined,
        (error: unknown) => error as Error
      )
    expect(await refused({})).toMatchObject({ _tag: "InvalidInput" })
    expect(await refused({ urls: ["not an address"], prompt: "phone" })).toMatchObject({
      issues: [{ path: ["urls", 0] }]
    })
    expect(await refused({ urls: Array.from({ length: 1001 }, () => at("/page")) })).toMatchObject({
      issues: [{ path: ["urls"] }]
    })
    expect(await refused({ urls: [at("/page")], schema: { properties: { a: { pattern: "(" } } } })).toMatchObject({
      issues: [{ path: ["schema", "properties", "a", "pattern"] }]
    })
    expect(await refused({ urls: [at("/page")], schema: { $ref: "#" } })).toMatchObject({
      issues: [{ path: ["schema", "$ref"] }]
    })
    expect(
      await refused({
        urls: [at("/page")],
        schema: { enum: Array.from({ length: 60_000 }, (_, index) => `choice ${index}`) }
      })
    ).toMatchObject({ issues: [{ path: ["schema"] }] })
    expect(await refused({ urls: [at("/page")], prompt: "x".repeat(10_001) })).toMatchObject({
      issues: [{ path: ["prompt"] }]
    })
    expect((await refused({ urls: [at("/page")], prompt: "What do they think of the sea?" }))?.message).toContain(
      "configure a model"
    )
    await expect(orb.getExtractStatus("nobody")).rejects.toMatchObject({ _tag: "JobNotFound" })
  })

  it("follows schemas that refer to themselves as far as pages go", async () => {
    const schema = {
      $defs: {
        part: {
          type: "object",
          properties: { name: { type: "string" }, parts: { type: "array", items: { $ref: "#/$defs/part" } } }
        }
      },
      $ref: "#/$defs/part"
    }
    const answer = await orb.extract({ urls: [at("/company/")], schema })
    expect(answer.data).toEqual({ name: company.name })
  })

  it("fails when a site has nothing to read, and says so", async () => {
    const answer = await orb.extract({ urls: [at("/missing/*")], schema: contact })
    expect(answer).toMatchObject({
      status: "failed",
      error: `No pages were found below ${at("/missing/")}. ${at("/missing/")} answered with status 404.`
    })
  })

  it("reads no address that the policy refuses, and says so", async () => {
    await using guarded = createOrbweaver({ egress: { allowLocal: true, block: [site.url("/").hostname] } })
    const answer = await guarded.extract({ urls: [at("/company/contact")], prompt: "phone" })
    expect(answer).toMatchObject({ status: "failed", errors: [{ url: at("/company/contact") }] })
    expect(await guarded.extract({ urls: [at("/company/*")], prompt: "phone" })).toMatchObject({ status: "failed" })
  })

  it("stops when it is cancelled", async () => {
    const { id } = await orb.startExtract({ urls: [at("/hang")], schema: contact })
    expect((await orb.getExtractStatus(id)).status).toBe("processing")
    expect(await orb.cancelExtract(id)).toBe(true)
    expect(await orb.cancelExtract(id)).toBe(false)
    expect((await orb.getExtractStatus(id)).status).toBe("cancelled")
  })

  it("gives up waiting when asked to, and goes on", async () => {
    await expect(orb.extract({ urls: [at("/hang")], schema: contact, waitTimeout: "50 millis" })).rejects.toMatchObject(
      {
        _tag: "WaitTimedOut"
      }
    )
  })
})

describe("orb.extract over a search", () => {
  const searching = (search: SearchProvider["Service"]["search"]) =>
    createOrbweaver({
      egress: { allowLocal: true },
      search: Layer.succeed(SearchProvider, { name: "test", sources: ["web"], search })
    })

  it("reads what is found when no address is given", async () => {
    await using orb = searching(() => Effect.succeed([{ url: at("/company/contact"), title: "Contact" }]))
    const answer = await orb.extract({ prompt: "phone and email" })
    expect(answer.data).toEqual({ phone: company.phone, email: company.email })
    // One page, and a search of up to ten results.
    expect(answer.creditsUsed).toBe(3)
  })

  it("reads what is found beside what is given", async () => {
    await using orb = searching(() => Effect.succeed([{ url: at("/company/contact"), title: "Contact" }]))
    const answer = await orb.extract({ urls: [at("/company/")], schema: contact, enableWebSearch: true })
    expect(answer.data).toEqual(company)
  })

  it("warns when the search fails, and fails when nothing else was given", async () => {
    await using orb = searching(() =>
      Effect.fail(new SearchError({ provider: "test", why: "not-configured", detail: "no key" }))
    )
    const answer = await orb.extract({ urls: [at("/company/contact")], prompt: "phone", enableWebSearch: true })
    expect(answer.data).toEqual({ phone: company.phone })
    expect(answer.warning).toContain("The web was not searched")
    expect(await orb.extract({ prompt: "phone" })).toMatchObject({ status: "failed" })
  })
})

it("an extraction whose worker is killed goes on elsewhere, reads no page twice and charges none twice", async () => {
  const folder = await mkdtemp(join(tmpdir(), "extract-"))
  let kill = () => {}
  const shown = new Map<string, number>()
  const own = await start({
    routes: {
      "/company/": (visit, rest) => {
        shown.set(rest, (shown.get(rest) ?? 0) + 1)
        if ([...shown.values()].filter((times) => times > 1).length > 3) kill()
        routes["/company/"]!(visit, rest)
      }
    }
  })
  try {
    const file = join(folder, "jobs.sqlite")
    const elsewhere = workElsewhere({ file, schema: shop, urls: [own.url("/company/*").href] })
    // Killed by the site itself, once it has shown some pages again after the map.
    kill = elsewhere.kill
    const id = await elsewhere.id
    await elsewhere.gone
    await using orb = createOrbweaver({ egress: { allowLocal: true }, stores: sqlite(file), worker })
    const done = await orb.waitForCrawl(id)
    expect(done.status).toBe("completed")
    const answer = await orb.getExtractStatus(id)
    expect((answer.data as { products: ReadonlyArray<unknown> }).products).toHaveLength(instruments.length)
    expect(answer.creditsUsed).toBe(done.completed + 1)
  } finally {
    kill()
    await own.close()
    await rm(folder, { recursive: true })
  }
})

it("webhooks tell of the start and of what was found, and of no page", async () => {
  const told: Array<{ type: string; data: ReadonlyArray<unknown> }> = []
  const server = createServer((request, response) => {
    let text = ""
    request.on("data", (chunk) => (text += chunk))
    request.on("end", () => {
      told.push(JSON.parse(text))
      response.end()
      server.emit("told")
    })
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const webhook = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const { id } = await orb.startExtract({ urls: [at("/company/contact")], prompt: "phone", webhook })
  while (told.length < 2) await once(server, "told")
  const failing = await orb.startExtract({ urls: [at("/missing")], prompt: "phone", webhook })
  while (told.length < 4) await once(server, "told")
  const stopped = await orb.startExtract({ urls: [at("/hang")], prompt: "phone", webhook })
  await orb.cancelExtract(stopped.id)
  while (told.length < 6) await once(server, "told")
  server.close()
  expect(told.map(({ type }) => type)).toEqual([
    "extract.started",
    "extract.completed",
    "extract.started",
    "extract.failed",
    "extract.started",
    "extract.cancelled"
  ])
  expect(told[1]).toMatchObject({ id, data: [{ success: true, extractId: id, data: { phone: company.phone } }] })
  expect(told[3]).toMatchObject({ id: failing.id, success: false, error: expect.stringContaining("404") })
})

it("an account without credits is told so, and its job ends with what it owes nothing for", async () => {
  const account: Account.Account = {
    ...Account.localAccount,
    id: "poor",
    plan: { ...Account.localAccount.plan, credits: 2 }
  }
  const urls = ["contact", "team", "privacy", "shop/lead"].map((path) => at(`/company/${path}`))
  const { status, used } = await Effect.runPromise(
    Effect.gen(function* () {
      const extractor = yield* Extractor
      const { job } = yield* extractor.start(urls, { schema: contact, maxConcurrency: 1 })
      for (;;) {
        const status = yield* extractor.status(job.id)
        if (status.status !== "processing") {
          return { status, used: (yield* (yield* Ledger).balance(account, "credits")).used }
        }
        yield* Effect.sleep(20)
      }
    }).pipe(
      Effect.provideService(Account.CurrentAccount, account),
      Effect.provide(layer({ egress: { allowLocal: true }, worker: { accountOf: () => Effect.succeed(account) } }))
    )
  )
  expect(status).toMatchObject({ status: "failed", error: expect.stringContaining("Insufficient credits") })
  expect(used).toBeLessThanOrEqual(2)
})

describe("orb.generateLLMsText", () => {
  it("writes the name of the site, what it is about, and its pages in sections", async () => {
    const { data, madeBy, status } = await orb.generateLLMsText(at("/company/"), { maxUrls: 20 })
    expect({ madeBy, status }).toEqual({ madeBy: "rules", status: "completed" })
    expect(data.llmstxt).toContain("# Marlow Instruments\n\n> Clocks and instruments for the sea, made by hand.\n\n## ")
    expect(data.llmstxt).toContain(`- [Team](${at("/company/team")})`)
    expect(data.llmstxt).toMatch(/\n## Shop\n\n- \[/)
    expect(data.llmstxt.trimEnd().split("\n\n").at(-2)).toBe("## Optional")
    expect(data).not.toHaveProperty("llmsfulltxt")
  })

  it("gives the pages whole when asked to", async () => {
    const { data } = await orb.generateLLMsText(at("/company/"), { maxUrls: 4, showFullText: true })
    expect(data.llmsfulltxt).toMatch(/^# Marlow Instruments\n\n## Home \| Marlow Instruments\n# Marlow Instruments\n/)
  })

  it("refuses numbers out of bounds, and fails where there is nothing", async () => {
    await expect(orb.generateLLMsText(at("/company/"), { maxUrls: 0 })).rejects.toMatchObject({ _tag: "InvalidInput" })
    await expect(orb.generateLLMsText("not an address")).rejects.toMatchObject({ _tag: "InvalidInput" })
    expect(await orb.generateLLMsText(at("/missing"))).toMatchObject({ status: "failed", success: false })
  })
})
