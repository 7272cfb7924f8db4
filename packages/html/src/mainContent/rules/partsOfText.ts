/**
 * What an element is by what it holds and where it stands, whatever its name says: a word of a sentence, a picture or a
 * table of the text. Themes and plug-ins name these by what they do with them (`lightbox`, `skip-lazy`, `register`).
 */
import { attribute, type Tree } from "../../tree/Tree.ts"
import { Tag, tagFlags } from "../../tree/tags.ts"
import { Contains, type Features } from "../features/Features.ts"

/** Nodes of an element in a line that are looked at: more than its text and marks are no words of a sentence. */
const maxInlineNodes = 32
/** Characters of an element in a line; a longer one pops up over it. */
const maxInlineText = 80
/** Characters of a line next to an element in it that make the element a word among others. */
const minWordsAround = 20

/** Whether an element stands in a line with other words. */
export const isAmongWords = (features: Features, node: number): boolean => {
  const { end, isBlock, own, tree } = features
  if (isBlock[node] === 1 || end[node]! - node > maxInlineNodes) return false
  let length = 0
  for (let at = node + 1; at < end[node]!; at++)
    if (tree.tag[at] === Tag.text) length += tree.end[at]! - tree.start[at]!
  if (length > maxInlineText) return false
  return own[blockOf(features, node)]! > length + minWordsAround || isInsideSentence(features, node)
}

const blockOf = ({ isBlock, tree }: Features, node: number): number => {
  let block = tree.parent[node]!
  while (block > 0 && isBlock[block] === 0) block = tree.parent[block]!
  return block
}

/** Nodes of a line that are looked at for words around an element. */
const maxSiblings = 100

/** Elements that mark words of a text, and nothing else. */
const marksWords = tagFlags([Tag.kbd, Tag.code, Tag.samp, Tag.var, Tag.abbr, Tag.dfn, Tag.mark, Tag.sub, Tag.sup])

/** Whether letters stand on both sides, or an element that marks words has some on one: "Press `Menu` now." */
const isInsideSentence = ({ tree }: Features, node: number): boolean => {
  let before = false
  let after = false
  let isBefore = true
  let at = tree.first[tree.parent[node]!]!
  for (let step = 0; step < maxSiblings && at >= 0; step++, at = tree.next[at]!) {
    if (at === node) isBefore = false
    else if (tree.tag[at] === Tag.text && hasLetters(tree, at)) {
      if (isBefore) before = true
      else after = true
    }
  }
  if (marksWords[tree.tag[node]!] === 1) return before || after
  return before && after && tree.tag[tree.parent[node]!] === Tag.p
}

const hasLetters = (tree: Tree, node: number): boolean =>
  /\p{L}{2}|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u.test(tree.source.slice(tree.start[node], tree.end[node]))

/** Nodes of a picture with what goes with it, and characters of its caption. */
const maxPictureNodes = 64
const maxCaption = 400
/** Smaller ones are icons, in CSS pixels. */
const minPicture = 64

const pictureFile = /\.(?:jpe?g|png|webp|avif|gif|svg|tiff?)(?:[?#]|$)/i

/**
 * Whether an element is a picture of the text, with its caption and a button that enlarges it: of some size, and linked to
 * nothing but itself. Pictures of advertisements and teasers link to a page.
 */
export const isPictureOfText = ({ end, holds, text, tree }: Features, node: number): boolean => {
  const { tag } = tree
  if (tag[node] !== Tag.img && (holds[node]! & Contains.image) === 0) return false
  if (text[node]! > maxCaption || end[node]! - node > maxPictureNodes) return false
  let pictures = 0
  let linked = 0
  for (let at = node; at < end[node]!; at++) {
    const id = tag[at]!
    if (id === Tag.img) {
      if (isLinkedAway(tree, at)) return false
      if (isOfSize(tree, at)) pictures++
    } else if (id === Tag.a) {
      if (!pictureFile.test(attribute(tree, at, "href") ?? "")) linked += text[at]!
    } else if (id === Tag.input || id === Tag.select || id === Tag.textarea || id === Tag.iframe) return false
  }
  return pictures > 0 && linked <= text[node]! / 2
}

/** Whether a picture does not say that it is smaller than any of a text: an icon, a pixel that counts visitors. */
export const isOfSize = (tree: Tree, picture: number): boolean =>
  ["width", "height"].every((side) => {
    const pixels = Number.parseInt(attribute(tree, picture, side) ?? "", 10)
    return Number.isNaN(pixels) || pixels >= minPicture
  })

const leadsToPicture = (tree: Tree, link: number): boolean => {
  const href = attribute(tree, link, "href")?.trim() ?? ""
  return href === "" || href.startsWith("#") || pictureFile.test(href)
}

/** Elements above a picture in which a link may be. */
const linkSteps = 4

const isLinkedAway = (tree: Tree, node: number): boolean => {
  let up = tree.parent[node]!
  for (let step = 0; step < linkSteps && up > 0; step++, up = tree.parent[up]!)
    if (tree.tag[up] === Tag.a) return !leadsToPicture(tree, up)
  return false
}

const maxLinkedInTable = 0.3

/** Whether an element is a table of data: several rows of text that is hardly linked, and nothing to fill in. */
export const isTableOfText = ({ end, holds, linked, text, tree }: Features, node: number): boolean => {
  if (tree.tag[node] !== Tag.table || (holds[node]! & Contains.control) !== 0) return false
  if (text[node] === 0 || linked[node]! > maxLinkedInTable * text[node]!) return false
  let rows = 0
  let cells = 0
  for (let at = node + 1; at < end[node]! && rows < 2; at++) {
    if (tree.tag[at] === Tag.tr) {
      if (cells > 1) rows++
      cells = 0
    } else if (tree.tag[at] === Tag.td || tree.tag[at] === Tag.th) cells++
  }
  return rows + (cells > 1 ? 1 : 0) > 1
}
