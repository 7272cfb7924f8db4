/**
 * The text that a person would see of a page whose scripts have not run: a quick
 * estimate for deciding how to capture it, in one pass and without a tree.
 */

/** Elements whose content is not shown as text. */
const hidden = new Set(["script", "style", "noscript", "template", "title", "svg", "iframe", "textarea", "select"])
/** Elements that show nothing themselves. */
const invisible = new Set(["html", "head", "body", "meta", "link", "base", ...hidden])

/** Pages are read up to here, in characters. */
const window = 512 * 1024
/** Tags that are read at most: so many take some milliseconds. */
const maxTags = 20_000

export interface Visible {
  /** Text with runs of white space as one space, up to the limit asked for. */
  readonly text: string
  /** Elements that may show something, up to the limit. */
  readonly elements: number
  readonly scripts: number
}

/** Reads until `limit` characters of text are found, half a million characters and 20,000 tags of the page at most. */
export const visibleText = (whole: string, limit: number): Visible => {
  // Nothing is sought behind the window either.
  const html = whole.length > window ? whole.slice(0, window) : whole
  const end = html.length
  const parts: Array<string> = []
  /** Elements that are never closed from here on. */
  const unclosed = new Set<string>()
  let length = 0
  let elements = 0
  let scripts = 0
  let at = 0
  let tags = 0
  const after = (found: number, size: number) => (found < 0 || found >= end ? end : found + size)
  while (at < end && length < limit) {
    const open = html.indexOf("<", at)
    const stop = open < 0 || open > end ? end : open
    if (stop > at) {
      const last = Math.min(stop, at + limit)
      const text = isBlank(html, at, last) ? " " : withSingleSpaces(html, at, last)
      if (text !== " ") {
        parts.push(text)
        length += text.length
      }
    }
    if (stop === end || ++tags > maxTags) break
    if (html.startsWith("<!--", open)) {
      at = after(html.indexOf("-->", open + 4), 3)
      continue
    }
    at = after(html.indexOf(">", open), 1)
    const name = nameAt(html, open + 1)
    if (name === "") continue
    if (name === "script") scripts++
    else if (!invisible.has(name)) elements++
    if (!hidden.has(name) || unclosed.has(name)) continue
    const closing = new RegExp(`</${name}`, "gi")
    closing.lastIndex = at
    const found = closing.exec(html)
    if (found === null) unclosed.add(name)
    else at = found.index
  }
  return { text: parts.join("").trim(), elements, scripts }
}

/** The text with runs of white space as one space; most of it has none. */
const withSingleSpaces = (html: string, from: number, to: number): string => {
  const text = html.slice(from, to)
  let before = 0
  for (let at = from; at < to; at++) {
    const code = html.charCodeAt(at)
    const mayBeSpace = code < 32 || code === 38 || code === 160 || code >= 0x1680
    if (mayBeSpace || (code === 32 && before === 32)) return text.replace(/(?:\s|&nbsp;|&#160;)+/g, " ")
    before = code
  }
  return text
}

/** Whether nothing but spaces and ends of lines stand there: most of what stands between tags. */
const isBlank = (html: string, from: number, to: number): boolean => {
  for (let at = from; at < to; at++) {
    const code = html.charCodeAt(at)
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return false
  }
  return true
}

const longestName = 31

/** The name of the opening tag that begins there, in lower case; empty if none does. */
const nameAt = (html: string, from: number): string => {
  let end = from
  for (; end < from + longestName; end++) {
    const code = html.charCodeAt(end) | 32
    const isLetter = code >= 97 && code <= 122
    const isFurther = end > from && ((code >= 48 && code <= 57) || html.charCodeAt(end) === 45)
    if (!isLetter && !isFurther) break
  }
  return html.slice(from, end).toLowerCase()
}
