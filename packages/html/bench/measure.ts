/**
 * Runs contestants in turns over the same pages and prints their medians side by side, of the time that the thread has
 * computed. Garbage is collected before each turn, so that nobody pays for what another one left.
 */
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { threadTime } from "./threadTime.ts"

setFlagsFromString("--expose-gc")
const collectGarbage: () => void = runInNewContext("gc")

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
  /** The same in the fastest round: what the machine does when it is left alone. */
  readonly best: number
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
  for (const contestant of contestants) await turn(pages, contestant, 0, warmUp)
  for (let round = 0; round < rounds; round++) {
    for (const contestant of contestants) {
      const { count, failed, size, took } = await turn(pages, contestant, round, shortestTurn)
      append(speeds, contestant.name, size / 1000 / took)
      append(times, contestant.name, took / count)
      failures.set(contestant.name, Math.max(failed, failures.get(contestant.name) ?? 0))
    }
  }
  return contestants.map(({ name }) => ({
    name,
    speed: median(speeds.get(name)!),
    best: Math.max(...speeds.get(name)!),
    perPage: median(times.get(name)!),
    failures: failures.get(name)!
  }))
}

/** Milliseconds that each contestant runs before anything is counted. */
const warmUp = 2_000
/** Milliseconds of one turn at least: the fast ones take the pages more than once. */
const shortestTurn = 400

interface Turn {
  readonly took: number
  readonly size: number
  readonly count: number
  readonly failed: number
}

const turn = async (
  pages: ReadonlyArray<Page>,
  { every = 1, run }: Contestant,
  round: number,
  atLeast: number
): Promise<Turn> => {
  let size = 0
  let count = 0
  let failed = 0
  let took = 0
  collectGarbage()
  do {
    for (let i = round % every; i < pages.length; i += every) {
      const page = pages[i]!
      const start = threadTime()
      try {
        await run(page)
      } catch {
        failed++
      }
      took += threadTime() - start
      size += page.html.length
      count++
    }
  } while (took < atLeast)
  return { took, size, count, failed }
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
  console.log(
    `${"".padEnd(44)}${"MB/s".padStart(9)}${"best".padStart(9)}${"ms/page".padStart(10)}${`× ${against}`.padStart(20)}`
  )
  for (const { best, failures, name, perPage, speed } of rows.toSorted((one, other) => other.speed - one.speed)) {
    const ratio = (speed / reference).toFixed(2)
    const failed = failures > 0 ? `  ${failures} pages failed` : ""
    console.log(
      `${name.padEnd(44)}${speed.toFixed(1).padStart(9)}${best.toFixed(1).padStart(9)}${perPage.toFixed(2).padStart(10)}${ratio.padStart(20)}${failed}`
    )
  }
}
