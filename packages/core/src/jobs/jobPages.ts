/** Pages of jobs whose handler reads them when all have ended: extractions, llms.txt. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { isUnreadable } from "./documentStub.ts"
import type { Candidate } from "./Frontier.ts"
import { isFinal, type Job, type JobId } from "../model/Job.ts"
import type { PageFailure, Service as JobStore, StoredResult } from "./JobStore.ts"
import { fingerprint, identify } from "../model/UrlIdentity.ts"
import { defined } from "../support/defined.ts"

/** Longest that a handler waits for the pages of its job. */
export const maxWait = Duration.minutes(60)
/** How often changes made by other processes are looked for. */
const poll = Duration.millis(500)
/** Results read from the store at once. */
const chunk = 100

/** Addresses as pages, each once; their place is their depth, so that it is known again later. */
export const pagesOf = (urls: ReadonlyArray<string>): ReadonlyArray<Candidate> => {
  const seen = new Set<string>()
  return urls.flatMap((address) => {
    const url = URL.parse(address)
    if (url === null) return []
    const identity = identify(url, { ignoreQueryParameters: false, deduplicateSimilarURLs: true, hashRoutes: false })
    if (seen.has(identity)) return []
    seen.add(identity)
    return [
      { key: fingerprint(identity), url: url.href, host: url.host, depth: seen.size - 1, decision: { admit: true } }
    ]
  })
}

/**
 * Waits until no page of the job is queued or running, or the time has come: `until` in milliseconds since the epoch, an
 * hour after the job began when absent. Returns the job.
 */
export const awaitSettled = Effect.fnUntraced(function* (store: JobStore, id: JobId, given?: number) {
  const job = yield* store.get(id)
  const until = given ?? job.createdAt + Duration.toMillis(maxWait)
  for (let now: Job = job; ; now = yield* store.get(id)) {
    if (isFinal(now.status) || now.counts.queued + now.counts.active === 0) return now
    if ((yield* Clock.currentTimeMillis) >= until) return now
    yield* store.awaitEvent(id, now.events, poll)
  }
})

/** Pages that succeeded and whose documents can be read, in the order they were asked for. */
export const resultsOf = Effect.fnUntraced(function* (store: JobStore, id: JobId) {
  return (yield* allResultsOf(store, id)).filter(({ document }) => !isUnreadable(document))
})

/** Pages that succeeded, with `unreadableDocument` where there should be another one, in the order they were asked for. */
export const allResultsOf = Effect.fnUntraced(function* (store: JobStore, id: JobId) {
  const found: Array<StoredResult> = []
  for (;;) {
    const some = yield* store.results(id, { after: found.length, limit: chunk })
    found.push(...some)
    if (some.length < chunk) return found.toSorted((left, right) => left.depth - right.depth)
  }
})

/** One attempt at a page, as callers read it. */
export interface ErrorAttempt {
  /** 1 for the first. */
  readonly attempt: number
  /** When it ended. */
  readonly timestamp: string
  /** In milliseconds. */
  readonly tookMs?: number
  /** Status of the answer; absent where there was none. */
  readonly statusCode?: number
  readonly error?: string
  /** Before when the page was not tried again; absent for the last one. */
  readonly nextAttempt?: string
}

/** The attempts of a failed page that had several. */
export const attemptsOf = ({
  attemptLog = []
}: Pick<PageFailure, "attemptLog">): { readonly attempts?: ReadonlyArray<ErrorAttempt> } =>
  attemptLog.length < 2
    ? {}
    : {
        attempts: attemptLog.map(({ at, attempt, cause, nextAt, status, tookMs }) => ({
          attempt,
          timestamp: isoOf(at),
          ...defined({
            tookMs,
            statusCode: status,
            error: cause,
            nextAttempt: nextAt === undefined ? undefined : isoOf(nextAt)
          })
        }))
      }

const isoOf = (at: number): string => new Date(at).toISOString()

/** Failures of pages as callers read them. */
export const errorsOf = (failures: ReadonlyArray<Pick<PageFailure, "url" | "error" | "code">>) =>
  failures.map(({ code, error, url }) => ({ url, error, ...(code === undefined ? {} : { code }) }))
