// A tokenizer of the caller's, through the public ways in.
import { type Running, start } from "@orbweaver/testing/TestSite"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createOrbweaver } from "orbweaver"

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

  it("that fails is named", async () => {
    await using orb = createOrbweaver({ egress: { allowLocal: true }, tokens: () => NaN })
    const failure = { _tag: "InvalidInput", issues: [{ path: ["tokens"] }] }
    await expect(orb.scrape(site.url("/article"), { formats: ["chunks"] })).rejects.toMatchObject(failure)
    await expect(orb.scrape(site.url("/article"), { budget: { maxTokens: 400 } })).rejects.toMatchObject(failure)
    expect(() => createOrbweaver({ tokens: 4 as never })).toThrow(/tokens/)
    expect(() => createOrbweaver({ modelPageTokens: 3 })).toThrow(/modelPageTokens/)
  })
})
