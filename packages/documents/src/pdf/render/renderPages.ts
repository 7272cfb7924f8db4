/** The pages of a document laid out and rendered together, since each is read by what the others look like. */
import { setImmediate } from "node:timers/promises"
import { headingsOf } from "../file/structure.ts"
import { layOut, type Piece } from "../layout/layout.ts"
import type { Paragraph } from "../layout/paragraphs.ts"
import type { Evidence } from "../parts/headings.ts"
import type { PageText, Span } from "../text/PageText.ts"
import { render, type Rendered } from "./render.ts"

interface LaidOut {
  readonly pieces: ReadonlyArray<Piece>
  /** Captions of charts whose labels are left out. */
  readonly charts: ReadonlyArray<string>
}

const layOutPages = async (pages: ReadonlyArray<PageText>, bodies: Bodies, keepsLabels: boolean): Promise<LaidOut> => {
  const pieces: Array<Piece> = []
  const charts: Array<string> = []
  for (const [index, page] of pages.entries()) {
    pieces.push(...layOut(page, bodies[index]!, keepsLabels ? undefined : (caption) => charts.push(caption)))
    await setImmediate()
  }
  return { pieces, charts }
}

/** What the file itself says of its headings. */
export type FileHeadings = Pick<Evidence, "outline" | "title">

/** The spans of each page that are laid out. */
export type Bodies = ReadonlyArray<ReadonlyArray<Span>>

export const renderPages = async (
  pages: ReadonlyArray<PageText>,
  bodies: Bodies,
  fileHeadings: FileHeadings,
  { joinPages, keepsLabels }: { readonly joinPages: boolean; readonly keepsLabels: boolean }
): Promise<Rendered & Pick<LaidOut, "charts">> => {
  const byNumber = new Map(pages.map(({ number, tags }) => [number, headingsOf(tags)]))
  const tagged = (paragraph: Paragraph, number: number): number | undefined => {
    const headings = byNumber.get(number)
    if (headings === undefined || headings.size === 0) return undefined
    const levels = paragraph.lines.flatMap(({ spans }) => spans.map(({ markedId }) => headings.get(markedId)))
    return levels.every((level) => level !== undefined) ? levels[0] : undefined
  }
  const { charts, pieces } = await layOutPages(pages, bodies, keepsLabels)
  return { ...render(pieces, { ...fileHeadings, tagged, joinPages }), charts }
}
