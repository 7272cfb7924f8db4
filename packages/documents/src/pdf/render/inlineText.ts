/** Turns lines of spans into runs of text: blanks, broken words, marks, raised numbers, links. */
import { type Inline, lineBreak, Mark, type Run } from "../../markup/html.ts"
import { type Formula, withFormulas } from "../parts/formulas.ts"
import { gapBetween, type Line } from "../layout/lines.ts"
import type { Span } from "../text/PageText.ts"

/** Words of the document, to decide whether a hyphen at the end of a line belongs to the word. */
export interface Words {
  /**
   * Whether two parts are one word with a hyphen: it stands somewhere with it and nowhere without, or both parts are words
   * that stand by themselves and the whole is none, or the first part is one that keeps it.
   */
  readonly isCompound: (head: string, tail: string) => boolean
  /** Whether the word stands somewhere. */
  readonly has: (word: string) => boolean
}

/** First parts of words that are written with a hyphen. */
const prefix = /^(?:non|self|well|half|ex|all)$/i
/** Letters of a part that is a word by itself; shorter ones are endings and beginnings too. */
const minPart = 4

export const collectWords = (lines: ReadonlyArray<string>): Words => {
  const gather = (from: ReadonlyArray<string>, pattern: RegExp): ReadonlySet<string> => {
    const words = new Set<string>()
    for (const line of from) for (const [word] of line.matchAll(pattern)) words.add(word.toLowerCase())
    return words
  }
  let compounds: ReadonlySet<string> | undefined
  let whole: ReadonlySet<string> | undefined
  const has = (word: string): boolean => {
    // The halves of a word broken at the end of a line are no words.
    whole ??= gather(
      lines.map((line, index) => {
        const text = line.replace(/[\p{L}\p{M}]+[-\u2010\u00ad]$/u, "")
        return /[-\u2010\u00ad]$/.test(lines[index - 1] ?? "") ? text.replace(/^[\p{L}\p{M}]+/u, "") : text
      }),
      /[\p{L}\p{M}]+/gu
    )
    return whole.has(word.toLowerCase())
  }
  return {
    has,
    isCompound: (head, tail) => {
      const hyphened = (line: string) => line.indexOf("-") > 0 && line.indexOf("-") < line.length - 1
      compounds ??= gather(lines.filter(hyphened), /[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)+/gu)
      if (has(`${head}${tail}`)) return false
      if (compounds.has(`${head}-${tail}`.toLowerCase()) || prefix.test(head)) return true
      return head.length >= minPart && tail.length >= minPart && has(head) && has(tail)
    }
  }
}

export const runsOf = (
  lines: ReadonlyArray<Line>,
  hardBreaks: ReadonlyArray<boolean>,
  words: Words
): ReadonlyArray<Inline> => {
  const out: Array<Inline> = []
  for (const [index, line] of lines.entries()) {
    let before: Span | Formula | undefined
    for (const span of withFormulas(line)) {
      if ("html" in span) {
        if (before !== undefined && gapBetween(before, span) > 0.12 * line.size) out.push({ text: " ", marks: 0 })
        out.push({ html: span.html })
      } else {
        if (before !== undefined && gapBetween(before, span) > 0.12 * span.size)
          out.push(blankBetween(out.at(-1), span.href))
        out.push({ text: span.text, marks: marksOf(span, line), href: span.href })
      }
      before = span
    }
    const next = lines[index + 1]
    if (next === undefined) break
    if (hardBreaks[index] === true) out.push(lineBreak)
    else joinLines(out, next, words)
  }
  return out
}

const marksOf = ({ font, size, text, y }: Span, line: Line): number => {
  let marks = (font.bold ? Mark.bold : 0) | (font.italic ? Mark.italic : 0) | (font.mono ? Mark.code : 0)
  if (size < 0.88 * line.size && text.length <= 12) {
    if (y < line.y - 0.12 * line.size) marks = Mark.sup
    else if (y > line.y + 0.08 * line.size) marks = Mark.sub
  }
  return marks
}

/** A blank belongs to the link it stands in. */
const blankBetween = (before: Inline | undefined, href: string | undefined): Run =>
  before !== undefined && "text" in before && before.href === href && href !== undefined
    ? { text: " ", marks: before.marks, href }
    : { text: " ", marks: 0 }

/** Longer letters in a row are no word that is broken. */
const longestWord = 80

const broken = /([\p{L}\p{M}]+)[-\u2010\u00ad]$/u

/** A word broken at the end of a line becomes one again; otherwise lines are parted by a blank. */
const joinLines = (out: Array<Inline>, next: Line, words: Words): void => {
  const last = out.at(-1)
  const following = next.spans[0]!.text
  if (last !== undefined && "text" in last) {
    const head = /[-\u2010\u00ad]$/.test(last.text) ? broken.exec(last.text.slice(-longestWord))?.[1] : undefined
    const tail = /^\p{Ll}[\p{L}\p{M}]*/u.exec(following)?.[0]
    if (head !== undefined && tail !== undefined) {
      const keeps = !last.text.endsWith("\u00ad") && words.isCompound(head, tail)
      if (!keeps) out[out.length - 1] = { ...last, text: last.text.slice(0, -1) }
      return
    }
    // Addresses broken at a slash or hyphen, and scripts without blanks.
    if (
      /[-\u2010\u2013/]$/.test(last.text) &&
      !/\s[-\u2010\u2013/]$/.test(last.text) &&
      /^[\p{L}\p{N}]/u.test(following)
    )
      return
    if (withoutBlanks.test(last.text.slice(-1)) && withoutBlanks.test(following.slice(0, 1))) return
    // Korean lines end within words: the document says which.
    const [syllables] = /\p{Script=Hangul}{1,8}$/u.exec(last.text.slice(-longestWord)) ?? []
    const [more] = /^\p{Script=Hangul}{1,8}/u.exec(following) ?? []
    if (syllables !== undefined && more !== undefined && words.has(`${syllables}${more}`)) return
  }
  out.push(blankBetween(last, next.spans[0]!.href))
}

/** Chinese and Japanese, with their punctuation. */
const withoutBlanks = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u
