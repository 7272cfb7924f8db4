// Research through the Promise facade, with a model over real HTTP, over a store that survives the process.
import { sqlite } from "@orbweaver/storage/sqlite"
import type * as ModelServer from "@orbweaver/testing/ModelServer"
import { type Running, start } from "@orbweaver/testing/TestSite"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Adapters, createOrbweaver } from "orbweaver"
import { afterAll, beforeAll, expect, it } from "vitest"
import { says, withModel as withModelAnd } from "../support/model.ts"

let site: Running

beforeAll(async () => {
  site = await start()
})

afterAll(() => site.close())

const withModel = (
  turns: ReadonlyArray<ModelServer.Turn>,
  body: (model: ModelServer.Running, adapters: Adapters) => Promise<void>
) => withModelAnd({ turns, found: { url: site.url("/article").href, title: "An article" } }, body)

const planned = says({ queries: ["spiders"] })
const noted = says({ findings: [{ text: "A spider lives there.", sources: [1] }], queries: [], enough: true })

it("searches, reads and reports", () =>
  withModel([planned, noted, says("A spider lives there [1].")], async (model, adapters) => {
    await using orb = createOrbweaver(adapters)
    const found = await orb.deepResearch("Where do spiders live?", { timeLimit: "1 minute" })
    expect(found).toMatchObject({ status: "completed", finalAnalysis: "A spider lives there [1].", totalUrls: 1 })
    expect(found.sources[0]?.url).toBe(site.url("/article").href)
    // What the page says reached the model as data between marks.
    expect(JSON.stringify(model.asked[1])).toContain("A spider in the library")
  }))

it("is cancelled at once while the model hangs, and asks nothing more", () =>
  withModel([planned, { hangs: true }], async (model, adapters) => {
    await using orb = createOrbweaver(adapters)
    const { id } = await orb.asyncDeepResearch("Where do spiders live?")
    while (model.asked.length < 2) await new Promise((resolve) => setTimeout(resolve, 20))
    expect(await orb.cancelDeepResearch(id)).toBe(true)
    const { sources, status } = await orb.checkDeepResearchStatus(id)
    expect(status).toBe("cancelled")
    expect(sources).toHaveLength(1)
    expect(model.asked).toHaveLength(2)
  }))

it("goes on in another process from what it had, and pays no page and no answer twice", () =>
  withModel([planned, { hangs: true }], async (model, adapters) => {
    const folder = await mkdtemp(join(tmpdir(), "orbweaver-research-"))
    const stores = () => sqlite(join(folder, "jobs.sqlite"))
    try {
      let id: string
      {
        await using orb = createOrbweaver({ ...adapters, stores: stores() })
        id = (await orb.asyncDeepResearch("Where do spiders live?", { timeLimit: "2 minutes" })).id
        while (model.asked.length < 2) await new Promise((resolve) => setTimeout(resolve, 20))
      }
      model.turns = [planned, planned, noted, says("A spider lives there [1].")]
      await using orb = createOrbweaver({ ...adapters, stores: stores() })
      while ((await orb.checkDeepResearchStatus(id)).status === "processing") {
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      const found = await orb.checkDeepResearchStatus(id)
      expect(found).toMatchObject({ status: "completed", totalUrls: 1, creditsUsed: 1, tokensUsed: 330 })
      expect(model.asked).toHaveLength(4)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }))

it("says that it needs a model", async () => {
  await using orb = createOrbweaver({ egress: { allowLocal: true } })
  await expect(orb.deepResearch("x")).rejects.toMatchObject({ _tag: "ResearchUnavailable", needs: "a model" })
})
