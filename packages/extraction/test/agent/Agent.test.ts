// What an agent does at its bounds, after failures and after a crash. The model and the web are scripts.
import { assert, describe, it } from "@effect/vitest"
import { type Account, CurrentAccount, localAccount } from "@orbweaver/core/accounts/Account"
import { Ledger } from "@orbweaver/core/accounts/Ledger"
import { Mapper } from "@orbweaver/core/crawl/Mapper"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import { WebhookOutbox } from "@orbweaver/core/jobs/Webhooks"
import { SearchError, SearchProvider } from "@orbweaver/core/search/SearchProvider"
import { Agent } from "@orbweaver/extraction/agent/Agent"
import { scriptedModel } from "@orbweaver/testing/doubles/scripted"
import { ever } from "@orbweaver/testing/internal/jobs"
import { tokensOfAnswer } from "@orbweaver/testing/internal/doubles/modelAnswer"
import { Deferred, Effect, Fiber, Layer, Struct } from "effect"
import { TestClock } from "effect/testing"
import { modelOf, noConnection } from "../jobs/jobWeb.ts"
import { answer, at, begin, read, run, runFor, search, step, withAgent } from "./world.ts"

describe("an agent at its bounds", () => {
  it.effect("reads no page once its credits are used, tells the model so, and takes the answer", () =>
    Effect.gen(function* () {
      const { asked, model } = yield* scriptedModel([read("a"), read("b"), answer("1299 metres")])
      yield* withAgent({ model }, (visited) =>
        Effect.gen(function* () {
          const found = yield* run({ maxCredits: 2 })
          assert.deepStrictEqual(visited, [at("a"), at("b")])
          assert.include(asked[2], "no room for another tool")
          assert.notInclude(asked[1], "no room for another tool")
          assert.deepInclude(found, { status: "completed", message: "1299 metres", creditsUsed: 2 })
        })
      )
    })
  )

  it.effect("uses no more credits than it may in one step of several pages, and says which it left out", () =>
    Effect.gen(function* () {
      const { asked, model } = yield* scriptedModel([read("a", "b", "c"), answer("1299 metres")])
      yield* withAgent({ model }, (visited) =>
        Effect.gen(function* () {
          const found = yield* run({ maxCredits: 2 })
          assert.deepStrictEqual(visited, [at("a"), at("b")])
          assert.strictEqual(found.creditsUsed, 2)
          assert.include(found.steps[0]?.result, `${at("c")} was not read`)
          assert.include(asked[1], `${at("c")} was not read`)
        })
      )
    })
  )

  it.effect("counts pages that are still being read as spent", () =>
    Effect.gen(function* () {
      const { model } = yield* scriptedModel([read("slow", "a"), read("b"), answer("1299 metres")])
      yield* withAgent({ model }, (visited) =>
        Effect.gen(function* () {
          const { collect, status } = yield* begin({ maxCredits: 2 })
          const fiber = yield* Effect.forkChild(collect)
          yield* TestClock.adjust("2 minutes")
          yield* Fiber.join(fiber)
          assert.deepStrictEqual(visited, [at("slow"), at("a")])
          assert.lengthOf((yield* status).steps, 1)
        })
      )
    })
  )

  it.effect("calls one tool fewer than its steps, the last of which is the answer", () =>
    Effect.gen(function* () {
      const { asked, model } = yield* scriptedModel([read("a"), read("b"), read("c")])
      yield* withAgent({ model }, (visited) =>
        Effect.gen(function* () {
          const found = yield* run({ maxSteps: 3 })
          assert.deepStrictEqual(visited, [at("a"), at("b")])
          assert.lengthOf(asked, 3)
          assert.deepInclude(found, { status: "failed", error: "The model came to no answer within its bounds" })
        })
      )
    })
  )

  it.effect("gives the data of what it has read when the model never comes to an answer", () =>
    Effect.gen(function* () {
      const { model } = yield* scriptedModel([read("a"), read("b"), { height: 1299 }])
      yield* withAgent({ model }, () =>
        Effect.gen(function* () {
          const schema = { type: "object", properties: { height: { type: "integer" } } }
          const found = yield* run({ maxSteps: 2, schema })
          assert.deepInclude(found, { status: "completed", data: { height: 1299 } })
          assert.deepStrictEqual(found.valueSources, { "/height": [at("a")] })
        })
      )
    })
  )

  it.effect("stops waiting for pages when three quarters of its time are over, and answers from the others", () =>
    Effect.gen(function* () {
      const { asked, model } = yield* scriptedModel([read("a", "slow"), answer("1299 metres")])
      yield* withAgent({ model }, () =>
        Effect.gen(function* () {
          const { collect, status } = yield* begin({ timeLimit: 40 })
          const fiber = yield* Effect.forkChild(collect)
          yield* TestClock.adjust("29 seconds")
          assert.lengthOf(asked, 1)
          yield* TestClock.adjust("2 seconds")
          yield* Fiber.join(fiber)
          assert.include(asked[1], "no room for another tool")
          const found = yield* status
          assert.strictEqual(found.message, "1299 metres")
          assert.include(found.steps[0]?.result, `${at("slow")} could not be read`)
        })
      )
    })
  )

  it.effect("whose model never answers ends with its time limit and says why", () =>
    Effect.gen(function* () {
      const model = yield* modelOf(() => Effect.never)
      yield* withAgent({ model }, () =>
        Effect.gen(function* () {
          const { collect, status } = yield* begin({ timeLimit: 60 })
          const fiber = yield* Effect.forkChild(collect)
          yield* TestClock.adjust("61 seconds")
          const found = yield* status
          assert.strictEqual(found.status, "failed")
          assert.include(found.error, "did not answer in time")
          yield* Fiber.join(fiber)
        })
      )
    })
  )

  it.effect("asks nothing of an account without tokens, and says that they are used up", () =>
    Effect.gen(function* () {
      const { asked, model } = yield* scriptedModel([answer("never asked")])
      const poor: Account = { ...localAccount, plan: { ...localAccount.plan, tokens: 0 } }
      yield* withAgent({ model }, () =>
        Effect.gen(function* () {
          const found = yield* Effect.provideService(run(), CurrentAccount, poor)
          assert.strictEqual(found.status, "failed")
          assert.include(found.error, "Insufficient tokens")
          assert.isEmpty(asked)
        })
      )
    })
  )
})

describe("an agent tells the model", () => {
  it.effect("which pages could not be read and why, and goes on", () =>
    Effect.gen(function* () {
      const { asked, model } = yield* scriptedModel([read("absent", "gone", "a"), answer("1299 metres")])
      yield* withAgent({ model }, () =>
        Effect.gen(function* () {
          const found = yield* run()
          assert.deepInclude(found, { status: "completed", message: "1299 metres" })
          assert.deepStrictEqual(
            found.sources.map(({ url }) => url),
            [at("a")]
          )
          assert.include(asked[1], `${at("absent")} could not be read: ${noConnection}`)
          assert.include(asked[1], `${at("gone")} answered 404`)
          assert.include(asked[1], "1,299 metres")
        })
      )
    })
  )

  it.effect("why a search failed or found nothing, and goes on", () =>
    Effect.gen(function* () {
      const { asked, model } = yield* scriptedModel([
        step("search", { query: "tower" }),
        step("search", { query: "other" }),
        read("a"),
        answer("1299 metres")
      ])
      const failing = Layer.mock(SearchProvider)({
        name: "engine",
        sources: ["web"],
        search: ({ text }) =>
          text === "other"
            ? Effect.succeed([])
            : Effect.fail(new SearchError({ provider: "engine", why: "rate-limited", detail: "too often" }))
      })
      yield* withAgent({ model, search: failing }, () =>
        Effect.gen(function* () {
          const found = yield* run()
          assert.strictEqual(found.status, "completed")
          assert.include(asked[1], "The search failed: Search by engine failed (rate-limited): too often")
          assert.include(asked[2], "Nothing was found")
        })
      )
    })
  )

  it.effect("the addresses of a site below those it may read, and no others", () =>
    Effect.gen(function* () {
      const { asked, model } = yield* scriptedModel([
        step("map", { urls: [at("docs/")] }),
        step("map", { urls: ["https://other.test/"] }),
        read("a"),
        answer("none")
      ])
      const links = [{ url: at("docs/one"), title: "One" }, { url: at("private") }, { url: "https://other.test/" }]
      const mapper = Layer.mock(Mapper)({ map: () => Effect.succeed({ links, timedOut: false }) })
      yield* withAgent({ mapper, model }, (visited) =>
        Effect.gen(function* () {
          const found = yield* run({ urls: [at("docs/")], strictConstrainToURLs: true })
          assert.deepStrictEqual(
            found.steps.map(({ result }) => result),
            [
              `${at("docs/")} could not be read: ${noConnection}`,
              `${at("docs/one")} One`,
              "https://other.test/ is not below the given addresses",
              "None of these addresses may be read"
            ]
          )
          assert.notInclude(asked[1], at("private"))
          assert.deepStrictEqual(visited, [at("docs/")])
          assert.deepInclude(found, { status: "failed", error: "No page could be read" })
        })
      )
    })
  )
})

describe("the answers of a model", () => {
  it.effect("that do not fit are asked for again, and their tokens are counted", () =>
    Effect.gen(function* () {
      const { asked, model } = yield* scriptedModel(["no JSON", { tool: "fly" }, read("a"), answer("1299 metres")])
      yield* withAgent({ model }, () =>
        Effect.gen(function* () {
          const found = yield* runFor(1)
          assert.deepInclude(found, { status: "completed", message: "1299 metres" })
          assert.lengthOf(asked, 4)
          assert.isAbove(found.tokensUsed, 100)
          const ledger = yield* Ledger
          assert.strictEqual(yield* ledger.used("local", "tokens", ever), found.tokensUsed)
        })
      )
    })
  )

  it.effect("that never fit end the agent with the reason", () =>
    Effect.gen(function* () {
      const { asked, model } = yield* scriptedModel(["no JSON"])
      yield* withAgent({ model }, () =>
        Effect.gen(function* () {
          const found = yield* runFor(1)
          assert.strictEqual(found.status, "failed")
          assert.match(found.error ?? "", /No page could be read \(.*the model's answer is/)
          // Three failures in a row of three attempts each.
          assert.lengthOf(asked, 9)
        })
      )
    })
  )

  it.effect("that stop fitting once pages were read leave the data of these, with a warning", () =>
    Effect.gen(function* () {
      const { model } = yield* scriptedModel((prompt) =>
        prompt.includes("Extract structured data") ? { height: 1299 } : prompt.includes("1,299") ? "no JSON" : read("a")
      )
      yield* withAgent({ model }, () =>
        Effect.gen(function* () {
          const schema = { type: "object", properties: { height: { type: "integer" } } }
          const found = yield* runFor(1, { schema })
          assert.deepInclude(found, { status: "completed", data: { height: 1299 } })
          assert.include(found.warning, "The model failed before it had an answer")
        })
      )
    })
  )

  it.effect("are not claimed to stand on a page that does not say them", () =>
    Effect.gen(function* () {
      const data = { height: 1299, builder: "Ada Quill", owner: "Nobody Known" }
      const { model } = yield* scriptedModel([read("a", "b"), answer("done"), data])
      yield* withAgent({ model }, () =>
        Effect.gen(function* () {
          const found = yield* run({ schema: { type: "object" } })
          assert.deepStrictEqual(found.data, data)
          assert.deepStrictEqual(found.valueSources, { "/height": [at("a")], "/builder": [at("b")] })
          assert.include(found.warning, "/owner")
          assert.notInclude(found.warning, "/builder")
        })
      )
    })
  )
})

describe("an agent that is interrupted", () => {
  it.effect("does nothing more once it is cancelled while the model thinks", () =>
    Effect.gen(function* () {
      const asked = yield* Deferred.make<void>()
      const answered = yield* Deferred.make<object>()
      let calls = 0
      const model = yield* modelOf(() => {
        calls++
        return Effect.andThen(Deferred.succeed(asked, undefined), Deferred.await(answered))
      })
      const provider = search()
      yield* withAgent({ model, search: provider.layer }, (visited) =>
        Effect.gen(function* () {
          const store = yield* JobStore
          const { collect, id, status } = yield* begin()
          const fiber = yield* Effect.forkChild(collect)
          yield* Deferred.await(asked)
          assert.isTrue(yield* store.move(id, "cancelled"))
          yield* Deferred.succeed(answered, step("search", { query: "tower" }))
          yield* Fiber.join(fiber)
          assert.strictEqual(calls, 1)
          assert.isEmpty(provider.asked)
          assert.isEmpty(visited)
          const found = yield* status
          assert.deepInclude(found, { status: "cancelled", creditsUsed: 0 })
        })
      )
    })
  )

  it.effect("shows each step as soon as it is done", () =>
    Effect.gen(function* () {
      const turns = [step("search", { query: "tower" }), read("a"), answer("1299 metres")]
      const seen: Array<ReadonlyArray<string>> = []
      let status: Effect.Effect<ReadonlyArray<string>> = Effect.succeed([])
      const model = yield* modelOf((_, call) =>
        Effect.map(status, (steps) => {
          seen.push(steps)
          return turns[call - 1] ?? answer("")
        })
      )
      yield* withAgent({ model }, () =>
        Effect.gen(function* () {
          const begun = yield* begin()
          status = Effect.orDie(Effect.map(begun.status, ({ steps }) => steps.map(({ tool }) => tool)))
          yield* begun.collect
          assert.deepStrictEqual(seen, [[], ["search"], ["search", "read"]])
        })
      )
    })
  )

  it.effect("tells its webhook each tool that it used, once, and before its end", () =>
    Effect.gen(function* () {
      const turns = [step("search", { query: "tower" }), step("map", { urls: [at("a")] }), read("a", "b")]
      const { model } = yield* scriptedModel([...turns, answer("1,299 metres")])
      yield* withAgent(
        { model, mapper: Layer.mock(Mapper)({ map: () => Effect.succeed({ links: [], timedOut: false }) }) },
        () =>
          Effect.gen(function* () {
            const taken = yield* run({ webhook: { url: "https://hook.test/{{JOB_ID}}", metadata: { of: "me" } } }).pipe(
              Effect.andThen(WebhookOutbox.use((outbox) => outbox.take(20, 1000)))
            )
            const actions = taken.filter(({ type }) => type === "action")
            const id = actions[0]?.jobId
            assert.isTrue(actions.every(({ webhook }) => webhook.url === `https://hook.test/${id}`))
            const bodies = actions.map(({ body = "" }) => JSON.parse(body))
            assert.deepStrictEqual(
              bodies.map((body) => Struct.omit(body, ["webhookId"])),
              [
                { action: "search", input: { query: "tower" }, creditsUsed: 0 },
                { action: "map", input: { url: at("a") }, creditsUsed: 0 },
                { action: "scrape", input: { url: at("a"), urls: [at("a"), at("b")] }, creditsUsed: 2 }
              ].map((data) => ({ success: true, type: "agent.action", id, data: [data], metadata: { of: "me" } }))
            )
            assert.strictEqual(new Set(bodies.map(({ webhookId }) => webhookId)).size, 3)
            assert.notInclude(
              taken.map(({ type }) => type),
              "completed"
            )
          })
      )
    })
  )

  it.effect("tells a webhook that names other events nothing of its tools", () =>
    Effect.gen(function* () {
      const { model } = yield* scriptedModel([read("a"), answer("1,299 metres")])
      yield* withAgent({ model }, () =>
        Effect.gen(function* () {
          yield* run({ webhook: { url: "https://hook.test/", events: ["agent.started"] } })
          const taken = yield* WebhookOutbox.use((outbox) => outbox.take(20, 1000))
          assert.deepStrictEqual(
            taken.map(({ type }) => type),
            ["started"]
          )
        })
      )
    })
  )

  it.effect("goes on from its last step in another worker, and pays for nothing twice", () =>
    Effect.gen(function* () {
      const turns = [step("search", { query: "tower" }), read("a"), read("b"), answer("done"), { height: 1299 }]
      // Each worker dies while the model answers for the first time after what was done before.
      let done = 0
      const model = yield* modelOf((_, call) =>
        call % 2 === 0 ? Effect.never : Effect.sync(() => turns[done++] ?? {})
      )
      const provider = search()
      yield* withAgent({ model, search: provider.layer }, (visited) =>
        Effect.gen(function* () {
          const { collect, id, status } = yield* begin({ schema: { type: "object" } })
          for (let worker = 0; worker < turns.length - 1; worker++) {
            const fiber = yield* Effect.forkChild(collect)
            yield* TestClock.adjust("1 second")
            yield* Fiber.interrupt(fiber)
          }
          yield* collect
          const found = yield* status
          assert.deepInclude(found, { status: "completed", data: { height: 1299 }, creditsUsed: 2 })
          assert.deepStrictEqual(
            found.steps.map(({ tool }) => tool),
            ["search", "read", "read"]
          )
          assert.lengthOf(provider.asked, 1)
          assert.deepStrictEqual(visited, [at("a"), at("b")])
          const ledger = yield* Ledger
          assert.strictEqual(yield* ledger.used("local", "tokens", ever), turns.length * tokensOfAnswer)
          assert.strictEqual(found.tokensUsed, turns.length * tokensOfAnswer)
          // What a job that has ended is asked for again costs nothing.
          const store = yield* JobStore
          yield* Effect.flatMap(Agent, (agent) => Effect.flatMap(store.get(id), agent.collect))
          assert.strictEqual(yield* ledger.used("local", "tokens", ever), turns.length * tokensOfAnswer)
        })
      )
    })
  )

  it.effect("is not asked for data again that it had before the crash", () =>
    Effect.gen(function* () {
      const { asked, model } = yield* scriptedModel([read("a"), answer("done"), { height: 1299 }])
      yield* withAgent({ model }, () =>
        Effect.gen(function* () {
          const agent = yield* Agent
          const store = yield* JobStore
          const { collect, id, status } = yield* begin({ schema: { type: "object" } })
          yield* collect
          const ended = yield* store.get(id)
          // The same job, as it was before its end was written.
          yield* agent.collect(ended)
          assert.lengthOf(asked, 3)
          assert.strictEqual((yield* status).status, "completed")
        })
      )
    })
  )

  it.effect("is charged once for an answer that was lost with its worker and is given again", () =>
    Effect.gen(function* () {
      const model = yield* modelOf(() => Effect.succeed(answer("nothing")))
      yield* withAgent({ model }, () =>
        Effect.gen(function* () {
          const ledger = yield* Ledger
          const store = yield* JobStore
          const { collect, id, status } = yield* begin()
          // It dies once the answer is paid for, and before the state is saved.
          const dying = JobStore.of({ ...store, report: () => Effect.interrupt })
          const others = Layer.mergeAll(search().layer, Layer.mock(Mapper)({}), Layer.succeed(JobStore, dying))
          const crashing = yield* Effect.provide(Agent, Agent.layer(model).pipe(Layer.provide(others)))
          yield* Effect.exit(Effect.flatMap(store.get(id), crashing.collect))
          assert.strictEqual(yield* ledger.used("local", "tokens", ever), tokensOfAnswer)
          yield* collect
          assert.strictEqual((yield* status).tokensUsed, tokensOfAnswer)
          assert.strictEqual(yield* ledger.used("local", "tokens", ever), tokensOfAnswer)
        })
      )
    })
  )
})

it.effect("an agent without a model, or with an address that cannot be read, is refused and is no job", () =>
  Effect.gen(function* () {
    const { model } = yield* scriptedModel([answer("none")])
    yield* withAgent({}, () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* Effect.flip(begin()))._tag, "AgentUnavailable")
        assert.isEmpty(yield* JobStore.use((store) => store.list({})))
      })
    )
    yield* withAgent({ model }, () =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(begin({ urls: [at("a"), "http://"] }))
        assert.strictEqual(error._tag, "InvalidInput")
        assert.include(error.message, "urls.1")
        assert.isEmpty(yield* JobStore.use((store) => store.list({})))
      })
    )
  })
)
