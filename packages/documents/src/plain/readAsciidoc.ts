/**
 * AsciiDoc (https://docs.asciidoctor.org/asciidoc/latest/), as far as documents go without a program around them: headings,
 * paragraphs, lists, blocks between delimiters, tables and marks. Files that one includes are not read, and no condition is
 * judged; warnings say so.
 */
import type { Parsed } from "@orbweaver/core/reading/Parser"
import { decodeText, startOf } from "../bytes/decodeText.ts"
import { escapeAttribute, escapeText, page } from "../markup/html.ts"
import { type Cell, renderTable } from "../markup/table.ts"
import type { Reader } from "../model/Reader.ts"
import { asciidocInline, withAttributes } from "./asciidocInline.ts"
import { picture } from "./inlineMarkup.ts"

/** Characters that are read. */
const maxLength = 1_000_000
/** Blocks in blocks. */
const maxDepth = 20

export const readAsciidoc: Reader = async ({ bytes, charset, wholeSource }): Promise<Parsed> => {
  const decoded = await decodeText(bytes, charset)
  const { source, text, warnings } = startOf(decoded.text, maxLength, wholeSource)
  const context: Context = { attributes: new Map(), includes: 0, conditions: 0 }
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.trimEnd())
  const { rest, title: written } = readHeader(lines, context)
  const title = written === undefined ? undefined : withAttributes(written, context.attributes)
  const titleHtml = title === undefined ? "" : asciidocInline(title)
  const body = readBlocks(rest, context, 0)
  const html = [titleHtml === "" ? "" : `<h1>${titleHtml}</h1>`, body].filter((part) => part !== "").join("\n")
  const author = context.attributes.get("author")
  const language = context.attributes.get("lang")
  return page(html, {
    source,
    metadata: {
      ...(title === undefined ? {} : { title }),
      ...(author === undefined ? {} : { author }),
      ...(language === undefined ? {} : { language })
    },
    warnings: [
      ...decoded.warnings,
      ...warnings,
      ...(html === "" ? ["The file has no text."] : []),
      ...(context.includes > 0 ? [`Files that this one includes were not read (${context.includes}).`] : []),
      ...(context.conditions > 0
        ? [`Text under conditions was read without judging them (${context.conditions}).`]
        : [])
    ]
  })
}

interface Context {
  /** Values that the text names as `{name}`. */
  readonly attributes: Map<string, string>
  includes: number
  conditions: number
}

interface Header {
  readonly title: string | undefined
  readonly rest: ReadonlyArray<string>
}

/** The title, who wrote it, and attributes, until the first empty line. */
const readHeader = (lines: ReadonlyArray<string>, context: Context): Header => {
  let at = 0
  while (
    at < lines.length &&
    (lines[at] === "" || /^\/\/(?!\/)/.test(lines[at]!) || readAttribute(lines[at]!, context))
  )
    at++
  const title = /^[=#] (\S.*)$/.exec(lines[at] ?? "")?.[1]
  if (title === undefined) return { title, rest: lines.slice(at) }
  at++
  const author = lines[at] ?? ""
  if (/^\p{L}[^:<>[\]{}|]{1,100}(?: <[^<>\s]{1,200}>)?(?:;|$)/u.test(author)) {
    context.attributes.set("author", author.replaceAll(/\s*<[^<>]*>/g, "").trim())
    at++
    // Number and date of the edition.
    if (/^v?\d[^:]*(?:,|:|$)/.test(lines[at] ?? "")) at++
  }
  while (at < lines.length && lines[at] !== "") {
    readAttribute(lines[at]!, context)
    at++
  }
  return { title, rest: lines.slice(at) }
}

const readAttribute = (line: string, { attributes }: Context): boolean => {
  const [, name, value = ""] = /^:(!?\w[\w-]{0,60}!?):(?:\s+(.*))?$/.exec(line) ?? []
  if (name === undefined) return false
  if (name.includes("!")) attributes.delete(name.replaceAll("!", ""))
  else if (attributes.size < 1000) attributes.set(name.toLowerCase(), withAttributes(value, attributes).slice(0, 1000))
  return true
}

/** What the lines before a block say of it. */
interface About {
  title: string
  /** `source`, `quote`, `NOTE` and the like, then what follows it. */
  style: ReadonlyArray<string>
}

/** Blocks between two equal lines, by the first two characters of these. */
const delimiter = /^(?:-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|\/{4,}|--|`{3,}.*|[|,:!]={3,})$/
const admonition = /^(NOTE|TIP|IMPORTANT|CAUTION|WARNING)$/
const listMark =
  /^\s*(?:([*-]|\*{1,6}|\.{1,6}|\d{1,4}\.|[a-zA-Z]\.|<(?:\d{1,3}|\.)>)\s+(?=\S)|(\S.{0,300}?)(:{2,4}|;;)(?:\s+|$))/

const readBlocks = (lines: ReadonlyArray<string>, context: Context, depth: number): string => {
  const out: Array<string> = []
  let about: About = { title: "", style: [] }
  const add = (html: string): void => {
    const { title } = about
    about = { title: "", style: [] }
    if (html === "") return
    if (title !== "") out.push(`<p><strong>${inline(title, context)}</strong></p>`)
    out.push(html)
  }
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!
    if (line === "" || (line.startsWith("//") && !delimiter.test(line)) || readAttribute(line, context)) at++
    else if (isDirective(line, context)) at++
    else if (/^\[.*\]$/.test(line)) {
      const style = line.slice(1, -1)
      if (!style.startsWith("[")) about.style = style.split(",").map((part) => part.trim().replaceAll('"', ""))
      at++
    } else if (/^\.[^\s.]/.test(line)) {
      about.title = line.slice(1)
      at++
    } else if (/^(?:={2,6}|#{2,6}) \S/.test(line)) {
      const level = line.indexOf(" ")
      add(`<h${level}>${inline(line.slice(level + 1), context)}</h${level}>`)
      at++
    } else if (/^(?:'{3,}|<{3,})$/.test(line)) {
      add("<hr>")
      at++
    } else if (delimiter.test(line)) {
      const { end, inside } = untilDelimiter(lines, at)
      if (/^[|,:!]=/.test(line)) {
        const table = tableHtml(inside, about, context)
        about = { title: "", style: [] }
        add(table)
      } else add(delimited(line, inside, about, context, depth))
      at = end
    } else if (/^(?:image|video|audio)::/.test(line)) {
      const [, kind, address = "", text = ""] = /^(\w+)::(\S{1,2000}?)\[([^\]]*)\]$/.exec(line) ?? []
      add(
        kind === undefined ? "" : `<p>${picture(withAttributes(address, context.attributes), text.split(",")[0]!)}</p>`
      )
      at++
    } else if (listMark.test(line)) {
      const { end, html } = listHtml(lines, at, context, depth)
      add(html)
      at = end
    } else if (/^\s/.test(line)) {
      const end = endOf(lines, at)
      add(codeHtml(dedent(lines.slice(at, end)).join("\n"), ""))
      at = end
    } else {
      const end = endOf(lines, at)
      add(paragraphHtml(lines.slice(at, end), about, context))
      at = end
    }
  }
  return out.join("\n")
}

const inline = (text: string, { attributes }: Context): string => asciidocInline(withAttributes(text, attributes))

/** Instructions to a program that puts files together. */
const isDirective = (line: string, context: Context): boolean => {
  if (/^include::\S.*\[.*\]$/.test(line)) context.includes++
  else if (/^(?:ifdef|ifndef|ifeval)::/.test(line)) context.conditions++
  else return /^(?:endif|toc|ifdef|ifndef)::/.test(line)
  return true
}

/** Where a paragraph ends: before an empty line, and before what begins another block. */
const endOf = (lines: ReadonlyArray<string>, start: number): number => {
  let at = start + 1
  while (at < lines.length && lines[at] !== "" && lines[at] !== "+" && !delimiter.test(lines[at]!)) {
    if (/^\[[^\]]*\]$/.test(lines[at]!) || /^(?:include|ifdef|ifndef|ifeval|endif)::/.test(lines[at]!)) break
    at++
  }
  return at
}

const untilDelimiter = (lines: ReadonlyArray<string>, start: number) => {
  const mark = lines[start]!.startsWith("```") ? "```" : lines[start]!
  const found = lines.indexOf(mark, start + 1)
  const end = found < 0 ? lines.length : found
  return { inside: lines.slice(start + 1, end), end: end + 1 }
}

const codeHtml = (text: string, language: string): string =>
  `<pre><code${language === "" ? "" : ` class="language-${escapeAttribute(language)}"`}>${escapeText(text)}\n</code></pre>`

const dedent = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const indent = Math.min(...lines.filter((line) => line !== "").map((line) => /^\s*/.exec(line)![0].length))
  return lines.map((line) => line.slice(indent))
}

const languageOf = ({ style: [kind = "", language = ""] }: About): string =>
  /^(?:source|,)?$/.test(kind.split("%")[0]!) && /^[\w+#-]{1,40}$/.test(language) ? language : ""

/** Numbers of remarks are no code. */
const withoutCallouts = (lines: ReadonlyArray<string>): string =>
  lines.map((line) => line.replaceAll(/\s*(?:\/\/|#|--|;;)?\s?<(?:\d{1,3}|\.)>(?=\s*(?:<|$))/g, "")).join("\n")

const delimited = (
  mark: string,
  inside: ReadonlyArray<string>,
  about: About,
  context: Context,
  depth: number
): string => {
  const { style } = about
  const [kind = ""] = style
  if (mark.startsWith("//")) return ""
  if (mark.startsWith("```")) return codeHtml(inside.join("\n"), /^`+\s*([\w+#-]{0,40})/.exec(mark)![1]!)
  if (mark.startsWith("+")) return kind === "stem" ? codeHtml(inside.join("\n"), "") : ""
  if (mark.startsWith("----") || mark.startsWith("....") || /^(?:source|listing|literal)$/.test(kind))
    return codeHtml(withoutCallouts(inside), languageOf(about))
  if (kind === "verse")
    return `<blockquote><p>${inside.map((line) => inline(line, context)).join("<br>")}</p></blockquote>`
  if (depth >= maxDepth) return `<pre>${escapeText(inside.join("\n"))}</pre>`
  const html = readBlocks(inside, context, depth + 1)
  if (admonition.test(kind)) return `<blockquote><p><strong>${kind}</strong></p>\n${html}</blockquote>`
  return mark.startsWith("_") || kind === "quote" ? quoteHtml(html, style, context) : html
}

const quoteHtml = (html: string, [, ...from]: ReadonlyArray<string>, context: Context): string =>
  `<blockquote>${html}${from.length === 0 ? "" : `\n<p>— ${inline(from.join(", "), context)}</p>`}</blockquote>`

const paragraphHtml = (lines: ReadonlyArray<string>, about: About, context: Context): string => {
  const [kind = ""] = about.style
  if (/^(?:source|listing|literal)\b/.test(kind)) return codeHtml(withoutCallouts(lines), languageOf(about))
  const [, label, rest] = /^(NOTE|TIP|IMPORTANT|CAUTION|WARNING): (.*)$/s.exec(lines.join("\n")) ?? []
  const html = inline(rest ?? lines.join("\n"), context)
  const name = label ?? (admonition.test(kind) ? kind : undefined)
  if (name !== undefined) return `<blockquote><p><strong>${name}:</strong> ${html}</p></blockquote>`
  return kind === "quote" || kind === "verse" ? quoteHtml(`<p>${html}</p>`, about.style, context) : `<p>${html}</p>`
}

interface OpenList {
  readonly mark: string
  readonly tag: "ul" | "ol" | "dl"
}

/** Marks of one list are equal, but for the number in them. */
const markOf = (mark: string): string =>
  mark
    .replace(/\d+/, "1")
    .replace(/^[a-zA-Z]\./, "a.")
    .replace("<.>", "<1>")

/** A list and those inside of its items, with the blocks that `+` attaches to them. */
const listHtml = (
  lines: ReadonlyArray<string>,
  start: number,
  context: Context,
  depth: number
): { readonly html: string; readonly end: number } => {
  const open: Array<OpenList> = []
  const itemEnd = ({ tag }: OpenList): string => (tag === "dl" ? "</dd>" : "</li>")
  let html = ""
  let at = start
  const close = (): void => {
    const list = open.pop()!
    html += `${itemEnd(list)}</${list.tag}>`
  }
  while (at < lines.length) {
    const line = lines[at]!
    if (line === "") {
      // A list goes on behind empty lines.
      let next = at
      while (lines[next] === "") next++
      if (!listMark.test(lines[next] ?? "") || delimiter.test(lines[next]!)) break
      at = next
      continue
    }
    const found = listMark.exec(line)
    if (found === null || delimiter.test(line)) break
    const [whole, sign, term, colons] = found
    const mark = markOf(sign ?? colons!)
    // Remarks on code stand behind a list, and in none.
    if (open.length > 0 && (mark === "<1>") !== (open[0]!.mark === "<1>")) break
    const tag = sign === undefined ? "dl" : /^[*-]/.test(sign) ? "ul" : "ol"
    const known = open.findIndex((list) => list.mark === mark)
    if (known >= 0) {
      while (open.length > known + 1) close()
      html += `${itemEnd(open.at(-1)!)}\n`
    } else if (open.length >= maxDepth) break
    else {
      open.push({ mark, tag })
      html += `<${tag}>`
    }
    html += tag === "dl" ? `<dt>${inline(term!, context)}</dt><dd>` : "<li>"
    const end = endOfItem(lines, at)
    const text = [line.slice(whole.length), ...lines.slice(at + 1, end)]
      .map((part) => part.trim())
      .join("\n")
      .trim()
    const [, box, words] = /^\[([ x*])\] (.*)$/s.exec(text) ?? []
    html += box === undefined ? inline(text, context) : `${box === " " ? "☐" : "☑"} ${inline(words!, context)}`
    at = end
    while (lines[at] === "+") {
      const attached = endOfAttached(lines, at + 1)
      if (depth < maxDepth) html += readBlocks(lines.slice(at + 1, attached), context, depth + 1)
      at = attached
    }
  }
  while (open.length > 0) close()
  return { html, end: Math.max(at, start + 1) }
}

const endOfItem = (lines: ReadonlyArray<string>, start: number): number => {
  let at = start + 1
  // The words of a term may stand on the lines behind it.
  if (/(?:::|;;)$/.test(lines[start]!)) while (at < lines.length && lines[at] === "") at++
  while (at < lines.length && lines[at] !== "" && lines[at] !== "+" && !listMark.test(lines[at]!)) {
    if (delimiter.test(lines[at]!) || /^\[[^\]]*\]$/.test(lines[at]!)) break
    at++
  }
  return at
}

/** A paragraph of an item ends before the next item. */
const paragraphEnd = (lines: ReadonlyArray<string>, start: number): number => {
  const end = endOf(lines, start)
  let at = start + 1
  while (at < end && !listMark.test(lines[at]!)) at++
  return Math.min(at, end)
}

/** One block, with the lines that say what it is. */
const endOfAttached = (lines: ReadonlyArray<string>, start: number): number => {
  let at = start
  while (at < lines.length && (/^\[.*\]$/.test(lines[at]!) || /^\.[^\s.]/.test(lines[at]!))) at++
  if (at >= lines.length) return at
  return delimiter.test(lines[at]!) ? Math.min(lines.length, untilDelimiter(lines, at).end) : paragraphEnd(lines, at)
}

/** Columns of a table at most. */
const maxColumns = 200

const tableHtml = (lines: ReadonlyArray<string>, { style, title }: About, context: Context): string => {
  const options = style.join(",")
  const text = lines.join("\n")
  const cells: Array<Cell> = []
  // What stands before a bar says how many places the cell takes, and what is in it.
  const bars = [
    ...text.matchAll(/(?:(?<=[\s])|^)((?:\d{1,3}(?:\.\d{1,3})?|\.\d{1,3})?[+*]?[<^>]{0,2}(?:\.[<^>])?[adehlmsv]?)\|/g)
  ]
  for (const [index, bar] of bars.entries()) {
    const from = bar.index + bar[0].length
    const content = text.slice(from, bars[index + 1]?.index ?? text.length).trim()
    const [, columns, rows, sign] = /^(\d*)\.?(\d*)([+*]?)/.exec(bar[1]!)!
    const html = content
      .split(/\n\s*\n/)
      .map((part) => inline(part, context))
      .join("<br>")
    const times = sign === "*" ? Math.min(maxColumns, Number(columns) || 1) : 1
    for (let time = 0; time < times; time++)
      cells.push({ html, ...(sign === "+" ? { columns: Number(columns) || 1, rows: Number(rows) || 1 } : {}) })
  }
  const width = Math.min(
    maxColumns,
    columnsOf(options) ?? lines.find((line) => line.includes("|"))?.match(/(?<=^|\s)[\w.+*<^>]{0,8}\|/g)?.length ?? 1
  )
  const rows = rowsOf(cells, width)
  const isHead =
    /header/.test(options) || (!/noheader/.test(options) && lines[0] !== "" && lines[1] === "" && rows.length > 1)
  return renderTable({ caption: inline(title, context), headerRows: isHead ? 1 : 0, rows })
}

const columnsOf = (options: string): number | undefined => {
  const cols = /cols=([^\]]*?)(?:,\s*[a-z]+=|$)/.exec(options)?.[1]
  if (cols === undefined) return undefined
  return cols.split(/[,;]/).reduce((sum, one) => sum + (Number(/^\s*(\d{1,3})\*/.exec(one)?.[1]) || 1), 0)
}

/** Cells in rows of so many places; those that a cell above reaches into are taken. */
const rowsOf = (cells: ReadonlyArray<Cell>, width: number): ReadonlyArray<ReadonlyArray<Cell>> => {
  const rows: Array<Array<Cell>> = []
  let row: Array<Cell> = []
  let taken: ReadonlyArray<number> = []
  let places = 0
  let next: Array<number> = []
  for (const cell of cells) {
    row.push(cell)
    places += cell.columns ?? 1
    if ((cell.rows ?? 1) > 1)
      next.push(...Array.from({ length: Math.min(maxColumns, cell.columns ?? 1) }, () => cell.rows! - 1))
    if (places + taken.length < width) continue
    rows.push(row)
    row = []
    places = 0
    taken = [...taken.map((left) => left - 1), ...next].filter((left) => left > 0).slice(0, maxColumns)
    next = []
  }
  if (row.length > 0) rows.push(row)
  return rows
}
