/**
 * Presentations (ECMA-376 part 1 §19): each visible slide as a heading, its
 * text as lists, its tables, and the speaker's notes as a quotation.
 */
import type { Parsed } from "@orbweaver/core/reading/Parser"
import { type Block, renderBlocks } from "../../markup/blocks.ts"
import { damaged } from "../../model/failure.ts"
import { leftOut } from "../../markup/leftOut.ts"
import { inline, type Inline, lineBreak, Mark, page } from "../../markup/html.ts"
import { coreProperties, openPackage, type Package, type Relation, safeLink } from "../../bytes/office.ts"
import { makePictures, type PictureMaker } from "../../markup/pictures.ts"
import type { Reader } from "../../model/Reader.ts"
import { type Cell, renderTable } from "../../markup/table.ts"
import { chartHtml, chartIds } from "../chart.ts"
import { boxOf, inReadingOrder } from "./order.ts"
import { attr, child, children, descendant, descendants, elements, type Element, textOf } from "../../bytes/xml.ts"

interface Context {
  readonly office: Package
  readonly relations: ReadonlyMap<string, Relation>
  readonly pictures: PictureMaker
  /** Also read comments. */
  readonly comments: boolean
}

export const readPptx: Reader = ({ bytes }, { caps, comments = false, hidden = false }): Parsed => {
  const office = openPackage(bytes, caps.maxUnpackedBytes)
  const main = office.main ?? "ppt/presentation.xml"
  const presentation = child(office.xml(main), "presentation")
  if (presentation === undefined) throw damaged("the presentation has no list of slides")
  const relations = office.relations(main)
  const pictures = makePictures()
  const slides = children(child(presentation, "sldIdLst"), "sldId").flatMap((entry) => {
    const target = relations.get(attr(entry, "r:id") ?? "")?.target
    return target === undefined ? [] : [target]
  })
  const parts: Array<string> = []
  let unread = 0
  let unseen = 0
  for (const path of slides.slice(0, caps.maxPages)) {
    const slide = child(office.xml(path), "sld")
    if (slide === undefined) continue
    if (!hidden && /^(?:0|false)$/.test(attr(slide, "show") ?? "1")) {
      unseen++
      continue
    }
    const context: Context = { office, relations: office.relations(path), pictures, comments }
    if (!comments) unread += commentTexts(context).length
    parts.push(renderBlocks(readSlide(slide, context, parts.length + 1)))
  }
  return page(parts.join("\n"), {
    metadata: coreProperties(office),
    warnings: [
      ...(slides.length > caps.maxPages ? [`Only the first ${caps.maxPages} slides were read (maxPages).`] : []),
      ...(parts.length === 0 ? ["The presentation has no visible slides."] : []),
      ...leftOut("Hidden slides", unseen, "pptx", "hidden"),
      ...leftOut("Comments", unread, "pptx", "comments")
    ]
  })
}

const readSlide = (slide: Element, context: Context, number: number): ReadonlyArray<Block> => {
  const tree = child(slide, "cSld", "spTree")
  const shapes = ordered(tree, context)
  const title = shapes.find((shape) => /^(?:title|ctrTitle)$/.test(placeholder(shape) ?? ""))
  const heading = title === undefined ? "" : headingHtml(title, context)
  return [
    { kind: "heading", level: 2, html: heading === "" ? `Slide ${number}` : heading },
    ...shapes.filter((shape) => shape !== title).flatMap((shape) => readShape(shape, context)),
    ...readNotes(context),
    ...(context.comments ? commentTexts(context) : []).map((html): Block => ({ kind: "quote", html }))
  ]
}

/** Shapes as they are read; a group is read where it lies, from its own beginning to its end. */
const ordered = (container: Element | undefined, context: Context): ReadonlyArray<Element> => {
  const shapes = elements(container).flatMap((shape) =>
    shape.name === "AlternateContent" ? elements(child(shape, "Choice") ?? child(shape, "Fallback")) : [shape]
  )
  const visible = shapes.filter(({ name }) => /^(?:sp|pic|graphicFrame|cxnSp|grpSp)$/.test(name))
  const placed = visible.map((shape) => ({ shape, box: boxOf(shape) ?? layoutBox(shape, context) }))
  // Without the place of one there is no better order than that of the file.
  const known = placed.flatMap(({ box, shape }) => (box === undefined ? [] : [{ shape, box }]))
  const inOrder = known.length === visible.length ? inReadingOrder(known) : visible
  return inOrder.flatMap((shape) => (shape.name === "grpSp" ? ordered(shape, context) : [shape]))
}

/** A placeholder lies where its layout, or the layout's master, has it. */
const layoutBox = (shape: Element, { office, relations }: Context) => {
  const own = placeholderOf(shape)
  if (own === undefined) return undefined
  let from = relations
  for (const kind of ["slideLayout", "slideMaster"]) {
    const path = [...from.values()].find(({ type }) => type === kind)?.target
    if (path === undefined) return undefined
    const same = flatten(child(elements(office.xml(path))[0], "cSld", "spTree")).find((other) => {
      const place = placeholderOf(other)
      const [index, type] = [attr(own, "idx"), attr(own, "type")]
      return place !== undefined && (index === undefined ? attr(place, "type") === type : attr(place, "idx") === index)
    })
    const box = same === undefined ? undefined : boxOf(same)
    if (box !== undefined) return box
    from = office.relations(path)
  }
  return undefined
}

/** What people wrote about the slide, with their words alone (ECMA-376 part 1 §19.4, and threads of current programs). */
const commentTexts = ({ office, relations }: Context): ReadonlyArray<string> =>
  [...relations.values()]
    .filter(({ type }) => type === "comments")
    .flatMap(({ target }) => descendants(office.xml(target), "cm"))
    .flatMap((comment) => {
      const lines = [child(comment, "text"), ...descendants(child(comment, "txBody"), "t")].map(textOf)
      const text = lines.join(" ").replaceAll(/\s+/g, " ").trim()
      return text === "" ? [] : [`Comment: ${inline([{ text, marks: 0 }])}`]
    })

/** Shapes in drawing order, groups dissolved. */
const flatten = (container: Element | undefined): ReadonlyArray<Element> =>
  elements(container).flatMap((shape) => {
    if (shape.name === "grpSp") return flatten(shape)
    if (shape.name === "AlternateContent") return flatten(child(shape, "Choice") ?? child(shape, "Fallback"))
    return /^(?:sp|pic|graphicFrame|cxnSp)$/.test(shape.name) ? [shape] : []
  })

const placeholderOf = (shape: Element): Element | undefined =>
  descendant(
    elements(shape).find(({ name }) => /^nv\w+Pr$/.test(name)),
    "ph"
  )

/** Kind of the placeholder; `body` where the file says none. */
const placeholder = (shape: Element): string | undefined => {
  const found = placeholderOf(shape)
  return found === undefined ? undefined : (attr(found, "type") ?? "body")
}

const headingHtml = (shape: Element, context: Context): string =>
  children(child(shape, "txBody"), "p")
    .map((paragraph) =>
      inline(
        readRuns(paragraph, context).map((piece) => (piece === lineBreak ? { text: " ", marks: 0 } : piece)),
        Mark.bold
      )
    )
    .filter((html) => html !== "")
    .join(" ")

const readShape = (shape: Element, context: Context): ReadonlyArray<Block> => {
  if (shape.name === "pic") {
    const picture = readPicture(shape, context)
    const html = picture === undefined ? "" : inline([picture])
    return html === "" ? [] : [{ kind: "paragraph", html }]
  }
  if (shape.name === "graphicFrame") return readGraphic(shape, context)
  const kind = placeholder(shape)
  // Dates, footers and slide numbers repeat on every slide.
  if (kind !== undefined && /^(?:dt|ftr|sldNum|hdr)$/.test(kind)) return []
  const listed = kind !== undefined && kind !== "subTitle"
  return children(child(shape, "txBody"), "p").flatMap((paragraph): ReadonlyArray<Block> => {
    const html = inline(readRuns(paragraph, context))
    if (html === "") return []
    const properties = child(paragraph, "pPr")
    const bullet = child(properties, "buChar") !== undefined || child(properties, "buBlip") !== undefined
    const number = child(properties, "buAutoNum")
    if (child(properties, "buNone") !== undefined || (!listed && !bullet && number === undefined))
      return [{ kind: "paragraph", html }]
    const level = Math.min(8, Number(attr(properties, "lvl") ?? 0) || 0)
    const start = Number(attr(number, "startAt"))
    return [{ kind: "item", level, ordered: number !== undefined, number: start > 0 ? start : undefined, html }]
  })
}

const readRuns = (paragraph: Element, { relations }: Context): ReadonlyArray<Inline> =>
  elements(paragraph).flatMap((part): ReadonlyArray<Inline> => {
    if (part.name === "br") return [lineBreak]
    if (part.name !== "r" && part.name !== "fld") return []
    const properties = child(part, "rPr")
    const on = (name: string) => /^(?:1|true)$/.test(attr(properties, name) ?? "")
    const raised = Number(attr(properties, "baseline") ?? 0)
    const marks =
      (on("b") ? Mark.bold : 0) |
      (on("i") ? Mark.italic : 0) |
      ((attr(properties, "strike") ?? "").endsWith("Strike") ? Mark.strike : 0) |
      (raised > 0 ? Mark.sup : raised < 0 ? Mark.sub : 0)
    const link = relations.get(attr(child(properties, "hlinkClick"), "r:id") ?? "")
    const href = link?.external === true ? safeLink(link.target) : undefined
    return [{ text: textOf(child(part, "t")).replaceAll("\v", " "), marks, href }]
  })

const readPicture = (shape: Element, { office, pictures, relations }: Context): Inline | undefined => {
  const about = descendant(shape, "cNvPr")
  const target = relations.get(attr(descendant(shape, "blip"), "embed") ?? "")?.target
  const alt = attr(about, "descr") ?? ""
  return target === undefined ? undefined : pictures(target, () => office.zip.read(target), alt)
}

const readGraphic = (frame: Element, context: Context): ReadonlyArray<Block> => {
  const table = descendant(frame, "tbl")
  if (table !== undefined) {
    const rows = children(table, "tr").map((row) =>
      children(row, "tc").flatMap((cell): ReadonlyArray<Cell> => {
        if (attr(cell, "hMerge") === "1" || attr(cell, "vMerge") === "1") return []
        const html = children(child(cell, "txBody"), "p")
          .map((paragraph) => inline(readRuns(paragraph, context)))
          .filter((text) => text !== "")
          .join("<br>")
        return [
          { html, columns: Number(attr(cell, "gridSpan") ?? 1) || 1, rows: Number(attr(cell, "rowSpan") ?? 1) || 1 }
        ]
      })
    )
    const html = renderTable({ headerRows: rows.length > 1 ? 1 : 0, rows })
    return html === "" ? [] : [{ kind: "html", html }]
  }
  const charts = chartIds(frame).flatMap((id): ReadonlyArray<Block> => {
    const path = context.relations.get(id)?.target
    const html = path === undefined ? "" : chartHtml(context.office.xml(path))
    return html === "" ? [] : [{ kind: "html", html }]
  })
  if (charts.length > 0) return charts
  // A diagram keeps its words in a part of its own.
  const data = context.relations.get(attr(descendant(frame, "relIds"), "dm") ?? "")?.target
  if (data === undefined) return []
  return descendants(child(context.office.xml(data), "dataModel"), "pt").flatMap((point): ReadonlyArray<Block> => {
    const html = inline(descendants(point, "p").flatMap((paragraph) => readRuns(paragraph, context)))
    return html === "" ? [] : [{ kind: "item", level: 0, ordered: false, html }]
  })
}

const readNotes = (context: Context): ReadonlyArray<Block> => {
  const path = [...context.relations.values()].find(({ type }) => type === "notesSlide")?.target
  if (path === undefined) return []
  const own: Context = { ...context, relations: context.office.relations(path) }
  return flatten(child(child(context.office.xml(path), "notes"), "cSld", "spTree"))
    .filter((shape) => placeholder(shape) === "body")
    .flatMap((shape) => children(child(shape, "txBody"), "p"))
    .flatMap((paragraph): ReadonlyArray<Block> => {
      const html = inline(readRuns(paragraph, own))
      return html === "" ? [] : [{ kind: "quote", html }]
    })
}
