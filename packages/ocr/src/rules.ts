/**
 * Finds the lines of tables in a picture, and takes them out of it: letters beside them are read as brackets and digits
 * otherwise, and the layout of tables needs them.
 */
import type { DrawnRule } from "@orbweaver/core/reading/Recognizer"
import type { Gray } from "./pixels.ts"

/** Shortest line, and how thick one may be, in parts of the longer side: half an inch, and a 30th, of a page. */
const minLength = 1 / 24
const maxThickness = 1 / 350
/** White pixels within a line: dust, and letters that cross it. */
const maxGap = 3
/** A drawing has more. */
const maxRules = 1000

/** A line with its extent across, in pixels. */
export interface Line extends DrawnRule {
  readonly first: number
  readonly last: number
}

/** `isDark`: of a picture of black and white, level. Fewer lines than a table has are left alone. */
export const findLines = (picture: Gray): ReadonlyArray<Line> => {
  const lines = [...linesAlong(picture, true), ...linesAlong(picture, false)]
  const horizontal = lines.filter((line) => line.horizontal).length
  return horizontal >= 2 && lines.length - horizontal >= 2 && lines.length <= maxRules ? lines : []
}

interface Band {
  from: number
  to: number
  readonly first: number
  last: number
}

const linesAlong = ({ height, pixels, width }: Gray, horizontal: boolean): ReadonlyArray<Line> => {
  const [length, across] = horizontal ? [width, height] : [height, width]
  const [step, jump] = horizontal ? [1, width] : [width, 1]
  const shortest = Math.max(width, height) * minLength
  const thickest = Math.max(2, Math.round(Math.max(width, height) * maxThickness))
  const done: Array<Band> = []
  let open: Array<Band> = []
  for (let place = 0; place < across; place++) {
    const next: Array<Band> = []
    for (const [from, to] of runsOf(pixels, place * jump, step, length, shortest)) {
      const known = open.find((band) => band.from <= to && band.to >= from && !next.includes(band))
      if (known === undefined) next.push({ from, to, first: place, last: place })
      else {
        known.from = Math.min(known.from, from)
        known.to = Math.max(known.to, to)
        known.last = place
        next.push(known)
      }
    }
    done.push(...open.filter((band) => !next.includes(band)))
    if (done.length > maxRules) return []
    open = next
  }
  const thin = [...done, ...open].filter(({ first, last }) => last - first < thickest)
  return joined(thin, thickest, shortest)
    .filter(({ first, last }) => last - first < 2 * thickest)
    .map(({ first, from, last, to }) => ({ horizontal, at: (first + last) / 2, from, to, first, last }))
}

/** Pieces of one line, which a slope that is left, or a poor scan, has broken. */
const joined = (bands: ReadonlyArray<Band>, thickest: number, gap: number): ReadonlyArray<Band> => {
  const lines: Array<Band> = []
  for (const band of bands.toSorted((one, other) => one.first - other.first)) {
    const line = lines.findLast(
      ({ from, last, to }) => band.first - last <= thickest / 2 && band.from - to <= gap && from - band.to <= gap
    )
    if (line === undefined) lines.push({ ...band })
    else {
      line.from = Math.min(line.from, band.from)
      line.to = Math.max(line.to, band.to)
      line.last = Math.max(line.last, band.last)
    }
  }
  return lines
}

/** Dark pixels in a row, white ones within it no more than `maxGap` together. */
function* runsOf(
  pixels: Uint8Array,
  start: number,
  step: number,
  length: number,
  shortest: number
): Generator<readonly [from: number, to: number]> {
  let from = -1
  let last = -1
  for (let at = 0; at < length; at++) {
    if (pixels[start + at * step]! >= 128) continue
    if (from < 0 || at - last > maxGap + 1) {
      if (from >= 0 && last - from >= shortest) yield [from, last]
      from = at
    }
    last = at
  }
  if (from >= 0 && last - from >= shortest) yield [from, last]
}

/** Pixels around a line that belong to its edge. */
const edge = 2

/** Whitens the lines, in place, except where a letter crosses: there the ink goes on beyond both edges. */
export const eraseLines = ({ height, pixels, width }: Gray, lines: ReadonlyArray<Line>): void => {
  for (const { first, from, horizontal, last, to } of lines) {
    const [step, jump, across] = horizontal ? [1, width, height] : [width, 1, width]
    const above = Math.max(0, first - edge - 1)
    const below = Math.min(across - 1, last + edge + 1)
    for (let at = from; at <= to; at++) {
      const isCrossed = pixels[above * jump + at * step]! < 128 && pixels[below * jump + at * step]! < 128
      if (isCrossed) continue
      for (let place = above + 1; place < below; place++) pixels[place * jump + at * step] = 255
    }
  }
}
