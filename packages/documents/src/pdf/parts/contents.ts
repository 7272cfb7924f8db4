/** Entries of a table of contents: titles with the numbers of their pages. */
import type { Piece } from "../layout/layout.ts"
import { gapBetween, lineText } from "../layout/lines.ts"
import { isContentsLine, type Paragraph } from "../layout/paragraphs.ts"

/** Lines with dots before the number, and next to them lines whose number stands apart without dots. */
export const contentsEntries = (pieces: ReadonlyArray<Piece>): ReadonlySet<Paragraph> => {
  const entries = new Set<Paragraph>()
  const dotted = pieces.map(
    (piece) => piece.kind === "paragraph" && piece.paragraph.lines.every((line) => isContentsLine(lineText(line)))
  )
  for (const [index, piece] of pieces.entries()) {
    if (piece.kind !== "paragraph") continue
    const near = dotted[index - 1] === true || dotted[index + 1] === true
    if (dotted[index] === true || (near && endsInPageNumbers(piece.paragraph))) entries.add(piece.paragraph)
  }
  return entries
}

const endsInPageNumbers = ({ lines }: Paragraph): boolean => {
  const { size, spans } = lines[0]!
  const [before, number] = spans.slice(-2)
  return (
    lines.length === 1 &&
    before !== undefined &&
    number !== undefined &&
    /^\d{1,4}$/.test(number.text) &&
    gapBetween(before, number) > 2 * size
  )
}
