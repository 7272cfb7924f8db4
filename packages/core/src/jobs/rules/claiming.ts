/** Which jobs give pages to a worker that asks, how many, and in which order. @experimental */
import * as Politeness from "../Politeness.ts"
import { type JobSpec, type JobState, moveCounts } from "./JobState.ts"

/** Where a job stands among those that a claim may serve. */
export interface Standing {
  readonly account: string
  /** Running pages of its account. */
  readonly busy: number
  readonly priority: number
  /** Its own running pages. */
  readonly active: number
  /** Grows from job to job. */
  readonly n: number
}

/** Accounts with fewer running pages first, then jobs of higher priority, then those with fewer pages of their own. */
export const compareStanding = (left: Standing, right: Standing): number =>
  left.busy - right.busy || right.priority - left.priority || left.active - right.active || left.n - right.n

/** The turn of a job in a claim. */
export interface Turn<Job extends Standing> {
  readonly job: Job
  /** Pages that all jobs of its account may take, before what is left over goes to whoever has more. */
  readonly accountShare: number
  /** Jobs of its account whose turn has not been yet, this one included. */
  readonly jobsLeft: number
}

/**
 * The jobs account by account in the order of their turns. The shares of `wanted` pages even out how many pages run for
 * each account: one with as many as others will have after the claim gets none.
 */
export const takeTurns = <Job extends Standing>(jobs: ReadonlyArray<Job>, wanted: number): ReadonlyArray<Turn<Job>> => {
  const accounts = new Map<string, Array<Job>>()
  for (const job of jobs.toSorted(compareStanding)) {
    const ofAccount = accounts.get(job.account)
    if (ofAccount === undefined) accounts.set(job.account, [job])
    else ofAccount.push(job)
  }
  const groups = [...accounts.values()]
  const shares = sharesOf(
    groups.map(([first]) => first!.busy),
    wanted
  )
  return groups.flatMap((group, at) =>
    group.map((job, index) => ({ job, accountShare: shares[at]!, jobsLeft: group.length - index }))
  )
}

/** How many of `wanted` pages each account gets, so that those with the fewest have as many as possible; fewest first. */
const sharesOf = (busy: ReadonlyArray<number>, wanted: number): ReadonlyArray<number> => {
  // The accounts that get something are raised to one level; the rest of the division goes to the first ones.
  let raised = 0
  let sum = 0
  while (raised < busy.length && busy[raised]! * raised - sum < wanted) sum += busy[raised++]!
  const level = Math.floor((wanted + sum) / Math.max(1, raised))
  let rest = wanted + sum - level * raised
  return busy.map((before, at) => (at >= raised ? 0 : Math.max(0, level - before) + (rest-- > 0 ? 1 : 0)))
}

/** Pages that the next of `jobs` may take when `wanted` are shared evenly. */
export const shareOf = (wanted: number, jobs: number): number => Math.ceil(Math.max(0, wanted) / jobs)

/** Pages that the job may give now, of `count`; the state notes since when only the account's own limit is in the way. */
export const mayGive = (
  spec: Pick<JobSpec, "accountConcurrency" | "delayMs" | "limit" | "maxConcurrency">,
  state: JobState,
  count: number,
  busy: number,
  now: number
): { readonly count: number; readonly state: JobState } => {
  const { counts } = state
  const ofJob =
    spec.delayMs === 0
      ? spec.maxConcurrency - counts.active
      : !Politeness.isAhead(state.nextAt, now, spec.delayMs) && counts.active === 0
        ? 1
        : 0
  const room = Math.min(count, ofJob, spec.limit - counts.completed - counts.active)
  const ofAccount = spec.accountConcurrency - busy
  const isLimited = room > 0 && ofAccount <= 0 && counts.queued > 0 && state.limitedSince === undefined
  return {
    count: Math.max(0, Math.min(room, ofAccount)),
    state: isLimited ? { ...state, limitedSince: now } : state
  }
}

/** How long pages of the job have waited for the account's own limit, in milliseconds; undefined when they did not. */
export const limitedMs = ({ limitedSince }: JobState, now: number): number | undefined =>
  limitedSince === undefined ? undefined : now - limitedSince

/** The state once the job gave pages. */
export const gave = ({ delayMs }: Pick<JobSpec, "delayMs">, state: JobState, count: number, now: number): JobState => ({
  ...state,
  counts: moveCounts(state.counts, "queued", "active", count),
  queueMs: state.limitedSince === undefined ? state.queueMs : now - state.limitedSince,
  limitedSince: undefined,
  nextAt: now + delayMs
})

/** Pages of a host that start, of `wanted`, for a job that may ignore the delay that the host asks for. */
export const startOnHost = (
  { heedsCrawlDelay }: Pick<JobSpec, "heedsCrawlDelay">,
  host: Politeness.HostState,
  wanted: number,
  now: number,
  limits: Politeness.Limits
): { readonly count: number; readonly host: Politeness.HostState; readonly paced: boolean } => {
  const heeded = heedsCrawlDelay ? host : { ...host, delayMs: 0 }
  const count = Math.max(0, Math.min(wanted, Politeness.capacity(heeded, now, limits)))
  if (count === 0) return { count, host, paced: false }
  return {
    count,
    host: { ...Politeness.onPageStart(heeded, count, now), delayMs: host.delayMs },
    paced: heeded.delayMs > 0
  }
}
