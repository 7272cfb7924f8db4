/**
 * Footnotes to `[^1]` and `[^1]: …`, from the structures that Markdown renderers, wikis and publishing tools write: a
 * raised link to a place on the page, and the list item or paragraph that stands there.
 *
 * References and definitions are paired before anything is written, so a reference whose note is not part of what is
 * written stays a link.
 */
import { attribute, attributeBit, isWhitespace, subtreeEnd, text, type Tree } from "../../tree/Tree.ts"
import { kind, Kind, Tag } from "../../tree/tags.ts"
import type { Footnotes } from "../structure/openStructures.ts"
import { Flow, type Writer } from "../writer/Writer.ts"

class FoundFootnotes implements Footnotes {
  readonly references = new Map<number, string>()
  readonly definitions = new Map<number, string>()
  readonly backLabels = new Set<number>()
  readonly packed = new Map<number, string>()
  readonly packedParagraphs = new Set<number>()
  readonly afterLabels = new Set<number>()
  packedIn = -1
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

const idBits = attributeBit("id") | attributeBit("name")

/** Pairs references and definitions among the nodes that are written; undefined when the page has none. */
const findFootnotes = (w: Writer): Footnotes | undefined => {
  const { tree } = w
  const candidates = new Map<string, Candidate>()
  const { size, tag } = tree
  for (let at = tag.indexOf(Tag.a); at >= 0 && at < size; at = tag.indexOf(Tag.a, at + 1)) {
    addReference(w, at, candidates)
  }
  if (candidates.size === 0) return undefined
  const found = new FoundFootnotes(tree)
  const labelled = (candidate: Candidate, { references }: FoundFootnotes): string => {
    const label = uniqueLabel(w.noteLabels, candidate.label)
    for (const reference of candidate.nodes) references.set(reference, label)
    return label
  }
  eachVisibleNode(w, (node) => {
    if ((tree.attributeMask[node]! & idBits) === 0 || tree.tag[node] === Tag.text) return
    const id = attribute(tree, node, "id") ?? attribute(tree, node, "name")
    const candidate = id === undefined ? undefined : candidates.get(id)
    if (candidate === undefined || candidate.first > node) return
    const definition = definitionOf(tree, node)
    if (definition < 0 || definition <= candidate.first) return
    if (found.definitions.has(definition) || found.packedParagraphs.has(definition)) {
      if (!startsLine(tree, node) || tree.parent[node] !== definition) return
      pack(tree, found, definition)
      found.packed.set(node, labelled(candidate, found))
      candidates.delete(id!)
      return
    }
    found.definitions.set(definition, labelled(candidate, found))
    const heading = headingOver(tree, node)
    if (heading >= 0) found.backLabels.add(heading)
    const lead = leadOf(tree, definition)
    if (lead >= 0) found.backLabels.add(lead)
    candidates.delete(id!)
  })
  return found.definitions.size === 0 && found.packed.size === 0 ? undefined : found
}

/** Whether an anchor begins a line: nothing or a line break stands before it. */
const startsLine = (tree: Tree, node: number): boolean => {
  let before = -1
  for (let at = tree.first[tree.parent[node]!]!, steps = 0; at >= 0 && at < node; at = tree.next[at]!) {
    if (tree.tag[at] !== Tag.text || text(tree, at).trim() !== "") before = at
    if (++steps > maxLineSiblings) return false
  }
  return before < 0 || tree.tag[before] === Tag.br
}

/** Nodes of a paragraph of notes. */
const maxLineSiblings = 400

/** Makes a paragraph that was one note a paragraph of several: the first begins with its anchor too. */
const pack = (tree: Tree, found: FoundFootnotes, paragraph: number): void => {
  if (found.packedParagraphs.has(paragraph)) return
  found.packedParagraphs.add(paragraph)
  for (let at = tree.first[paragraph]!; at >= 0; at = tree.next[at]!) {
    if (tree.tag[at] !== Tag.a) continue
    found.packed.set(at, found.definitions.get(paragraph)!)
    found.definitions.delete(paragraph)
    return
  }
}

/** The heading that holds nothing but the number of the note under it, as Texinfo writes it; -1 for others. */
const headingOver = (tree: Tree, node: number): number => {
  const parent = tree.parent[node]!
  return (kind[tree.tag[parent]!]! & Kind.heading) !== 0 && isOnly(tree, parent, node) ? parent : -1
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

const addReference = (w: Writer, node: number, candidates: Map<string, Candidate>): void => {
  const { tree } = w
  if (!isReference(w, node)) return
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
const isReference = (w: Writer, node: number): boolean => {
  const { tree } = w
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
    attribute(tree, node, "role") === "doc-noteref" ||
    isAnswered(w, node, href)
  )
}

/** A number that links to a link which leads back to it: Word, Texinfo and scripts of every kind do so, whatever they call it. */
const isAnswered = (w: Writer, node: number, href: string): boolean => {
  const { tree } = w
  if ((tree.attributeMask[node]! & idBits) === 0) return false
  const id = anchorOf(tree, node)
  if (id === "" || !/^[[(]?(?:\d{1,3}|[ivxlc]{1,6}|[*†‡§¶])[\])]?$/u.test(shownText(tree, node).trim())) return false
  w.anchorTargets ??= anchorTargets(tree)
  return w.anchorTargets.get(decoded(href.slice(1))) === id
}

const anchorOf = (tree: Tree, node: number): string =>
  attribute(tree, node, "id") ?? attribute(tree, node, "name") ?? ""

/** Where the links that are places themselves lead to on the page. */
const anchorTargets = (tree: Tree): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (let at = tree.tag.indexOf(Tag.a); at >= 0 && at < tree.size; at = tree.tag.indexOf(Tag.a, at + 1)) {
    if ((tree.attributeMask[at]! & idBits) === 0) continue
    const id = anchorOf(tree, at)
    const href = attribute(tree, at, "href") ?? ""
    if (id !== "" && href.startsWith("#")) found.set(id, decoded(href.slice(1)))
  }
  return found
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
    if ((kind[tag!]! & Kind.heading) !== 0) return headingOver(tree, node) === at ? paragraphAfter(tree, at) : -1
    if (tag === Tag.div || tag === Tag.aside) {
      const name = `${attribute(tree, at, "class") ?? ""} ${attribute(tree, at, "id") ?? ""}`
      return /foot|note|cite|\bfn/i.test(name) ? at : -1
    }
    if (tag !== Tag.a && tag !== Tag.span && tag !== Tag.sup && tag !== Tag.b && tag !== Tag.strong) return -1
  }
  return -1
}

const paragraphAfter = (tree: Tree, node: number): number => {
  let after = tree.next[node]!
  while (after >= 0 && isWhitespace(tree, after)) after = tree.next[after]!
  return after >= 0 && tree.tag[after] === Tag.p ? after : -1
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
export const uniqueLabel = (labels: Map<string, number>, wanted: string): string => {
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

/** Begins a note of a paragraph of several at its anchor, which is not written; false for other links. */
export const openPackedNote = (w: Writer, node: number): boolean => {
  const footnotes = w.footnotes
  const label = footnotes?.packed.get(node)
  if (footnotes === undefined || label === undefined || w.flow !== Flow.block) return false
  if (footnotes.packedIn >= 0) closeNote(w)
  openNote(w, label)
  footnotes.packedIn = w.tree.parent[node]!
  footnotes.afterLabels.add(w.tree.next[node]!)
  return true
}

/** What stands between the number of a note and its text. */
const afterLabel = /^\s*[.:)\]–-]\s*/

/** Writes the text behind the number of a note without the sign that parts them; false for other texts. */
export const writeAfterLabel = (w: Writer, node: number): boolean => {
  if (w.footnotes?.afterLabels.delete(node) !== true) return false
  const rest = text(w.tree, node).replace(afterLabel, "")
  w.run.addText(rest)
  return true
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
    if (link < 0 || !isReference(w, link)) return undefined
    w.footnotesSought = true
    w.footnotes = findFootnotes(w)
  }
  return w.footnotes?.references.get(node)
}

/** Whether a note ends with this element. */
export const endsNote = (w: Writer, node: number): boolean => {
  if (w.footnotes!.packedIn === node) {
    w.footnotes!.packedIn = -1
    return true
  }
  return noteLabel(w, node) !== undefined
}

/** True when an element starts a note here: in a line or a cell it stays what it is. */
export const noteLabel = (w: Writer, node: number): string | undefined =>
  w.flow === Flow.block ? w.footnotes?.definitions.get(node) : undefined
