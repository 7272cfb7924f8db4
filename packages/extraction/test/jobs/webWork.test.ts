// What agents and research show of pages to their model, and how jobs with one result are made and read back.
import { assert, describe, it } from "@effect/vitest"
import { type Account, CurrentAccount, localAccount } from "@orbweaver/core/accounts/Account"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import { create } from "@orbweaver/testing/internal/jobs"
import { Effect, Schema } from "effect"
import { commonStatus, jobsOf, stateReader } from "../../src/jobs/jobEngine.ts"
import { dataFrom, pageTexts } from "../../src/jobs/webWork.ts"
import { jobStores, modelOf } from "./jobWeb.ts"

describe("the texts of pages", () => {
  const Length = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 50 }))

  it("are cut where a page, or all pages together, have no more room; headings stay", () => {
    const pages = ["aaaa", "bbbb", "cccc"].map((text, index) => ({ heading: `# ${index}`, text }))
    assert.strictEqual(pageTexts(pages, { page: 3, pages: 5 }), "# 0\naaa\n\n# 1\nbb\n\n# 2\n")
    assert.strictEqual(pageTexts([], { page: 3, pages: 5 }), "")
  })

  it.effect.prop(
    "begin as the pages do, and are as long as the room for one and for all lets them be",
    [Schema.Array(Length), Length, Length],
    ([lengths, page, pages]) =>
      Effect.sync(() => {
        const given = lengths.map((length, index) => ({ heading: `# ${index}`, text: "x".repeat(length) }))
        const shown = pageTexts(given, { page, pages }).split(/\n\n(?=#)/)
        const texts = given.map(({ heading }, index) => shown[index]!.slice(heading.length + 1))
        for (const [index, { text }] of given.entries()) assert.isTrue(text.startsWith(texts[index]!))
        const wanted = lengths.reduce((sum, length) => sum + Math.min(length, page), 0)
        assert.strictEqual(texts.join("").length, Math.min(wanted, pages))
        for (const text of texts) assert.isAtMost(text.length, page)
      })
  )
})

it.effect("no model is asked for data by a schema that cannot be used", () =>
  Effect.gen(function* () {
    const model = yield* modelOf(() => Effect.die("asked"))
    assert.isUndefined(dataFrom(model, { page: "", prompt: "", schema: { type: "nonsense" } }))
  })
)

describe("the jobs of a kind", () => {
  const Request = Schema.Struct({ prompt: Schema.String })
  const agents = Effect.map(JobStore, (store) => jobsOf(store, "agent", "Agent", Request))
  const provided = Effect.provide(jobStores)

  it.effect("belong to the account that starts them, and no page limit of a crawl holds them back", () =>
    Effect.gen(function* () {
      const somebody: Account = {
        ...localAccount,
        id: "somebody",
        keyName: "key",
        plan: { ...localAccount.plan, retention: "2 hours" }
      }
      const jobs = yield* agents
      const made = jobs.create({ request: { prompt: "x" }, origin: "", maxConcurrency: 5 })
      const job = yield* Effect.provideService(made, CurrentAccount, somebody)
      assert.deepInclude(job, { accountId: "somebody", keyName: "key", kind: "agent", limit: Infinity })
      assert.strictEqual(job.expiresAt - job.createdAt, 2 * 3_600_000)
      assert.deepStrictEqual(yield* jobs.requestOf(job), { prompt: "x" })
    }).pipe(provided)
  )

  it.effect("are not found by engines of other kinds", () =>
    Effect.gen(function* () {
      const { id } = yield* create([], { kind: "deepResearch", task: true })
      const error = yield* Effect.flip(Effect.flatMap(agents, (jobs) => jobs.find(id)))
      assert.strictEqual(error._tag, "JobNotFound")
    }).pipe(provided)
  )

  it.effect("of another version of the program fail as the store's, by name", () =>
    Effect.gen(function* () {
      const job = yield* create([], { kind: "agent", task: true, request: { question: "x" } })
      const error = yield* Effect.flip(Effect.flatMap(agents, (jobs) => jobs.requestOf(job)))
      assert.deepInclude(error, { _tag: "StoreError", operation: "Agent.request" })
    }).pipe(provided)
  )

  it.effect("that fail say why, and read as processing until then", () =>
    Effect.gen(function* () {
      const jobs = yield* agents
      const { id } = yield* jobs.create({ request: { prompt: "x" }, origin: "", maxConcurrency: 5 })
      assert.strictEqual(commonStatus(yield* jobs.find(id)).status, "processing")
      yield* JobStore.use((store) => store.move(id, "paused"))
      assert.strictEqual(commonStatus(yield* jobs.find(id)).status, "processing")
      yield* jobs.fail(id, "No page could be read")
      assert.deepInclude(commonStatus(yield* jobs.find(id)), { status: "failed", error: "No page could be read" })
    }).pipe(provided)
  )

  it("go on from the state that they have saved, and begin anew where it cannot be read", () => {
    const stateOf = stateReader(Schema.Struct({ steps: Schema.Int }), { steps: 0 })
    assert.deepStrictEqual(stateOf({ output: { steps: 3 } }), { steps: 3 })
    for (const output of [undefined, null, { steps: "3" }]) assert.deepStrictEqual(stateOf({ output }), { steps: 0 })
  })
})
