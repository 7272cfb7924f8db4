// What an agent reads before its model is asked, and what it does about steps that it has taken before.
import { assert, describe, it } from "@effect/vitest"
import { WebhookOutbox } from "@orbweaver/core/jobs/Webhooks"
import { scriptedModel } from "@orbweaver/testing/doubles/scripted"
import { Effect } from "effect"
import { noConnection } from "../jobs/jobWeb.ts"
import { answer, at, read, run, search, step, withAgent } from "./world.ts"

describe("addresses that an agent is given", () => {
  it.effect("are read before the model is asked, each once, those of the prompt too", () =>
    Effect.gen(function* () {
      const { asked, model } = yield* scriptedModel([answer("1299 metres")])
      yield* withAgent({ model }, (visited) =>
        Effect.gen(function* () {
          const prompt = `How high is it (${at("b")}), says ${at("a")}#top?`
          const found = yield* run({ prompt, urls: [at("a"), at("absent")] })
          assert.sameMembers([...visited], [at("a"), at("absent"), at("b")])
          assert.lengthOf(asked, 1)
          assert.include(asked[0], "1,299 metres high")
          assert.include(asked[0], `${at("absent")} could not be read: ${noConnection}`)
          assert.deepInclude(found, { status: "completed", message: "1299 metres", creditsUsed: 2 })
          assert.deepInclude(found.steps[0], {
            tool: "read",
            reason: "These addresses were given.",
            pages: [at("a"), at("b")]
          })
        })
      )
    })
  )

  it.effect("are read as far as the credits last, and ten at most", () =>
    Effect.gen(function* () {
      const { model } = yield* scriptedModel([answer("1299 metres")])
      yield* withAgent({ model }, (visited) =>
        Effect.gen(function* () {
          yield* run({ urls: [at("a"), at("b"), at("c")], maxCredits: 2 })
          assert.deepStrictEqual(visited, [at("a"), at("b")])
        })
      )
      yield* withAgent({ model }, (visited) =>
        Effect.gen(function* () {
          yield* run({ urls: [..."abcdefghijkl"].map(at) })
          assert.lengthOf(visited, 10)
        })
      )
    })
  )

  it.effect("leave those of the prompt unread that lie outside of them where it must stay below", () =>
    Effect.gen(function* () {
      const { model } = yield* scriptedModel([answer("1299 metres")])
      yield* withAgent({ model }, (visited) =>
        Effect.gen(function* () {
          yield* run({ prompt: "See https://other.test/", urls: [at("a")], strictConstrainToURLs: true })
          assert.deepStrictEqual(visited, [at("a")])
        })
      )
    })
  )
})

describe("a step that an agent has taken before", () => {
  it.effect("is not taken again, and the model is told which one it was", () =>
    Effect.gen(function* () {
      const { asked, model } = yield* scriptedModel([
        step("search", { query: "tower" }),
        step("search", { query: "  Tower " }),
        read("a", "b"),
        answer("1299 metres")
      ])
      const provider = search()
      yield* withAgent({ model, search: provider.layer }, () =>
        Effect.gen(function* () {
          const webhook = { url: "https://hook.test/", events: ["agent.action"] }
          const found = yield* run({ webhook })
          assert.lengthOf(provider.asked, 1)
          assert.include(asked[2], "This was done in step 1")
          assert.deepStrictEqual(
            found.steps.map(({ isRepeated = false }) => isRepeated),
            [false, true, false]
          )
          assert.strictEqual(found.message, "1299 metres")
          const taken = yield* WebhookOutbox.use((outbox) => outbox.take(20, 1000))
          assert.lengthOf(
            taken.filter(({ type }) => type === "action"),
            2
          )
        })
      )
    })
  )

  it.effect("is one that reads what other steps have read, and none that reads something else too", () =>
    Effect.gen(function* () {
      const { model } = yield* scriptedModel([read("a"), read("b"), read("b", "a"), read("a", "c"), answer("done")])
      yield* withAgent({ model }, (visited) =>
        Effect.gen(function* () {
          const found = yield* run()
          assert.deepStrictEqual(
            found.steps.map(({ isRepeated = false }) => isRepeated),
            [false, false, true, false]
          )
          assert.deepStrictEqual(visited, [at("a"), at("b"), at("c")])
          assert.strictEqual(found.creditsUsed, 3)
        })
      )
    })
  )

  it.effect("makes it answer after the second time in a row, so that no budget is spent in a circle", () =>
    Effect.gen(function* () {
      const { asked, model } = yield* scriptedModel((prompt) =>
        prompt.includes("no room for another tool") ? answer("1299 metres") : read("a")
      )
      yield* withAgent({ model }, () =>
        Effect.gen(function* () {
          const found = yield* run({ maxSteps: 100 })
          assert.lengthOf(asked, 4)
          assert.deepInclude(found, { status: "completed", message: "1299 metres" })
        })
      )
    })
  )

  it.effect("makes it fail where nothing was read, with the reason", () =>
    Effect.gen(function* () {
      const { asked, model } = yield* scriptedModel([step("search", { query: "tower" })])
      yield* withAgent({ model }, () =>
        Effect.gen(function* () {
          const found = yield* run({ maxSteps: 100 })
          assert.lengthOf(asked, 3)
          assert.deepInclude(found, {
            status: "failed",
            error: "No page could be read (it took the same steps again and again)"
          })
        })
      )
    })
  )
})
