/** Finds notes at the foot of a page: small type that starts with a number which the text above raises. */
import { type Style } from "./headings.ts"
import type { Piece } from "../layout/layout.ts"
import { lineText } from "../layout/lines.ts"
import type { Paragraph } from "../layout/paragraphs.ts"

export interface PageNotes {
  readonly isNote: (paragraph: Paragraph) => boolean
  /** Key of the note of that page and mark. */
  readonly keyOf: (page: number, mark: string) => string | undefined
  readonly paragraphOf: (key: string) => Paragraph | undefined
  /** Letters of the note's own mark at its start. */
  readonly cut: (paragraph: Paragraph) => number
}

const start = /^\s*(\d{1,3}|[*†‡§¶])[.)]?\s*(?=\S)/

const startOf = (piece: Piece | undefined): string | undefined =>
  piece?.kind === "paragraph" ? start.exec(lineText(piece.paragraph.lines[0]!))?.[1] : undefined

export const findNotes = (pieces: ReadonlyArray<Piece>, { body, levels }: Style): PageNotes => {
  const raised = new Set<string>()
  for (const piece of pieces) {
    if (piece.kind !== "paragraph" || piece.paragraph.size < body * 0.93) continue
    for (const line of piece.paragraph.lines) {
      for (const { size, text, y } of line.spans) {
        if (size < 0.88 * line.size && y < line.y - 0.12 * line.size) raised.add(`${piece.page}|${text.trim()}`)
      }
    }
  }
  const notes = new Map<string, Paragraph>()
  const cuts = new Map<Paragraph, number>()
  for (const [index, piece] of pieces.entries()) {
    if (piece.kind !== "paragraph") continue
    const { page, paragraph } = piece
    if (paragraph.size > body * 0.93 || levels.has(paragraph)) continue
    const found = start.exec(lineText(paragraph.lines[0]!))
    // The second of a list whose first nobody refers to is an item of it.
    const number = Number(found?.[1])
    if (number > 1 && startOf(pieces[index - 1]) === String(number - 1) && !raised.has(`${page}|${number - 1}`))
      continue
    const key = `${page}|${found?.[1] ?? ""}`
    if (found === null || !raised.has(key) || notes.has(key)) continue
    notes.set(key, paragraph)
    cuts.set(paragraph, found[0].length)
  }
  return {
    isNote: (paragraph) => cuts.has(paragraph),
    keyOf: (page, mark) => (notes.has(`${page}|${mark}`) ? `${page}|${mark}` : undefined),
    paragraphOf: (key) => notes.get(key),
    cut: (paragraph) => cuts.get(paragraph) ?? 0
  }
}
