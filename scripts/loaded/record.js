// Preloaded (`node --import`): writes the files that a program loads, with their sizes, to the file that LOADED_FILES names.
import { statSync, writeFileSync } from "node:fs"
import { registerHooks } from "node:module"
import process from "node:process"
import { fileURLToPath } from "node:url"

/** @type {Array<{ file: string, bytes: number }>} */
const loaded = []

registerHooks({
  load(url, context, next) {
    const module = next(url, context)
    if (url.startsWith("file:")) {
      const file = fileURLToPath(url)
      loaded.push({ file, bytes: statSync(file).size })
    }
    return module
  }
})

process.on("exit", () => writeFileSync(process.env.LOADED_FILES, JSON.stringify(loaded)))
