/**
 * The content of a page that is no article: everything but the frame. What no tag or name gives away is found by place:
 * from the body down to where the content spreads out, the blocks before and after it are judged by their links, legal
 * notes and forms.
 */
import { attribute, type Tree } from "../../tree/Tree.ts"
import { kind, Kind, Tag } from "../../tree/tags.ts"
import type { Cuts } from "./Cuts.ts"
import { type Features, Contains, Roles } from "../features/Features.ts"
import { NameHints } from "../words/classTokens.ts"
import { type Headline } from "../features/headline.ts"
import { cutEmptyHeadings } from "./emptyHeadings.ts"
import { findLead } from "./lead.ts"
import { lineOf } from "../../page/line.ts"
import { isConsentText, isLegalText, isPager, isReservedText, price } from "../words/boilerplate.ts"
import { isJunkLine, isPageTool, judgeHeading, Phrase } from "../words/phrases.ts"
import type { RecipeParts } from "./recipeParts.ts"
import { Rule } from "./Rule.ts"

/** Characters of a label of navigation, at most; titles of listed items are longer. And of one in ideographs. */
const longestLabel = 26
const longestWideLabel = 6

/** The roots of the content; adds to `drop`. `kept` are the features without the boilerplate that names reveal. */
export const findPageContent = (
  kept: Features,
  cuts: Cuts,
  headline: Headline,
  recipe?: RecipeParts
): ReadonlyArray<number> => {
  const { drop } = cuts
  const container = findContainer(kept, drop, headline, recipe)
  const coreNode = findCore(kept, cuts, container, headline, recipe)
  trimPage(kept, cuts, container)
  if (headline.isTitle) trimBeforeTitle(kept, cuts, coreNode, headline.node)
  cutEmptyHeadings(kept, cuts, container, headline.node)
  const before = headline.node >= 0 && kept.end[headline.node]! <= container
  return before ? [...findLead(kept, drop, container, headline), container] : [container]
}

const unlinkedOf = (features: Features, node: number): number => features.text[node]! - features.linked[node]!

/** The landmark that holds most of the page, or its body. */
const findContainer = (
  kept: Features,
  drop: Uint8Array,
  headline: Headline,
  recipe: RecipeParts | undefined
): number => {
  const { body, end, marks, names, tree } = kept
  const all = unlinkedOf(kept, body)
  let container = body
  let most = 0.4 * all
  let asked = 0
  for (let node = body; node < tree.size; node++) {
    if (drop[node] !== 0) {
      node = end[node]! - 1
      continue
    }
    // What is inside holds no more than it.
    if (unlinkedOf(kept, node) <= most) {
      node = end[node]! - 1
      continue
    }
    const isMain = tree.tag[node] === Tag.main || (marks[node]! & Roles.mainRole) !== 0
    if (!isMain && ((names[node]! & NameHints.body) === 0 || asked++ >= maxAsked || isOneOfSeveral(kept, drop, node)))
      continue
    if (headline.node > node && headline.node >= end[node]!) continue
    if (recipe !== undefined && isWithoutPart(recipe, body, node)) continue
    container = node
    most = unlinkedOf(kept, node)
  }
  return container
}

/** Whether a part of the recipe that the page shows is not here. */
const isWithoutPart = (recipe: RecipeParts, body: number, node: number): boolean =>
  (recipe.ingredients(body) && !recipe.ingredients(node)) || (recipe.steps(body) && !recipe.steps(node))

/** Elements inside each other that are named as the body of the content, and looked for elsewhere on the page. */
const maxAsked = 8

/** Whether other parts of the page have the same names: the body of a post is not that of the page. */
const isOneOfSeveral = (
  { body, classKey, end, names, text, tree }: Features,
  drop: Uint8Array,
  node: number
): boolean => {
  if ((names[node]! & NameHints.entry) !== 0) return true
  const key = classKey[node]!
  if (key === 0) return false
  for (let at = body; at < tree.size; at++)
    if (drop[at] !== 0) at = end[at]! - 1
    else if (classKey[at] === key && text[at]! > 0 && (at >= end[node]! || end[at]! <= node)) return true
  return false
}

/** Goes down from the container to where the content spreads out, dropping frame on both sides; returns that place. */
const findCore = (
  kept: Features,
  cuts: Cuts,
  container: number,
  headline: Headline,
  recipe: RecipeParts | undefined
): number => {
  const { drop } = cuts
  const { end, isBlock, text, tree } = kept
  const { first, next } = tree
  let at = container
  for (;;) {
    const blocks: Array<number> = []
    let largest = -1
    for (let child = first[at]!; child >= 0; child = next[child]!) {
      if (isBlock[child] === 0 || drop[child] !== 0 || text[child] === 0) continue
      blocks.push(child)
      if (largest < 0 || unlinkedOf(kept, child) > unlinkedOf(kept, largest)) largest = child
    }
    if (largest < 0) return at
    const holdsMost = unlinkedOf(kept, largest) >= 0.6 * unlinkedOf(kept, at)
    const holdsHeadline =
      headline.node < 0 || headline.node < at || (largest <= headline.node && headline.node < end[largest]!)
    const core = holdsMost && holdsHeadline ? largest : -1
    const titled = blocks.findIndex((block) => block <= headline.node && headline.node < end[block]!)
    const from = core >= 0 ? blocks.indexOf(core) : titled
    const isPart = (block: number): boolean =>
      recipe !== undefined && (recipe.ingredients(block) || recipe.steps(block))
    const alike = countByShape(kept, blocks)
    // Of entries that are alike all stay or none: the first or last of a list is no frame.
    const mayCut = (block: number): boolean =>
      !isPartOfWhole(kept, at) && (alike.get(likeness(kept, block)) ?? 1) < minAlike
    for (let i = 0; i < blocks.length; i++) {
      const block = blocks[i]!
      if (block === core || i === titled || isPart(block)) continue
      if (isConsent(kept, block)) cuts.cut(block, Rule.consent)
      else if (mayCut(block) && from >= 0 && i < from && isFrameBefore(kept, at, block)) cuts.cut(block, Rule.pageEdge)
    }
    if (from < 0)
      for (const block of blocks) {
        if (drop[block] !== 0) continue
        if (!mayCut(block)) break
        if (!isFrameBefore(kept, at, block)) break
        cuts.cut(block, Rule.pageEdge)
      }
    for (let i = blocks.length - 1; i > from; i--) {
      const block = blocks[i]!
      if (drop[block] !== 0 || isPart(block)) continue
      if (mayCut(block) && (isFrameAfter(kept, at, block) || isMoreOfTheSite(kept, core < 0 ? at : core, block)))
        cuts.cut(block, Rule.pageEdge)
      // Behind the content itself everything may be frame, in any order; else only what is last.
      else if (core < 0) break
      // A heading introduces what follows it, however short its links are.
      if (core < 0 && i > 0 && isContentHeading(kept, blocks[i - 1]!) && !isLegal(kept, block)) {
        cuts.restore(block)
        break
      }
    }
    if (core < 0) return at
    at = core
  }
}

/** Characters of a line above the title that is the name of the site or of a section. */
const maxAboveTitle = 160

/** Cuts links, and outside of what is marked as content short lines, that stand before the title in what holds it. */
const trimBeforeTitle = (kept: Features, cuts: Cuts, coreNode: number, title: number): void => {
  const { holds, isBlock, marks, prose, text, tree } = kept
  const { first, next, parent, tag } = tree
  let inMain = false
  for (let at = coreNode; at > 0 && !inMain; at = parent[at]!) inMain = isMain(tag[at]!, marks[at]!)
  for (let at = parent[title]!, from = title; at >= coreNode && at > 0; from = at, at = parent[at]!) {
    inMain ||= isMain(tag[at]!, marks[at]!)
    if (isPartOfWhole(kept, at)) continue
    for (let child = first[at]!; child >= 0 && child !== from; child = next[child]!) {
      if (isBlock[child] === 0 || cuts.drop[child] !== 0 || text[child] === 0) continue
      const isLine =
        !inMain && text[child]! <= maxAboveTitle && prose[child] === 0 && (holds[child]! & Contains.heading) === 0
      if (isDated(kept, child)) continue
      if (isLine || isLinks(kept, child) || isFrameBefore(kept, at, child)) cuts.cut(child, Rule.pageEdge)
    }
  }
}

/** Links with short labels and no sentence. */
const isLinks = (kept: Features, node: number): boolean =>
  kept.prose[node] === 0 && kept.linked[node]! >= 0.6 * kept.text[node]! && isMenu(kept, node) && kept.names[node] !== 0

const isMain = (tag: number, mark: number): boolean =>
  tag === Tag.main || tag === Tag.article || (mark & Roles.mainRole) !== 0

/** Siblings of one tag and class that are entries of the same kind. */
const minAlike = 3

/** Equal for siblings of one tag and class; those without a class are never alike but in lists and tables. */
const likeness = ({ classKey, tree }: Features, node: number): number =>
  classKey[node] === 0 && tree.tag[node] !== Tag.article && tree.tag[node] !== Tag.section
    ? -node
    : classKey[node]! * 256 + tree.tag[node]!

const countByShape = (kept: Features, blocks: ReadonlyArray<number>): ReadonlyMap<number, number> => {
  const counts = new Map<number, number>()
  for (const block of blocks) {
    const key = likeness(kept, block)
    // The key of an element without a class is its own.
    if (key !== -block) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/** Elements of which no part is cut at an edge: a list, and a table but for what lays out a page. */
const isPartOfWhole = ({ holds, tree }: Features, node: number): boolean => {
  const id = tree.tag[node]!
  if (id === Tag.ul || id === Tag.ol || id === Tag.dl) return true
  if (id !== Tag.table && id !== Tag.tbody && id !== Tag.tr && id !== Tag.thead) return false
  const rows = id === Tag.tr ? tree.parent[node]! : node
  return (holds[rows]! & Contains.table) === 0 && hasManyRows(tree, rows)
}

/** Rows that the table of a layout has at most. */
const maxLayoutRows = 4

const hasManyRows = (tree: Tree, table: number): boolean => {
  const { first, next, tag } = tree
  let rows = 0
  for (let child = first[table]!; child >= 0 && rows <= maxLayoutRows; child = next[child]!) {
    if (tag[child] === Tag.tbody) return hasManyRows(tree, child)
    if (tag[child] === Tag.tr) rows++
  }
  return rows > maxLayoutRows
}

const isContentHeading = ({ end, tree }: Features, node: number): boolean =>
  (kind[tree.tag[node]!]! & Kind.heading) !== 0 && judgeHeading(lineOf(tree, node, end[node]!, 200)) === Phrase.none

const isLegal = ({ end, prose, text, tree }: Features, node: number): boolean => {
  if (text[node]! >= maxLegal || prose[node]! >= maxLegalProse) return false
  const line = lineOf(tree, node, end[node]!, maxLegal)
  return prose[node]! < 200 ? isLegalText(line) : isReservedText(line)
}

/** Characters of the notes on rights at the foot of a site, and of those that are sentences. */
const maxLegal = 800
const maxLegalProse = 500

/** Characters below which a text has no room to name cookies and to ask. */
const shortestConsent = 10

const isConsent = (kept: Features, node: number): boolean =>
  kept.text[node]! >= shortestConsent &&
  kept.text[node]! < 900 &&
  kept.end[node]! - node < 200 &&
  kept.tree.tag[node] !== Tag.p &&
  (kept.holds[node]! & (Contains.control | Contains.link)) !== 0 &&
  isConsentText(lineOf(kept.tree, node, kept.end[node]!, 900))

const isFrameBefore = (kept: Features, parent: number, node: number): boolean => {
  const { linked, prose, text } = kept
  const length = text[node]!
  if (prose[node]! > 0 || length > 0.5 * text[parent]!) return false
  if (isCitation(kept, node) || isDated(kept, node)) return false
  const density = linked[node]! / length
  if (density >= 0.6) return isMenu(kept, node)
  return length < 200 && isControls(kept, node)
}

/** Characters of a line with a date. */
const maxDated = 80

/** Whether a line says when something was written. */
const isDated = ({ end, holds, text, tree }: Features, node: number): boolean =>
  text[node]! <= maxDated &&
  (holds[node]! & (Contains.control | Contains.list)) === 0 &&
  /\bago\b|^\s*(?:opened|closed|posted|updated)\b/i.test(lineOf(tree, node, end[node]!, maxDated))

/** Where a paper has appeared. */
const isCitation = ({ end, text, tree }: Features, node: number): boolean =>
  text[node]! <= maxCitation && /\bdoi\b|\b10\.\d{4,9}\//i.test(lineOf(tree, node, end[node]!, maxCitation))

const maxCitation = 300

const isFrameAfter = (kept: Features, parent: number, node: number): boolean => {
  const { linked, prose, text } = kept
  const length = text[node]!
  if (length > 0.5 * text[parent]!) return false
  const density = linked[node]! / length
  if (isLegal(kept, node)) return true
  if (density >= 0.4 && startsWithRelated(kept, node)) return true
  if (density >= 0.6 && isMenu(kept, node)) return !listsHeadlines(kept, node)
  return prose[node]! < 60 && length < 300 && isControls(kept, node)
}

/** Characters of prose of a text next to which links are those of the site; of which they are this part at most. */
const minTextProse = 1500
const maxShareOfLinks = 0.3

/** Links behind a long text, however long their labels are. */
const isMoreOfTheSite = (kept: Features, core: number, node: number): boolean =>
  kept.prose[core]! >= minTextProse &&
  kept.linked[core]! < 0.4 * kept.text[core]! &&
  kept.text[node]! < maxShareOfLinks * kept.text[core]! &&
  kept.linked[node]! >= 0.6 * kept.text[node]!

/** Nodes of an entry with buttons. */
const maxEntry = 256

/** A post with buttons under it says when it was written. */
const holdsTime = (tree: Tree, from: number, to: number): boolean => {
  for (let node = from; node < Math.min(to, from + maxEntry); node++) if (tree.tag[node] === Tag.time) return true
  return false
}

/** Nodes around a field that are looked at. */
const maxFieldNodes = 256

/** Whether there is a button or a field that is seen. */
const hasField = (tree: Tree, from: number, to: number): boolean => {
  if (to - from > maxFieldNodes) return true
  for (let node = from; node < to; node++) {
    const id = tree.tag[node]!
    if (id === Tag.button || id === Tag.select || id === Tag.textarea) return true
    if (id === Tag.input && attribute(tree, node, "type")?.toLowerCase() !== "hidden") return true
  }
  return false
}

/** Characters of a sentence that says more than what a button next to it is for. */
const minSentence = 40

/** Whether buttons alone stand with a paragraph that is neither a question nor a label: an element of a page's own shows both. */
const holdsSentence = ({ end, text, tree }: Features, from: number): boolean => {
  let isSentence = false
  for (let node = from; node < Math.min(end[from]!, from + maxFieldNodes); node++) {
    const id = tree.tag[node]!
    if (id === Tag.input || id === Tag.select || id === Tag.textarea || id === Tag.form || id === Tag.a) return false
    if (id !== Tag.p || text[node]! < minSentence) continue
    isSentence = !/[?\uff1f]\s*$/.test(lineOf(tree, node, end[node]!, 300))
  }
  return isSentence
}

/** Fields and buttons without a heading, a price or a sentence of the page. */
const isControls = (kept: Features, node: number): boolean => {
  const { end, holds, tree } = kept
  return (
    (holds[node]! & Contains.control) !== 0 &&
    (holds[node]! & Contains.heading) === 0 &&
    hasField(tree, node, end[node]!) &&
    !holdsSentence(kept, node) &&
    !holdsTime(tree, node, end[node]!) &&
    !price.test(lineOf(tree, node, end[node]!, 300))
  )
}

/** Whether a cell has a heading in its row. */
const isDataRow = ({ first, parent, tag }: Tree, cell: number): boolean => {
  const head = first[parent[cell]!]!
  return head >= 0 && head !== cell && tag[head] === Tag.th
}

const file =
  /\.(?:pdf|zip|tar\.\w+|tgz|7z|docx?|odt|xlsx?|ods|csv|pptx?|epub|dmg|exe|msi|deb|rpm|apk|mp3|ics|gpx)(?:[?#]|$)/i

/** Whether most of the linked text below a node is in short labels; Chinese and Japanese say more in less. */
const isMenu = ({ end, tree }: Features, node: number): boolean => {
  const wide = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(lineOf(tree, node, end[node]!, 100))
  const longest = wide ? longestWideLabel : longestLabel
  let short = 0
  let long = 0
  for (let at = node; at < end[node]!; at++) {
    if (tree.tag[at] !== Tag.a) continue
    // Files to download and rows of data are content.
    if (tree.tag[tree.parent[at]!] === Tag.td && isDataRow(tree, tree.parent[at]!)) return false
    if (file.test(attribute(tree, at, "href") ?? "")) return false
    const length = lineOf(tree, at, end[at]!, 4 * longestLabel).length
    if (length > longest) long += length
    else short += length
    at = end[at]! - 1
  }
  return short >= long
}

/** Whether a block holds several headings that are links: news on a front page, however short. */
const listsHeadlines = ({ end, holds, linked, text, tree }: Features, node: number): boolean => {
  if ((holds[node]! & Contains.heading) === 0) return false
  let headlines = 0
  for (let at = node; at < end[node]!; at++)
    if ((kind[tree.tag[at]!]! & Kind.heading) !== 0 && text[at]! > 0 && linked[at] === text[at]) headlines++
  return headlines > 1
}

/** Whether the first text below a node is a heading of related links. */
const startsWithRelated = ({ end, own, tree }: Features, node: number): boolean => {
  for (let at = node; at < end[node]!; at++)
    if (own[at]! > 0)
      return (
        tree.tag[at] !== Tag.th &&
        own[at]! < 90 &&
        end[at]! - at < 64 &&
        judgeHeading(lineOf(tree, at, end[at]!, 200)) === Phrase.related
      )
  return false
}

/** Characters of a line that may head related links, and of one that names the next page. */
const longestLine = 90
const longestPager = 160
/** Nodes of a link that may be a word or two. */
const maxLinkNodes = 8

/** Takes related links and share bars out of the content of a page; everything else in it stays. */
const trimPage = (kept: Features, cuts: Cuts, root: number): void => {
  const { drop } = cuts
  const { end, holds, isBlock, linked, text, tree } = kept
  const { next, tag } = tree
  const all = text[root]!
  for (let node = root + 1; node < end[root]!; node++) {
    const length = text[node]!
    if (drop[node] !== 0 || (length === 0 && isBlock[node] === 1)) {
      node = end[node]! - 1
      continue
    }
    const id = tag[node]!
    if (id === Tag.a && isBlock[node] === 0 && end[node]! - node < maxLinkNodes) {
      if (isPageTool(lineOf(tree, node, end[node]!, longestLine))) cuts.cut(node, Rule.junkLine)
      continue
    }
    if (isBlock[node] === 0 || length > longestPager || end[node]! - node > 64) continue
    if (linked[node]! > 0 && (holds[node]! & Contains.block) === 0 && isPager(lineOf(tree, node, end[node]!, 200))) {
      if (cuts.cut(node, Rule.pager)) node = end[node]! - 1
      continue
    }
    if (length > longestLine) {
      const isTool = (holds[node]! & Contains.block) === 0 && isPageTool(lineOf(tree, node, end[node]!, 200))
      if (isTool && cuts.cut(node, Rule.junkLine)) node = end[node]! - 1
      continue
    }
    const isHeading = (kind[id]! & Kind.heading) !== 0
    const isLeaf = (holds[node]! & Contains.block) === 0
    if (!isHeading && !isLeaf) continue
    const line = lineOf(tree, node, end[node]!, 200)
    const isCell = id === Tag.td || id === Tag.th || id === Tag.dt
    if (!isCell && judgeHeading(line) === Phrase.related) {
      let followed = false
      for (let after = next[node]!; after >= 0; after = next[after]!) {
        if (isBlock[after] === 0 || text[after] === 0) continue
        if (kind[tag[after]!]! & Kind.heading) break
        if (linked[after]! < 0.5 * text[after]! || text[after]! > 0.4 * all) break
        cuts.cut(after, Rule.relatedHeading)
        followed = true
      }
      if (followed) cuts.cut(node, Rule.relatedHeading)
    } else if (id === Tag.td || id === Tag.th) continue
    else if (!isHeading && length <= 40 && linked[node]! > 0.5 * length && isJunkLine(line))
      cuts.cut(node, Rule.junkLine)
    else if (id !== Tag.dt && isPageTool(line)) cuts.cut(node, Rule.junkLine)
    if (drop[node] !== 0) node = end[node]! - 1
  }
}
