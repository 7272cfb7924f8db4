/**
 * reStructuredText (https://docutils.sourceforge.io/docs/ref/rst/restructuredtext.html), as far as documents go without a
 * program around them: headings, lists, code, tables, notes, pictures and marks. What a directive of another program would
 * make is named in a warning.
 */
import type { Parsed } from "@orbweaver/core/reading/Parser"
import { decodeText, startOf } from "../bytes/decodeText.ts"
import { escapeAttribute, escapeText, page } from "../markup/html.ts"
import { type Cell, renderTable } from "../markup/table.ts"
import type { Reader } from "../model/Reader.ts"
import { picture } from "./inlineMarkup.ts"
import { makeRstInline, normalName } from "./rstInline.ts"

/** Characters that are read. */
const maxLength = 1_000_000
/** Blocks in blocks. */
const maxDepth = 30

type Lines = ReadonlyArray<string>

interface Context {
  readonly inline: (text: string) => string
  /** Signs of the headings so far, the first for the highest. */
  readonly headings: Array<string>
  /** Names of directives that were not read. */
  readonly unread: Set<string>
  /** The first heading, where it is the first of the file. */
  title: string | undefined
}

export const readRst: Reader = async ({ bytes, charset, wholeSource }): Promise<Parsed> => {
  const decoded = await decodeText(bytes, charset)
  const { source, text, warnings } = startOf(decoded.text, maxLength, wholeSource)
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.replaceAll("\t", "        ").trimEnd())
  const context: Context = { inline: makeRstInline(namesOf(lines)), headings: [], unread: new Set(), title: undefined }
  const html = readBlocks(lines, context, 0)
  return page(html, {
    source,
    metadata: context.title === undefined ? {} : { title: context.title },
    warnings: [
      ...decoded.warnings,
      ...warnings,
      ...(html === "" ? ["The file has no text."] : []),
      ...(context.unread.size === 0
        ? []
        : [`Directives were not read: ${[...context.unread].slice(0, 10).join(", ")}.`])
    ]
  })
}

/** Targets and substitutions stand anywhere, also behind the text that names them. */
const namesOf = (lines: Lines) => {
  const targets = new Map<string, string>()
  const substitutions = new Map<string, string>()
  for (const line of lines) {
    const [, quoted, name, address] = /^\s*\.\. _(?:`([^`]{1,200})`|([^`:]{1,200})):(?:\s+(\S.*))?$/.exec(line) ?? []
    const target = quoted ?? name
    if (target !== undefined) targets.set(normalName(target), address ?? `#${normalName(target).replaceAll(" ", "-")}`)
    const [, word, kind, value] = /^\s*\.\. \|([^|]{1,100})\| (replace|image|unicode):: ?(.*)$/.exec(line) ?? []
    if (word !== undefined)
      substitutions.set(normalName(word), kind === "image" ? picture(value!, word) : escapeText(value!))
  }
  return { targets, substitutions }
}

const indentOf = (line: string): number => /^ */.exec(line)![0].length

const adornment = /^([!-/:-@[-`{-~])\1*$/
const bullet = /^([-*+•‣⁃])(?: +|$)(.*)$/
const enumerated = /^(\(?(?:\d{1,4}|#|[a-zA-Z]|[ivxlcIVXLC]{1,6})[.)])(?: +|$)(.*)$/
const field = /^:((?:[^:\\`]|\\.|:(?! |$)){1,100}):(?: +|$)(.*)$/
const explicit = /^\.\.(?: +|$)(.*)$/
/** Columns of a table at most. */
const maxColumns = 200
const gridLine = /^\+(?:[-=]+\+)+$/
const simpleLine = /^=+(?: +=+)+$/

const readBlocks = (lines: Lines, context: Context, depth: number): string => {
  if (depth > maxDepth) return `<pre>${escapeText(lines.join("\n"))}</pre>`
  const out: Array<string> = []
  const inner = (part: Lines): string => readBlocks(part, context, depth + 1)
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!
    if (line === "") {
      at++
      continue
    }
    const heading = depth === 0 ? headingAt(lines, at) : undefined
    const next = blockAt(lines, at, heading, context, inner)
    if (next.html !== "") out.push(next.html)
    at = Math.max(at + 1, next.end)
  }
  return out.join("\n")
}

interface ReadBlock {
  readonly html: string
  readonly end: number
}

interface Heading {
  readonly text: string
  /** Its sign, doubled where a line of them stands above, too. */
  readonly style: string
  readonly end: number
}

const headingAt = (lines: Lines, at: number): Heading | undefined => {
  const [line, second, third] = [lines[at]!, lines[at + 1] ?? "", lines[at + 2] ?? ""]
  if (adornment.test(line) && third === line && second.trim() !== "" && second.trim().length <= line.length)
    return { text: second.trim(), style: line[0]!.repeat(2), end: at + 3 }
  const isUnder = adornment.test(second) && second.length >= Math.min(line.length, 4) && second.length >= 3
  return isUnder && !/^\s/.test(line) && !adornment.test(line) && !line.startsWith(".. ")
    ? { text: line, style: second[0]!, end: at + 2 }
    : undefined
}

const blockAt = (
  lines: Lines,
  at: number,
  heading: Heading | undefined,
  context: Context,
  inner: (part: Lines) => string
): ReadBlock => {
  const line = lines[at]!
  if (heading !== undefined) {
    if (!context.headings.includes(heading.style)) context.headings.push(heading.style)
    if (context.headings.length === 1) context.title ??= heading.text
    const level = Math.min(6, context.headings.indexOf(heading.style) + 1)
    return { html: `<h${level}>${context.inline(heading.text)}</h${level}>`, end: heading.end }
  }
  if (gridLine.test(line)) return gridTable(lines, at, inner)
  if (simpleLine.test(line)) return simpleTable(lines, at, context)
  if (adornment.test(line) && line.length >= 4) return { html: "<hr>", end: at + 1 }
  if (explicit.test(line)) return explicitBlock(lines, at, context, inner)
  if (indentOf(line) > 0) {
    const end = endOfIndent(lines, at, 1)
    return { html: `<blockquote>${inner(dedent(lines.slice(at, end)))}</blockquote>`, end }
  }
  if (line.startsWith(">>> ")) {
    const end = untilEmpty(lines, at)
    return { html: codeHtml(lines.slice(at, end), "pycon"), end }
  }
  if (/^\|(?: |$)/.test(line)) {
    const end = whileMatching(lines, at, /^\|(?: |$)|^ +\S/)
    const text = lines.slice(at, end).map((one) => context.inline(one.replace(/^\| ?/, "").trim()))
    return { html: `<p>${text.join("<br>")}</p>`, end }
  }
  if (bullet.test(line)) return listAt(lines, at, bullet, "ul", inner)
  if (enumerated.test(line) && isItem(lines, at)) return listAt(lines, at, enumerated, "ol", inner)
  if (field.test(line)) return fieldsAt(lines, at, context, inner)
  const isTerm = indentOf(lines[at + 1] ?? "") > 0 && !line.endsWith("::")
  return isTerm ? termsAt(lines, at, context, inner) : paragraphAt(lines, at, context)
}

const untilEmpty = (lines: Lines, start: number): number => {
  let at = start
  while (at < lines.length && lines[at] !== "") at++
  return at
}

const whileMatching = (lines: Lines, start: number, pattern: RegExp): number => {
  let at = start
  while (at < lines.length && pattern.test(lines[at]!)) at++
  return at
}

/** Where the lines end that are indented so far at least, empty ones between them counted. */
const endOfIndent = (lines: Lines, start: number, indent: number): number => {
  let end = start
  for (let at = start; at < lines.length && (lines[at] === "" || indentOf(lines[at]!) >= indent); at++)
    if (lines[at] !== "") end = at + 1
  return end
}

const dedent = (lines: Lines): Lines => {
  const indent = lines.reduce((least, line) => (line === "" ? least : Math.min(least, indentOf(line))), 1000)
  return lines.map((line) => line.slice(indent))
}

const codeHtml = (lines: Lines, language: string): string =>
  `<pre><code${language === "" ? "" : ` class="language-${escapeAttribute(language)}"`}>${escapeText(dedent(lines).join("\n"))}\n</code></pre>`

/** A first line that goes on at the edge is the start of a text: `A. Einstein was`. */
const isItem = (lines: Lines, at: number): boolean => {
  const next = lines[at + 1] ?? ""
  return bullet.test(lines[at]!) || next === "" || indentOf(next) > 0 || enumerated.test(next)
}

interface Items {
  /** The lines of each item, without its mark and its indent. */
  readonly items: ReadonlyArray<Lines>
  readonly end: number
}

/** The items of a list whose marks are alike. */
const itemsAt = (lines: Lines, start: number, pattern: RegExp): Items => {
  const items: Array<Lines> = []
  const markOf = (line = "") =>
    pattern
      .exec(line)?.[1]!
      .replace(/[\d#]+/, "1")
      .replace(/[a-zA-Z]+/, "a")
  const mark = markOf(lines[start])
  if (mark === undefined) return { items, end: start }
  let end = start
  for (let at = start; markOf(lines[at]) === mark && isItem(lines, at);) {
    end = endOfIndent(lines, at + 1, 1)
    items.push([pattern.exec(lines[at]!)![2]!, ...dedent(lines.slice(at + 1, end))])
    at = end
    while (lines[at] === "") at++
  }
  return { items, end }
}

/** The paragraph that an item or a cell begins with needs no tags of its own. */
const inlineOnly = (html: string): string => html.replace(/^<p>((?:(?!<\/?p>).)*)<\/p>/s, "$1")

const listAt = (
  lines: Lines,
  start: number,
  pattern: RegExp,
  tag: "ul" | "ol",
  inner: (part: Lines) => string
): ReadBlock => {
  const { end, items } = itemsAt(lines, start, pattern)
  const first = Number(/\d+/.exec(pattern.exec(lines[start]!)![1]!)?.[0] ?? 1)
  const from = tag === "ol" && first !== 1 ? ` start="${first}"` : ""
  return {
    html: `<${tag}${from}>${items.map((item) => `<li>${inlineOnly(inner(item))}</li>`).join("\n")}</${tag}>`,
    end
  }
}

const fieldsAt = (lines: Lines, start: number, context: Context, inner: (part: Lines) => string): ReadBlock => {
  const rows: Array<string> = []
  let at = start
  while (at < lines.length) {
    const [, name, text = ""] = field.exec(lines[at]!) ?? []
    if (name === undefined) break
    const end = endOfIndent(lines, at + 1, 1)
    rows.push(`<dt>${context.inline(name)}</dt><dd>${inner([text, ...dedent(lines.slice(at + 1, end))])}</dd>`)
    at = end
  }
  return { html: `<dl>${rows.join("\n")}</dl>`, end: at }
}

const termsAt = (lines: Lines, start: number, context: Context, inner: (part: Lines) => string): ReadBlock => {
  const rows: Array<string> = []
  let at = start
  let end = start
  while (
    at < lines.length &&
    indentOf(lines[at]!) === 0 &&
    indentOf(lines[at + 1] ?? "") > 0 &&
    !explicit.test(lines[at]!)
  ) {
    end = endOfIndent(lines, at + 1, 1)
    rows.push(`<dt>${context.inline(lines[at]!)}</dt><dd>${inner(dedent(lines.slice(at + 1, end)))}</dd>`)
    at = end
    while (lines[at] === "") at++
  }
  return { html: `<dl>${rows.join("\n")}</dl>`, end }
}

/** A paragraph; two colons at its end say that what is indented behind it is code. */
const paragraphAt = (lines: Lines, start: number, context: Context): ReadBlock => {
  const end = untilEmpty(lines, start)
  const text = lines.slice(start, end).join("\n")
  const isBeforeCode = text.endsWith("::")
  const shown = !isBeforeCode ? text : text === "::" ? "" : text.endsWith(" ::") ? text.slice(0, -3) : text.slice(0, -1)
  const html = shown === "" ? "" : `<p>${context.inline(shown)}</p>`
  let from = end
  while (lines[from] === "") from++
  if (!isBeforeCode || indentOf(lines[from] ?? "") === 0) return { html, end }
  const codeEnd = endOfIndent(lines, from, 1)
  return {
    html: [html, codeHtml(lines.slice(from, codeEnd), "")].filter((part) => part !== "").join("\n"),
    end: codeEnd
  }
}

const admonitions =
  /^(?:attention|caution|danger|error|hint|important|note|tip|warning|admonition|seealso|versionadded|versionchanged|deprecated|todo)$/
/** They make nothing of the text, or a list of what stands elsewhere. */
const silent =
  /^(?:contents|toctree|index|highlight|meta|raw|sectnum|tabularcolumns|currentmodule|default-role|role|only|_.*)$/

const explicitBlock = (lines: Lines, start: number, context: Context, inner: (part: Lines) => string): ReadBlock => {
  const end = endOfIndent(lines, start + 1, 1)
  const [, first = ""] = explicit.exec(lines[start]!)!
  const content = dedent(lines.slice(start + 1, end))
  const [, label, note] = /^\[(#?[\w.:+-]{0,60}|\*)\](?:\s+(.*))?$/.exec(first) ?? []
  if (label !== undefined)
    return {
      html: `<p><sup>${escapeText(label.replace(/^#/, "") || "note")}</sup> ${inner([note ?? "", ...content]).replace(/^<p>|<\/p>$/g, "")}</p>`,
      end
    }
  const [, name, argument = ""] = /^([a-z][\w:.+-]{0,60})::(?:\s+(.*))?$/i.exec(first) ?? []
  if (name === undefined) return { html: "", end }
  return { html: directive(name.toLowerCase(), argument, content, context, inner), end }
}

const directive = (
  name: string,
  argument: string,
  content: Lines,
  context: Context,
  inner: (part: Lines) => string
): string => {
  const options = new Map<string, string>()
  let at = 0
  for (; at < content.length; at++) {
    const [, key, value = ""] = field.exec(content[at]!) ?? []
    if (key === undefined) break
    options.set(key, value)
  }
  const body = content.slice(at)
  const caption = argument === "" ? "" : context.inline(argument)
  if (silent.test(name)) return ""
  if (/^(?:code|code-block|sourcecode|parsed-literal|literalinclude|doctest|productionlist|prompt)$/.test(name)) {
    const from = body.findIndex((line) => line !== "")
    return from < 0 ? unread(name, context) : codeHtml(body.slice(from), name.startsWith("literal") ? "" : argument)
  }
  if (name === "math")
    return codeHtml(
      [argument, ...body].filter((line) => line !== ""),
      "latex"
    )
  if (name === "list-table") return listTable(body, caption, Number(options.get("header-rows") ?? 0), inner)
  const shown = inner(body)
  if (name === "image") return `<p>${picture(argument, options.get("alt") ?? "")}</p>`
  if (name === "figure")
    return `<figure>${picture(argument, options.get("alt") ?? "")}${shown === "" ? "" : `<figcaption>${shown}</figcaption>`}</figure>`
  if (admonitions.test(name)) {
    const label = name === "admonition" ? caption : `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
    const text = name === "admonition" || caption === "" ? "" : `<p>${caption}</p>`
    return `<blockquote><p><strong>${label}</strong></p>\n${text}${shown}</blockquote>`
  }
  if (name === "table")
    return shown.replace("<table>", caption === "" ? "<table>" : `<table>\n<caption>${caption}</caption>`)
  if (/^(?:epigraph|highlights|pull-quote)$/.test(name)) return `<blockquote>${shown}</blockquote>`
  if (name === "rubric" || name === "centered" || name === "topic" || name === "sidebar")
    return [`<p><strong>${caption}</strong></p>`, shown].filter((part) => part !== "").join("\n")
  if (/^(?:container|compound|class|rst-class|tab-set|tab-item|grid|line-block|glossary|hlist)$/.test(name))
    return shown
  // A description of code: its name, then its text.
  if (
    /^(?:[a-z]+:)?(?:function|method|class|module|attribute|data|exception|classmethod|staticmethod|option|envvar|describe|object|type|macro|var|member)$/.test(
      name
    )
  )
    return `<dl><dt><code>${escapeText(argument)}</code></dt><dd>${shown}</dd></dl>`
  return [unread(name, context), shown].filter((part) => part !== "").join("\n")
}

const unread = (name: string, { unread: names }: Context): string => {
  if (names.size < 100) names.add(name)
  return ""
}

/** A list of lists is a table. */
const listTable = (lines: Lines, caption: string, heads: number, inner: (part: Lines) => string): string => {
  const start = lines.findIndex((line) => line !== "")
  const rows = itemsAt(lines, Math.max(0, start), bullet).items.map((row) =>
    itemsAt(row, 0, bullet).items.map((cell): Cell => ({ html: inlineOnly(inner(cell)) }))
  )
  return renderTable({ caption, headerRows: heads || 0, rows })
}

/** A table whose lines are drawn with signs: cells that reach over several columns or rows keep their places. */
const gridTable = (lines: Lines, start: number, inner: (part: Lines) => string): ReadBlock => {
  const end = whileMatching(lines, start, /^[+|]/)
  const grid = lines.slice(start, end)
  const edges = [
    ...new Set(
      grid.filter((line) => gridLine.test(line)).flatMap((line) => [...line.matchAll(/\+/g)].map(({ index }) => index))
    )
  ]
    .sort((a, b) => a - b)
    .slice(0, maxColumns + 1)
  const head = grid.findIndex((line, index) => index > 0 && line.startsWith("+="))
  const rows: Array<Array<Cell>> = []
  let headerRows = 0
  let from = 1
  for (let at = 1; at < grid.length; at++) {
    if (!gridLine.test(grid[at]!)) continue
    const band = grid.slice(from, at)
    const cells: Array<Cell> = []
    for (let column = 0; column + 1 < edges.length;) {
      let next = column + 1
      while (next + 1 < edges.length && band.every((line) => line[edges[next]!] !== "|" && line[edges[next]!] !== "+"))
        next++
      const text = band.map((line) => line.slice(edges[column]! + 1, edges[next]).trimEnd())
      cells.push({ html: inlineOnly(inner(dedent(text)).replaceAll(/<\/p>\n<p>/g, "<br>")), columns: next - column })
      column = next
    }
    rows.push(cells)
    from = at + 1
    if (at === head) headerRows = rows.length
  }
  return { html: renderTable({ headerRows, rows }), end }
}

/** A table whose columns are marked by lines of `=`. */
const simpleTable = (lines: Lines, start: number, context: Context): ReadBlock => {
  const columns = [...lines[start]!.matchAll(/=+/g)].map(({ index }) => index)
  const rows: Array<Array<string>> = []
  let headerRows = 0
  let at = start + 1
  let borders = 1
  for (; at < lines.length && borders < 3; at++) {
    const line = lines[at]!
    if (simpleLine.test(line)) {
      borders++
      const next = lines[at + 1] ?? ""
      if (borders === 2 && next !== "") headerRows = rows.length
      else break
      continue
    }
    if (line === "" || /^[- ]+$/.test(line)) continue
    const cells = columns.map((from, index) => line.slice(from, columns[index + 1]).trim())
    // A row without a first cell goes on with the one before it.
    if (cells[0] === "" && rows.length > headerRows)
      for (const [index, text] of cells.entries()) rows.at(-1)![index] = `${rows.at(-1)![index]!}\n${text}`.trim()
    else rows.push(cells)
  }
  return {
    html: renderTable({
      headerRows,
      rows: rows.map((row) => row.map((text) => ({ html: context.inline(text === "\\" ? "" : text) })))
    }),
    end: at + 1
  }
}
