/**
 * Footnotes to `[^1]` and `[^1]: …`, from the structures that Markdown renderers, wikis and publishing tools write: a
 * raised link to a place on the page, and the list item or paragraph that stands there.
 *
 * References and definitions are paired before anything is written, so a reference whose note is not part of what is
 * written stays a link.
 */
import { attribute, attributeBit, subtreeEnd, text, type Tree } from "../../tree/Tree.ts"
import { kind, Kind, Tag } from "../../tree/tags.ts"
import type { Footnotes } from "../structure/openStructures.ts"
import { Flow, type Writer } from "../writer/Writer.ts"

class FoundFootnotes implements Footnotes {
  readonly references = new Map<number, string>()
  readonly definitions = new Map<number, string>()
  readonly backLabels = new Set<number>()
  open = 0

  private readonly tree: Tree

  constructor(tree: Tree) {
    this.tree = tree
  }

  isBackLink(node: number, href: string): boolean {
    if (this.open === 0) return false
    const name = attribute(this.tree, node, "class") ?? ""
    return (
      /back|return|footnote-number/.test(name) ||
      /ref|back|anchor|src|return/i.test(href) ||
      !/[\p{L}\p{N}]/u.test(shownText(this.tree, node))
    )
  }
}

interface Candidate {
  readonly label: string
  readonly nodes: Array<number>
  readonly first: number
}

const noteClass = /footnote|noteref|\bfn\b|endnote/i

/** Pairs references and definitions among the nodes that are written; undefined when the page has none. */
const findFootnotes = (w: Writer): Footnotes | undefined => {
  const { tree } = w
  const candidates = new Map<string, Candidate>()
  const { size, tag } = tree
  for (let at = tag.indexOf(Tag.a); at >= 0 && at < size; at = tag.indexOf(Tag.a, at + 1)) {
    addReference(tree, at, candidates)
  }
  if (candidates.size === 0) return undefined
  const found = new FoundFootnotes(tree)
  const labels = new Map<string, number>()
  const idBits = attributeBit("id") | attributeBit("name")
  eachVisibleNode(w, (node) => {
    if ((tree.attributeMask[node]! & idBits) === 0 || tree.tag[node] === Tag.text) return
    const id = attribute(tree, node, "id") ?? attribute(tree, node, "name")
    const candidate = id === undefined ? undefined : candidates.get(id)
    if (candidate === undefined || candidate.first > node) return
    const definition = definitionOf(tree, node)
    if (definition < 0 || found.definitions.has(definition) || definition <= candidate.first) return
    const label = unique(labels, candidate.label)
    found.definitions.set(definition, label)
    for (const reference of candidate.nodes) found.references.set(reference, label)
    const lead = leadOf(tree, definition)
    if (lead >= 0) found.backLabels.add(lead)
    candidates.delete(id!)
  })
  return found.definitions.size === 0 ? undefined : found
}

/** Visits the elements and texts that are written. */
const eachVisibleNode = (w: Writer, visit: (node: number) => void): void => {
  const { tree } = w
  for (const root of w.roots) {
    const end = subtreeEnd(tree, root)
    for (let at = root; at < end; at++) {
      const tag = tree.tag[at]!
      if (tag !== Tag.text && ((kind[tag]! & Kind.skip) !== 0 || w.isDropped(at))) at = subtreeEnd(tree, at) - 1
      else visit(at)
    }
  }
}

const addReference = (tree: Tree, node: number, candidates: Map<string, Candidate>): void => {
  if (!isReference(tree, node)) return
  const found = /^\[?\s*(?:\w+\s)?([\p{L}\p{N}*†‡§¶]{1,8})\s*\]?$/u.exec(shownText(tree, node).trim())
  if (found === null) return
  const id = decoded(attribute(tree, node, "href")!.slice(1))
  const raised = raisedBy(tree, node)
  const reference = raised >= 0 ? raised : node
  const candidate = candidates.get(id)
  if (candidate !== undefined) candidate.nodes.push(reference)
  else candidates.set(id, { label: found[1]!, nodes: [reference], first: node })
}

/** A link to a place on the page that is raised or called a reference, and does not lead back. */
const isReference = (tree: Tree, node: number): boolean => {
  if (tree.first[node]! < 0) return false
  const href = attribute(tree, node, "href")
  if (href === undefined || href.length < 2 || href.charCodeAt(0) !== 35) return false
  const name = attribute(tree, node, "class") ?? ""
  if (/back|footnote-number/.test(name)) return false
  return (
    tree.tag[tree.parent[node]!] === Tag.sup ||
    raisedBy(tree, node) >= 0 ||
    tree.tag[tree.first[node]!] === Tag.sup ||
    noteClass.test(name) ||
    attribute(tree, node, "role") === "doc-noteref"
  )
}

/** The raised element that holds nothing but a link, whatever is wrapped around that; -1 when there is none. */
const raisedBy = (tree: Tree, link: number): number => {
  let inner = link
  for (let step = 0; step < 3; step++) {
    const parent = tree.parent[inner]!
    const tag = tree.tag[parent]
    if ((tag !== Tag.sup && tag !== Tag.span) || !isOnly(tree, parent, inner)) return -1
    if (tag === Tag.sup) return parent
    inner = parent
  }
  return -1
}

/** The link in a raised text, perhaps wrapped in spans; -1 without one. */
const linkIn = (tree: Tree, node: number): number => {
  let child = tree.first[node]!
  for (let steps = 0; child >= 0 && tree.tag[child] !== Tag.a && steps < 8; steps++)
    child = tree.tag[child] === Tag.span ? tree.first[child]! : tree.next[child]!
  return child >= 0 && tree.tag[child] === Tag.a ? child : -1
}

const decoded = (fragment: string): string => {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

/** True when an element holds nothing but a link and the brackets around it. */
const isOnly = (tree: Tree, parent: number, node: number): boolean => {
  for (let at = tree.first[parent]!; at >= 0; at = tree.next[at]!) {
    if (at !== node && (tree.tag[at] !== Tag.text || !/^[\s[\]()]*$/.test(text(tree, at).slice(0, 64)))) return false
  }
  return true
}

const levels = 3

/** The block that is the note an anchor marks, -1 when the place is something else. */
const definitionOf = (tree: Tree, node: number): number => {
  let at = node
  for (let level = 0; level <= levels && at > 0; level++, at = tree.parent[at]!) {
    const tag = tree.tag[at]
    if (tag === Tag.li || tag === Tag.dd || tag === Tag.p) return at
    if (tag === Tag.div || tag === Tag.aside) {
      const name = `${attribute(tree, at, "class") ?? ""} ${attribute(tree, at, "id") ?? ""}`
      return /foot|note|cite|\bfn/i.test(name) ? at : -1
    }
    if (tag !== Tag.a && tag !== Tag.span && tag !== Tag.sup && tag !== Tag.b && tag !== Tag.strong) return -1
  }
  return -1
}

/** The label or the way back that a definition starts with, -1 when it starts with its text. */
const leadOf = (tree: Tree, definition: number): number => {
  let at = tree.first[definition]!
  while (at >= 0 && tree.tag[at] === Tag.text && text(tree, at).trim() === "") at = tree.next[at]!
  if (at < 0 || (tree.tag[at] !== Tag.span && tree.tag[at] !== Tag.sup)) return -1
  if (/back-?link|\blabel\b|fn-bracket/.test(attribute(tree, at, "class") ?? "")) return at
  return tree.tag[at] === Tag.sup && /^\[?[\d*†‡§]{1,4}\]?$/.test(shownText(tree, at).trim()) ? at : -1
}

/** A label that is not used yet; `labels` counts how often each was wanted. */
const unique = (labels: Map<string, number>, wanted: string): string => {
  const base = /^[\p{L}\p{N}]+$/u.test(wanted) ? wanted : String(labels.size + 1)
  const used = (labels.get(base) ?? 0) + 1
  labels.set(base, used)
  return used === 1 ? base : `${base}-${used}`
}

const shownNodes = 8

/** The text of a small element. */
const shownText = (tree: Tree, node: number): string => {
  let all = ""
  for (let at = node + 1; at < tree.size && at <= node + shownNodes && tree.parent[at]! >= node; at++) {
    if (tree.tag[at] === Tag.text) all += text(tree, at).slice(0, 64)
  }
  return all
}

export const openNote = (w: Writer, label: string): void => {
  w.boundary(2)
  w.output.enter(`[^${label}]: `, "    ")
  w.footnotes!.open++
}

export const closeNote = (w: Writer): void => {
  w.boundary(2)
  w.output.leave()
  w.output.separate(2)
  w.footnotes!.open--
}

/** The label of the note that an element refers to. The first candidate makes the writer look for all notes. */
export const noteReference = (w: Writer, node: number): string | undefined => {
  if (!w.footnotesSought) {
    const link = w.tree.tag[node] === Tag.sup ? linkIn(w.tree, node) : node
    if (link < 0 || !isReference(w.tree, link)) return undefined
    w.footnotesSought = true
    w.footnotes = findFootnotes(w)
  }
  return w.footnotes?.references.get(node)
}

/** True when an element starts a note here: in a line or a cell it stays what it is. */
export const noteLabel = (w: Writer, node: number): string | undefined =>
  w.flow === Flow.block ? w.footnotes?.definitions.get(node) : undefined
