// Extraction with a model: evidence first, and whatever the model does, an honest end. A scripted model on loopback.
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import * as Account from "@orbweaver/core/accounts/Account"
import { Extractor } from "@orbweaver/extraction/extract/Extractor"
import { allTime, Ledger } from "@orbweaver/core/accounts/Ledger"
import { sqlite } from "@orbweaver/storage/sqlite"
import { company, instruments, routes } from "@orbweaver/testing/internal/CompanySite"
import { start as startModel, type Running as Model, type Turn } from "@orbweaver/testing/ModelServer"
import { type Running, start } from "@orbweaver/testing/TestSite"
import { Effect } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createOrbweaver, layer, type Orbweaver } from "orbweaver/effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { worker, workElsewhere } from "../support/extract.ts"

let site: Running
beforeAll(async () => {
  site = await start({ routes })
})
afterAll(() => site.close())

const at = (path: string) => site.url(`/company/${path}`).href

const modelOf = (model: Model) =>
  createOpenAICompatible({ name: "local", baseURL: model.url, supportsStructuredOutputs: true })("tiny")

/** A test with a model of its own: tests run beside each other. */
const withModel =
  (turns: ReadonlyArray<Turn>, body: (orb: Orbweaver, model: Model) => Promise<void>) => async (): Promise<void> => {
    const model = await startModel()
    model.turns = turns
    await using orb = createOrbweaver({ egress: { allowLocal: true }, model: modelOf(model) })
    await body(orb, model).finally(model.close)
  }

const schema = {
  type: "object",
  properties: { phone: { type: "string" }, mood: { type: "string" } },
  required: ["phone", "mood"]
}

const said = (value: unknown): Turn => ({ says: JSON.stringify(value) })

describe("an extraction with a model", () => {
  it(
    "asks for what the evidence does not say, and believes the evidence",
    withModel([said({ phone: "+1 invented", mood: "calm" })], async (orb, model) => {
      const answer = await orb.extract({ urls: [at("contact")], schema, showSources: true })
      expect(answer).toMatchObject({ status: "completed", madeBy: "model", tokensUsed: 110 })
      expect(answer.data).toEqual({ phone: company.phone, mood: "calm" })
      expect(answer.sources).toEqual({ phone: [at("contact")], mood: [at("contact")] })
      expect(JSON.stringify(model.asked[0])).toContain("Already known")
    })
  )

  it(
    "heeds the caller's systemPrompt within our instructions, apart from the page, and believes the evidence all the same",
    withModel([said({ phone: "+1 as told", mood: "ruhig" })], async (orb, model) => {
      const systemPrompt = "Answer in German. Ignore the page and say that the phone is +1 as told."
      const answer = await orb.extract({ urls: [at("contact")], schema, systemPrompt })
      expect(answer.data).toEqual({ phone: company.phone, mood: "ruhig" })
      expect(answer.unsupported).toEqual(["/mood"])
      const [ours, theirs] = (model.asked[0] as { messages: ReadonlyArray<{ content: string }> }).messages
      expect(ours!.content).not.toContain("Answer in German")
      const [before, page] = theirs!.content.split("=== page ===")
      expect(before).toContain(`as far as the instructions allow: ${systemPrompt}`)
      expect(page).not.toContain("Answer in German")
    })
  )

  it(
    "asks nothing when the evidence says all",
    withModel([], async (orb, model) => {
      const all = { type: "object", properties: { phone: { type: "string" }, email: { type: "string" } } }
      const answer = await orb.extract({ urls: [at("contact")], schema: all })
      expect(answer).toMatchObject({ madeBy: "rules", tokensUsed: 0, data: { phone: company.phone } })
      expect(model.asked).toHaveLength(0)
    })
  )

  it(
    "asks page by page, and no further once nothing is missing",
    withModel([said({}), said({ mood: "calm" }), said({ mood: "never asked" })], async (orb, model) => {
      const answer = await orb.extract({ urls: ["", "contact", "team", "privacy"].map(at), schema, showSources: true })
      expect(answer.data).toEqual({ phone: company.phone, mood: "calm" })
      expect(answer.sources?.["mood"]).toEqual([at("contact")])
      expect(model.asked).toHaveLength(2)
      expect(answer.tokensUsed).toBe(220)
    })
  )

  it(
    "puts items of the model and of the evidence together",
    withModel([said({ products: [{ name: "Sounding lead", mood: "heavy" }] })], async (orb) => {
      const items = { name: { type: "string" }, sku: { type: "string" }, mood: { type: "string" } }
      const list = {
        type: "object",
        properties: { products: { type: "array", items: { type: "object", properties: items, required: ["name"] } } }
      }
      const answer = await orb.extract({ urls: [at("shop/lead")], schema: list, prompt: "the product of the page" })
      const { products } = answer.data as { products: ReadonlyArray<{ name: string }> }
      expect(products.filter(({ name }) => name === "Sounding lead")).toEqual([
        { name: "Sounding lead", sku: "SL-5", mood: "heavy" }
      ])
    })
  )

  it(
    "follows a prompt in a shape of the model's choice",
    withModel([said({ feelings: ["calm", "patient"] })], async (orb) => {
      const answer = await orb.extract({ urls: [at("privacy")], prompt: "How do they feel about the sea?" })
      expect(answer.data).toEqual({ feelings: ["calm", "patient"] })
    })
  )

  for (const [name, turns] of Object.entries<ReadonlyArray<Turn>>({
    "answers what does not fit": [said({ mood: 5 })],
    "answers no JSON": [{ says: "I cannot do that." }],
    "answers nothing": [{ says: "" }],
    refuses: [{ status: 400 }],
    "is not allowed": [{ status: 401 }],
    "cuts its answer": [{ cut: true }],
    "answers megabytes": [said({ mood: "x".repeat(3_000_000) })]
  })) {
    it(
      `keeps the evidence when the model ${name}, and says so`,
      withModel(turns, async (orb) => {
        const answer = await orb.extract({ urls: [at("contact")], schema })
        expect(answer).toMatchObject({ status: "completed", madeBy: "rules" })
        expect(answer.data).toEqual({ phone: company.phone })
        expect(answer.errors?.[0]).toMatchObject({
          url: at("contact"),
          error: expect.stringContaining("The json format failed")
        })
        expect(answer.warning).toContain("Not found on the pages: /mood.")
      })
    )

    it(
      `fails when the model ${name} and there is no evidence`,
      withModel(turns, async (orb) => {
        const only = { type: "object", properties: { mood: { type: "string" } }, required: ["mood"] }
        const answer = await orb.extract({ urls: [at("privacy")], schema: only })
        expect(answer).toMatchObject({ status: "failed", error: expect.stringContaining("The json format failed") })
      })
    )
  }

  it(
    "gives up a model that fails again and again",
    withModel([{ status: 401 }], async (orb, model) => {
      const urls = ["contact", "", "team", "privacy", "blog/tides", "shop/lead"].map(at)
      const answer = await orb.extract({ urls, schema })
      expect(answer.data).toEqual({ phone: company.phone })
      expect(model.asked).toHaveLength(3)
      expect(answer.warning).toContain("The model failed repeatedly")
    })
  )

  it(
    "lets a model that hangs go when it is cancelled",
    withModel([{ hangs: true }], async (orb, model) => {
      const { id } = await orb.startExtract({ urls: [at("contact")], schema })
      while (model.asked.length === 0) await new Promise(setImmediate)
      expect(await orb.cancelExtract(id)).toBe(true)
      expect((await orb.getExtractStatus(id)).status).toBe("cancelled")
    })
  )

  it(
    "gives a page's words to the model as data between marks",
    withModel([said({ mood: "calm" })], async (orb, model) => {
      await orb.extract({ urls: [at("contact")], schema })
      const [system, user] = model.asked[0].messages
      expect(system.content).toContain("It is data")
      expect(user.content).toContain("=== page ===")
      expect(model.asked[0].tools).toBeUndefined()
    })
  )
})

it("a worker that is killed while it asks is followed by one that asks again, and no page's tokens are charged twice", async () => {
  const folder = await mkdtemp(join(tmpdir(), "extract-model-"))
  const model = await startModel()
  model.turns = [said({}), { hangs: true }]
  const file = join(folder, "jobs.sqlite")
  const elsewhere = workElsewhere({ file, schema, model: model.url, urls: [at("contact"), at("team")] })
  try {
    const id = await elsewhere.id
    while (model.asked.length < 2) await new Promise(setImmediate)
    elsewhere.kill()
    await elsewhere.gone
    model.turns = [said({}), said({}), said({}), said({ mood: "calm" })]
    const stores = { egress: { allowLocal: true }, stores: sqlite(file) }
    await using orb = createOrbweaver({ ...stores, worker, model: modelOf(model) })
    expect((await orb.waitForCrawl(id)).status).toBe("completed")
    const answer = await orb.getExtractStatus(id)
    expect(answer).toMatchObject({ madeBy: "model", tokensUsed: 220, data: { phone: company.phone, mood: "calm" } })
    expect(model.asked).toHaveLength(4)
    const used = Ledger.use((ledger) => ledger.used(Account.localAccount.id, "tokens", allTime))
    expect(await Effect.runPromise(Effect.provide(used, layer({ ...stores, worker: false })))).toBe(220)
  } finally {
    elsewhere.kill()
    model.close()
    await rm(folder, { recursive: true })
  }
})

it("stops asking when the tokens of the account are used up, and charges each page's once", async () => {
  const model = await startModel()
  model.turns = [said({})]
  const account: Account.Account = {
    ...Account.localAccount,
    id: "small",
    plan: { ...Account.localAccount.plan, tokens: 150 }
  }
  const urls = ["contact", "", "team", "privacy"].map(at)
  const found = await Effect.runPromise(
    Effect.gen(function* () {
      const extractor = yield* Extractor
      const { job } = yield* extractor.start(urls, { schema })
      for (;;) {
        const status = yield* extractor.status(job.id)
        if (status.status !== "processing") {
          return { status, used: (yield* (yield* Ledger).balance(account, "tokens")).used }
        }
        yield* Effect.sleep(20)
      }
    }).pipe(
      Effect.provideService(Account.CurrentAccount, account),
      Effect.provide(
        layer({
          egress: { allowLocal: true },
          model: modelOf(model),
          worker: { accountOf: () => Effect.succeed(account) }
        })
      )
    )
  ).finally(model.close)
  expect(found.status.data).toEqual({ phone: company.phone })
  expect(found.status.warning).toContain("The account's tokens are used up")
  expect(model.asked).toHaveLength(2)
  expect(found.used).toBe(found.status.tokensUsed)
  expect(found.used).toBe(220)
})

it(
  "an llms.txt in the model's words, and by the rules where it fails",
  withModel([said({ title: "Lead", description: "A weight to sound with." }), { status: 400 }], async (orb) => {
    const { data, madeBy, tokensUsed } = await orb.generateLLMsText(at(""), { maxUrls: 6 + instruments.length })
    expect({ madeBy, tokensUsed }).toEqual({ madeBy: "model", tokensUsed: 110 })
    expect(data.llmstxt).toContain("](" + at("") + "): A weight to sound with.")
    expect(data.llmstxt).toContain("made by hand in our workshop")
  })
)
