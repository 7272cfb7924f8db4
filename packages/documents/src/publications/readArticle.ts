/**
 * Articles and books in XML: JATS (ANSI/NISO Z39.96), which journals and PubMed Central deliver, and DocBook 4 and 5.
 * Sections become headings, figures their captions, and references a list.
 */
import type { Parsed } from "@orbweaver/core/reading/Parser"
import { startOf } from "../bytes/decodeText.ts"
import { safeLink } from "../bytes/office.ts"
import {
  attr,
  child,
  children,
  decodeXmlPart,
  descendant,
  descendants,
  elements,
  type Element,
  parseXml,
  textOf
} from "../bytes/xml.ts"
import { escapeAttribute, escapeText, page } from "../markup/html.ts"
import { makeNotes, type Notes } from "../markup/notes.ts"
import { damaged } from "../model/failure.ts"
import type { Reader } from "../model/Reader.ts"
import { type Cell, renderTable } from "../markup/table.ts"

/** UTF-16 units that are read: elements take many times the memory of their text. */
const maxLength = 4_000_000

/** Elements that hold sections, in either vocabulary. */
const sections = new Set(
  "sec section sect1 sect2 sect3 sect4 sect5 simplesect chapter part appendix app preface refsection refsect1 refsect2 refsect3 glossary bibliography ack notes dedication colophon".split(
    " "
  )
)
/** Inline elements and what they become. */
const inlineTags: Readonly<Record<string, string>> = {
  italic: "em",
  bold: "strong",
  emphasis: "em",
  citetitle: "em",
  foreignphrase: "em",
  firstterm: "em",
  sup: "sup",
  sub: "sub",
  superscript: "sup",
  subscript: "sub",
  strike: "del"
}
const codeTags = new Set(
  "monospace literal code command filename function option varname parameter constant classname methodname type replaceable userinput computeroutput envar property systemitem tag sgmltag markup uri".split(
    " "
  )
)
const blockCode = new Set("programlisting screen literallayout synopsis preformat".split(" "))
const admonitions = new Set("note tip warning caution important".split(" "))
/** About the text, and no part of it. */
const dropped = new Set(
  "indexterm anchor remark comment info articleinfo bookinfo chapterinfo sectioninfo sect1info titleabbrev object-id processing-meta alternatives-meta permissions self-uri counts custom-meta-group toc index".split(
    " "
  )
)

interface Context {
  readonly notes: Notes
  readonly maxRows: number
  cut: boolean
}

export const readArticle: Reader = ({ bytes, charset, wholeSource }, { caps }): Parsed => {
  const source = decodeXmlPart(bytes, charset)
  const start = startOf(source, maxLength, wholeSource)
  const root = elements(parseXml(start.text))[0]
  if (root === undefined) throw damaged("it has no elements")
  const context: Context = { notes: makeNotes(), maxRows: caps.maxRows, cut: false }
  const front = child(root, "front")
  const made = front === undefined ? book(root, context) : article(root, front, context)
  const notes = context.notes.section()
  const metadata = front === undefined ? bookMetadata(root) : articleMetadata(front)
  const language = attr(root, "xml:lang") ?? attr(root, "lang")
  return page(made + notes, {
    source: start.source,
    metadata: { ...metadata, ...(language === undefined ? {} : { language }) },
    warnings: [
      ...start.warnings,
      ...(context.cut ? [`Only the first ${caps.maxRows} rows of a table were read (maxRows).`] : [])
    ]
  })
}

const clean = (text: string): string => text.replaceAll(/\s+/g, " ").trim()

const article = (root: Element, front: Element, context: Context): string => {
  const meta = child(front, "article-meta")
  const title = inlineHtml(child(meta, "title-group", "article-title"), context)
  const authors = authorsOf(meta).join(", ")
  return [
    title === "" ? "" : `<h1>${title}</h1>`,
    authors === "" ? "" : `<p>${escapeText(authors)}</p>`,
    ...children(meta, "abstract").map((abstract) => {
      const name = inlineHtml(child(abstract, "title"), context)
      return `<h2>${name === "" ? "Abstract" : name}</h2>\n${blocks(abstract, 3, context)}`
    }),
    blocks(child(root, "body"), 2, context),
    blocks(child(root, "back"), 2, context)
  ]
    .filter((part) => part !== "")
    .join("\n")
}

const authorsOf = (meta: Element | undefined): ReadonlyArray<string> =>
  descendants(child(meta, "contrib-group"), "contrib")
    .filter((person) => /^(?:author)?$/.test(attr(person, "contrib-type") ?? ""))
    .flatMap((person) => {
      const name = descendant(person, "name")
      const parts = [textOf(child(name, "given-names")), textOf(child(name, "surname"))]
      const text =
        clean(parts.join(" ")) || clean(textOf(descendant(person, "collab") ?? descendant(person, "string-name")))
      return text === "" ? [] : [text]
    })

const articleMetadata = (front: Element): Readonly<Record<string, string>> => {
  const meta = child(front, "article-meta")
  const dates = children(meta, "pub-date")
  const date = dates.find((one) => /epub|pub/.test(attr(one, "date-type") ?? attr(one, "pub-type") ?? "")) ?? dates[0]
  const [year, month, day] = ["year", "month", "day"].map((part) => clean(textOf(child(date, part))))
  const published = [year, month, day].filter((part) => /^\d+$/.test(part ?? "")).map((part) => part!.padStart(2, "0"))
  return present({
    title: clean(textOf(child(meta, "title-group", "article-title"))),
    author: authorsOf(meta).join(", "),
    description: clean(textOf(child(meta, "abstract"))).slice(0, 2000),
    publishedTime: published.join("-"),
    publisher: clean(textOf(descendant(child(front, "journal-meta"), "journal-title"))),
    doi: clean(textOf(children(meta, "article-id").find((id) => attr(id, "pub-id-type") === "doi"))),
    keywords: descendants(meta, "kwd")
      .map((word) => clean(textOf(word)))
      .join(", ")
  })
}

const present = (fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""))

const infoOf = (root: Element): Element | undefined =>
  elements(root).find(({ name }) => name === "info" || name.endsWith("info"))

const book = (root: Element, context: Context): string => {
  const title = inlineHtml(child(root, "title") ?? child(infoOf(root), "title"), context)
  return [title === "" ? "" : `<h1>${title}</h1>`, blocks(root, 2, context)].filter((part) => part !== "").join("\n")
}

const bookMetadata = (root: Element): Readonly<Record<string, string>> => {
  const info = infoOf(root)
  const authors = descendants(info, "author").map((author) => {
    const name = child(author, "personname") ?? author
    return clean(`${textOf(child(name, "firstname"))} ${textOf(child(name, "surname"))}`) || clean(textOf(name))
  })
  return present({
    title: clean(textOf(child(root, "title") ?? child(info, "title"))),
    author: authors.filter((name) => name !== "").join(", "),
    publishedTime: clean(textOf(child(info, "pubdate") ?? child(info, "date")))
  })
}

/** What lies in an element as blocks; text between blocks becomes a paragraph. */
const blocks = (container: Element | undefined, level: number, context: Context): string => {
  const out: Array<string> = []
  let loose: Array<Element | string> = []
  const flush = (): void => {
    const html = loose
      .map((piece) => inlinePiece(piece, context))
      .join("")
      .trim()
    if (html !== "") out.push(`<p>${html}</p>`)
    loose = []
  }
  for (const piece of container?.children ?? []) {
    if (typeof piece === "string" || !isBlock(piece)) {
      loose.push(piece)
      continue
    }
    flush()
    const html = blockHtml(piece, level, context)
    if (html !== "") out.push(html)
  }
  flush()
  return out.join("\n")
}

const blockNames = new Set(
  "p para simpara formalpara title subtitle label list itemizedlist orderedlist variablelist simplelist segmentedlist def-list disp-quote blockquote boxed-text sidebar fig figure informalfigure mediaobject table-wrap table informaltable disp-formula equation informalequation example informalexample procedure step ref-list fn-group app-group speech verse-group statement supplementary-material bridgehead epigraph abstract floats-group fig-group caption legend refnamediv refsynopsisdiv qandaset qandaentry question answer glossentry glosslist biblioentry bibliomixed tip".split(
    " "
  )
)

const isBlock = ({ name }: Element): boolean =>
  blockNames.has(name) || sections.has(name) || blockCode.has(name) || admonitions.has(name) || dropped.has(name)

const blockHtml = (element: Element, level: number, context: Context): string => {
  const { name } = element
  if (dropped.has(name)) return ""
  const heading = Math.min(6, level)
  const title = (): string => inlineHtml(child(element, "title") ?? child(infoOf(element), "title"), context)
  const within = (depth = level): string =>
    blocks({ ...element, children: element.children.filter(isNoTitle) }, depth, context)
  const titled = (inside: string, fallback = ""): string => {
    const own = title() || fallback
    return own === "" ? inside : `<h${heading}>${own}</h${heading}>\n${inside}`
  }
  if (blockCode.has(name)) {
    const language = attr(element, "language")
    const name =
      language === undefined || !/^[\w+#.-]{1,40}$/.test(language) ? "" : ` class="language-${language.toLowerCase()}"`
    return `<pre><code${name}>${escapeText(textOf(element).replace(/^\n/, "").trimEnd())}\n</code></pre>`
  }
  if (admonitions.has(name)) {
    const label = title() || `${name[0]!.toUpperCase()}${name.slice(1)}`
    return `<blockquote><p><strong>${label}</strong></p>\n${within()}</blockquote>`
  }
  if (sections.has(name)) return titled(within(level + 1), name === "ack" ? "Acknowledgements" : "")
  switch (name) {
    case "title":
    case "subtitle":
    case "label":
      return ""
    case "bridgehead":
      return `<h${heading}>${inlineHtml(element, context)}</h${heading}>`
    case "p":
    case "para":
    case "simpara":
      return elements(element).some(isBlock) ? blocks(element, level, context) : paragraph(inlineHtml(element, context))
    case "list":
      return listHtml(
        children(element, "list-item"),
        /order|alpha|roman/.test(attr(element, "list-type") ?? ""),
        context
      )
    case "itemizedlist":
    case "orderedlist":
      return listHtml(children(element, "listitem"), name === "orderedlist", context)
    case "procedure":
      return titled(listHtml(children(element, "step"), true, context))
    case "simplelist":
      return listHtml(children(element, "member"), false, context)
    case "variablelist":
    case "def-list":
    case "glosslist":
      return definitions(element, context)
    case "disp-quote":
    case "blockquote":
    case "epigraph":
      return `<blockquote>${within()}</blockquote>`
    case "fig":
    case "figure":
    case "informalfigure":
    case "mediaobject":
      return figureHtml(element, context)
    case "table-wrap":
    case "table":
    case "informaltable":
      return tableHtml(element, context)
    case "disp-formula":
    case "equation":
    case "informalequation":
      return paragraph(formulaHtml(element))
    case "ref-list":
    case "bibliography":
      return titled(referencesHtml(element, context), "References")
    case "fn-group":
      return titled(
        children(element, "fn")
          .map((note) => blocks(note, level, context))
          .join("\n")
      )
    default:
      return titled(within())
  }
}

const isNoTitle = (piece: Element | string): boolean =>
  typeof piece === "string" || !/^(?:title|label|info|\w*info)$/.test(piece.name)

const paragraph = (html: string): string => (html === "" ? "" : `<p>${html}</p>`)

const listHtml = (items: ReadonlyArray<Element>, ordered: boolean, context: Context): string => {
  const inside = items.map((item) => `<li>${blocks(item, 4, context).replace(/^<p>([^]*?)<\/p>$/, "$1")}</li>`).join("")
  return inside === "" ? "" : ordered ? `<ol>${inside}</ol>` : `<ul>${inside}</ul>`
}

const definitions = (list: Element, context: Context): string => {
  const entries = elements(list).flatMap((entry) => {
    if (!/^(?:varlistentry|def-item|glossentry)$/.test(entry.name)) return []
    const terms = elements(entry).filter(({ name }) => /^(?:term|glossterm)$/.test(name))
    const meaning = elements(entry).filter(({ name }) => /^(?:listitem|def|glossdef)$/.test(name))
    return `${terms.map((term) => `<dt>${inlineHtml(term, context)}</dt>`).join("")}${meaning.map((one) => `<dd>${blocks(one, 4, context)}</dd>`).join("")}`
  })
  return entries.length === 0 ? "" : `<dl>${entries.join("")}</dl>`
}

/** A figure's own pictures lie elsewhere; its label, caption and description are what the file has. */
const figureHtml = (figure: Element, context: Context): string => {
  const label = inlineHtml(child(figure, "label"), context)
  const caption = child(figure, "caption")
  const title = inlineHtml(child(figure, "title") ?? child(caption, "title"), context)
  const text = children(caption, "p")
    .concat(children(caption, "para"))
    .map((one) => inlineHtml(one, context))
    .join(" ")
  const about = clean(
    textOf(
      descendant(figure, "alt-text") ??
        descendant(descendant(figure, "textobject"), "phrase") ??
        descendant(figure, "alt")
    )
  )
  const parts = [label === "" ? "" : `<strong>${label}</strong>`, title, text === "" ? escapeText(about) : text]
  const html = parts.filter((part) => part !== "").join(" ")
  return html === "" ? "" : `<figure><figcaption>${html}</figcaption></figure>`
}

const tableHtml = (wrap: Element, context: Context): string => {
  const table = wrap.name === "table-wrap" ? descendant(wrap, "table") : wrap
  const caption = child(wrap, "caption")
  const parts = [
    inlineHtml(child(wrap, "label"), context),
    inlineHtml(child(wrap, "title") ?? child(caption, "title"), context),
    ...children(caption, "p").map((one) => inlineHtml(one, context))
  ]
  const group = child(table, "tgroup")
  const columns = new Map(children(group, "colspec").map((spec, index) => [attr(spec, "colname") ?? "", index]))
  const lines = (part: Element | undefined): ReadonlyArray<Element> =>
    elements(part).filter(({ name }) => name === "row" || name === "tr")
  const body = group ?? table
  const head = lines(child(body, "thead"))
  const rest = [
    ...lines(body),
    ...children(body, "tbody").flatMap((part) => lines(part)),
    ...lines(child(body, "tfoot"))
  ]
  const all = [...head, ...rest]
  if (all.length > context.maxRows) context.cut = true
  const rows = all.slice(0, context.maxRows).map((line) =>
    elements(line).flatMap((cell): ReadonlyArray<Cell> => {
      if (!/^(?:td|th|entry)$/.test(cell.name)) return []
      const [from, to] = [columns.get(attr(cell, "namest") ?? ""), columns.get(attr(cell, "nameend") ?? "")]
      return [
        {
          html: elements(cell).some(isBlock)
            ? elements(cell)
                .map((one) => inlineHtml(one, context))
                .filter((html) => html !== "")
                .join("<br>")
            : inlineHtml(cell, context),
          columns: from !== undefined && to !== undefined && to > from ? to - from + 1 : span(attr(cell, "colspan")),
          rows: span(attr(cell, "rowspan")) + span(attr(cell, "morerows"), 0)
        }
      ]
    })
  )
  const headerRows = head.length > 0 ? head.length : rows.length > 1 ? 1 : 0
  return renderTable({ rows, headerRows, caption: parts.filter((part) => part !== "").join(" ") })
}

const span = (value: string | undefined, least = 1): number =>
  Math.min(1000, Math.max(least, Number(value ?? least) || least))

const referencesHtml = (list: Element, context: Context): string => {
  const entries = elements(list).flatMap((entry) => {
    if (!/^(?:ref|biblioentry|bibliomixed)$/.test(entry.name)) return []
    const citation = elements(entry).find(({ name }) => name.endsWith("citation")) ?? entry
    const names = descendants(citation, "name").map((name) =>
      clean(`${textOf(child(name, "surname"))} ${textOf(child(name, "given-names"))}`)
    )
    // Elements without text between them are set apart by readers.
    const isMixed = citation.children.some((piece) => typeof piece === "string" && piece.trim() !== "")
    const html = isMixed
      ? inlineHtml(citation, context)
      : [
          escapeText(names.join(", ")),
          ...elements(citation)
            .filter(({ name }) => !/^(?:person-group|name|label)$/.test(name))
            .map((part) => inlineHtml(part, context))
        ]
          .filter((part) => part !== "")
          .join(". ")
    return html === "" ? [] : [`<li>${html}</li>`]
  })
  return entries.length === 0 ? "" : `<ol>${entries.join("")}</ol>`
}

/** MathML as it is, without prefixes; TeX as code. */
const formulaHtml = (element: Element): string => {
  const math = descendant(element, "math")
  if (math !== undefined) return serialize(math)
  const tex = descendant(element, "tex-math")
  const text = clean(textOf(tex ?? element))
  return text === "" ? "" : tex === undefined ? escapeText(text) : `<code>${escapeText(text)}</code>`
}

const serialize = (element: Element): string => {
  const display = element.name === "math" && attr(element, "display") === "block" ? ' display="block"' : ""
  const inner = element.children
    .map((piece) => (typeof piece === "string" ? escapeText(piece) : serialize(piece)))
    .join("")
  return /^[a-z]+$/.test(element.name) ? `<${element.name}${display}>${inner}</${element.name}>` : inner
}

const inlineHtml = (element: Element | undefined, context: Context): string =>
  (element?.children ?? [])
    .map((piece) => inlinePiece(piece, context))
    .join("")
    .trim()

const inlinePiece = (piece: Element | string, context: Context): string => {
  if (typeof piece === "string") return escapeText(piece.replaceAll(/\s+/g, " "))
  const { name } = piece
  if (dropped.has(name)) return ""
  const inner = (): string => piece.children.map((part) => inlinePiece(part, context)).join("")
  const around = (tag: string): string => {
    const html = inner()
    return html.trim() === "" ? html : `<${tag}>${html}</${tag}>`
  }
  if (name === "emphasis" && /bold|strong/.test(attr(piece, "role") ?? "")) return around("strong")
  const tag = Object.hasOwn(inlineTags, name) ? inlineTags[name] : undefined
  if (tag !== undefined) return around(tag)
  if (codeTags.has(name) && attr(piece, "href") === undefined) {
    const text = textOf(piece)
    return text.trim() === "" ? "" : `<code>${escapeText(clean(text))}</code>`
  }
  switch (name) {
    case "ext-link":
    case "uri":
    case "ulink":
    case "link": {
      const target = safeLink(attr(piece, "href") ?? attr(piece, "url"))
      const html = inner()
      return target === undefined
        ? html
        : `<a href="${escapeAttribute(target)}">${html.trim() === "" ? escapeText(target) : html}</a>`
    }
    case "email":
      return escapeText(clean(textOf(piece)))
    case "break":
      return "<br>"
    case "quote":
      return `“${inner()}”`
    case "inline-formula":
    case "inlineequation":
    case "math":
      return name === "math" ? serialize(piece) : formulaHtml(piece)
    case "footnote":
    case "fn": {
      const lines = elements(piece).filter((part) => part.name !== "label")
      return context.notes.add(lines.map((part) => inlineHtml(part, context)).join("<br>")).html
    }
    case "inlinemediaobject":
      return escapeText(clean(textOf(descendant(piece, "phrase"))))
    default:
      return inner()
  }
}
