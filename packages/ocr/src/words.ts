/** The answer of the engine, as words with places on level lines. */
import type { Recognition, RecognizedWord } from "@orbweaver/core/reading/Recognizer"

interface Box {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

interface Line {
  readonly baseline: Box
  readonly bbox: Box
  readonly rowAttributes?: { readonly rowHeight: number } | undefined
  readonly words: ReadonlyArray<{ readonly text: string; readonly confidence: number; readonly bbox: Box }>
}

interface Result {
  readonly blocks?: ReadonlyArray<{
    readonly paragraphs?: ReadonlyArray<{ readonly lines?: ReadonlyArray<Line> | null }> | null
  }> | null
}

/** `json`: what `GetJSONText` gives. */
export const readWords = (json: string): Pick<Recognition, "confidence" | "words"> => {
  const { blocks } = JSON.parse(json) as Result
  const lines = (blocks ?? []).flatMap(({ paragraphs }) => (paragraphs ?? []).flatMap(({ lines }) => lines ?? []))
  const slope = slopeOf(lines)
  const words: Array<RecognizedWord> = []
  for (const [line, { baseline, bbox, rowAttributes, words: own }] of lines.entries()) {
    const middle = (baseline.x0 + baseline.x1) / 2
    const level = (baseline.y0 + baseline.y1) / 2 - slope * middle
    const size = rowAttributes?.rowHeight ?? bbox.y1 - bbox.y0
    for (const { bbox: box, confidence, text: raw } of own) {
      const text = raw.replaceAll(/\s+/g, "")
      if (text === "") continue
      const drop = slope * ((box.x0 + box.x1) / 2)
      words.push({
        text,
        confidence: Math.min(1, Math.max(0, confidence / 100)),
        x0: box.x0,
        y0: box.y0 - drop,
        x1: box.x1,
        y1: box.y1 - drop,
        line,
        baseline: level,
        size
      })
    }
  }
  const letters = words.reduce((sum, { text }) => sum + text.length, 0)
  const weighed = words.reduce((sum, { confidence, text }) => sum + confidence * text.length, 0)
  return { words, confidence: letters === 0 ? 0 : weighed / letters }
}

/** What is left of a slope that all lines have: that of the middle one, by length. */
const slopeOf = (lines: ReadonlyArray<Line>): number => {
  const slopes = lines
    .map(({ baseline: { x0, x1, y0, y1 } }) => ({ length: x1 - x0, slope: (y1 - y0) / (x1 - x0) }))
    .filter(({ length, slope }) => length > 0 && Math.abs(slope) < 0.2)
    .toSorted((a, b) => a.slope - b.slope)
  const half = slopes.reduce((sum, { length }) => sum + length, 0) / 2
  let sum = 0
  return slopes.find(({ length }) => (sum += length) >= half)?.slope ?? 0
}
