/** What the suites of the job stores share: jobs, pages and the invariant. */
import { assert } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { Document } from "@orbweaver/core/model/Document"
import {
  type Candidate,
  type ClaimedPage,
  Frontier,
  type PageOutcome,
  type PageFacts,
  type Settlement
} from "@orbweaver/core/jobs/Frontier"
import { discovered, isFinal, type Job, JobId } from "@orbweaver/core/model/Job"
import { JobStore, type NewJob } from "@orbweaver/core/jobs/JobStore"
import { fingerprint } from "@orbweaver/core/model/UrlIdentity"

export const leaseMs = 30_000

export const candidate = (url: string, more: Partial<Candidate> = {}): Candidate => ({
  key: fingerprint(url),
  url,
  host: new URL(url).host,
  depth: 0,
  decision: { admit: true },
  ...more
})

export const newJob = (seeds: ReadonlyArray<string | Candidate>, more: Partial<NewJob> = {}): NewJob => ({
  id: JobId.make(crypto.randomUUID()),
  kind: "crawl",
  accountId: "somebody",
  request: { url: "https://site.test/" },
  origin: "https://site.test/",
  priority: 0,
  limit: 100,
  maxDepth: Infinity,
  maxConcurrency: Infinity,
  accountConcurrency: 100,
  delayMs: 0,
  heedsCrawlDelay: true,
  retentionMs: 3_600_000,
  task: false,
  seeds: seeds.map((seed) => (typeof seed === "string" ? candidate(seed) : seed)),
  ...more
})

export const paths = (...names: ReadonlyArray<string>) => names.map((name) => `https://site.test/${name}`)

export const create = (...given: Parameters<typeof newJob>) => JobStore.use((store) => store.create(newJob(...given)))

export const document = (url: string): Document => ({
  markdown: `# ${url}`,
  metadata: { sourceURL: url, url, statusCode: 200 }
})

export const completed = (page: ClaimedPage, credits = 1, facts?: PageFacts): PageOutcome => ({
  _tag: "Completed",
  document: document(page.url),
  credits,
  debits: [
    {
      id: `scrape/${page.jobId}/${page.page}`,
      accountId: "somebody",
      unit: "credits",
      amount: credits,
      reason: "crawl"
    }
  ],
  facts
})

export const settlement = (
  page: ClaimedPage,
  outcome: PageOutcome = completed(page),
  more: Partial<Settlement> = {}
): Settlement => ({
  lease: page,
  outcome,
  links: [],
  ...more
})

export const claim = (count: number) =>
  Effect.map(
    Frontier.use((frontier) => frontier.claim({ count, leaseMs })),
    ({ pages }) => pages
  )

export const settle = (...settlements: ReadonlyArray<Settlement>) =>
  Frontier.use((frontier) => frontier.settle(settlements))

export const get = (id: JobId) => JobStore.use((store) => store.get(id))

export const urls = (pages: ReadonlyArray<{ readonly url: string }>) => pages.map(({ url }) => url)

/** How the job ended, as its watchers received it: once. */
export const finalEvents = (id: JobId) =>
  Effect.map(
    JobStore.use((store) => store.events(id, { after: 0, limit: 10_000 })),
    (events) => events.filter(({ type }) => ["completed", "failed", "cancelled"].includes(type)).map(({ type }) => type)
  )

/** A period with all that is charged in it. */
export const ever = {
  start: DateTime.makeUnsafe("1960-01-01T00:00:00Z"),
  end: DateTime.makeUnsafe("2200-01-01T00:00:00Z")
}

/** The one law: every address is in exactly one state, and what has ended has nothing open. */
export const assertBalanced = (job: Job, expected?: number): void => {
  for (const [state, count] of Object.entries(job.counts)) assert.isAtLeast(count, 0, state)
  if (expected !== undefined) assert.strictEqual(discovered(job.counts), expected)
  assert.isAtMost(job.counts.completed + job.counts.active, job.limit)
  if (!isFinal(job.status)) return
  assert.strictEqual(job.counts.queued + job.counts.active, 0)
  assert.isFalse(job.collecting)
}
