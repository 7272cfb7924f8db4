/**
 * A page as Markdown: CommonMark with the extensions of GFM, and `$…$` for formulas.
 *
 * One walk over the tree of the page, in time and space that grow no faster than the page. What the output looks like is
 * described rule by rule in `docs/html/markdown.md` and by example in `test/golden`.
 */
import { makeWriter } from "./markdown/makeWriter.ts"
import { writeTree } from "./markdown/walk.ts"
import type { Tree } from "./tree/Tree.ts"

export interface MarkdownOptions {
  /** What addresses of the page are relative to: its URL, or that of its `base` element. */
  readonly baseUrl: URL
  /** Writes `<Base64-Image-Removed>` for images that are part of the page itself. */
  readonly removeBase64Images?: boolean | undefined
}

/** Which part of a page is written. */
export interface MarkdownPart {
  /** Nodes to write in document order, none inside another; the whole page when absent. */
  readonly roots?: ReadonlyArray<number> | undefined
  /** Not 0 for a node that is left out with everything in it. */
  readonly drop?: Uint8Array | undefined
}

/** The Markdown of a page or of part of it, without a line feed at the end; `""` when nothing is to be read. */
export const toMarkdown = (tree: Tree, options: MarkdownOptions & MarkdownPart): string => {
  const writer = makeWriter(tree, options)
  for (const root of writer.roots) {
    writeTree(writer, root)
    writer.boundary(2)
  }
  return writer.output.chars.toString()
}
