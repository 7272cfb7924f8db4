// How research keeps to its limits, what it does after failures, and how it goes on after a crash. The model and the web are
// scripts.
import { assert, describe, it } from "@effect/vitest"
import { Ledger } from "@orbweaver/core/accounts/Ledger"
import { JobStore, type JobStores } from "@orbweaver/core/jobs/JobStore"
import { SearchError, SearchProvider } from "@orbweaver/core/search/SearchProvider"
import { DeepResearch, type ResearchOptions } from "@orbweaver/extraction/research/DeepResearch"
import { scriptedModel, scriptedSearch } from "@orbweaver/testing/doubles/scripted"
import { ever } from "@orbweaver/testing/internal/jobs"
import { tokensOfAnswer } from "@orbweaver/testing/internal/doubles/modelAnswer"
import { Deferred, Effect, Fiber, Layer } from "effect"
import type { LanguageModel } from "effect/ai/LanguageModel"
import { TestClock } from "effect/testing"
import { jobStores, modelOf, pageWorker, type Web } from "../jobs/jobWeb.ts"

const at = (path: string) => `https://site.test/${path}`
const hit = (path: string) => ({ url: at(path), title: path })
const question = "Where do spiders live?"

const web: Web = {
  ...Object.fromEntries(Array.from({ length: 30 }, (_, index) => [at(`p${index}`), `Page ${index} has a spider.`])),
  [at("slow")]: null,
  [at("gone")]: 404,
  [at("empty")]: " "
}

interface Notes {
  readonly findings?: ReadonlyArray<{ readonly text: string; readonly sources: ReadonlyArray<number> }>
  readonly queries?: ReadonlyArray<string>
  readonly enough?: boolean
}

const notesOf = ({ enough = false, findings = [], queries = [] }: Notes) => ({ findings, queries, enough })
const spider = { text: "A spider lives here.", sources: [1] }

/** The four things that research asks a model; a round of notes has the number of its answer, from 1. */
interface Script {
  readonly plan?: string | object
  readonly notes?: (round: number) => string | object
  readonly report?: string
  readonly data?: object
}

type Part = keyof Script

const partOf = (prompt: string): Part =>
  prompt.includes("You plan research")
    ? "plan"
    : prompt.includes("You read sources")
      ? "notes"
      : prompt.includes("You write the report")
        ? "report"
        : "data"

const answerOf = ({ data = {}, notes, plan = { queries: ["first"] }, report = "A report [1]." }: Script) => {
  let rounds = 0
  return (prompt: string): string | object => {
    const part = partOf(prompt)
    if (part === "plan") return plan
    if (part === "report") return report
    if (part === "data") return data
    return (notes ?? (() => notesOf({ findings: [spider], enough: true })))(++rounds)
  }
}

const firstFinds = (...paths: ReadonlyArray<string>) => scriptedSearch({ first: paths.map(hit) })

const withResearch = <A, E>(
  { model, search }: { readonly model?: LanguageModel; readonly search: Layer.Layer<SearchProvider> },
  body: (visited: ReadonlyArray<string>) => Effect.Effect<A, E, DeepResearch | JobStores | Ledger>
) =>
  Effect.flatMap(pageWorker(web), body).pipe(
    Effect.scoped,
    Effect.provide(DeepResearch.layer(model).pipe(Layer.provide(search), Layer.provideMerge(jobStores)))
  )

const begin = Effect.fnUntraced(function* (options?: ResearchOptions) {
  const research = yield* DeepResearch
  const store = yield* JobStore
  const job = yield* research.start(question, options)
  const collect = Effect.flatMap(store.get(job.id), research.collect)
  return { id: job.id, status: research.status(job.id), collect }
})

const run = Effect.fnUntraced(function* (options?: ResearchOptions) {
  const { collect, status } = yield* begin(options)
  const fiber = yield* Effect.forkChild(collect)
  yield* TestClock.adjust("10 seconds")
  yield* Fiber.join(fiber)
  return yield* status
})

describe("research at its limits", () => {
  it.effect("searches no more often than its depth, and reports on what it has", () =>
    Effect.gen(function* () {
      const { asked, model } = yield* scriptedModel(
        answerOf({
          notes: (round) =>
            notesOf({ findings: [{ text: `Note ${round}.`, sources: [round] }], queries: ["first", `q${round}`] })
        })
      )
      const search = scriptedSearch(({ text }) => [hit(text === "first" ? "p0" : `p${text.slice(1)}`)])
      yield* withResearch({ model, search: search.layer }, (visited) =>
        Effect.gen(function* () {
          const found = yield* run({ maxDepth: 2 })
          assert.deepStrictEqual(
            search.asked.map(({ text }) => text),
            ["first", "q1"]
          )
          assert.deepStrictEqual(visited, [at("p0"), at("p1")])
          assert.deepInclude(found, {
            status: "completed",
            currentDepth: 2,
            maxDepth: 2,
            finalAnalysis: "A report [1]."
          })
          assert.deepStrictEqual(asked.map(partOf), ["plan", "notes", "notes", "report"])
        })
      )
    })
  )

  it.effect("reads no more pages than it may, over all its rounds", () =>
    Effect.gen(function* () {
      const { model } = yield* scriptedModel(
        answerOf({ notes: (round) => notesOf({ findings: [{ text: "x", sources: [1] }], queries: [`q${round}`] }) })
      )
      const search = scriptedSearch(({ text }) =>
        [0, 1, 2, 3, 4].map((index) => hit(`p${text === "first" ? index : index + 10}`))
      )
      yield* withResearch({ model, search: search.layer }, (visited) =>
        Effect.gen(function* () {
          const found = yield* run({ maxUrls: 7 })
          assert.lengthOf(visited, 7)
          assert.strictEqual(found.totalUrls, 7)
          assert.strictEqual(found.creditsUsed, 7)
        })
      )
    })
  )

  it.effect("spends the room for pages of a round on pages that it has not read", () =>
    Effect.gen(function* () {
      const { model } = yield* scriptedModel(
        answerOf({
          notes: (round) =>
            notesOf({ findings: [{ text: "x", sources: [round] }], queries: ["again"], enough: round === 2 })
        })
      )
      const search = scriptedSearch({
        first: ["p0", "p1"].map(hit),
        again: ["p0", "p1", "p2"].map(hit)
      })
      yield* withResearch({ model, search: search.layer }, (visited) =>
        Effect.gen(function* () {
          yield* run({ maxUrls: 3 })
          assert.deepStrictEqual(visited, [at("p0"), at("p1"), at("p2")])
        })
      )
    })
  )

  it.effect("stops reading when the time for its report has come, and reports on what it has", () =>
    Effect.gen(function* () {
      const { model } = yield* scriptedModel(
        answerOf({ notes: () => notesOf({ findings: [spider], queries: ["slow"] }) })
      )
      const search = scriptedSearch({ first: [hit("p0")], slow: [hit("slow")] })
      yield* withResearch({ model, search: search.layer }, () =>
        Effect.gen(function* () {
          const { collect, status } = yield* begin({ timeLimit: 40 })
          const fiber = yield* Effect.forkChild(collect)
          yield* TestClock.adjust("24 seconds")
          assert.notProperty(yield* status, "finalAnalysis")
          yield* TestClock.adjust("2 seconds")
          yield* Fiber.join(fiber)
          assert.deepInclude(yield* status, { finalAnalysis: "A report [1].", totalUrls: 1 })
          assert.deepStrictEqual(
            search.asked.map(({ text }) => text),
            ["first", "slow"]
          )
        })
      )
    })
  )

  it.effect("whose model never answers ends by its time limit and says why", () =>
    Effect.gen(function* () {
      const model = yield* modelOf(() => Effect.never)
      yield* withResearch({ model, search: firstFinds("p0").layer }, () =>
        Effect.gen(function* () {
          const { collect, status } = yield* begin({ timeLimit: 40 })
          const fiber = yield* Effect.forkChild(collect)
          yield* TestClock.adjust("41 seconds")
          yield* Fiber.join(fiber)
          const found = yield* status
          assert.strictEqual(found.status, "failed")
          assert.include(found.error, "the model did not answer in time")
        })
      )
    })
  )
})

describe("research", () => {
  it.effect("tells of each activity as it begins and as it ends, in order, with the depth of its round", () =>
    Effect.gen(function* () {
      const { model } = yield* scriptedModel(answerOf({}))
      yield* withResearch({ model, search: firstFinds("p0").layer }, () =>
        Effect.gen(function* () {
          const { activities } = yield* run()
          assert.deepStrictEqual(
            activities.map(({ depth, status, type }) => `${depth} ${type} ${status}`),
            [
              "0 thought processing",
              "1 search processing",
              "1 search complete",
              "1 extract processing",
              "1 extract complete",
              "1 analyze processing",
              "1 analyze complete",
              "1 synthesis processing",
              "1 synthesis complete"
            ]
          )
          const times = activities.map(({ timestamp }) => timestamp)
          assert.deepStrictEqual(times, times.toSorted())
        })
      )
    })
  )

  it.effect("ends its searches once the model has enough", () =>
    Effect.gen(function* () {
      const { model } = yield* scriptedModel(
        answerOf({ notes: () => notesOf({ findings: [spider], queries: ["more"], enough: true }) })
      )
      const search = firstFinds("p0")
      yield* withResearch({ model, search: search.layer }, () =>
        Effect.gen(function* () {
          assert.strictEqual((yield* run()).currentDepth, 1)
          assert.lengthOf(search.asked, 1)
        })
      )
    })
  )

  it.effect("drops findings and marks without a source that was read", () =>
    Effect.gen(function* () {
      const findings = [
        spider,
        { text: "The moon is cheese.", sources: [9] },
        { text: " ", sources: [1] },
        { text: "Idea.", sources: [] }
      ]
      const { asked, model } = yield* scriptedModel(
        answerOf({
          notes: () => notesOf({ findings, enough: true }),
          report: "So [1], not so [2] or [0]; see [3](https://x.test)."
        })
      )
      yield* withResearch({ model, search: firstFinds("p0").layer }, () =>
        Effect.gen(function* () {
          const found = yield* run()
          assert.deepStrictEqual(found.summaries, [spider.text])
          assert.strictEqual(found.finalAnalysis, "So [1], not so or; see [3](https://x.test).")
          assert.notInclude(asked.at(-1), "moon")
        })
      )
    })
  )

  it.effect("takes no page for a source that failed, answered an error or holds no text", () =>
    Effect.gen(function* () {
      const { asked, model } = yield* scriptedModel(answerOf({}))
      yield* withResearch({ model, search: firstFinds("gone", "empty", "absent", "p3").layer }, () =>
        Effect.gen(function* () {
          const found = yield* run()
          assert.deepStrictEqual(
            found.sources.map(({ url }) => url),
            [at("p3")]
          )
          assert.include(asked[1], "Source 1: ")
          assert.include(asked[1], "Page 3 has a spider.")
          assert.notInclude(asked[1], "Gone")
        })
      )
    })
  )

  it.effect("searches for the question itself when the plan is of no use or leads to no page", () =>
    Effect.gen(function* () {
      for (const plan of ["no JSON", { queries: [] }, { queries: ["nothing"] }]) {
        const { model } = yield* scriptedModel(answerOf({ plan }))
        const search = scriptedSearch({ [question]: [hit("p0")] })
        yield* withResearch({ model, search: search.layer }, () =>
          Effect.gen(function* () {
            const found = yield* run()
            assert.strictEqual(found.status, "completed", JSON.stringify(plan))
            assert.strictEqual(search.asked.at(-1)?.text, question)
          })
        )
      }
    })
  )

  it.effect("fails and says why when every search fails", () =>
    Effect.gen(function* () {
      const { model } = yield* scriptedModel(answerOf({}))
      const search = Layer.mock(SearchProvider)({
        name: "engine",
        sources: ["web"],
        search: () => Effect.fail(new SearchError({ provider: "engine", why: "unauthorized", detail: "no such key" }))
      })
      yield* withResearch({ model, search }, () =>
        Effect.gen(function* () {
          const found = yield* run()
          assert.strictEqual(found.status, "failed")
          assert.match(found.error ?? "", /No page about the question could be read .*no such key/)
          assert.deepInclude(
            found.activities.map(({ status, type }) => ({ status, type })),
            { status: "error", type: "search" }
          )
        })
      )
    })
  )

  it.effect("asks again for notes that do not fit, and fails with the reason when they never do", () =>
    Effect.gen(function* () {
      for (const usable of [true, false]) {
        let asked = 0
        const notes = () => (++asked > 1 && usable ? notesOf({ findings: [spider], enough: true }) : "no JSON")
        const { model } = yield* scriptedModel(answerOf({ notes }))
        yield* withResearch({ model, search: firstFinds("p0").layer }, () =>
          Effect.gen(function* () {
            const found = yield* run()
            assert.strictEqual(found.status, usable ? "completed" : "failed")
            assert.strictEqual(asked, usable ? 2 : 6)
            if (!usable) assert.match(found.error ?? "", /Nothing about the question was found on 1 page \(.*model/)
          })
        )
      }
    })
  )
})

describe("research that is interrupted", () => {
  it.effect("searches, reads and asks nothing more once it is cancelled", () =>
    Effect.gen(function* () {
      const asked = yield* Deferred.make<void>()
      const answered = yield* Deferred.make<object>()
      let calls = 0
      const model = yield* modelOf(() => {
        calls++
        return Effect.andThen(Deferred.succeed(asked, undefined), Deferred.await(answered))
      })
      const search = firstFinds("p0")
      yield* withResearch({ model, search: search.layer }, (visited) =>
        Effect.gen(function* () {
          const store = yield* JobStore
          const { collect, id, status } = yield* begin()
          const fiber = yield* Effect.forkChild(collect)
          yield* Deferred.await(asked)
          assert.isTrue(yield* store.move(id, "cancelled"))
          yield* Deferred.succeed(answered, { queries: ["first"] })
          yield* Fiber.join(fiber)
          assert.strictEqual(calls, 1)
          assert.isEmpty(search.asked)
          assert.isEmpty(visited)
          assert.strictEqual((yield* status).status, "cancelled")
        })
      )
    })
  )

  it.effect("goes on from its last step in another worker, and pays for nothing twice", () =>
    Effect.gen(function* () {
      const script = answerOf({
        notes: (round) =>
          notesOf({
            findings: [{ text: `Note ${round}.`, sources: [round] }],
            queries: ["second"],
            enough: round === 2
          }),
        data: { place: "here" }
      })
      const parts: Array<Part> = []
      // Each worker dies while the model answers for the second time.
      const model = yield* modelOf((prompt, call) =>
        call % 2 === 0
          ? Effect.never
          : Effect.sync(() => {
              parts.push(partOf(prompt))
              return script(prompt)
            })
      )
      const search = scriptedSearch({ first: [hit("p0")], second: [hit("p1")] })
      yield* withResearch({ model, search: search.layer }, (visited) =>
        Effect.gen(function* () {
          const schema = { type: "object" }
          const { collect, status } = yield* begin({ formats: ["markdown", "json"], jsonOptions: { schema } })
          for (let worker = 0; worker < 4; worker++) {
            const fiber = yield* Effect.forkChild(collect)
            yield* TestClock.adjust("1 second")
            yield* Fiber.interrupt(fiber)
          }
          yield* collect
          const found = yield* status
          assert.deepInclude(found, {
            status: "completed",
            currentDepth: 2,
            creditsUsed: 2,
            finalAnalysis: "A report [1].",
            json: { place: "here" },
            tokensUsed: 5 * tokensOfAnswer
          })
          assert.deepStrictEqual(parts, ["plan", "notes", "notes", "report", "data"])
          assert.deepStrictEqual(found.summaries, ["Note 1.", "Note 2."])
          assert.deepStrictEqual(
            search.asked.map(({ text }) => text),
            ["first", "second"]
          )
          assert.deepStrictEqual(visited, [at("p0"), at("p1")])
          assert.strictEqual(yield* Ledger.use((ledger) => ledger.used("local", "tokens", ever)), 5 * tokensOfAnswer)
        })
      )
    })
  )

  it.effect("does not lose the round in which its worker died", () =>
    Effect.gen(function* () {
      const { model } = yield* scriptedModel(answerOf({}))
      let died = false
      const search = Layer.mock(SearchProvider)({
        name: "engine",
        sources: ["web"],
        search: () => (died ? Effect.succeed([hit("p0")]) : Effect.never)
      })
      yield* withResearch({ model, search }, () =>
        Effect.gen(function* () {
          const { collect, status } = yield* begin({ maxDepth: 1 })
          const fiber = yield* Effect.forkChild(collect)
          yield* TestClock.adjust("1 second")
          yield* Fiber.interrupt(fiber)
          died = true
          yield* collect
          assert.deepInclude(yield* status, { status: "completed", currentDepth: 1, totalUrls: 1 })
        })
      )
    })
  )
})

it.effect("research without a model, a search provider or a question is refused and is no job", () =>
  Effect.gen(function* () {
    const { model } = yield* scriptedModel([{}])
    const refused = (
      given: { readonly model?: LanguageModel; readonly search: Layer.Layer<SearchProvider> },
      query: string
    ) =>
      withResearch(given, () =>
        Effect.gen(function* () {
          const error = yield* Effect.flip(DeepResearch.use((research) => research.start(query)))
          assert.isEmpty(yield* JobStore.use((store) => store.list({})))
          return error.message
        })
      )
    const search = firstFinds().layer
    assert.strictEqual(yield* refused({ search }, question), "Deep research needs a model: configure one")
    assert.strictEqual(
      yield* refused({ model, search: SearchProvider.layerNone }, question),
      "Deep research needs a search provider: configure one"
    )
    assert.include(yield* refused({ model, search }, "  "), "query")
  })
)
