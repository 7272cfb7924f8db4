// Schemas of callers: what they mean, what is filled in, what is refused with the way out.
import { createOrbweaver } from "orbweaver"
import { describe, expect, it } from "vitest"
import * as z from "zod"

const page = "<html lang=en><title>Mug</title><h1>Mug</h1><dl><dt>Price</dt><dd>5 €</dd></dl></html>"

const read = async (schema: unknown) => {
  await using orb = createOrbweaver()
  const { json, warning } = await orb.parse(
    { data: page, filename: "mug.html" },
    { formats: [{ type: "json", schema: schema as Record<string, unknown> }] }
  )
  return { json, warning }
}

describe("what the page does not have", () => {
  it("is an empty record or list where zod requires one, and the warning names it", async () => {
    const { json, warning } = await read(
      z.object({ name: z.string(), specs: z.record(z.string(), z.string()), sizes: z.array(z.string()) })
    )
    expect(json).toEqual({ name: "Mug", specs: {}, sizes: [] })
    expect(warning).toMatch(/Not found on the page: \/specs, \/sizes/)
  })

  it("is the default of the schema, and the warning says so", async () => {
    const expected = { json: { name: "Mug", colour: "white" }, warning: /default stands there: \/colour\./ }
    const properties = { name: { type: "string" }, colour: { type: "string", default: "white" } }
    expect(await read({ type: "object", properties, required: ["colour"] })).toMatchObject({
      ...expected,
      warning: expect.stringMatching(expected.warning)
    })
    expect(await read(z.object({ name: z.string(), colour: z.string().default("white") }))).toMatchObject({
      json: expected.json,
      warning: expect.stringMatching(expected.warning)
    })
  })
})

describe("a schema that cannot be meant is refused", () => {
  it.each([
    ["a shorthand", { name: "string" }, /formats\.0\.schema: is no JSON Schema: did you mean .*"type":"object"/],
    ["an example", { name: "Mug", price: 5 }, /but an example .*"price":\{"type":"number"\}/],
    ["a typo", { type: "object", propertes: {} }, /unknown keyword propertes: did you mean properties\?/],
    ["a date of zod", z.object({ day: z.date() }), /use z\.iso\.date\(\) or z\.iso\.datetime\(\)/]
  ])("%s", async (_, schema, message) => {
    await expect(read(schema)).rejects.toThrow(message)
  })
})
