/**
 * Bullets that a page draws as circles and squares instead of writing them, as
 * browsers do.
 */
import type { SmallMark, Span } from "./PageText.ts"
import type { PdfJs } from "../file/pdfjs.ts"

/** Sizes of bullets, in points. */
const smallest = 1.2
const largest = 7
/** Pages with more small marks are drawings. */
const maxMarks = 400
/** Room between a bullet and its text, in font sizes. */
const reach = 2.6

/** The mark that a path is, if it is one. */
export const dotOf = (
  { OPS }: PdfJs,
  args: ReadonlyArray<unknown>,
  place: (x: number, y: number) => readonly [number, number]
): SmallMark | undefined => {
  const [operator, , box] = args as readonly [number, unknown, ArrayLike<number> | null | undefined]
  if (box === null || box === undefined || box.length < 4 || operator === OPS.endPath) return undefined
  const [x0, y0] = place(box[0]!, box[1]!)
  const [x1, y1] = place(box[2]!, box[3]!)
  const width = Math.abs(x1 - x0)
  const height = Math.abs(y1 - y0)
  const size = Math.max(width, height)
  if (!(size >= smallest && size <= largest) || Math.abs(width - height) > 0.25 * size) return undefined
  return { x: (x0 + x1) / 2, y: (y0 + y1) / 2, size }
}

/** Bullets as text: marks that stand at half the height of small letters, before a line and after none. */
export const bulletsOf = (dots: ReadonlyArray<SmallMark>, spans: ReadonlyArray<Span>): ReadonlyArray<Span> => {
  if (dots.length === 0 || dots.length > maxMarks) return []
  const rows = Map.groupBy(spans, ({ y }) => Math.round(y / 8))
  return dots.flatMap((dot): ReadonlyArray<Span> => {
    const slot = Math.round(dot.y / 8)
    const near = [0, 1, 2, -1].flatMap((step) => rows.get(slot + step) ?? [])
    const level = near.filter(
      ({ size, y }) => dot.size < 0.75 * size && Math.abs(y - 0.32 * size - dot.y) < 0.25 * size
    )
    const after = level.filter(({ size, x0 }) => x0 > dot.x && x0 - dot.x < reach * size)
    const [text] = after.sort((a, b) => a.x0 - b.x0)
    const before = level.some(({ size, x0, x1 }) => x0 < dot.x && dot.x - x1 < 3 * size)
    if (text === undefined || before || /^\s*[•◦▪–-]/.test(text.text)) return []
    const { artifact, font, size, y } = text
    return [{ text: "•", x0: dot.x - dot.size / 2, x1: dot.x + dot.size / 2, y, size, font, artifact, markedId: -1 }]
  })
}
