/**
 * The threads of the pool: what they are posted, what they say, and how they start. Text is posted as a string: cloning it
 * costs the posting thread no more than encoding it into a buffer to transfer would.
 */
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import process from "node:process"
import { Worker } from "node:worker_threads"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { RawAnswer, ReadPage } from "@orbweaver/core/internal/reading/readPage"
import { type Isolation, IsolatedThread } from "@orbweaver/core/internal/support/isolatedThread"
import { placedThread } from "@orbweaver/core/internal/support/threadEntry"
import { ThreadPool } from "@orbweaver/core/internal/support/ThreadPool"
import type { Converted, ConvertInput } from "../convert/convert.ts"

/** What a worker is posted: a page, or the answer of a server that it is to read first. */
export type Work =
  | { readonly input: ConvertInput }
  | { readonly answered: RawAnswer; readonly input: Omit<ConvertInput, "html"> }

/** What a worker says to each task: the long texts that it made, and the answer. */
export type WorkerMessage = { readonly part: Converted } | Answer

export type Answer =
  | { readonly converted: Converted; readonly read?: ReadPage }
  /** A selector of the caller was refused. */
  | { readonly refused: { readonly selector: string; readonly detail: string } }
  | { readonly failed: string }

interface WorkersOptions {
  /** Threads at most. */
  readonly size: number
  /** Pages that may wait while all threads are busy. */
  readonly waiting: number
  /** Heap of one thread, in MB. */
  readonly memory: number
  /** Takes processes for threads. */
  readonly isolation: Isolation | undefined
}

type PageThread = Worker | IsolatedThread<WorkerMessage>

/** Part of a thread's heap for what is new: the default would add 100 MB to a page that makes garbage fast. */
const maxYoungMegabytes = 16
/** A thread that a burst of pages has started gives its memory back after so long, in milliseconds. */
const idle = 60_000

export const makeWorkers = ({
  isolation,
  ...options
}: WorkersOptions): Effect.Effect<ThreadPool<WorkerMessage, PageThread>, never, Scope.Scope> =>
  ThreadPool.make<WorkerMessage, PageThread>({
    size: options.size,
    maxWaiting: options.waiting,
    idle,
    prefersCarried: isolation !== undefined,
    placed: placedThread(import.meta.url, "pool/Workers", "./worker", existsSync),
    load: () => import("./threadCode.ts"),
    start: (entry) =>
      isolation === undefined
        ? new Worker(entry.script, {
            ...entry.options,
            name: "orbweaver-html",
            // The host's flags and environment are not for this thread.
            env: {},
            resourceLimits: { maxOldGenerationSizeMb: options.memory, maxYoungGenerationSizeMb: maxYoungMegabytes }
          })
        : new IsolatedThread(spawn, process, entry, isolation)
  })
