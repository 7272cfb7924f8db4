/**
 * Calls a model at the account's expense: not at all without tokens left, and the tokens of every answer are debited,
 * useful or not. A caller that reads many pages gives up after a few failures in a row, or too long a time.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { CurrentAccount } from "@orbweaver/core/accounts/Account"
import type { Tokens } from "@orbweaver/core/network/ModelClient"
import type { FormatError } from "@orbweaver/core/model/FormatError"
import { debitOf, ensure, Ledger } from "@orbweaver/core/accounts/Ledger"
import type { StoreError } from "@orbweaver/core/model/StoreError"

/** What came of asking; the tokens were taken in either case. */
export interface ModelOutcome<A> {
  readonly result: Result.Result<A, FormatError>
  readonly tokens: Tokens
}

/** What the tokens are debited for. */
interface Bill {
  /** Of the debit: the same answer is not paid twice, however often it is asked for. */
  readonly id: string
  readonly reason: string
  /** The id for an answer of no use, after which `id` may be asked for again; `id` when absent. */
  readonly refused?: string
}

/** An answer as an outcome; a failed call says what it took, where it knows. */
export const toOutcome = <A, R>(
  work: Effect.Effect<{ readonly value: A; readonly tokens: Tokens }, FormatError, R>
): Effect.Effect<ModelOutcome<A>, never, R> =>
  Effect.map(Effect.result(work), (answer) =>
    Result.isSuccess(answer)
      ? { result: Result.succeed(answer.success.value), tokens: answer.success.tokens }
      : { result: Result.fail(answer.failure), tokens: answer.failure.tokens ?? { input: 0, output: 0 } }
  )

/** Asks and pays. Fails when the account has no tokens left, or the ledger does not answer. */
export const paid = Effect.fnUntraced(function* <A, R>(bill: Bill, ask: Effect.Effect<ModelOutcome<A>, never, R>) {
  const account = yield* CurrentAccount
  yield* ensure(account, "tokens", 1)
  return yield* charge(bill, ask)
})

const charge = Effect.fnUntraced(function* <A, R>(
  { id, reason, refused = id }: Bill,
  ask: Effect.Effect<ModelOutcome<A>, never, R>
) {
  const account = yield* CurrentAccount
  const ledger = yield* Ledger
  const { result, tokens } = yield* ask
  const amount = tokens.input + tokens.output
  if (amount > 0) {
    const isUseful = Result.isSuccess(result)
    yield* ledger.debit(debitOf(account, { id: isUseful ? id : refused, unit: "tokens", amount, reason }))
  }
  return { result, tokens }
})

/** Why a page was not asked about. */
type SkipCause = "failures" | "time" | "tokens"

/** Sentences for those who wonder why. */
export const skipMessages: Readonly<Record<SkipCause, string>> = {
  failures: "The model failed repeatedly: it did not read every page.",
  time: "The model took too long: it did not read every page.",
  tokens: "The account's tokens are used up: the model did not read every page."
}

interface MeteredModel {
  readonly ask: <A, R>(
    bill: Bill,
    ask: Effect.Effect<ModelOutcome<A>, never, R>
  ) => Effect.Effect<Result.Result<A, FormatError> | SkipCause, StoreError, R | Ledger>
  /** Of all answers so far. */
  readonly tokens: () => Tokens
}

/** For page after page, also several at once. */
export const makeMeteredModel = Effect.fnUntraced(function* (bounds: {
  /** Failures one after another until the model is given up. */
  readonly failures: number
  /** All the time that the questions may take. */
  readonly whole?: Duration.Duration
}): Effect.fn.Return<MeteredModel> {
  const until = (yield* Clock.currentTimeMillis) + Duration.toMillis(bounds.whole ?? Duration.infinity)
  let failures = 0
  let tokens: Tokens = { input: 0, output: 0 }
  return {
    tokens: () => tokens,
    ask: Effect.fnUntraced(function* (bill, ask) {
      if (failures >= bounds.failures) return "failures"
      if ((yield* Clock.currentTimeMillis) > until) return "time"
      const account = yield* CurrentAccount
      if (Option.isNone(yield* Effect.option(ensure(account, "tokens", 1)))) return "tokens"
      const answer = yield* charge(bill, ask)
      failures = Result.isSuccess(answer.result) ? 0 : failures + 1
      tokens = { input: tokens.input + answer.tokens.input, output: tokens.output + answer.tokens.output }
      return answer.result
    })
  }
})
