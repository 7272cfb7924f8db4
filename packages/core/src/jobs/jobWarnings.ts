/** What a caller should know of a job besides its state, with what only its pages say: the files that a crawl left out. */
import * as Effect from "effect/Effect"
import { isFinal, type Job, type JobNotFound, warningsOf } from "../model/Job.ts"
import type { StoreError } from "../model/StoreError.ts"
import { counted } from "../support/counted.ts"
import { tally } from "../support/tally.ts"
import type { Service as JobStore } from "./JobStore.ts"

/** Files that are counted; beyond them the warning says "or more". */
const maxFiles = 1000
/** Types that are named, the most frequent first. */
const maxTypes = 8

/** Sentences. Files are counted once the job has ended. */
export const jobWarnings = (
  store: Pick<JobStore, "skipped">,
  job: Job,
  entireDomainOption?: string
): Effect.Effect<ReadonlyArray<string>, JobNotFound | StoreError> => {
  const warnings = warningsOf(job, entireDomainOption)
  if (job.kind !== "crawl" || !isFinal(job.status) || job.counts.skipped === 0) return Effect.succeed(warnings)
  return Effect.map(store.skipped(job.id, "fileType", { limit: maxFiles }), (files) =>
    files.length === 0 ? warnings : [...warnings, filesWarning(files)]
  )
}

const filesWarning = (files: ReadonlyArray<{ readonly rule?: string | undefined }>): string => {
  const counts = tally(files.map(({ rule = "other" }) => rule))
  const types = [...counts].toSorted(([, one], [, other]) => other - one)
  const named = types.slice(0, maxTypes).map(([type, count]) => `${count} ${type}`)
  const others = types.length > maxTypes ? `, ${counted(types.length - maxTypes, "other type")}` : ""
  const many =
    files.length === maxFiles
      ? `${maxFiles} or more files were`
      : `${counted(files.length, "file")} ${files.length === 1 ? "was" : "were"}`
  return `${many} left out (${named.join(", ")}${others}), since a crawl reads pages and documents. The format \`images\` lists the pictures of pages; a parser of your own (\`parsers\`) reads other files when their addresses are scraped.`
}
