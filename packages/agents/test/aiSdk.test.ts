import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import { orbweaverTools } from "@orbweaver/agents/ai-sdk"
import * as ModelServer from "@orbweaver/testing/ModelServer"
import * as TestSite from "@orbweaver/testing/TestSite"
import { generateText, isStepCount } from "ai"
import { createOrbweaver } from "orbweaver"
import { assert, expect, it } from "vitest"

const around = async (test: (site: TestSite.Running, model: ModelServer.Running) => Promise<void>) => {
  const [site, model] = await Promise.all([TestSite.start(), ModelServer.start()])
  try {
    await test(site, model)
  } finally {
    model.close()
    await site.close()
  }
}

const modelOf = ({ url }: ModelServer.Running) => createOpenAICompatible({ name: "local", baseURL: url })("tiny")

/** What the model was told by the tools, in the order of the calls. */
const toldBy = ({ asked }: ModelServer.Running): ReadonlyArray<any> =>
  asked
    .at(-1)
    .messages.filter(({ role }: { readonly role: string }) => role === "tool")
    .map(({ content }: { readonly content: string }) => {
      try {
        return JSON.parse(content)
      } catch {
        return content
      }
    })

it("reads, searches, crawls and extracts for a model of the AI SDK", () =>
  around(async (site, model) => {
    await using orb = createOrbweaver({ egress: { allowLocal: true } })
    model.turns = [
      {
        calls: [
          { name: "scrape", input: { url: site.url("/page").href } },
          { name: "crawl", input: { url: site.url("/site/5/").href, limit: 2 } },
          {
            name: "extract",
            input: {
              urls: [site.url("/page").href],
              prompt: "title",
              schema: { type: "object", properties: { title: { type: "string" } } }
            }
          }
        ]
      },
      { says: "Done." }
    ]
    const { text } = await generateText({
      model: modelOf(model),
      tools: orbweaverTools(orb, { maxTokens: 2000 }),
      prompt: "Read the site.",
      stopWhen: isStepCount(3)
    })
    expect(text).toBe("Done.")
    const names = model.asked[0].tools.map((tool: any) => tool.function.name)
    expect(names.toSorted()).toEqual(["crawl", "extract", "scrape", "search"])
    const [page, crawled, extracted] = toldBy(model)
    expect(page).toMatchObject({ url: site.url("/page").href, title: "Page" })
    expect(crawled.pages).toHaveLength(2)
    expect(extracted.data.title).toMatch(/Page/)
  }))

it("gives a long page in parts, and tells the model why a page could not be read", () =>
  around(async (site, model) => {
    await using orb = createOrbweaver({ egress: { allowLocal: true } })
    const tools = orbweaverTools(orb, { maxTokens: 200 })
    const options = { toolCallId: "1", messages: [], context: {} } as never
    const first: any = await tools.scrape.execute!({ url: site.url("/article").href }, options)
    assert.isString(first.cursor)
    const second: any = await tools.scrape.execute!({ url: site.url("/article").href, cursor: first.cursor }, options)
    expect(second.markdown).not.toBe(first.markdown)

    model.turns = [{ calls: [{ name: "scrape", input: { url: site.url("/reset").href } }] }, { says: "Sorry." }]
    await generateText({ model: modelOf(model), tools, prompt: "Read it.", stopWhen: isStepCount(2) })
    expect(String(toldBy(model)[0])).toContain("ECONNRESET")
  }))
