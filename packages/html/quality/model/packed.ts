/** A fitted model as `fitted.ts` has it. */
import { featureNames } from "../../src/mainContent/model/blockFeatures.ts"
import { pack } from "../../src/mainContent/model/Ensemble.ts"
import { fingerprintOf, type PackedModel } from "../../src/mainContent/model/Model.ts"
import type { Ensemble } from "./boost.ts"

export const packed = ({ base, trees }: Ensemble, words: ReadonlyArray<string>, scores: Int8Array): PackedModel => ({
  features: fingerprintOf(featureNames),
  trees: pack(
    base,
    trees.map(({ feature, left, threshold, value }) => ({
      feature,
      left,
      threshold: feature.map((one, node) => (one < 0 ? value[node]! : threshold[node]!))
    }))
  ),
  names: words
    .flatMap((word, index) => {
      const score = scores[index]!
      return score === 0 ? [] : [`${word}${score}`]
    })
    .toSorted()
    .join(" ")
})
