/** What every `AnswerArchive` must do. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { AnswerArchive, retention, type StoredAnswer } from "@orbweaver/core/accounts/AnswerArchive"

const fresh = (): string => crypto.randomUUID()

/** Tests run at the same time, each by a clock of its own. */
const timed = <A, E>(test: Effect.Effect<A, E, AnswerArchive>) => Effect.provide(test, TestClock.layer())

/** `layer` is built once for the suite; keys of the tests do not collide. */
export const suite = <E>(name: string, layer: Layer.Layer<AnswerArchive, E>) =>
  it.layer(layer, { timeout: "120 seconds" })(`AnswerArchive (${name})`, (it) => {
    it.effect("keeps answers to the last character for a day", () =>
      timed(
        Effect.gen(function* () {
          const archive = yield* AnswerArchive
          const answer = {
            id: fresh(),
            accountId: "acme",
            text: JSON.stringify({ markdown: 'ü "\u0000\u2028\u{1F30A}' })
          }
          yield* archive.save(answer)
          assert.deepStrictEqual(yield* archive.find(answer.id), answer)
          yield* archive.save({ ...answer, text: "{}" })
          assert.strictEqual((yield* archive.find(answer.id))?.text, "{}")
          assert.isUndefined(yield* archive.find(fresh()))
          assert.isUndefined(yield* archive.find("'; --"))
          yield* TestClock.adjust(retention)
          assert.isUndefined(yield* archive.find(answer.id))
        })
      )
    )

    it.effect("erases the answers that are picked, and no others", () =>
      timed(
        Effect.gen(function* () {
          const archive = yield* AnswerArchive
          const accountId = fresh()
          const answers = Array.from({ length: 45 }, (_, index) => ({ id: fresh(), accountId, text: `${index % 3}` }))
          for (const answer of answers) yield* archive.save(answer)
          const isErased = (answer: StoredAnswer) => answer.accountId === accountId && answer.text === "1"
          assert.strictEqual(yield* archive.erase(isErased), 15)
          assert.strictEqual(yield* archive.erase(isErased), 0)
          assert.deepStrictEqual(yield* archive.find(answers[0]!.id), answers[0])
          assert.isUndefined(yield* archive.find(answers[1]!.id))
        })
      )
    )
  })
