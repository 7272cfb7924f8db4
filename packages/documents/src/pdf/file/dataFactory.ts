/**
 * Reads, for pdf.js, the files beside it that the application has: `pdfjs-dist` contains the character maps that Adobe
 * predefined for Chinese, Japanese and Korean (ISO 32000-1, 9.7.5.2), which files that name one and embed none need, and
 * decoders of pictures.
 */
import { readFile } from "node:fs/promises"

/** The optional package, and a file of it. */
export const mapsPackage = "pdfjs-dist"
const someFile = "package.json"

/** What pdf.js asks for: `cMapUrl` and the name of a map, `standardFontDataUrl` of a font, `wasmUrl` of a decoder. */
interface Asked {
  readonly kind: string
  readonly filename: string
}

const folders: Readonly<Record<string, string>> = {
  cMapUrl: "cmaps",
  standardFontDataUrl: "standard_fonts",
  wasmUrl: "wasm"
}

/** A class, as pdf.js wants it. Maps that are not there are added to `missingMaps`. */
export const dataFactory = (missingMaps: Set<string>) =>
  class {
    async fetch({ filename, kind }: Asked): Promise<Uint8Array> {
      const folder = folders[kind]
      // A file names its map itself.
      if (folder === undefined || !/^[\w-]+(?:\.\w+)*$/.test(filename)) throw new Error(`no such file: ${filename}`)
      try {
        return new Uint8Array(await readFile(pathOf(folder, filename)))
      } catch (error) {
        if (kind === "cMapUrl") missingMaps.add(filename.replace(/\.bcmap$/, ""))
        throw error
      }
    }
  }

const pathOf = (folder: string, filename: string): string => packageFile(`${folder}/${filename}`)

/** Path of a file of the optional package; throws where it is not installed. */
export const packageFile = (path: string): string => {
  // Looked for when the program runs. A bundler that saw the name would look for it when it builds, and fail.
  const { createRequire } = process.getBuiltinModule("node:module")
  const found = createRequire(import.meta.url).resolve([mapsPackage, someFile].join("/"))
  return `${found.slice(0, -someFile.length)}${path}`
}
