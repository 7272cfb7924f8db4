/** The models that `fit --folds DIR` wrote, each fitted without one fold. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { featureNames } from "../../src/mainContent/model/blockFeatures.ts"
import { fingerprintOf, type Model, type PackedModel, readModel } from "../../src/mainContent/model/Model.ts"
import { folds } from "./sources.ts"

export const readModels = (folder: string): ((fold: number) => Model) => {
  const models = Array.from({ length: folds }, (_, fold) => {
    const model: PackedModel = JSON.parse(readFileSync(join(folder, `${fold}.json`), "utf8"))
    if (model.features !== fingerprintOf(featureNames))
      throw new Error(`The models of ${folder} were fitted with other features: run fit --folds again`)
    return readModel(model)
  })
  return (fold) => models[fold]!
}
