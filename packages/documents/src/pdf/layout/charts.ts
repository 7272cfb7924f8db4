/**
 * Whether what stands in rows and columns is a drawing with labels: a chart has an axis, numbers under each other that
 * fall by one step, and hardly anything beside them.
 */
import type { PdfCell } from "./tables.ts"

/** Numbers that an axis has at least. */
const minTicks = 5
/** Of the cells beside an axis, those that are empty. */
const minEmpty = 0.6

type Cells = ReadonlyArray<ReadonlyArray<PdfCell>>

const numberOf = (cell: PdfCell | undefined): number | undefined => {
  if (cell === undefined || cell.spans.length !== 1) return undefined
  const text = cell.spans[0]!.text.trim()
  return /^[-–−]?[\d.,\s]*\d\s?%?$/.test(text) ? Number(text.replace(/[–−]/, "-").replaceAll(/[,\s%]/g, "")) : undefined
}

interface Axis {
  readonly column: number
  readonly rows: ReadonlyArray<number>
}

/** The longest run of numbers in one column that fall by the same step. */
const axisIn = (rows: Cells, column: number): Axis | undefined => {
  let best: ReadonlyArray<number> = []
  let run: Array<number> = []
  let before = NaN
  let step = NaN
  for (const [index, cells] of rows.entries()) {
    const value = numberOf(cells[column])
    // A label beside the axis stands on a line of its own.
    if (value === undefined) continue
    const fall = before - value
    if (run.length > 1 && Math.abs(fall - step) > 1e-6 * Math.abs(step)) run = [run.at(-1)!]
    run = fall > 0 ? [...run, index] : [index]
    step = fall
    before = value
    if (run.length > best.length) best = run
  }
  return best.length >= minTicks ? { column, rows: best } : undefined
}

/** Each cell in the first of its columns, so that an axis keeps its column where a label reaches over others. */
const spread = (rows: Cells): Cells =>
  rows.map((cells) =>
    cells.flatMap((cell) => [
      cell,
      ...Array.from({ length: cell.columns - 1 }, (): PdfCell => ({ spans: [], columns: 1, rows: 1 }))
    ])
  )

export const isChart = (written: Cells): boolean => {
  const rows = spread(written)
  const width = rows.reduce((most, cells) => Math.max(most, cells.length), 0)
  const axes = Array.from({ length: width }, (_, column) => axisIn(rows, column)).filter((axis) => axis !== undefined)
  if (axes.length === 0) return false
  const columns = new Set(axes.map(({ column }) => column))
  const beside = [...new Set(axes.flatMap((axis) => axis.rows))].flatMap((row) =>
    rows[row]!.filter((_, column) => !columns.has(column))
  )
  return beside.filter(({ spans }) => spans.length === 0).length >= minEmpty * beside.length
}
