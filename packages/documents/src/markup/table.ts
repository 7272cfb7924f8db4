/** A grid of cells as an HTML table: header rows in `thead`, spans kept, empty edges cut off. */

export interface Cell {
  readonly html: string
  /** 1 when absent. */
  readonly columns?: number | undefined
  /** 1 when absent. */
  readonly rows?: number | undefined
  readonly align?: "right" | "center" | undefined
}

interface Table {
  /** Each row's own cells; places covered by a span from above or from the left are left out. */
  readonly rows: ReadonlyArray<ReadonlyArray<Cell>>
  /** Rows at the top that name the columns. */
  readonly headerRows: number
  /** Inline HTML. */
  readonly caption?: string | undefined
}

export const renderTable = ({ caption, headerRows, rows }: Table): string => {
  const filled = rows.findLastIndex((row) => row.some(({ html }) => html !== ""))
  if (filled < 0) return ""
  const kept = rows.slice(0, filled + 1)
  const heads = Math.min(headerRows, kept.length)
  const title = caption === undefined || caption === "" ? "" : `<caption>${caption}</caption>\n`
  const head = heads === 0 ? "" : `<thead>\n${kept.slice(0, heads).map(renderRow("th")).join("")}</thead>\n`
  const body = kept.length === heads ? "" : `<tbody>\n${kept.slice(heads).map(renderRow("td")).join("")}</tbody>\n`
  return `<table>\n${title}${head}${body}</table>`
}

const renderRow =
  (tag: "td" | "th") =>
  (row: ReadonlyArray<Cell>): string =>
    `<tr>${row
      .map(({ align, columns = 1, html, rows = 1 }) => {
        const side = align === undefined ? "" : ` align="${align}"`
        const spans = `${columns > 1 ? ` colspan="${columns}"` : ""}${rows > 1 ? ` rowspan="${rows}"` : ""}`
        return `<${tag}${spans}${side}>${html}</${tag}>`
      })
      .join("")}</tr>\n`
