// A model that fails in every way costs its own formats, never the page.
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import { type Running as Model, start as startModel, type Turn } from "@orbweaver/testing/ModelServer"
import { type Running, start } from "@orbweaver/testing/TestSite"
import { createOrbweaver, type Orbweaver } from "orbweaver"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { z } from "zod"

let site: Running
beforeAll(async () => {
  site = await start()
})
afterAll(() => site.close())

const schema = { type: "object", properties: { rank: { type: "integer" } }, required: ["rank"] }
const formats = ["markdown", "summary", { type: "json", schema }]

/** The API of an instance with a model that answers by these turns. */
const withModel = async (
  turns: ReadonlyArray<Turn>,
  body: (call: (path: string, body?: object) => Promise<any>, model: Model, orb: Orbweaver) => Promise<void>
) => {
  const model = await startModel()
  model.turns = turns
  const provider = createOpenAICompatible({ name: "local", baseURL: model.url })
  await using orb = createOrbweaver({ egress: { allowLocal: true }, model: provider("tiny") })
  const api = await orb.http()
  const call = async (path: string, asked?: object) => {
    const request = new Request(`http://127.0.0.1${path}`, {
      method: asked === undefined ? "GET" : "POST",
      headers: { "content-type": "application/json" },
      ...(asked === undefined ? {} : { body: JSON.stringify(asked) })
    })
    const answer = await api.fetch(request)
    return { ...((await answer.json()) as object), http: answer.status }
  }
  await body(call, model, orb).finally(model.close)
}

const failures: ReadonlyArray<readonly [name: string, turn: Turn, model: string, timeout: number | undefined]> = [
  ["is down", { status: 500, body: "<h1>down</h1>" }, "unavailable", undefined],
  ["breaks off", { cut: true }, "unavailable", undefined],
  ["answers 401", { status: 401 }, "unavailable", undefined],
  ["answers 403", { status: 403 }, "unavailable", undefined],
  ["answers 429", { status: 429, headers: { "retry-after": "3600" } }, "unavailable", undefined],
  // A fifth of the time, here three seconds, is left for the page: enough for a busy machine.
  ["says nothing", { hangs: true }, "unavailable", 15_000],
  ["never meets the schema", { says: '{"rank":"first"}' }, "unusable", undefined]
]

const zodSchema = z.object({ rank: z.number() })
/** One that an empty object fits. */
const looseSchema = z.object({ rank: z.number().optional() })

describe.concurrent("a scrape by a schema, of a model that", () => {
  it.each(failures)("%s, rejects with the failure of the model, and with the page", (_name, turn, blame, timeout) =>
    withModel([turn], async (_call, _model, orb) => {
      const url = site.url("/article")
      const options = { maxAge: 0, ...(timeout === undefined ? {} : { timeout }) }
      const scrapes = [zodSchema, looseSchema].map((schema) =>
        orb.scrape(url, { ...options, formats: ["markdown", { type: "json", schema, prompt: "How is it ranked?" }] })
      )
      for (const outcome of await Promise.allSettled(scrapes)) {
        expect(outcome).toMatchObject({
          status: "rejected",
          reason: {
            _tag: "FormatError",
            format: "json",
            model: blame,
            document: { markdown: expect.stringContaining("# A spider in the library") }
          }
        })
      }
    })
  )

  it("is down, costs the pages of a job their data and says so, as an empty object would not", () =>
    withModel([{ status: 401 }], async (_call, _model, orb) => {
      const formats = ["markdown" as const, { type: "json" as const, schema: looseSchema, prompt: "Its rank?" }]
      const { data } = await orb.batchScrape([site.url("/article")], { formats })
      expect(data[0]).not.toHaveProperty("json")
      expect(data[0]?.markdown).toContain("# A spider in the library")
      expect(data[0]?.warning).toContain("json format failed: the model of local.chat failed (AuthenticationError)")
    }))
})

describe.concurrent("a model that", () => {
  it.each(failures)("%s costs its own formats, and the answer says which and why", (_name, turn, blame, timeout) =>
    withModel([turn], async (call) => {
      const page = { url: site.url("/article").href, maxAge: 0, ...(timeout === undefined ? {} : { timeout }) }
      const [{ data, http }, alone] = await Promise.all([
        call("/v2/scrape", { ...page, formats }),
        call("/v2/scrape", { ...page, formats: [formats[2]] })
      ])
      expect(http).toBe(200)
      expect(data.markdown).toContain("# A spider in the library")
      expect(data.summary).toMatch(/\w/)
      expect(data.json).toBeUndefined()
      expect(data.warning).toContain("json format failed")
      expect(data.metadata.formatErrors).toContainEqual(expect.objectContaining({ format: "json", model: blame }))
      const summary = data.metadata.formatErrors.find(({ format }: { format: string }) => format === "summary")
      const fallback = { format: "summary", error: expect.any(String), model: blame, madeBy: "rules" }
      // A summary is words, so that one fits whatever it says.
      expect(summary).toEqual(blame === "unavailable" ? fallback : undefined)
      // Nothing at all is an error.
      expect(alone.http).toBe(blame === "unusable" ? 422 : 503)
    })
  )

  it("is down leaves a crawl its pages, and one of nothing else its way through the site", () =>
    withModel([{ status: 500 }], async (call, model) => {
      const ended = async (scrapeOptions: object) => {
        const body = { url: site.url("/site/6/").href, limit: 4, sitemap: "skip", scrapeOptions }
        const { id } = await call("/v2/crawl", body)
        for (;;) {
          const job = await call(`/v2/crawl/${id}`)
          if (job.status !== "scraping" && job.data !== undefined) return { ...job, id }
          await new Promise((later) => setTimeout(later, 20))
        }
      }
      const job = await ended({ formats })
      expect(job.data).toHaveLength(4)
      for (const { markdown, metadata } of job.data) {
        expect(markdown).toMatch(/\w/)
        expect(metadata.formatErrors).toContainEqual(expect.objectContaining({ format: "json" }))
      }
      // The circuit is open by now: the provider is not called for every page.
      const asked = model.asked.length
      expect(asked).toBeLessThanOrEqual(12)
      const alone = await ended({ formats: [formats[2]] })
      expect(alone.data).toHaveLength(0)
      const { errors } = await call(`/v2/crawl/${alone.id}/errors`)
      expect(errors.length).toBeGreaterThan(1)
      for (const { code } of errors) expect(code).toBe("MODEL_UNAVAILABLE")
      expect(model.asked).toHaveLength(asked)
      const { data } = await call("/v2/scrape", { url: site.url("/article").href, maxAge: 0, formats })
      expect(data.warning).toMatch(/failed \d+ times in a row and is not asked again for \d+ s/)
    }))
})

it("a relative address stands against the page where the schema wants an address", async () => {
  const own = await start({
    routes: {
      "/team": ({ response }) => {
        response.setHeader("content-type", "text/html")
        response.end(`<h1>Team</h1><dl><dt>Website</dt><dd>/about</dd></dl><p>Ada leads it.</p>`)
      }
    }
  })
  const says = JSON.stringify({ lead: { name: "Ada", page: "people/ada.html" }, links: ["/a", "https://b.example/"] })
  const uri = { type: "string", format: "uri" }
  const asked = {
    type: "object",
    properties: {
      website: uri,
      lead: { type: "object", properties: { name: { type: "string" }, page: { anyOf: [uri, { type: "null" }] } } },
      links: { type: "array", items: { $ref: "#/$defs/link" } }
    },
    required: ["lead"],
    $defs: { link: uri }
  }
  await withModel([{ says }], async (call) => {
    const { data } = await call("/v2/scrape", {
      url: own.url("/team").href,
      formats: [{ type: "json", schema: asked }]
    })
    expect(data.json).toEqual({
      website: own.url("/about").href,
      lead: { name: "Ada", page: own.url("/people/ada.html").href },
      links: [own.url("/a").href, "https://b.example/"]
    })
    // Made by the model: the page has none of them.
    expect(data.metadata.unsupported).toEqual(["/json/lead/page", "/json/links/0", "/json/links/1"])
  })
  await own.close()
})
