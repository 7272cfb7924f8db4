/** Documents as files of a folder: Markdown under front matter, at the path of the page. */
import { join } from "node:path"
import * as Given from "@orbweaver/core/internal/model/givenOptions"
import { invalid } from "@orbweaver/core/model/InvalidInput"
import { writeAtomically } from "./atomicFile.ts"
import { checkPath } from "./checkPath.ts"
import { beginIndex, finishFolder, originOf } from "./folder/finishFolder.ts"
import { makePagePaths, type PagePaths } from "./folder/pagePath.ts"
import { makePictures, type PictureLimits, type Pictures } from "./folder/pictures.ts"
import { fileTextOf, type PageDocument } from "./pageFile.ts"
import type { Sink, SinkContext } from "./Sink.ts"

export interface MarkdownFolderOptions {
  /**
   * Save the pictures of the Markdown in `@pictures`, and link to them: `true`, or limits. They are requested through the
   * instance of the job, and so by its egress policy. Default: `false`, they stay on the web.
   */
  readonly pictures?: boolean | PictureLimits | undefined
}

const count = (given: unknown) => Number.isSafeInteger(given) && (given as number) >= 1

const schemas: Given.OptionSchemas<MarkdownFolderOptions> = {
  pictures: Given.value("`true`, or `{ maxCount, maxBytes, maxTotalBytes }` with whole numbers from 1", isPictures)
}

function isPictures(given: unknown): boolean {
  if (typeof given === "boolean") return true
  if (typeof given !== "object" || given === null) return false
  return Object.entries(given).every(
    ([name, limit]) => ["maxCount", "maxBytes", "maxTotalBytes"].includes(name) && (limit === undefined || count(limit))
  )
}

/**
 * A page is at the path of its address: `docs/intro.md`, and `docs/index.md` for `/docs/`. An address that a path does not
 * say whole, for example one with a query or capitals, ends in a digest. Pages of other origins than that of the first page
 * are in `@HOST`.
 *
 * Each file is whole or not there. A page that is written again replaces its own file; other files stay. A document without
 * Markdown becomes a JSON file. At the end, also that of a job that was stopped, links between the pages of the folder
 * become relative, and `index.json` lists them: `{ version, origin, pages: [{ url, title, …, file }] }`.
 */
export const markdownFolder = (folder: string, options: MarkdownFolderOptions = {}): Sink<PageDocument> => {
  checkPath("markdownFolder", "folder", folder)
  Given.checkOptions("options of markdownFolder", schemas, options)
  const { pictures: wanted = false } = options
  let context: SinkContext | undefined
  let pictures: Pictures | undefined
  let opened: Promise<PagePaths> | undefined

  const begin = async ({ metadata }: PageDocument): Promise<PagePaths> => {
    const known = await originOf(folder)
    const { origin } = new URL(metadata.url)
    if (known === undefined) await beginIndex(folder, origin)
    return makePagePaths(known ?? origin)
  }
  const finish = async () => {
    for (const warning of pictures?.warnings() ?? []) context?.warn?.(warning)
    if (opened !== undefined) await finishFolder(folder, await opened)
  }
  return {
    open: (given) => {
      context = given
      if (wanted === false) return
      if (given.download === undefined) {
        throw invalid(
          "options of markdownFolder",
          ["pictures"],
          "Pictures are requested through an instance: use `orb.crawl(…).to(markdownFolder(…))`, or give `writePages` a `download`"
        )
      }
      pictures = makePictures(folder, given.download, wanted === true ? {} : wanted)
    },
    write: async (document) => {
      const paths = await (opened ??= begin(document))
      const { markdown } = document
      const path = paths.pathOf(new URL(document.metadata.url), markdown === undefined ? ".json" : ".md")
      const local =
        markdown === undefined || pictures === undefined
          ? document
          : { ...document, markdown: await pictures.localize(markdown, path) }
      await writeAtomically(join(folder, path), fileTextOf(local))
    },
    end: finish,
    abort: finish
  }
}
