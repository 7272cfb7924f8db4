/**
 * Writes the HTML that every reader of this package gives: headings,
 * paragraphs, lists, tables, code and notes, without styles and classes, so
 * that one Markdown writer serves them all.
 */
import type { Parsed } from "@orbweaver/core/reading/Parser"

// oxlint-disable-next-line no-control-regex -- HTML has no place for them, and damaged files are full of them
const controls = /[\0-\x08\x0b\x0c\x0e-\x1f]/g

export const escapeText = (text: string): string => {
  // One look for the many texts that need nothing.
  // oxlint-disable-next-line no-control-regex -- the same
  if (!/[&<>\0-\x08\x0b\x0c\x0e-\x1f]/.test(text)) return text
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll(controls, "")
}

export const escapeAttribute = (text: string): string => escapeText(text).replaceAll('"', "&quot;")

/**
 * What a reader gives: a whole document with the body as given, its title and language those of the metadata. Its source is
 * that document itself, for files that are no text.
 */
export const page = (body: string, facts: Partial<Omit<Parsed, "html" | "wholeIsContent">> = {}): Parsed => {
  const { language, title } = facts.metadata ?? {}
  const html = `<!DOCTYPE html>\n<html${typeof language === "string" ? ` lang="${escapeAttribute(language)}"` : ""}>\n<head><meta charset="utf-8">${
    typeof title === "string" ? `<title>${escapeText(title)}</title>` : ""
  }</head>\n<body>\n${body}\n</body>\n</html>\n`
  return { source: html, ...facts, html, wholeIsContent: true }
}

/** Marks a run of text carries; combine with `|`. */
export const Mark = { bold: 1, italic: 2, strike: 4, code: 8, sup: 16, sub: 32 } as const

export interface Run {
  readonly text: string
  readonly marks: number
  readonly href?: string | undefined
}

/** Finished HTML amid the text, such as a picture, a line break or a note's number. */
export interface Raw {
  readonly html: string
  readonly href?: string | undefined
}

export type Inline = Run | Raw

export const lineBreak: Raw = { html: "<br>" }

/** A line across the page. */
export const ruler: Raw = { html: "<hr>" }

export const image = (src: string, alt: string): Raw => ({
  html: `<img src="${escapeAttribute(src)}" alt="${escapeAttribute(alt.replaceAll(/\s+/g, " ").trim())}">`
})

/** Outermost first; code is innermost because Markdown has no marks inside it. */
const tags: ReadonlyArray<readonly [mark: number, tag: string]> = [
  [Mark.bold, "strong"],
  [Mark.italic, "em"],
  [Mark.strike, "del"],
  [Mark.sup, "sup"],
  [Mark.sub, "sub"],
  [Mark.code, "code"]
]

/**
 * One line of inline HTML. Neighbours with the same marks share their tags,
 * blanks at the edge of a mark move out of it, and `without` takes marks away
 * (bold in a heading says nothing).
 */
export const inline = (pieces: ReadonlyArray<Inline>, without = 0): string => {
  let out = ""
  let open: ReadonlyArray<string> = []
  let href: string | undefined
  let pendingSpace = ""

  const closeTo = (keep: number): void => {
    for (let index = open.length - 1; index >= keep; index--) out += `</${open[index]}>`
    open = open.slice(0, keep)
  }
  const write = (html: string, marks: number, link: string | undefined): void => {
    if (link !== href) {
      closeTo(0)
      if (href !== undefined) out += "</a>"
    }
    const wanted = tags.flatMap(([mark, tag]) => ((marks & mark) === 0 ? [] : [tag]))
    let same = 0
    while (same < open.length && open[same] === wanted[same]) same++
    closeTo(same)
    out += pendingSpace
    pendingSpace = ""
    if (link !== href) {
      if (link !== undefined) out += `<a href="${escapeAttribute(link)}">`
      href = link
    }
    for (const tag of wanted.slice(same)) out += `<${tag}>`
    open = wanted
    out += html
  }

  for (const piece of pieces) {
    if (piece === lineBreak) {
      if (out !== "") pendingSpace += lineBreak.html
      continue
    }
    if ("html" in piece) {
      write(piece.html, 0, piece.href)
      continue
    }
    const text = piece.text
    const inner = text.trim()
    if (inner === "") {
      pendingSpace += text
      continue
    }
    const lead = text.slice(0, text.length - text.trimStart().length)
    pendingSpace += lead
    write(escapeText(inner), piece.marks & ~without, piece.href)
    pendingSpace = text.slice(lead.length + inner.length)
  }
  closeTo(0)
  if (href !== undefined) out += "</a>"
  return out.trim()
}

export const plain = (pieces: ReadonlyArray<Inline>): string =>
  pieces
    .map((piece) => ("html" in piece ? (piece === lineBreak ? "\n" : "") : piece.text))
    .join("")
    .trim()
