/** `orbweaver jobs`, `cancel`, `remove` and `explain`: what is in a store, and what became of it. */
import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import { Crawler, type Explanation } from "@orbweaver/core/crawl/Crawler"
import { describe } from "@orbweaver/core/internal/crawl/Discovery"
import { JobId } from "@orbweaver/core/model/Job"
import { describePages } from "@orbweaver/core/model/StatusCounts"
import * as JobRemoval from "@orbweaver/core/internal/crawl/JobRemoval"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import { counted } from "@orbweaver/core/internal/support/counted"
import { askStore, jobLayer, storeFlags } from "../settings/adapters.ts"
import { argument, json, toggle } from "../flags/flags.ts"
import { note, print } from "../output/print.ts"
import * as stores from "../stores/stores.ts"

export const jobs = Command.make(
  "jobs",
  { json, ...storeFlags },
  Effect.fn(function* (given) {
    const input = yield* stores.existing(given)
    const all = yield* askStore(
      input,
      JobStore.use((store) => store.list({}))
    )
    if (input.json) return yield* print(JSON.stringify(all, null, 2))
    for (const { counts, id, kind, monitorId, origin, status, statusCounts } of all) {
      const parts = [
        id,
        kind,
        status,
        describePages(`${counts.completed} done`, statusCounts),
        `${counts.queued + counts.active} to do`,
        origin,
        monitorId === undefined ? "" : `of monitor ${monitorId}`
      ]
      yield* print(parts.filter((part) => part !== "").join("  "))
    }
  })
).pipe(Command.withDescription("List the jobs of a store"))

export const cancel = Command.make(
  "cancel",
  { id: argument("id", "Job to cancel"), ...storeFlags },
  Effect.fn(function* (given) {
    const input = yield* stores.existing(given)
    const cancelled = yield* askStore(
      input,
      JobStore.use((store) => store.move(JobId.make(input.id), "cancelled"))
    )
    yield* note(cancelled ? "cancelled" : "the job had already ended")
  })
).pipe(Command.withDescription("Cancel a job; its results are kept"))

export const remove = Command.make(
  "remove",
  {
    id: argument("id", "Job to remove"),
    cache: toggle("cache", "Also remove its pages from the cache"),
    ...storeFlags
  },
  Effect.fn(function* (given) {
    const input = yield* stores.existing(given)
    const removal = JobRemoval.remove(JobId.make(input.id), { cache: input.cache })
    yield* askStore(input, removal, jobLayer(input, { worker: false }, stores.noServer))
    yield* note("removed")
  })
).pipe(Command.withDescription("Remove a job and all its data; a running job is cancelled first"))

export const explain = Command.make(
  "explain",
  {
    id: argument("id", "A crawl of the store"),
    url: argument("url", "An address"),
    json,
    ...storeFlags
  },
  Effect.fn(function* (given) {
    const input = yield* stores.existing(given)
    const found = yield* askStore(
      input,
      Crawler.use((crawler) => crawler.explain(JobId.make(input.id), input.url))
    )
    yield* print(input.json ? JSON.stringify(found, null, 2) : inWords(found))
  })
).pipe(Command.withDescription("Explain what happened to a URL in a crawl, and which rule decided"))

const inWords = ({ completed, decision, identity, record, statusCode, statusCounts, url }: Explanation): string => {
  const rule = (reason: Parameters<typeof describe>[0], by: string | undefined) =>
    `${reason}: ${describe(reason)}${by === undefined ? "" : ` (${by})`}`
  const lines = [
    url,
    `same as   ${identity}`,
    record === undefined
      ? "state     not seen by the crawl"
      : `state     ${record.state}${statusCode === undefined ? "" : ` with status ${statusCode}`}, ${counted(record.depth, "link")} from the start, tried ${counted(record.attempts, "time")}`,
    ...(record?.foundOn === undefined ? [] : [`found on  ${record.foundOn}`]),
    ...(record?.reason === undefined ? [] : [`because   ${rule(record.reason, record.rule)}`]),
    ...(record?.error === undefined ? [] : [`error     ${record.error}`]),
    `rules     ${decision.admit ? "let it in" : `keep it out: ${rule(decision.reason, decision.rule)}`}`,
    `crawl     ${describePages(counted(completed, "page"), statusCounts)}`
  ]
  return lines.join("\n")
}
