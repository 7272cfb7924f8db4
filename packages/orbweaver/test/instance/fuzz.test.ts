// Replays the inputs that are kept, and tries some new ones; `npm run fuzz -- --minutes 10` tries many (each night).
import { describe, expect, it } from "vitest"
import { failureOf } from "../../bench/fuzz/check.ts"
import { read } from "../../bench/fuzz/corpus.ts"
import { inputOf } from "../../bench/fuzz/inputOf.ts"
import { targets } from "../../bench/fuzz/targets.ts"

/** New inputs of a target: about a second each. Of large bodies, which are the slowest, `bodies.test.ts` sends every kind. */
const counts: Readonly<Record<string, number>> = {
  http: 100,
  bodies: 60,
  html: 40,
  robots: 1000,
  sitemap: 1000,
  url: 5000,
  selector: 200,
  pdf: 20
}
/** The same inputs in every run, so that a change is to blame for what fails. */
const seed = 14

describe.each(targets)("made input: $name", (target) => {
  const kept = read(target)

  it("leaves everything as it should be", async () => {
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
