/**
 * Tables that GFM cannot say, as HTML inside Markdown: cleaned to what a reader needs, one row a line, without a blank
 * line, which would end the block (CommonMark 4.6, kind 6).
 *
 * A cell over a whole row is no reason for HTML (the row is filled up), nor is a title row (a strong line above the table).
 */
import { isWhitespace, subtreeEnd, text, type Tree, walk } from "../../tree/Tree.ts"
import { headingTags, kind, Kind, Tag, tagName } from "../../tree/tags.ts"
import { escapeAttribute, escapeHtml } from "../text/html.ts"
import { imageAddress } from "./images.ts"
import { texOf } from "./math.ts"
import { isMedia, type Media, mediaOf } from "./media.ts"
import type { Writer } from "../writer/Writer.ts"

/** How an element is written: under another name, or not at all but with its content. */
const names: ReadonlyMap<number, string> = new Map([
  ...[
    Tag.table,
    Tag.caption,
    Tag.tr,
    Tag.td,
    Tag.th,
    Tag.strong,
    Tag.em,
    Tag.code,
    Tag.kbd,
    Tag.samp,
    Tag.sub,
    Tag.sup,
    Tag.del,
    Tag.ins,
    Tag.mark,
    Tag.ul,
    Tag.ol,
    Tag.li,
    Tag.dl,
    Tag.dt,
    Tag.dd,
    ...headingTags,
    Tag.pre,
    Tag.blockquote
  ].map((tag) => [tag, tagName(tag)] as const),
  [Tag.b, "strong"],
  [Tag.i, "em"],
  [Tag.s, "del"],
  [Tag.strike, "del"],
  [Tag.tt, "code"]
])

/** Nodes of a link that are looked at. */
const linkNodes = 50

const hasLabel = (tree: Tree, link: number): boolean => {
  const end = Math.min(subtreeEnd(tree, link), link + linkNodes)
  for (let at = link + 1; at < end; at++) {
    const tag = tree.tag[at]!
    if (tag === Tag.img || tag === Tag.math || (tag === Tag.text && !isWhitespace(tree, at))) return true
  }
  return false
}

export const writeTableHtml = (w: Writer, table: number): void => {
  const { output, tree } = w
  const out = output.chars
  w.startBlock()
  const state = { space: false, started: false, breaks: false, link: -1, pre: 0 }

  const push = (html: string): void => {
    if (state.breaks && state.started) out.pushString("<br>")
    else if (state.space && state.started) out.push(32)
    state.breaks = state.space = false
    state.started = true
    out.pushString(html)
  }
  const tag = (html: string): void => {
    if (state.space && state.started) out.push(32)
    state.breaks = state.space = false
    out.pushString(html)
  }

  walk(
    tree,
    table,
    (node, id) => {
      if (id === Tag.text) {
        const content = text(tree, node)
        if (state.pre > 0) push(escapeHtml(content).replaceAll("\n", "&#10;"))
        else if (isWhitespace(tree, node)) state.space = true
        else {
          if (/^\s/.test(content)) state.space = true
          push(escapeHtml(content.trim().replace(/[ \t\n\r\f]+/g, " ")))
          if (/\s$/.test(content)) state.space = true
        }
        return
      }
      if ((kind[id]! & Kind.skip) !== 0 || acts(id) || w.isDropped(node)) return false
      if (isMedia(id)) {
        const media = mediaOf(w, node)
        if (media === undefined) return id === Tag.object
        push(mediaHtml(media, state.link >= 0))
        return false
      }
      switch (id) {
        case Tag.table:
          state.started = false
          return tag("<table>")
        case Tag.tr:
          state.started = false
          state.breaks = state.space = false
          output.nextLine()
          return tag("<tr>")
        case Tag.td:
        case Tag.th:
          tag(`<${tagName(id)}${spans(w, node)}>`)
          state.started = false
          return
        case Tag.br:
          state.breaks = true
          return false
        case Tag.img: {
          const source = imageAddress(w, node)
          if (source !== "")
            push(`<img src="${escapeAttribute(source)}" alt="${escapeAttribute(w.attributes.get(node, "alt") ?? "")}">`)
          return false
        }
        case Tag.math:
          push(escapeHtml(`$${texOf(tree, node).replace(/\s+/g, " ")}$`))
          return false
        case Tag.a: {
          const href = w.attributes.get(node, "href")
          const address = href === undefined || state.link >= 0 ? "" : w.addresses.target(href)
          if (address === "" || !hasLabel(tree, node)) return
          state.link = node
          return push(`<a href="${escapeAttribute(address)}">`)
        }
        case Tag.caption:
          output.nextLine()
          return tag("<caption>")
        case Tag.pre:
          state.pre += 1
      }
      const name = names.get(id)
      if (name !== undefined) {
        if ((kind[id]! & Kind.block) !== 0) tag(`<${name}>`)
        else push(`<${name}>`)
      } else if ((kind[id]! & Kind.block) !== 0 && !isTablePart(id)) state.breaks = state.started
    },
    (node, id) => {
      switch (id) {
        case Tag.a:
          if (state.link !== node) return
          state.link = -1
          return out.pushString("</a>")
        case Tag.pre:
          state.pre -= 1
          break
        case Tag.td:
        case Tag.th:
        case Tag.tr:
          state.space = state.breaks = false
          state.started = true
          break
        case Tag.table:
          state.space = state.breaks = false
          output.nextLine()
      }
      const name = names.get(id)
      if (name !== undefined) out.pushString(`</${name}>`)
      else if ((kind[id]! & Kind.block) !== 0 && !isTablePart(id)) state.breaks = state.started
    }
  )
  output.endHtml()
}

/** As it stands in Markdown, with its address as the attribute says it. */
const mediaHtml = ({ address, isPicture, label, poster }: Media, inLink: boolean): string => {
  const picture = isPicture ? address : poster
  const shown =
    picture === "" ? escapeHtml(label) : `<img src="${escapeAttribute(picture)}" alt="${escapeAttribute(label)}">`
  return isPicture || inLink ? shown : `<a href="${escapeAttribute(address)}">${shown}</a>`
}

const acts = (id: number): boolean =>
  id === Tag.button || id === Tag.input || id === Tag.textarea || id === Tag.noscript

const isTablePart = (id: number): boolean =>
  id === Tag.tbody || id === Tag.thead || id === Tag.tfoot || id === Tag.colgroup || id === Tag.col

const spans = (w: Writer, node: number): string => {
  let all = ""
  for (const name of ["colspan", "rowspan"]) {
    const value = Number.parseInt(w.attributes.get(node, name) ?? "1", 10)
    if (value > 1) all += ` ${name}="${value}"`
  }
  return all
}
