/** MathML of a file as MathML of a page: its elements without prefixes, its attributes and notes left out. */
import { escapeText, type Raw } from "../markup/html.ts"
import { attr, type Element } from "../bytes/xml.ts"

export const mathmlOf = (formula: Element): Raw => ({
  html: `<math${attr(formula, "display") === "block" ? ' display="block"' : ""}>${inside(formula)}</math>`
})

const inside = ({ children }: Element): string =>
  children.map((part) => (typeof part === "string" ? escapeText(part.trim()) : convert(part))).join("")

const convert = (element: Element): string => {
  // The same formula once more in the language of the program.
  if (element.name.startsWith("annotation")) return ""
  return /^m[a-z]+$/.test(element.name) ? `<${element.name}>${inside(element)}</${element.name}>` : inside(element)
}
