/**
 * Bullets that are no characters: circles and squares that a page draws, as browsers do; glyphs that stand for no character;
 * letters of a font whose letters are pictures.
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
    if (text === undefined || before || /^\s*[•◦▪●–-]/.test(text.text)) return []
    const { artifact, font, size, y } = text
    return [{ text: "•", x0: dot.x - dot.size / 2, x1: dot.x + dot.size / 2, y, size, font, artifact, markedId: -1 }]
  })
}

/** Letters of a font of their own, before two lines at the same edge: bullets of a font that does not say what it shows. */
export const letterBullets = (spans: ReadonlyArray<Span>): ReadonlyArray<Span> => {
  const single = spans.filter(({ font, text }) => font.family !== undefined && /^[a-zA-Z§¨]$/.test(text))
  if (single.length < 2 || single.length > maxMarks) return spans
  const rows = Map.groupBy(spans, ({ y }) => Math.round(y / 4))
  const before = single.filter((mark) => {
    const slot = Math.round(mark.y / 4)
    const level = [-1, 0, 1]
      .flatMap((step) => rows.get(slot + step) ?? [])
      .filter((span) => span !== mark && Math.abs(span.y - mark.y) < 0.3 * mark.size)
    const after = level
      .filter(({ x0 }) => x0 >= mark.x1)
      .reduce((next, span) => (span.x0 < next.x0 ? span : next), nowhere)
    return (
      after.x0 - mark.x1 < reach * mark.size &&
      after.x0 - mark.x1 > 0.2 * mark.size &&
      after.font.family !== undefined &&
      after.font.family !== mark.font.family &&
      after.text.length > 1 &&
      !level.some(({ x0, x1 }) => x0 < mark.x0 && mark.x0 - x1 < 3 * mark.size)
    )
  })
  const keyOf = ({ font, text, x0 }: Span): string => `${text}|${font.family}|${Math.round(x0 / 4)}`
  const lists = Map.groupBy(before, keyOf)
  const bullets = new Set(before.filter((mark) => lists.get(keyOf(mark))!.length > 1))
  return bullets.size === 0 ? spans : spans.map((span) => (bullets.has(span) ? { ...span, text: "•" } : span))
}

const nowhere: Span = {
  text: "",
  x0: Infinity,
  x1: Infinity,
  y: 0,
  size: 0,
  font: { bold: false, italic: false, mono: false },
  artifact: false,
  markedId: -1
}
