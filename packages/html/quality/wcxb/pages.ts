/**
 * Reads WCXB, the Web Content eXtraction Benchmark (CC-BY-4.0), from a folder: `pages.json` lists the pages with the main
 * content that people marked, and `ID.html` is the page. Its pages lie outside of the project.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"

export const kinds = ["article", "forum", "product", "collection", "listing", "documentation", "service"] as const

export interface BenchmarkPage {
  readonly id: string
  readonly type: (typeof kinds)[number]
  readonly url: string | null
  /** 0 to 4; a site has all its pages in one fold. */
  readonly fold: number
  /** Plain text of the main content, without the title. */
  readonly content: string
  readonly date: string | null
  readonly author: string | null
}

/** Pages of these folds may be looked at; the others only measure what was written after looking. */
export const openFolds: ReadonlySet<number> = new Set([0, 1, 2])

export const readPages = (folder: string): ReadonlyArray<BenchmarkPage> =>
  JSON.parse(readFileSync(join(folder, "pages.json"), "utf8"))

export const readHtml = (folder: string, { id }: BenchmarkPage): string =>
  readFileSync(join(folder, `${id}.html`), "utf8")
