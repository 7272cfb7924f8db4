/**
 * Converts pages: small ones in place, one in a turn of the event loop; large ones on worker threads, so that no page
 * blocks the event loop for long. Pages of jobs may be read on threads whatever their size (`read`), which is how a crawl
 * uses more than one core. Small pages of a server (`MayUseThreads`) go to a thread that is free while others wait for their
 * turn here.
 *
 * One knob, `threshold`, says what is large. Threads start with the first page for them, are bounded, and end with the
 * scope of the pool. A page that takes too long ends its thread, and so does a large one whose scrape is interrupted; the
 * next page gets a new one.
 * @experimental
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import type * as Scope from "effect/Scope"
import { availableParallelism } from "node:os"
import type { ReadFacts } from "../facts/facts.ts"
import { convert, type Converted, type ConvertInput } from "../convert/convert.ts"
import { InvalidSelector } from "../query/InvalidSelector.ts"
import { maxLength } from "../tree/limits.ts"
import { ReusedMemory } from "../tree/Memory.ts"
import { MayUseThreads } from "@orbweaver/core/internal/reading/MayUseThreads"
import type { RawAnswer, ReadPage } from "@orbweaver/core/internal/reading/readPage"
import { type Isolation, isolationOf } from "@orbweaver/core/internal/support/isolatedThread"
import type { ThreadLoss } from "@orbweaver/core/internal/support/ThreadPool"
import { ConversionFailed } from "./ConversionFailed.ts"
import { makeTurns } from "./turns.ts"
import { type Answer, makeWorkers, type Work } from "./Workers.ts"

export interface PoolOptions {
  /**
   * Pages that weigh more go to a thread; `Infinity` keeps all in place. A page weighs its UTF-16 units, 50 more for
   * each tag and 10 more for each character reference, since those are what takes time.
   */
  readonly threshold?: number | undefined
  /** Threads at most. */
  readonly threads?: number | undefined
  /** Pages that may wait while all threads are busy: as many as are scraped at once, or 64 in a pool on its own. */
  readonly waiting?: number | undefined
  /** For one page, once a thread is free for it. */
  readonly timeout?: Duration.Input | undefined
  /** Heap of one thread, in MB. */
  readonly memory?: number | undefined
  /** Large pages are converted in processes of their own, without rights, in place of threads. Default: `false`. */
  readonly isolated?: Isolation | boolean | undefined
}

export const defaults = {
  /** An article of 0.4 MB, or 20,000 tags and nothing else: less than 50 ms, usually less than 10. */
  threshold: 1_000_000,
  waiting: 64,
  timeout: Duration.seconds(60),
  memory: 256
} as const

export interface Service {
  readonly convert: (input: ConvertInput) => Effect.Effect<Converted, ConversionFailed | InvalidSelector>
  /** Reads an answer of a server and converts it, on a thread. */
  readonly read: (
    answered: RawAnswer,
    input: Omit<ConvertInput, "html">
  ) => Effect.Effect<
    { readonly converted: Converted; readonly read?: ReadPage | undefined },
    ConversionFailed | InvalidSelector
  >
}

export class ConversionPool extends Context.Service<ConversionPool, Service>()("@orbweaver/html/ConversionPool") {
  static readonly layer = (options: PoolOptions = {}): Layer.Layer<ConversionPool> =>
    Layer.effect(ConversionPool, make(options))
}

/** A pool that ends with its scope. */
export const make = (options: PoolOptions = {}): Effect.Effect<Service, never, Scope.Scope> =>
  Effect.gen(function* () {
    const { memory = defaults.memory, threshold = defaults.threshold, waiting = defaults.waiting } = options
    const timeout = Duration.fromInputUnsafe(options.timeout ?? defaults.timeout)
    const size = options.threads ?? Math.min(4, Math.max(1, availableParallelism() - 1))
    const isolation = isolationOf(options.isolated)
    const workers = yield* makeWorkers({ size, waiting, memory, isolation })

    const turns = makeTurns()
    const pageMemory = new ReusedMemory()

    let warned = false
    const withoutResult = (work: Work, { detail, reason }: ThreadLoss): Effect.Effect<Done, Failure> => {
      if (reason === "unavailable" && isolation === undefined) return withoutThread(work, detail)
      if (reason === "unavailable") return new ConversionFailed({ reason: "failed", detail })
      if (reason === "busy") return new ConversionFailed({ reason, detail: `${detail} (pool.waiting)` })
      if (reason !== "memory") return new ConversionFailed({ reason, detail })
      const needed = `it needs more than the ${memory} MB of heap that a thread is allowed (pool.memory)`
      return new ConversionFailed({ reason: "crashed", detail: detail || needed })
    }

    /** Where no thread can start, pages are converted in place, and readers read for themselves. */
    const withoutThread = Effect.fnUntraced(function* (work: Work, why: string) {
      if (!warned) {
        warned = true
        yield* Effect.logWarning(
          `Large pages are converted without threads, which could not be started: ${why}. In a bundle, leave "@orbweaver/html" external`
        )
      }
      if ("answered" in work) return yield* new ConversionFailed({ reason: "failed", detail: "there are no threads" })
      yield* turns.next
      return { converted: yield* inPlace(work.input, pageMemory) }
    })

    const onThread = (
      work: Work,
      { small, waits = true }: { readonly small: boolean; readonly waits?: boolean },
      instead = (loss: ThreadLoss) => withoutResult(work, loss)
    ): Effect.Effect<Done, Failure> =>
      Effect.suspend(() => {
        let parts: Converted = {}
        return workers.run({
          small,
          waits,
          endsThread: "html" in work.input && work.input.html.length > lastingLength,
          timeout: Duration.toMillis(timeout),
          post: (worker) => {
            parts = {}
            // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
            worker.postMessage(work)
          },
          resultOf: (message) => {
            if (!("part" in message)) return resultOf(message, parts)
            parts = { ...parts, ...message.part }
            return undefined
          },
          withoutResult: instead
        })
      })

    const inTurn = (input: ConvertInput) => Effect.andThen(turns.next, inPlace(input, pageMemory))

    /** Others wait for their turn here, so this one goes to a thread that is free; without one it waits like them. */
    const onFreeThread = Effect.fnUntraced(function* (input: ConvertInput) {
      if (!(yield* MayUseThreads)) return yield* inTurn(input)
      const work = { input }
      const done = yield* onThread(work, { small: true, waits: false }, (loss) =>
        loss.reason === "busy" || loss.reason === "unavailable"
          ? Effect.map(inTurn(input), (converted) => ({ converted }))
          : withoutResult(work, loss)
      )
      return done.converted
    })

    /** Asking a process takes longer than a small page does, and a thread has nothing to give where there is one core. */
    const sharesSmall =
      size > 0 &&
      isolation === undefined &&
      threshold !== Infinity &&
      (options.threads !== undefined || availableParallelism() > 1)

    return {
      convert: (input) =>
        Effect.suspend(() => {
          if (size > 0 && isHeavier(input.html, threshold))
            return Effect.map(
              counted(onThread({ input: withoutUnread(input) }, { small: false })),
              ({ converted }) => converted
            )
          return sharesSmall && turns.areTaken() ? onFreeThread(input) : inTurn(input)
        }),
      read: (answered, input) =>
        counted(onThread({ answered: { ...answered, bytes: ownBytes(answered.bytes) }, input }, { small: true }))
    }
  })

const converting = Metric.gauge("pages_on_threads", { description: "Pages that threads convert, or that wait for one" })

const counted = <A, E>(work: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.acquireUseRelease(
    Metric.modify(converting, 1),
    () => work,
    () => Metric.modify(converting, -1)
  )

type Done = { readonly converted: Converted; readonly read?: ReadPage }
type Failure = ConversionFailed | InvalidSelector

/** A window on a larger buffer would be posted with all of it, and the `slice` of a `Buffer` is another window. */
const ownBytes = (bytes: Uint8Array): Uint8Array =>
  bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)

/** UTF-16 units of a page after which a thread goes on with others. What a larger one leaves behind takes 100 MB and more. */
const lastingLength = 4_000_000

/** What is posted is copied, so what would not be read of a page stays here. */
const withoutUnread = (input: ConvertInput): ConvertInput =>
  input.html.length > maxLength ? { ...input, html: input.html.slice(0, maxLength), length: input.html.length } : input

const weightOfTag = 50
const weightOfReference = 10

/** True when a page weighs more than this. */
export const isHeavier = (html: string, threshold: number): boolean => {
  let left = threshold - html.length
  // A tag has three characters at least: a short page need not be counted.
  if (left >= (html.length / 3) * weightOfTag) return false
  for (let at = html.indexOf("<"); at >= 0 && left >= 0; at = html.indexOf("<", at + 1)) left -= weightOfTag
  for (let at = html.indexOf("&"); at >= 0 && left >= 0; at = html.indexOf("&", at + 1)) left -= weightOfReference
  return left < 0
}

/** Converts on the thread of the caller. */
export const inPlace = (
  input: ConvertInput,
  memory?: ReusedMemory
): Effect.Effect<Converted, ConversionFailed | InvalidSelector> =>
  input.wanted.includes("facts")
    ? Effect.flatMap(
        Effect.promise(() => import("../facts/facts.ts")),
        ({ facts }) => attempt(input, memory, facts)
      )
    : attempt(input, memory)

const attempt = (
  input: ConvertInput,
  memory: ReusedMemory | undefined,
  facts?: ReadFacts
): Effect.Effect<Converted, ConversionFailed | InvalidSelector> =>
  Effect.try({
    try: () => {
      try {
        return convert(input, facts, undefined, memory)
      } finally {
        memory?.release()
      }
    },
    catch: (error) =>
      error instanceof InvalidSelector
        ? error
        : new ConversionFailed({ reason: "failed", detail: error instanceof Error ? error.message : String(error) })
  })

const resultOf = (answer: Answer, parts: Converted): Effect.Effect<Done, Failure> => {
  if ("converted" in answer) return Effect.succeed({ ...answer, converted: { ...parts, ...answer.converted } })
  if ("refused" in answer) return Effect.fail(new InvalidSelector(answer.refused))
  return Effect.fail(new ConversionFailed({ reason: "failed", detail: answer.failed }))
}
