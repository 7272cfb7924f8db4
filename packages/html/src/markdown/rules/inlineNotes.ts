/**
 * Footnotes whose text stands in the sentence that it is a note to, and is shown at its side, below, or when it is asked
 * for: Distill's `d-footnote`, the side notes of Tufte CSS, LaTeXML's and WordPress's. They become `[^1]`, and the text goes
 * to the end.
 *
 * What tells them from words of the sentence: the name of the element ends in "note", it stands in a paragraph behind other
 * text, and it says something itself, where a mere reference has a sign or a number.
 */
import { classTest } from "../../page/byClass.ts"
import { attribute, attributeBit, subtreeEnd, tagNameOf, text, type Tree } from "../../tree/Tree.ts"
import { kind, Kind, Tag } from "../../tree/tags.ts"
import { Mark } from "../text/Run.ts"
import type { Writer } from "../writer/Writer.ts"
import type { InlineNotes } from "../structure/openStructures.ts"
import { uniqueLabel } from "./footnotes.ts"

const noteName =
  /(?:^|[\s_-])(?:foot|side|margin)-?notes?(?:$|\s)|(?:^|\s)ltx_role_footnote(?:$|\s)|footnote(?:__|-)(?:note|text|content)(?:$|\s)/i
const marker = /^[[(]?\s*(?:\d{1,3}|[*†‡§¶])\s*[\])]?$/u

const classBit = attributeBit("class")
/** Nodes of a note that are read to find out whether it says something. */
const readNodes = 24
/** Letters of a note, in a row, that say something. */
const says = /\p{L}{2}/u

export const findInlineNotes = (w: Writer): InlineNotes | undefined => {
  const { tree } = w
  const labels = new Map<number, string>()
  const markers = new Set<number>()
  const hasNoteClass = classTest(tree, isNoteName)
  for (let node = 1; node < tree.size; node++) {
    if (!isInlineNote(tree, node, hasNoteClass)) continue
    const before = markerBefore(tree, node)
    const leads = leadingMarkers(tree, node)
    for (const one of [...before, ...leads]) markers.add(one)
    const number = [...before, ...leads].map((one) => shown(tree, one).replace(/[^\d]/g, "")).find((one) => one !== "")
    labels.set(node, uniqueLabel(w.noteLabels, number ?? String(labels.size + 1)))
    node = subtreeEnd(tree, node) - 1
  }
  return labels.size === 0 ? undefined : { labels, markers, waiting: [] }
}

const isInlineNote = (tree: Tree, node: number, hasNoteClass: (node: number) => boolean): boolean => {
  const tag = tree.tag[node]!
  const isNamed =
    tag === Tag.unknown
      ? /-(?:foot|side|margin)note$/.test(tagNameOf(tree, node))
      : (tag === Tag.span || tag === Tag.small || tag === Tag.aside) &&
        (tree.attributeMask[node]! & classBit) !== 0 &&
        hasNoteClass(node)
  return isNamed && standsInSentence(tree, node) && says.test(shown(tree, node))
}

/** Most have no such word, and nothing more is looked at. */
const isNoteName = (names: string): boolean => /note/i.test(names) && noteName.test(names)

/** Whether text stands before an element in the same paragraph. */
const standsInSentence = (tree: Tree, node: number): boolean => {
  const parent = tree.parent[node]!
  for (let at = tree.first[parent]!, steps = 0; at >= 0 && at < node && steps < 1000; at = tree.next[at]!, steps++) {
    if ((kind[tree.tag[at]!]! & Kind.block) !== 0) return false
    if (tree.tag[at] === Tag.text && /[\p{L}\p{N}]/u.test(text(tree, at))) return true
  }
  return false
}

/** The numbers, check boxes and labels that stand right before a note. */
const markerBefore = (tree: Tree, node: number): ReadonlyArray<number> => {
  const siblings: Array<number> = []
  for (let at = tree.first[tree.parent[node]!]!; at >= 0 && at < node; at = tree.next[at]!) {
    if (tree.tag[at] !== Tag.text || text(tree, at).trim() !== "") siblings.push(at)
    if (siblings.length > 3) siblings.shift()
  }
  const found: Array<number> = []
  for (const at of siblings.toReversed()) {
    const tag = tree.tag[at]!
    const isMarker =
      tag === Tag.input ||
      ((tag === Tag.label || tag === Tag.sup || tag === Tag.a) &&
        (shown(tree, at) === "" || marker.test(shown(tree, at))))
    if (!isMarker) break
    found.push(at)
  }
  return found
}

/** The numbers that a note begins with. */
const leadingMarkers = (tree: Tree, note: number): ReadonlyArray<number> => {
  const found: Array<number> = []
  const end = Math.min(subtreeEnd(tree, note), note + readNodes)
  for (let at = note + 1; at < end; at++) {
    const tag = tree.tag[at]!
    if (tag === Tag.text) {
      if (text(tree, at).trim() !== "") break
    } else if (tag === Tag.sup || /\b(?:ltx_tag|number|mark)/.test(attribute(tree, at, "class") ?? "")) {
      if (!marker.test(shown(tree, at))) break
      found.push(at)
      at = subtreeEnd(tree, at) - 1
    }
  }
  return found
}

const shown = (tree: Tree, node: number): string => {
  const end = Math.min(subtreeEnd(tree, node), node + readNodes)
  let all = ""
  for (let at = node + 1; at < end; at++) if (tree.tag[at] === Tag.text) all += text(tree, at).slice(0, 64)
  return all.trim()
}

/** Writes the reference to a note in its place; false for other elements. */
export const writeInlineReference = ({ labels, waiting }: InlineNotes, w: Writer, node: number): boolean => {
  const label = labels.get(node)
  if (label === undefined) return false
  labels.delete(node)
  waiting.push({ node, label })
  w.run.addAtom(Mark.raw, `[^${label}]`)
  return true
}

/** Writes the notes whose place has been written. */
export const writeInlineNotes = ({ waiting }: InlineNotes, w: Writer, write: (node: number) => void): void => {
  for (const { label, node } of waiting) {
    w.boundary(2)
    w.output.enter(`[^${label}]: `, "    ")
    write(node)
    w.boundary(2)
    w.output.leave()
    w.output.separate(2)
  }
}
