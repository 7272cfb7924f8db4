// A schema that says where its values stand: CSS and XPath in `json` and `extract`, without a model.
import { createOrbweaver } from "orbweaver"
import { type Running, start } from "@orbweaver/testing/TestSite"
import { html, send } from "@orbweaver/testing/internal/site/Route"
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from "vitest"
import * as z from "zod"

const shop = `<html lang="en"><head><title>Shop</title><base href="https://shop.example/list/"></head><body>
<h1>Shoes</h1><p class="by">Written by <em>Ann</em> on 3 May 2024</p>
<ul>${[1, 2, 3]
  .map(
    (n) => `<li class="card" data-id="${n}"><a href="p/${n}"><h2>Shoe ${n}</h2></a>
      <span class="price">$1,${n}00.50</span><i class="tag">new</i><i class="tag">red</i>${n === 2 ? `<b class="note">last one</b>` : ""}</li>`
  )
  .join("")}</ul>
<table id="data"><tr><td>Weight</td><td>1.2 kg</td></tr><tr><td>Sole</td><td>rubber</td></tr></table>
<script>ignored()</script></body></html>`

const parse = async (schema: unknown) => {
  await using orb = createOrbweaver()
  return await orb.parse(
    { data: shop, filename: "shop.html" },
    { formats: [{ type: "json", schema: schema as Record<string, unknown> }] }
  )
}
const fields = (properties: Record<string, unknown>) => ({ type: "object", properties })

describe("a schema names the places of its values", () => {
  it("with zod, lists of things included, and the type follows", async () => {
    const Card = z.object({
      id: z.number().meta({ attribute: "data-id" }),
      name: z.string().meta({ selector: "h2" }),
      link: z.string().meta({ selector: "a", attribute: "href" }),
      price: z.number().meta({ selector: ".price" }),
      tags: z.array(z.string()).meta({ selector: ".tag" }),
      note: z.string().optional().meta({ selector: ".note" })
    })
    const Shop = z.object({
      title: z.string().meta({ selector: "h1" }),
      cards: z.array(Card).meta({ selector: "li.card" })
    })
    await using orb = createOrbweaver()
    const { json, metadata } = await orb.parse(
      { data: shop, filename: "shop.html" },
      { formats: [{ type: "json", schema: Shop }] }
    )
    expectTypeOf(json).toEqualTypeOf<z.infer<typeof Shop>>()
    const card = (n: number) => ({
      id: n,
      name: `Shoe ${n}`,
      link: `https://shop.example/list/p/${n}`,
      price: 1000 + n * 100 + 0.5,
      tags: ["new", "red"]
    })
    expect(json).toEqual({ title: "Shoes", cards: [card(1), { ...card(2), note: "last one" }, card(3)] })
    expect(metadata.jsonSources).toMatchObject({
      "/title": { source: "selector", where: "h1" },
      "/cards/1/link": { source: "selector", where: "a @href" },
      "/cards/1/tags/0": { source: "selector", where: ".tag" }
    })
    expect(metadata["madeBy"]).toEqual({ json: "rules" })
  })

  it("with XPath, which finds by what stands beside and computes", async () => {
    const { json } = await parse(
      fields({
        weight: { type: "string", xpath: "//table[@id='data']//tr[td[1] = 'Weight']/td[2]" },
        date: { type: "string", format: "date", xpath: "//p[@class='by']/text()[last()]", match: "on (.+)" },
        count: { type: "integer", xpath: "count(//li)" },
        links: { type: "array", items: { type: "string", format: "uri" }, xpath: "//li/a/@href" },
        first: { type: "object", xpath: "//li[1]", properties: { name: { xpath: ".//h2" } } }
      })
    )
    expect(json).toEqual({
      weight: "1.2 kg",
      date: "2024-05-03",
      count: 3,
      links: ["p/1", "p/2", "p/3"].map((path) => `https://shop.example/list/${path}`),
      first: { name: "Shoe 1" }
    })
  })

  it("through references, on the items of a list in place of the list, and as HTML", async () => {
    const { json } = await parse({
      $defs: { tag: { type: "string", selector: ".tag" } },
      type: "object",
      properties: {
        tags: { type: "array", items: { $ref: "#/$defs/tag" }, maxItems: 3 },
        by: { type: "string", selector: "p.by", attribute: "innerHTML" }
      }
    })
    expect(json).toEqual({ tags: ["new", "red", "new"], by: "Written by <em>Ann</em> on 3 May 2024" })
  })

  it("as a list of the page itself", async () => {
    const { json } = await parse({ type: "array", selector: "h2", items: { type: "string" } })
    expect(json).toEqual(["Shoe 1", "Shoe 2", "Shoe 3"])
  })

  it("for some of them, and the others are found by meaning", async () => {
    const { json } = await parse(fields({ title: { type: "string" }, author: { type: "string", selector: ".by em" } }))
    expect(json).toEqual({ title: "Shoes", author: "Ann" })
  })
})

describe("what a place does not hold", () => {
  it("is absent and named, or the default of the schema; nothing else is taken for it", async () => {
    const { json, warning } = await parse(
      fields({
        title: { type: "string", selector: ".no-such-title" },
        price: { type: "number", selector: "h1" },
        currency: { type: "string", selector: ".no-currency", default: "USD" }
      })
    )
    expect(json).toEqual({ currency: "USD" })
    expect(warning).toContain("Not found on the page: /title, /price.")
  })
})

describe("a place that cannot be used is an error that names it", () => {
  it.each([
    ["a selector that does not parse", { selector: "li::[" }, /formats\.0\.schema.*li::\[/],
    ["an expression that does not parse", { xpath: "//[" }, /formats\.0\.schema.*unexpected at 3/],
    ["a selector that is no text", { selector: 5 }, /formats\.0\.schema\.properties\.a\.selector: must be a text/],
    [
      "a pattern that no linear engine runs",
      { selector: "a", match: "(?=x)" },
      /schema\.properties\.a\.match: is a pattern/
    ]
  ])("%s", async (_, place, message) => {
    await expect(parse(fields({ a: { type: "string", ...place } }))).rejects.toThrow(message)
  })
})

describe("over a site", () => {
  let site: Running
  beforeAll(async () => {
    site = await start({
      routes: {
        "/a": ({ response }) => send(response, html("A", `<h1>Alpha</h1><p class="n">1</p>`)),
        "/b": ({ response }) => send(response, html("B", `<h1>Beta</h1><p class="n">2</p>`))
      }
    })
  })
  afterAll(() => site.close())

  it("an extraction puts together what stands at the places of each page", async () => {
    await using orb = createOrbweaver({ egress: { allowLocal: true } })
    const { data } = await orb.extract({
      urls: ["/a", "/b"].map((path) => site.url(path).href),
      schema: {
        type: "array",
        selector: "body",
        items: {
          type: "object",
          properties: { name: { type: "string", selector: "h1" }, count: { type: "integer", selector: ".n" } }
        }
      }
    })
    expect(data).toEqual([
      { name: "Alpha", count: 1 },
      { name: "Beta", count: 2 }
    ])
  })
})
