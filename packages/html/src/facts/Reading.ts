/** What all readers of facts share: the tree, where its subtrees end, and what of it counts. */
import { isKnown, meaningOf } from "@orbweaver/core/internal/evidence/concepts"
import { detachString } from "@orbweaver/core/internal/support/detachString"
import {
  attribute,
  attributeBit,
  hasAttribute,
  isWhitespace,
  tagNameOf,
  text,
  subtreeEnds,
  type Tree
} from "../tree/Tree.ts"
import { kind, Kind, Tag } from "../tree/tags.ts"
import { collapsed } from "../page/line.ts"

export interface Reading {
  readonly tree: Tree
  readonly base: URL
  readonly ends: Int32Array
  /** 1 for what is no content of the page: frames of the site, hidden parts, code. */
  readonly out: Uint8Array
  /** The text that was read last, since several readers look at one element after another. */
  readonly lastText: { node: number; characters: number; text: string }
  /** What stands before each node, by which any part of the page is counted by one subtraction. */
  readonly before: Before
  /** Concepts of class names, lists of classes and labels seen so far: a page has few, and many elements with them. */
  readonly classMeanings: Map<string, string | undefined>
  readonly classLists: Map<string, ReadonlyArray<string>>
  readonly meanings: Map<string, Meaning>
}

export interface Meaning {
  /** See `meaningOf`. */
  readonly meaning: string
  /** Whether that is a concept. */
  readonly isKnown: boolean
}

interface Before {
  /** Elements that are blocks. */
  readonly blocks: Int32Array
  /** Characters of visible text as they are in the source. */
  readonly characters: Int32Array
  /** Visible texts with a figure, and with a colon, in them; one with a reference may have either. */
  readonly figures: Int32Array
  readonly colons: Int32Array
}

export const bounds = {
  /** Facts of the visible page, groups, rows of one group. */
  facts: 3_000,
  groups: 200,
  rows: 1_000,
  /** Characters of a label and of a value. */
  label: 60,
  value: 2_000,
  /** Characters that are read at least, for the readers of one line. */
  line: 201,
  /** Nodes of an element that is read as one text. */
  nodes: 200,
  /** Different class names that are looked at; lists of them and labels that are remembered. */
  classes: 5_000,
  remembered: 5_000
} as const

const frames = new Set<number>([
  Tag.nav,
  Tag.aside,
  Tag.footer,
  Tag.dialog,
  Tag.form,
  Tag.button,
  Tag.select,
  Tag.textarea
])
/** The footer of an article is its own: tags, categories, who wrote it. */
const isFrame = (tree: Tree, node: number, tag: number): boolean =>
  frames.has(tag) && (tag !== Tag.footer || tree.tag[tree.parent[node]!] !== Tag.article)

const hiding = attributeBit("hidden") | attributeBit("style") | attributeBit("aria-hidden")

export const readingOf = (tree: Tree, base: URL): Reading => {
  const ends = subtreeEnds(tree)
  const out = new Uint8Array(tree.size)
  for (let node = 1; node < tree.size; node++) {
    const tag = tree.tag[node]!
    if (out[tree.parent[node]!] !== 0) out[node] = 1
    else if (tag !== Tag.text && ((kind[tag]! & Kind.skip) !== 0 || isFrame(tree, node, tag) || isHidden(tree, node)))
      out[node] = 1
  }
  return {
    tree,
    base,
    ends,
    out,
    before: beforeEach(tree, out),
    lastText: { node: -1, characters: 0, text: "" },
    classMeanings: new Map(),
    classLists: new Map(),
    meanings: new Map()
  }
}

const beforeEach = (tree: Tree, out: Uint8Array): Before => {
  const counts = (): Int32Array => new Int32Array(tree.size + 1)
  const [blocks, characters, figures, colons] = [counts(), counts(), counts(), counts()]
  for (let node = 0; node < tree.size; node++) {
    const isText = tree.tag[node] === Tag.text && out[node] === 0
    const [hasFigure, hasColon] = isText ? signsOf(tree, node) : [false, false]
    blocks[node + 1] = blocks[node]! + ((kind[tree.tag[node]!]! & Kind.block) === 0 ? 0 : 1)
    characters[node + 1] = characters[node]! + (isText ? tree.end[node]! - tree.start[node]! : 0)
    figures[node + 1] = figures[node]! + (hasFigure ? 1 : 0)
    colons[node + 1] = colons[node]! + (hasColon ? 1 : 0)
  }
  return { blocks, characters, figures, colons }
}

const signsOf = ({ codes, end, start }: Tree, node: number): readonly [hasFigure: boolean, hasColon: boolean] => {
  let figure = false
  let colon = false
  for (let at = start[node]!; at < end[node]! && !(figure && colon); at++) {
    const code = codes[at]!
    if (code === 38) return [true, true]
    // Beyond ASCII there are figures of other scripts, and the colon and the figures of full width.
    if ((code >= 48 && code <= 57) || (code >= 0xff10 && code <= 0xff19)) figure = true
    else if (code === 58 || code === 0xff1a) colon = true
  }
  return [figure, colon]
}

const countIn = (counts: Int32Array, { ends }: Reading, node: number): number => counts[ends[node]!]! - counts[node]!

/** Whether visible text inside has a figure; true also where a reference may stand for one. */
export const holdsFigure = (reading: Reading, node: number): boolean =>
  countIn(reading.before.figures, reading, node) > 0

/** Whether visible text inside has a colon; true also where a reference may stand for one. */
export const holdsColon = (reading: Reading, node: number): boolean => countIn(reading.before.colons, reading, node) > 0

/** Characters of the visible text inside, as it is in the source. */
export const charactersIn = (reading: Reading, node: number): number =>
  countIn(reading.before.characters, reading, node)

const isHidden = (tree: Tree, node: number): boolean =>
  (tree.attributeMask[node]! & hiding) !== 0 &&
  (hasAttribute(tree, node, "hidden") ||
    attribute(tree, node, "aria-hidden") === "true" ||
    /display\s*:\s*none/i.test(attribute(tree, node, "style") ?? ""))

/** What is no longer so. */
export const struck = new Set<number>([Tag.del, Tag.s, Tag.strike])

/** The visible text of an element in one line, without what is struck out; `""` when it is too large. */
export const textOf = (reading: Reading, node: number, maxCharacters: number = bounds.value): string => {
  const { lastText } = reading
  if (lastText.node !== node || lastText.characters < maxCharacters) {
    lastText.node = node
    lastText.characters = Math.max(maxCharacters, bounds.line)
    lastText.text = readText(reading, node, lastText.characters)
  }
  return lastText.text.length <= maxCharacters ? lastText.text : lastText.text.slice(0, maxCharacters)
}

const readText = ({ ends, out, tree }: Reading, node: number, maxCharacters: number): string => {
  const end = ends[node]!
  if (end - node > bounds.nodes) return ""
  let all = ""
  for (let at = node; at < end && all.length <= maxCharacters; at++) {
    const tag = tree.tag[at]!
    if (tag === Tag.text) {
      if (out[at] === 0) all += isWhitespace(tree, at) ? " " : text(tree, at)
    } else if (tag === Tag.br || (kind[tag]! & Kind.block) !== 0) all += " "
    else if (struck.has(tag) && at !== node) at = ends[at]! - 1
  }
  return line(all).slice(0, maxCharacters)
}

export const line = (raw: string): string => detachString(collapsed(raw))

/** Where an element stands: `#spec tr`, `main p.price`; at most three steps. */
export const cssPath = (reading: Reading, node: number): string => {
  const { tree } = reading
  const steps: Array<string> = []
  for (let at = node; at > 0 && steps.length < 3; at = tree.parent[at]!) {
    const tag = tree.tag[at]!
    if (tag === Tag.text || tag === Tag.html || tag === Tag.body || tag === Tag.document) continue
    const id = attribute(tree, at, "id")
    if (id !== undefined && /^[\w-]{1,40}$/.test(id)) {
      steps.push(`#${id}`)
      break
    }
    const [first] = classesOf(reading, at)
    steps.push(tagNameOf(tree, at) + (first !== undefined && /^[\w-]{1,40}$/.test(first) ? `.${first}` : ""))
  }
  return detachString(steps.toReversed().join(" "))
}

export const classesOf = ({ classLists, tree }: Reading, node: number): ReadonlyArray<string> => {
  const names = attribute(tree, node, "class")
  if (names === undefined) return []
  const known = classLists.get(names)
  if (known !== undefined) return known
  const list = names.split(/\s+/, 12).filter(Boolean)
  if (classLists.size < bounds.remembered) classLists.set(names, list)
  return list
}

/** What a label means. */
export const meaningIn = ({ meanings }: Reading, label: string): Meaning => {
  const before = meanings.get(label)
  if (before !== undefined) return before
  const meaning = meaningOf(label)
  const found = { isKnown: isKnown(meaning), meaning }
  if (label.length <= bounds.value && meanings.size < bounds.remembered) meanings.set(label, found)
  return found
}

export const addressIn = ({ base, tree }: Reading, node: number, name: string): string | undefined => {
  const value = attribute(tree, node, name)?.trim()
  return value === undefined || value === "" ? undefined : URL.parse(value, base.href)?.href
}

export const children = (tree: Tree, node: number): ReadonlyArray<number> => {
  const found: Array<number> = []
  for (let at = tree.first[node]!; at >= 0; at = tree.next[at]!) if (tree.tag[at] !== Tag.text) found.push(at)
  return found
}

/** True when no block stands inside. */
export const isLeafBlock = ({ before: { blocks }, ends }: Reading, node: number): boolean => {
  const end = ends[node]!
  return end - node <= bounds.nodes && blocks[end] === blocks[node + 1]
}
