/** The inline content of Word paragraphs: runs, links, fields, notes, pictures, formulas, revisions accepted. */
import { image, type Inline, lineBreak, Mark, ruler } from "../../markup/html.ts"
import type { Notes } from "../../markup/notes.ts"
import { type Relation, safeLink } from "../../bytes/office.ts"
import type { PictureMaker } from "../../markup/pictures.ts"
import { attr, attribute, child, descendant, descendants, elements, type Element, textOf } from "../../bytes/xml.ts"
import { chartIds } from "../chart.ts"
import { mathOf } from "./math.ts"
import { isMono, type Styles, toggle } from "./styles.ts"

export interface RunContext {
  readonly styles: Styles
  readonly relations: ReadonlyMap<string, Relation>
  readonly read: (path: string) => Uint8Array | undefined
  readonly pictures: PictureMaker
  readonly notes: Notes
  /** Text boxes found on the way; they follow their paragraph. */
  readonly boxes: Array<Element>
  /** Relations of the charts found on the way; they follow their paragraph too. */
  readonly charts: Array<string>
  /** Whether comments are read; those that are not are counted. */
  readonly comments: { readonly wanted: boolean; unread: number }
}

/** A field between its begin and end mark: its instruction, then its result. */
interface Field {
  instruction: string
  inResult: boolean
}

/** Fields whose result is machinery, not text. */
const hiddenFields = /^\s*(?:PAGEREF|XE|TC|TA|RD|PAGE|NUMPAGES)\b/

export const readInline = (paragraph: Element, context: RunContext): ReadonlyArray<Inline> => {
  const out: Array<Inline> = []
  const fields: Array<Field> = []

  const link = (): string | undefined => {
    for (const { inResult, instruction } of fields) {
      const target = inResult ? fieldLink(instruction) : undefined
      if (target !== undefined) return target
    }
    return undefined
  }
  const hidden = () => fields.some(({ inResult, instruction }) => !inResult || hiddenFields.test(instruction))

  const visit = (element: Element, href: string | undefined): void => {
    switch (element.name) {
      case "r":
        visitRun(element, href)
        break
      case "hyperlink": {
        const target = safeLink(context.relations.get(attr(element, "r:id") ?? attr(element, "id") ?? "")?.target)
        const anchor = attr(element, "anchor")
        visitAll(element, target === undefined ? href : anchor === undefined ? target : `${target}#${anchor}`)
        break
      }
      case "fldSimple":
        if (!hiddenFields.test(attr(element, "instr") ?? ""))
          visitAll(element, fieldLink(attr(element, "instr") ?? "") ?? href)
        break
      case "oMathPara":
        for (const formula of elements(element)) if (formula.name === "oMath") out.push(mathOf(formula, true))
        break
      case "oMath":
        out.push(mathOf(element, false))
        break
      // Deleted text is gone, inserted text stays.
      case "del":
      case "moveFrom":
      case "pPr":
      case "sdtPr":
        break
      default:
        visitAll(element, href)
    }
  }
  const visitAll = (element: Element, href: string | undefined): void => {
    for (const inner of elements(element)) visit(inner, href)
  }

  const visitRun = (run: Element, href: string | undefined): void => {
    const properties = child(run, "rPr")
    if (toggle(properties, "vanish") === true) return
    const marks = marksOf(properties, context.styles)
    const say = (text: string): void => {
      if (text !== "" && !hidden()) out.push({ text, marks, href: href ?? link() })
    }
    const visitPart = (part: Element): void => {
      switch (part.name) {
        case "t":
          say(textOf(part))
          break
        case "tab":
        case "ptab":
          say("\t")
          break
        case "br":
        case "cr":
          if (!hidden())
            out.push(
              attr(part, "type") === "page" || attr(part, "type") === "column" ? { text: " ", marks: 0 } : lineBreak
            )
          break
        case "noBreakHyphen":
          say("\u2011")
          break
        case "sym":
          say(symbol(attr(part, "char")))
          break
        case "instrText":
          if (fields.length > 0 && !fields.at(-1)!.inResult) fields.at(-1)!.instruction += textOf(part)
          break
        case "fldChar": {
          const type = attr(part, "fldCharType")
          if (type === "begin") fields.push({ instruction: "", inResult: false })
          else if (type === "separate" && fields.length > 0) fields.at(-1)!.inResult = true
          else if (type === "end") fields.pop()
          break
        }
        case "footnoteReference":
        case "endnoteReference": {
          const id = attr(part, "id")
          if (id !== undefined && !hidden())
            out.push(context.notes.reference(`${part.name === "footnoteReference" ? "f" : "e"}${id}`))
          break
        }
        case "commentReference": {
          const id = attr(part, "id")
          if (id === undefined || hidden()) break
          if (context.comments.wanted) out.push(context.notes.reference(`c${id}`))
          else context.comments.unread++
          break
        }
        case "AlternateContent": {
          const choice = child(part, "Choice") ?? child(part, "Fallback")
          for (const inner of elements(choice)) visitPart(inner)
          break
        }
        case "drawing":
        case "pict":
        case "object": {
          if (attribute(descendant(part, "rect")?.attributes ?? {}, "o:hr") === "t") out.push(ruler)
          const picture = pictureOf(part, context)
          if (picture !== undefined) out.push("text" in picture ? { ...picture, marks, href } : { ...picture, href })
          context.boxes.push(...descendants(part, "txbxContent"))
          context.charts.push(...chartIds(part))
          break
        }
      }
    }
    for (const part of elements(run)) visitPart(part)
  }

  visitAll(paragraph, undefined)
  return out
}

const fieldLink = (instruction: string): string | undefined => {
  const target = /^\s*HYPERLINK\s+(?:\\[a-z]\s+)*"([^"]*)"/i.exec(instruction)?.[1]
  return target === undefined || /^\s*HYPERLINK\s+\\l/i.test(instruction) ? undefined : safeLink(target)
}

const marksOf = (properties: Element | undefined, styles: Styles): number => {
  const style = styles.run(attr(child(properties, "rStyle"), "val"))
  const raised = attr(child(properties, "vertAlign"), "val")
  return (
    ((toggle(properties, "b") ?? style.bold) ? Mark.bold : 0) |
    ((toggle(properties, "i") ?? style.italic) ? Mark.italic : 0) |
    ((toggle(properties, "strike") ?? toggle(properties, "dstrike") ?? false) ? Mark.strike : 0) |
    (style.code || isMono(attr(child(properties, "rFonts"), "ascii")) ? Mark.code : 0) |
    (raised === "superscript" ? Mark.sup : raised === "subscript" ? Mark.sub : 0)
  )
}

/** Symbol fonts put their signs in a private area; the lower byte is the sign of the common ones. */
const symbol = (code: string | undefined): string => {
  const value = Number.parseInt(code ?? "", 16)
  if (!Number.isInteger(value) || value < 0x20 || value > 0xffff) return ""
  return String.fromCharCode(value >= 0xf020 && value <= 0xf0ff ? value - 0xf000 : value)
}

const pictureOf = (part: Element, { pictures, read, relations }: RunContext): Inline | undefined => {
  const blip = descendant(part, "blip") ?? descendant(part, "imagedata")
  const about = descendant(part, "docPr") ?? descendant(part, "shape")
  const alt =
    attr(about, "descr") ??
    attr(about, "alt") ??
    attr(about, "title") ??
    attr(descendant(part, "imagedata"), "title") ??
    ""
  if (blip === undefined) return undefined
  const relation = relations.get(attr(blip, "embed") ?? attr(blip, "id") ?? attr(blip, "link") ?? "")
  if (relation?.external === true && /^https?:/i.test(relation.target)) return image(relation.target, alt)
  if (relation === undefined || relation.external) return alt === "" ? undefined : { text: alt, marks: 0 }
  return pictures(relation.target, () => read(relation.target), alt)
}
