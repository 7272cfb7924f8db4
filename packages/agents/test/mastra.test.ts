import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import { Agent } from "@mastra/core/agent"
import { orbweaverTools } from "@orbweaver/agents/mastra"
import * as ModelServer from "@orbweaver/testing/ModelServer"
import * as TestSite from "@orbweaver/testing/TestSite"
import { createOrbweaver } from "orbweaver"
import { expect, it } from "vitest"

it("reads a page for an agent of Mastra", async () => {
  const [site, model] = await Promise.all([TestSite.start(), ModelServer.start()])
  await using orb = createOrbweaver({ egress: { allowLocal: true } })
  model.turns = [{ calls: [{ name: "scrape", input: { url: site.url("/page").href } }] }, { says: "It is a page." }]
  const agent = new Agent({
    id: "reader",
    name: "Reader",
    instructions: "Read pages.",
    model: createOpenAICompatible({ name: "local", baseURL: model.url })("tiny") as never,
    tools: orbweaverTools(orb)
  })
  const { text } = await agent.generate("What is on the page?")
  expect(text).toBe("It is a page.")
  expect(JSON.stringify(model.asked.at(-1).messages)).toContain(site.url("/page").href)
  expect(site.requests("/page")).toHaveLength(1)
  model.close()
  await site.close()
})
