/**
 * Converts pages: small ones in place, large ones on worker threads, so that no page blocks the event loop for long.
 *
 * One knob, `threshold`, says what is large. Threads start with the first large page, are bounded, and end with the scope
 * of the pool. A page that takes too long, or whose scrape is interrupted, ends its thread; the next page gets a new one.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { availableParallelism } from "node:os"
import { convert, type Converted, type ConvertInput, type ReadFacts } from "../convert.ts"
import { InvalidSelector } from "../tree/InvalidSelector.ts"
import { ConversionFailed } from "./ConversionFailed.ts"
import { Workers, type Answer, type Task } from "./Workers.ts"

export interface PoolOptions {
  /**
   * Pages that weigh more go to a thread; `Infinity` keeps all in place. A page weighs its UTF-16 units and 50 more for
   * each tag, since tags are what takes time.
   */
  readonly threshold?: number | undefined
  /** Threads at most. */
  readonly threads?: number | undefined
  /** Pages that may wait while all threads are busy. */
  readonly waiting?: number | undefined
  /** For one page, waiting included. */
  readonly timeout?: Duration.Input | undefined
  /** Heap of one thread, in MB. */
  readonly memory?: number | undefined
}

export const defaults = {
  /** An article of 0.4 MB, or 20,000 tags and nothing else: less than 50 ms, usually less than 10. */
  threshold: 1_000_000,
  waiting: 64,
  timeout: Duration.seconds(60),
  memory: 1024
} as const

export interface Service {
  readonly convert: (input: ConvertInput) => Effect.Effect<Converted, ConversionFailed | InvalidSelector>
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
    const workers = yield* Effect.acquireRelease(
      Effect.sync(() => new Workers({ size, waiting, memory })),
      (workers) => Effect.promise(() => workers.close())
    )

    const onThread = (input: ConvertInput) =>
      Effect.callback<Converted, ConversionFailed | InvalidSelector>((resume) => {
        const task: Task = {
          input,
          answered: (answer) => resume(resultOf(answer)),
          crashed: (detail) => resume(new ConversionFailed({ reason: "crashed", detail }))
        }
        if (workers.submit(task)) return Effect.promise(() => workers.cancel(task))
        resume(new ConversionFailed({ reason: "busy", detail: `${waiting} pages wait already` }))
      }).pipe(
        Effect.timeoutOrElse({
          duration: timeout,
          orElse: () =>
            Effect.fail(
              new ConversionFailed({ reason: "timeout", detail: `it took longer than ${Duration.format(timeout)}` })
            )
        })
      )

    return { convert: (input) => (isHeavier(input.html, threshold) ? onThread(input) : inPlace(input)) }
  })

const weightOfTag = 50

/** True when a page weighs more than this. */
export const isHeavier = (html: string, threshold: number): boolean => {
  let left = threshold - html.length
  // A tag has three characters at least: a short page need not be counted.
  if (left >= (html.length / 3) * weightOfTag) return false
  for (let at = html.indexOf("<"); at >= 0 && left >= 0; at = html.indexOf("<", at + 1)) left -= weightOfTag
  return left < 0
}

/** Converts on the thread of the caller. */
export const inPlace = (input: ConvertInput): Effect.Effect<Converted, ConversionFailed | InvalidSelector> =>
  input.wanted.includes("facts")
    ? Effect.flatMap(
        Effect.promise(() => import("../facts/facts.ts")),
        ({ facts }) => attempt(input, facts)
      )
    : attempt(input)

const attempt = (
  input: ConvertInput,
  facts?: ReadFacts
): Effect.Effect<Converted, ConversionFailed | InvalidSelector> =>
  Effect.try({
    try: () => convert(input, facts),
    catch: (error) =>
      error instanceof InvalidSelector
        ? error
        : new ConversionFailed({ reason: "failed", detail: error instanceof Error ? error.message : String(error) })
  })

const resultOf = (answer: Answer): Effect.Effect<Converted, ConversionFailed | InvalidSelector> => {
  if ("converted" in answer) return Effect.succeed(answer.converted)
  if ("refused" in answer) return Effect.fail(new InvalidSelector(answer.refused))
  return Effect.fail(new ConversionFailed({ reason: "failed", detail: answer.failed }))
}
