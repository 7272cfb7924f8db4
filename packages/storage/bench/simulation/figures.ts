/** What a simulation measured, and the promises that it broke. */
export interface Figures {
  /** How long pages waited for their first request, in milliseconds, by what is waited for. */
  readonly waits: ReadonlyMap<string, ReadonlyArray<number>>
  /** Between two requests to a host that asks for a delay, as shares of that delay. */
  readonly gaps: ReadonlyArray<number>
  readonly requests: number
  readonly ended: number
  readonly returned: number
  readonly kills: number
  readonly jobs: number
  /** How the pages of the busy crawl ended. */
  readonly busyPages: { readonly completed: number; readonly failed: number }
  /** Sentences; none where all promises were kept. */
  readonly violations: ReadonlyArray<string>
}

/** The value that this share of the others is below, by the nearest rank. */
export const percentile = (sorted: ReadonlyArray<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1))] ?? Number.NaN

const seconds = (ms: number): string => (ms / 1000).toFixed(2).padStart(9)

export const table = ({ ended, gaps, jobs, kills, requests, returned, violations, waits }: Figures): string => {
  const rows = [...waits]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, times]) => {
      const sorted = times.toSorted((left, right) => left - right)
      const figures = [0.5, 0.95, 0.99, 1].map((share) => seconds(percentile(sorted, share)))
      return `${name.padEnd(40)}${figures.join("")}${String(times.length).padStart(9)}`
    })
  const sortedGaps = gaps.toSorted((left, right) => left - right)
  const [least, first] = [0, 0.01].map((share) => percentile(sortedGaps, share).toFixed(3))
  return [
    `${"wait for the first request, seconds".padEnd(40)}      p50      p95      p99      max       of`,
    ...rows,
    `between two requests to one host, as a share of its delay: least ${least}, p1 ${first}, of ${gaps.length}`,
    `${jobs} jobs, ${requests} requests, ${ended} pages ended, ${returned} returned, ${kills} workers killed`,
    violations.length === 0 ? "no promise was broken" : `${violations.length} promises were broken:`,
    ...violations.slice(0, 20)
  ].join("\n")
}
