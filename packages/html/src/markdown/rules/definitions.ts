/**
 * Definition lists: the term on a line, each definition below it behind a colon, as PHP Markdown Extra, Pandoc and most
 * renderers with an extension read it. Plain GFM shows the same as a paragraph.
 */
import { writeSignature } from "./signatures.ts"
import { descend, Flow, skip, type Writer } from "../writer/Writer.ts"

export const openTerm = (w: Writer, node: number): boolean => {
  w.boundary(1)
  // Several terms may share a definition.
  if (w.output.lines !== w.lastTermEnd) w.boundary(2)
  if (!writeSignature(w, node)) return descend
  closeTerm(w)
  return skip
}

export const closeTerm = (w: Writer): void => {
  w.boundary(1)
  if (w.flow !== Flow.block) return
  w.output.setGap(1)
  w.lastTermEnd = w.output.lines
}

export const openDefinition = (w: Writer): boolean => {
  w.boundary(1)
  if (w.flow !== Flow.block) return descend
  w.lastTermEnd = -1
  w.definitionStarts.push(w.output.blankLines + (w.output.owesBlankLine ? 1 : 0))
  w.output.enter(": ", "  ")
  return descend
}

export const closeDefinition = (w: Writer): void => {
  w.boundary(1)
  if (w.flow !== Flow.block) return
  const blankLines = w.definitionStarts.pop()
  if (w.output.leave()) w.output.setGap(w.output.blankLines === blankLines ? 1 : 2)
}
