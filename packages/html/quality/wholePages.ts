/**
 * Whole pages as the common systems write them, one file each in `whole`, named `kind-system.html`: their frames are their
 * own, where those of `pages` are put into skins. Names, texts and companies are invented.
 */
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

export interface WholePage {
  readonly kind: string
  readonly name: string
  /** With `data-keep` on what must stay and `data-drop` on what must go. */
  readonly marked: string
}

const folder = fileURLToPath(new URL("whole/", import.meta.url))

export const wholePages = (): ReadonlyArray<WholePage> =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".html"))
    .sort()
    .map((file) => {
      const [, kind = "", name = ""] = /^([^-]+)-(.*)\.html$/.exec(file) ?? []
      return { kind, name, marked: readFileSync(folder + file, "utf8") }
    })
