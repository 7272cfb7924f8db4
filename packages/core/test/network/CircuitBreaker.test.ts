// After several failures in a row, a provider is not called for a while.
import { assert, describe, it } from "@effect/vitest"
import { type BreakerOptions, isCircuitOpen, withCircuitBreaker } from "../../src/network/CircuitBreaker.ts"
import { Effect, Fiber, Stream } from "effect"
import * as AiError from "effect/ai/AiError"
import * as LanguageModel from "effect/ai/LanguageModel"
import type * as Response from "effect/ai/Response"
import { TestClock } from "effect/testing"

const failing = (reason: AiError.AiErrorReason) =>
  Effect.fail(new AiError.AiError({ module: "test", method: "generateText", reason }))
const down = failing(new AiError.InternalProviderError({ description: "503" }))
const refused = failing(new AiError.ContentPolicyError({ description: "no" }))
const answer = Effect.succeed<Array<Response.PartEncoded>>([{ type: "text", text: "Fine." }])

type Answer = Effect.Effect<Array<Response.PartEncoded>, AiError.AiError>

const setup = Effect.fnUntraced(function* (options: BreakerOptions = {}) {
  const state = { calls: 0, next: down as Answer }
  const provider = yield* LanguageModel.make({
    generateText: () => Effect.suspend(() => (state.calls++, state.next)),
    streamText: () => Stream.never
  })
  const model = withCircuitBreaker(provider, { maxFailures: 3, pauseMs: 1000, ...options })
  const ask = Effect.result(model.generateText({ prompt: "?" }))
  /** What came of asking: the text, the kind of failure, or `open`. */
  const asked = Effect.map(ask, (result) =>
    result._tag === "Success"
      ? result.success.text
      : AiError.isAiError(result.failure) && isCircuitOpen(result.failure)
        ? "open"
        : AiError.isAiError(result.failure)
          ? result.failure.reason._tag
          : "?"
  )
  return { state, asked, model }
})

describe("a circuit breaker", () => {
  it.effect("stops asking a provider that fails, tries once after the pause, and closes with an answer", () =>
    Effect.gen(function* () {
      const { asked, state } = yield* setup()
      for (let call = 0; call < 3; call++) assert.strictEqual(yield* asked, "InternalProviderError")
      assert.strictEqual(yield* asked, "open")
      assert.strictEqual(state.calls, 3)
      yield* TestClock.adjust(1000)
      assert.strictEqual(yield* asked, "InternalProviderError")
      // The pause has doubled.
      yield* TestClock.adjust(1000)
      assert.strictEqual(yield* asked, "open")
      yield* TestClock.adjust(1000)
      state.next = answer
      assert.strictEqual(yield* asked, "Fine.")
      assert.strictEqual(yield* asked, "Fine.")
    })
  )

  it.effect("lets one call through as a trial, and the next when that is interrupted", () =>
    Effect.gen(function* () {
      const { asked, state } = yield* setup()
      for (let call = 0; call < 3; call++) yield* asked
      yield* TestClock.adjust(1000)
      state.next = Effect.never
      const trial = yield* Effect.forkChild(asked)
      yield* Effect.yieldNow
      assert.strictEqual(yield* asked, "open")
      yield* Fiber.interrupt(trial)
      state.next = answer
      assert.strictEqual(yield* asked, "Fine.")
    })
  )

  it.effect("counts silence as a failure, and neither refusals nor callers who leave early", () =>
    Effect.gen(function* () {
      const { asked, state } = yield* setup({ silenceMs: 10_000 })
      state.next = refused
      for (let call = 0; call < 5; call++) assert.strictEqual(yield* asked, "ContentPolicyError")
      state.next = Effect.never
      for (const seconds of [1, 1, 1, 10, 10, 10]) {
        const call = yield* Effect.forkChild(Effect.timeoutOption(asked, `${seconds} seconds`))
        yield* TestClock.adjust(`${seconds} seconds`)
        yield* Fiber.join(call)
      }
      assert.strictEqual(yield* asked, "open")
      assert.strictEqual(state.calls, 11)
    })
  )

  it.effect("is put around a model once", () =>
    Effect.gen(function* () {
      const { model } = yield* setup()
      assert.strictEqual(withCircuitBreaker(model), model)
    })
  )
})
