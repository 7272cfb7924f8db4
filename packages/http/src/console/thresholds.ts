/** From where on a figure of System is too high, and what to do then: the one place for these limits. */
import type { SystemSample } from "./Api.ts"

/** Sizes that the limits of some figures depend on; undefined where they are not known. */
export interface Sizes {
  readonly memoryBytes: number | undefined
  readonly heapBytes: number | undefined
  readonly browserTabs: number | undefined
}

interface Threshold {
  readonly figure: Exclude<keyof SystemSample, "at">
  /** The figure is too high from here on; undefined where that depends on something that is not known. */
  readonly limit: (sizes: Sizes) => number | undefined
  readonly reason: string
}

/** The rest is needed by what begins while memory is measured: 10 % is some pages of some MiB. */
const memoryShare = 0.9

const shareOf = (bytes: number | undefined): number | undefined =>
  bytes === undefined ? undefined : Math.round(bytes * memoryShare)

export const thresholds: ReadonlyArray<Threshold> = [
  {
    figure: "eventLoopMs",
    // Every answer waits for the event loop several times, and people notice 100 ms.
    limit: () => 50,
    reason:
      "The main thread is busy, so every request waits. Give the workers threads, or run them in processes of their own."
  },
  {
    figure: "memoryBytes",
    limit: ({ memoryBytes }) => shareOf(memoryBytes),
    reason: "The system kills the process at its memory limit. Scrape fewer pages at once, or allow it more memory."
  },
  {
    figure: "heapBytes",
    limit: ({ heapBytes }) => shareOf(heapBytes),
    reason:
      "The process ends when its heap is full. Scrape fewer pages at once, or raise the limit with --max-old-space-size."
  },
  {
    figure: "storeMs",
    // Claiming, settling and answering each ask the store at least once; a healthy one takes less than 10 ms.
    limit: () => 100,
    reason: "Workers and answers wait for the store. Check its load, its disk and the network to it."
  },
  {
    figure: "longestWaitMs",
    // A worker that died has lost its leases by then (10 s), and failed work is tried again.
    limit: () => 60_000,
    reason:
      "The queue does not move: a job waits and no worker takes it. Start a worker, or read the logs of those there."
  },
  {
    figure: "browserTabs",
    limit: ({ browserTabs }) => (browserTabs === undefined || browserTabs === 0 ? undefined : browserTabs),
    reason: "Every browser tab is busy, so pages wait for one. Allow more tabs if memory and processors suffice."
  }
]

export const judge = (sample: SystemSample, sizes: Sizes) =>
  thresholds.flatMap(({ figure, limit: limitOf, reason }) => {
    const limit = limitOf(sizes)
    const value = sample[figure]
    return limit === undefined || value === undefined ? [] : [{ figure, limit, reason, isPassed: value >= limit }]
  })
