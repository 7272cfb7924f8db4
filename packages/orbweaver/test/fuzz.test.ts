// Replays the inputs that are kept, and tries some new ones; `npm run fuzz -- --minutes 10` tries many.
import { describe, expect, it } from "vitest"
import { failureOf } from "../bench/fuzz/check.ts"
import { read } from "../bench/fuzz/corpus.ts"
import { inputOf } from "../bench/fuzz/inputOf.ts"
import { targets } from "../bench/fuzz/targets.ts"

/** New inputs of a target: together about a minute and a half on two cores, a minute of it for large bodies. */
const counts: Readonly<Record<string, number>> = {
  http: 200,
  bodies: 600,
  html: 40,
  robots: 2000,
  sitemap: 2000,
  url: 5000,
  selector: 200,
  pdf: 40
}
/** The same inputs in every run, so that a change is to blame for what fails. */
const seed = 14

describe.each(targets)("made input: $name", (target) => {
  const kept = read(target)

  it("leaves everything as it should be", { timeout: 180_000 }, async () => {
    const check = target.open()
    const failures: Array<string> = []
    for (const { file, input } of kept) {
      const why = await failureOf(check, input)
      if (why !== undefined) failures.push(`${file}: ${why}`)
    }
    const corpus = kept.map(({ input }) => input)
    for (let at = 0; at < counts[target.name]!; at++) {
      const input = inputOf(target, corpus, seed, at)
      const why = await failureOf(check, input)
      if (why !== undefined)
        failures.push(`input ${at}, ${JSON.stringify(Buffer.from(input).toString()).slice(0, 500)}: ${why}`)
    }
    await check.close?.()
    expect(failures).toEqual([])
  })
})
