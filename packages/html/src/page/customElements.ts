/**
 * Custom elements that stand for an element of HTML, as AMP, players that load late, Distill and frameworks have them:
 * `amp-img`, `nuxt-img`, `lite-youtube`, `d-code`. Their names are free, so they are known by what an element of the
 * kind has (an address, a text for those who do not see it, the number of a film), and the words of the name say which.
 */
import { attribute, attributeBit, hasAttribute, text, type Tree } from "../tree/Tree.ts"
import { Tag } from "../tree/tags.ts"

/** Makes those elements what they stand for: every reader then treats them as such. */
export const adoptCustomElements = (tree: Tree): void => {
  const { size, tag } = tree
  for (let at = tag.indexOf(Tag.unknown); at >= 0 && at < size; at = tag.indexOf(Tag.unknown, at + 1)) {
    const words = nameWords(tree, at)
    const standsFor = words === undefined ? undefined : elementOf(tree, at, words)
    if (standsFor !== undefined) tag[at] = standsFor
  }
}

/** Characters of a name that are read. */
const maxName = 48

/** The parts of the name between its hyphens; undefined where it has none, and is no custom element (HTML §4.13.3). */
const nameWords = ({ source, start }: Tree, node: number): ReadonlyArray<string> | undefined => {
  const end = start[node]!
  const from = source.lastIndexOf("<", end - 1) + 1
  const hyphen = source.indexOf("-", from)
  return hyphen < 0 || hyphen >= end || end - from > maxName
    ? undefined
    : source.slice(from, end).toLowerCase().split("-")
}

const sourceBits = attributeBit("src") | attributeBit("data-src") | attributeBit("srcset")

const elementOf = (tree: Tree, node: number, words: ReadonlyArray<string>): number | undefined => {
  const says = (...names: ReadonlyArray<string>) => words.some((word) => names.some((name) => word.endsWith(name)))
  if (filmNumberOf(tree, node) !== undefined) return says("youtube", "vimeo", "dailymotion") ? Tag.iframe : undefined
  if (
    (tree.attributeMask[node]! & sourceBits) !== 0 &&
    ["src", "data-src", "srcset"].some((name) => hasAttribute(tree, node, name))
  ) {
    if (says("img", "image", "picture", "photo", "anim") || hasAttribute(tree, node, "alt")) return Tag.img
    if (says("audio")) return Tag.audio
    if (says("video")) return Tag.video
    if (says("iframe", "embed", "frame", "player")) return Tag.iframe
    return undefined
  }
  if (!holdsTextOnly(tree, node)) return undefined
  if (says("math", "tex", "formula") && !says("context")) return Tag.math
  if (words.includes("code")) return isBlockOfCode(tree, node) ? Tag.pre : Tag.code
  return undefined
}

/** Where such elements keep the number of a film. */
const filmNumbers = ["videoid", "data-videoid", "video-id", "data-video-id"]

const filmNumberOf = (tree: Tree, node: number): string | undefined => {
  for (const name of filmNumbers) {
    const number = attribute(tree, node, name)
    if (number !== undefined && /^[\w-]{4,32}$/.test(number)) return number
  }
  return undefined
}

/** The page of the film that an element names by its number, `""` for others. */
export const filmAddressOf = (tree: Tree, node: number): string => {
  const number = filmNumberOf(tree, node)
  const name = number === undefined ? "" : (nameWords(tree, node)?.join("-") ?? "")
  if (name.includes("youtube")) return `https://www.youtube.com/watch?v=${number}`
  if (name.includes("vimeo")) return `https://vimeo.com/${number}`
  if (name.includes("dailymotion")) return `https://www.dailymotion.com/video/${number}`
  return ""
}

const holdsTextOnly = ({ first, next, tag }: Tree, node: number): boolean => {
  let child = first[node]!
  if (child < 0) return false
  for (; child >= 0; child = next[child]!) if (tag[child] !== Tag.text) return false
  return true
}

const isBlockOfCode = (tree: Tree, node: number): boolean =>
  hasAttribute(tree, node, "block") || text(tree, tree.first[node]!).trim().includes("\n")
