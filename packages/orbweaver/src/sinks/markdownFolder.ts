/** Documents as files of a folder: Markdown under front matter, named by the address of the page. */
import { join } from "node:path"
import { writeAtomically } from "./atomicFile.ts"
import { checkPath } from "./checkPath.ts"
import { fileNameOf, fileTextOf, type PageDocument } from "./pageFile.ts"
import type { Sink } from "./Sink.ts"

/**
 * Each file is whole or not there. A page that is written again replaces its own file; files of other pages stay. A
 * document without Markdown becomes a JSON file.
 */
export const markdownFolder = (folder: string): Sink<PageDocument> => {
  checkPath("markdownFolder", "folder", folder)
  return { write: (document) => writeAtomically(join(folder, fileNameOf(document)), fileTextOf(document)) }
}
