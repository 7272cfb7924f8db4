/** Text in fixed-width letters: it is code where it reads as code, and prose where it reads as prose. */
import type { Line } from "./lines.ts"

/** Signs that code is full of and prose hardly has. */
export const codeSigns = /[{}()[\]<>=;|&$#@\\_/*+`~^]/g

/** Of the characters of prose, such signs at most. */
const maxSigns = 0.012
/** Letters and words that a line of prose has at least, on the average. */
const minLetters = 80
const minWords = 6
/** Of the words of prose, those of letters alone. */
const minPlain = 0.9

export const readsAsProse = (texts: ReadonlyArray<string>): boolean => {
  const text = texts.join(" ")
  const words = text.split(/\s+/)
  const plain = words.filter((word) => /^["'“‘(]?[\p{L}\p{M}'’-]+[.,;:!?"'”’)]*$|^\d+[.,]?$/u.test(word)).length
  return (
    texts.length > 1 &&
    text.length >= minLetters &&
    words.length >= minWords * texts.length &&
    plain >= minPlain * words.length &&
    (text.match(codeSigns)?.length ?? 0) <= maxSigns * text.length &&
    /^["'“‘]?\p{Lu}/u.test(text) &&
    /[.!?:]["'”’)]*$/.test(text)
  )
}

/** The lines in a font that says nothing. */
export const asText = (lines: ReadonlyArray<Line>): ReadonlyArray<Line> =>
  lines.map((line) => ({
    ...line,
    mono: false,
    spans: line.spans.map((span) => ({ ...span, font: { ...span.font, mono: false } }))
  }))
