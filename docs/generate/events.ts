/** What happens to a job, and who is told of it under which name. */
import { type JobKindEntry, jobKinds, transitions } from "@orbweaver/core/model/Job"
import { agentWebhookEvents, webhookEvents } from "@orbweaver/core/model/WebhookOptions"
import { propertyComments } from "./comments.ts"
import { code, page, table } from "./text.ts"

/** Every event of a job, in the order in which they may come. */
const events = {
  started: "The job has begun. The first event of every job.",
  page: "A page succeeded. Its document is `result.document`.",
  pageFailed: "A page failed, whose id is `page`. The job goes on.",
  paused: "The job was paused.",
  resumed: "The job was resumed.",
  completed: "The job has ended, with every page accounted for.",
  failed: "The job has ended with an error, which says why.",
  cancelled: "The job was cancelled. What is done is kept."
} as const

/** Webhooks are subscribed to with these names; others are for watchers in the process. */
const subscribed: ReadonlySet<string> = new Set(webhookEvents)

export const eventsPage = (): string => {
  const watcher = propertyComments("packages/orbweaver/src/jobs/Watcher.ts")
  const kinds = Object.entries<JobKindEntry>(jobKinds)
  return page(
    {
      title: "Events",
      order: 3,
      group: "Tables",
      alsoKnownAs:
        "progress, progress bar, progress events, page event, listeners, event emitter, WebSocket, WebSocket progress, progress of a crawl over WebSocket, server-sent events"
    },
    [
      "Events of a job are numbered from 1. They are read in the process with `orb.watcher(id)`, over HTTP with a WebSocket, and by webhooks. `after` replays from any number.",
      "## Events of a job",
      table(
        ["Event", "Meaning", "Webhook"],
        Object.entries(events).map(([name, text]) => [code(name), text, subscribed.has(name) ? "yes" : "no"])
      ),
      "Each event has `number`, `type` and `at` (milliseconds since the epoch).",
      "## Names of webhooks",
      table(
        ["Job", "Names", "Documents in `page`"],
        kinds.map(([kind, { answersWithPages, postNames, webhookPrefix }]) => {
          const posted = kind === "agent" ? agentWebhookEvents : subscribed
          const names = [...posted].filter((name) => answersWithPages || name !== "page")
          const written = postNames ? Object.values(postNames) : names.map((name) => `${webhookPrefix}.${name}`)
          return [code(kind), written.map(code).join(" "), answersWithPages ? "yes" : "no"]
        })
      ),
      "## Listeners of a watcher",
      "`orb.watcher(id).on(name, listener)`; the watcher is an async iterator over all events as well.",
      table(
        ["Name", "Given"],
        ["document", "event", "done", "error"].map((name) => [
          code(name),
          watcher.get(name) ?? "What stopped the watcher."
        ])
      ),
      "## Messages of a WebSocket",
      table(
        ["`type`", "When"],
        [
          [code("catchup"), "First: the state of the job, and the documents that there are"],
          [code("document"), "A page succeeded"],
          [code("done"), "The job has ended"],
          [code("error"), "The connection is refused or broken; the reason of the close frame says why"]
        ]
      ),
      "## States of a job",
      table(
        ["State", "May become"],
        Object.entries(transitions).map(([from, to]) => [
          code(from),
          to.length === 0 ? "nothing: it is final" : to.map(code).join(", ")
        ])
      ),
      "Bodies, signatures and retries of webhooks: [jobs](jobs.md)."
    ]
  )
}
