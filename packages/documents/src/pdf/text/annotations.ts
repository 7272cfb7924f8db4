/**
 * What lies over a page as annotations (ISO 32000-2 §12.5), in points from the
 * upper left corner: links, values of form fields, text written into the page.
 * Comments are no part of the page.
 */
import { maxAnnotations } from "../file/annotationLists.ts"
import type { Link } from "./PageText.ts"
import type { Span } from "./PageText.ts"
import type { PdfPage } from "../file/pdfjs.ts"

interface Annotations {
  readonly links: ReadonlyArray<Link>
  readonly fields: ReadonlyArray<Span>
}

interface Box {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

export const readAnnotations = async (page: PdfPage): Promise<Annotations> => {
  const annotations: ReadonlyArray<Readonly<Record<string, unknown>>> = await page.getAnnotations().catch(() => [])
  const [a, b, c, d, e, f] = page.getViewport({ scale: 1 }).transform as [
    number,
    number,
    number,
    number,
    number,
    number
  ]
  const links: Array<Link> = []
  const fields: Array<Span> = []
  for (const annotation of annotations.slice(0, maxAnnotations)) {
    const { hidden, rect, subtype, unsafeUrl, url } = annotation
    if (!Array.isArray(rect) || hidden === true) continue
    const [left, low, right, high] = rect as [number, number, number, number]
    const xs = [a * left + c * low + e, a * right + c * high + e] as const
    const ys = [b * left + d * low + f, b * right + d * high + f] as const
    const box: Box = { x0: Math.min(...xs), x1: Math.max(...xs), y0: Math.min(...ys), y1: Math.max(...ys) }
    if (subtype === "Link") {
      const href = url ?? unsafeUrl
      if (typeof href === "string" && /^(?:https?|mailto|ftp|tel):/i.test(href)) links.push({ href, ...box })
    } else if (subtype === "Widget" || subtype === "FreeText") {
      fields.push(...spansOf(subtype === "Widget" ? valueOf(annotation) : commentOf(annotation), box, annotation))
    }
  }
  return { links, fields }
}

/** What the field shows: its text, what was chosen, a box that is ticked or not. */
const valueOf = (field: Readonly<Record<string, unknown>>): string => {
  const { buttonValue, checkBox, exportValue, fieldType, fieldValue, options, password, radioButton } = field
  if (password === true) return ""
  if (fieldType === "Btn") {
    if (checkBox === true) return fieldValue === exportValue && fieldValue !== "Off" ? "☒" : "☐"
    return radioButton === true ? (fieldValue === buttonValue ? "☒" : "☐") : ""
  }
  const values = (Array.isArray(fieldValue) ? fieldValue : [fieldValue]).filter((value) => typeof value === "string")
  if (fieldType !== "Ch" || !Array.isArray(options)) return fieldType === "Tx" ? values.join(", ") : ""
  const shown = new Map(
    (options as ReadonlyArray<{ readonly exportValue?: unknown; readonly displayValue?: unknown }>).map((option) => [
      option.exportValue,
      option.displayValue
    ])
  )
  return values
    .map((value) => {
      const label = shown.get(value)
      return typeof label === "string" ? label : value
    })
    .join(", ")
}

const commentOf = ({ contentsObj }: Readonly<Record<string, unknown>>): string =>
  typeof contentsObj === "object" && contentsObj !== null && "str" in contentsObj ? String(contentsObj.str) : ""

/** Lines of text in the box: one in its middle, several from its top. */
const spansOf = (text: string, { x0, x1, y0, y1 }: Box, field: Readonly<Record<string, unknown>>): Array<Span> => {
  const lines = text.split(/\r\n?|\n/)
  const style = field["defaultAppearanceData"] as { readonly fontSize?: number } | undefined
  const height = y1 - y0
  const wanted = style?.fontSize ?? 0
  const size = Math.min(wanted > 0 ? wanted : 10, Math.max(4, height))
  return lines.flatMap((line, index): ReadonlyArray<Span> => {
    const shown = line.trim()
    if (shown === "") return []
    const y = lines.length === 1 ? y1 - Math.max(0, height - 0.7 * size) / 2 : y0 + 1.15 * size * (index + 0.85)
    return [
      {
        text: shown,
        x0: x0 + Math.min(2, (x1 - x0) / 4),
        x1: Math.min(x1, x0 + 2 + shown.length * size * 0.5),
        y,
        size,
        font: { bold: false, italic: false, mono: false },
        artifact: false,
        markedId: -1
      }
    ]
  })
}
