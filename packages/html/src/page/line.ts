/**
 * Lines as they are compared: white space as single blanks, letters in lower case, numbers as `#`. Nearly every line of a
 * page passes through here, so the usual one, of ASCII, is read once by code and not five times by expressions.
 */
import { isSpace, text, type Tree } from "../tree/Tree.ts"
import { Tag } from "../tree/tags.ts"

/** The text below a node as one line, at most `limit` characters of it. */
export const lineOf = (tree: Tree, node: number, end: number, limit: number): string => {
  const { codes, parent, source, start, tag } = tree
  let line = ""
  let read = 0
  let blank = false
  for (let at = node; at < end && read < limit; at++) {
    if (tag[at] !== Tag.text || isReading(tag[parent[at]!]!)) continue
    let i = start[at]!
    const to = tree.end[at]!
    read += to - i
    if (read > 8 * limit) return anyLine(tree, node, end, limit)
    while (i < to) {
      if (isSpace(codes[i]!)) {
        blank = true
        i++
        continue
      }
      const begin = i
      while (i < to && (isPlain(codes[i]!) || (codes[i] === 32 && i + 1 < to && isPlain(codes[i + 1]!)))) i++
      if (i === begin) return anyLine(tree, node, end, limit)
      if (blank && line !== "") line += " "
      blank = false
      line += source.slice(begin, i)
    }
  }
  return line
}

/** Ruby says how a word is read: no part of a line that is compared. */
const isReading = (tag: number): boolean => tag === Tag.rt || tag === Tag.rp

/** True of a character that stands in the source as it is read, and is no white space. */
const isPlain = (code: number): boolean =>
  code < 0x1680
    ? code > 32 && code !== 38 && code !== 160
    : (code >= 0x2010 && code <= 0x2027) || (code > 0x205f && code !== 0x3000 && code !== 0xfeff)

const anyLine = (tree: Tree, node: number, end: number, limit: number): string => {
  let line = ""
  for (let at = node; at < end && line.length < limit; at++)
    if (tree.tag[at] === Tag.text && !isReading(tree.tag[tree.parent[at]!]!)) line += text(tree, at)
  // One text may be the whole page.
  return collapsed(line.length > 8 * limit ? line.slice(0, 8 * limit) : line)
}

/** The text with runs of white space as one blank, and none at its ends. */
export const collapsed = (text: string): string => {
  const line = text.trim()
  let space = false
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at)
    if (code > 32 && code !== 160 && code < 0x1680) space = false
    else if (code === 32 && !space) space = true
    else return line.replaceAll(/\s+/g, " ")
  }
  return line
}

/** Lower case, numbers as `#`, everything else that is no letter as one blank. */
export const normalise = (line: string): string => {
  const codes: Array<number> = []
  if (line.length > longestPlain) return normaliseAny(line)
  let space = true
  for (let at = 0; at < line.length; at++) {
    let code = line.charCodeAt(at)
    if (code >= 65 && code <= 90) code += 32
    if (isKept(code)) {
      codes.push(code)
      space = false
    } else if (code >= 48 && code <= 57) {
      codes.push(35)
      space = false
      while (isOfNumber(line.charCodeAt(at + 1))) at++
    } else if (code === 0x2019) {
      codes.push(39)
      space = false
    } else if (code > 127 && !(code >= 0x2010 && code <= 0x2027)) return normaliseAny(line)
    else if (!space) {
      codes.push(32)
      space = true
    }
  }
  if (codes.at(-1) === 32) codes.pop()
  return String.fromCharCode(...codes)
}

/**
 * The first word of `normalise(line)`, found without normalising the rest; undefined where that has to be done. It
 * rules out most lines without further work.
 */
export const firstWordOf = (line: string): string | undefined => {
  let at = 0
  while (at < line.length && !startsWord(line.charCodeAt(at))) at++
  const from = at
  let isPlain = true
  for (; at < line.length; at++) {
    const code = line.charCodeAt(at)
    if (code > 127 || (code >= 48 && code <= 57)) return undefined
    if (code >= 65 && code <= 90) isPlain = false
    else if (!isKept(code)) break
  }
  const word = line.slice(from, at)
  return isPlain ? word : word.toLowerCase()
}

const startsWord = (code: number): boolean =>
  code > 127 || (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || isKept(code)

/** Longer lines are rare and would put too many arguments into one call. */
const longestPlain = 1_000

/** a to z, `#`, `'`, `@` */
const isKept = (code: number): boolean => (code >= 97 && code <= 122) || code === 35 || code === 39 || code === 64

const isOfNumber = (code: number): boolean => (code >= 48 && code <= 58) || code === 44 || code === 46

const normaliseAny = (line: string): string =>
  line
    .toLowerCase()
    .replaceAll("’", "'")
    .replaceAll(/\d[\d.,:]*/g, "#")
    .replaceAll(/[^\p{L}\p{M}#'@©]+/gu, " ")
    .trim()
