/** How the site of a running job is asked, for those who read its status. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { isFinal, type Job } from "../model/Job.ts"
import type { Service as JobStore } from "./JobStore.ts"
import { windowOf } from "./Politeness.ts"

/** How the site of a running job is asked: what it answered made the job slower. */
export const HostPace = Schema.Struct({
  host: Schema.String,
  /** Most pages of it at once, over all jobs. */
  maxConcurrency: Schema.Int,
  /** Time between two of its pages, as robots.txt asks, in milliseconds. */
  delayMs: Schema.Finite,
  /** ISO 8601; no page of it starts before. Absent when it is not paused. */
  pausedUntil: Schema.optionalKey(Schema.String)
})
export interface HostPace extends Schema.Schema.Type<typeof HostPace> {}

/** Of the site that a crawl is about; nothing while it is asked at full speed, or when the job has ended. */
export const hostPaceOf = Effect.fnUntraced(function* (store: Pick<JobStore, "hosts">, job: Job) {
  const host = URL.parse(job.origin)?.host ?? ""
  if (isFinal(job.status) || host === "") return undefined
  const state = (yield* store.hosts([host])).get(host)
  if (state === undefined) return undefined
  const now = yield* Clock.currentTimeMillis
  return {
    host,
    maxConcurrency: Math.max(1, windowOf(state)),
    delayMs: state.delayMs,
    ...(state.nextAt > now ? { pausedUntil: new Date(state.nextAt).toISOString() } : {})
  } satisfies HostPace
})
