/** Comments of a sheet (ECMA-376 part 1 §18.7) and the threads that current programs write ([MS-XLSX], threaded comments), by cell. */
import { attr, child, children, descendants, textOf } from "../../bytes/xml.ts"
import type { Package } from "../../bytes/office.ts"
import { escapeText } from "../../markup/html.ts"

const maxComments = 5000

/** HTML of the comments by cell reference such as `B2`. */
export const readComments = (office: Package, sheet: string): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  const relations = [...office.relations(sheet).values()]
  const threads = relations.find(({ type }) => type === "threadedComment")
  if (threads !== undefined)
    for (const comment of children(child(office.xml(threads.target), "ThreadedComments"), "threadedComment"))
      add(found, attr(comment, "ref"), textOf(child(comment, "text")))
  const plain = relations.find(({ type }) => type === "comments")
  if (plain === undefined) return found
  const threaded = new Set(found.keys())
  const root = child(office.xml(plain.target), "comments")
  for (const comment of children(child(root, "commentList"), "comment")) {
    const reference = attr(comment, "ref")
    // The comment of a thread says in words that it is one.
    if (reference !== undefined && threaded.has(reference)) continue
    const text = descendants(child(comment, "text"), "t").map(textOf).join("")
    add(found, reference, text)
  }
  return found
}

const add = (found: Map<string, string>, reference: string | undefined, text: string): void => {
  const html = escapeText(text.trim()).replaceAll(/\r?\n/g, "<br>")
  if (reference === undefined || html === "" || found.size >= maxComments) return
  const before = found.get(reference)
  found.set(reference, before === undefined ? html : `${before}<br>${html}`)
}
