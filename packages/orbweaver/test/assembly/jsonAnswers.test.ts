// `json` and `product` of addresses that answer JSON in place of a page.
import { createServer } from "node:http"
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { createOrbweaver } from "orbweaver"
import { describe, expect, it } from "vitest"

const text = { type: "string" }
const number = { type: "number" }
const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more })
const list = (items: object) => ({ type: "array", items })

const read = async (answer: unknown, schema: Readonly<Record<string, unknown>>, contentType = "application/json") => {
  const server = createServer((_, response) => {
    response.setHeader("content-type", contentType)
    response.end(typeof answer === "string" ? answer : JSON.stringify(answer))
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  try {
    await using orb = createOrbweaver({ egress: { allow: ["127.0.0.1"], allowLocal: true } })
    const { port } = server.address() as AddressInfo
    return await orb.scrape(`http://127.0.0.1:${port}/api/thing`, { formats: [{ type: "json", schema }] })
  } finally {
    server.close()
  }
}

const thing = object({ name: text, price: number, tags: list(text) })
const kettle = { name: "Tea kettle", price: 12.5, tags: ["tea", "steel"] }

describe("json of an address that answers JSON", () => {
  it("is the values under the same names and paths, each with its pointer", async () => {
    const { json, metadata, warning } = await read(kettle, thing)
    expect(json).toEqual(kettle)
    expect(warning).toBeUndefined()
    expect(metadata["jsonSources"]).toMatchObject({
      "/name": { source: "json", where: "/name" },
      "/tags/1": { source: "json", where: "/tags/1" }
    })
  })

  it("begins where the names of the schema stand, however deep", async () => {
    const { json, metadata } = await read({ status: "ok", data: { result: { id: 4, product: kettle } } }, thing)
    expect(json).toEqual(kettle)
    expect(metadata["jsonSources"]).toMatchObject({ "/price": { where: "/data/result/product/price" } })
  })

  it("keeps the shape that a schema repeats", async () => {
    const answer = { page: 1, data: { items: [kettle, { name: "Cup", price: 3, stock: { left: 4 } }] } }
    const schema = object({
      data: object({ items: list(object({ name: text, price: number, stock: object({ left: number }) })) })
    })
    expect((await read(answer, schema)).json).toEqual({
      data: {
        items: [
          { name: "Tea kettle", price: 12.5 },
          { name: "Cup", price: 3, stock: { left: 4 } }
        ]
      }
    })
  })

  it("is a list where the schema or the data is one", async () => {
    const rows = [kettle, { name: "Cup", price: 3 }]
    const names = list(object({ name: text }))
    const expected = [{ name: "Tea kettle" }, { name: "Cup" }]
    expect((await read(rows, names)).json).toEqual(expected)
    expect((await read({ meta: { total: 2 }, results: rows }, names)).json).toEqual(expected)
    expect((await read({ results: rows }, object({ results: names }))).json).toEqual({ results: expected })
  })

  it("finds names that are written or meant otherwise", async () => {
    const answer = {
      product_name: "Tea kettle",
      "Price-Amount": "12,50 €",
      details: { part_number: "K-1" },
      isAvailable: true
    }
    const schema = object({ productName: text, price: number, partNumber: text, available: { type: "boolean" } })
    expect((await read(answer, schema)).json).toEqual({
      productName: "Tea kettle",
      price: 12.5,
      partNumber: "K-1",
      available: true
    })
  })

  it("names what is not there, and takes nothing by chance from several", async () => {
    const missing = await read({ name: "Tea kettle", price: null }, thing)
    expect(missing.json).toEqual({ name: "Tea kettle" })
    expect(missing.warning).toBe("Not found on the page: /price, /tags.")
    const several = await read([kettle, { name: "Cup", price: 3 }], thing)
    expect(several.json).toBeUndefined()
    expect(several.warning).toContain("found no value of the schema on the page: /name, /price, /tags")
  })

  it("keeps numbers, truth values and free objects as they are", async () => {
    const answer = { id: 7, on: false, zero: 0, empty: [], extra: { a: [1, { b: null }] } }
    const schema = object({
      id: { type: "integer" },
      on: { type: "boolean" },
      zero: number,
      empty: list(number),
      extra: { type: "object" }
    })
    expect((await read(answer, schema)).json).toEqual(answer)
  })

  it("reads JSON under other types, in lines, in a call and behind a guard", async () => {
    const one = JSON.stringify(kettle)
    for (const [answer, type] of [
      [one, "application/vnd.shop.v2+json; charset=utf-8"],
      [one, "text/plain"],
      [one, "text/html"],
      [`\ufeff${one}`, "application/json"],
      [`)]}',\n${one}`, "application/json"],
      [`callback(${one});`, "text/plain"],
      [`${one.slice(0, -1)},}`, "application/json"]
    ] as const) {
      const { json } = await read(answer, thing, type)
      expect({ type, answer, json }).toEqual({ type, answer, json: kettle })
    }
    const { json } = await read(
      `${one}\n{"name":"Cup","price":3}\n`,
      list(object({ name: text })),
      "application/x-ndjson"
    )
    expect(json).toEqual([{ name: "Tea kettle" }, { name: "Cup" }])
  })

  it("says that an answer is too long or no JSON", async () => {
    expect((await read("<oops", thing)).warning).toContain("The answer could not be read as JSON.")
    const long = await read(JSON.stringify({ ...kettle, text: "x".repeat(2_000_000) }), thing)
    expect(long.json).toBeUndefined()
    expect(long.warning).toContain("longer than the 2000000 that are read as JSON")
  })

  it("is bounded on data that is deep or wide", async () => {
    const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, { v: at }]))
    expect((await read({ data: kettle, ...wide }, thing)).json).toEqual(kettle)
    const deep = `${'{"a":'.repeat(50)}${JSON.stringify(kettle)}${"}".repeat(50)}`
    expect((await read(deep, thing)).json).toBeUndefined()
  })
})

it("a product of a shop's API is a product", async () => {
  const answer = {
    product: {
      title: "Tea kettle",
      vendor: "Steam",
      options: ["Color"],
      variants: [
        { title: "red", option1: "red", sku: "K-R", price: "12.50", compare_at_price: "15.00", available: true },
        { title: "blue", option1: "blue", sku: "K-B", price: "13.00", compare_at_price: null, available: false }
      ]
    }
  }
  await using orb = createOrbweaver()
  const { product } = await orb.parse(
    { data: JSON.stringify(answer), filename: "kettle.json", contentType: "application/json" },
    { formats: ["product"] }
  )
  expect(product).toMatchObject({ title: "Tea kettle", brand: "Steam" })
  expect(
    product?.variants.map(({ availability, price, sale, values }) => [
      values?.color,
      price?.amount,
      sale?.originalPrice.amount,
      availability?.inStock
    ])
  ).toEqual([
    ["red", 12.5, 15, true],
    ["blue", 13, undefined, false]
  ])
})
