/** Computing time of hostile documents at 1x and 2x their size; prints what breaks a limit, and the worst. */
import { readers } from "./contestants.ts"
import { hostile } from "./hostile.ts"
import { threadTime } from "./threadTime.ts"

const maxRatio = 2.5
/** Milliseconds for 5 million characters. */
const maxPer5MB = 1_000
/** Below this a ratio says more about the machine than about us. */
const noise = 20

interface Measured {
  readonly name: string
  readonly once: number
  readonly twice: number
  readonly per5MB: number
  readonly error: string | undefined
}

/** What seems to break a limit is measured again: noise only ever adds. */
const attempts = 6

const isBroken = ({ error, once, per5MB, twice }: Measured): boolean =>
  error !== undefined || (twice > noise && twice / once > maxRatio) || per5MB > maxPer5MB

export const hostileTable = (quick: boolean): void => {
  for (const [reader, run] of Object.entries(readers)) {
    const rows: Array<Measured> = []
    for (const { html, n, name } of hostile) {
      const size = quick ? Math.ceil(n / 4) : n
      const pages = [size, 2 * size].map((n) => ({ url: "https://site.example/", html: flat(html(n)) }))
      const took = [Infinity, Infinity]
      let error: string | undefined
      const row = (): Measured => {
        const [once, twice] = took as [number, number]
        return { name, once, twice, per5MB: (twice * 5e6) / Math.max(pages[1]!.html.length, 2e5), error }
      }
      for (let attempt = 0; attempt < attempts && (attempt < 2 || isBroken(row())); attempt++) {
        for (const [i, page] of pages.entries()) {
          const time = timed(() => {
            try {
              run(page)
            } catch (cause) {
              error = String(cause)
            }
          })
          took[i] = Math.min(took[i]!, time)
        }
      }
      rows.push(row())
    }
    const broken = rows.filter(isBroken)
    const slowest = rows.toSorted((a, b) => b.per5MB - a.per5MB).slice(0, 8)
    console.log(`\nHostile documents, ${reader}: ${rows.length - broken.length} of ${rows.length} within limits`)
    console.log(
      `${"".padEnd(46)}${"1x ms".padStart(9)}${"2x ms".padStart(9)}${"ratio".padStart(8)}${"ms/5MB".padStart(9)}`
    )
    for (const row of new Set([...broken, ...slowest])) {
      const { error, name, once, per5MB, twice } = row
      const mark = isBroken(row) ? ` ← ${error ?? "over the limit"}` : ""
      console.log(
        `${name.slice(0, 45).padEnd(46)}${once.toFixed(1).padStart(9)}${twice.toFixed(1).padStart(9)}${(twice / once).toFixed(2).padStart(8)}${per5MB.toFixed(0).padStart(9)}${mark}`
      )
    }
  }
}

/** The clock of a thread may tick no more often than every 4 ms: too coarse for what takes less than this. */
const coarse = 100

/** Milliseconds that the work takes: by the clock of the thread, which does not count what others do, where it is fine enough. */
const timed = (work: () => void): number => {
  const begun = performance.now()
  const start = threadTime()
  work()
  const computed = threadTime() - start
  const passed = performance.now() - begun
  return passed < coarse ? passed : Math.min(passed, computed)
}

/** A string built by repetition is a rope; one from the network is not. */
const flat = (html: string): string => {
  Number(html)
  return html
}
