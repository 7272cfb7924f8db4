/** What never changes about a job, as stored text. JSON has no infinity, so a missing number is one. */
import type { NewJob } from "@orbweaver/core/jobs/JobStore"

export type JobSpec = Omit<NewJob, "seeds">

const numbers = ["limit", "maxDepth", "maxConcurrency", "accountConcurrency"] as const

export const encode = ({ seeds: _seeds, ...spec }: NewJob): string => JSON.stringify(spec)

export const decode = (text: string): JobSpec => {
  const spec = JSON.parse(text) as Record<string, unknown>
  for (const name of numbers) spec[name] ??= Infinity
  return spec as unknown as JobSpec
}
