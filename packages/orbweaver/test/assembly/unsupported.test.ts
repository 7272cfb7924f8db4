// Values that a model answers and no page states, through the library, over HTTP and on the command line.
import type * as ModelServer from "@orbweaver/testing/ModelServer"
import { type Running, start } from "@orbweaver/testing/TestSite"
import { html, send } from "@orbweaver/testing/internal/site/Route"
import { type Adapters, createOrbweaver } from "orbweaver"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { runToEnd } from "../support/commandLine.ts"
import { says, withModel as withModelAnd } from "../support/model.ts"

let site: Running
beforeAll(async () => {
  const data = `<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Kettle","sku":"KT-7"}</script>`
  const meta = `<meta name="unsupported" content="nothing">`
  site = await start({
    routes: {
      "/kettle": ({ response }) =>
        send(
          response,
          html(
            "Kettle",
            `${data}${meta}<main><h1>Kettle</h1><p>It costs 1.299,00 € since 3. März 2026. It is red.</p></main>`
          )
        )
    }
  })
})
afterAll(() => site.close())

const withModel = (
  turns: ReadonlyArray<ModelServer.Turn>,
  body: (model: ModelServer.Running, adapters: Adapters) => Promise<void>
) =>
  withModelAnd({ turns, found: { url: site.url("/kettle").href, title: "Kettle" } }, (model, adapters) =>
    body(model, { ...adapters, egress: { allow: ["127.0.0.1"], allowLocal: true } })
  )

const schema = {
  type: "object",
  properties: {
    name: { type: "string" },
    sku: { type: "string" },
    price: { type: "number" },
    currency: { type: "string" },
    since: { type: "string" },
    colour: { enum: ["RED", "BLUE"] },
    boils: { type: "boolean" },
    maker: { type: "string" },
    weight: { type: "number" },
    tags: { type: "array", items: { type: "string" } }
  }
}
const answer = {
  name: "Kettle",
  sku: "KT-7",
  price: 1299,
  currency: "EUR",
  since: "2026-03-03",
  colour: "BLUE",
  boils: true,
  maker: "Acme Ltd",
  weight: 1.7,
  tags: ["red", "steel"]
}

describe("a value that the page does not state", () => {
  it("is named beside the data of json, whatever the page calls itself", () =>
    withModel([says(answer)], async (_, adapters) => {
      await using orb = createOrbweaver(adapters)
      const { json, metadata, warning } = await orb.scrape(site.url("/kettle"), { formats: [{ type: "json", schema }] })
      expect(json).toMatchObject({ price: 1299, maker: "Acme Ltd" })
      expect(metadata.unsupported).toEqual(["/json/maker", "/json/weight", "/json/tags/1"])
      expect(warning).toContain(
        "The page does not state these values, which the model answered: /maker, /weight, /tags/1."
      )
    }))

  it("is named beside the data of an extraction", () =>
    withModel([says(answer)], async (_, adapters) => {
      await using orb = createOrbweaver(adapters)
      const { data, unsupported, warning } = await orb.extract({ urls: [site.url("/kettle").href], schema })
      expect(data).toMatchObject({ price: 1299 })
      expect(unsupported).toEqual(["/maker", "/weight", "/tags/1"])
      expect(warning).toContain("No page that was read states these values, which the model answered: /maker")
    }))

  it("is absent from an answer that the page states", () =>
    withModel([says({ ...answer, maker: "Kettle", weight: 3, tags: ["red"] })], async (_, adapters) => {
      await using orb = createOrbweaver(adapters)
      const { metadata, warning = "" } = await orb.scrape(site.url("/kettle"), { formats: [{ type: "json", schema }] })
      // A page's own <meta> of that name says nothing of its values.
      expect(metadata.unsupported ?? []).not.toContain("/json/maker")
      expect(warning).not.toContain("does not state")
    }))

  it("is named where the values of a page are compared, if it changed", () =>
    withModel(
      [
        says({ price: 1299, maker: "Acme Ltd", "a.b": { c: ["red"] } }),
        says({ maker: "Zeta", "a.b": { c: ["blue"] } })
      ],
      async (_, adapters) => {
        await using orb = createOrbweaver(adapters)
        const look = () =>
          orb.scrape(site.url("/kettle"), {
            formats: [{ type: "changeTracking", modes: ["json"], prompt: "Who makes it, of which colours?" }],
            maxAge: 0
          })
        const first = await look()
        // The document says no value of a page that is new, nor does a <meta> of that name say it.
        expect(first.metadata.unsupported).toBeUndefined()
        expect(first.warning).toContain("Change tracking: The page does not state these values")
        const { changeTracking, metadata } = await look()
        expect(changeTracking?.json).toMatchObject({ maker: { current: "Zeta" }, "a.b.c": { current: ["blue"] } })
        expect(metadata.unsupported).toEqual([
          "/changeTracking/json/maker/current",
          "/changeTracking/json/a.b.c/current/0"
        ])
      }
    ))

  describe("over HTTP", () => {
    const asking = async (
      adapters: Adapters,
      body: (ask: (method: string, path: string, body?: object) => Promise<any>) => Promise<void>
    ) => {
      await using orb = createOrbweaver(adapters)
      const { fetch } = await orb.http()
      await body(async (method, path, sent) => {
        const headers = { authorization: "Bearer fc-any", "content-type": "application/json" }
        const request = { method, headers, ...(sent === undefined ? {} : { body: JSON.stringify(sent) }) }
        const response = await fetch(new Request(`http://127.0.0.1${path}`, request))
        return response.json()
      })
    }

    const url = () => site.url("/kettle").href

    it.each([
      ["v2", "/v2/scrape", { formats: [{ type: "json", schema }] }],
      ["v1", "/v1/scrape", { formats: ["json"], jsonOptions: { schema } }]
    ])("stands in the metadata of a page of %s", (_version, path, options) =>
      withModel([says(answer)], (_, adapters) =>
        asking(adapters, async (ask) => {
          const { data } = await ask("POST", path, { url: url(), ...options })
          expect(data.metadata.unsupported).toEqual(["/json/maker", "/json/weight", "/json/tags/1"])
          expect(data.warning).toContain("/maker, /weight, /tags/1")
        })
      )
    )

    it("stands in the metadata of a page of a crawl and of a batch", () =>
      withModel([says(answer)], (_, adapters) =>
        asking(adapters, async (ask) => {
          const formats = [{ type: "json", schema }]
          const crawl = await ask("POST", "/v2/crawl", { url: url(), limit: 1, scrapeOptions: { formats } })
          const batch = await ask("POST", "/v2/batch/scrape", { urls: [url()], formats })
          for (const path of [`/v2/crawl/${crawl.id}`, `/v2/batch/scrape/${batch.id}`]) {
            await expect.poll(async () => (await ask("GET", path)).status, { timeout: 10_000 }).toBe("completed")
            const { data } = await ask("GET", path)
            expect(data[0].metadata.unsupported).toEqual(["/json/maker", "/json/weight", "/json/tags/1"])
          }
        })
      ))

    it.each(["v1", "v2"])("stands beside the data of an extraction of %s", (version) =>
      withModel([says(answer)], (_, adapters) =>
        asking(adapters, async (ask) => {
          const { id } = await ask("POST", `/${version}/extract`, { urls: [url()], schema })
          const path = `/${version}/extract/${id}`
          await expect.poll(async () => (await ask("GET", path)).status, { timeout: 10_000 }).toBe("completed")
          const status = await ask("GET", path)
          expect(status.unsupported).toEqual(["/maker", "/weight", "/tags/1"])
          expect(status.warning).toContain("/maker, /weight, /tags/1")
        })
      )
    )

    it("stands beside the data of an agent", () =>
      withModel(agentTurns(url()), (_, adapters) =>
        asking(adapters, async (ask) => {
          const { id } = await ask("POST", "/v2/agent", { prompt: "What does it cost?", urls: [url()], schema })
          const path = `/v2/agent/${id}`
          await expect.poll(async () => (await ask("GET", path)).status, { timeout: 10_000 }).toBe("completed")
          // An agent reads the text of a page, so its structured data states nothing there.
          expect((await ask("GET", path)).unsupported).toEqual(["/sku", "/maker", "/weight", "/tags/1"])
        })
      ))
  })

  describe("on the command line", () => {
    const run = (model: ModelServer.Running, ...args: ReadonlyArray<string>) =>
      runToEnd([...args, "--schema", JSON.stringify(schema), "--allow-local", "--no-browser"], {
        env: { OPENAI_BASE_URL: model.url, MODEL_NAME: "test" }
      })
    const url = () => site.url("/kettle").href

    it("is named on stderr beside the values of a page, and in the whole document", () =>
      withModel([says(answer)], async (model) => {
        const values = await run(model, "scrape", url(), "-f", "json")
        expect(JSON.parse(values.stdout)).toMatchObject({ maker: "Acme Ltd" })
        expect(values.stderr).toContain("does not state these values, which the model answered: /maker, /weight")
        const whole = await run(model, "scrape", url(), "-f", "json", "--json")
        expect(JSON.parse(whole.stdout).metadata.unsupported).toEqual(["/json/maker", "/json/weight", "/json/tags/1"])
      }))

    it("is named on stderr beside an extraction, and next to its sources", () =>
      withModel([says(answer)], async (model) => {
        const values = await run(model, "extract", url())
        expect(JSON.parse(values.stdout)).toMatchObject({ maker: "Acme Ltd" })
        expect(values.stderr).toContain("No page that was read states these values")
        const { stdout } = await run(model, "extract", url(), "--sources")
        expect(JSON.parse(stdout)).toMatchObject({ data: answer, unsupported: ["/maker", "/weight", "/tags/1"] })
      }))

    it("is named on stderr beside the answer of an agent, and in its status", () =>
      withModel([...agentTurns(url()), ...agentTurns(url())], async (model) => {
        const values = await run(model, "agent", "What does it cost?", url())
        expect(JSON.parse(values.stdout)).toMatchObject({ maker: "Acme Ltd" })
        expect(values.stderr).toContain("which the model answered: /sku, /maker, /weight, /tags/1")
        const whole = await run(model, "agent", "What does it cost?", url(), "--json")
        expect(JSON.parse(whole.stdout).unsupported).toEqual(["/sku", "/maker", "/weight", "/tags/1"])
      }))
  })
})

/** An agent that reads the page and answers by the schema. */
const agentTurns = (url: string): ReadonlyArray<ModelServer.Turn> => {
  const step = { query: "", urls: [], answer: "", reason: "because" }
  return [
    says({ ...step, tool: "read", urls: [url] }),
    says({ ...step, tool: "answer", answer: "It costs 1,299 euros." }),
    says(answer)
  ]
}
