/**
 * Links. The text of a link may hold any inline markup; a link around blocks becomes one in each block. An anchor that
 * leads nowhere is its text; one without text is nothing.
 */
import { subtreeEnd, text, type Tree } from "../tree/Tree.ts"
import { kind, Kind, Tag } from "../tree/tags.ts"
import { noteReference } from "./footnotes.ts"
import { Mark } from "./Run.ts"
import { descend, skip, type Writer } from "./Writer.ts"

export const openAnchor = (w: Writer, node: number): boolean => {
  const { run, tree } = w
  const href = w.attributes.get(node, "href")
  if (href === undefined) return descend
  if (href.charCodeAt(0) === 35) {
    const label = noteReference(w, node)
    if (label !== undefined) {
      run.addAtom(Mark.raw, `[^${label}]`)
      return skip
    }
    if (w.footnotes?.isBackLink(node, href)) return skip
    if (isPermalink(tree, node)) return skip
    // Many headings link to themselves.
    if (w.heading > 0 || holdsHeading(tree, node)) return descend
  }
  if (run.inLink) return descend
  const destination = w.addresses.link(href)
  if (destination === "") return descend
  const title = w.attributes.get(node, "title")
  run.open(node, Mark.link, destination, title === undefined ? "" : title.replace(/\s+/g, " ").trim())
  return descend
}

/** A link around a heading, to a place on the page, leads to that heading. */
const holdsHeading = (tree: Tree, node: number): boolean => {
  for (let at = node + 1; at < tree.size && at <= node + signNodes && tree.parent[at]! >= node; at++)
    if ((kind[tree.tag[at]!]! & Kind.heading) !== 0) return true
  return false
}

/** Nodes looked at to find out whether an anchor says anything: a sign has few. */
const signNodes = 8
const signLength = 12

/** An anchor to a place on the page whose text is only a sign, such as ¶ or #: made for the mouse. */
const isPermalink = (tree: Tree, node: number): boolean => {
  const end = Math.min(subtreeEnd(tree, node), node + signNodes + 1)
  let seen = false
  for (let at = node + 1; at < end; at++) {
    const tag = tree.tag[at]!
    if (tag === Tag.img) return false
    if (tag !== Tag.text) continue
    const shown = text(tree, at).trim()
    if (shown.length > signLength || /[\p{L}\p{N}]/u.test(shown)) return false
    if (shown !== "") seen = true
  }
  return seen
}
