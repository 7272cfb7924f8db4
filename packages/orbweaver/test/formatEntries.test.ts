// A format of the table can be asked for wherever the table says so: in the library, over both versions of the API, and
// of files.
import { formatEntries, formatsByName, formatsInV1 } from "@orbweaver/core/model/formatEntries"
import { Formats } from "@orbweaver/core/scrape/Format"
import { type Running, start } from "@orbweaver/testing/TestSite"
import { createOrbweaver, type Orbweaver } from "orbweaver"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { internalNames } from "../src/options/formats.ts"
import { layer } from "../src/Services.ts"

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

type Name = keyof typeof formatEntries
const names = Object.keys(formatEntries) as ReadonlyArray<Name>

/** Formats that mean something only with options. */
const needed: Partial<Record<Name, object>> = {
  attributes: { selectors: [{ selector: "a", attribute: "href" }] },
  question: { question: "What does the spider do?" },
  query: { prompt: "What does the spider do?" },
  highlights: { query: "spider" },
  json: { schema: { type: "object", properties: { title: { type: "string" } } } }
}
const formatOf = (type: Name) => ({ type, ...needed[type] })

/** Where a document has the format, if not under its name. */
const field: Partial<Record<Name, string>> = { query: "answer", question: "answer" }

describe("a format", () => {
  it("has one entry, and every entry is a format", async () => {
    const registered = Formats.use((formats) => Effect.succeed(formats.names))
    const known = await Effect.runPromise(Effect.provide(registered, layer()))
    expect(known.filter((name) => !internalNames.includes(name)).toSorted()).toEqual(names.toSorted())
  })

  // Those that a browser makes are tested with one.
  const made = names.filter((name) => formatEntries[name].files !== "never" && !["product", "menu"].includes(name))

  it.each(made)("%s is filled over v2", async (name) => {
    const url = site.url("/article").href
    const { body, status } = await post("/v2/scrape", { url, maxAge: 0, formats: [formatOf(name)] })
    expect([name, status, Object.keys(body.data ?? body)]).toEqual([
      name,
      200,
      expect.arrayContaining([field[name] ?? name])
    ])
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
    expect([name, parsed]).toEqual([name, formatEntries[name].files === "always" ? "made" : "refused"])
  })
})
