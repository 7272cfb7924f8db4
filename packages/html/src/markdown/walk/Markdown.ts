/**
 * A page as Markdown: CommonMark with the extensions of GFM, and `$…$` for formulas.
 *
 * One walk over the tree of the page, in time and space that grow no faster than the page. What the output looks like is
 * described rule by rule in `docs/reference/markdown.md` and by example in `test/golden`.
 */
import type { MarkdownOptions, MarkdownPart } from "../writer/options.ts"
import { findInlineNotes, writeInlineNotes } from "../rules/inlineNotes.ts"
import { makeWriter } from "./makeWriter.ts"
import { writeTree } from "./walk.ts"
import type { Tree } from "../../tree/Tree.ts"

export type { MarkdownOptions, MarkdownPart }

/** The Markdown of a page or of part of it, without a line feed at the end; `""` when nothing is to be read. */
export const toMarkdown = (tree: Tree, options: MarkdownOptions & MarkdownPart): string => {
  const writer = makeWriter(tree, options)
  writer.inlineNotes = findInlineNotes(writer)
  for (const root of writer.roots) {
    writeTree(writer, root)
    writer.boundary(2)
  }
  if (writer.inlineNotes !== undefined) writeInlineNotes(writer.inlineNotes, writer, (node) => writeTree(writer, node))
  return writer.output.chars.finish()
}
