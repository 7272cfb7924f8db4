/**
 * Corrects what the rules select by what was learnt from pages: the chance of each block of text to be content, and the
 * cut that promises most. What belongs together stays together: lists, tables, siblings of one shape, a heading and what
 * it heads.
 */
import { Tag } from "../../tree/tags.ts"
import { Contains, type Features } from "../features/Features.ts"
import type { Declared, PageKind } from "../features/pageKind.ts"
import { Rule } from "../rules/Rule.ts"
import { NameHints } from "../words/classTokens.ts"
import { isAuthorLine, isFactLine, isHeadLine, maxHeadLine } from "../features/headMatter.ts"
import { lineOf } from "../../page/line.ts"
import type { MainContent, SelectMainOptions } from "./MainContent.ts"
import { bestCut } from "./bestCut.ts"
import { decidingFeatures, meanOf } from "./deciding.ts"
import type { Model } from "./Model.ts"
import { featureCount } from "./blockFeatures.ts"
import { chancesOf } from "./Ensemble.ts"
import { type JudgedBlocks, judgedBlocks } from "./judgedBlocks.ts"
import { isHeadingTag, isLong, type Outline } from "./outline.ts"
import type { TextBlocks } from "./textBlocks.ts"
import { usualModel } from "./usualModel.ts"

export const refine = (
  features: Features,
  main: MainContent,
  declared: Declared,
  { comments = false, explain = false, model = usualModel, url, without }: SelectMainOptions
): MainContent => {
  if (without?.includes("unlikely") === true) return main
  const judged = judgedBlocks(features, main, declared, url, model.scoreOf)
  const { blocks, rows } = judged
  if (blocks.count < 2) return main
  const chances = chancesOf(model.ensemble, rows.values, featureCount)
  trustRules(judged, chances)
  hold(features, main, judged, chances, declared.isOther || thingKinds.has(main.kind), comments)
  const keep = bestCut(chances, blocks.length, blocks.count)
  keepTogether(features, main, judged, keep)
  const selected = selectionOf(features, main, judged, keep)
  return explain ? { ...selected, reasons: reasonsOf(features, selected.drop, judged, keep, model) } : selected
}

/** Parts of a page of which the features that decided are named. */
const maxReasons = 200

/** For each part that the model leaves out, by its node, why: by the longest of its blocks. */
const reasonsOf = (
  { end }: Features,
  drop: Uint8Array,
  { blocks, rows }: JudgedBlocks,
  keep: Uint8Array,
  model: Model
): ReadonlyMap<number, string> => {
  const reasons = new Map<number, string>()
  const content = meanOf(rows.values, keep)
  let block = 0
  for (let node = 0; node < drop.length && reasons.size < maxReasons; node++) {
    if (drop[node] === 0) continue
    const to = end[node]!
    if (drop[node] === Rule.unlikely) {
      while (block < blocks.count && blocks.from[block]! < node) block++
      let longest = block
      for (; block < blocks.count && blocks.from[block]! < to; block++)
        if (blocks.length[block]! > blocks.length[longest]!) longest = block
      if (longest < blocks.count && blocks.from[longest]! < to) {
        const row = rows.values.subarray(longest * featureCount, (longest + 1) * featureCount)
        reasons.set(node, decidingFeatures(model, row, content))
      }
    }
    node = to - 1
  }
  return reasons
}

/** Characters of a page that tell the model enough; on a shorter one rules count more. */
const enoughText = 2000
const maxTrust = 4

/** Moves chances towards what the rules say, the more the less text a page has. */
const trustRules = ({ blocks, kept, rows }: JudgedBlocks, chances: Float32Array): void => {
  const trust = maxTrust * Math.max(0, 1 - rows.outline.text[0]! / enoughText)
  if (trust === 0) return
  for (let block = 0; block < blocks.count; block++) {
    const odds = chances[block]! / (1 - chances[block]!)
    const moved = odds * Math.exp(kept[block] === 1 ? trust : -trust)
    chances[block] = moved / (1 + moved)
  }
}

/** Chance of what stays whatever the model says. */
const sure = 0.999

/** Kinds of pages at whose head short lines say what they are about: a product, a recipe, the posts of a thread. */
const thingKinds: ReadonlySet<PageKind> = new Set(["product", "recipe", "forum"])

/** Lines below a headline among which those of names and dates are looked for. */
const maxHeadLines = 16

/** The headline, names and dates below it, and comments that are asked for stay. */
const hold = (
  { end, names, tree }: Features,
  { headline }: MainContent,
  { blocks, kept }: JudgedBlocks,
  chances: Float32Array,
  isAboutThing: boolean,
  comments: boolean
): void => {
  const held = new Uint8Array(tree.memory.takeZeroed(tree.size), 0, tree.size)
  if (headline >= 0) held.fill(1, headline, end[headline])
  if (comments)
    for (let node = 1; node < tree.size; node++)
      if (held[tree.parent[node]!] === 1 || (names[node]! & (NameHints.comments | NameHints.entry)) !== 0)
        held[node] = 1
  let lines = headline < 0 ? maxHeadLines : 0
  for (let block = 0; block < blocks.count; block++) {
    const from = blocks.from[block]!
    if (kept[block] === 1 && held[from] === 1) chances[block] = sure
    if (lines === maxHeadLines || from < end[headline]!) continue
    lines = isLong(blocks, block) ? maxHeadLines : lines + 1
    const line = lineOf(tree, from, blocks.to[block]!, maxHeadLine)
    const isHead =
      isHeadLine(line) || isAuthorLine(tree, from, blocks.to[block]!, line) || (isAboutThing && isFactLine(line))
    if (isHead && kept[block] === 1) chances[block] = sure
  }
}

/** Of the text of a list, a table or a row of siblings, what part decides that all stay, and that none does. */
const most = 0.6
const few = 0.15
/** Siblings of one shape that belong together. */
const minAlike = 3
/** Of the text of a page, what is no part of it but its layout. */
const maxPart = 0.5

const keepTogether = (
  features: Features,
  { drop }: MainContent,
  { blocks, kept, rows }: JudgedBlocks,
  keep: Uint8Array
): void => {
  const { tree } = features
  const { parent, size, tag } = tree
  const { group, groupText, members, text } = rows.outline
  const largest = maxPart * text[0]!
  const keptText = new Int32Array(tree.memory.takeZeroed(4 * size), 0, size)
  for (let block = 0; block < blocks.count; block++)
    if (keep[block] === 1) keptText[blocks.element[block]!]! += blocks.length[block]!
  for (let node = size - 1; node > 0; node--) keptText[parent[node]!]! += keptText[node]!
  const groupKept = new Int32Array(tree.memory.takeZeroed(4 * size), 0, size)
  for (let node = 1; node < size; node++) groupKept[group[node]!]! += keptText[node]!
  /** What part of the text decides for a node, -1 where it is no part of a whole. */
  const shareOf = (node: number): number => {
    if (isWhole(tag[node]!) && text[node]! <= largest) return keptText[node]! / text[node]!
    const one = group[node]!
    return members[one]! >= minAlike && groupText[one]! <= largest ? groupKept[one]! / groupText[one]! : -1
  }
  const verdicts = new Uint8Array(tree.memory.takeZeroed(size), 0, size)
  /** What a rule cut for a reason of its own stays out. */
  const isCut = new Uint8Array(tree.memory.takeZeroed(size), 0, size)
  for (let node = 1; node < size; node++) {
    const up = parent[node]!
    isCut[node] = drop[node] !== 0 ? 1 : isCut[up]!
    // The nearest whole decides.
    const share = text[node] === 0 ? -1 : shareOf(node)
    const isDecided = share >= most || (share >= 0 && (share < few || tag[node] === Tag.table))
    verdicts[node] = !isDecided ? verdicts[up]! : share >= most ? Verdict.stays : Verdict.goes
  }
  for (let block = 0; block < blocks.count; block++) {
    const verdict = verdicts[blocks.element[block]!]!
    if (verdict === Verdict.goes) keep[block] = 0
    else if (verdict === Verdict.stays && (kept[block] === 1 || isCut[blocks.from[block]!] === 0)) keep[block] = 1
  }
  keepQuotes(features, blocks, rows.outline, keep, isCut)
  dropCopies(features, blocks, keep)
  keepHeadings(features, blocks, keep, isCut)
}

const Verdict = { none: 0, stays: 1, goes: 2 } as const

const isWhole = (id: number): boolean => id === Tag.ul || id === Tag.ol || id === Tag.dl || id === Tag.table

/** A quote or code stays where the text before and after it does, in what holds all three. */
const keepQuotes = (
  { end, tree }: Features,
  { element, from }: TextBlocks,
  { blocks: counts, firstBlock }: Outline,
  keep: Uint8Array,
  isCut: Uint8Array
): void => {
  const { parent, size, tag } = tree
  for (let node = 1; node < size; node++) {
    const count = counts[node]!
    if (count === 0 || (tag[node] !== Tag.blockquote && tag[node] !== Tag.pre)) continue
    const first = firstBlock[node]!
    const next = first + count
    if (first === 0 || next >= keep.length || keep[first - 1] === 0 || keep[next] === 0) continue
    let box = parent[node]!
    while (counts[box] === count) box = parent[box]!
    if (element[first - 1]! <= box || element[next]! >= end[box]!) continue
    for (let block = first; block < next; block++) if (isCut[from[block]!] === 0) keep[block] = 1
  }
}

/** Characters of a text that stands twice by no accident, and such texts in a row that make a copy of a part of the page. */
const minCopy = 40
const minCopies = 4

/**
 * A part of the page that it has twice, for two widths of screen or to be shared, stays where it stands first: several texts in
 * a row, or one beside its like that is no sibling of its shape. Tables and code repeat.
 */
const dropCopies = (
  { classKey, tree: { parent, tag } }: Features,
  { count, element, hash, length }: TextBlocks,
  keep: Uint8Array
): void => {
  const isSibling = (one: number, other: number): boolean =>
    parent[one] === parent[other] && tag[one] === tag[other] && classKey[one] === classKey[other]
  const seen = new Set<number>()
  const copied = new Set<number>()
  let run: Array<number> = []
  let last = -1
  for (let block = 0; block < count; block++) {
    const id = tag[element[block]!]!
    if (keep[block] === 0 || id === Tag.td || id === Tag.th || id === Tag.pre) continue
    const isLong = length[block]! >= minCopy
    if (seen.has(hash[block]!)) {
      run.push(block)
      if (isLong) copied.add(hash[block]!)
      if (copied.size >= minCopies) {
        for (const copy of run) keep[copy] = 0
        run = []
      } else if (isLong && hash[last] === hash[block] && !isSibling(element[last]!, element[block]!)) keep[block] = 0
    } else {
      seen.add(hash[block]!)
      if (isLong) {
        run = []
        copied.clear()
      }
    }
    last = block
  }
}

/** A heading goes with what it heads: the next block that is no heading, in what holds the heading. */
const keepHeadings = (
  { end, tree }: Features,
  { element, from }: TextBlocks,
  keep: Uint8Array,
  isCut: Uint8Array
): void => {
  for (let block = keep.length - 2; block >= 0; block--) {
    const heading = element[block]!
    if (!isHeadingTag(tree.tag[heading]!) || keep[block] === 1 || isCut[from[block]!] === 1) continue
    if (keep[block + 1] === 1 && element[block + 1]! < end[tree.parent[heading]!]!) keep[block] = 1
  }
}

/** Blocks next to a picture that are its caption. */
const mostOfFigure = 2

/** The selection that keeps these blocks. */
const selectionOf = (
  features: Features,
  main: MainContent,
  { blocks, keptNodes, never, rows }: JudgedBlocks,
  keep: Uint8Array
): MainContent => {
  const { body, end, holds, isBlock, tree } = features
  const { parent, size } = tree
  const { blocks: counts } = rows.outline
  const drop = new Uint8Array(tree.memory.takeZeroed(size), 0, size)
  const kept = new Int32Array(tree.memory.takeZeroed(4 * size), 0, size)
  for (let block = 0; block < blocks.count; block++) if (keep[block] === 1) kept[blocks.element[block]!]!++
  for (let node = size - 1; node > 0; node--) if (kept[node]! > 0) kept[parent[node]!]! += kept[node]!
  for (let node = body + 1; node < size; node++) {
    if (never[node] === 1) drop[node] = main.drop[node] === 0 ? Rule.hidden : main.drop[node]!
    else if (counts[node]! > 0) {
      // A picture stays where its caption goes.
      const isFigure = keptNodes[node] === 1 && (holds[node]! & Contains.image) !== 0 && kept[parent[node]!]! > 0
      if (kept[node] === 0 && !(isFigure && counts[node]! <= mostOfFigure))
        drop[node] = main.drop[node] === 0 ? Rule.unlikely : main.drop[node]!
    } else if (main.drop[node] !== 0) drop[node] = main.drop[node]!
    else if (keptNodes[node] === 0 && isBlock[node] === 1) drop[node] = Rule.unlikely
    if (drop[node] !== 0) node = end[node]! - 1
  }
  // Where a block goes and another of its element stays, what stands in its line goes.
  for (let block = 0; block < blocks.count; block++) {
    const element = blocks.element[block]!
    if (keep[block] === 1 || kept[element] === 0) continue
    const from = block === 0 ? element + 1 : Math.max(element + 1, blocks.to[block - 1]!)
    for (let node = from; node < blocks.to[block]!; node++) {
      if (counts[node]! > 0) continue
      const up = parent[node]!
      if (drop[node] === 0 && (up === element || (isBlock[up] === 0 && counts[up]! > 0))) drop[node] = Rule.unlikely
      node = end[node]! - 1
    }
  }
  return { ...main, roots: [body], drop }
}
