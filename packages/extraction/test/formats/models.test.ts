// What formats do with models, when they help and when they do not.
import { assert, describe, it } from "@effect/vitest"
import type { Fields, Format } from "@orbweaver/core/scrape/Format"
import type { FormatError } from "@orbweaver/core/model/FormatError"
import { json } from "@orbweaver/extraction/formats/Json"
import { highlights, question } from "@orbweaver/extraction/formats/Question"
import { summary } from "@orbweaver/extraction/formats/Summary"
import { resolve } from "@orbweaver/core/model/ScrapeOptions"
import { FormatSuite } from "@orbweaver/testing"
import { Effect, Fiber, Stream } from "effect"
import * as AiError from "effect/ai/AiError"
import * as EmbeddingModel from "effect/ai/EmbeddingModel"
import type * as Response from "effect/ai/Response"
import * as LanguageModel from "effect/ai/LanguageModel"
import { TestClock } from "effect/testing"

const markdown = `# Harbour museum

The building opens at ten and closes at five.

Dogs stay outside.

Children pay nothing, and their parents eight euros.

The café has cake.
`

const run = (format: Format, spec: object, text = markdown, page = FormatSuite.htmlPage("")) =>
  format.run({
    page,
    spec: { type: format.name, ...spec },
    options: resolve({}),
    wanted: [format.name],
    fields: { markdown: text, facts: { entities: [], facts: [], groups: [] } } as Fields
  })

const hanging = LanguageModel.make({ generateText: () => Effect.never, streamText: () => Stream.never })

describe("a model that never answers", () => {
  const ends = (name: string, seconds: number, format: (model: LanguageModel.LanguageModel) => Format, spec = {}) =>
    it.effect(`fails ${name} at its deadline, by name`, () =>
      Effect.gen(function* () {
        const fiber = yield* Effect.forkChild(Effect.flip(run(format(yield* hanging), spec)))
        yield* TestClock.adjust(`${seconds} seconds`)
        const error = (yield* Fiber.join(fiber)) as FormatError
        assert.strictEqual(error._tag, "FormatError")
        assert.include(error.message, "in time")
      })
    )
  it.effect.each([
    ["summary", summary, {}, (made: Fields) => made.summary],
    [
      "question",
      (model: LanguageModel.LanguageModel) => question({ model }),
      { question: "When does it open?" },
      (made: Fields) => made.answer
    ]
  ] as const)("leaves the %s to rules at its deadline, and says so", ([, format, spec, valueOf]) =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(run(format(yield* hanging), spec))
      yield* TestClock.adjust("120 seconds")
      const made = yield* Fiber.join(fiber)
      assert.include(valueOf(made), "opens at ten")
      assert.strictEqual(made.madeBy, "rules")
      assert.include(made.warning, "did not answer in time, so the answer was made by rules")
    })
  )
  ends("json", 240, json, { schema: { properties: { opens: { type: "string" } } } })
})

it.effect("a summary of a page that is longer than the context says so", () =>
  Effect.gen(function* () {
    const text: Response.TextPartEncoded = { type: "text", text: "Long." }
    const model = yield* LanguageModel.make({
      generateText: () => Effect.succeed([text]),
      streamText: () => Stream.never
    })
    const made = yield* run(summary(model), {}, "A word and another. ".repeat(10_000))
    assert.strictEqual(made.summary, "Long.")
    assert.include(made.warning, "first 120000 characters")
    assert.isAbove(made.tokens!.input, 20_000)
  })
)

it.effect("a page that answered an error, or was not shown, is not worth a model", () =>
  Effect.gen(function* () {
    const dying = { generateText: () => Effect.die("asked"), streamText: () => Stream.die("asked") }
    const model = yield* LanguageModel.make(dying)
    const embeddings = yield* EmbeddingModel.make({ embedMany: () => Effect.die("asked") })
    const page = FormatSuite.htmlPage("")
    const gone = { ...page, response: { ...page.response, status: 404 } }
    const blocked = { ...page, outcome: { kind: "blocked" as const, attempts: [] } }
    for (const shown of [gone, blocked]) {
      const made = yield* Effect.forEach(
        [
          [summary(model), {}],
          [question({ model, embeddings }), { question: "When does it open?" }],
          [highlights({ embeddings }), { query: "opens" }],
          [json(model), { prompt: "Is it worth a visit?" }]
        ] as const,
        ([format, spec]) => run(format, spec, markdown, shown)
      )
      assert.deepStrictEqual(
        made.map(({ tokens }) => tokens),
        [undefined, undefined, undefined, undefined]
      )
      assert.include(made[3]!.warning, "no model was called")
    }
  })
)

/** Texts mean the topics whose words they have. */
const topics = [
  ["open", "opens", "hours", "visit"],
  ["dogs", "pets", "animals"],
  ["pay", "price", "ticket", "admission"],
  ["cake", "eat", "food"]
]
const meaning = (text: string) =>
  topics.map((words) => words.filter((word) => text.toLowerCase().includes(word)).length + 0.01)

const embedding = (embed: (text: string) => Array<number>) =>
  EmbeddingModel.make({
    embedMany: ({ inputs }) => Effect.succeed({ results: inputs.map(embed), usage: { inputTokens: undefined } })
  })

describe("embeddings", () => {
  it.effect("find what says the same in other words", () =>
    Effect.gen(function* () {
      const embeddings = yield* embedding(meaning)
      const words = yield* run(highlights(), { query: "Are pets allowed?" })
      assert.strictEqual(words.highlights, "")
      const { highlights: found, tokens } = yield* run(highlights({ embeddings }), { query: "Are pets allowed?" })
      assert.match(found!, /^> Dogs stay outside\./)
      assert.notInclude(found!, "cake")
      assert.isAbove(tokens!.input, 10)
    })
  )

  const alone = (name: string, model: Effect.Effect<EmbeddingModel.EmbeddingModel>, why: string) =>
    it.effect(`that ${name} leave the choice to words, and that is said`, () =>
      Effect.gen(function* () {
        const asked = run(highlights({ embeddings: yield* model }), { query: "opens and closes" })
        const fiber = yield* Effect.forkChild(asked)
        yield* TestClock.adjust("20 seconds")
        const { highlights: found, warning } = yield* Fiber.join(fiber)
        assert.match(found!, /^> The building opens/)
        assert.include(warning, why)
      })
    )
  const failing = new AiError.AiError({
    module: "test",
    method: "embedMany",
    reason: new AiError.AuthenticationError({ kind: "InvalidKey" })
  })
  alone("never answer", EmbeddingModel.make({ embedMany: () => Effect.never }), "in time")
  alone("fail", EmbeddingModel.make({ embedMany: () => Effect.fail(failing) }), "AuthenticationError")
  alone(
    "differ in length",
    embedding((text) => Array.from({ length: text.length }, () => 1)),
    "compared"
  )
  alone(
    "say nothing",
    embedding(() => []),
    "compared"
  )
  alone(
    "are too few",
    EmbeddingModel.make({ embedMany: () => Effect.succeed({ results: [], usage: { inputTokens: 1 } }) }),
    "InvalidOutputError"
  )
})
