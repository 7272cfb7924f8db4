/** Puts lines of a fixed-width font back on their columns. */
import type { Paragraph } from "../layout/paragraphs.ts"

export const codeText = ({ lines, x0 }: Paragraph): string => {
  const widths = lines.flatMap(({ spans }) =>
    spans.flatMap(({ text, x0: from, x1 }) => (text.length > 2 ? [(x1 - from) / text.length] : []))
  )
  widths.sort((a, b) => a - b)
  const letter = widths[widths.length >> 1] ?? lines[0]!.size * 0.6
  const steps = lines.slice(1).map((line, index) => line.y - lines[index]!.y)
  const step = [...steps].sort((a, b) => a - b)[steps.length >> 2] ?? 0
  let out = ""
  for (const [index, line] of lines.entries()) {
    if (index > 0) {
      const rows = step > 0 ? Math.round(steps[index - 1]! / step) : 1
      out += "\n".repeat(Math.min(3, Math.max(1, rows)))
    }
    let column = 0
    for (const span of line.spans) {
      const wanted = Math.min(200, Math.round((span.x0 - x0) / letter))
      const pad = Math.max(column === 0 ? 0 : span.text.startsWith(" ") ? 0 : Number(wanted > column), wanted - column)
      out += " ".repeat(pad) + span.text
      column += pad + span.text.length
    }
  }
  return out
}
