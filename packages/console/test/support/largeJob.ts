import { JobId } from "@orbweaver/core/model/Job"
import type { JobStore } from "@orbweaver/core/jobs/JobStore"
import { fingerprint } from "@orbweaver/core/model/UrlIdentity"
import { Effect } from "effect"

/** A finished job of team acme with 100,000 addresses. */
export const createLargeJob = async (jobs: typeof JobStore.Service): Promise<string> => {
  const job = await Effect.runPromise(
    jobs.create({
      id: JobId.make("11111111-1111-4111-8111-111111111111"),
      kind: "batch",
      accountId: "acme",
      request: {},
      origin: "https://large.test/",
      priority: 0,
      limit: 100_000,
      maxDepth: Infinity,
      maxConcurrency: 1,
      accountConcurrency: 1,
      delayMs: 0,
      heedsCrawlDelay: true,
      retentionMs: 3_600_000,
      task: false,
      seeds: Array.from({ length: 100_000 }, (_, index) => {
        const url = `https://large.test/${index % 100}/${index}`
        return {
          key: fingerprint(url),
          url,
          host: "large.test",
          depth: 0,
          decision: { admit: false as const, reason: "exclude" as const, rule: "/" }
        }
      })
    })
  )
  return job.id
}
