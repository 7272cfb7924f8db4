/** The states of a job and of its pages, from the table that all stores follow. */
import { type JobStatus, type PageState, transitions } from "../../packages/core/src/model/Job.ts"
import { code, page, table } from "./text.ts"

const arrows = (): string =>
  Object.entries(transitions)
    .flatMap(([from, to]) => to.map((status) => `  ${from} --> ${status}`))
    .join("\n")

const meanings: Readonly<Record<JobStatus, string>> = {
  scraping: "waits for its turn or runs",
  paused: "takes no further pages; those under way end",
  completed: "nothing is left to do, or the limit is reached; failed pages can be tried again",
  failed: "could not be done; `error` says why",
  cancelled: "was ended by its caller"
}

const pageMeanings: Readonly<Record<PageState, string>> = {
  queued: "waits for its turn",
  active: "a worker holds a lease on it",
  completed: "captured and written, whatever its status",
  failed: "could not be captured after all attempts",
  skipped: "the limit was reached first, or a rule left it out",
  cancelled: "the job was cancelled first"
}

const rowsOf = (meaning: Readonly<Record<string, string>>) =>
  Object.entries(meaning).map(([name, text]) => [code(name), text])

export const statesPage = (): string =>
  page(
    {
      title: "States of a job",
      order: 6,
      group: "Tables",
      alsoKnownAs: "job status, statuses, lifecycle, queued, cancelled, paused"
    },
    [
      `\`\`\`mermaid\nstateDiagram-v2\n  [*] --> scraping\n${arrows()}\n  completed --> [*]\n  failed --> [*]\n  cancelled --> [*]\n\`\`\``,
      table(["Job", "What it means"], rowsOf(meanings)),
      "Over HTTP a paused job reads `scraping`, as clients know it. Each page of a job has a state of its own:",
      "```mermaid\nstateDiagram-v2\n  [*] --> queued\n  queued --> active\n  active --> queued\n  active --> completed\n  active --> failed\n  queued --> skipped\n  queued --> cancelled\n```",
      table(["Page", "What it means"], rowsOf(pageMeanings)),
      "A page goes back from `active` to `queued` when its lease runs out, because its worker died, or when it is tried again later. The counts of a status are numbers of pages in each state ([jobs](jobs.md))."
    ]
  )
