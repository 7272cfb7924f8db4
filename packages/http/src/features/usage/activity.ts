/** The calls of a team, the latest first: those of its log, and jobs that did not begin by a call over HTTP. */
import type { CallEntry, Service as CallLog } from "@orbweaver/core/accounts/CallLog"
import { type Job, JobKind, jobKindEntry } from "@orbweaver/core/model/Job"
import * as Effect from "effect/Effect"
import * as V2 from "../../v2/schemas.ts"
import { choiceOf, wholeNumber } from "../../wire/query.ts"
import type { Failure } from "../../wire/wireErrorOf.ts"
import type { Call, Operation } from "../../gate/Operation.ts"

/** Kinds of jobs that v2 has no endpoint for. */
const onlyV1: ReadonlySet<string> = new Set(["llmstxt", "deepResearch"])

const jobEndpoints: ReadonlySet<string> = new Set(JobKind.literals.map((kind) => jobKindEntry(kind).endpoint))

interface Item {
  readonly at: number
  readonly id: string
  readonly endpoint: string
  readonly version: "v1" | "v2"
  readonly status: string
  readonly target: string
}

const itemOfJob = ({ createdAt, id, kind, origin, status }: Job): Item => ({
  at: createdAt,
  id,
  endpoint: jobKindEntry(kind).endpoint,
  version: onlyV1.has(kind) ? "v1" : "v2",
  status,
  target: origin
})

const itemOfCall = ({ at, endpoint, id, resultId, status, target, version }: CallEntry): Item => ({
  at,
  id: resultId ?? id,
  endpoint,
  version,
  status: status < 400 ? "completed" : "failed",
  target
})

/** Where a page ended, as its cursor says it. */
const placeOf = (cursor: unknown): Pick<CallEntry, "at" | "id"> | undefined => {
  const match = /^(\d{1,15})_(.{1,100})$/.exec(typeof cursor === "string" ? cursor : "")
  return match === null ? undefined : { at: Number(match[1]), id: match[2]! }
}

const isBehind = (item: Item, place: Pick<CallEntry, "at" | "id"> | undefined): boolean =>
  place === undefined || item.at < place.at || (item.at === place.at && item.id < place.id)

const latestFirst = (one: Item, other: Item): number => other.at - one.at || (other.id < one.id ? -1 : 1)

interface LogQuery {
  readonly accountId: string
  readonly endpoint: string | undefined
  readonly place: Pick<CallEntry, "at" | "id"> | undefined
  /** Items of a page. */
  readonly size: number
  /** Jobs that are shown as such. */
  readonly isJob: ReadonlySet<string>
}

/** Calls read at once. */
const readAtOnce = 200

/** One more than a page has, where there are so many. A call that has begun a job is shown as the job. */
const loggedCalls = Effect.fnUntraced(function* (
  calls: CallLog,
  { accountId, endpoint, isJob, place, size }: LogQuery
) {
  const logged: Array<Item> = []
  // Several calls may have come in the millisecond where the last page ended.
  let after = place === undefined ? undefined : { at: place.at + 1, id: "" }
  for (;;) {
    const found = yield* calls.list({ accountId, endpoint, after, limit: readAtOnce })
    const items = found.filter(({ resultId = "" }) => !isJob.has(resultId)).map(itemOfCall)
    logged.push(...items.filter((item) => isBehind(item, place)))
    after = found.at(-1)
    if (found.length < readAtOnce || logged.length > size) return logged
  }
})

export const activity = (
  calls: CallLog | undefined,
  jobsOf: (call: Call) => Effect.Effect<ReadonlyArray<Job>, Failure>
): Operation => ({
  kind: "status",
  work: (call) =>
    Effect.gen(function* () {
      const endpoint = yield* choiceOf("endpoint", V2.ActivityEndpoint, call)
      const size = Math.min(100, Math.max(1, wholeNumber(call.query["limit"]) ?? 50))
      const place = placeOf(call.query["cursor"])
      const jobs = yield* jobsOf(call)
      const isJob = new Set<string>(jobs.map(({ id }) => id))
      const logged =
        calls === undefined
          ? []
          : yield* loggedCalls(calls, { accountId: call.caller.account.id, endpoint, place, size, isJob })
      const items = [
        ...jobs
          .map(itemOfJob)
          .filter((item) => (endpoint === undefined || item.endpoint === endpoint) && isBehind(item, place)),
        ...logged
      ].sort(latestFirst)
      const page = items.slice(0, size)
      const last = page.at(-1)
      const more = items.length > size
      return {
        success: true,
        data: page.map(({ at, endpoint, id, status, target, version }) => ({
          id,
          endpoint,
          api_version: version,
          status,
          created_at: new Date(at).toISOString(),
          target: target === "" ? null : target
        })),
        cursor: more && last !== undefined ? `${last.at}_${last.id}` : null,
        has_more: more,
        // Without a log there are the jobs of the store alone.
        ...(calls === undefined && endpoint !== undefined && !jobEndpoints.has(endpoint)
          ? { warning: `Only jobs are listed: ${endpoint} is none.` }
          : {})
      }
    })
})
