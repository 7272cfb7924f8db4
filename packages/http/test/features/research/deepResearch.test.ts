// Deep research through the v1 clients, unmodified, and by plain HTTP; the model is a script, the pages are real.
import { assert, describe, it } from "@effect/vitest"
import { Firecrawl } from "@mendable/firecrawl-js"
import * as ApiKeys from "@orbweaver/core/accounts/ApiKeys"
import { SearchProvider } from "@orbweaver/core/search/SearchProvider"
import { TestSite } from "@orbweaver/testing/TestSite"
import { modelAnswer } from "@orbweaver/testing/internal/doubles/modelAnswer"
import FirecrawlV1 from "firecrawl-js-v1"
import { Effect, Stream } from "effect"
import { LanguageModel, type Prompt } from "effect/ai"
import { type Options, withKeys } from "../../assembly.ts"
import { account, keys } from "../../fixtures.ts"
import { type Served, served } from "../../served.ts"

/** Answers by what it is asked to do. */
type Script = (system: string, user: string) => unknown

const scripted = (script: Script) =>
  LanguageModel.make({
    generateText: ({ prompt }) =>
      Effect.suspend(() => {
        const said = (role: Prompt.Message["role"]) =>
          prompt.content.filter((message) => message.role === role).map((message) => JSON.stringify(message.content))
        const answer = script(said("system").join(), said("user").join())
        if (answer === undefined) return Effect.never
        return Effect.succeed(modelAnswer(answer))
      }),
    streamText: () => Stream.empty
  })

const teams = ApiKeys.ApiKeys.layerStatic([
  { key: keys.rich, name: "rich", account: account("rich", { credits: 1000, tokens: 100_000 }) },
  { key: keys.other, name: "other", account: account("other") }
])

const test = (
  name: string,
  script: ((at: (path: string) => string) => Script) | undefined,
  body: (parts: Served) => Promise<void>,
  options: Options = {}
) =>
  it.live(name, () =>
    Effect.gen(function* () {
      const site = yield* TestSite
      const model = script === undefined ? {} : { model: yield* scripted(script((path) => site.url(path).href)) }
      yield* Effect.flatMap(served, (found) => Effect.promise(() => body(found))).pipe(
        Effect.provide(withKeys(teams, { ...options, ...model }))
      )
    }).pipe(Effect.scoped, Effect.provide(TestSite.layer))
  )

const send = async ({ api }: Served, method: string, path: string, body?: object, key: string = keys.rich) => {
  const response = await fetch(`${api}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  return { status: response.status, body: (await response.json()) as Record<string, any> }
}

const ended = async (found: Served, id: string) => {
  for (;;) {
    const { body } = await send(found, "GET", `/v1/deep-research/${id}`)
    if (body["status"] !== "processing") return body
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Two rounds over two pages, then a report that names a source that does not exist. */
const spiders =
  (at: (path: string) => string): Script =>
  (system, user) => {
    if (system.includes("You plan")) return { queries: [`spiders ${at("/article")}`] }
    if (system.includes("You read")) {
      const second = user.includes("Source 2")
      return {
        findings: [
          { text: second ? "There is a page." : "A spider lives in the library.", sources: [second ? 2 : 1] },
          { text: "The moon is made of cheese.", sources: [9] }
        ],
        queries: second ? [] : [`more ${at("/page")}`],
        enough: second
      }
    }
    if (system.includes("Extract structured data")) return { animal: "spider" }
    return "# Spiders\n\nOne lives in the library [1], says nobody [7]."
  }

describe("deep research", () => {
  for (const [name, make] of Object.entries({
    "firecrawl-js 1.29": ({ api, key }: Served) => new FirecrawlV1({ apiKey: key, apiUrl: api }),
    "firecrawl-js 4.42 .v1": ({ api, key }: Served) =>
      new Firecrawl({ apiKey: key, apiUrl: api }).v1 as unknown as FirecrawlV1
  })) {
    test(`searches, reads and reports, in ${name}`, spiders, async (found) => {
      const activities: Array<string> = []
      const sources: Array<string> = []
      const answer = await make(found).deepResearch(
        "Where do spiders live?",
        { maxDepth: 3, maxUrls: 5, timeLimit: 60 },
        ({ type, status }) => void activities.push(`${type} ${status}`),
        ({ url }) => void sources.push(url)
      )
      assert.isTrue(answer.success)
      if (!("data" in answer)) throw new Error("no data")
      assert.strictEqual(answer.data.finalAnalysis, "# Spiders\n\nOne lives in the library [1], says nobody.")
      assert.deepStrictEqual(sources, [found.at("/article"), found.at("/page")])
      assert.strictEqual(answer.currentDepth, 2)
      assert.lengthOf(answer.sources, 2)
      for (const step of ["search complete", "extract complete", "analyze complete", "synthesis complete"]) {
        assert.include(activities, step)
      }
    })
  }

  test(
    "gives findings only with a source that was read, and costs a credit a page and the model's tokens",
    spiders,
    async (found) => {
      const { body } = await send(found, "POST", "/v1/deep-research", { topic: "spiders", timeLimit: 60, origin: "x" })
      const done = await ended(found, body["id"])
      assert.deepStrictEqual(done["summaries"], ["A spider lives in the library.", "There is a page."])
      assert.strictEqual(done["creditsUsed"], 2)
      assert.strictEqual(done["tokensUsed"], 4 * 110)
      const { body: credits } = await send(found, "GET", "/v2/team/credit-usage")
      assert.strictEqual(credits["data"].remainingCredits, 998)
      const { body: tokens } = await send(found, "GET", "/v2/team/token-usage")
      assert.strictEqual(tokens["data"].remainingTokens, 100_000 - 440)
      assert.strictEqual(
        (await send(found, "GET", `/v1/deep-research/${body["id"]}`, undefined, keys.other)).status,
        404
      )
      for (const [unit, total, used] of [
        ["credit", "totalCredits", 2],
        ["token", "totalTokens", 440]
      ] as const) {
        const { body: history } = await send(found, "GET", `/v2/team/${unit}-usage/historical?byApiKey=true`)
        assert.deepStrictEqual(
          history["periods"].map((period: Record<string, unknown>) => [period["apiKey"], period[total]]),
          [["rich", used]]
        )
      }
    }
  )

  test("fits the findings into a schema", spiders, async (found) => {
    const schema = { type: "object", properties: { animal: { type: "string" } }, required: ["animal"] }
    const { body } = await send(found, "POST", "/v1/deep-research", {
      query: "spiders",
      formats: ["json"],
      jsonOptions: { schema }
    })
    const done = await ended(found, body["id"])
    assert.deepStrictEqual(done["data"].json, { animal: "spider" })
    assert.notProperty(done["data"], "finalAnalysis")
  })

  test(
    "keeps to its number of pages and its depth",
    (at) => (system) => {
      if (system.includes("You plan"))
        return { queries: [1, 2, 3].map((n) => `q${n} ${at(`/page?n=${n}`)} ${at(`/page?m=${n}`)}`) }
      if (system.includes("You read")) {
        return {
          findings: [{ text: "Hello.", sources: [1] }],
          queries: [`${Math.random()} ${at("/page?z=1")}`],
          enough: false
        }
      }
      return "Done [1]."
    },
    async (found) => {
      const few = await send(found, "POST", "/v1/deep-research", { query: "x", maxUrls: 2 })
      assert.strictEqual((await ended(found, few.body["id"]))["totalUrls"], 2)
      const flat = await send(found, "POST", "/v1/deep-research", { query: "x", maxDepth: 1 })
      assert.strictEqual((await ended(found, flat.body["id"]))["currentDepth"], 1)
    }
  )

  test(
    "fails and says why when nothing can be found or the model is of no use",
    () => () => "no JSON",
    async (found) => {
      for (const query of ["nothing to find", "no engine"]) {
        const { body } = await send(found, "POST", "/v1/deep-research", { query })
        const done = await ended(found, body["id"])
        assert.strictEqual(done["status"], "failed")
        assert.isFalse(done["success"])
        assert.match(done["error"], /could be read/)
      }
      const { body } = await send(found, "POST", "/v1/deep-research", { query: found.at("/page") })
      assert.include((await ended(found, body["id"]))["error"], "model")
    }
  )

  test("is refused when it makes no sense", spiders, async (found) => {
    for (const [sent, message] of [
      [{}, "Either query or topic must be provided"],
      [{ query: "x", formats: ["json"] }, "When 'json' format is specified"],
      [{ query: "x", maxDepth: 13 }, "12"],
      [{ query: "x", formats: ["json"], jsonOptions: { schema: { type: "nonsense" } } }, "schema"]
    ] as const) {
      const { body, status } = await send(found, "POST", "/v1/deep-research", sent)
      assert.strictEqual(status, 400, JSON.stringify(body))
      assert.include(JSON.stringify(body), message)
    }
    assert.strictEqual((await send(found, "GET", "/v1/deep-research/nobody")).status, 404)
  })

  test("needs a model, and says so", undefined, async (found) => {
    const { body, status } = await send(found, "POST", "/v1/deep-research", { query: "x" })
    assert.strictEqual(status, 501)
    assert.deepStrictEqual(body, {
      success: false,
      code: "NOT_IMPLEMENTED",
      error: "Deep research needs a model: configure one"
    })
  })

  test(
    "needs a search provider, and says so",
    spiders,
    async (found) => {
      const { body, status } = await send(found, "POST", "/v1/deep-research", { query: "x" })
      assert.strictEqual(status, 501)
      assert.include(body["error"], "needs a search provider")
    },
    { search: SearchProvider.layerNone }
  )
})
