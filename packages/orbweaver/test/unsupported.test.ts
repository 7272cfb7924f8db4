// Values that a model answers and no page states, through the library and over HTTP.
import type * as ModelServer from "@orbweaver/testing/ModelServer"
import { type Running, start } from "@orbweaver/testing/TestSite"
import { html, send } from "@orbweaver/testing/internal/site/Route"
import { type Adapters, createOrbweaver } from "orbweaver"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { says, withModel as withModelAnd } from "./support/model.ts"

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
})
