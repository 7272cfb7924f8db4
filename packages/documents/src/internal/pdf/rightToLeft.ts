/**
 * Glyphs of Hebrew and Arabic are drawn from left to right; readers want them
 * in the order they are read. A small form of the bidirectional algorithm (UAX
 * #9): the whole is turned around, then numbers and left-to-right words back.
 */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
const leftToRight = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}]/u

export const isRightToLeft = (text: string): boolean => rightToLeft.test(text)

/** Pieces in reading order, given from left to right; those of the other direction keep their own order among them. */
export const inReadingOrder = <A>(pieces: ReadonlyArray<A>, textOf: (piece: A) => string): ReadonlyArray<A> => {
  let right = 0
  let left = 0
  for (const piece of pieces) {
    const text = textOf(piece)
    if (rightToLeft.test(text)) right += text.length
    else if (leftToRight.test(text)) left += text.length
  }
  if (right === 0) return pieces
  const base = right >= left
  const out: Array<A> = []
  let run: Array<A> = []
  for (const piece of base ? pieces.toReversed() : pieces) {
    const text = textOf(piece)
    const turned = base ? !rightToLeft.test(text) && leftToRight.test(text) : rightToLeft.test(text)
    const neutral = run.length > 0 && !rightToLeft.test(text) && !leftToRight.test(text) && text.trim() !== ""
    if (turned || neutral) run.push(piece)
    else {
      out.push(...run.toReversed(), piece)
      run = []
    }
  }
  out.push(...run.toReversed())
  return out
}

/** Text of glyphs that stand from left to right; a ligature's letters are in reading order already. */
export const visualToLogical = (glyphs: ReadonlyArray<string>): string =>
  inReadingOrder(glyphs, (glyph) => glyph)
    .join("")
    .replaceAll(/[()[\]{}<>«»]/g, (bracket) => mirrored[bracket] ?? bracket)

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
