/** One page to its pieces in reading order: tables taken out, columns parted, lines joined to paragraphs. */
import { bulletsOf, letterBullets } from "../text/dots.ts"
import { withDisplays } from "./displays.ts"
import { withDropCaps } from "./dropCaps.ts"
import { isFigureCaption } from "./captions.ts"
import { gatherLines, lineText } from "./lines.ts"
import type { PageText, Span } from "../text/PageText.ts"
import { joinParagraphs, type Paragraph } from "./paragraphs.ts"
import { type Region, splitRegions } from "./regions.ts"
import { isPageFromRight, mirrorPage, mirrorSpan } from "../text/rightToLeft.ts"
import { ruledTables } from "./ruledTables.ts"
import { withHeads } from "./tableHeads.ts"
import type { PdfTable } from "./tables.ts"
import { layOutTagged } from "./tagged.ts"

export type Piece = (
  | { readonly kind: "paragraph"; readonly paragraph: Paragraph }
  | { readonly kind: "table"; readonly table: PdfTable }
) & {
  readonly page: number
  /** Width of the page where it is read from the right: edges are counted from there. */
  readonly fromRight?: number | undefined
}

/** More text than a page to be read has; the rest of such a page is read without columns. */
const maxSpans = 20_000

/** Receives the caption of a chart whose labels are left out; without it they are text. */
type OnChart = ((caption: string) => void) | undefined

export const layOut = (page: PageText, spans: ReadonlyArray<Span>, onChart?: OnChart): ReadonlyArray<Piece> => {
  const tagged = spans.length > maxSpans ? undefined : layOutTagged(page, spans)
  if (tagged === undefined) return layOutByLook(page, spans, onChart)
  return tagged.flatMap((piece) =>
    piece.kind === "spans" ? layOutByLook(page, piece.spans, onChart) : [{ ...piece, page: page.number }]
  )
}

const layOutByLook = (page: PageText, written: ReadonlyArray<Span>, onChart: OnChart): ReadonlyArray<Piece> => {
  const spans = written.length > maxSpans ? written : [...letterBullets(written), ...bulletsOf(page.dots, written)]
  if (!isPageFromRight(spans.map(({ text }) => text))) return layOutFromLeft(page, spans, onChart)
  const { width } = page
  return layOutFromLeft(mirrorPage(page), spans.map(mirrorSpan(width)), onChart).map((piece) => ({
    ...piece,
    fromRight: width
  }))
}

const layOutFromLeft = (page: PageText, written: ReadonlyArray<Span>, onChart: OnChart): ReadonlyArray<Piece> => {
  const spans = written.length > maxSpans ? written : withDisplays(page.rules, withDropCaps(written))
  const { rest, tables } = withHeadsAbove(ruledTables(page.rules, spans, page.turned), page.turned)
  // A table keeps its place in the reading order as one span.
  const holders = new Map(tables.map((table) => [holderOf(table), table]))
  const all = [...rest, ...holders.keys()]
  const regions =
    all.length > maxSpans
      ? [{ kind: "text" as const, spans: all }]
      : headsOfRegions(splitRegions(all, outside(page, tables)), page.turned)
  const pieces: Array<Piece> = []
  const number = page.number
  for (const [index, region] of regions.entries()) {
    const caption =
      region.kind === "chart" && onChart !== undefined ? captionOf(region.spans, regions, index) : undefined
    if (caption !== undefined) {
      onChart?.(caption)
      continue
    }
    if (region.kind === "table") {
      pieces.push({ kind: "table", page: number, table: region.table })
      continue
    }
    let pending: Array<Span> = []
    const flush = (): void => {
      for (const paragraph of joinParagraphs(gatherLines(pending))) {
        pieces.push({ kind: "paragraph", page: number, paragraph })
      }
      pending = []
    }
    for (const span of region.spans) {
      const table = holders.get(span)
      if (table === undefined) pending.push(span)
      else {
        flush()
        pieces.push({ kind: "table", page: number, table })
      }
    }
    flush()
  }
  return pieces
}

/** Letters of a label; longer ones are text. */
const maxLabel = 40

/** The line before or after a chart that names it as a figure, where the chart holds labels alone. */
const captionOf = (labels: ReadonlyArray<Span>, regions: ReadonlyArray<Region>, index: number): string | undefined => {
  if (labels.some(({ text }) => text.length > maxLabel)) return undefined
  const before = regions[index - 1]
  const after = regions[index + 1]
  const lines = [
    before?.kind === "text" ? gatherLines(before.spans).slice(-2) : [],
    after?.kind === "text" ? gatherLines(after.spans).slice(0, 2) : []
  ].flat()
  return lines.map(lineText).find(isFigureCaption)
}

/** Tables with the rows that head them, and what is left of the spans. */
const withHeadsAbove = (found: ReturnType<typeof ruledTables>, turned: ReadonlyArray<Span>) => {
  let { rest } = found
  const tables = found.tables.map((one) => {
    const { table, used } = withHeads(one, rest, turned)
    if (used.size > 0) rest = rest.filter((span) => !used.has(span))
    return table
  })
  return { rest, tables }
}

/** The same for tables without lines: their heads are in the text before them. */
const headsOfRegions = (regions: ReadonlyArray<Region>, turned: ReadonlyArray<Span>): ReadonlyArray<Region> => {
  const out: Array<Region> = []
  for (const region of regions) {
    const before = out.at(-1)
    if (region.kind !== "table" || before?.kind !== "text") {
      out.push(region)
      continue
    }
    const { table, used } = withHeads(region.table, before.spans, turned)
    if (used.size > 0) out[out.length - 1] = { kind: "text", spans: before.spans.filter((span) => !used.has(span)) }
    out.push({ kind: "table", table })
  }
  return out
}

const holderOf = ({ x0, x1, y0 }: PdfTable): Span => ({
  text: "\ufffc",
  x0,
  x1,
  y: y0 + 1,
  size: 1,
  font: { bold: false, italic: false, mono: false },
  artifact: false,
  markedId: -1
})

const outside = ({ rules }: PageText, tables: ReadonlyArray<PdfTable>) =>
  tables.length === 0
    ? rules
    : rules.filter(({ at, horizontal }) => horizontal && !tables.some(({ y0, y1 }) => at >= y0 - 2 && at <= y1 + 2))
