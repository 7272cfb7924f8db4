/**
 * Who wrote a page, as its readers see it: marks on elements (`rel=author`, `itemprop`, classes), lines around the headline,
 * and what else names one person.
 */
import { classTest } from "../page/byClass.ts"
import { collapsed } from "../page/line.ts"
import { attribute, attributeBit, isWhitespace, text } from "../tree/Tree.ts"
import { Kind, kind, Tag } from "../tree/tags.ts"
import { authorNames } from "./authorNames.ts"
import {
  type BylineArea,
  maxAncestors,
  maxLabelledLine,
  maxLabelledNodes,
  maxLine,
  maxNodes,
  pageTags
} from "./bylineArea.ts"
import {
  authorAddress,
  authorClass,
  bylineStart,
  innerNameClass,
  isCapitalized,
  isPrefix,
  isProse,
  nameClass,
  writtenBy
} from "./bylineWords.ts"
import { datesIn } from "./dates.ts"

export interface FoundAuthors {
  readonly names: ReadonlyArray<string>
  /** The element or the line they stand in: `a[rel=author]`, `.byline`, `line`. */
  readonly source: string
}

export interface PlacedAuthors extends FoundAuthors {
  /** Whether they stand beside the headline. */
  readonly isNear?: boolean
}

/** Nodes behind a picture among which the name of the person is. */
const maxPictureNodes = 16
/** Nodes of a byline in which the name is looked for. */
const maxBylineNodes = 60
/** Elements that are marked as authors and are read. */
const maxMarked = 400

const classBits = attributeBit("class")
const nameBits = classBits | attributeBit("itemprop") | attributeBit("rel") | attributeBit("href") | attributeBit("alt")

const posterClass = /user-?name(?=$|\s)/i
/** An image of a person, by its class, its text or its address. */
const portrait = /avatar|headshot|portrait|profile|author/i
const personName = /^\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*){1,3}$/u

export class VisibleAuthors {
  readonly #area: BylineArea
  /** Where the author is named, as far as that is known; -1 otherwise. */
  byline = -1
  readonly #hasAuthorClass: (node: number) => boolean

  constructor(area: BylineArea) {
    this.#area = area
    this.#hasAuthorClass = classTest(area.tree, (names) => names.length < 300 && authorClass.test(names))
  }

  find(): PlacedAuthors | undefined {
    const { size, tag } = this.#area.tree
    let best:
      | { readonly names: ReadonlyArray<string>; readonly source: string; readonly rank: number; readonly node: number }
      | undefined
    const offer = (node: number, written: string, source: string, rank: number): void => {
      if (best !== undefined && rank < best.rank) return
      const isMore = best !== undefined && rank === best.rank
      if (isMore && (node - best!.node > 60 || best!.source !== source)) return
      if (written === "" || written.length > 160 || this.#area.isElsewhere(node) || this.#area.isInLayout(node)) return
      const names = authorNames(written, this.#area.page.site)
      if (names.length === 0) return
      const all = isMore ? [...new Set([...best!.names, ...names])].slice(0, 20) : names
      best = { names: all, source, rank, node }
      this.byline = node
    }
    let marked = 0
    let pictured: FoundAuthors | undefined
    let poster: FoundAuthors | undefined
    const last = Math.min(size, maxNodes)
    for (let node = 1; node < last; node++) {
      if (tag[node] === Tag.text || (this.#area.tree.attributeMask[node]! & nameBits) === 0) continue
      if (pageTags.has(tag[node]!)) continue
      const near = this.#area.isNear(node) ? 4 : 0
      // What stands beside the headline outranks what follows.
      if (best !== undefined && best.rank > 4 && this.#area.isBehind(node)) break
      const property = attribute(this.#area.tree, node, "itemprop")
      if (property !== undefined && /\b(?:author|creator)\b/.test(property))
        offer(node, this.#authorOf(node), "[itemprop=author]", near + 3)
      else if (tag[node] === Tag.a && /\bauthor\b/i.test(attribute(this.#area.tree, node, "rel") ?? ""))
        offer(node, this.#nameLineOf(node), "a[rel=author]", near + 3)
      else {
        const name = near > 0 ? attribute(this.#area.tree, node, "class") : undefined
        if (marked < maxMarked && this.#hasAuthorClass(node)) {
          const name = attribute(this.#area.tree, node, "class")!
          marked++
          offer(
            node,
            this.#bylineOf(node, name),
            `.${name.split(/\s+/).find((token) => authorClass.test(token)) ?? name}`,
            near + 2
          )
        } else if (
          name !== undefined &&
          near > 0 &&
          node > this.#area.headline &&
          this.#area.isTitled &&
          poster === undefined &&
          posterClass.test(name.slice(0, 300))
        )
          poster = this.#posterAt(node)
        else if (near > 0 && tag[node] === Tag.a && authorAddress.test(attribute(this.#area.tree, node, "href") ?? ""))
          offer(node, this.#nameLineOf(node), "a[href]", near + 1)
        else if (near > 0 && tag[node] === Tag.img && pictured === undefined && !this.#area.isElsewhere(node))
          pictured = this.#picturedBy(node)
      }
    }
    if (best !== undefined && best.rank > 2) return { ...best, isNear: best.rank > 4 }
    for (const line of this.#area.near()) {
      const names = this.#area.isInLayout(line.node) ? [] : this.#namesInLine(line.text)
      if (names.length > 0) return { names, source: "line", isNear: true }
      // The site itself is named: other bylines are those of other pages.
      if (line.text.length < 60 && line.node > this.#area.headline && bylineStart(line.text) >= 0) break
    }
    return best ?? pictured ?? (poster !== undefined && !this.#isLaterPage() ? poster : this.#writtenBy())
  }

  /** The one author whom lines anywhere say to have written the page. */
  #writtenBy(): FoundAuthors | undefined {
    if (this.#area.headline < 0) return undefined
    const { end, parent, size, source, start, tag } = this.#area.tree
    const begins = new RegExp(String.raw`\s*${writtenBy.source}`, "iy")
    const last = Math.min(size, maxLabelledNodes)
    let names: ReadonlyArray<string> | undefined
    for (let node = 1; node < last; node++) {
      const id = tag[node]!
      if (id !== Tag.text) {
        if (kind[id]! & Kind.skip) node = this.#area.ends[node]! - 1
        continue
      }
      if (end[node]! - start[node]! > maxLabelledLine || isWhitespace(this.#area.tree, node)) continue
      // Read where it stands, since hardly any text begins so.
      begins.lastIndex = start[node]!
      if (!begins.test(source)) continue
      const begin = text(this.#area.tree, node).trimStart()
      let block = parent[node]!
      for (let depth = 0; block > 0 && depth < maxAncestors && (kind[tag[block]!]! & Kind.block) === 0; depth++)
        block = parent[block]!
      const line = this.#area.linesOf(block).find((line) => line.startsWith(begin.slice(0, 3)))
      if (line === undefined || line.length > maxLabelledLine || this.#area.isElsewhere(node)) continue
      const found = this.#namesInLine(line)
      if (found.length === 0) continue
      if (names !== undefined && found.join() !== names.join()) return undefined
      names = found
      this.byline = node
    }
    return names === undefined ? undefined : { names, source: "line" }
  }

  /** The name of who began a thread. */
  #posterAt(node: number): FoundAuthors | undefined {
    const written = this.#nameLineOf(node)
    const names =
      this.#area.isElsewhere(node) || !this.#area.isDated(node) ? [] : authorNames(written, this.#area.page.site)
    return names.length === 1 ? { names, source: ".username" } : undefined
  }

  /** Whether the page is not the first of a thread, whose first name is that of another poster. */
  #isLaterPage(): boolean {
    const { attributeMask, size, tag } = this.#area.tree
    const last = Math.min(size, maxNodes)
    for (let node = 1; node < last; node++)
      if (
        (tag[node] === Tag.link || tag[node] === Tag.a) &&
        (attributeMask[node]! & attributeBit("rel")) !== 0 &&
        /\bprev\b/i.test(attribute(this.#area.tree, node, "rel") ?? "")
      )
        return true
    return false
  }

  /** Whose picture an image is, if it is one of a person and the name stands behind it. */
  #picturedBy(image: number): FoundAuthors | undefined {
    const { size, tag } = this.#area.tree
    const alt = attribute(this.#area.tree, image, "alt") ?? ""
    const isPortrait = portrait.test(
      `${attribute(this.#area.tree, image, "class") ?? ""} ${alt} ${(attribute(this.#area.tree, image, "src") ?? "").slice(0, 200)}`
    )
    const last = Math.min(size, image + maxPictureNodes)
    for (let node = image + 1; node < last; node++) {
      if (tag[node] === Tag.img) return undefined
      if (tag[node] !== Tag.text || isWhitespace(this.#area.tree, node)) continue
      const written = collapsed(text(this.#area.tree, node).slice(0, maxLine))
      const names = authorNames(written, this.#area.page.site)
      const isPerson = names.length === 1 && personName.test(names[0]!)
      return isPerson && (isPortrait || alt.includes(names[0]!)) && this.#area.isDated(node)
        ? { names, source: "img" }
        : undefined
    }
    return undefined
  }

  #authorOf(node: number): string {
    return attribute(this.#area.tree, node, "content") ?? this.#nameLineOf(node)
  }

  /** The element of the name alone in one that is marked as a byline. */
  #innerNameOf(node: number): number {
    const last = Math.min(this.#area.ends[node]!, node + maxBylineNodes)
    for (let at = node + 1; at < last; at++) {
      if (this.#area.tree.tag[at] === Tag.text || (this.#area.tree.attributeMask[at]! & classBits) === 0) continue
      if (innerNameClass.test((attribute(this.#area.tree, at, "class") ?? "").slice(0, 300))) return at
    }
    return node
  }

  /** The first line that is no mere `By`, with those before it: what follows is about the author. */
  #nameLineOf(node: number): string {
    const lines = this.#area.linesOf(node)
    const first = lines.findIndex((line) => !isPrefix(line))
    return first < 0 ? "" : lines.slice(0, first + 1).join(" ")
  }

  /** The names of a byline, without its date and what follows: `By`, `Ann Lee`, `November 20, 2019`. */
  #bylineOf(node: number, className: string): string {
    const line = this.#beforeDate(this.#nameLineOf(this.#innerNameOf(node)))
    // A single word may be a section, a place or a label.
    return nameClass.test(className) || /\s/.test(line) || !/\p{Ll}/u.test(line) ? line : ""
  }

  #beforeDate(line: string): string {
    const date = datesIn(line, this.#area.page.language)[0]
    if (date === undefined) return line
    const before = line
      .slice(0, date.start)
      .replace(
        /(?:\b(?:on|am|le|el|il|op|em|på|den)|[\p{L}]+day|(?<!\p{L})(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|lun|mar|mer|mié|jeu|jue|vie|ven|sáb|sab|dom|man|tir|ons|tor|fre|lør|søn|mån|tis|lör|sön))?[\s,.·•|–—-]*$/u,
        ""
      )
      .trim()
    return before.length >= 3 ? before : line.slice(date.end).replace(/^[\s,.·•|–—-]+/u, "")
  }

  #namesInLine(line: string): ReadonlyArray<string> {
    const start = bylineStart(line)
    // `Founded in 1995 by Ann Lee.`
    if (start < 0 || (start > 0 && (isProse(line, start, line.length) || /\p{L}{2}\.$/u.test(line)))) return []
    return authorNames(this.#beforeDate(line.slice(start)), this.#area.page.site).filter(isCapitalized)
  }
}
