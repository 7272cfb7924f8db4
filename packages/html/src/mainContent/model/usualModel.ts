/** The model that comes along. */
import { fitted } from "./fitted.ts"
import { type Model, readModel } from "./Model.ts"

export const usualModel: Model = readModel(fitted)
