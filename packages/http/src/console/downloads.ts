/**
 * Downloads of a job's pages. A browser cannot send a key with a download, and a key must not stand in an address: the
 * caller gets a token that works once, within a minute, at any server over the same stores.
 */
import * as Job from "@orbweaver/core/model/Job"
import type { Service as JobStore, StoredResult } from "@orbweaver/core/jobs/JobStore"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { decodeBody, reader } from "../wire/decode.ts"
import type { Engines } from "../features/Engines.ts"
import { wireError } from "../wire/ErrorBody.ts"
import { offered } from "../features/notImplemented.ts"
import type { Operation } from "../gate/Operation.ts"
import { answer } from "../gate/routes.ts"
import { jobOf } from "./jobs.ts"
import { zipParts } from "./zip.ts"

const lifetime = Duration.minutes(1)
/** Pages read from the store at once. */
const chunk = 20

const Ticket = Schema.Struct({
  job: Schema.String,
  format: Schema.Literals(["jsonl", "zip"]),
  endsAt: Schema.Finite
})
const readTicket = Schema.decodeUnknownOption(Schema.fromJsonString(Ticket))

const readRequest = reader(Schema.Struct({ format: Ticket.fields.format }))

/** Unguessable; 256 bits. */
const newToken = (): string =>
  [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("")

const ticketId = (token: string): string => `download-${token}`

export const exportOperation = ({ base, jobs: store, answers }: Engines): Operation =>
  offered(store, "Jobs")({ kind: "status", body: "json" }, (jobs, call) =>
    Effect.gen(function* () {
      const { format } = yield* decodeBody(readRequest, call)
      const job = yield* jobOf(jobs, call)
      const token = newToken()
      const endsAt = (yield* Clock.currentTimeMillis) + Duration.toMillis(lifetime)
      yield* answers.save({
        id: ticketId(token),
        accountId: job.accountId,
        text: JSON.stringify({ job: job.id, format, endsAt } satisfies typeof Ticket.Type)
      })
      return { success: true, url: `${base(call)}/console/api/downloads/${token}` }
    })
  )

/** `GET /console/api/downloads/:token`: the token is the permission, so no key is asked for. */
export const downloadRoute = ({ answers, claimedKeys, jobs }: Engines, newRequestId: () => string) =>
  HttpRouter.route(
    "GET",
    "/console/api/downloads/:token",
    Effect.gen(function* () {
      const { token = "" } = (yield* HttpRouter.RouteContext).params
      const found = yield* answers.find(ticketId(token))
      const ticket = found === undefined ? undefined : Option.getOrUndefined(readTicket(found.text))
      if (jobs === undefined || found === undefined || ticket === undefined) return yield* gone(newRequestId)
      if (ticket.endsAt <= (yield* Clock.currentTimeMillis)) return yield* gone(newRequestId)
      if (!(yield* claimedKeys.claim(ticketId(token), Duration.times(lifetime, 2)))) return yield* gone(newRequestId)
      const job = yield* jobs.get(Job.JobId.make(ticket.job))
      if (job.accountId !== found.accountId) return yield* gone(newRequestId)
      const results = resultsOf(jobs, job)
      return HttpServerResponse.stream(
        ticket.format === "zip" ? zipParts(entries(job, results)) : lines(job, results),
        {
          contentType: ticket.format === "zip" ? "application/zip" : "application/x-ndjson; charset=utf-8",
          headers: {
            "content-disposition": `attachment; filename="${job.id.replace(/[^\w-]/g, "")}.${ticket.format}"`,
            "cache-control": "no-store",
            "x-content-type-options": "nosniff"
          }
        }
      )
    }).pipe(
      Effect.catchTags({
        JobNotFound: () => gone(newRequestId),
        StoreError: (error) =>
          Effect.andThen(
            Effect.logError("A download failed", error),
            answer(wireError(503, "The store of this server does not answer"), newRequestId)
          )
      })
    )
  )

const gone = (newRequestId: () => string) =>
  answer(wireError(404, "This download has been used, or its minute is over: start it again"), newRequestId)

/** Pages in order of completion, a few at a time, as fast as the client takes them. */
const resultsOf = (jobs: JobStore, job: Job.Job): Stream.Stream<StoredResult, StoreError | Job.JobNotFound> =>
  Stream.unfold(0, (after) =>
    Effect.map(jobs.results(job.id, { after, limit: chunk }), (found) =>
      found.length === 0 ? undefined : ([found, found.at(-1)!.position] as const)
    )
  ).pipe(Stream.flattenIterable)

type Results = Stream.Stream<StoredResult, StoreError | Job.JobNotFound>

const encoder = new TextEncoder()

const lines = (job: Job.Job, results: Results) =>
  Stream.map(results, ({ document }) => encoder.encode(`${JSON.stringify(Job.documentOf(job, document))}\n`))

const entries = (_: Job.Job, results: Results) =>
  Stream.map(results, ({ document, position, url }) => ({
    name: fileName(position, url),
    text: document.markdown ?? JSON.stringify(document, null, 2)
  }))

/** A name that every file system takes: the place, the host and the path. */
const fileName = (position: number, url: string): string => {
  const parsed = URL.parse(url)
  const words = `${parsed?.host ?? ""}${parsed?.pathname ?? ""}`
    .replace(/[^\p{L}\p{N}.]+/gu, "-")
    .replace(/\.{2,}/g, ".")
    .replace(/^[-.]+|[-.]+$/g, "")
  return `${String(position).padStart(6, "0")}-${words.slice(0, 100)}.md`
}
