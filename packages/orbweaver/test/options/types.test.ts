// What the compiler knows of results, and that the values are so.
// oxlint-disable vitest/expect-expect -- What the compiler checks has no value to look at.
import { type Running, start } from "@orbweaver/testing/TestSite"
import * as Schema from "effect/Schema"
import {
  type ChangeTracking,
  createOrbweaver,
  DataMismatch,
  defineFormat,
  type Document,
  InvalidInput,
  type Menu,
  type Orbweaver,
  type Product,
  type SchemaOutput
} from "orbweaver"
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from "vitest"
import { z } from "zod"

let site: Running
let orb: Orbweaver

beforeAll(async () => {
  site = await start()
  orb = createOrbweaver({ egress: { allowLocal: true } })
})

afterAll(async () => {
  await orb.close()
  await site.close()
})

describe("the fields of a document", () => {
  it("are those of its formats", async () => {
    const page = await orb.scrape(site.url("/article"))
    expectTypeOf(page.markdown).toEqualTypeOf<string>()
    // @ts-expect-error No links were asked for.
    expect(page.links).toBeUndefined()

    const both = await orb.scrape(site.url("/article"), {
      formats: ["html", "links", "changeTracking", "product", "menu"]
    })
    expectTypeOf(both.html).toEqualTypeOf<string>()
    expectTypeOf(both.links).toEqualTypeOf<ReadonlyArray<string>>()
    expectTypeOf(both.changeTracking).toEqualTypeOf<ChangeTracking | undefined>()
    expectTypeOf(both.product).toEqualTypeOf<Product | undefined>()
    expectTypeOf(both.menu).toEqualTypeOf<Menu>()
    expect(both.changeTracking?.changeStatus).toBe("new")
    expect(both.menu.isMenu).toBe(false)
  })

  it("are there where every page has them", async () => {
    const page = await orb.scrape(site.url("/article"), {
      formats: [
        "summary",
        { type: "question", question: "Who wrote it?" },
        { type: "highlights", query: "zebra crossing" }
      ]
    })
    expectTypeOf(page.summary).toEqualTypeOf<string>()
    expectTypeOf(page.answer).toEqualTypeOf<string>()
    expectTypeOf(page.highlights).toEqualTypeOf<string>()
    expect([typeof page.summary, typeof page.answer, typeof page.highlights]).toEqual(["string", "string", "string"])
  })

  it("may be absent under a budget, and are all optional where the formats are not known", async () => {
    const cut = await orb.scrape(site.url("/article"), { budget: { maxTokens: 100 } })
    expectTypeOf(cut.markdown).toEqualTypeOf<string | undefined>()
    expectTypeOf(orb.getCrawlStatus).returns.resolves.toHaveProperty("data").toEqualTypeOf<ReadonlyArray<Document>>()
    // @ts-expect-error There is no such format.
    await expect(orb.scrape(site.url("/article"), { formats: ["markdwon"] })).rejects.toBeInstanceOf(Error)
    // @ts-expect-error There is no such option.
    await expect(orb.scrape(site.url("/article"), { onlyMain: true })).rejects.toBeInstanceOf(InvalidInput)
  })

  it("of a crawl, a batch and a stream are those of its pages", async () => {
    const crawl = orb.crawl(site.url("/site/2/"), { scrapeOptions: { formats: ["markdown", "links"] } })
    for await (const page of crawl.pages()) expectTypeOf(page.links).toEqualTypeOf<ReadonlyArray<string>>()
    const { data } = await orb.batchScrape([site.url("/page")], { formats: ["html"] })
    expectTypeOf(data[0]!.html).toEqualTypeOf<string>()
    expect(data[0]!.html).toContain("<")
  })

  it("take those of the application", () => {
    const readingTime = defineFormat({ name: "readingTime", run: () => ({ minutes: 3 }) })
    const own = () => createOrbweaver({ formats: [readingTime] })
    const custom = () => own().scrape(site.url("/page"), { formats: ["readingTime"] })
    expectTypeOf(custom).returns.resolves.toHaveProperty("readingTime").toEqualTypeOf<{ minutes: number }>()
    const status = () => own().getCrawlStatus("…")
    expectTypeOf(status).returns.resolves.toHaveProperty("data").items.toHaveProperty("readingTime")
    // @ts-expect-error An instance without it does not know it.
    expectTypeOf(() => orb.scrape(site.url("/page"), { formats: ["readingTime"] })).toBeFunction()
  })
})

describe("data by a schema", () => {
  it("of zod is its value, transformed", async () => {
    const schema = z.object({ title: z.string().transform((title) => title.length) })
    const { json } = await orb.scrape(site.url("/article"), { formats: [{ type: "json", schema }] })
    expectTypeOf(json).toEqualTypeOf<{ title: number }>()
    expect(json.title).toBeGreaterThan(3)
    const { data } = await orb.extract({ urls: [site.url("/article")], schema })
    expectTypeOf(data).toEqualTypeOf<{ title: number } | undefined>()
    expect(data?.title).toBe(json.title)
  })

  it("of Effect is its type", async () => {
    const schema = Schema.Struct({ title: Schema.String })
    const { json } = await orb.scrape(site.url("/article"), { formats: [{ type: "json", schema }] })
    expectTypeOf(json).toEqualTypeOf<{ readonly title: string }>()
    expect(json.title).not.toBe("")
  })

  it("of JSON Schema is what its keywords say, and each property may be absent", async () => {
    const schema = {
      type: "object",
      properties: { title: { type: "string" }, year: { type: ["integer", "null"] }, kind: { const: "article" } },
      required: ["title", "vatNumber"]
    } as const
    type Data = {
      readonly title?: string | undefined
      readonly year?: number | null | undefined
      readonly kind?: "article" | undefined
    }
    const { json } = await orb.scrape(site.url("/article"), { formats: [{ type: "json", schema }] })
    expectTypeOf(json).toEqualTypeOf<Data | undefined>()
    expect(json?.title).not.toBe("")
    const { data } = await orb.extract({ urls: [site.url("/article")], schema })
    expectTypeOf(data).toEqualTypeOf<Data | undefined>()
    expect(data?.title).toBe(json?.title)
    const list = { type: "array", items: { enum: ["red", "green"] } } as const
    expectTypeOf<SchemaOutput<typeof list>>().toEqualTypeOf<ReadonlyArray<"red" | "green">>()
    expectTypeOf<SchemaOutput<{ readonly anyOf: readonly [] }>>().toEqualTypeOf<unknown>()
  })

  it("of a JSON Schema that the compiler does not see is not known", async () => {
    const schema = { type: "object", properties: { title: { type: "string" } } }
    const { json } = await orb.scrape(site.url("/article"), { formats: [{ type: "json", schema }] })
    expectTypeOf(json).toEqualTypeOf<unknown>()
    expect(json).toHaveProperty("title")
  })

  it("that a page lacks is an empty object where the schema allows one", async () => {
    const schema = z.object({ vatNumber: z.string().optional() })
    const found = await orb.scrape(site.url("/article"), { formats: ["markdown", { type: "json", schema }] })
    expectTypeOf(found.json).toEqualTypeOf<{ vatNumber?: string | undefined }>()
    expect(found.json).toEqual({})
    expect(found.markdown).not.toBe("")
    expect(found.warning).toContain("found no value of the schema")
    const needed = Schema.Struct({ vatNumber: Schema.String })
    const failure = orb.scrape(site.url("/article"), { formats: [{ type: "json", schema: needed }] })
    await expect(failure).rejects.toThrow(/Missing key.*vatNumber|vatNumber.*/s)
  })

  it("that does not fit is an error that says where, and a warning on pages of a job", async () => {
    const schema = z.object({ title: z.string().refine(() => false) })
    const formats = [{ type: "json", schema }] as const
    const failure = await orb
      .scrape(site.url("/article"), { formats: ["markdown", ...formats] })
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(DataMismatch)
    expect((failure as DataMismatch).issues[0]).toMatch(/^title: /)
    expect((failure as DataMismatch).document?.markdown).toBeTypeOf("string")
    const { data } = await orb.batchScrape([site.url("/article")], { formats })
    expectTypeOf(data[0]!.json).toEqualTypeOf<{ title: string } | undefined>()
    expect(data[0]).toMatchObject({ warning: expect.stringContaining("does not fit the schema") })
    expect(data[0]).not.toHaveProperty("json")
  })

  it("that cannot say itself as JSON Schema is refused with the way to convert it", async () => {
    const schema = { "~standard": { version: 1, vendor: "valibot", validate: () => ({ value: 1 }) } } as const
    await expect(orb.scrape(site.url("/article"), { formats: [{ type: "json", schema }] })).rejects.toMatchObject({
      _tag: "InvalidInput",
      issues: [{ path: ["formats", 0, "schema"], message: expect.stringContaining("@valibot/to-json-schema") }]
    })
  })
})

it("no method of the library gives any", () => {
  type Results = { [K in keyof Orbweaver]: Orbweaver[K] extends (...input: never) => Promise<infer R> ? R : never }
  type Loose = { [K in keyof Results]: 0 extends 1 & Results[K] ? K : never }[keyof Results]
  expectTypeOf<Loose>().toEqualTypeOf<never>()
})
