// A format of the table can be asked for wherever the table says so: in the library, over both versions of the API, and
// of files.
import {
  type BuiltInName,
  builtInNames as names,
  definitionOfFormat,
  formatFields,
  formatsByName,
  formatsInV1
} from "@orbweaver/core/model/formats/builtInFormats"
import { Renderer } from "@orbweaver/core/network/Renderer"
import { Formats } from "@orbweaver/core/scrape/Format"
import { scriptedFetcher } from "@orbweaver/testing/doubles/scripted"
import { type Running, start } from "@orbweaver/testing/TestSite"
import { createOrbweaver, type Orbweaver } from "orbweaver"
import { Effect, Layer, Schema } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { internalFormatNames } from "@orbweaver/core/model/formats/builtInFormats"
import { layer } from "../../src/assembly/Services.ts"

let site: Running
let orb: Orbweaver
type Post = (path: string, body: object) => Promise<{ readonly status: number; readonly body: any }>
let post: Post
let withBrowser: Orbweaver
let postWithBrowser: Post
const apiOf = async (instance: Orbweaver): Promise<Post> => {
  const { fetch } = await instance.http()
  return async (path, body) => {
    const headers = { "content-type": "application/json" }
    const request = new Request(`http://127.0.0.1${path}`, { method: "POST", headers, body: JSON.stringify(body) })
    const response = await fetch(request)
    return { status: response.status, body: await response.json() }
  }
}
beforeAll(async () => {
  site = await start()
  orb = createOrbweaver({ egress: { allowLocal: true } })
  post = await apiOf(orb)
  withBrowser = createOrbweaver({ fetcher: scriptedFetcher(() => html).layer, renderer })
  postWithBrowser = await apiOf(withBrowser)
})
afterAll(async () => {
  await orb.close()
  await withBrowser.close()
  await site.close()
})

const html = `<title>Spider</title><main><h1>Spider</h1><p>The <a href="/web">spider</a> lives in the library.</p></main>`
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47])
/** A browser whose pages all look the same. */
const renderer = Layer.succeed(Renderer, {
  available: true,
  render: ({ branding, screenshot, url }) =>
    Effect.succeed({
      url,
      status: 200,
      headers: { "content-type": "text/html" },
      body: new TextEncoder().encode(html),
      rendered: true,
      ...(screenshot === undefined ? {} : { screenshot: { mediaType: "image/png", bytes: png } }),
      ...(branding === true ? { branding: { colorScheme: "light" } } : {})
    })
})

/** Formats that mean something only with options. */
const needed: Partial<Record<BuiltInName, object>> = {
  attributes: { selectors: [{ selector: "a", attribute: "href" }] },
  question: { question: "What does the spider do?" },
  query: { prompt: "What does the spider do?" },
  highlights: { query: "spider" },
  json: { schema: { type: "object", properties: { title: { type: "string" } } } }
}
const formatOf = (type: BuiltInName) => ({ type, ...needed[type] })

/** What formats filled has the members of their schemas alone: others would be lost to typed clients. */
const expectExact = (document: object) => {
  const filled = Object.fromEntries(Object.entries(document).filter(([name]) => name in formatFields))
  const decode = Schema.decodeUnknownSync(Schema.Struct(formatFields), { onExcessProperty: "error" })
  expect(decode(filled)).toEqual(filled)
}

describe("a format", () => {
  it("has one entry, and every entry is a format", async () => {
    const registered = Formats.use((formats) => Effect.succeed(formats.names))
    const known = await Effect.runPromise(Effect.provide(registered, layer()))
    expect(known.filter((name) => !internalFormatNames.includes(name)).toSorted()).toEqual(names.toSorted())
  })

  // Those that a browser makes are tested with one.
  const made = names.filter((name) => definitionOfFormat(name).files !== "never" && !["product", "menu"].includes(name))

  it.each(made)("%s is filled over v2", async (name) => {
    const url = site.url("/article").href
    const { body, status } = await post("/v2/scrape", { url, maxAge: 0, formats: [formatOf(name)] })
    expect([name, status, Object.keys(body.data ?? body)]).toEqual([
      name,
      200,
      expect.arrayContaining([definitionOfFormat(name).field ?? name])
    ])
    expectExact(body.data ?? body)
  })

  const fieldOf = (name: BuiltInName) => definitionOfFormat(name).field ?? name
  // Change tracking compares captures, so it is never answered from the cache.
  const cacheable = names.filter((name): boolean => name !== "changeTracking")

  const twice = async (name: BuiltInName, second: string) => {
    const url = `https://spider.test/${second}/${name}`
    const { body: captured } = await postWithBrowser("/v2/scrape", { url, formats: [formatOf(name)] })
    const { body: cached } = await postWithBrowser(second, {
      url,
      maxAge: 60_000,
      formats: [second === "/v1/scrape" ? name : formatOf(name)]
    })
    return { captured, cached }
  }

  it.each(cacheable)("%s is the same from the cache", async (name) => {
    const { cached, captured } = await twice(name, "/v2/scrape")
    expect([captured.data?.metadata.cacheState, cached.data?.metadata.cacheState]).toEqual(["miss", "hit"])
    expect(cached.warning).toBe(captured.warning)
    // The page sells nothing.
    expect(Object.keys(captured.data).includes(fieldOf(name))).toBe(name !== "product")
    expect(cached.data[fieldOf(name)]).toEqual(captured.data[fieldOf(name)])
  })

  // Options of formats stand elsewhere in v1.
  it.each(formatsInV1.filter((name) => !(name in needed) && cacheable.includes(name)))(
    "%s is the same from the cache over v1",
    async (name) => {
      const { cached, captured } = await twice(name, "/v1/scrape")
      expect(cached.warning).toBe(captured.warning)
      expect(Object.keys(cached.data)).toEqual(expect.arrayContaining([fieldOf(name)]))
    }
  )

  it("of a shop and a restaurant is what its schema says, and no more", async () => {
    const offers = { "@type": "Offer", price: 8, priceCurrency: "EUR", availability: "https://schema.org/InStock" }
    const dish = { "@type": "MenuItem", name: "Soup", offers, suitableForDiet: "https://schema.org/VeganDiet" }
    const data = [
      { "@type": "Product", name: "Lamp", sku: "L1", brand: "Weaver", image: "/lamp.png", offers },
      { "@type": "Restaurant", name: "Web", hasMenu: { "@type": "Menu", name: "Lunch", hasMenuItem: [dish] } }
    ]
    const html = `<script type="application/ld+json">${JSON.stringify(data)}</script><h1>Lamp</h1><p>A lamp.</p>`
    const { metadata: _, ...page } = await orb.parse(
      { data: html, filename: "a.html" },
      { formats: ["product", "menu"] }
    )
    expect(page.product?.variants).toHaveLength(1)
    expect(page.menu.sections).toHaveLength(1)
    expectExact(page)
  })

  it.each(names.filter((name) => !(name in needed)))("%s is known to v1 where the table says so", async (name) => {
    const { body, status } = await post("/v1/scrape", { url: "http://127.0.0.1:1/", formats: ["markdown", name] })
    const isKnown = (formatsInV1 as ReadonlyArray<string>).includes(name)
    expect([name, status === 400 && JSON.stringify(body).includes("formats")]).toEqual([name, !isKnown])
  })

  it.each(formatsByName)("%s needs no options over v2", async (name) => {
    const { body, status } = await post("/v2/scrape", { url: "http://127.0.0.1:1/", formats: [name] })
    expect([status, JSON.stringify(body)]).not.toEqual([400, expect.stringContaining("formats")])
  })

  it.each(names)("%s of a file is made or refused as the table says", async (name) => {
    const parsed = await orb
      .parse(
        { data: "<title>Spider</title><h1>Spider</h1><p>The spider lives in the library.</p>", filename: "a.html" },
        { formats: [formatOf(name) as never] }
      )
      .then(
        () => "made",
        (error: Error) => (error.message.includes("not available for files") ? "refused" : error.message)
      )
    expect([name, parsed]).toEqual([name, definitionOfFormat(name).files === "always" ? "made" : "refused"])
  })
})
