/**
 * Writers for pages, and one that has seen a little of everything and is never used again.
 *
 * At a full collection V8 forgets the shapes of objects of which none is alive, and throws away the code it had optimised
 * for them: between two pages no writer is alive. Pages that came after a collection took up to three times as long to
 * write; with one of each kind kept they take as long as any. It costs some kilobytes, and a few milliseconds of start-up.
 */
import type { MarkdownOptions, MarkdownPart } from "../writer/options.ts"
import { parse } from "../../tree/parse.ts"
import type { Tree } from "../../tree/Tree.ts"
import { writeTree } from "./walk.ts"
import { Writer } from "../writer/Writer.ts"

export const makeWriter = (tree: Tree, options: MarkdownOptions & MarkdownPart): Writer => new Writer(tree, options)

const example = `<h2>Title &amp; *more*</h2><p style="color:red">Some <b>strong</b> <i>text</i>, a <code>c</code>,
a <a href="/path" title="Title">link</a>, <a href="https://example.com/a(b)">another</a><br>and <sup>more</sup> 日本
<img src="/i.png" alt="An image"></p><ul><li>one<li>two</ul><blockquote>three</blockquote>`

const createWriter = (): Writer => {
  const writer = new Writer(parse(example), { baseUrl: new URL("https://example.com/folder/page?q") })
  writeTree(writer, 0)
  return writer
}

/** Exported to stay alive: a constant that nothing can reach is collected. */
export const sharedWriter: Writer = createWriter()
