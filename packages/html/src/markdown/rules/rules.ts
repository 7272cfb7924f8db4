/**
 * Which rule writes which element. An element without a rule is its content, separated as `gaps` says.
 */
import { kind, Kind, Tag, tagCount } from "../../tree/tags.ts"
import { closeHeading, closeQuote, openBreak, openDialog, openHeading, openQuote, openRule } from "./blocks.ts"
import { closeVerse, isCodeScript, openCode, openCodeBlock, openCodeScript } from "./code.ts"
import { closeDefinition, closeTerm, openDefinition, openTerm } from "./definitions.ts"
import { closeDetails, openDetails, openSummary } from "./details.ts"
import { openImage, openNoscript } from "./images.ts"
import {
  closeButton,
  closeInline,
  openAbbreviation,
  openButton,
  openDeleted,
  openElement,
  openEmphasis,
  openLabel,
  openQuotation,
  openRubyText,
  openStrong
} from "./inline.ts"
import { openAnchor } from "./links.ts"
import { separateNeighbours } from "./neighbours.ts"
import { closeItem, closeList, openItem, openList } from "./lists.ts"
import { openDrawing, openMath, openScript } from "./math.ts"
import { openMedia } from "./media.ts"
import { closeCell, closeRow, closeTable, openCell, openRow, openTable } from "./tables.ts"
import { skip, type Writer } from "../writer/Writer.ts"

/** Writes what stands before the content of an element, or all of it; false when its children are not to be visited. */
type Open = (w: Writer, node: number) => boolean
/** Writes what stands after the content. Not called after an `open` that answered false. */
type Close = (w: Writer, node: number) => void

export const opens: Array<Open | undefined> = Array.from({ length: tagCount }, () => undefined)
export const closes: Array<Close | undefined> = Array.from({ length: tagCount }, () => undefined)

const rule = (tags: ReadonlyArray<number>, open: Open, close?: Close): void => {
  for (const tag of tags) {
    opens[tag] = open
    closes[tag] = close
  }
}

const skipElement: Open = () => skip

for (let tag = 0; tag < tagCount; tag++) if ((kind[tag]! & Kind.skip) !== 0) opens[tag] = skipElement
rule(
  [Tag.textarea, Tag.rp, Tag.meter, Tag.progress, Tag.option, Tag.optgroup, Tag.source, Tag.track, Tag.param],
  skipElement
)
rule([Tag.annotation, Tag.annotationXml], skipElement)

rule([Tag.h1, Tag.h2, Tag.h3, Tag.h4, Tag.h5, Tag.h6], openHeading, closeHeading)
rule([Tag.blockquote], openQuote, closeQuote)
rule([Tag.hr], openRule)
rule([Tag.br], openBreak)
rule([Tag.dialog], openDialog, (w) => w.boundary(2))
rule([Tag.ul, Tag.ol, Tag.menu, Tag.dir], openList, closeList)
rule([Tag.li], openItem, closeItem)
rule([Tag.dt], openTerm, closeTerm)
rule([Tag.dd], openDefinition, closeDefinition)
rule([Tag.details], openDetails, closeDetails)
rule([Tag.summary], openSummary, (w) => w.boundary(2))
rule([Tag.pre, Tag.listing, Tag.xmp, Tag.plaintext], openCodeBlock, closeVerse)
rule([Tag.code, Tag.samp, Tag.tt], openCode)
rule([Tag.table], openTable, closeTable)
rule([Tag.tr], openRow, closeRow)
rule([Tag.td, Tag.th], openCell, closeCell)

rule([Tag.strong, Tag.b], openStrong, closeInline)
rule([Tag.em, Tag.i, Tag.cite, Tag.dfn, Tag.var], openEmphasis, closeInline)
rule([Tag.del, Tag.s, Tag.strike], openDeleted, (w, node) => {
  closeInline(w, node)
  separateNeighbours(w, node)
})
rule([Tag.sup, Tag.sub, Tag.kbd, Tag.mark, Tag.ins], openElement, closeInline)
rule([Tag.abbr, Tag.acronym], openAbbreviation, closeInline)
rule([Tag.q], openQuotation, closeInline)
rule([Tag.rt], openRubyText, closeInline)
rule([Tag.a], openAnchor, (w, node) => {
  closeInline(w, node)
  separateNeighbours(w, node)
})
rule([Tag.button], openButton, closeButton)
rule([Tag.label], openLabel, closeButton)

rule([Tag.img], openImage)
rule([Tag.noscript], openNoscript)
rule([Tag.math], openMath)
rule([Tag.svg], openDrawing)
rule([Tag.script], (w, node) => (isCodeScript(w.tree, node) ? openCodeScript(w, node) : openScript(w, node)))
rule([Tag.iframe, Tag.frame, Tag.embed, Tag.video, Tag.audio, Tag.object], openMedia)
