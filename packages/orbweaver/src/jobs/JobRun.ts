/** A job that was started by a call: awaited it is the whole result, read it is a stream of pages. */
import { JobReports } from "@orbweaver/core/internal/crawl/JobReports"
import { JobStore, type StoredResult } from "@orbweaver/core/jobs/JobStore"
import type { Fetcher } from "@orbweaver/core/network/Fetcher"
import * as Effect from "effect/Effect"
import { callerOf, locate } from "../instance/calls.ts"
import type { Document } from "../options/documents.ts"
import { type DurationInput, durationOf } from "../options/durations.ts"
import { type SinkInput, writePages } from "../sinks/Sink.ts"
import { jobIdOf } from "./jobId.ts"
import * as Pages from "./pages.ts"
import { type JobProgress, nextProgress, type ProgressState } from "./progress.ts"
import { downloadFile, makeSinkContext } from "./sinkContext.ts"
import type { Site } from "./Site.ts"
import { type JobResult, type JobStatus, readStatus } from "./status.ts"

export interface PageStreamOptions extends Pages.PagesOptions {
  /**
   * Let the job go on when the loop is left before its end; it is cancelled otherwise. Default: `false`, and `true` of
   * `followJob`.
   */
  readonly detached?: boolean | undefined
}

export interface ProgressStreamOptions {
  /** Least time between two reports: milliseconds or a text such as `"2 seconds"`. Default: 500. */
  readonly interval?: DurationInput | undefined
}

/**
 * A job that runs. Awaiting it waits for its end and gives the whole result.
 *
 * ```ts
 * const crawl = orb.crawl("https://example.com")
 * for await (const page of crawl.pages()) console.log(page.metadata.url)
 * const { completed } = await crawl.status()
 * ```
 *
 * A run causes no unhandled rejection: if its start failed, only the promises and loops that you use reject.
 */
export interface JobRun<D = Document, Result = JobResult<D>> extends Promise<Result> {
  /** Name of the job, once it is started. */
  readonly id: () => Promise<string>
  /**
   * Documents in the order in which they come, each once. A slow reader slows the job down: one that is
   * `maxAhead` pages ahead is paused until the reader has caught up. Leaving the loop (`break`, a throw)
   * cancels the job unless it is `detached`; so does the signal of the call, which makes the loop throw its reason.
   */
  readonly pages: (options?: PageStreamOptions) => AsyncGenerator<D, void, void>
  /**
   * Writes the documents into a sink as they come, as `pages()` reads them, and gives the job as it is then. Rejects with
   * what the sink throws, which cancels the job, and as awaiting the run does where no page was reached.
   *
   * ```ts
   * import { markdownFolder } from "orbweaver/sinks"
   * await orb.crawl("https://example.com").to(markdownFolder("site"))
   * ```
   */
  readonly to: (sink: SinkInput<D>, options?: PageStreamOptions) => Promise<JobStatus>
  /** How far the job is: counts, rate, the page that came last; the last report is of its end. */
  readonly progress: (options?: ProgressStreamOptions) => AsyncGenerator<JobProgress, void, void>
  /** The job as it is now, without its documents. */
  readonly status: () => Promise<JobStatus>
}

export interface StartedRun {
  readonly id: string
  /** A page of the stream. */
  readonly pageOf: (result: StoredResult) => Effect.Effect<unknown>
}

export interface RunParts<Started extends StartedRun = StartedRun> {
  /** Starts the job; called once, at once. It does not get the signal: a job that is half started could not be cancelled. */
  readonly start: () => Promise<Started>
  /** The site, once it is loaded. */
  readonly site: () => Promise<Site<JobStore | Fetcher>>
  /** Waits for the end of the started job. */
  readonly whole: (run: Started) => Promise<unknown>
  readonly signal: AbortSignal | undefined
  /** Whether the job goes on when its signal aborts or its reader leaves, since another call started it. Default: `false`. */
  readonly isFollowed?: boolean | undefined
}

/** Rejects as soon as the signal aborts. If the work succeeds after that, `undo` takes it back. */
const unlessAborted = async <A>(
  make: () => Promise<A>,
  signal: AbortSignal | undefined,
  undo: (made: A) => Promise<void>
): Promise<A> => {
  if (signal === undefined) return make()
  signal.throwIfAborted()
  const made = make()
  return new Promise<A>((resolve, reject) => {
    const abort = () => {
      reject(signal.reason as Error)
      made.then(undo, () => undefined)
    }
    signal.addEventListener("abort", abort, { once: true })
    made.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort))
  })
}

/** Ends with the work, or after `milliseconds` while the work goes on. */
const within = async (milliseconds: number, work: Promise<void>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)))
  await Promise.race([work, late])
  clearTimeout(timer)
}

/** How long an aborted call waits until the store has the cancellation, in milliseconds. A slower store gets it later. */
const maxCancelWait = 50

/** `method` is what the application called. `D` and `Result` are what the types of the method say. */
export const makeRun = <D, Result, Started extends StartedRun>(
  { isFollowed = false, signal, site, start, whole }: RunParts<Started>,
  method: (...input: never) => unknown
): JobRun<D, Result> => {
  const caller = callerOf(method)
  const located = async <A>(work: () => Promise<A>): Promise<A> => {
    try {
      return await work()
    } catch (error) {
      throw locate(error, caller)
    }
  }
  let cancelling: Promise<void> | undefined
  /** Never rejects: nobody waits for it. */
  const cancel = (id: string): Promise<void> =>
    (cancelling ??= site()
      .then(({ run }) => run(Effect.ignore(JobStore.use((store) => store.move(jobIdOf(id), "cancelled")))))
      .catch(() => undefined))

  const undo = async ({ id }: Started) => (isFollowed ? undefined : cancel(id))
  /** Stops waiting when the signal aborts, which also interrupts the work. */
  const unlessStopped = <A>(work: () => Promise<A>) => unlessAborted(work, signal, async () => undefined)
  const started = located(() => unlessAborted(start, signal, undo))
  // The error reaches everyone who awaits or reads the run.
  started.catch(() => undefined)
  let result: Promise<unknown> | undefined
  /** Whoever waited for the job has its report in the log by then. */
  const report = async (id: string): Promise<void> => {
    if (isFollowed) return
    const { run } = await site()
    await run(Effect.flatMap(JobReports, ({ report }) => report(jobIdOf(id)))).catch(() => undefined)
  }
  // The job is cancelled whether or not anybody waits for it.
  const abort = () => {
    started.then(
      ({ id }) => cancel(id),
      () => undefined
    )
  }
  if (!isFollowed) signal?.addEventListener("abort", abort, { once: true })
  const settled = () =>
    (result ??= located(async () => {
      const begun = await started
      try {
        const ended = await unlessStopped(() => whole(begun))
        await report(begun.id)
        return ended
      } catch (error) {
        if (signal?.aborted === true) await within(maxCancelWait, undo(begun))
        throw error
      } finally {
        signal?.removeEventListener("abort", abort)
      }
    }))

  async function* pages({ detached = isFollowed, ...options }: PageStreamOptions = {}) {
    const { id, pageOf } = await started
    const { run, holdUntilEnd } = await site()
    const reading = Pages.read(jobIdOf(id), options)
    const left = new AbortController()
    run(Pages.pauseWhenAhead(reading), { signal: left.signal }).catch(() => undefined)
    let ended = false
    try {
      for (;;) {
        const wasPaused = reading.isPaused
        const documents = await located(() =>
          unlessStopped(() =>
            run(
              Effect.flatMap(Pages.nextPages(reading), (results) => Effect.forEach(results, pageOf)),
              { signal }
            )
          )
        )
        if (wasPaused && !reading.isPaused) await run(holdUntilEnd(reading.id))
        if (documents.length === 0) {
          ended = true
          await report(id)
          return
        }
        for (const document of documents) yield document
      }
    } finally {
      left.abort()
      if (!ended && !detached) await (signal?.aborted === true ? within(maxCancelWait, cancel(id)) : cancel(id))
      if (!ended && detached) await run(Effect.ignore(Pages.resumeOnExit(reading))).catch(() => undefined)
    }
  }

  async function* reports({ interval }: ProgressStreamOptions = {}) {
    const { id } = await started
    const { run } = await site()
    const least = interval === undefined ? undefined : await run(durationOf("interval", interval), { signal })
    let state: ProgressState | undefined
    do {
      const from = state
      const { next, report } = await located(() =>
        run(nextProgress(jobIdOf(id), { interval: least }, from), { signal })
      )
      yield report
      state = next
    } while (state !== undefined)
  }

  const status = () =>
    located(async () => {
      const { id } = await started
      const { run } = await site()
      return run(
        Effect.flatMap(
          JobStore.use((store) => store.get(jobIdOf(id))),
          readStatus
        ),
        { signal }
      )
    })

  const run: JobRun<any, any> = {
    // The wait for the end of the job begins with the first `await`.
    // oxlint-disable-next-line unicorn/no-thenable
    then: (onResult, onError) => settled().then(onResult, onError),
    catch: (onError) => settled().catch(onError),
    finally: (onEnd) => settled().finally(onEnd),
    [Symbol.toStringTag]: "JobRun",
    id: async () => (await started).id,
    pages,
    to: (sink, options) =>
      located(async () => {
        const { context, warnings } = makeSinkContext(async (url, limits) => {
          const { run } = await site()
          return run(downloadFile(url, limits), { signal })
        })
        const count = await writePages(pages(options), sink, context)
        // The reason why there was none.
        if (count === 0) await settled()
        const job = await status()
        const warning = [job.warning, ...warnings].filter((text) => text !== undefined).join(" ")
        return warning === "" ? job : { ...job, warning }
      }),
    progress: reports,
    status
  }
  return run
}
