/**
 * Whether the site of a page still leads to it (docs/reference/v2.md §6, `visibility`).
 *
 * A page is hidden when the account's last whole crawl of its host met it
 * neither in a link nor in the sitemap. A crawl is whole when it began at the
 * root, read the sitemap and followed every link: one that was cut by a limit,
 * a pattern, robots.txt or a failure says nothing of what it did not meet.
 * Known for as long as such a crawl is kept; until then a page is visible.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { CrawlRequest, identityOf } from "@orbweaver/core/model/CrawlOptions"
import type { Job, JobNotFound } from "@orbweaver/core/model/Job"
import type { Service as JobStore } from "@orbweaver/core/jobs/JobStore"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import { fingerprint, identify } from "@orbweaver/core/model/UrlIdentity"

interface VisibilityQuery {
  readonly accountId: string
  /** The job that scrapes the page now. A crawl has found what it scrapes. */
  readonly jobId: string | undefined
  /** As it was asked for, and as it answered. */
  readonly addresses: ReadonlyArray<URL>
}

export const visibility = Effect.fnUntraced(function* (
  store: JobStore,
  { accountId, addresses, jobId }: VisibilityQuery
): Effect.fn.Return<"visible" | "hidden", StoreError> {
  const hosts = new Set(addresses.map(({ host }) => host))
  const crawls = yield* store.list({ accountId, kind: "crawl" })
  if (crawls.some(({ id }) => id === jobId)) return "visible"
  for (const crawl of crawls.toReversed()) {
    const request = hosts.has(URL.parse(crawl.origin)?.host ?? "") ? requestOf(crawl) : undefined
    if (request === undefined || !(yield* isWhole(store, crawl, request))) continue
    const identity = identityOf(request)
    for (const url of addresses) {
      const storedPage = yield* noneIfMissing(store.page(crawl.id, fingerprint(identify(url, identity))))
      if (storedPage !== undefined) return "visible"
    }
    return "hidden"
  }
  return "visible"
})

const decode = Schema.decodeUnknownOption(CrawlRequest)

const requestOf = ({ request }: Job): CrawlRequest | undefined => {
  const read = decode(request)
  return read._tag === "Some" ? read.value : undefined
}

/** What leaves pages out whose links were never read. */
const gaps = ["robots", "trap", "limit"] as const

const isWhole = Effect.fnUntraced(function* (store: JobStore, crawl: Job, request: CrawlRequest) {
  const { counts, limit, origin, status } = crawl
  const isOpen =
    (request.includePaths ?? []).length === 0 &&
    (request.excludePaths ?? []).length === 0 &&
    request.maxDiscoveryDepth === undefined &&
    request.maxPathDepth === undefined &&
    (request.sitemap ?? "include") === "include" &&
    (request.crawlEntireDomain === true || URL.parse(origin)?.pathname === "/")
  if (status !== "completed" || !isOpen || counts.failed > 0 || counts.completed >= limit) return false
  for (const reason of gaps) {
    const left = yield* noneIfMissing(store.skipped(crawl.id, reason, { limit: 1 }))
    if (left === undefined || left.length > 0) return false
  }
  return true
})

/** A crawl may be removed meanwhile. */
const noneIfMissing = <A>(found: Effect.Effect<A, JobNotFound | StoreError>) =>
  Effect.catchTag(found, "JobNotFound", () => Effect.succeed(undefined))
