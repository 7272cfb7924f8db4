/**
 * What one forward and one backward pass over a tree compute for every block: how much text it holds, how much of it is
 * linked, how much reads like prose, and what its names and roles say. Everything that decides about main content reads
 * these arrays and never the tree's attributes again.
 *
 * Lengths are in characters with white space collapsed; a CJK character counts two and a half, since it says as much as
 * that many letters.
 */
import { attributeBit, fillSubtreeEnds, isSpace, isWhitespace, tagNameOf, type Tree } from "../../tree/Tree.ts"
import { valueAt } from "../../tree/AttributeTable.ts"
import { isNamed } from "../../tree/token.ts"
import { kind, Kind, Tag, tagCount, tagFlags } from "../../tree/tags.ts"
import { isStreamed, isTabPanel, wrapsFormula } from "../../page/disclosure.ts"
import { Columns } from "./Columns.ts"
import { NameJudge } from "./NameJudge.ts"
import { noSums, type Sums, sumUp } from "./Sums.ts"
import { Boilerplate, judgeProse } from "../words/boilerplate.ts"
import { FormCounts } from "./FormCounts.ts"
import { isSignificantTag } from "../words/significantTags.ts"

export interface Features extends Sums {
  readonly tree: Tree
  readonly body: number
  /** First `<title>`, or -1. */
  readonly title: number
  /** One past the last node of each subtree. */
  readonly end: Int32Array
  /** 1 where an element starts a block of its own. */
  readonly isBlock: Uint8Array
  /** Characters of text whose nearest block is this one. */
  readonly own: Int32Array
  readonly ownLinked: Int32Array
  /** `Name` bits of class and id. */
  readonly names: Uint16Array
  /** A number for each distinct class attribute (digits aside) on the page; 0 for none. */
  readonly classKey: Int32Array
  /** `Mark` bits of role, hidden state and item property. */
  readonly marks: Uint8Array
  /** Blocks whose text cookie consent. */
  readonly consent: ReadonlyArray<number>
  /** Texts with signs that templates have, or as long as "NaN" and "undefined"; in document order. */
  readonly maybeTemplates: ReadonlyArray<number>
  /** `Holds` bits of the subtree. */
  readonly holds: Uint16Array
  /** What stands in each form. */
  readonly forms: FormCounts
}

export const Roles = {
  /** A landmark role of the frame: navigation, banner, search, dialog. */
  frameRole: 1,
  /** `role=main`. */
  mainRole: 2,
  /** Not displayed: `hidden`, `display: none`. */
  hidden: 4,
  /** `aria-hidden=true`. */
  ariaHidden: 8,
  /** `itemprop=articleBody`. */
  articleBody: 16,
  /** `role=article`. */
  articleRole: 32,
  /** `role=note` or `role=tablist`: content, unless the tabs are links. */
  note: 128
} as const

export const Contains = {
  block: 1,
  h1: 2,
  nav: 4,
  pre: 8,
  table: 16,
  quote: 32,
  image: 64,
  heading: 128,
  control: 256,
  list: 512,
  link: 1024,
  /** More than a heading and a line: two blocks or more with own text. */
  paragraph: 2048,
  /** Whose tag, names or marks say something about it. */
  significant: 4096,
  /** `main` or `article`. */
  content: 8192
} as const

const holdsOf = new Uint16Array(tagCount)
holdsOf[Tag.h1] = Contains.h1 | Contains.heading
for (const id of [Tag.h2, Tag.h3, Tag.h4, Tag.h5, Tag.h6]) holdsOf[id] = Contains.heading
holdsOf[Tag.nav] = Contains.nav
holdsOf[Tag.main] = holdsOf[Tag.article] = Contains.content
holdsOf[Tag.pre] = Contains.pre
holdsOf[Tag.table] = Contains.table
holdsOf[Tag.blockquote] = Contains.quote
for (const id of [Tag.img, Tag.picture, Tag.video, Tag.audio, Tag.iframe, Tag.embed]) holdsOf[id] = Contains.image
for (const id of [Tag.input, Tag.button, Tag.select, Tag.textarea]) holdsOf[id] = Contains.control
for (const id of [Tag.ul, Tag.ol, Tag.dl]) holdsOf[id] = Contains.list
holdsOf[Tag.a] = Contains.link
holdsOf[Tag.p] = Contains.paragraph
for (let id = 0; id < tagCount; id++) if (isSignificantTag[id] === 1) holdsOf[id]! |= Contains.significant

/** Cells of tables and lists, whose short texts are content even without being sentences. */
export const isCell = tagFlags([Tag.td, Tag.th, Tag.li, Tag.dd, Tag.dt, Tag.blockquote])

const classBit = attributeBit("class")
const idBit = attributeBit("id")
const judgedAttributes =
  classBit |
  idBit |
  attributeBit("role") |
  attributeBit("style") |
  attributeBit("hidden") |
  attributeBit("popover") |
  attributeBit("aria-hidden") |
  attributeBit("itemprop")

const frameRoles = new Set(
  `navigation banner contentinfo complementary search dialog alertdialog alert menu menubar toolbar tooltip status`.split(
    /\s+/
  )
)

export const readFeatures = (tree: Tree): Features => {
  const { codes, size, tag, parent } = tree
  const columns = new Columns(tree, 22)
  const end = fillSubtreeEnds(tree, columns.int32())
  const own = columns.int32()
  const ownLinked = columns.int32()
  const classKey = columns.int32()
  const names = columns.uint16()
  const holds = columns.uint16()
  const marks = columns.uint8()
  const isBlock = columns.uint8()
  const passing = new Columns(tree, 9)
  const stops = passing.int32()
  const block = passing.int32()
  const inLink = passing.uint8()
  const judge = new NameJudge()
  const findings = { names, marks, classKey }
  const maybeTemplates: Array<number> = []
  let body = 0
  let title = -1
  for (let node = 1; node < size; node++) {
    const id = tag[node]!
    const up = parent[node]!
    if (id === Tag.text) {
      if (isWhitespace(tree, node)) continue
      let length = 0
      let wide = 0
      let pauses = 0
      let seen = 0
      let afterSpace = 1
      for (let at = tree.start[node]!, to = tree.end[node]!; at < to; at++) {
        const code = codes[at]!
        if (code < 128) {
          // Of white space in a row, the first counts; nearly every character of a page's text passes here.
          const sort = sorts[code]!
          const space = sort & CharacterClass.space
          length += 1 - (space & afterSpace)
          pauses += (sort >> 1) & 1
          seen |= sort
          afterSpace = space
        } else {
          length++
          if (code > 0x2e80) wide++
          if (code === 0x3001 || code === 0x3002 || code === 0xff0c) pauses++
          afterSpace = 0
        }
      }
      if (length < 1) continue
      if ((seen & CharacterClass.sign) !== 0 || (length >= 3 && length <= maxNoValue)) maybeTemplates.push(node)
      length += (3 * wide) >> 1
      own[block[up]!]! += length
      stops[block[up]!]! += pauses
      if (inLink[up] === 1) ownLinked[block[up]!]! += length
      continue
    }
    if (kind[id]! & Kind.skip) {
      if (id === Tag.title && title < 0) title = node
      if (id === Tag.head && title < 0) title = titleIn(tree, node, end[node]!)
      node = end[node]! - 1
      continue
    }
    if (id === Tag.body && body === 0) body = node
    const starts = (kind[id]! & Kind.block) !== 0 || (id === Tag.unknown && isCustomBlock(tagNameOf(tree, node)))
    isBlock[node] = starts ? 1 : 0
    block[node] = starts ? node : block[up]!
    inLink[node] = id === Tag.a ? 1 : inLink[up]!
    if (tree.attributeMask[node]! & judgedAttributes) readAttributes(tree, node, judge, findings)
  }
  const consent: Array<number> = []
  const sums = valueBlocks(tree, { own, ownLinked, stops, end, consent })
  for (let node = size - 1; node > 0; node--) {
    const up = parent[node]!
    const judged = names[node] === 0 && marks[node] === 0 ? 0 : Contains.significant
    holds[up]! |= holds[node]! | holdsOf[tag[node]!]! | isBlock[node]! | judged
  }
  sumUp(tree, sums)
  return {
    tree,
    body,
    title,
    end,
    isBlock,
    own,
    ownLinked,
    names,
    classKey,
    marks,
    consent,
    maybeTemplates,
    holds,
    forms: new FormCounts(tree, end, own),
    ...sums
  }
}

/** Elements of a page's own, most of which are boxes. Those of MathJax stand in a line. */
const isCustomBlock = (name: string): boolean => name.includes("-") && !name.startsWith("mjx-")

/** Characters of what scripts write for a value that is not there, and a blank behind it. */
const maxNoValue = 11

const CharacterClass = { letter: 0, space: 1, pause: 2, sign: 4 } as const
const sorts = Uint8Array.from({ length: 128 }, (_, code) =>
  isSpace(code)
    ? CharacterClass.space
    : ",.;".includes(String.fromCharCode(code))
      ? CharacterClass.pause
      : "{[%".includes(String.fromCharCode(code))
        ? CharacterClass.sign
        : CharacterClass.letter
)

/** What the text of each block is worth by itself. */
const valueBlocks = (
  tree: Tree,
  blocks: {
    readonly own: Int32Array
    readonly ownLinked: Int32Array
    readonly stops: Int32Array
    readonly end: Int32Array
    readonly consent: Array<number>
  }
): Sums => {
  const { size, tag } = tree
  const { own, ownLinked, stops } = blocks
  const sums = noSums(tree)
  for (let node = 1; node < size; node++) {
    const length = own[node]!
    if (length === 0) continue
    const id = tag[node]!
    const linked = ownLinked[node]!
    const density = linked / length
    sums.text[node] = length
    sums.linked[node] = linked
    if (id === Tag.pre) {
      sums.value[node] = length
      sums.prose[node] = Math.min(length, 2000)
      sums.paragraphs[node] = 1
    } else if (kind[id]! & Kind.heading) sums.value[node] = density > 0.9 ? -0.2 * length : 0.2 * length
    else if (density > 0.5) sums.value[node] = -length
    else if (length >= 80 && (stops[node]! > 0 || length >= 140)) {
      const boilerplate = length < 900 ? judgeProse(tree, node, blocks.end[node]!) : Boilerplate.none
      if (boilerplate === Boilerplate.consent) {
        sums.value[node] = -length
        blocks.consent.push(node)
      } else {
        // Rights are reserved at the end of articles too: no reason to choose a root, but none to drop the text.
        sums.value[node] = boilerplate === Boilerplate.rights ? -length : length * (1 - density)
        sums.prose[node] = length - linked
        sums.paragraphs[node] = 1
      }
    } else if (id === Tag.p && length >= 25) {
      sums.value[node] = 0.6 * length * (1 - density)
      sums.prose[node] = Math.trunc(0.6 * (length - linked))
      if (length >= 40 && stops[node]! > 0) sums.paragraphs[node] = 1
    } else if (isCell[id] === 1) sums.value[node] = 0.1 * length * (1 - 3 * density)
    else sums.value[node] = -0.25 * length
  }
  return sums
}

const titleIn = (tree: Tree, from: number, to: number): number => {
  for (let node = from + 1; node < to; node++) if (tree.tag[node] === Tag.title) return node
  return -1
}

/** What attributes reveal about each node. */
interface AttributeFindings {
  readonly names: Uint16Array
  readonly marks: Uint8Array
  readonly classKey: Int32Array
}

/** Reads the attributes of an element that matter, once, and stops when no more can follow. */
const readAttributes = (tree: Tree, node: number, judge: NameJudge, findings: AttributeFindings): void => {
  const { attributeAt, attributeMask, attributeTable, codes, end, source } = tree
  const to = end[node]!
  let mark = 0
  let name = 0
  let wanted = attributeMask[node]! & judgedAttributes
  for (let at = attributeAt[node]!; wanted !== 0 && attributeTable[at]! < to; at += 4) {
    // The length and the first letter distinguish these eight from nearly all others.
    const start = attributeTable[at]!
    const stop = attributeTable[at + 1]!
    const length = stop - start
    const first = codes[start]! | 32
    if (length === 5) {
      if (first === 99 && isNamed(codes, start, stop, "class")) {
        wanted &= ~classBit
        name |= judge.judgeClass(codes, attributeTable[at + 2]!, attributeTable[at + 3]!)
        findings.classKey[node] = judge.shape
      } else if (first === 115 && isNamed(codes, start, stop, "style")) {
        if (/display\s*:\s*none|visibility\s*:\s*hidden/i.test(valueAt(source, attributeTable, at)))
          mark |= Roles.hidden
      }
    } else if (length === 2) {
      if (first === 105 && isNamed(codes, start, stop, "id")) {
        wanted &= ~idBit
        name |= judge.judge(codes, attributeTable[at + 2]!, attributeTable[at + 3]!)
      }
    } else if (length === 4) {
      if (first === 114 && isNamed(codes, start, stop, "role")) mark |= roleMark(valueAt(source, attributeTable, at))
    } else if (length === 6) {
      if (first === 104 && isNamed(codes, start, stop, "hidden")) mark |= Roles.hidden
    } else if (length === 7) {
      if (first === 112 && isNamed(codes, start, stop, "popover")) mark |= Roles.hidden
    } else if (length === 8) {
      if (first === 105 && isNamed(codes, start, stop, "itemprop"))
        mark |= propertyMark(valueAt(source, attributeTable, at))
    } else if (length === 11 && first === 97 && isNamed(codes, start, stop, "aria-hidden")) {
      if (valueAt(source, attributeTable, at).toLowerCase() === "true") mark |= Roles.ariaHidden
    }
  }
  // Another tab shows it, or a script.
  if ((mark & Roles.hidden) !== 0 && (isTabPanel(tree, node) || isStreamed(tree, node) || wrapsFormula(tree, node)))
    mark &= ~Roles.hidden
  findings.names[node] = name
  findings.marks[node] = mark
}

const roleMark = (value: string): number => {
  const role = value.trim().toLowerCase()
  if (frameRoles.has(role)) return Roles.frameRole
  return role === "main"
    ? Roles.mainRole
    : role === "article"
      ? Roles.articleRole
      : role === "note" || role === "tablist"
        ? Roles.note
        : 0
}

const propertyMark = (value: string): number => (value.toLowerCase() === "articlebody" ? Roles.articleBody : 0)
