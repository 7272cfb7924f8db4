/**
 * What of a page can speak of who wrote it and when: the headline, the nodes and lines around it, and whether a node belongs
 * to the page at all. Comments, sidebars and lists of other pages say nothing of the page.
 *
 * Each step has a bound on the nodes and the text it looks at.
 */
import { classTest } from "../page/byClass.ts"
import { collapsed } from "../page/line.ts"
import { attribute, attributeBit, isWhitespace, text, subtreeEnds, type Tree } from "../tree/Tree.ts"
import { Kind, kind, Tag } from "../tree/tags.ts"
import { folded, type SiteNames } from "./authorNames.ts"
import { otherBylineNames, otherItems, otherItemTypes } from "./bylineWords.ts"
import { datesIn } from "./dates.ts"

/** Nodes before and after the headline, and characters after it, among which a byline is looked for. */
const nodesBefore = 150
const nodesAfter = 700
const charactersAfter = 1500
export const maxAncestors = 48
export const maxLine = 200
const maxLineNodes = 300
const maxHeadings = 60
/** Nodes of a link in which a heading is looked for. */
const maxLinkNodes = 60
/** Characters of a text that is no heading and taken for the headline. */
const shortestTitle = 20
/** Nodes between a name and a date that stand together. */
const nodesToDate = 32
/** Nodes of a page whose marks and lines are looked at. */
export const maxNodes = 30_000
/** Nodes among which a line is looked for that says who wrote a page or when. */
export const maxLabelledNodes = 5000
/** Characters of such a line; a longer one is a sentence about something else. */
export const maxLabelledLine = 100

export interface Line {
  readonly text: string
  readonly node: number
}

const itemBits = attributeBit("itemprop") | attributeBit("itemtype")

/** Elements that can hold no byline of the page, unless they hold its headline. */
const otherContentTags = new Set<number>([Tag.nav, Tag.form, Tag.blockquote, Tag.figure])
/** Elements whose classes speak of the whole page. */
export const pageTags = new Set<number>([Tag.html, Tag.body, Tag.main])

const headingTags = [Tag.h1, Tag.h2, Tag.h3] as const

const Place = { unknown: 0, page: 1, article: 2, footer: 3, elsewhere: 4, layout: 5 } as const

export const twoDigits = /\d{2}/
const endsInWord = /[\p{Ll}\d]$/u
const startsWord = /^[\p{Lu}\d]/u

export class BylineArea {
  readonly tree: Tree
  readonly page: { readonly title: string; readonly language: string; readonly site: SiteNames }
  readonly ends: Int32Array
  /** Node of the headline, -1 when there is none. */
  readonly headline: number
  #isTitled = false
  /** `Place` of each node that was asked for. */
  readonly #places: Uint8Array
  /** The one article of a page, -1 where there are several or none. */
  readonly #onlyArticle: number
  readonly #first: number
  readonly #last: number
  #lines: ReadonlyArray<Line> | undefined
  readonly #hasOtherClass: (node: number) => boolean

  constructor(tree: Tree, page: { readonly title: string; readonly language: string; readonly site: SiteNames }) {
    this.tree = tree
    this.#hasOtherClass = classTest(tree, (names) => otherBylineNames.test(`${names} `.slice(0, 300)))
    this.page = page
    this.#places = new Uint8Array(tree.memory.takeZeroed(tree.size), 0, tree.size)
    this.ends = subtreeEnds(tree)
    this.headline = this.#findHeadline()
    this.#onlyArticle = this.#findOnlyArticle()
    this.#first = Math.max(1, this.headline - nodesBefore)
    this.#last = this.headline < 0 ? 0 : this.#windowEnd()
  }

  /** Whether the title of the document repeats the headline. */
  get isTitled(): boolean {
    return this.#isTitled
  }

  /** The heading that the title of the document repeats, else its only h1. */
  #findHeadline(): number {
    const { size, tag } = this.tree
    const title = folded(this.page.title)
    let onlyH1 = -1
    let inside = -1
    for (const heading of headingTags) {
      let seen = 0
      for (
        let node = tag.indexOf(heading);
        node >= 0 && node < size && seen < maxHeadings;
        node = tag.indexOf(heading, node + 1), seen++
      ) {
        const plain = folded(this.textOf(node, 400))
        if (plain.length >= 4 && title.length >= 4 && !this.page.site.names.has(plain)) {
          if (title.startsWith(plain) || plain.startsWith(title)) {
            this.#isTitled = true
            return node
          }
          if (inside < 0 && plain.length >= 12 && title.includes(plain)) inside = node
        }
        if (heading === Tag.h1 && plain.length >= 4) onlyH1 = onlyH1 < 0 ? node : onlyH1
      }
    }
    if (inside < 0 && onlyH1 >= 0) return onlyH1
    const found = inside >= 0 ? inside : this.#findTitleText()
    this.#isTitled = found >= 0
    return found
  }

  /** The first text that the title of the document starts with, where no heading repeats it. */
  #findTitleText(): number {
    const { size, tag } = this.tree
    const title = collapsed(this.page.title)
    const last = Math.min(size, maxNodes)
    for (let node = 1; node < last; node++) {
      if (tag[node] !== Tag.text) {
        if (kind[tag[node]!]! & Kind.skip || otherContentTags.has(tag[node]!)) node = this.ends[node]! - 1
        continue
      }
      if (this.tree.end[node]! - this.tree.start[node]! < shortestTitle || isWhitespace(this.tree, node)) continue
      const plain = collapsed(text(this.tree, node).slice(0, maxLine))
      if (plain.length >= shortestTitle && title.startsWith(plain)) return this.tree.parent[node]!
    }
    return -1
  }

  #findOnlyArticle(): number {
    const { size, tag } = this.tree
    const first = tag.indexOf(Tag.article)
    if (first < 0 || first >= size) return -1
    const second = tag.indexOf(Tag.article, first + 1)
    return second < 0 || second >= size ? first : -1
  }

  #windowEnd(): number {
    const { size, tag } = this.tree
    const last = Math.min(size, this.headline + nodesAfter)
    let characters = 0
    for (let node = this.ends[this.headline]!; node < last; node++) {
      if (tag[node] === Tag.text) characters += this.tree.end[node]! - this.tree.start[node]!
      else if (kind[tag[node]!]! & Kind.skip) node = this.ends[node]! - 1
      if (characters > charactersAfter) return node
    }
    return last
  }

  /** Whether a node belongs to something else than what the headline is of. */
  isElsewhere(node: number): boolean {
    const place = this.#placeAt(node)
    return place === Place.elsewhere || place === Place.footer
  }

  isInLayout(node: number): boolean {
    return this.#placeAt(node) === Place.layout
  }

  #placeAt(node: number): number {
    const { parent } = this.tree
    const path: Array<number> = []
    let at = node
    while (at > 0 && path.length < maxAncestors && this.#places[at] === Place.unknown) {
      path.push(at)
      at = parent[at]!
    }
    let place = at > 0 && path.length < maxAncestors ? this.#places[at]! : Place.page
    for (const below of path.toReversed()) {
      place = this.#placeOf(below, place)
      this.#places[below] = place
    }
    return place
  }

  /** The place of a node whose parent has a place. */
  #placeOf(node: number, above: number): number {
    const tag = this.tree.tag[node]!
    if (tag === Tag.text) return above
    // What holds the headline holds the page.
    if (pageTags.has(tag)) return Place.page
    if (node <= this.headline && this.ends[node]! > this.headline)
      return tag === Tag.article ? Place.article : above === Place.article ? above : Place.page
    if (above === Place.elsewhere || otherContentTags.has(tag) || kind[tag]! & Kind.skip) return Place.elsewhere
    // A list of bylines is no list of pages.
    if (tag === Tag.li && !this.isNear(node)) return Place.elsewhere
    if (tag === Tag.table) return this.isNear(node) && this.#isLayout(node) ? Place.layout : Place.elsewhere
    if (tag === Tag.a && this.#isCard(node)) return Place.elsewhere
    if (tag === Tag.aside && !this.isNear(node) && this.#isOfPages(node)) return Place.elsewhere
    if ((this.tree.attributeMask[node]! & itemBits) !== 0 && this.#isOtherItem(node)) return Place.elsewhere
    if (this.#isNamedElsewhere(node)) return Place.elsewhere
    if (node === this.#onlyArticle) return Place.article
    // The foot of an article is part of it, and one next to the headline is its byline.
    return tag === Tag.footer && above !== Place.article && !this.isNear(node) ? Place.footer : above
  }

  #isNamedElsewhere(node: number): boolean {
    const id = attribute(this.tree, node, "id")
    if (id === undefined) return this.#hasOtherClass(node)
    return otherBylineNames.test(`${attribute(this.tree, node, "class") ?? ""} ${id}`.slice(0, 300))
  }

  /** Whether a table has no heads, as one that lays out a page has none. */
  #isLayout(table: number): boolean {
    const { tag } = this.tree
    const last = Math.min(this.ends[table]!, table + maxLineNodes)
    for (let node = table + 1; node < last; node++) if (tag[node] === Tag.th || tag[node] === Tag.caption) return false
    return true
  }

  /** Whether a link holds a heading, which is that of another page. */
  #isCard(link: number): boolean {
    const { tag } = this.tree
    const last = Math.min(this.ends[link]!, link + maxLinkNodes)
    for (let node = link + 1; node < last; node++) if (kind[tag[node]!]! & Kind.heading) return true
    return false
  }

  /** Whether an aside is about other pages, and not facts about this one. */
  #isOfPages(aside: number): boolean {
    const { tag } = this.tree
    const last = Math.min(this.ends[aside]!, aside + maxLineNodes)
    let times = 0
    for (let node = aside + 1; node < last; node++)
      if (tag[node] === Tag.article || (tag[node] === Tag.time && times++ > 0)) return true
    return false
  }

  /** A comment, an answer or a review, which has an author and a date of its own. */
  #isOtherItem(node: number): boolean {
    return (
      otherItems.test(attribute(this.tree, node, "itemprop") ?? "") ||
      otherItemTypes.test(attribute(this.tree, node, "itemtype") ?? "")
    )
  }

  isNear(node: number): boolean {
    return node >= this.#first && node < this.#last
  }

  /** Whether a node stands behind all that is beside the headline. */
  isBehind(node: number): boolean {
    return this.headline >= 0 && node >= this.#last
  }

  textOf(node: number, limit = maxLine): string {
    return this.linesOf(node, limit).join(" ")
  }

  linesOf(node: number, limit = maxLine): ReadonlyArray<string> {
    const end = Math.min(this.ends[node]!, node + maxLineNodes)
    const { tag } = this.tree
    let all = ""
    const open: Array<number> = []
    for (let at = node; at < end && all.length < limit; at++) {
      while (open.length > 0 && at >= open.at(-1)!) {
        open.pop()
        all += "\n"
      }
      if (tag[at] === Tag.text) {
        const next = text(this.tree, at).replace(/\s+/g, " ")
        // `<span>By</span><span>Ann Lee</span>` has its space from a style sheet.
        all += endsInWord.test(all.slice(-1)) && startsWord.test(next) ? ` ${next}` : next
      } else if (kind[tag[at]!]! & Kind.skip) at = this.ends[at]! - 1
      else if (tag[at] === Tag.br) all += "\n"
      else if (kind[tag[at]!]! & Kind.block) {
        all += "\n"
        open.push(this.ends[at]!)
      }
    }
    return all
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "")
  }

  near(): ReadonlyArray<Line> {
    if (this.headline < 0) return []
    this.#lines ??= this.linesBetween(this.#first, this.#last)
    return this.#lines
  }

  /** Texts of blocks, in reading order, without what belongs elsewhere. With a `maxLength` only those with a date's digits. */
  linesBetween(first: number, last: number, maxLength = Infinity): ReadonlyArray<Line> {
    const { parent, tag } = this.tree
    const lines: Array<Line> = []
    let line = ""
    let start = first
    let block = -1
    const flush = (node: number): void => {
      const raw = line
      const from = start
      line = ""
      start = node
      if (raw === "" || (maxLength < Infinity && !twoDigits.test(raw))) return
      const plain = collapsed(raw)
      if (plain !== "" && plain.length <= maxLength && !this.isElsewhere(from))
        lines.push({ text: plain.slice(0, maxLine + 1), node: from })
    }
    for (let node = first; node < last; node++) {
      const id = tag[node]!
      if (id !== Tag.text) {
        if (kind[id]! & Kind.skip) node = this.ends[node]! - 1
        if (kind[id]! & Kind.block || id === Tag.br) flush(node)
        continue
      }
      let up = parent[node]!
      for (let depth = 0; up > 0 && depth < maxAncestors && (kind[tag[up]!]! & Kind.block) === 0; depth++)
        up = parent[up]!
      if (up !== block) flush(node)
      block = up
      if (line.length <= maxLine) line += ` ${text(this.tree, node).slice(0, maxLine + 1)}`
    }
    flush(last)
    return lines
  }

  /** Whether a date stands near. */
  isDated(node: number): boolean {
    return this.near().some(
      (line) => Math.abs(line.node - node) < nodesToDate && datesIn(line.text, this.page.language).length > 0
    )
  }

  isHeading(node: number): boolean {
    const { parent, tag } = this.tree
    for (let at = node, depth = 0; at > 0 && depth < 4; at = parent[at]!, depth++)
      if (kind[tag[at]!]! & Kind.heading) return true
    return false
  }
}
