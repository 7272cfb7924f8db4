/**
 * Threads that read documents, so that a large or hostile file never holds up
 * the process: its work can be cut off at any moment, its memory is capped, and
 * a crash ends the thread only.
 *
 * ```
 * parse ─► lease a thread ─► copy of the bytes ─► reader ─► Parsed
 *             │ interrupted, overdue or crashed: the thread is ended
 * ```
 */
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { dirname } from "node:path"
import process from "node:process"
import { setImmediate } from "node:timers/promises"
import { Worker } from "node:worker_threads"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { type Isolation, IsolatedThread, isolationOf } from "@orbweaver/core/internal/support/isolatedThread"
import { placedThread } from "@orbweaver/core/internal/support/threadEntry"
import { type ThreadLoss, ThreadPool } from "@orbweaver/core/internal/support/ThreadPool"
import type { Failure } from "../model/failure.ts"
import type { Progress, ReadOptions, ReadResult } from "../model/Reader.ts"
import type { PagePicture } from "../pdf/pictures/pagePicture.ts"
import { installedPackages } from "./installedPackages.ts"
import { memoryOf } from "./memoryOf.ts"
import type { Answer, Job, PictureJob } from "./worker.ts"

export interface Threads {
  /**
   * Runs a reader on a thread; ends that thread when interrupted, and when the
   * deadline passes, which counts from the moment the thread is free.
   */
  readonly run: (job: Job, deadline: Duration.Duration) => Effect.Effect<ReadResult, Failure>
  /** The same for a picture of one page, within 256 MiB and the bytes of the file. */
  readonly picture: (job: PictureJob, deadline: Duration.Duration) => Effect.Effect<PagePicture, Failure>
}

export interface ThreadOptions {
  /** Memory of one thread, in MiB, the bytes of the file not counted; 512 when absent. */
  readonly heapMiB?: number | undefined
  /**
   * Files are read in processes of their own, without rights, in place of threads; `heapMiB` is then not looked at.
   * `false` when absent.
   */
  readonly isolated?: Isolation | boolean | undefined
}

export interface PoolOptions extends ThreadOptions {
  /** Most threads at once; 2 when absent. Further files wait. */
  readonly size?: number | undefined
  /** A thread that idled this long ends; one minute when absent. */
  readonly idle?: Duration.Input | undefined
}

/** A thread for each file, ended with it: nothing to close, about 0.1 s to start. */
export const perFile = (options: ThreadOptions = {}): Threads => ({
  run: salvage((...work) =>
    Effect.scoped(Effect.flatMap(makeThreads({ ...options, size: 1 }), ({ attempt }) => attempt(...work)))
  ),
  picture: (...work) =>
    Effect.scoped(Effect.flatMap(makeThreads({ ...options, size: 1 }), ({ picture }) => picture(...work)))
})

type Attempt = (
  job: Job,
  deadline: Duration.Duration,
  onProgress: (progress: Progress) => void
) => Effect.Effect<ReadResult, Failure>

/**
 * Delivers what a reader had read when a page took too much time or memory: another attempt stops before that page, or
 * leaves the annotations out that it was at. The first attempt gets two thirds of the time.
 */
const salvage =
  (attempt: Attempt): Threads["run"] =>
  (job, deadline) => {
    const ignore = () => {}
    if (job.reader !== "pdf") return attempt(job, deadline, ignore)
    let progress: Progress | undefined
    const millis = Duration.toMillis(deadline)
    return attempt(job, Duration.millis((millis * 2) / 3), (latest) => (progress = latest)).pipe(
      Effect.catch((failure) => {
        if (progress === undefined || !isLimit(failure)) return Effect.fail(failure)
        const next = remainder(progress)
        if (next === undefined) return Effect.fail(failure)
        const options = { ...job.options, ...next.options, maxMillis: millis / 6 }
        return attempt({ ...job, options }, Duration.millis(millis / 3), ignore).pipe(
          Effect.map((parsed) => ({
            ...parsed,
            warnings: [...(parsed.warnings ?? []), `${next.left} left out: ${failure.detail}.`]
          })),
          Effect.mapError(() => failure)
        )
      })
    )
  }

const isLimit = (failure: Failure): failure is Failure & { readonly kind: "unreadable" } =>
  failure.kind === "unreadable" && (failure.why === "too-slow" || failure.why === "too-much-memory")

const remainder = ({
  page,
  step
}: Progress): { readonly options: Partial<ReadOptions>; readonly left: string } | undefined =>
  step === "annotations"
    ? { options: { withoutAnnotations: true }, left: "Links and form fields are" }
    : page > 1
      ? { options: { stopBefore: page }, left: `Page ${page} and those after it are` }
      : undefined

/** Threads kept warm for further files: none before the first file, at most `size`, all ended with the scope. */
export const pool = (options: PoolOptions = {}): Effect.Effect<Threads, never, Scope.Scope> =>
  Effect.map(makeThreads(options), ({ attempt, picture }) => ({ run: salvage(attempt), picture }))

/** Fails once the time for reading is over; what was still running is interrupted. */
export const withDeadline = <A>(
  deadline: Duration.Duration,
  reading: Effect.Effect<A, Failure>
): Effect.Effect<A, Failure> =>
  Effect.timeoutOrElse(reading, {
    duration: deadline,
    orElse: () => Effect.fail(tooSlow(deadline))
  })

const tooSlow = (deadline: Duration.Duration): Failure => ({
  kind: "unreadable",
  why: "too-slow",
  detail: `reading it took longer than ${Duration.format(deadline)}`
})

const hardLimitFactor = 4
const mebibyte = 1024 * 1024
/**
 * What one page of a PDF may take beyond what was held before it, in bytes: a file of a few kilobytes that needs more
 * was made for it, while drawings of 300,000 lines, whose files have megabytes, take 200 MiB.
 */
const pageBytes = 192 * mebibyte
/** And for each byte of the file. */
const pageBytesPerFileByte = 64

/** What making the picture of a page may take, in bytes. */
const pictureBytes = 256 * mebibyte

const makeThreads = Effect.fnUntraced(function* ({
  heapMiB = 512,
  idle = "1 minute",
  isolated,
  size = 2
}: PoolOptions) {
  const isolation = isolationOf(isolated)
  const threads = yield* ThreadPool.make<Answer, Worker | IsolatedThread<Answer>>({
    size,
    idle: Duration.toMillis(Duration.fromInputUnsafe(idle)),
    placed: placedThread(import.meta.url, "threads/Threads", "./worker", existsSync),
    prefersCarried: isolation !== undefined,
    load: () => import("./threadCode.ts"),
    start: (entry) =>
      isolation === undefined
        ? new Worker(entry.script, {
            ...entry.options,
            name: "orbweaver-documents",
            // The host's flags (inspector, loaders) are not for this thread.
            env: {},
            // Far above the limit: V8 ends the whole process when one allocation of a thread goes beyond its heap.
            resourceLimits: { maxOldGenerationSizeMb: heapMiB * hardLimitFactor, maxYoungGenerationSizeMb: 32 }
          })
        : new IsolatedThread(spawn, process, entry, isolation, Object.values(installedPackages()).map(dirname))
  })
  const attempt: Attempt = (job, deadline, onProgress) =>
    Effect.suspend(() => {
      const { byteLength } = job.file.bytes
      const maxPageBytes = pageBytes + pageBytesPerFileByte * byteLength
      const tooMuch = `reading it takes more than ${heapMiB} MiB`
      let page: { readonly number: number; readonly startBytes: number } | undefined
      return threads.run<ReadResult, Failure>({
        timeout: Duration.toMillis(deadline),
        post: (worker) => {
          // A copy, because the caller keeps the bytes (the page cache does); `slice` of a Buffer would be none.
          const bytes = new Uint8Array(job.file.bytes)
          worker.postMessage({ ...job, file: { ...job.file, bytes } } satisfies Job, [bytes.buffer])
        },
        resultOf: (answer) => {
          if ("parsed" in answer) return Effect.succeed({ source: answer.parsed.html, ...answer.parsed })
          if ("failure" in answer) return Effect.fail(answer.failure)
          if ("picture" in answer) return undefined
          const { page: number, step } = answer.progress
          if (step === "layout") page = undefined
          else if (page?.number !== number) page = { number, startBytes: answer.usedBytes }
          onProgress(answer.progress)
          return undefined
        },
        withoutResult: lossOf(deadline, tooMuch),
        // Looked at from outside: the limits of V8 leave typed arrays out, and are too hard.
        excess: async (worker) => {
          if (worker instanceof IsolatedThread) return undefined
          const usedBytes = memoryOf(await worker.getHeapStatistics())
          // Where this thread was held up, the answer comes before messages that were posted earlier and say the page.
          await setImmediate()
          const maxBytes = heapMiB * mebibyte + byteLength
          // Of two limits that were passed between two looks, the lower one was passed first.
          if (page === undefined || page.startBytes + maxPageBytes >= maxBytes)
            return usedBytes > maxBytes ? tooMuch : undefined
          return usedBytes > page.startBytes + maxPageBytes
            ? `reading page ${page.number} takes more than ${Math.round(maxPageBytes / mebibyte)} MiB`
            : undefined
        }
      })
    })
  const picture: Threads["picture"] = (job, deadline) =>
    Effect.suspend(() => {
      const { byteLength } = job.file.bytes
      const maxBytes = pictureBytes + byteLength
      const tooMuch = `its picture takes more than ${pictureBytes / mebibyte} MiB`
      return threads.run<PagePicture, Failure>({
        timeout: Duration.toMillis(deadline),
        // The pictures of the file go with the thread.
        endsThread: true,
        post: (worker) => {
          const bytes = new Uint8Array(job.file.bytes)
          worker.postMessage({ ...job, file: { ...job.file, bytes } } satisfies PictureJob, [bytes.buffer])
        },
        resultOf: (answer) => {
          if ("picture" in answer) return Effect.succeed(answer.picture)
          return "failure" in answer ? Effect.fail(answer.failure) : undefined
        },
        withoutResult: lossOf(deadline, tooMuch),
        excess: async (worker) =>
          !(worker instanceof IsolatedThread) && memoryOf(await worker.getHeapStatistics()) > maxBytes
            ? tooMuch
            : undefined
      })
    })
  return { attempt, picture }
})

/** Why a thread gave nothing. */
const lossOf =
  (deadline: Duration.Duration, tooMuch: string) =>
  ({ detail, reason }: ThreadLoss): Effect.Effect<never, Failure> => {
    if (reason === "timeout") return Effect.fail(tooSlow(deadline))
    if (reason === "unavailable") return Effect.fail(unavailable(detail))
    const why = reason === "memory" ? "too-much-memory" : "damaged"
    return Effect.fail({ kind: "unreadable", why, detail: detail || tooMuch })
  }

/** No file is to blame. Reading it in this thread would put the process at the mercy of the file. */
const unavailable = (detail: string): Failure => ({
  kind: "unsupported",
  what: "this file",
  needs: `a thread to be read on, and none could be started (${detail}). In a bundle, leave "@orbweaver/documents" external`
})
