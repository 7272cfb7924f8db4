// `onlyCleanContent`: a model names the blocks of the Markdown that are no content, and the rest stays letter by letter.
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import * as ModelServer from "@orbweaver/testing/ModelServer"
import { createOrbweaver } from "orbweaver"
import { describe, it } from "vitest"

const data = `<title>Spiders</title><h1>Spiders</h1><p>Subscribe to our letter!</p><p>Spiders have <b>eight</b> legs.</p>
<p>Share this page</p><table><tr><th>Legs</th></tr><tr><td>8</td></tr></table>`
const file = { data, filename: "spiders.html" }

const withAnswer = async (turn: ModelServer.Turn, formats: ReadonlyArray<"markdown" | "summary" | "links">) => {
  const server = await ModelServer.start()
  server.turns = [turn]
  const model = createOpenAICompatible({ name: "local", baseURL: server.url }).chatModel("test")
  await using orb = createOrbweaver({ model })
  const document = await orb.parse(file, { formats: [...formats], onlyCleanContent: true })
  server.close()
  return { document, asked: server.asked }
}

describe("onlyCleanContent", () => {
  it("leaves out the blocks that the model names, and changes no other", async ({ expect }) => {
    const { asked, document } = await withAnswer({ says: '{"remove": [2, 4, 99]}' }, ["markdown"])
    expect(JSON.stringify(asked)).toContain("[2] paragraph: Subscribe to our letter!")
    expect(document.markdown).toBe("# Spiders\n\nSpiders have **eight** legs.\n\n| Legs |\n| --- |\n| 8 |")
    expect(document.warning).toBeUndefined()
    expect(document.metadata["tokens"]).toEqual({ input: 100, output: 10 })
  })

  it("keeps the page and says so when the model fails or would leave nothing", async ({ expect }) => {
    const failed = await withAnswer({ status: 400 }, ["markdown"])
    expect(failed.document.markdown).toContain("Subscribe")
    expect(failed.document.warning).toMatch(/onlyCleanContent left the Markdown.*the model of .* failed/)
    const emptied = await withAnswer({ says: '{"remove": [1, 2, 3, 4, 5]}' }, ["markdown"])
    expect(emptied.document.markdown).toContain("Subscribe")
    expect(emptied.document.warning).toContain("would have left nothing")
  })

  it("says that it had no effect without a model, and without Markdown", async ({ expect }) => {
    await using orb = createOrbweaver()
    expect((await orb.parse(file, { onlyCleanContent: true })).warning).toContain("no model is configured")
    const { warning } = await orb.parse(file, { formats: ["links"], onlyCleanContent: true })
    expect(warning).toContain("none of the formats is made of Markdown")
  })
})
