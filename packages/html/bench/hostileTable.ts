/** Time on hostile documents at 1x and 2x their size; prints what breaks a limit, and the worst. */
import { readers } from "./contestants.ts"
import { hostile } from "./hostile.ts"

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

export const hostileTable = (quick: boolean): void => {
  for (const [reader, run] of Object.entries(readers)) {
    const rows: Array<Measured> = []
    for (const { html, n, name } of hostile) {
      const size = quick ? Math.ceil(n / 4) : n
      const time = (n: number): { took: number; length: number; error: string | undefined } => {
        const page = { url: "https://site.example/", html: flat(html(n)) }
        let took = Infinity
        let error: string | undefined
        for (let i = 0; i < 3; i++) {
          const start = performance.now()
          try {
            run(page)
          } catch (cause) {
            error = String(cause)
          }
          took = Math.min(took, performance.now() - start)
          if (took > 500) break
        }
        return { took, length: page.html.length, error }
      }
      const one = time(size)
      const two = time(2 * size)
      rows.push({
        name,
        once: one.took,
        twice: two.took,
        per5MB: (two.took * 5e6) / Math.max(two.length, 2e5),
        error: one.error ?? two.error
      })
    }
    const isBroken = ({ error, once, per5MB, twice }: Measured) =>
      error !== undefined || (twice > noise && twice / once > maxRatio) || per5MB > maxPer5MB
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

/** A string built by repetition is a rope; one from the network is not. */
const flat = (html: string): string => {
  Number(html)
  return html
}
