/**
 * Breaks the lines of minified code: Node prints the whole line that an error comes from, and without breaks that is a quarter
 * of a megabyte above the message.
 */
import type { Plugin } from "rolldown"
import { parseSync } from "rolldown/utils"

/** Lines are broken at the first place after so many characters. */
const lineLength = 160

export const shortLines: Plugin = {
  name: "short-lines",
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) if (file.type === "chunk") file.code = broken(file.code)
  }
}

const broken = (code: string): string => {
  const places: Array<number> = []
  findPlaces(parseSync("chunk.js", code).program, places)
  let written = 0
  let lines = ""
  for (const place of places.toSorted((one, other) => one - other)) {
    if (place - Math.max(written, code.lastIndexOf("\n", place)) < lineLength) continue
    lines += `${code.slice(written, place)}\n`
    written = place
  }
  return lines + code.slice(written)
}

/**
 * Lists that stand between brackets, or whose members end with `;` or `,`: a line break before a member changes nothing there.
 * It would after `async`, `return` or `throw` (ECMAScript, section 12.10, automatic semicolon insertion).
 */
const lists = new Set(["body", "consequent", "declarations", "elements", "properties", "specifiers"])

const findPlaces = (node: object, places: Array<number>): void => {
  for (const [name, value] of Object.entries(node)) {
    if (typeof value !== "object" || value === null) continue
    if (lists.has(name) && Array.isArray(value))
      for (const member of value) if (member !== null) places.push(member.start)
    findPlaces(value, places)
  }
}
