/** Reads the blocks of all pages. */
import { readPage, type TrainingPage } from "./page.ts"
import { type Folders, readSources } from "./sources.ts"

export interface Collected {
  readonly pages: ReadonlyArray<TrainingPage>
  /** The parts of names, by the index that pages have of them. */
  readonly words: ReadonlyArray<string>
}

export const collect = (folders: Folders): Collected => {
  const words = new Map<string, number>()
  const pages: Array<TrainingPage> = []
  for (const raw of readSources(folders)) {
    const page = readPage(raw, words)
    if (page.labels.length > 0) pages.push(page)
  }
  return { pages, words: [...words.keys()] }
}
