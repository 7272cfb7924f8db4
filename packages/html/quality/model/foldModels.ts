/** The models that `fit --folds DIR` wrote, each fitted without one fold. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type Model, type PackedModel, readModel } from "../../src/mainContent/model/Model.ts"
import { folds } from "./sources.ts"

export const readModels = (folder: string): ((fold: number) => Model) => {
  const models = Array.from({ length: folds }, (_, fold) =>
    readModel(JSON.parse(readFileSync(join(folder, `${fold}.json`), "utf8")) as PackedModel)
  )
  return (fold) => models[fold]!
}
