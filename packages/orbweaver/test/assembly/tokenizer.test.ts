// A tokenizer of the caller's, through the public ways in.
import { type Running, start } from "@orbweaver/testing/TestSite"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createOrbweaver } from "orbweaver"
import { says, withModel } from "../support/model.ts"

let site: Running
beforeAll(async () => {
  site = await start()
})
afterAll(async () => {
  await site.close()
})

const letters = (text: string) => text.length

describe("a tokenizer of the caller's", () => {
  it("counts for chunks and budgets", async () => {
    await using orb = createOrbweaver({ egress: { allowLocal: true }, tokens: letters })
    const { chunks } = await orb.scrape(site.url("/article"), { formats: [{ type: "chunks", maxTokens: 300 }] })
    expect(chunks.length).toBeGreaterThan(3)
    for (const { text, tokens } of chunks) expect([tokens, tokens <= 300]).toEqual([text.length, true])
    const { markdown, metadata } = await orb.scrape(site.url("/article"), { budget: { maxTokens: 400 } })
    expect(markdown!.length).toBeLessThanOrEqual(400)
    expect(markdown!.length).toBeGreaterThan(200)
    expect(metadata.budget!.tokens).toBe(markdown!.length)
  })

  it("counts what a model gets of a page, whole or in parts", () =>
    withModel(
      { turns: [says({ spiders: "many" })], found: { url: "https://site.example/", title: "" } },
      async (model, { model: tiny }) => {
        await using orb = createOrbweaver({
          egress: { allowLocal: true },
          model: tiny,
          tokens: letters,
          modelPageTokens: 400
        })
        const { json, markdown } = await orb.scrape(site.url("/article"), {
          formats: ["markdown", { type: "json", prompt: "How many spiders are there?" }]
        })
        expect(json).toEqual({ spiders: "many" })
        const pieces = model.asked.map(
          ({ messages }) => /\n?(=+ page =+)\n([^]*)\n\1$/.exec(messages[1].content as string)?.[2] ?? ""
        )
        expect(pieces.length).toBeGreaterThan(1)
        for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(400)
        expect(pieces.join("")).toBe(markdown!.slice(0, pieces.join("").length))
      }
    ))

  it("that fails costs the model's part of a page, and is named", () =>
    withModel(
      { turns: [says("Words.")], found: { url: "https://site.example/", title: "" } },
      async (model, { model: tiny }) => {
        await using orb = createOrbweaver({ egress: { allowLocal: true }, model: tiny, tokens: () => NaN })
        const { metadata, summary } = await orb.scrape(site.url("/article"), { formats: ["summary"] })
        expect(summary).not.toBe("")
        expect(metadata.formatErrors).toMatchObject([
          { format: "summary", madeBy: "rules", error: expect.stringContaining("tokenizer cannot be used") }
        ])
        expect(model.asked).toHaveLength(0)
      }
    ))

  it("that fails is named", async () => {
    await using orb = createOrbweaver({ egress: { allowLocal: true }, tokens: () => NaN })
    const failure = { _tag: "InvalidInput", issues: [{ path: ["tokens"] }] }
    await expect(orb.scrape(site.url("/article"), { formats: ["chunks"] })).rejects.toMatchObject(failure)
    await expect(orb.scrape(site.url("/article"), { budget: { maxTokens: 400 } })).rejects.toMatchObject(failure)
    expect(() => createOrbweaver({ tokens: 4 as never })).toThrow(/tokens/)
    expect(() => createOrbweaver({ modelPageTokens: 3 })).toThrow(/modelPageTokens/)
  })
})
