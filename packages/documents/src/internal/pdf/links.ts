/** Links of a page from its annotations, in points from the upper left corner. */
import type { Link } from "./interpret.ts"
import type { PdfPage } from "./pdfjs.ts"

/** More links than a page to be read has. */
const most = 2000

export const readLinks = async (page: PdfPage): Promise<ReadonlyArray<Link>> => {
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
  for (const { rect, subtype, unsafeUrl, url } of annotations) {
    const href = url ?? unsafeUrl
    if (subtype !== "Link" || typeof href !== "string" || !/^(?:https?|mailto|ftp|tel):/i.test(href)) continue
    if (!Array.isArray(rect) || links.length >= most) continue
    const [left, low, right, high] = rect as [number, number, number, number]
    const xs = [a * left + c * low + e, a * right + c * high + e] as const
    const ys = [b * left + d * low + f, b * right + d * high + f] as const
    links.push({ href, x0: Math.min(...xs), x1: Math.max(...xs), y0: Math.min(...ys), y1: Math.max(...ys) })
  }
  return links
}
