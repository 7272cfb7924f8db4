/**
 * Reads, for pdf.js, the files beside it that the application has: `pdfjs-dist` contains the character maps that Adobe
 * predefined for Chinese, Japanese and Korean (ISO 32000-1, 9.7.5.2), which files that name one and embed none need, and
 * decoders of pictures.
 */
import { readFile } from "node:fs/promises"
import { dirname, join } from "node:path"

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

/**
 * A class, as pdf.js wants it. `someFile` lies at the root of the package with the maps. Maps that are not there are added to
 * `missingMaps`.
 */
export const dataFactory = (someFile: string | undefined, missingMaps: Set<string>) =>
  class {
    async fetch({ filename, kind }: Asked): Promise<Uint8Array> {
      const folder = folders[kind]
      // A file names its map itself.
      if (folder === undefined || !/^[\w-]+(?:\.\w+)*$/.test(filename)) throw new Error(`no such file: ${filename}`)
      try {
        if (someFile === undefined) throw new Error(`no package with the file ${filename}`)
        return new Uint8Array(await readFile(join(dirname(someFile), folder, filename)))
      } catch (error) {
        if (kind === "cMapUrl") missingMaps.add(filename.replace(/\.bcmap$/, ""))
        throw error
      }
    }
  }
