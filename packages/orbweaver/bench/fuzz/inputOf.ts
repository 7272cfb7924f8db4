import { mutate } from "./mutate.ts"
import { Random, seedOf } from "./Random.ts"
import type { Target } from "./Target.ts"

/** Input number `at` of a run: made by the grammar, or a mutation of such a one or of the corpus. */
export const inputOf = (target: Target, corpus: ReadonlyArray<Uint8Array>, seed: number, at: number): Uint8Array => {
  const random = new Random(seedOf(seed, target.name, at))
  const start = corpus.length > 0 && random.chance(0.3) ? random.of(corpus) : target.generate(random)
  return random.chance(0.5) ? start : mutate(random, start, target.words, corpus)
}
