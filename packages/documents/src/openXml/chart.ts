/** Charts of office files (ECMA-376 part 1 §21.2) as tables of the data that the file keeps for them. */
import { child, children, descendant, descendants, type Element, attr, textOf } from "../bytes/xml.ts"
import { escapeText } from "../markup/html.ts"
import { renderTable } from "../markup/table.ts"

/** Bounds of the table of one chart. */
export const maxPoints = 2000
export const maxSeries = 100

interface Series {
  readonly name: string
  readonly values: ReadonlyMap<number, string>
}

/** Nothing for a chart whose file keeps no data. */
export const chartHtml = (root: Element | undefined): string => {
  const chart = child(root, "chartSpace", "chart") ?? child(root, "chart")
  const plot = child(chart, "plotArea")
  const all = descendants(plot, "ser").slice(0, maxSeries)
  if (all.length === 0) return ""
  const series: Array<Series> = []
  const categories = new Map<number, string>()
  for (const [index, one] of all.entries()) {
    const names = pointsOf(child(one, "cat") ?? child(one, "xVal"))
    for (const [at, name] of names) if (!categories.has(at)) categories.set(at, name)
    const name = [...pointsOf(child(one, "tx")).values()].join(" ") || textOf(child(one, "tx", "v")).trim()
    series.push({
      name: name === "" ? `Series ${index + 1}` : name,
      values: pointsOf(child(one, "val") ?? child(one, "yVal"))
    })
    const sizes = pointsOf(child(one, "bubbleSize"))
    if (sizes.size > 0) series.push({ name: `${name} (size)`.trim(), values: sizes })
  }
  const count = [categories, ...series.map(({ values }) => values)].reduce(
    (most, points) => [...points.keys()].reduce((top, at) => Math.max(top, at + 1), most),
    0
  )
  const places = Array.from({ length: Math.min(count, maxPoints) }, (_, at) => at)
  const axis = titleOf(descendant(plot, "catAx")) || titleOf(descendant(plot, "dateAx"))
  const hasNames = categories.size > 0
  return renderTable({
    caption: escapeText(titleOf(chart) || "Chart"),
    headerRows: 1,
    rows: [
      [...(hasNames ? [axis] : []), ...series.map(({ name }) => name)],
      ...places.map((at) => [
        ...(hasNames ? [categories.get(at) ?? ""] : []),
        ...series.map(({ values }) => values.get(at) ?? "")
      ])
    ].map((row) => row.map((text) => ({ html: escapeText(text) })))
  })
}

/** Text of the points that the file keeps of a reference or holds itself; levels of a category are joined. */
const pointsOf = (data: Element | undefined): ReadonlyMap<number, string> => {
  const points = new Map<number, string>()
  const levels = descendants(data, "lvl")
  const lists = levels.length > 0 ? levels.toReversed() : [data]
  for (const list of lists)
    for (const point of descendants(list, "pt")) {
      const at = Number(attr(point, "idx"))
      const text = textOf(child(point, "v")).trim()
      if (!Number.isInteger(at) || at < 0 || at >= maxPoints || text === "") continue
      const before = points.get(at)
      points.set(at, before === undefined ? shownNumber(text) : `${before} ${shownNumber(text)}`)
    }
  return points
}

/** Numbers without the noise of their binary form. */
export const shownNumber = (text: string): string =>
  /^-?\d+(?:\.\d+)?(?:E[-+]?\d+)?$/i.test(text) ? String(Number(Number(text).toPrecision(12))) : text

const titleOf = (element: Element | undefined): string => {
  const title = child(element, "title")
  const paragraphs = descendants(child(title, "tx"), "p").map((paragraph) =>
    descendants(paragraph, "t").map(textOf).join("")
  )
  const text = paragraphs.length > 0 ? paragraphs.join(" ") : [...pointsOf(child(title, "tx")).values()].join(" ")
  return text.replaceAll(/\s+/g, " ").trim()
}

/** Paths of the charts that a drawing names. */
export const chartIds = (drawing: Element | undefined): ReadonlyArray<string> =>
  descendants(drawing, "chart").flatMap((chart) => {
    const id = attr(chart, "r:id") ?? attr(chart, "id")
    return id === undefined ? [] : [id]
  })

/** Text of the shapes of a drawing, a line for each paragraph. */
export const shapeTexts = (drawing: Element | undefined): ReadonlyArray<string> =>
  descendants(drawing, "txBody").flatMap((body) =>
    children(body, "p").flatMap((paragraph) => {
      const text = descendants(paragraph, "t").map(textOf).join("").trim()
      return text === "" ? [] : [text]
    })
  )
