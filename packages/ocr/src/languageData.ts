/** Finds the data of languages among the files of the application; nothing is fetched. */
import { access } from "node:fs/promises"
import { createRequire } from "node:module"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"
import type { LanguageFile } from "./worker.ts"

/** Names of Tesseract's data, which are parts of paths. */
export const languagePattern = /^[A-Za-z][A-Za-z\d]{1,15}(?:_[A-Za-z\d]{1,15}){0,3}$/

type Found =
  | { readonly files: ReadonlyArray<LanguageFile>; readonly missing?: undefined }
  /** What is missing, and how to get it. */
  | { readonly missing: string }

export const findLanguages = (
  languages: ReadonlyArray<string>,
  folder: string | URL | undefined
): Effect.Effect<Found> =>
  Effect.gen(function* () {
    const files: Array<LanguageFile> = []
    const missing: Array<string> = []
    for (const language of new Set(languages)) {
      const places = folder === undefined ? packagePlaces(language) : folderPlaces(language, folder)
      const file = yield* firstThere(places)
      if (file === undefined) missing.push(language)
      else files.push({ language, file })
    }
    return missing.length === 0 ? { files } : { missing: describe(missing, folder) }
  })

const firstThere = (places: ReadonlyArray<string>): Effect.Effect<string | undefined> =>
  Effect.promise(async () => {
    for (const place of places) {
      const isThere = await access(place).then(
        () => true,
        () => false
      )
      if (isThere) return place
    }
    return undefined
  })

const folderPlaces = (language: string, folder: string | URL): ReadonlyArray<string> => {
  const path = folder instanceof URL ? fileURLToPath(folder) : folder
  return [join(path, `${language}.traineddata`), join(path, `${language}.traineddata.gz`)]
}

/** The data for neural networks alone is the smaller one, and all that the engine reads. */
const packagePlaces = (language: string): ReadonlyArray<string> => {
  try {
    const packageFile = createRequire(import.meta.url).resolve(`${packageOf(language)}/package.json`)
    return ["4.0.0_best_int", "4.0.0"].map((version) => join(packageFile, "..", version, `${language}.traineddata.gz`))
  } catch {
    return []
  }
}

const packageOf = (language: string): string => `@tesseract.js-data/${language}`

const describe = (missing: ReadonlyArray<string>, folder: string | URL | undefined): string => {
  if (folder !== undefined) {
    return `the folder ${String(folder)} has no ${missing.map((language) => `${language}.traineddata`).join(", ")} (dataFolder)`
  }
  // "en" and "english" are what people write first, and no package has such a name.
  const unknown = missing.filter((language) => !/^[a-z]{3}(?:_|$)/.test(language))
  return unknown.length > 0
    ? `no package has data of ${unknown.join(", ")}: Tesseract names languages by three letters (ISO 639-3), such as eng, deu or chi_sim`
    : `the data of ${missing.join(", ")} is not installed: npm install ${missing.map(packageOf).join(" ")}, or name a folder with it (dataFolder)`
}
