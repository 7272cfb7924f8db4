/** A table found on a page: cells of spans, before they become text. */
import type { Span } from "../text/PageText.ts"

export interface PdfCell {
  readonly spans: ReadonlyArray<Span>
  readonly columns: number
  readonly rows: number
}

/** A part of the page's width. */
export interface Strip {
  readonly x0: number
  readonly x1: number
}

export interface PdfTable {
  readonly x0: number
  readonly x1: number
  readonly y0: number
  readonly y1: number
  readonly rows: ReadonlyArray<ReadonlyArray<PdfCell>>
  /** Whether the first row names the columns, where the file says so. */
  readonly named?: boolean | undefined
  /** Rows at its top that name the columns, where their place says so. */
  readonly heads?: number | undefined
  /** Its columns on the page, where they are known. */
  readonly strips?: ReadonlyArray<Strip> | undefined
}
