/**
 * Links. The text of a link may hold any inline markup; a link around blocks becomes one in each block. An anchor
 * without a usable address becomes its text; one without text is omitted.
 */
import { lineOf } from "../../page/line.ts"
import { isWhitespace, subtreeEnd, text, type Tree } from "../../tree/Tree.ts"
import { kind, Kind, Tag, tagFlags } from "../../tree/tags.ts"
import { escapeDestination } from "../../page/Addresses.ts"
import { noteReference } from "./footnotes.ts"
import { Mark } from "../text/Run.ts"
import { descend, Flow, skip, type Writer } from "../writer/Writer.ts"

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
  if (tree.first[node]! < 0) return emptyLink(w, node, href)
  const isWithin = href.charCodeAt(0) === 35 && href.length > 1
  const destination = isWithin ? escapeDestination(href) : w.addresses.link(href)
  if (destination === "" || destination.length > maxDestination) return descend
  const title = w.attributes.get(node, "title")
  run.open(node, Mark.link, destination, title === undefined ? "" : title.replace(/\s+/g, " ").trim())
  return descend
}

/** Longer addresses are those of advertisements, which say nothing to a reader; their text stays. */
const maxDestination = 1_500

/**
 * An anchor without content. A card has one stretched over all of it: its address then goes to the first text of the
 * card that follows, or to the words that the anchor has for screen readers.
 */
const emptyLink = (w: Writer, node: number, href: string): boolean => {
  const { tree } = w
  const parent = tree.parent[node]!
  if (href.startsWith("#") || w.flow !== Flow.block || !isCard[tree.tag[parent]!]) return skip
  const destination = w.addresses.link(href)
  if (destination === "" || destination.length > maxDestination) return skip
  const label = (
    w.attributes.get(node, "aria-label") ??
    w.attributes.get(node, "title") ??
    headingOf(tree, parent)
  ).trim()
  if (tree.next[node]! >= 0) w.cardLink = { card: parent, destination }
  else if (label !== "") {
    w.boundary(1)
    w.run.open(node, Mark.link, destination)
    w.run.addText(label.replace(/\s+/g, " "))
    w.run.closeNode(node)
    w.boundary(1)
  }
  return skip
}

/** Nodes of a card that are looked at, and characters of its heading. */
const maxCardNodes = 64
const maxHeading = 200

/** The first heading of a card, `""` without one. */
const headingOf = (tree: Tree, card: number): string => {
  const end = Math.min(subtreeEnd(tree, card), card + maxCardNodes)
  for (let at = card + 1; at < end; at++)
    if ((kind[tree.tag[at]!]! & Kind.heading) !== 0) return lineOf(tree, at, subtreeEnd(tree, at), maxHeading)
  return ""
}

const isCard = tagFlags([Tag.div, Tag.li, Tag.article, Tag.section, Tag.figure, Tag.unknown])

/** Nodes between a card and its first text: more is no card. */
const maxCardDepth = 12

/** Writes the first text of a card as the link of the card; false where no such link waits. */
export const writeCardText = (w: Writer, node: number): boolean => {
  const { cardLink, run, tree } = w
  if (cardLink === undefined || isWhitespace(tree, node)) return false
  w.cardLink = undefined
  let at = tree.parent[node]!
  for (let steps = 0; steps < maxCardDepth && at > cardLink.card; steps++) at = tree.parent[at]!
  if (at !== cardLink.card || run.inLink || w.flow === Flow.cell) return false
  run.open(node, Mark.link, cardLink.destination)
  w.text(node)
  run.closeNode(node)
  return true
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
