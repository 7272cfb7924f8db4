/**
 * How many scrapes of an account run at once, over all servers that share a
 * `WaitingLines`; the rest wait in line, within their own timeout
 * (docs/reference/v2.md §1.6, §8).
 *
 * All scrapes are in the account's queue, and the first ones of it run. A scrape that ends wakes the first one that
 * waits in this process, which also polls, because other servers do not announce theirs.
 */
import type { Account } from "@orbweaver/core/accounts/Account"
import type { Service as WaitingLines } from "@orbweaver/core/accounts/WaitingLines"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import { wireError, retryAfter, WireError } from "../wire/ErrorBody.ts"
import { makeRequestIds } from "../wire/requestId.ts"

export interface Service {
  /**
   * Runs the work when the account has a free slot; it receives the time that it waited, in milliseconds. Fails with
   * 408 when none came free in time, and with 429 and `Retry-After` when too many wait already.
   */
  readonly run: <A, E, R>(
    account: Account,
    maxWait: Duration.Input,
    work: (waitedMs: number) => Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E | WireError | StoreError, R>
  readonly counts: (
    account: Account
  ) => Effect.Effect<{ readonly running: number; readonly waiting: number }, StoreError>
}

/** Requests of one account that may wait at once. */
const maxWaiting = 2000
/** A server that died gives up its slots after so long. */
const slotLease = Duration.seconds(30)
const renewal = Duration.seconds(10)
/** How often the first who waits looks what became free at other servers. */
const freeSlotPoll = Duration.millis(250)

interface Waiter {
  readonly number: number
  /** Opened when there may be a slot. */
  readonly bell: Latch.Latch
}

const tooSlow = wireError(408, "Scrape timed out while waiting in the concurrency limit queue", "SCRAPE_TIMEOUT")
const tooMany = (waiting: number, seconds: number) =>
  new WireError({
    ...wireError(429, `${waiting} scrapes of this team are waiting already. Try again after ${seconds} seconds`),
    headers: retryAfter(seconds)
  })
const maxRetrySeconds = 30

export const make = (lines: WaitingLines): Service => {
  const newId = makeRequestIds()
  /** Who waits here, by account and number. */
  const waiters = new Map<string, Array<Waiter>>()
  /** How long a scrape takes of late, in milliseconds. */
  let typicalMs = 1000

  const wakeFirst = (line: string): void => void waiters.get(line)?.[0]?.bell.openUnsafe()

  const enter = (line: string, number: number): Waiter => {
    let all = waiters.get(line)
    if (all === undefined) waiters.set(line, (all = []))
    const waiter = { number, bell: Latch.makeUnsafe() }
    // The store answers in any order, nearly in that of the numbers.
    let at = all.length
    while (at > 0 && all[at - 1]!.number > number) at--
    all.splice(at, 0, waiter)
    return waiter
  }

  const exit = (line: string, waiter: Waiter): void => {
    const all = waiters.get(line)!
    all.splice(all.indexOf(waiter), 1)
    if (all.length === 0) waiters.delete(line)
    wakeFirst(line)
  }

  const awaitTurn = (line: string, number: number, isTurn: Effect.Effect<boolean, StoreError>) =>
    Effect.acquireUseRelease(
      Effect.sync(() => enter(line, number)),
      (waiter) =>
        Effect.gen(function* () {
          do {
            const isFirst = waiters.get(line)![0] === waiter
            yield* Effect.timeoutOption(waiter.bell.await, isFirst ? freeSlotPoll : renewal)
            waiter.bell.closeUnsafe()
          } while (!(yield* isTurn))
        }),
      (waiter) => Effect.sync(() => exit(line, waiter))
    )

  const leaveLine = (line: string, id: string) =>
    Effect.matchEffect(lines.leave(line, id), {
      onSuccess: () => Effect.sync(() => wakeFirst(line)),
      onFailure: (error) =>
        Effect.logWarning("A concurrency slot could not be released and stays taken until its lease expires", error)
    })

  return {
    run: (account, maxWait, work) =>
      Effect.suspend(() => {
        const line = account.id
        const limit = account.plan.concurrency
        const id = newId()
        const joinLine = lines.join(line, id, slotLease)
        const renewing = Effect.forever(Effect.delay(Effect.ignore(joinLine), renewal))
        const working = Effect.fnUntraced(function* (waitedMs: number) {
          const from = yield* Clock.currentTimeMillis
          const renewer = yield* Effect.forkChild(renewing)
          return yield* Effect.onExit(work(waitedMs), () =>
            Effect.map(Clock.currentTimeMillis, (now) => {
              renewer.interruptUnsafe()
              typicalMs += (now - from - typicalMs) / 8
            })
          )
        })
        const waiting = (number: number) =>
          Effect.gen(function* () {
            const from = yield* Clock.currentTimeMillis
            const isTurn = Effect.map(joinLine, ({ before }) => before < limit)
            yield* Effect.timeoutOrElse(awaitTurn(line, number, isTurn), {
              duration: maxWait,
              orElse: () => Effect.fail(tooSlow)
            })
            return yield* working((yield* Clock.currentTimeMillis) - from)
          })
        return Effect.onExit(
          Effect.flatMap(joinLine, ({ before, number }) => {
            if (before < limit) return working(0)
            const ahead = before - limit
            if (ahead < maxWaiting) return waiting(number)
            const seconds = Math.ceil((ahead * typicalMs) / limit / 1000)
            return Effect.fail(tooMany(ahead, Math.min(maxRetrySeconds, Math.max(1, seconds))))
          }),
          () => leaveLine(line, id)
        )
      }),
    counts: ({ id, plan: { concurrency } }) =>
      Effect.map(lines.length(id), (all) => {
        const running = Math.min(all, concurrency)
        return { running, waiting: all - running }
      })
  }
}
