// Models as applications, the environment and flags name them, against a scripted one on loopback.
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import { start as startModel, type Running as Model } from "@orbweaver/testing/ModelServer"
import { type Running, start } from "@orbweaver/testing/TestSite"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createOrbweaver } from "orbweaver"
import { runToEnd } from "../support/commandLine.ts"

let site: Running
beforeAll(async () => {
  site = await start()
})
afterAll(() => site.close())

/** Runs with a model of its own: tests run beside each other. */
const withModel = async (body: (model: Model) => Promise<void>) => {
  const model = await startModel()
  model.turns = [{ says: "A spider lives in a library." }]
  await body(model).finally(model.close)
}

describe("a model of the AI SDK", () => {
  it("is one line, and its words say that it made them", () =>
    withModel(async (model) => {
      const provider = createOpenAICompatible({ name: "local", baseURL: model.url })
      await using orb = createOrbweaver({ egress: { allowLocal: true }, model: provider("tiny") })
      const { metadata, summary } = await orb.scrape(site.url("/article"), { formats: ["summary"] })
      expect(summary).toBe("A spider lives in a library.")
      expect(metadata).toMatchObject({ madeBy: { summary: "model" }, tokens: { input: 100, output: 10 } })
    }))

  it("of an older interface is read as well", async () => {
    const tiny = {
      specificationVersion: "v2" as const,
      provider: "old",
      modelId: "tiny",
      supportedUrls: {},
      doGenerate: async () => ({
        content: [{ type: "text" as const, text: "Old words." }],
        finishReason: "stop" as const,
        usage: { inputTokens: 7, outputTokens: 2, totalTokens: 9 },
        warnings: []
      }),
      doStream: () => Promise.reject(new Error("not asked for"))
    }
    await using orb = createOrbweaver({ egress: { allowLocal: true }, model: tiny })
    const { metadata, summary } = await orb.scrape(site.url("/article"), { formats: ["summary"] })
    expect(summary).toBe("Old words.")
    expect(metadata["tokens"]).toEqual({ input: 7, output: 2 })
  })

  it("finds by meaning with embeddings, and says so when they fail", () =>
    withModel(async (model) => {
      const provider = createOpenAICompatible({ name: "local", baseURL: model.url })
      await using orb = createOrbweaver({ egress: { allowLocal: true }, embeddings: provider.embeddingModel("e") })
      const ask = () =>
        orb.scrape(site.url("/article"), { formats: [{ type: "highlights", query: "spider" }], maxAge: 0 })
      const found = await ask()
      expect(found.highlights).toContain("> ")
      expect(found.warning).toBeUndefined()
      expect(found.metadata["tokens"]).toMatchObject({ output: 0 })
      model.turns = [{ status: 400 }]
      const without = await ask()
      expect(without.highlights).toContain("> ")
      expect(without.warning).toContain("by their words alone")
    }))
})

const orbweaver = (env: Readonly<Record<string, string>>, ...args: ReadonlyArray<string>) => runToEnd(args, { env })

const summarize = (env: Readonly<Record<string, string>>, ...flags: ReadonlyArray<string>) =>
  orbweaver(env, "scrape", site.url("/article").href, "--allow-local", "-f", "summary", ...flags)

describe("on the command line", () => {
  it("OPENAI_API_KEY, OPENAI_BASE_URL and MODEL_NAME name a model", () =>
    withModel(async (model) => {
      const { stdout } = await summarize({ OPENAI_API_KEY: "sk-1", OPENAI_BASE_URL: model.url, MODEL_NAME: "tiny" })
      expect(stdout).toBe("A spider lives in a library.\n")
      expect(model.asked[0]).toMatchObject({ model: "tiny" })
      expect(model.keys).toEqual(["Bearer sk-1"])
    }))

  it("OLLAMA_BASE_URL is its own API's address, and hears no key of another", () =>
    withModel(async (model) => {
      const ollama = model.url.replace("/v1", "/api")
      const { stdout } = await summarize({ OPENAI_API_KEY: "sk-1", OLLAMA_BASE_URL: ollama, MODEL_NAME: "qwen3" })
      expect(stdout).toBe("A spider lives in a library.\n")
      expect(model.keys).toEqual([undefined])
    }))

  it("flags stand in place of them, and --rules-only asks nobody", () =>
    withModel(async (model) => {
      const flags = await summarize(
        { OPENAI_BASE_URL: "http://127.0.0.1:9" },
        "--model-url",
        model.url,
        "--model",
        "tiny"
      )
      expect(flags.stdout).toBe("A spider lives in a library.\n")
      const rules = await summarize({ OPENAI_BASE_URL: model.url, MODEL_NAME: "tiny" }, "--rules-only")
      expect(rules.code).toBe(0)
      expect(model.asked).toHaveLength(1)
    }))

  it("an operator's model on loopback is reached although pages there are refused", () =>
    withModel(async (model) => {
      const env = { OPENAI_BASE_URL: model.url, MODEL_NAME: "tiny" }
      const refused = await orbweaver(env, "scrape", site.url("/article").href, "-f", "summary")
      expect(refused.code).toBe(3)
      expect(model.asked).toHaveLength(0)
    }))

  it("says what to configure", () =>
    withModel(async (model) => {
      const nowhere = await summarize({ OPENAI_API_KEY: "", OPENAI_BASE_URL: "" }, "--model", "tiny")
      expect(nowhere.code).toBe(2)
      expect(nowhere.stderr).toContain("OPENAI_API_KEY")
      const unnamed = await summarize({ OPENAI_BASE_URL: model.url })
      expect(unnamed.code).toBe(0)
      expect(unnamed.stderr).toContain("MODEL_NAME")
    }))

  it("a question is asked by a flag", async () => {
    const { code, stdout } = await orbweaver(
      {},
      "scrape",
      site.url("/article").href,
      "--allow-local",
      "--rules-only",
      "--question",
      "What does the spider do in the library?"
    )
    expect(code).toBe(0)
    expect(stdout).toMatch(/^> /)
  })

  it("a budget is walked by flags", async () => {
    const url = site.url("/article").href
    const scrape = (...flags: ReadonlyArray<string>) =>
      orbweaver({}, "scrape", url, "--allow-local", "--rules-only", "--max-tokens", "300", ...flags)
    const first = await scrape()
    const cursor = /--cursor (\S+)/.exec(first.stderr)?.[1]
    expect(cursor).toBeDefined()
    const next = await scrape("--cursor", cursor!)
    expect(next.code).toBe(0)
    expect(next.stdout).not.toBe(first.stdout)
    expect((await orbweaver({}, "scrape", url, "--cursor", cursor!)).code).toBe(2)
  })
})
