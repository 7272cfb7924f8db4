/** Charts of OpenDocument files (ODF 1.3 part 3 §11) as tables of the data that the file keeps for them. */
import { attr, child, children, type Element, elements, textOf } from "../bytes/xml.ts"
import { escapeText } from "../markup/html.ts"
import { renderTable } from "../markup/table.ts"
import { maxPoints, maxSeries, shownNumber } from "../openXml/chart.ts"
import { tableRows } from "./tableRows.ts"

/** `content` is the root of the part that the chart is. Nothing for a chart whose file keeps no data. */
export const odfChartHtml = (content: Element): string => {
  const chart = child(content, "document-content", "body", "chart", "chart")
  // The data stand in a table of the chart's own, whatever sheet they are from (§11.1): series by columns.
  const [heads = [], ...points] = tableRows(child(chart, "table")).rows.map(cellsOf)
  if (points.length === 0) return ""
  const axis = children(child(chart, "plot-area"), "axis").find((one) => attr(one, "dimension") === "x")
  const [corner = "", ...names] = heads
  const series = names.slice(0, maxSeries).map((name, index) => (name === "" ? `Series ${index + 1}` : name))
  return renderTable({
    caption: escapeText(titleOf(chart) || "Chart"),
    headerRows: 1,
    rows: [[titleOf(axis) || corner, ...series], ...points.slice(0, maxPoints)].map((row) =>
      row.slice(0, maxSeries + 1).map((text) => ({ html: escapeText(text) }))
    )
  })
}

const cellsOf = (row: Element): ReadonlyArray<string> =>
  children(row, "table-cell").map((cell) => {
    const text = elements(cell)
      .filter(({ name }) => name === "p")
      .map(textOf)
      .join(" ")
      .replaceAll(/\s+/g, " ")
      .trim()
    const value = attr(cell, "office:value") ?? text
    // What has no value is written as no number.
    return attr(cell, "value-type") !== "float" ? text : value === "NaN" ? "" : shownNumber(value)
  })

const titleOf = (element: Element | undefined): string =>
  children(child(element, "title"), "p").map(textOf).join(" ").replaceAll(/\s+/g, " ").trim()
