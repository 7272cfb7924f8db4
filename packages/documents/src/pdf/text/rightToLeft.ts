/**
 * Glyphs of Hebrew and Arabic are drawn from left to right; readers want them
 * in the order they are read. A small form of the bidirectional algorithm (UAX
 * #9): the whole is turned around, then numbers and left-to-right words back.
 */
import type { PageText, Span } from "./PageText.ts"

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
const leftToRight = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u
const digit = /\p{Nd}/u

export const isRightToLeft = (text: string): boolean => rightToLeft.test(text)

type Kind = "right" | "left" | "number" | "neutral"

const kindOf = (text: string): Kind =>
  rightToLeft.test(text) ? "right" : leftToRight.test(text) ? "left" : digit.test(text) ? "number" : "neutral"

/** Letters of a text by the direction they are read in. */
const countLetters = (text: string): { readonly right: number; readonly left: number } => {
  let right = 0
  let left = 0
  for (const letter of text) {
    const kind = kindOf(letter)
    if (kind === "right") right++
    else if (kind === "left") left++
  }
  return { right, left }
}

/** Whether the line as a whole is read from the right; on a page that is, foreign words do not turn it. */
const runsFromRight = (text: string, pageFromRight: boolean): boolean => {
  const { left, right } = countLetters(text)
  return pageFromRight ? right > 0 && right * 4 >= left : right > left
}

/** Whether most of a page is read from the right, so that its columns and tables begin there. */
export const isPageFromRight = (texts: ReadonlyArray<string>): boolean =>
  texts.some(isRightToLeft) && runsFromRight(texts.join(""), false)

/** The page as a mirror shows it: what is read from the right begins on the left. */
export const mirrorPage = (page: PageText): PageText => ({
  ...page,
  turned: page.turned.map(mirrorSpan(page.width)),
  rules: page.rules.map((rule) =>
    rule.horizontal
      ? { ...rule, from: page.width - rule.to, to: page.width - rule.from }
      : { ...rule, at: page.width - rule.at }
  )
})

export const mirrorSpan =
  (width: number) =>
  (span: Span): Span => ({ ...span, x0: width - span.x1, x1: width - span.x0, gaps: undefined, mirrored: true })

/** Pieces in reading order, given from left to right; those of the other direction keep their own order among them. */
export const inReadingOrder = <A>(
  pieces: ReadonlyArray<A>,
  textOf: (piece: A) => string,
  pageFromRight: boolean
): ReadonlyArray<A> => {
  const kinds = pieces.map((piece) => kindOf(textOf(piece)))
  if (!kinds.includes("right")) return pieces
  const base = runsFromRight(pieces.map(textOf).join(""), pageFromRight)
  const order = base ? pieces.map((_, index) => pieces.length - 1 - index) : pieces.map((_, index) => index)
  const out: Array<A> = []
  let run: Array<A> = []
  let runKind: Kind = "neutral"
  /** What stands between two pieces of a run belongs to it, what stands behind the last does not. */
  let between: Array<A> = []
  const finish = (): void => {
    out.push(...run.toReversed(), ...between)
    run = []
    between = []
  }
  for (const index of order) {
    const kind = kinds[index]!
    const piece = pieces[index]!
    const turned = base ? kind === "left" || kind === "number" : kind === "right"
    if (turned && run.length > 0 && kind === runKind) {
      run.push(...between, piece)
      between = []
    } else if (turned) {
      finish()
      run = [piece]
      runKind = kind
    } else if (kind === "neutral" && run.length > 0) between.push(piece)
    else {
      finish()
      out.push(piece)
    }
  }
  finish()
  return out
}

/** Text of glyphs that stand from left to right; a ligature's letters are in reading order already. */
export const visualToLogical = (glyphs: ReadonlyArray<string>, pageFromRight: boolean): string => {
  const text = inReadingOrder(glyphs, (glyph) => glyph, pageFromRight).join("")
  if (!runsFromRight(text, pageFromRight) || !bracket.test(text)) return text
  // Most files name a bracket by the shape it was drawn in, some by the sign it stands for.
  const turned = text.replaceAll(/[()[\]{}<>«»]/g, (sign) => mirrored[sign] ?? sign)
  return closesUnopened(turned) && !closesUnopened(text) ? text : turned
}

const bracket = /[()[\]{}<>«»]/

/** Whether a bracket is closed that was not opened. */
const closesUnopened = (text: string): boolean => /^[^([{«]*[)\]}»]/.test(text)

const mirrored: Readonly<Record<string, string>> = {
  "(": ")",
  ")": "(",
  "[": "]",
  "]": "[",
  "{": "}",
  "}": "{",
  "<": ">",
  ">": "<",
  "«": "»",
  "»": "«"
}
