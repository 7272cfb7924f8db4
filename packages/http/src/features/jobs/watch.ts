/**
 * Watching a crawl or a batch over a WebSocket (docs/reference/jobs.md
 * §18): one `catchup` frame with what there is, a `document` frame for every
 * page that completes, then a close whose reason says why.
 *
 * A watcher sends its job's pages one after the other, each when the one before
 * has left, so a slow reader costs no memory. Watchers that are near each other
 * share the readings of the store and the texts of the pages.
 */
import { jobWarnings } from "@orbweaver/core/internal/jobs/jobWarnings"
import type { Area, KeyHolder, Service as ApiKeys } from "@orbweaver/core/accounts/ApiKeys"
import * as Job from "@orbweaver/core/model/Job"
import { nextEvent } from "@orbweaver/core/jobs/JobEvents"
import type { Service as JobStore, StoredResult } from "@orbweaver/core/jobs/JobStore"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { notFound, ownJob, summary } from "./pageJobs.ts"
import { type Origin, refuseAddress, refuseScope } from "../../gate/keyAccess.ts"
import { holderOf } from "../../gate/Operation.ts"
import { type Failure, wireErrorOf, unexpected } from "../../wire/wireErrorOf.ts"
import { WireError } from "../../wire/ErrorBody.ts"
import { LruMap } from "@orbweaver/core/internal/support/LruMap"

/** The open connection, as a runtime gives it. */
export interface WatchSocket {
  /** Ends when the frame has left this process. */
  readonly send: (text: string) => Effect.Effect<void>
  readonly close: (code: number, reason: string) => Effect.Effect<void>
}

export interface WatchRequest {
  readonly id: string
  /** The key, from the header or from the subprotocol. */
  readonly key: string | undefined
  /**
   * Whether the key came in the `Authorization` header. Those clients want a
   * `done` frame; the others read the close reason and would count it twice.
   */
  readonly byHeader: boolean
  /** The part of the API that the job belongs to. */
  readonly scope: Area
  readonly origin: Origin
}

interface Watching {
  readonly keys: ApiKeys
  readonly jobs: JobStore
  readonly texts: Texts
  readonly trustedProxies: ReadonlyArray<string>
}

/** The paths that can be watched; the id is the first group. */
export const watchPath = /^\/v[12]\/(?:crawl|batch\/scrape)\/([^/?#]+)$/

/** Pages read at once. */
const chunk = 20
/** Text of the first frame, in characters; what is beyond follows as `document` frames. */
const maxCatchUp = 10_485_760

export const watch = (
  { jobs, keys, texts, trustedProxies }: Watching,
  request: WatchRequest,
  socket: WatchSocket
): Effect.Effect<void> =>
  Effect.gen(function* () {
    const holder = yield* holderOf(request.key, keys)
    const refused =
      refuseAddress(holder, request.origin, trustedProxies) ?? refuseScope(holder, { scope: request.scope })
    if (refused !== undefined) return yield* refused
    const job = yield* findJob(jobs, request.id, holder)

    let position = 0
    // Before the pages: they have what happened until then.
    let known = job.events
    const next = () => jobs.results(job.id, { after: position, limit: chunk })

    const caughtUp: Array<string> = []
    let size = 0
    for (let more = true; more && size < maxCatchUp;) {
      const results = yield* next()
      for (const result of results) {
        const text = texts.of(job, result)
        size += text.length
        caughtUp.push(text)
        position = result.position
      }
      more = results.length === chunk
    }
    const head = JSON.stringify(summary(yield* jobs.get(job.id)))
    yield* socket.send(`{"type":"catchup","data":${head.slice(0, -1)},"data":[${caughtUp.splice(0).join(",")}]}}`)

    const send = Effect.fnUntraced(function* (result: StoredResult) {
      if (result.position <= position) return
      yield* socket.send(`{"type":"document","data":${texts.of(job, result)}}`)
      position = result.position
    })

    // What had no room in the first frame.
    for (let more = size >= maxCatchUp; more;) {
      const results = yield* next()
      for (const result of results) yield* send(result)
      more = results.length === chunk
    }

    for (;;) {
      const { events, job: now } = yield* jobs.watched(job.id, { after: known, limit: chunk })
      for (const { number, result } of events) {
        if (result !== undefined) yield* send(result)
        known = number
      }
      if (Job.isFinal(now.status) && known >= now.events) {
        if (request.byHeader)
          yield* socket.send(JSON.stringify({ type: "done", data: summary(now, yield* jobWarnings(jobs, now)) }))
        return yield* socket.close(1000, JSON.stringify({ type: "done" }))
      }
      if (events.length === 0) yield* nextEvent(jobs, job.id, known)
    }
  }).pipe(
    Effect.matchCauseEffect({
      onSuccess: () => Effect.void,
      onFailure: (cause) => {
        const failure = Cause.findErrorOption(cause)
        if (Option.isSome(failure)) return refuse(socket, failure.value)
        return Cause.hasInterruptsOnly(cause)
          ? Effect.interrupt
          : Effect.andThen(
              Effect.logError("A watcher failed unexpectedly", cause),
              socket.close(1011, reason(unexpected))
            )
      }
    })
  )

const forbidden = new WireError({ status: 403, error: "Forbidden" })

const findJob = (jobs: JobStore, id: string, holder: KeyHolder) => ownJob(jobs, id, holder, notFound, forbidden)

const closeCodes: Readonly<Record<number, number>> = { 401: 3000, 403: 3003, 404: 1008 }

const refuse = (socket: WatchSocket, failure: Failure | Job.JobNotFound): Effect.Effect<void> => {
  const error = failure._tag === "JobNotFound" ? notFound : wireErrorOf(failure, "v2")
  return socket.close(closeCodes[error.status] ?? 1011, reason(error))
}

/** At most 123 bytes fit into a close frame. */
const reason = ({ error }: WireError): string => JSON.stringify({ type: "error", error: error.slice(0, 80) })

/** Pages as text, made once for the watchers of a job that are near each other. */
interface Texts {
  readonly of: (job: Job.Job, result: StoredResult) => string
}

/** Text kept, in characters. */
const maxText = 8 * 1024 * 1024

export const makeTexts = (): Texts => {
  const texts = new LruMap<string, string>({ maxWeight: maxText, weigh: ({ length }) => length })
  return {
    of: (job, { document, position }) => {
      const key = `${job.id}/${position}`
      const known = texts.get(key)
      if (known !== undefined) return known
      const text = JSON.stringify(Job.documentOf(job, document))
      texts.set(key, text)
      return text
    }
  }
}
