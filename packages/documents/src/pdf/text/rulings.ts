/** Finds, in a drawn path, the strokes along the axes: lines, edges of boxes and boxes so thin that they are lines. */
import type { Rule } from "./PageText.ts"
import type { PdfJs } from "../file/pdfjs.ts"

/** Thickest filled box that stands for a line, and how far a line may lean, in points. */
const thin = 2.5
const maxSlant = 1
/** Shorter strokes are parts of glyphs and drawings. */
const shortest = 4

type Point = readonly [number, number]

export const straightLines = (
  { OPS }: PdfJs,
  args: ReadonlyArray<unknown>,
  place: (x: number, y: number) => Point
): ReadonlyArray<Rule> => {
  const [operator, paths] = args as readonly [number, ReadonlyArray<ArrayLike<number> | null>]
  const data = paths[0]
  // Cells and lines have few points; a curve of thousands is a drawing.
  if (data === null || data === undefined || typeof data.length !== "number" || data.length > 3000) return []
  const stroked =
    operator === OPS.stroke ||
    operator === OPS.closeStroke ||
    operator === OPS.fillStroke ||
    operator === OPS.eoFillStroke ||
    operator === OPS.closeFillStroke ||
    operator === OPS.closeEOFillStroke
  const filled = !stroked && (operator === OPS.fill || operator === OPS.eoFill)
  if (!stroked && !filled) return []

  const rules: Array<Rule> = []
  let points: Array<Point> = []
  const finish = (): void => {
    if (stroked) for (let at = 1; at < points.length; at++) addLine(rules, points[at - 1]!, points[at]!)
    else addThinBox(rules, points)
    points = []
  }
  for (let at = 0; at < data.length;) {
    switch (data[at]) {
      case 0:
        finish()
        points.push(place(data[at + 1]!, data[at + 2]!))
        at += 3
        break
      case 1:
        points.push(place(data[at + 1]!, data[at + 2]!))
        at += 3
        break
      case 2:
        points = []
        at += 7
        break
      case 3:
        points = []
        at += 5
        break
      default:
        if (points.length > 0) points.push(points[0]!)
        at += 1
    }
  }
  finish()
  return rules
}

const addLine = (rules: Array<Rule>, [x0, y0]: Point, [x1, y1]: Point, isShade = false): void => {
  const width = Math.abs(x1 - x0)
  const height = Math.abs(y1 - y0)
  if (height <= maxSlant && width >= shortest) {
    rules.push({ horizontal: true, at: (y0 + y1) / 2, from: Math.min(x0, x1), to: Math.max(x0, x1), isShade })
  } else if (width <= maxSlant && height >= shortest) {
    rules.push({ horizontal: false, at: (x0 + x1) / 2, from: Math.min(y0, y1), to: Math.max(y0, y1), isShade })
  }
}

const addThinBox = (rules: Array<Rule>, points: ReadonlyArray<Point>): void => {
  if (points.length < 4 || points.length > 6) return
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const middleX = (left + right) / 2
  const middleY = (top + bottom) / 2
  if (bottom - top <= thin) addLine(rules, [left, middleY], [right, middleY])
  else if (right - left <= thin) addLine(rules, [middleX, top], [middleX, bottom])
  else {
    // A shaded cell has its edges where lines would be.
    addLine(rules, [left, top], [right, top], true)
    addLine(rules, [left, bottom], [right, bottom], true)
    addLine(rules, [left, top], [left, bottom], true)
    addLine(rules, [right, top], [right, bottom], true)
  }
}
