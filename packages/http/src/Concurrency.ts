/**
 * How many scrapes of an account run at once in this process; the rest wait in
 * line, within their own timeout (contract/v2.md §1.6, §8).
 */
import type { Account } from "@orbweaver/core/Account"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { fail, type WireError } from "./ErrorBody.ts"

export interface Service {
  /**
   * Runs the work when the account has a free slot; it is told how long it
   * waited, in milliseconds. Fails with 408 when none came free in time, and
   * with 429 when too many wait already.
   */
  readonly run: <A, E, R>(
    account: Account,
    patience: Duration.Input,
    work: (waitedMs: number) => Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E | WireError, R>
  readonly counts: (account: Account) => { readonly running: number; readonly waiting: number }
}

/** Requests of one account that may wait at once. */
const maxWaiting = 2000

interface Line {
  running: number
  /** A Set keeps insertion order and lets a waiter leave from the middle. */
  readonly waiting: Set<() => void>
}

const tooSlow = fail(408, "Scrape timed out while waiting in the concurrency limit queue", "SCRAPE_TIMEOUT")
const tooMany = fail(429, "Too many scrapes are waiting already; please retry later")

export class Concurrency extends Context.Service<Concurrency, Service>()("@orbweaver/http/Concurrency") {
  static readonly layer: Layer.Layer<Concurrency> = Layer.sync(Concurrency, () => {
    const lines = new Map<string, Line>()

    const lineOf = (account: Account): Line => {
      let line = lines.get(account.id)
      if (line === undefined) lines.set(account.id, (line = { running: 0, waiting: new Set() }))
      return line
    }

    /** Hands the slot to the one who waits longest, or gives it back. */
    const release = (account: Account, line: Line) => {
      for (const next of line.waiting) {
        line.waiting.delete(next)
        next()
        return
      }
      line.running--
      if (line.running === 0) lines.delete(account.id)
    }

    const inLine = (line: Line, patience: Duration.Input) =>
      Effect.callback<void>((resume) => {
        const turn = () => resume(Effect.void)
        line.waiting.add(turn)
        return Effect.sync(() => line.waiting.delete(turn))
      }).pipe(Effect.timeoutOrElse({ duration: patience, orElse: () => Effect.fail(tooSlow) }))

    return {
      run: (account, patience, work) =>
        Effect.suspend(() => {
          const line = lineOf(account)
          const done = Effect.sync(() => release(account, line))
          if (line.running < account.plan.concurrency) {
            line.running++
            return Effect.ensuring(work(0), done)
          }
          if (line.waiting.size >= maxWaiting) return Effect.fail(tooMany)
          return Effect.uninterruptibleMask((restore) =>
            Effect.gen(function* () {
              const from = yield* Clock.currentTimeMillis
              yield* restore(inLine(line, patience))
              const waited = (yield* Clock.currentTimeMillis) - from
              return yield* Effect.ensuring(restore(work(waited)), done)
            })
          )
        }),
      counts: (account) => {
        const line = lines.get(account.id)
        return { running: line?.running ?? 0, waiting: line?.waiting.size ?? 0 }
      }
    }
  })
}
