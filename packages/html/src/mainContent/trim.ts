/** Removes parts inside of an article's root that do not belong to the article. */
import { attribute, type Tree } from "../tree/Tree.ts"
import { kind, Kind, Tag, tagFlags } from "../tree/tags.ts"
import { NameHints } from "./classTokens.ts"
import type { Cuts } from "./Cuts.ts"
import { dropComments, holdsReply } from "./comments.ts"
import { type Features, Contains, isCell } from "./Features.ts"
import { type Headline } from "./headline.ts"
import { isAuthorLine, isHeadLine } from "./headMatter.ts"
import { lineOf } from "./line.ts"
import { isAboutAuthor, isCredited } from "./boilerplate.ts"
import { isJunkLine, judgeHeading, Phrase, withoutFollow } from "./phrases.ts"
import { Rule } from "./Rule.ts"

/** Of the prose of a root, what must stand before a list of links that is none of it. */
const edgeShare = 0.85

const mayHoldLinks = tagFlags([Tag.ul, Tag.ol, Tag.div, Tag.section, Tag.table, Tag.dl, Tag.p])
const mayBeHeading = tagFlags([Tag.h1, Tag.h2, Tag.h3, Tag.h4, Tag.h5, Tag.h6, Tag.p, Tag.div, Tag.strong, Tag.section])

/**
 * Adds to `drop`. Where code stands in a page that does not declare to be an article (`isDeclared`), lists of links,
 * short lines and what is named like a byline are kept: references are made of them.
 */
export const trimArticle = (
  kept: Features,
  cuts: Cuts,
  root: number,
  headline: Headline,
  isDeclared: boolean,
  captions: boolean
): void => {
  const { drop } = cuts
  const { end, holds, isBlock, linked, own, prose, text, tree } = kept
  const { tag } = tree
  const last = end[root]!
  const all = prose[root]!
  const isTechnical = !isDeclared && (holds[root]! & Contains.pre) !== 0
  // "Added in version 2" next to a function is no byline.
  if (isTechnical) for (let node = root + 1; node < last; node++) if (drop[node] === Rule.minorName) cuts.restore(node)
  const headEnd = firstParagraph(kept, root, headline)
  let seen = 0
  /** Whether the line before announces what follows it. */
  let introduced = false
  const texts = new Set<string>()
  if (headline.isTitle && headline.node > root && headline.node < last) dropBefore(kept, cuts, root, headline.node)
  dropComments(kept, cuts, root)
  for (let node = root + 1; node < last; node++) {
    const length = text[node]!
    if (drop[node] !== 0 || length === 0) {
      node = end[node]! - 1
      continue
    }
    if (isBlock[node] === 0) continue
    const id = tag[node]!
    const density = linked[node]! / length
    const isLeaf = (holds[node]! & Contains.block) === 0
    if (own[node]! >= 80 && prose[node]! > 0 && (id === Tag.p || isLeaf)) seen += prose[node]!
    // Of what holds blocks only a short line is asked for.
    const line =
      length < (isLeaf ? longestLine : 160) && end[node]! - node < maxNodes
        ? lineOf(tree, node, end[node]!, longestLine)
        : ""
    if (length < 90 && mayBeHeading[id] === 1 && line !== "") {
      const phrase = judgeHeading(line)
      // One word alone may as well title a chapter of a manual.
      if (phrase === Phrase.comments && !line.includes(" ") && !isThread(kept, root, node)) continue
      if (phrase === Phrase.comments && seen > Math.min(0.3 * all, 600)) {
        cutFrom(kept, cuts, root, node, Rule.commentsHeading)
        break
      }
      if (phrase !== Phrase.none) {
        if (seen > 0.85 * all && kind[id]! & Kind.heading) {
          cutFrom(kept, cuts, root, node, Rule.relatedHeading)
          break
        }
        cuts.cut(node, Rule.relatedHeading)
        dropWhatFollows(kept, cuts, root, node)
        node = end[node]! - 1
        continue
      }
    }
    const isIntroduced = introduced
    const isHeading = (kind[id]! & Kind.heading) !== 0
    if (isLeaf && line !== "") introduced = line.endsWith(":") || line.endsWith("：") || (!isDeclared && isHeading)
    const isLinkList =
      node >= headEnd &&
      (seen === 0 || seen > edgeShare * all) &&
      !isIntroduced &&
      mayHoldLinks[id] === 1 &&
      density > 0.6 &&
      prose[node]! < 60 &&
      length < 1500 &&
      linked[node]! > 20
    if (isLinkList && !isTechnical && !(id === Tag.p && density < 0.95)) {
      cuts.cut(node, Rule.links)
    } else if (captions && id === Tag.figcaption) cuts.cut(node, Rule.caption)
    else if (captions && isFigure(kept, node, all)) {
      dropWords(kept, cuts, node)
      node = end[node]! - 1
      continue
    } else if (node >= headEnd && isWidget(kept, node)) cuts.cut(node, Rule.form)
    else if (id === Tag.h1 || node === headline.node) {
      continue
    } else if (
      line !== "" &&
      length < 160 &&
      (prose[node]! < 100 || length < 110) &&
      id !== Tag.td &&
      id !== Tag.th &&
      (isDeclared || !(isHeading || isCell[id] === 1)) &&
      isJunkLine(line) &&
      !(node < headEnd && (isHeadLine(line) || isAuthorLine(tree, node, end[node]!, line)))
    ) {
      cuts.cut(node, Rule.junkLine)
    } else if (seen > 0.8 * all && isLeaf && isAboutAuthor(line)) {
      cuts.cut(node, Rule.aboutAuthor)
      if (length < 60) {
        cutFrom(kept, cuts, root, node, Rule.aboutAuthor)
        break
      }
    } else if (length < 400 && isLeaf && id !== Tag.pre && isCell[id] === 0 && captions && isCredited(line)) {
      cuts.cut(node, Rule.credit)
    } else if (own[node]! >= 60 && id !== Tag.p && id !== Tag.pre && isCell[id] === 0 && isLeaf) {
      const said = line === "" ? lineOf(tree, node, end[node]!, 1000) : line
      if (texts.has(said)) cuts.cut(node, Rule.duplicate)
      texts.add(said)
    }
    if (drop[node] !== 0) node = end[node]! - 1
  }
  if (!isTechnical) trimEdges(kept, cuts, root, headline)
}

/** Where the text below the headline begins, -1 where it begins above it. */
export const firstParagraph = (
  { body, end, names, own, prose, tree }: Features,
  root: number,
  headline: Headline
): number => {
  const from = headline.node < 0 ? root : Math.max(headline.node, body)
  let first = -1
  let second = -1
  for (let node = from + 1; node < end[root]!; node++) {
    const id = tree.tag[node]!
    if (id === Tag.figure || id === Tag.ul || id === Tag.ol || names[node]! & (NameHints.caption | NameHints.figure))
      node = end[node]! - 1
    else if (own[node]! >= minParagraph && prose[node]! > 0) return node
    else if (second < 0 && own[node]! >= minFirst && prose[node]! > 0) {
      if (first < 0) first = node
      else second = node
    }
  }
  // The first of short paragraphs may be a standfirst, with author and date below it.
  return second < 0 ? first : second
}

/** Characters of a block that is text below a headline and not what is said of it. */
const minParagraph = 160
/** Of a text that has none so long. */
const minFirst = 80

/** Siblings looked at behind a heading. */
const maxFollowers = 8

/** Whether what follows a heading "Comments" is written by readers: nothing yet, a form, or posts with times and replies. */
const isThread = (kept: Features, root: number, heading: number): boolean => {
  const { end, holds, isBlock, text, tree } = kept
  let from = heading
  while (tree.next[from]! < 0 && tree.parent[from]! !== root && tree.parent[from]! > 0) from = tree.parent[from]!
  let followers = 0
  for (let after = tree.next[from]!; after >= 0 && followers < maxFollowers; after = tree.next[after]!) {
    if (tree.tag[after] === Tag.text) continue
    if ((holds[after]! & Contains.control) !== 0 || tree.tag[after] === Tag.form) return true
    if (isBlock[after] === 0 || text[after] === 0) continue
    followers++
    if (holdsReply(kept, after, Math.min(end[after]!, after + 200))) return true
  }
  return followers === 0
}

/** Characters of a block that is read as a line, and the nodes that it may take. */
const longestLine = 500
const maxNodes = 64

/** Characters of a line that may be boilerplate when it stands at an edge. */
const longestEdge = 70
const maxEdgeLines = 12

/** A footnote may be called behind it. */
const sentenceEnd = /[.!?…:"”»](?:\s?\[?\d{1,3}\]?)*$/

/**
 * Drops short lines that are no sentences before the first and after the last paragraph: dates, sections, names, and
 * headings at the end that head nothing.
 */
const trimEdges = (kept: Features, cuts: Cuts, root: number, headline: Headline): void => {
  const { drop } = cuts
  const { end, holds, own, paragraphs, tree } = kept
  let edge: Array<number> = []
  let headings: Array<number> = []
  let hasProse = false
  const dropEdge = (): void => {
    if (edge.length <= maxEdgeLines) for (const node of edge) cuts.cut(node, Rule.articleEdge)
    edge = []
  }
  for (let node = root + 1; node < end[root]!; node++) {
    if (drop[node] !== 0) {
      node = end[node]! - 1
      continue
    }
    const id = tree.tag[node]!
    if ((holds[node]! & Contains.image) !== 0 || id === Tag.img) headings = []
    if (own[node] === 0 || kept.isBlock[node] === 0) continue
    const isLeaf = (holds[node]! & Contains.block) === 0
    if (paragraphs[node]! > 0 || !isLeaf) {
      if (!hasProse) dropEdge()
      hasProse = true
      edge = []
      headings = []
    } else if (own[node]! > longestEdge || isCell[id] === 1 || id === Tag.pre) {
      // Content that is no prose: what stood before it is not at the edge.
      edge = []
      headings = []
      hasProse = true
    } else if (
      !(kind[id]! & Kind.heading) &&
      node !== headline.node &&
      !sentenceEnd.test(lineOf(tree, node, end[node]!, 200))
    ) {
      if (hasProse || headline.node < 0 || node < headline.node || !namesAuthorOrDate(kept, node)) edge.push(node)
    } else if (hasProse) {
      edge = []
      if ((kind[id]! & Kind.heading) !== 0 && node !== headline.node) headings.push(node)
      else headings = []
    }
  }
  if (!hasProse) return
  if (edge.length <= maxEdgeLines) for (const node of headings) cuts.cut(node, Rule.articleEdge)
  dropEdge()
}

/** Below a headline. */
const namesAuthorOrDate = ({ end, tree }: Features, node: number): boolean => {
  const line = withoutFollow(lineOf(tree, node, end[node]!, longestLine))
  return isHeadLine(line) || isAuthorLine(tree, node, end[node]!, line)
}

/** Drops a node and everything behind it inside the root. */
const cutFrom = ({ tree }: Features, cuts: Cuts, root: number, from: number, reason: number): void => {
  const { next, parent } = tree
  cuts.cut(from, reason)
  for (let at = from; at !== root; at = parent[at]!)
    for (let after = next[at]!; after >= 0; after = next[after]!) if (cuts.drop[after] === 0) cuts.cut(after, reason)
}

/** Drops the list or container that a heading of related links introduces. */
const dropWhatFollows = (kept: Features, cuts: Cuts, root: number, heading: number): void => {
  const { linked, prose, text, tree } = kept
  const { next, parent, tag } = tree
  const all = prose[root]!
  let from = heading
  while (next[from]! < 0 && parent[from]! !== root && parent[from]! > 0 && prose[parent[from]!]! < 0.1 * all)
    from = parent[from]!
  let dropped = 0
  for (let after = next[from]!; after >= 0 && dropped < 6; after = next[after]!) {
    const id = tag[after]!
    if (id === Tag.text) continue
    if (kind[id]! & Kind.heading) break
    if (id === Tag.p && prose[after]! > 0 && linked[after]! < 0.5 * text[after]!) break
    if (prose[after]! > 0.15 * all) break
    cuts.cut(after, Rule.relatedHeading)
    dropped++
  }
  if (from !== heading && prose[from]! < 0.1 * all) cuts.cut(from, Rule.relatedHeading)
}

/** What stands before a heading that repeats the title of the document belongs to something else. */
const dropBefore = (
  { end, prose, tree, isBlock, text }: Features,
  cuts: Cuts,
  root: number,
  headline: number
): void => {
  const { first, next } = tree
  let before = 0
  const blocks: Array<number> = []
  let at = first[root]!
  while (at >= 0 && at !== headline) {
    if (at < headline && headline < end[at]!) at = first[at]!
    else {
      if (isBlock[at] === 1 && text[at]! > 0 && cuts.drop[at] === 0) {
        before += prose[at]!
        blocks.push(at)
      }
      at = next[at]!
    }
  }
  if (prose[root]! - before >= Math.max(0.25 * prose[root]!, 300))
    for (const node of blocks) cuts.cut(node, Rule.otherArticle)
}

/** A few words around fields and buttons: a sign-up, a poll, a search. */
const isWidget = ({ end, holds, isBlock, prose, text, tree }: Features, node: number): boolean =>
  (holds[node]! & Contains.control) !== 0 &&
  tree.tag[node] !== Tag.pre &&
  (holds[node]! & (Contains.pre | Contains.table | Contains.image | Contains.quote)) === 0 &&
  isBlock[node] === 1 &&
  isCell[tree.tag[node]!] === 0 &&
  prose[node]! < 120 &&
  text[node]! < 250 &&
  hasField(tree, node, end[node]!)

/** Nodes of a widget that are looked at. */
const maxWidgetNodes = 256

/** Whether there is a button or a field that is seen. */
export const hasField = (tree: Tree, from: number, to: number): boolean => {
  if (to - from > maxWidgetNodes) return true
  for (let node = from; node < to; node++) {
    const id = tree.tag[node]!
    if (id === Tag.button || id === Tag.select || id === Tag.textarea) return true
    if (id === Tag.input && attribute(tree, node, "type")?.toLowerCase() !== "hidden") return true
  }
  return false
}

/** A picture with the words that belong to it. */
const isFigure = ({ holds, names, paragraphs, prose, text, tree }: Features, node: number, all: number): boolean => {
  const held = holds[node]!
  if (tree.tag[node] === Tag.figure)
    return prose[node]! < 400 && (held & (Contains.pre | Contains.table | Contains.quote)) === 0
  if (
    !(names[node]! & (NameHints.figure | NameHints.caption)) ||
    names[node]! & NameHints.body ||
    !(held & Contains.image)
  )
    return false
  const isGallery = (names[node]! & NameHints.figure) !== 0 && prose[node]! < 0.5 * all
  return (
    text[node]! < 600 &&
    paragraphs[node]! <= 2 &&
    isGallery &&
    (held & (Contains.pre | Contains.table | Contains.quote)) === 0
  )
}

/** Drops the text inside a figure and keeps its pictures. */
const dropWords = ({ end, holds, tree }: Features, cuts: Cuts, figure: number): void => {
  for (let node = figure + 1; node < end[figure]!; node++) {
    const id = tree.tag[node]!
    if (id === Tag.img || id === Tag.picture || (holds[node]! & Contains.image) !== 0) continue
    if (kind[id]! & Kind.skip) node = end[node]! - 1
    else {
      cuts.cut(node, Rule.caption)
      node = end[node]! - 1
    }
  }
}
