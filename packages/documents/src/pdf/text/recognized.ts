/** Words that were recognized in a picture, as the spans that the text of a PDF has. */
import type { DrawnRule, RecognizedWord } from "@orbweaver/core/reading/Recognizer"
import type { Font, Gap, Rule, Span } from "./PageText.ts"
import { isRightToLeft } from "./rightToLeft.ts"

/** Parts of the size of the type: a gap that ends the span, and a blank that may part columns. */
const breakGap = 0.95
const wideGap = 0.5

/** Heights of lines that differ less are of one size: they are measured on the letters that a line happens to have. */
const sameSize = 0.18

/** A picture shows no names of fonts. */
const font: Font = { bold: false, italic: false, mono: false }

interface Recognized {
  readonly words: ReadonlyArray<RecognizedWord>
  readonly rules?: ReadonlyArray<DrawnRule> | undefined
}

/** Spans and the lines between them, in points; `scale`: pixels of a point. */
export const recognizedText = (
  { rules = [], words }: Recognized,
  scale: number
): { readonly spans: ReadonlyArray<Span>; readonly rules: ReadonlyArray<Rule> } => {
  const placed = rules.map(({ at, from, horizontal, to }) => ({
    horizontal,
    at: at / scale,
    from: from / scale,
    to: to / scale
  }))
  return {
    spans: spansOfWords(
      words,
      scale,
      placed.filter(({ horizontal }) => !horizontal)
    ),
    rules: placed
  }
}

const spansOfWords = (
  words: ReadonlyArray<RecognizedWord>,
  scale: number,
  walls: ReadonlyArray<Rule>
): ReadonlyArray<Span> => {
  const lines = [...Map.groupBy(words, ({ line }) => line).values()]
  const sizeOf = sizesOf(lines)
  return lines.flatMap((line) => spansOf(line, sizeOf(line[0]!.size) / scale, scale, walls))
}

/** Whether a drawn line stands between the words, as between cells. */
const isWalled = (walls: ReadonlyArray<Rule>, left: number, right: number, y: number): boolean =>
  walls.some(({ at, from, to }) => at > left - 1 && at < right + 1 && from <= y && to >= y)

const spansOf = (
  line: ReadonlyArray<RecognizedWord>,
  size: number,
  scale: number,
  walls: ReadonlyArray<Rule>
): ReadonlyArray<Span> => {
  const fromRight = line.filter(({ text }) => isRightToLeft(text)).length > line.length / 2
  const spans: Array<Span> = []
  let text = ""
  let gaps: Array<Gap> = []
  let x0 = 0
  let x1 = 0
  const finish = (): void => {
    if (text === "") return
    const wide = gaps.length === 0 ? {} : { gaps }
    const y = line[0]!.baseline / scale
    spans.push({ text, x0, x1, y, size, font, artifact: false, markedId: -1, ...wide })
    text = ""
    gaps = []
  }
  for (const word of line) {
    const left = word.x0 / scale
    const right = word.x1 / scale
    // On either side: words of another script stand in a line of their own direction.
    const gap = Math.max(left - x1, x0 - right)
    const [from, to] = left >= x1 ? [x1, left] : [right, x0]
    if (gap > breakGap * size || (text !== "" && isWalled(walls, from, to, line[0]!.baseline / scale - size * 0.3)))
      finish()
    if (text === "") {
      x0 = left
      x1 = right
      text = word.text
      continue
    }
    if (gap > wideGap * size && !fromRight) gaps.push({ at: text.length, x0: x1, x1: left })
    text += ` ${word.text}`
    x0 = Math.min(x0, left)
    x1 = Math.max(x1, right)
  }
  finish()
  return spans
}

/** Sizes that differ little are one, that of most of the letters; the type of the text takes all that is near it. */
const sizesOf = (lines: ReadonlyArray<ReadonlyArray<RecognizedWord>>): ((size: number) => number) => {
  const letters = new Map<number, number>()
  for (const line of lines) {
    const size = line[0]!.size
    letters.set(
      size,
      line.reduce((sum, { text }) => sum + text.length, letters.get(size) ?? 0)
    )
  }
  const sizes = [...letters].toSorted(([, one], [, other]) => other - one).slice(0, maxSizes)
  const chosen: Array<number> = []
  const nearest = (size: number) => chosen.find((known) => Math.abs(known - size) < sameSize * known)
  for (const [size] of sizes) if (nearest(size) === undefined) chosen.push(size)
  return (size) => nearest(size) ?? size
}

const maxSizes = 200
