/** The fibers that work on pages, one at a time each. */
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import { type Account, CurrentAccount } from "../../accounts/Account.ts"
import { Ledger } from "../../accounts/Ledger.ts"
import { type Addition, type ClaimedPage, Frontier } from "../../jobs/Frontier.ts"
import { JobStore } from "../../jobs/JobStore.ts"
import type { Job } from "../../model/Job.ts"
import type { StoreError } from "../../model/StoreError.ts"
import { CurrentSession, JobSessions } from "../../network/CurrentSession.ts"
import { Fetcher } from "../../network/Fetcher.ts"
import { HostRules } from "../../network/HostRules.ts"
import { RequestHooks } from "../../network/RequestHooks.ts"
import { Scraper } from "../../scrape/Scraper.ts"
import { LruMap } from "../../support/LruMap.ts"
import * as JobContexts from "../JobContext.ts"
import * as PageProcessing from "../processPage.ts"
import { LinkScore } from "../relevance.ts"
import { Robots } from "../Robots.ts"
import type { HeldPage, HeldPages } from "./HeldPages.ts"
import { afterFault, afterStuck, requeue } from "./outcomes.ts"
import { payingAccount } from "./taskRunner.ts"

/** Jobs whose context a worker keeps at hand. */
const maxJobContexts = 256

export interface Options {
  readonly pages: HeldPages
  readonly maxPageTime: Duration.Duration
  readonly accountOf: (id: string) => Effect.Effect<Account, StoreError>
}

/** One step of each of the fibers: takes a page and works on it to its end, or for as long as a page may take. */
export const make = Effect.fnUntraced(function* ({ accountOf, maxPageTime, pages }: Options) {
  const scrape = yield* makeScrape(accountOf)

  const finish = Effect.fnUntraced(function* (held: HeldPage) {
    held.since = yield* Clock.currentTimeMillis
    const work = scrape(held.page, held.since - held.claimedAt)
    const fiber = yield* Effect.forkChild(work, { startImmediately: true })
    held.fiber = fiber
    const exit = yield* Effect.timeoutOption(Fiber.await(fiber), maxPageTime)
    held.since = yield* Clock.currentTimeMillis
    if (Option.isSome(exit)) return exit.value._tag === "Success" ? exit.value.value : requeue(held.page)
    // Not waited for: what does not end in its time may not end at all.
    fiber.interruptUnsafe()
    return yield* afterStuck(held.page, maxPageTime)
  })

  return Effect.gen(function* () {
    const held = yield* Queue.take(pages.inbox)
    yield* Queue.offer(pages.ended, held.isLost ? requeue(held.page) : yield* finish(held))
    pages.leavePlace(held)
  })
})

/** Scrapes a page for the account and in the session of its job; never fails. */
const makeScrape = Effect.fnUntraced(function* (accountOf: Options["accountOf"]) {
  const store = yield* JobStore
  const deps: PageProcessing.Deps = {
    scraper: yield* Scraper,
    robots: yield* Robots,
    store,
    frontier: yield* Frontier,
    ledger: yield* Ledger,
    fetcher: yield* Fetcher,
    hooks: yield* RequestHooks,
    hosts: yield* HostRules
  }
  const sessions = yield* JobSessions
  const scoreLink = yield* LinkScore
  const contexts = new LruMap<string, JobContexts.JobContext>({ maxEntries: maxJobContexts })

  const contextOf = Effect.fnUntraced(function* ({ addition, jobId }: ClaimedPage) {
    const id = addition?.id ?? jobId
    const known = contexts.get(id)
    if (known !== undefined) return known
    const job = withAddition(yield* store.get(jobId), addition)
    const made = yield* JobContexts.make(job, {
      year: DateTime.getPartUtc(yield* DateTime.now, "year"),
      scoreLink,
      previousOf: (id) => Effect.catchTag(store.get(id), "JobNotFound", () => Effect.undefined)
    })
    contexts.set(id, made)
    return made
  })

  return Effect.fnUntraced(
    function* (page: ClaimedPage, heldMs: number) {
      const context = yield* contextOf(page)
      const account = payingAccount(yield* accountOf(page.accountId), context.job)
      return yield* PageProcessing.run(deps, context, page, heldMs).pipe(
        Effect.provideService(CurrentAccount, account),
        Effect.provideService(CurrentSession, sessions.get(page.jobId))
      )
    },
    (effect, page) => Effect.catchCause(effect, (cause) => afterFault(page, cause))
  )
})

/** The job as pages that were added to it later see it. */
const withAddition = (job: Job, addition: Addition | undefined): Job =>
  addition === undefined
    ? job
    : {
        ...job,
        keyName: addition.keyName ?? job.keyName,
        request: { ...(job.request as Addition["request"]), ...addition.request }
      }
