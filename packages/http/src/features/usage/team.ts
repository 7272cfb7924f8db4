/** What a team has, used and does (docs/reference/v2.md §14, v1.md §12); only the names of members differ by version. */
import type { Account } from "@orbweaver/core/accounts/Account"
import { billingPeriod, type Period, type Service as Ledger, type Unit } from "@orbweaver/core/accounts/Ledger"
import type { Job } from "@orbweaver/core/model/Job"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { activity } from "./activity.ts"
import type { Engines } from "../Engines.ts"
import { wireError, type WireError } from "../../wire/ErrorBody.ts"
import type { Call, Operation } from "../../gate/Operation.ts"
import * as V1 from "../../v1/schemas.ts"
import * as V2 from "../../v2/schemas.ts"
import type { UsageNames } from "../../wire/schemas.ts"

/** Stands for "no limit", since the wire has whole numbers only. */
const unlimited = 99_999_999

const failed = (unit: Unit): WireError =>
  wireError(500, `Internal server error while fetching ${unit === "credits" ? "credit" : "token"} usage`)

const missing = (unit: Unit): WireError =>
  wireError(404, `Could not find ${unit === "credits" ? "credit" : "token"} usage information`)

/** What is left of the plan, under the names of the version. */
const usage = (ledger: Ledger, unit: Unit, names: UsageNames): Operation => ({
  kind: unit === "tokens" ? "extractStatus" : "status",
  work: ({ caller: { account } }) => {
    const answer = (plan: number, remaining: number, period?: Period) => ({
      success: true,
      data: {
        [names.remaining]: remaining,
        [names.plan]: plan,
        // A plan without limit has no billing period.
        [names.start]: period === undefined ? null : DateTime.formatIso(period.start),
        [names.end]: period === undefined ? null : DateTime.formatIso(period.end)
      }
    })
    if (account.plan[unit] === Infinity) return Effect.succeed(answer(unlimited, unlimited))
    return Effect.mapBoth(ledger.balance(account, unit), {
      onFailure: ({ _tag }) => (_tag === "AccountNotFound" ? missing(unit) : failed(unit)),
      onSuccess: ({ available, period, plan }) => answer(plan, Math.max(0, available), period)
    })
  }
})

/** Months that the history goes back. */
const historyMonths = 12

/** Usage by billing period, or by calendar month where there is none, newest first; by key too with `byApiKey=true`. */
const history = (ledger: Ledger, unit: Unit): Operation => ({
  kind: "status",
  work: ({ caller, query }) =>
    Effect.gen(function* () {
      const now = yield* DateTime.now
      const cycle: Account = { ...caller.account, billingDay: caller.account.billingDay ?? 1 }
      const all: Period = {
        start: DateTime.subtract(now, { months: historyMonths }),
        end: DateTime.add(now, { days: 1 })
      }
      const rows = yield* Effect.mapError(ledger.usage(caller.account.id, unit, all), () => failed(unit))
      const byKey = query["byApiKey"] === "true"
      const sums = new Map<string, { readonly period: Period; readonly key: string | null; total: number }>()
      for (const { amount, at, keyName } of rows) {
        const period = billingPeriod(cycle, at)!
        const key = byKey ? (keyName ?? null) : null
        const name = JSON.stringify([DateTime.toEpochMillis(period.start), key])
        const entry = sums.get(name) ?? { period, key, total: 0 }
        entry.total += amount
        sums.set(name, entry)
      }
      // The documents know the sum by one name, the clients for Python by the other.
      const [total, used] =
        unit === "credits" ? (["totalCredits", "creditsUsed"] as const) : (["totalTokens", "tokensUsed"] as const)
      return {
        success: true,
        periods: [...sums.values()]
          .sort((a, b) => DateTime.toEpochMillis(b.period.start) - DateTime.toEpochMillis(a.period.start))
          .map((entry) => ({
            startDate: DateTime.formatIso(entry.period.start),
            endDate: DateTime.formatIso(entry.period.end),
            apiKey: entry.key,
            [total]: entry.total,
            [used]: entry.total
          }))
      }
    })
})

/** Pages of the team that run now, over single scrapes and jobs, and those that wait. */
const load = ({ concurrency, jobs }: Engines, { caller: { account } }: Call) =>
  Effect.gen(function* () {
    const running = jobs === undefined ? [] : yield* jobs.list({ accountId: account.id, active: true })
    const single = yield* concurrency.counts(account)
    return {
      active: running.reduce((sum, { counts }) => sum + counts.active, single.running),
      waiting: running.reduce((sum, { counts }) => sum + counts.queued, single.waiting),
      max: account.plan.concurrency === Infinity ? unlimited : account.plan.concurrency
    }
  })

const concurrencyCheck = (engines: Engines): Operation => ({
  kind: "status",
  work: (call) =>
    Effect.map(load(engines, call), ({ active, max }) => ({ success: true, concurrency: active, maxConcurrency: max }))
})

const queueStatus = (engines: Engines): Operation => ({
  kind: "status",
  work: (call) =>
    Effect.gen(function* () {
      const { active, max, waiting } = yield* load(engines, call)
      const jobs = yield* allJobs(engines, call)
      const ended = jobs.flatMap(({ finishedAt, status }) =>
        status === "completed" && finishedAt !== undefined ? [finishedAt] : []
      )
      return {
        success: true,
        jobsInQueue: active + waiting,
        activeJobsInQueue: active,
        waitingJobsInQueue: waiting,
        maxConcurrency: max,
        mostRecentSuccess: ended.length === 0 ? null : new Date(Math.max(...ended)).toISOString()
      }
    })
})

/** All but the checks of monitors, which are shown with the monitor: what they have done are jobs too. */
const allJobs = ({ jobs }: Engines, { caller }: Call) =>
  jobs === undefined
    ? Effect.succeed<ReadonlyArray<Job>>([])
    : Effect.map(jobs.list({ accountId: caller.account.id }), (all) =>
        all.filter(({ kind }) => kind !== "monitorCheck")
      )

/** Those of a version, by its names. */
const team = (engines: Engines, tokenNames: UsageNames, creditNames: UsageNames) => ({
  getTokenUsage: usage(engines.ledger, "tokens", tokenNames),
  getCreditUsage: usage(engines.ledger, "credits", creditNames),
  getHistoricalTokenUsage: history(engines.ledger, "tokens"),
  getHistoricalCreditUsage: history(engines.ledger, "credits"),
  getQueueStatus: queueStatus(engines),
  getConcurrency: concurrencyCheck(engines)
})

export const teamV1 = (engines: Engines) => team(engines, V1.tokenNames, V1.creditNames)

export const teamV2 = (engines: Engines) => ({
  ...team(engines, V2.tokenNames, V2.creditNames),
  getActivity: activity(engines.calls, (call) => allJobs(engines, call))
})
