// A page that changes between scrapes, as somebody who watches it sees it.
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import { start as startModel } from "@orbweaver/testing/ModelServer"
import { sqlite } from "@orbweaver/storage/sqlite"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { describe, expect, it } from "vitest"
import { type Adapters, createOrbweaver } from "orbweaver"

interface Watched {
  /** Puts a price on the page, or takes the page away. */
  readonly show: (price: number | undefined, noise?: string) => void
  readonly look: (spec?: object) => Promise<any>
}

/** The page belongs to one test: tests run beside each other. */
const watching = async (adapters: Adapters, body: (page: Watched) => Promise<void>) => {
  let html: string | undefined
  const server = createServer((_, response) => {
    response.writeHead(html === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" })
    response.end(html ?? "<p>Not found</p>")
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mug`
  await using orb = createOrbweaver({ egress: { allowLocal: true }, ...adapters })
  const show: Watched["show"] = (price, noise = "") => {
    const offer = { "@type": "Offer", price, priceCurrency: "EUR" }
    const product = JSON.stringify({ "@context": "https://schema.org", "@type": "Product", name: "Mug", offers: offer })
    html =
      price === undefined
        ? undefined
        : `<script type="application/ld+json">${product}</script><main><h1>Mug</h1><p>A mug of clay, ${price} € a piece.</p><p>${noise}</p></main>`
  }
  const look: Watched["look"] = async (spec = {}) => {
    const { changeTracking, metadata } = await orb.scrape(url, {
      formats: ["markdown", { type: "changeTracking", ...spec }]
    })
    return { ...(changeTracking as object), tokens: metadata["tokens"], madeBy: metadata["madeBy"] }
  }
  await body({ show, look }).finally(() => server.close())
}

const schema = { type: "object", properties: { name: { type: "string" }, price: { type: "number" } } }

describe("change tracking", () => {
  it("tells a page that is new, the same but for noise, changed, removed, and new again", () =>
    watching({}, async ({ look, show }) => {
      show(5, "Posted 3 minutes ago, 120 views")
      expect(await look()).toMatchObject({ changeStatus: "new", previousScrapeAt: null, visibility: "visible" })
      show(5, "Posted 2 hours ago, 377 views")
      expect((await look({ modes: ["git-diff"] })).changeStatus).toBe("same")
      show(6, "Posted 2 hours ago, 377 views")
      const changed = await look({ modes: ["git-diff"] })
      expect(changed.changeStatus).toBe("changed")
      expect(changed.diff.text).toContain("-A mug of clay, 5 € a piece.\n+A mug of clay, 6 € a piece.")
      expect(changed.diff.json.files[0].chunks[0].changes).toContainEqual(
        expect.objectContaining({ type: "add", content: "+A mug of clay, 6 € a piece." })
      )
      show(undefined)
      expect((await look()).changeStatus).toBe("removed")
      show(6)
      expect((await look()).changeStatus).toBe("new")
    }))

  it("compares fields of a schema without a model, each tag with its own history", () =>
    watching({}, async ({ look, show }) => {
      show(5)
      await look({ modes: ["json"], schema, tag: "daily" })
      show(6)
      const daily = await look({ modes: ["json"], schema, tag: "daily" })
      expect(daily.json).toEqual({ price: { previous: 5, current: 6 } })
      expect(daily).toMatchObject({ madeBy: { changeTracking: "rules" }, tokens: undefined })
      expect((await look({ modes: ["json"], schema, tag: "weekly" })).changeStatus).toBe("new")
    }))

  it("compares what a model reads by a prompt, and counts its tokens", async () => {
    const model = await startModel()
    model.turns = [{ says: `{"verdict":"cheap"}` }, { says: `{"verdict":"dear"}` }]
    const provider = createOpenAICompatible({ name: "local", baseURL: model.url })
    await watching({ model: provider("tiny") }, async ({ look, show }) => {
      const spec = { modes: ["json"], prompt: "Is it cheap or dear?" }
      show(5)
      await look(spec)
      show(60)
      const changed = await look(spec)
      expect(changed.json).toEqual({ verdict: { previous: "cheap", current: "dear" } })
      expect(changed).toMatchObject({ madeBy: { changeTracking: "model" }, tokens: { input: 100, output: 10 } })
      show(61)
      await look()
      expect(model.asked).toHaveLength(2)
    }).finally(model.close)
  })
  for (const stores of ["memory", "SQLite"]) {
    it(`calls a page hidden once a whole crawl no longer meets it, and visible again with its link (${stores})`, async () => {
      let links = ""
      const server = createServer(({ url }, response) => {
        response.writeHead(url === "/" || url === "/sale" ? 200 : 404, { "content-type": "text/html; charset=utf-8" })
        response.end(url === "/" ? `<main><h1>Home</h1>${links}</main>` : "<main><p>A sale of mugs.</p></main>")
      })
      server.listen(0, "127.0.0.1")
      await once(server, "listening")
      const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
      const adapters = stores === "memory" ? {} : { stores: sqlite(":memory:") }
      await using orb = createOrbweaver({ egress: { allowLocal: true }, ...adapters })
      const look = async () => {
        const { changeTracking } = await orb.scrape(`${root}sale`, { formats: ["changeTracking"], maxAge: 0 })
        return (changeTracking as { visibility: string }).visibility
      }
      const crawl = (options: object = {}) => orb.crawl(root, { ...options, scrapeOptions: { maxAge: 0 } })

      expect(await look()).toBe("visible")
      links = `<a href="/sale">Sale</a>`
      const { data } = await orb.crawl(root, { scrapeOptions: { maxAge: 0, formats: ["changeTracking"] } })
      const visible = { visibility: "visible" }
      expect(data.map(({ changeTracking }) => changeTracking)).toMatchObject([visible, visible])
      expect(await look()).toBe("visible")
      links = ""
      await crawl({ limit: 1 })
      expect(await look()).toBe("visible")
      await crawl()
      expect(await look()).toBe("hidden")
      links = `<a href="/sale">Sale</a>`
      await crawl()
      expect(await look()).toBe("visible")
      server.close()
    })
  }
})
