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
import { Formats } from "@orbweaver/core/scrape/Format"
import { type Running, start } from "@orbweaver/testing/TestSite"
import { createOrbweaver, type Orbweaver } from "orbweaver"
import { Effect, Schema } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { internalNames } from "../../src/options/formats.ts"
import { layer } from "../../src/assembly/Services.ts"

let site: Running
let orb: Orbweaver
let post: (path: string, body: object) => Promise<{ readonly status: number; readonly body: any }>
beforeAll(async () => {
  site = await start()
  orb = createOrbweaver({ egress: { allowLocal: true } })
  const { fetch } = await orb.http()
  post = async (path, body) => {
    const headers = { "content-type": "application/json" }
    const request = new Request(`http://127.0.0.1${path}`, { method: "POST", headers, body: JSON.stringify(body) })
    const response = await fetch(request)
    return { status: response.status, body: await response.json() }
  }
})
afterAll(async () => {
  await orb.close()
  await site.close()
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
    expect(known.filter((name) => !internalNames.includes(name)).toSorted()).toEqual(names.toSorted())
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
