/**
 * Shapes of a slide in the order in which people read them, by where they lie: columns that run through from top to bottom
 * one after the other, and what lies below something else after it. Files keep shapes in the order in which they were drawn.
 */
import { attr, child, elements, type Element } from "../../bytes/xml.ts"

/** In English Metric Units. */
interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

interface Placed {
  readonly shape: Element
  readonly box: Box
}

/** Shapes that overlap by less do not hinder a cut, in English Metric Units: a tenth of an inch. */
const tolerance = 91_440
const maxDepth = 20
/** A slide with more keeps the order of the file. */
const maxShapes = 1000

/** Where the shape lies; nothing where only its layout says. */
export const boxOf = (shape: Element): Box | undefined => {
  const properties = elements(shape).find(({ name }) => name === "spPr" || name === "grpSpPr")
  const place = child(properties, "xfrm") ?? child(shape, "xfrm")
  const [left, top] = [attr(child(place, "off"), "x"), attr(child(place, "off"), "y")].map(Number)
  const [width, height] = [attr(child(place, "ext"), "cx"), attr(child(place, "ext"), "cy")].map(Number)
  if (![left, top, width, height].every((value) => Number.isFinite(value))) return undefined
  return { left: left!, top: top!, right: left! + width!, bottom: top! + height! }
}

export const inReadingOrder = (shapes: ReadonlyArray<Placed>, depth = 0): ReadonlyArray<Element> => {
  if (shapes.length < 2 || shapes.length > maxShapes) return shapes.map(({ shape }) => shape)
  const parts = depth < maxDepth ? (columnsOf(shapes) ?? joinedRows(rowsOf(shapes))) : undefined
  // What overlaps stays in the order in which it was drawn.
  return parts === undefined
    ? shapes.map(({ shape }) => shape)
    : parts.flatMap((part) => inReadingOrder(part, depth + 1))
}

const columnsOf = (shapes: ReadonlyArray<Placed>) =>
  partsBy(
    shapes,
    ({ left }) => left,
    ({ right }) => right
  )

const rowsOf = (shapes: ReadonlyArray<Placed>) =>
  partsBy(
    shapes,
    ({ top }) => top,
    ({ bottom }) => bottom
  )

/** Rows that are parted into the same columns are read by columns, between what runs over all of them. */
const joinedRows = (
  rows: ReadonlyArray<ReadonlyArray<Placed>> | undefined
): ReadonlyArray<ReadonlyArray<Placed>> | undefined => {
  if (rows === undefined) return undefined
  const joined: Array<ReadonlyArray<Placed>> = []
  for (const row of rows) {
    const above = joined.at(-1)
    const together = above === undefined ? [] : [...above, ...row]
    if (above !== undefined && [above, row, together].every((part) => columnsOf(part) !== undefined))
      joined[joined.length - 1] = together
    else joined.push(row)
  }
  return joined
}

/** Parted where no shape lies across a line; nothing where there is no such line. */
const partsBy = (
  shapes: ReadonlyArray<Placed>,
  start: (box: Box) => number,
  end: (box: Box) => number
): ReadonlyArray<ReadonlyArray<Placed>> | undefined => {
  const sorted = shapes.toSorted((a, b) => start(a.box) - start(b.box))
  const parts: Array<Array<Placed>> = []
  let reached = -Infinity
  for (const one of sorted) {
    if (parts.length === 0 || start(one.box) >= reached - tolerance) parts.push([one])
    else parts.at(-1)!.push(one)
    reached = Math.max(reached, end(one.box))
  }
  if (parts.length < 2) return undefined
  // Within a part the order of the file goes on.
  return parts.map((part) => shapes.filter((one) => part.includes(one)))
}
