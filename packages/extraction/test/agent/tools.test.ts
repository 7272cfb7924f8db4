// What an agent gathers from whole pages, and what it does on a page in a browser. Model, pages and browser are scripts.
import { assert, describe, it } from "@effect/vitest"
import { Ledger } from "@orbweaver/core/accounts/Ledger"
import type { AgentBrowserService, Interaction } from "@orbweaver/extraction/internal/browse/AgentBrowser"
import { scriptedModel } from "@orbweaver/testing/doubles/scripted"
import { ever } from "@orbweaver/testing/internal/jobs"
import { Effect } from "effect"
import { answer, at, read, run, step, withAgent } from "./world.ts"

describe("an agent that extracts", () => {
  it.effect("gets data of the pages by its own words, and pays for their tokens", () =>
    Effect.gen(function* () {
      const { asked, model } = yield* scriptedModel([
        step("extract", { urls: [at("a"), at("gone")], query: "The heights of all towers" }),
        { heights: [1299] },
        answer("1299 metres")
      ])
      yield* withAgent({ model }, (visited) =>
        Effect.gen(function* () {
          const found = yield* run()
          assert.deepStrictEqual(visited, [at("a"), at("gone")])
          assert.include(asked[1], "The heights of all towers")
          assert.include(asked[1], "1,299 metres high")
          assert.include(asked[2], `${at("gone")} answered 404\n{"heights":[1299]}`)
          assert.deepInclude(found.steps[0], { tool: "extract", pages: [at("a")] })
          const ledger = yield* Ledger
          assert.strictEqual(yield* ledger.used("local", "tokens", ever), found.tokensUsed)
          // Each answer of the script takes two.
          assert.strictEqual(found.tokensUsed, 6)
        })
      )
    })
  )

  it.effect("asks nothing where no page could be read, and goes on where the model says nothing of use", () =>
    Effect.gen(function* () {
      const { asked, model } = yield* scriptedModel((prompt) =>
        prompt.includes("Task: More")
          ? "no JSON"
          : prompt.includes("Nothing could be extracted")
            ? answer("done")
            : prompt.includes("could not be read")
              ? step("extract", { urls: [at("a")], query: "More" })
              : step("extract", { urls: [at("absent")], query: "All" })
      )
      yield* withAgent({ model }, () =>
        Effect.gen(function* () {
          const found = yield* run()
          assert.deepInclude(found, { status: "completed", message: "done" })
          assert.isFalse(asked.some((prompt) => prompt.includes("Task: All")))
        })
      )
    })
  )
})

const browser = (answer: Effect.Effect<Interaction, { readonly message: string }>) => {
  const tasks: Array<readonly [url: string, task: string]> = []
  const service: AgentBrowserService = {
    credits: 2,
    interact: (url, task) =>
      Effect.suspend(() => {
        tasks.push([url.href, task])
        return answer
      })
  }
  return { service, tasks }
}

const interact = (path: string, query: string) => step("interact", { urls: [at(path)], query })
const done: Interaction = { answer: "Filtered", url: at("list?by=height"), text: "The tower is 1,299 metres high." }

describe("an agent with a browser", () => {
  it.effect("operates a page, and its data stands on what the page was at the end", () =>
    Effect.gen(function* () {
      const { asked, model } = yield* scriptedModel([
        interact("list", "Sort by height"),
        answer("1299 metres"),
        { height: 1299 }
      ])
      const { service, tasks } = browser(Effect.succeed(done))
      yield* withAgent({ browser: service, model }, (visited) =>
        Effect.gen(function* () {
          const found = yield* run({ schema: { type: "object" } })
          assert.deepStrictEqual(tasks, [[at("list"), "Sort by height"]])
          assert.isEmpty(visited)
          assert.include(asked[0], `"interact"`)
          assert.include(asked[1], `Filtered\nThe page was ${done.url}`)
          assert.deepStrictEqual(found.valueSources, { "/height": [done.url] })
          assert.deepInclude(found.steps[0], { tool: "interact", pages: [done.url] })
          assert.strictEqual(found.creditsUsed, 2)
        })
      )
    })
  )

  it.effect("operates five pages at most, and none without the credits for it", () =>
    Effect.gen(function* () {
      let count = 0
      const { asked, model } = yield* scriptedModel(() => interact("list", `Sort ${++count}`))
      const { service, tasks } = browser(Effect.succeed(done))
      yield* withAgent({ browser: service, model }, () =>
        Effect.gen(function* () {
          yield* run({ maxSteps: 9 })
          assert.lengthOf(tasks, 5)
          assert.include(asked[6], "No more pages can be operated")
          yield* run({ maxCredits: 3 })
          assert.lengthOf(tasks, 6)
          assert.include(asked.at(-1), "There are no credits left for a browser")
        })
      )
    })
  )

  it.effect("goes on where the page cannot be operated, with the reason", () =>
    Effect.gen(function* () {
      const { asked, model } = yield* scriptedModel([interact("list", "Sort"), read("a"), answer("1299 metres")])
      const { service } = browser(Effect.fail({ message: "The browser is gone" }))
      yield* withAgent({ browser: service, model }, () =>
        Effect.gen(function* () {
          const found = yield* run()
          assert.deepInclude(found, { status: "completed", creditsUsed: 1 })
          assert.include(asked[1], "The page could not be operated: The browser is gone")
        })
      )
    })
  )

  it.effect("operates nothing where it must stay below the given addresses, as a page may lead anywhere", () =>
    Effect.gen(function* () {
      const { asked, model } = yield* scriptedModel([interact("a", "Sort"), answer("1299 metres")])
      const { service, tasks } = browser(Effect.succeed(done))
      yield* withAgent({ browser: service, model }, () =>
        Effect.gen(function* () {
          yield* run({ urls: [at("a")], strictConstrainToURLs: true })
          assert.isEmpty(tasks)
          assert.notInclude(asked[0], `"interact"`)
          assert.include(asked[1], "There is no browser here")
        })
      )
    })
  )
})
