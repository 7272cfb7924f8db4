/**
 * A circuit breaker around a language model: after several failures in a row the provider is not called for a while,
 * so that pages do not wait, one after another, for a provider that is down. After the pause one call is let through
 * as a trial; its success closes the circuit, its failure doubles the pause.
 *
 * The state belongs to the returned model, so each instance has its own.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import * as AiError from "effect/ai/AiError"
import type { LanguageModel } from "effect/ai/LanguageModel"

export interface BreakerOptions {
  /** Failed calls in a row after which the circuit opens. Default: 5. */
  readonly maxFailures?: number | undefined
  /** First pause, in milliseconds. Default: 30,000. */
  readonly pauseMs?: number | undefined
  /** Longest pause, in milliseconds. Default: 300,000. */
  readonly maxPauseMs?: number | undefined
  /** A call that was given up after this many milliseconds without an answer counts as failed. Default: 15,000. */
  readonly silenceMs?: number | undefined
}

/** Names the breaker in the `module` of its errors. */
const breakerModule = "CircuitBreaker"

/** Whether the model was not called because it had failed too often. */
export const isCircuitOpen = ({ module }: AiError.AiError): boolean => module === breakerModule

/** Failures that say that the provider cannot be used now, whatever it is asked. */
const providerFailures: ReadonlySet<string> = new Set([
  "NetworkError",
  "RateLimitError",
  "QuotaExhaustedError",
  "AuthenticationError",
  "InternalProviderError",
  "UnknownError"
])

/** Runs calls to one provider. */
interface CircuitBreaker {
  readonly run: <A, E extends { readonly _tag: string }, R>(
    call: Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E | AiError.AiError, R>
}

const makeBreaker = ({
  maxFailures = 5,
  maxPauseMs = 300_000,
  pauseMs = 30_000,
  silenceMs = 15_000
}: BreakerOptions): CircuitBreaker => {
  let failures = 0
  let nextPauseMs = pauseMs
  /** When the circuit is open: no call before this time. */
  let openUntil: number | undefined
  let isTrying = false
  /** Which provider, and how it failed last. */
  let last = "the model"

  const open = (now: number): void => {
    openUntil = now + nextPauseMs
    nextPauseMs = Math.min(nextPauseMs * 2, maxPauseMs)
  }
  const close = (): void => {
    failures = 0
    nextPauseMs = pauseMs
    openUntil = undefined
  }

  return {
    run: Effect.fnUntraced(function* <A, E extends { readonly _tag: string }, R>(call: Effect.Effect<A, E, R>) {
      const began = yield* Clock.currentTimeMillis
      const isTrial = openUntil !== undefined
      if (openUntil !== undefined) {
        if (isTrying || began < openUntil) return yield* refused(last, failures, Math.max(openUntil - began, 1000))
        isTrying = true
      }
      return yield* Effect.onExit(
        call,
        Effect.fnUntraced(function* (exit) {
          if (isTrial) isTrying = false
          const now = yield* Clock.currentTimeMillis
          const failed = Exit.isSuccess(exit)
            ? false
            : Option.match(Exit.findErrorOption(exit), {
                onNone: () => now - began >= silenceMs,
                onSome: isProviderFailure
              })
          if (failed) {
            failures += 1
            last = describe(exit)
            // Calls that began before the circuit opened tell nothing new.
            if (isTrial || (openUntil === undefined && failures >= maxFailures)) open(now)
          } else if (Exit.isSuccess(exit) || Option.isSome(Exit.findErrorOption(exit))) close()
        })
      )
    })
  }
}

const isProviderFailure = (error: { readonly _tag: string }): boolean =>
  AiError.isAiError(error) && providerFailures.has(error.reason._tag)

const describe = (exit: Exit.Exit<unknown, unknown>): string => {
  const error = Option.getOrUndefined(Exit.findErrorOption(exit))
  return AiError.isAiError(error) ? `the model of ${error.module}` : "the model"
}

const refused = (model: string, failures: number, leftMs: number) =>
  new AiError.AiError({
    module: breakerModule,
    method: "run",
    reason: new AiError.UnknownError({
      description: `${model} failed ${failures} times in a row and is not asked again for ${Math.ceil(leftMs / 1000)} s`
    })
  })

const guarded = Symbol("orbweaver/guardedModel")

/** The model behind a circuit breaker of its own; a model that has one is given back as it is. */
export const withCircuitBreaker = (model: LanguageModel, options: BreakerOptions = {}): LanguageModel => {
  if (guarded in model) return model
  const { run } = makeBreaker(options)
  const made = {
    ...model,
    [guarded]: true,
    generateText: (asked: never) => run(model.generateText(asked)),
    generateObject: (asked: never) => run(model.generateObject(asked)),
    // A stream is one call that lasts until its end.
    streamText: (asked: never) => Stream.unwrap(Effect.map(run(Effect.void), () => model.streamText(asked)))
  }
  return made as unknown as LanguageModel
}
