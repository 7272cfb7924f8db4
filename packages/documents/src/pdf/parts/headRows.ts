/** How many rows of a table name its columns: the first one, and those below it before the rows of numbers begin. */

interface Cell {
  readonly text: string
  readonly bold: boolean
  readonly rows: number
}

type Row = ReadonlyArray<Cell>

interface Known {
  /** Whether the file says that the first row names the columns. */
  readonly named: boolean
  /** Rows that are heads by their place. */
  readonly heads: number | undefined
}

/** Rows of a head at most. */
const maxHeads = 5

export const countHeadRows = (rows: ReadonlyArray<Row>, { heads, named }: Known): number => {
  const [head] = rows
  if (head === undefined || rows.length < 2) return 0
  const first =
    heads ?? (named || isHead(rows, head) || isYears(rows) ? Math.max(1, ...head.map((cell) => cell.rows)) : 0)
  if (first === 0) return 0
  let next = first
  while (next < Math.min(maxHeads, rows.length - 1) && isFurtherHead(rows[next]!)) next++
  const ends = rows.slice(next, next + 2).every(isOfNumbers)
  return Math.min(rows.length - 1, ends ? next : first)
}

const isNumeric = (text: string): boolean => /\d/.test(text) && /^[\s\d.,%$€£¥()+–—-]+$/.test(text)

const isFilled = ({ text }: Cell): boolean => text !== ""

/** In bold, or without numbers above rows that have some. */
const isHead = (rows: ReadonlyArray<Row>, head: Row): boolean =>
  head.every((cell) => cell.bold || !isFilled(cell)) ||
  (!head.some(({ text }) => isNumeric(text)) &&
    (rows.slice(1).some((row) => row.some(({ text }) => isNumeric(text))) || rows.length >= 3))

const isYear = (text: string): boolean => /^(?:FY\s?)?(?:19|20)\d\d(?:\s?[-–/]\s?\d{2,4})?$/.test(text)

/** Years beside each other, which follow each other, above other numbers. */
const isYears = (rows: ReadonlyArray<Row>): boolean => {
  const years = rows[0]!.slice(1).filter(isFilled)
  const steps = years.slice(1).map(({ text }, index) => Number(text.slice(-2)) - Number(years[index]!.text.slice(-2)))
  return (
    years.length > 1 &&
    years.every(({ text }) => isYear(text)) &&
    !isNumeric(rows[0]![0]!.text) &&
    (steps.every((step) => step > 0) || steps.every((step) => step < 0)) &&
    !rows[1]!
      .slice(1)
      .filter(isFilled)
      .every(({ text }) => isYear(text))
  )
}

/** A row below the head that names columns too: words in two of them, bold or without a label. */
const isFurtherHead = (row: Row): boolean => {
  const values = row.slice(1).filter(isFilled)
  return (
    values.length > 1 &&
    values.every(({ text }) => !isNumeric(text) || isYear(text)) &&
    values.some(({ text }) => /\p{L}{2}/u.test(text) || isYear(text)) &&
    (row.every((cell) => cell.bold || !isFilled(cell)) || !isFilled(row[0]!))
  )
}

const isOfNumbers = (row: Row): boolean => {
  const values = row.slice(1).filter(isFilled)
  return values.length > 0 && 2 * values.filter(({ text }) => isNumeric(text)).length >= values.length
}
