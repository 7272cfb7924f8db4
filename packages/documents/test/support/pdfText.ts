/** Pages of text, and what the PDF parser makes of them. */
import { Effect } from "effect"
import { pdf } from "../../src/index.ts"
import { pdfFile, type PdfPageSpec, type PdfText } from "./pdfFile.ts"
import { bodyOf, read } from "./read.ts"

/** On the caller's thread: what is read, not where, is tested here. */
export const parser = pdf({ inlineBytes: Infinity })

export const body = (pages: ReadonlyArray<PdfPageSpec>) => Effect.map(read(parser, pdfFile({ pages })), bodyOf)

export const prose =
  "The quick brown fox jumps over the lazy dog and runs along the river bank until the evening comes. " +
  "Nobody in the village had seen such a fox before, and the children talked about it for many weeks."

export const heading = (text: string, y: number, size = 18): PdfText => ({
  x: 72,
  y,
  size,
  font: "Helvetica-Bold",
  text
})
