/** The search of a built site, with the index and the options that a reader's browser has. */
import MiniSearch from "minisearch"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { miniSearch } from "../.vitepress/search.ts"

export interface SiteSearch {
  /** Size of the index as it is transferred, in bytes before compression. */
  readonly bytes: number
  /** Addresses of the pages below the base of the site, the best first, each once. */
  readonly pagesFor: (question: string) => ReadonlyArray<string>
}

export const openSearch = async (folder: string): Promise<SiteSearch> => {
  const chunks = join(folder, "assets/chunks")
  const name = (await readdir(chunks)).find((file) => file.startsWith("@localSearchIndexroot"))
  if (name === undefined) throw new Error(`${chunks} has no index`)
  const { default: json } = (await import(pathToFileURL(join(chunks, name)).href)) as { readonly default: string }
  const index = MiniSearch.loadJSON(json, {
    storeFields: ["title", "titles"],
    ...miniSearch.options,
    searchOptions: miniSearch.searchOptions ?? {}
  })
  return {
    bytes: (await readFile(join(chunks, name))).byteLength,
    pagesFor: (question) => [
      ...new Set(index.search(question).map(({ id }) => String(id).replace(/#.*$/, "").replace(/^\//, "")))
    ]
  }
}
