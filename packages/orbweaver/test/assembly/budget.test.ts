// Budgets, chunks and the ledger's tokens through the public ways in.
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import { estimateTokens } from "@orbweaver/core/internal/support/tokens"
import { start as startModel } from "@orbweaver/testing/ModelServer"
import { type Running, start } from "@orbweaver/testing/TestSite"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createOrbweaver, type Document, type Orbweaver } from "orbweaver"

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

describe("a budget", () => {
  it("leads through the texts and lists of a page part by part", async () => {
    const url = site.url("/article")
    const formats = ["markdown", "links"] as const
    const whole = await orb.scrape(url, { formats })
    let budget: { readonly maxTokens: number; readonly cursor?: string } | undefined = { maxTokens: 400 }
    let markdown = ""
    const links: Array<string> = []
    while (budget !== undefined) {
      const page: Document = await orb.scrape(url, { formats, budget })
      const fitted = page.metadata.budget!
      expect(estimateTokens(page.markdown ?? "")).toBeLessThanOrEqual(400)
      markdown += page.markdown ?? ""
      links.push(...(page.links ?? []))
      budget = fitted.cursor === undefined ? undefined : { maxTokens: 400, cursor: fitted.cursor }
    }
    expect(markdown).toBe(whole.markdown)
    expect(links).toEqual(whole.links)
  })

  it("leaves out a value that it has no room for, says how long it is, and gives it to one that has", async () => {
    const schema = { type: "object", properties: { title: { type: "string" }, description: { type: "string" } } }
    const formats = ["markdown", { type: "json", schema }] as const
    const short = await orb.scrape(site.url("/article"), { formats, budget: { maxTokens: 16 } })
    expect(short.json).toBeUndefined()
    expect(short.warning).toMatch(/no room.*json/)
    const needed = short.metadata.budget!.omitted!["/json"]!
    const long = await orb.scrape(site.url("/article"), { formats, budget: { maxTokens: needed } })
    expect(long.json).toHaveProperty("title")
    expect(long.metadata.budget!.omitted).toBeUndefined()
  })

  it("with a cursor of something else is refused with its place", async () => {
    const failure = orb.scrape(site.url("/article"), { budget: { maxTokens: 100, cursor: "bm8" } })
    await expect(failure).rejects.toMatchObject({ _tag: "InvalidInput", issues: [{ path: ["budget", "cursor"] }] })
    await expect(orb.scrape(site.url("/article"), { budget: { maxTokens: 3 } })).rejects.toMatchObject({
      _tag: "InvalidInput"
    })
  })
})

describe("chunks", () => {
  it("are the Markdown in pieces that know their titles", async () => {
    const { chunks, markdown } = await orb.scrape(site.url("/article"), {
      formats: ["markdown", { type: "chunks", maxTokens: 200 }]
    })
    expect(chunks.map(({ text }) => text).join("")).toBe(markdown)
    expect(chunks.length).toBeGreaterThan(3)
    for (const { tokens } of chunks) expect(tokens).toBeLessThanOrEqual(200)
  })

  it("carry the id of their title, through every way in", async () => {
    const html = `<main><h1 id="top">Kettles</h1><p>All of them boil.</p><section id="care"><h2>Care</h2><p>Dry it.</p></section></main>`
    const formats = [{ type: "chunks" }] as const
    const { chunks } = await orb.parse(
      { data: html, filename: "a.html" },
      { formats: [...formats], onlyMainContent: false }
    )
    expect(chunks.map(({ anchor }) => anchor)).toEqual(["top", "care"])
  })
})

describe("prices", () => {
  it("follow the contract: json, question and change tracking of fields cost more than the page", async () => {
    const cost = async (formats: ReadonlyArray<any>) =>
      (await orb.scrape(site.url("/article"), { formats })).metadata.creditsUsed
    expect(await cost(["markdown", "summary", "links"])).toBe(1)
    expect(await cost([{ type: "json", schema: { properties: { title: { type: "string" } } } }])).toBe(5)
    expect(await cost([{ type: "question", question: "What is it about?" }])).toBe(5)
    expect(await cost([{ type: "changeTracking", modes: ["git-diff"] }])).toBe(1)
    expect(await cost([{ type: "changeTracking", modes: ["json"] }])).toBe(5)
  })

  it("of models are paid once for each page of a crawl", async () => {
    const model = await startModel()
    model.turns = [{ says: "A page." }]
    const provider = createOpenAICompatible({ name: "local", baseURL: model.url })
    await using reader = createOrbweaver({ egress: { allowLocal: true }, model: provider("tiny") })
    const { data } = await reader.crawl(site.url("/site/3/").href, {
      limit: 3,
      scrapeOptions: { formats: ["summary"] }
    })
    model.close()
    expect(data.map(({ summary }) => summary)).toEqual(["A page.", "A page.", "A page."])
    expect(model.asked).toHaveLength(3)
  })
})
