/** The recognizer of text in pictures, when it is installed; its settings are those of a machine, for all commands. */
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { InvalidInput } from "@orbweaver/core/model/InvalidInput"
import { Recognizer } from "@orbweaver/core/reading/Recognizer"
import type { Adapters } from "../../assembly/Adapters.ts"
import { itemsOf } from "../flags/flags.ts"
import { type Exit, settingsOf, usage } from "../output/exit.ts"

const settings = Config.all({
  languages: Config.option(Config.NonEmptyString("ORBWEAVER_OCR_LANGUAGES")),
  dataFolder: Config.option(Config.NonEmptyString("ORBWEAVER_OCR_DATA"))
})

export const read: Effect.Effect<Pick<Adapters, "recognizer">, Exit> = Effect.gen(function* () {
  const { dataFolder, languages } = yield* settingsOf(settings)
  const module = yield* Effect.option(Effect.tryPromise(() => import("@orbweaver/ocr")))
  if (Option.isNone(module)) return { recognizer: Recognizer.layerNone }
  const options = {
    languages: Option.getOrUndefined(Option.map(languages, itemsOf)),
    dataFolder: Option.getOrUndefined(dataFolder)
  }
  return yield* Effect.try({
    try: () => ({ recognizer: module.value.tesseract(options) }),
    catch: (error) => usage(`ORBWEAVER_OCR_LANGUAGES: ${error instanceof InvalidInput ? error.message : String(error)}`)
  })
})
