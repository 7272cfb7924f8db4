/**
 * Names of the pages of a job: what `metadata.scrapeId` says, and what
 * `GET /v2/scrape/:id` finds the page by (docs/reference/v2.md §7, §8).
 *
 * A name is a UUID that is counted from the job's own: the page is added to its
 * last 48 bits, so that the job is found from the name without an index of pages.
 */
import type { JobId } from "./Job.ts"

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const head = 24
const span = 2 ** 48

/** `page` is the store's own number of it. */
export const ofPage = (job: JobId, page: string): string =>
  uuid.test(job) ? job.slice(0, head) + hex((tail(job) + 1 + Number(page)) % span) : `${job}/${page}`

/** The smallest and the largest id that the job of the page may have; nothing for what is no name of ours. */
export const jobsOf = (id: string): { readonly first: JobId; readonly last: JobId } | undefined =>
  uuid.test(id)
    ? { first: (id.slice(0, head) + hex(0)) as JobId, last: (id.slice(0, head) + hex(span - 1)) as JobId }
    : undefined

/** The page that the name has within this job, as `ofPage` was given it. */
export const pageIn = (job: JobId, id: string): number => (tail(id) - tail(job) - 1 + 2 * span) % span

const tail = (id: string): number => Number.parseInt(id.slice(head), 16)

const hex = (value: number): string => value.toString(16).padStart(12, "0")
