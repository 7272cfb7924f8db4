/**
 * Values that only a style sheet keeps apart: `<span>$7.99</span><span>$7.19</span>` and
 * `<span class="name">kcal</span><span class="value">726</span>` get a space between them.
 */
import { isWhitespace, text, type Tree } from "../../tree/Tree.ts"
import { Tag } from "../../tree/tags.ts"
import type { Writer } from "../writer/Writer.ts"

const currency = /^[$€£¥₹₽₩]\s?\d/
const endsInNumber = /[\d%)]$/
const endsInWord = /\p{L}{2}$/u
const startsWithNumber = /^\d/
const startsWithWord = /^(?!(?:st|nd|rd|th)\b)\p{L}{2}/u
/** Nodes between an element and its first text. */
const maxDepth = 4
/** Characters that are enough to know what a text starts with, including a reference. */
const startLength = 16

/** Owes a space between an element that ends here and the one that follows at once, where they are two values. */
export const separateNeighbours = (w: Writer, node: number): void => {
  const { run, tree } = w
  const next = tree.next[node]!
  if (next < 0 || run.space || run.length === 0 || !isInline(tree.tag[next]!)) return
  const last = run.chars[run.length - 1]!
  const isNumber = (last >= 48 && last <= 57) || last === 37 || last === 41
  if (!isNumber && (last | 32) < 97) return
  const start = startOf(tree, next)
  if (start === "") return
  const before = String.fromCharCode(...run.chars.subarray(Math.max(0, run.length - 2), run.length))
  if (endsInNumber.test(before) && currency.test(start)) run.space = true
  // Nobody parts a word over two links, or a time from a word.
  else if ((tree.tag[node] === Tag.a && tree.tag[next] === Tag.a) || tree.tag[next] === Tag.time)
    run.space = startsInWordOrNumber.test(start)
  // A link and a word with a capital, or a number.
  else if ((tree.tag[node] === Tag.a || tree.tag[next] === Tag.a) && /^[\p{Lu}\d]/u.test(start)) run.space = true
  // A word and a number, or two links, are two values where each has a name of its own.
  else if (
    w.attributes.has(node, "class") &&
    w.attributes.has(next, "class") &&
    ((tree.tag[next] === Tag.a && startsInWordOrNumber.test(start)) ||
      (endsInWord.test(before) && startsWithNumber.test(start)) ||
      (/\d$/.test(before) && startsWithWord.test(start)))
  )
    run.space = true
  else if (
    ((/\d$/.test(before) && startsWithNumber.test(start)) ||
      (/\p{Ll}$/u.test(before) && /^\p{Lu}\p{L}/u.test(start))) &&
    haveNamesOfTheirOwn(w, node, next)
  )
    run.space = true
}

/**
 * Whether two elements have different classes in a box that has no text of its own: digits of a clock share a class, and
 * parts of a word stand in a sentence.
 */
const haveNamesOfTheirOwn = (w: Writer, node: number, next: number): boolean => {
  const name = w.attributes.get(node, "class")
  const other = w.attributes.get(next, "class")
  if (name === undefined || other === undefined || name === other) return false
  const { first, next: after, parent, tag } = w.tree
  let steps = 0
  for (let at = first[parent[node]!]!; at >= 0; at = after[at]!)
    if (++steps > maxSiblings || (tag[at] === Tag.text && !isWhitespace(w.tree, at))) return false
  return true
}

/** Children of a box with values. */
const maxSiblings = 16

/** Owes a space where what is left out kept two words apart: `ann <span aria-hidden="true">|</span>14 comments`. */
export const separateAround = (w: Writer, dropped: number): void => {
  const { run, tree } = w
  const next = tree.next[dropped]!
  if (next < 0 || run.space || run.length === 0) return
  const last = run.chars[run.length - 1]!
  if (!endsInWordOrNumber.test(String.fromCharCode(last))) return
  const start = tree.tag[next] === Tag.text ? textStart(tree, next) : startOf(tree, next)
  if (startsInWordOrNumber.test(start) && isSeparator(tree, dropped)) run.space = true
}

const endsInWordOrNumber = /[\p{L}\d)]$/u
const startsInWordOrNumber = /^[\p{L}\d]/u

/** Whether an element holds nothing but a sign that stands between two things. */
const isSeparator = (tree: Tree, node: number): boolean => {
  const only = tree.first[node]!
  return (
    only >= 0 &&
    tree.tag[only] === Tag.text &&
    tree.next[only]! < 0 &&
    tree.end[only]! - tree.start[only]! <= startLength &&
    /^\s*[|·•‧/–—-]\s*$/.test(text(tree, only))
  )
}

const isInline = (tag: number): boolean =>
  tag === Tag.a ||
  tag === Tag.time ||
  tag === Tag.span ||
  tag === Tag.ins ||
  tag === Tag.b ||
  tag === Tag.strong ||
  tag === Tag.em ||
  tag === Tag.del

const startOf = (tree: Tree, element: number): string => {
  let at = tree.first[element]!
  for (let depth = 0; depth < maxDepth && at >= 0; depth++, at = tree.first[at]!)
    if (tree.tag[at] === Tag.text) return textStart(tree, at)
  return ""
}

const textStart = (tree: Tree, node: number): string =>
  tree.end[node]! - tree.start[node]! > 64
    ? tree.source.slice(tree.start[node], tree.start[node]! + startLength)
    : text(tree, node).slice(0, startLength)
