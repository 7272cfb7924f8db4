/**
 * Glyphs of Hebrew and Arabic are drawn from left to right; readers want them
 * in the order they are read. A small form of the bidirectional algorithm (UAX
 * #9): the whole is turned around, then numbers and left-to-right words back.
 */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
const leftToRight = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u
const digit = /\p{Nd}/u

export const isRightToLeft = (text: string): boolean => rightToLeft.test(text)

type Kind = "right" | "left" | "number" | "neutral"

const kindOf = (text: string): Kind =>
  rightToLeft.test(text) ? "right" : leftToRight.test(text) ? "left" : digit.test(text) ? "number" : "neutral"

/** Whether the line as a whole is read from the right. */
const runsFromRight = <A>(pieces: ReadonlyArray<A>, textOf: (piece: A) => string): boolean => {
  let right = 0
  let left = 0
  for (const piece of pieces) {
    const text = textOf(piece)
    const kind = kindOf(text)
    if (kind === "right") right += text.length
    else if (kind === "left") left += text.length
  }
  return right > 0 && right * 2 >= left
}

/** Pieces in reading order, given from left to right; those of the other direction keep their own order among them. */
export const inReadingOrder = <A>(pieces: ReadonlyArray<A>, textOf: (piece: A) => string): ReadonlyArray<A> => {
  const kinds = pieces.map((piece) => kindOf(textOf(piece)))
  if (!kinds.includes("right")) return pieces
  const base = runsFromRight(pieces, textOf)
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
export const visualToLogical = (glyphs: ReadonlyArray<string>): string => {
  const text = inReadingOrder(glyphs, (glyph) => glyph).join("")
  // Where the line runs from the right, its brackets were drawn the other way round.
  return runsFromRight(glyphs, (glyph) => glyph)
    ? text.replaceAll(/[()[\]{}<>«»]/g, (sign) => mirrored[sign] ?? sign)
    : text
}

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
