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
  /** What of the work of the others it does not do. */
  readonly leavesOut?: string
}

export interface Row {
  readonly name: string
  /** Million UTF-16 units a second, median of the rounds. */
  readonly speed: number
  /** The same in the fastest round: what the machine does when it is left alone. */
  readonly best: number
  /** Milliseconds a page, median of the rounds. */
  readonly perPage: number
  /** How often its time goes into that of the reference, on the pages that both took in a round; median of the rounds. */
  readonly times: number
  readonly failures: number
  readonly leavesOut: string | undefined
}

/** `against` names the contestant that the others are compared with. */
export const race = async (
  pages: ReadonlyArray<Page>,
  contestants: ReadonlyArray<Contestant>,
  rounds: number,
  against: string
): Promise<ReadonlyArray<Row>> => {
  const speeds = new Map<string, Array<number>>()
  const perPage = new Map<string, Array<number>>()
  const ratios = new Map<string, Array<number>>()
  const failures = new Map<string, number>()
  for (const contestant of contestants) await turn(pages, contestant, 0, warmUp)
  for (let round = 0; round < rounds; round++) {
    const turns = new Map<string, Turn>()
    for (const contestant of contestants) {
      const taken = await turn(pages, contestant, round, shortestTurn)
      const { count, failed, size, took } = taken
      turns.set(contestant.name, taken)
      append(speeds, contestant.name, size / 1000 / took)
      append(perPage, contestant.name, took / count)
      failures.set(contestant.name, Math.max(failed, failures.get(contestant.name) ?? 0))
    }
    for (const [name, taken] of turns) append(ratios, name, ratio(turns.get(against)!, taken))
  }
  return contestants.map(({ leavesOut, name }) => ({
    name,
    speed: median(speeds.get(name)!),
    best: Math.max(...speeds.get(name)!),
    perPage: median(perPage.get(name)!),
    times: median(ratios.get(name)!),
    failures: failures.get(name)!,
    leavesOut
  }))
}

/** Pages differ a hundredfold in size, so that only times of the same pages can be compared. */
const ratio = (reference: Turn, other: Turn): number => {
  let whole = 0
  let part = 0
  for (const [page, milliseconds] of other.pages) {
    const compared = reference.pages.get(page)
    if (compared === undefined) continue
    whole += compared
    part += milliseconds
  }
  return whole / part
}

/** Milliseconds that each contestant runs before anything is counted. */
const warmUp = 2_000
/** Milliseconds of one turn at least: the fast ones take the pages more than once. */
const shortestTurn = 400

interface Turn {
  /** Milliseconds of each page, by its place in the list; the last time where it was taken more than once. */
  readonly pages: ReadonlyMap<number, number>
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
  const times = new Map<number, number>()
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
      const milliseconds = threadTime() - start
      times.set(i, milliseconds)
      took += milliseconds
      size += page.html.length
      count++
    }
  } while (took < atLeast)
  return { pages: times, took, size, count, failed }
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

/** Prints a race, with how many times faster than the contestant named `against` each is, and what it leaves out. */
export const print = (title: string, rows: ReadonlyArray<Row>, against: string): void => {
  console.log(`\n${title}`)
  console.log(
    `${"".padEnd(44)}${"MB/s".padStart(9)}${"best".padStart(9)}${"ms/page".padStart(10)}${`× ${against}`.padStart(20)}`
  )
  const sorted = rows.toSorted((one, other) => other.times - one.times)
  for (const { best, failures, name, perPage, speed, times } of sorted) {
    const failed = failures > 0 ? `  ${failures} pages failed` : ""
    console.log(
      `${name.padEnd(44)}${speed.toFixed(1).padStart(9)}${best.toFixed(1).padStart(9)}${perPage.toFixed(2).padStart(10)}${times.toFixed(2).padStart(20)}${failed}`
    )
  }
  for (const { leavesOut, name } of sorted)
    if (leavesOut !== undefined) console.log(`  ${name} leaves out: ${leavesOut}`)
}
