/**
 * How often one host may be asked: how many pages at once, how long between two
 * starts, and how that changes with what the host answers: additive increase, multiplicative decrease.
 *
 * ```
 * refusal ─► pause ─► pages of the same burst end ─► one page tries
 *   a good answer: one page more, up to the cap
 *   refused: a pause twice as long
 * ```
 *
 * Pure. The state of a host is kept by the store of the jobs, so all jobs of an
 * instance share it, and on Postgres all processes do.
 * @experimental
 */

export interface HostState {
  /** Pages of this host being scraped now, over all jobs. */
  readonly active: number
  /** Most pages at once; learned from what the host answers. */
  readonly cap: number
  /** Milliseconds between two starts, as robots.txt asks. */
  readonly delayMs: number
  /** No page starts before this moment, in milliseconds since the epoch. */
  readonly nextAt: number
  /** Bursts of refusals in a row. */
  readonly refusals: number
  /**
   * Good answers since the cap last changed. Negative after a refusal: minus the good answers until the host is asked for
   * as many pages at once as the cap allows. Below minus the cap: pages that were on their way when the pause began have
   * not ended, as many as it is below.
   */
  readonly streak: number
}

/** What a page learned about its host. */
export interface HostSignal {
  readonly host: string
  readonly kind: "good" | "refused" | "silent"
  /** What `Retry-After` asked for, in milliseconds. */
  readonly retryAfterMs?: number | undefined
  /** What robots.txt asks for, in milliseconds. */
  readonly crawlDelayMs?: number | undefined
}

export interface Limits {
  /** Pages of one host at once while it answers well. */
  readonly concurrency: number
  /** Longest `crawl-delay` that is honoured, in milliseconds. */
  readonly crawlDelayMs: number
  /** Longest pause after refusals, `Retry-After` included, in milliseconds. */
  readonly pauseMs: number
  /** Good answers after which a lowered cap rises by one. */
  readonly streak: number
}

export const defaults: Limits = { concurrency: 32, crawlDelayMs: 30_000, pauseMs: 300_000, streak: 20 }

export const newHostState = (limits: Limits): HostState => ({
  active: 0,
  cap: limits.concurrency,
  delayMs: 0,
  nextAt: 0,
  refusals: 0,
  streak: 0
})

/** Whether the moment is still to come. One further away than any wait was written before the clock was set back. */
export const isAhead = (moment: number, now: number, longestMs: number): boolean =>
  moment > now && moment <= now + longestMs

/** Longest that a host is left alone, in milliseconds. */
export const maxDelayMs = ({ crawlDelayMs, pauseMs }: Limits): number => Math.max(crawlDelayMs, pauseMs)

/** Most pages of the host at once: the cap, and fewer for a while after a refusal. */
export const windowOf = ({ cap, streak }: HostState): number => Math.max(0, cap + Math.min(0, streak + 1))

/** Whether the host is asked slower than a new one would be. */
export const isSlow = (state: HostState, now: number, limits: Limits): boolean =>
  state.delayMs > 0 ||
  state.refusals > 0 ||
  isAhead(state.nextAt, now, maxDelayMs(limits)) ||
  windowOf(state) < limits.concurrency

/** Pages of the host that may start at `now`. */
export const capacity = (state: HostState, now: number, limits: Limits = defaults): number => {
  if (isAhead(state.nextAt, now, maxDelayMs(limits))) return 0
  // A host is never left without a page that tries it.
  const room = Math.max(state.active === 0 ? 1 : 0, windowOf(state) - state.active)
  return state.delayMs > 0 ? Math.min(1, room) : room
}

/** The state once `count` pages have started. */
export const onPageStart = (state: HostState, count: number, now: number): HostState => ({
  ...state,
  active: state.active + count,
  nextAt: state.delayMs > 0 && count > 0 ? now + state.delayMs : state.nextAt
})

/**
 * The state once a page begins that was claimed before anybody knew of the
 * host's delay, or that was given its turn at `pacedAt` and has waited since;
 * undefined when it may not begin yet.
 */
export const reserveDelay = (
  state: HostState,
  askedMs: number,
  now: number,
  limits: Limits = defaults,
  pacedAt?: number
): HostState | undefined => {
  const isOwnTurn = pacedAt !== undefined && state.nextAt === pacedAt + state.delayMs
  if (!isOwnTurn && isAhead(state.nextAt, now, maxDelayMs(limits))) return undefined
  const delayMs = Math.min(askedMs, limits.crawlDelayMs)
  return { ...state, delayMs, nextAt: now + delayMs }
}

/**
 * The state once a page has ended. After a refusal (429, 503) half the cap and a pause, which the refusals of pages that
 * were on their way do not double; then one page at a time more for each good answer, and one step up for the cap after a
 * streak of them.
 */
export const onPageEnd = (state: HostState, signal: HostSignal | undefined, now: number, limits: Limits): HostState => {
  const active = Math.max(0, state.active - 1)
  const isOfBurst = state.streak < -state.cap
  const streak = state.streak + (isOfBurst ? 1 : 0)
  if (signal === undefined) return { ...state, active, streak }
  const delayMs = signal.crawlDelayMs === undefined ? state.delayMs : Math.min(signal.crawlDelayMs, limits.crawlDelayMs)
  // The page that brings the delay began before anybody knew of it.
  const nextAt = delayMs > state.delayMs ? Math.max(state.nextAt, now + delayMs) : state.nextAt
  if (signal.kind === "refused") {
    const refusals = state.refusals + (isOfBurst ? 0 : 1)
    const asked = signal.retryAfterMs ?? 1000 * 2 ** Math.min(Math.max(0, refusals - 1), 9)
    const paused = {
      ...state,
      active,
      delayMs,
      refusals,
      nextAt: Math.max(nextAt, now + Math.min(asked, limits.pauseMs))
    }
    if (isOfBurst) return { ...paused, streak }
    // A page that only tried whether the pause was long enough says nothing about how many pages are too many.
    const cap = state.refusals > 0 ? state.cap : Math.max(1, Math.floor(windowOf(state) / 2))
    return { ...paused, cap, streak: -(cap + active) }
  }
  const next = { ...state, active, delayMs, nextAt }
  if (isOfBurst) return { ...next, streak }
  if (signal.kind === "silent") return { ...next, streak: Math.min(0, streak) }
  const rises = streak + 1 >= limits.streak && state.cap < limits.concurrency
  return { ...next, refusals: 0, streak: rises ? 0 : streak + 1, cap: state.cap + (rises ? 1 : 0) }
}
