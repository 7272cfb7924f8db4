/** What was fitted: the trees, and the scores of parts of class names and ids. */
import { hashed, hashSeed } from "./characters.ts"
import { type Ensemble, unpack } from "./Ensemble.ts"

export interface Model {
  readonly ensemble: Ensemble
  /** The score of a part of a name by its hash, in tenths of log-odds; 0 for one that is not known. */
  readonly scoreOf: (hash: number) => number
}

/** As `fitted.ts` has it. */
export interface PackedModel {
  /** `fingerprintOf` the names of the features when it was fitted: with others its trees mean nothing. */
  readonly features: number
  /** `pack` of the trees. */
  readonly trees: string
  /** `sidebar-12 content15`: parts of names with their scores in tenths. */
  readonly names: string
}

/** Differs where the names of features, or their order, differ. */
export const fingerprintOf = (featureNames: ReadonlyArray<string>): number => {
  let hash = hashSeed
  const names = featureNames.join()
  for (let at = 0; at < names.length; at++) hash = hashed(hash, names.charCodeAt(at))
  return hash
}

export const readModel = ({ names, trees }: Pick<PackedModel, "names" | "trees">): Model => {
  const parts = names === "" ? [] : names.split(" ")
  const slots = 2 ** Math.ceil(Math.log2(2 * parts.length + 2))
  const keys = new Int32Array(slots)
  const scores = new Int8Array(slots)
  const slotOf = (hash: number): number => {
    let slot = (hash ^ (hash >>> 15)) & (slots - 1)
    while (scores[slot] !== 0 && keys[slot] !== hash) slot = (slot + 1) & (slots - 1)
    return slot
  }
  for (const part of parts) {
    const [, word, score] = /^([a-z]+)(-?\d+)$/.exec(part)!
    let hash = hashSeed
    for (let at = 0; at < word!.length; at++) hash = hashed(hash, word!.charCodeAt(at))
    const slot = slotOf(hash)
    keys[slot] = hash
    scores[slot] = Number(score)
  }
  return { ensemble: unpack(trees), scoreOf: (hash) => scores[slotOf(hash)]! }
}
