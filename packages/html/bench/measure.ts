/** Runs contestants in turns over the same pages and prints their medians side by side. */

export interface Page {
  readonly url: string
  readonly html: string
}

export interface Contestant {
  readonly name: string
  readonly run: (page: Page) => unknown
  /** Takes every n-th page only, for the slow ones; 1 when absent. */
  readonly every?: number
}

export interface Row {
  readonly name: string
  /** Million UTF-16 units a second, median of the rounds. */
  readonly speed: number
  /** Milliseconds a page, median of the rounds. */
  readonly perPage: number
  readonly failures: number
}

export const race = async (
  pages: ReadonlyArray<Page>,
  contestants: ReadonlyArray<Contestant>,
  rounds: number
): Promise<ReadonlyArray<Row>> => {
  const speeds = new Map<string, Array<number>>()
  const times = new Map<string, Array<number>>()
  const failures = new Map<string, number>()
  // The first round warms up and is not counted.
  for (let round = 0; round <= rounds; round++) {
    for (const { every = 1, name, run } of contestants) {
      let size = 0
      let count = 0
      let failed = 0
      let took = 0
      for (let i = round % every; i < pages.length; i += every) {
        const page = pages[i]!
        const start = performance.now()
        try {
          await run(page)
        } catch {
          failed++
        }
        took += performance.now() - start
        size += page.html.length
        count++
      }
      if (round === 0) continue
      append(speeds, name, size / 1000 / took)
      append(times, name, took / count)
      failures.set(name, Math.max(failed, failures.get(name) ?? 0))
    }
  }
  return contestants.map(({ name }) => ({
    name,
    speed: median(speeds.get(name)!),
    perPage: median(times.get(name)!),
    failures: failures.get(name)!
  }))
}

const append = (lists: Map<string, Array<number>>, name: string, value: number): void => {
  const list = lists.get(name)
  if (list === undefined) lists.set(name, [value])
  else list.push(value)
}

export const median = (values: ReadonlyArray<number>): number => {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[sorted.length >> 1] ?? Number.NaN
}

/** Prints a race; the ratio is to the contestant named `against`. */
export const print = (title: string, rows: ReadonlyArray<Row>, against: string): void => {
  const reference = rows.find(({ name }) => name === against)?.speed ?? Number.NaN
  console.log(`\n${title}`)
  console.log(`${"".padEnd(44)}${"MB/s".padStart(9)}${"ms/page".padStart(10)}${`× ${against}`.padStart(20)}`)
  for (const { failures, name, perPage, speed } of rows.toSorted((one, other) => other.speed - one.speed)) {
    const ratio = (speed / reference).toFixed(2)
    const failed = failures > 0 ? `  ${failures} pages failed` : ""
    console.log(
      `${name.padEnd(44)}${speed.toFixed(1).padStart(9)}${perPage.toFixed(2).padStart(10)}${ratio.padStart(20)}${failed}`
    )
  }
}
