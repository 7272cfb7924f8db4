/**
 * Types of a reference as a reader can take them in: of a type longer than `maxLength` characters, what is nested deepest becomes
 * an ellipsis. The page says so, for an editor shows all of it.
 */

const maxLength = 400

const note = "In long types, `…` stands for what is nested deeper. An editor shows all of it."

/** The brackets of types, as they stand in Markdown. */
const bracket = /\\\{|\\\}|&lt;|&gt;/g
const opens = new Set(["\\{", "&lt;"])

/** The type without what is nested deeper than `depth`. */
const cutBelow = (type: string, depth: number): string => {
  let level = 0
  let kept = ""
  let from = 0
  for (const { 0: found, index } of type.matchAll(bracket)) {
    const isOpening = opens.has(found)
    if (isOpening) level++
    // The bracket itself belongs to what is around it.
    if (level === depth + 1) {
      kept += isOpening ? `${type.slice(from, index)}${found}` : ` … ${found}`
      from = index + found.length
    }
    if (!isOpening) level--
  }
  return level > depth ? kept : kept + type.slice(from)
}

const shorten = (line: string): string => {
  if (line.length <= maxLength || !/`|&lt;/.test(line) || line.search(bracket) < 0) return line
  for (let depth = 3; depth > 0; depth--) {
    const shorter = cutBelow(line, depth)
    if (shorter.length <= maxLength) return shorter
  }
  return cutBelow(line, 0)
}

/** A page of a module with long types shortened, and with a sentence below its name if there are any. */
export const shortenTypes = (page: string): string => {
  const shorter = page.split("\n").map(shorten).join("\n")
  return shorter === page ? page : shorter.replace(/^# .*\n/m, (heading) => `${heading}\n${note}\n`)
}
