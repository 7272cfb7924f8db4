/** What was fitted: the trees, and the scores of parts of class names and ids. */
import { hashOf } from "../words/characters.ts"
import { HashTable } from "../words/HashTable.ts"
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
export const fingerprintOf = (featureNames: ReadonlyArray<string>): number => hashOf(featureNames.join())

export const readModel = ({ names, trees }: Pick<PackedModel, "names" | "trees">): Model => {
  const parts = names === "" ? [] : names.split(" ")
  const slots = 2 ** Math.ceil(Math.log2(2 * parts.length + 2))
  const scores = new HashTable(slots)
  for (const part of parts) {
    const [, word, score] = /^([a-z]+)(-?\d+)$/.exec(part)!
    scores.add(hashOf(word!), Number(score))
  }
  return { ensemble: unpack(trees), scoreOf: (hash) => scores.get(hash) }
}
