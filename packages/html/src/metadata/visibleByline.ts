/**
 * Who wrote a page and when, as its readers see it: marks on elements (`rel=author`, `itemprop`, `time`, classes) and the
 * lines around the headline.
 *
 * Each step has a bound on the nodes and the text it looks at. Comments, sidebars and lists of other pages say nothing
 * of the page.
 */
import { subtreeEnds } from "../mainContent/Features.ts"
import { collapsed } from "../mainContent/line.ts"
import { attribute, attributeBit, isWhitespace, text, type Tree } from "../tree/Tree.ts"
import { Kind, kind, Tag } from "../tree/tags.ts"
import { authorNames, folded, type SiteNames } from "./authorNames.ts"
import {
  authorAddress,
  authorClass,
  bylineStart,
  dateClass,
  innerNameClass,
  otherBylineNames,
  isCapitalized,
  isLabelled,
  isPrefix,
  isProse,
  modifiedClass,
  modifiedWords,
  nameClass,
  otherItems,
  otherItemTypes,
  publishedAfter,
  publishedClass,
  publishedWords,
  writtenBy
} from "./bylineWords.ts"
import { datesIn, dateOfValue } from "./dates.ts"

interface VisibleByline {
  readonly value: string
  /** The element or the line it stands in: `a[rel=author]`, `time[datetime]`, `.byline`, `line`. */
  readonly source: string
}

export interface FoundAuthors {
  readonly names: ReadonlyArray<string>
  readonly source: string
}

interface PlacedAuthors extends FoundAuthors {
  /** Whether they stand beside the headline. */
  readonly isNear?: boolean
}

/** Nodes before and after the headline, and characters after it, among which a byline is looked for. */
const nodesBefore = 150
const nodesAfter = 700
const charactersAfter = 1500
const maxAncestors = 48
const maxLine = 200
const maxLineNodes = 300
/** Characters of a line that is looked for anywhere in a page. */
const maxWantedLine = 120
/** Nodes behind a picture among which the name of the person is. */
const maxPictureNodes = 16
/** Nodes on either side of a byline among which its date is. */
const nodesBesideByline = 40
/** Nodes of a byline in which the name is looked for. */
const maxBylineNodes = 60
/** Elements that are marked as authors or dates and are read. */
const maxMarked = 400
/** Nodes among which a line is looked for that says when a page was published. */
const maxLabelledNodes = 5000
const maxHeadings = 60
/** Characters of a text that is no heading and taken for the headline. */
const shortestTitle = 20
/** Nodes of a page whose marks and lines are looked at. */
const maxNodes = 30_000

interface Line {
  readonly text: string
  readonly node: number
}

const markBits = attributeBit("itemprop") | attributeBit("rel") | attributeBit("class") | attributeBit("datetime")

const nameBits = markBits | attributeBit("href") | attributeBit("alt")
const itemBits = attributeBit("itemprop") | attributeBit("itemtype")

/** Elements that can hold no byline of the page, unless they hold its headline. */
const otherContentTags = new Set<number>([Tag.nav, Tag.form, Tag.blockquote, Tag.select, Tag.figure])
/** Elements whose classes speak of the whole page. */
const pageTags = new Set<number>([Tag.html, Tag.body, Tag.main])

const headingTags = [Tag.h1, Tag.h2, Tag.h3] as const

/** What makes the date of a line that of the page: a word for publishing, the author before it, or its place alone. */
const lineRank = { labelled: 0, byline: -1, bare: -2 } as const

const Place = { unknown: 0, page: 1, article: 2, footer: 3, elsewhere: 4, layout: 5 } as const

export class VisibleBylineReader {
  readonly #tree: Tree
  readonly #page: { readonly title: string; readonly language: string; readonly site: SiteNames }
  readonly #headline: number
  /** Whether the title of the document repeats the headline. */
  #isTitled = false
  /** `Place` of each node that was asked for. */
  readonly #places: Uint8Array
  readonly #ends: Int32Array
  readonly #first: number
  readonly #last: number
  #lines: ReadonlyArray<Line> | undefined
  #authors: { readonly found: PlacedAuthors | undefined } | undefined
  /** Where the author is named, as far as that is known. */
  #byline = -1
  readonly #isAuthorClass = remembered(authorClass)
  readonly #isElsewhereName = remembered(otherBylineNames)

  constructor(tree: Tree, page: { readonly title: string; readonly language: string; readonly site: SiteNames }) {
    this.#tree = tree
    this.#page = page
    this.#places = new Uint8Array(tree.memory.takeZeroed(tree.size), 0, tree.size)
    this.#ends = subtreeEnds(tree)
    this.#headline = this.#findHeadline()
    this.#first = Math.max(1, this.#headline - nodesBefore)
    this.#last = this.#headline < 0 ? 0 : this.#windowEnd()
  }

  /** The heading that the title of the document repeats, else its only h1. */
  #findHeadline(): number {
    const { size, tag } = this.#tree
    const title = folded(this.#page.title)
    let onlyH1 = -1
    let inside = -1
    for (const heading of headingTags) {
      let seen = 0
      for (
        let node = tag.indexOf(heading);
        node >= 0 && node < size && seen < maxHeadings;
        node = tag.indexOf(heading, node + 1), seen++
      ) {
        const plain = folded(this.#textOf(node, 400))
        if (plain.length >= 4 && title.length >= 4 && !this.#page.site.names.has(plain)) {
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
    const { size, tag } = this.#tree
    const title = collapsed(this.#page.title)
    const last = Math.min(size, maxNodes)
    for (let node = 1; node < last; node++) {
      if (tag[node] !== Tag.text) {
        if (kind[tag[node]!]! & Kind.skip || otherContentTags.has(tag[node]!)) node = this.#ends[node]! - 1
        continue
      }
      if (this.#tree.end[node]! - this.#tree.start[node]! < shortestTitle || isWhitespace(this.#tree, node)) continue
      const plain = collapsed(text(this.#tree, node).slice(0, maxLine))
      if (plain.length >= shortestTitle && title.startsWith(plain)) return this.#tree.parent[node]!
    }
    return -1
  }

  #windowEnd(): number {
    const { size, tag } = this.#tree
    const last = Math.min(size, this.#headline + nodesAfter)
    let characters = 0
    for (let node = this.#ends[this.#headline]!; node < last; node++) {
      if (tag[node] === Tag.text) characters += this.#tree.end[node]! - this.#tree.start[node]!
      else if (kind[tag[node]!]! & Kind.skip) node = this.#ends[node]! - 1
      if (characters > charactersAfter) return node
    }
    return last
  }

  /** Whether a node belongs to something else than what the headline is of. */
  #isElsewhere(node: number): boolean {
    const { parent } = this.#tree
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
    return place === Place.elsewhere || place === Place.footer
  }

  #isInLayout(node: number): boolean {
    return !this.#isElsewhere(node) && this.#places[node] === Place.layout
  }

  /** The place of a node whose parent has a place. */
  #placeOf(node: number, above: number): number {
    const tag = this.#tree.tag[node]!
    if (tag === Tag.text) return above
    // What holds the headline holds the page.
    if (pageTags.has(tag)) return Place.page
    if (node <= this.#headline && this.#ends[node]! > this.#headline)
      return tag === Tag.article ? Place.article : above === Place.article ? above : Place.page
    if (above === Place.elsewhere || otherContentTags.has(tag)) return Place.elsewhere
    // A list of bylines is no list of pages.
    if (tag === Tag.li && !this.#isNear(node)) return Place.elsewhere
    if (tag === Tag.table) return this.#isNear(node) && this.#isLayout(node) ? Place.layout : Place.elsewhere
    if (tag === Tag.aside && !this.#isNear(node) && this.#isOfPages(node)) return Place.elsewhere
    if ((this.#tree.attributeMask[node]! & itemBits) !== 0 && this.#isOtherItem(node)) return Place.elsewhere
    const name = `${attribute(this.#tree, node, "class") ?? ""} ${attribute(this.#tree, node, "id") ?? ""}`
    if (name.length > 1 && this.#isElsewhereName(name.slice(0, 300))) return Place.elsewhere
    // The foot of an article is part of it, and one next to the headline is its byline.
    return tag === Tag.footer && above !== Place.article && !this.#isNear(node) ? Place.footer : above
  }

  /** Whether a table has no heads, as one that lays out a page has none. */
  #isLayout(table: number): boolean {
    const { tag } = this.#tree
    const last = Math.min(this.#ends[table]!, table + maxLineNodes)
    for (let node = table + 1; node < last; node++) if (tag[node] === Tag.th || tag[node] === Tag.caption) return false
    return true
  }

  /** Whether an aside is about other pages, and not facts about this one. */
  #isOfPages(aside: number): boolean {
    const { tag } = this.#tree
    const last = Math.min(this.#ends[aside]!, aside + maxLineNodes)
    let times = 0
    for (let node = aside + 1; node < last; node++)
      if (tag[node] === Tag.article || (tag[node] === Tag.time && times++ > 0)) return true
    return false
  }

  /** A comment, an answer or a review, which has an author and a date of its own. */
  #isOtherItem(node: number): boolean {
    return (
      otherItems.test(attribute(this.#tree, node, "itemprop") ?? "") ||
      otherItemTypes.test(attribute(this.#tree, node, "itemtype") ?? "")
    )
  }

  #isNear(node: number): boolean {
    return this.#headline >= 0 && node >= this.#first && node < this.#last
  }

  #textOf(node: number, limit = maxLine): string {
    return this.#linesOf(node, limit).join(" ")
  }

  #linesOf(node: number, limit = maxLine): ReadonlyArray<string> {
    const end = Math.min(this.#ends[node]!, node + maxLineNodes)
    const { tag } = this.#tree
    let all = ""
    const open: Array<number> = []
    for (let at = node; at < end && all.length < limit; at++) {
      while (open.length > 0 && at >= open.at(-1)!) {
        open.pop()
        all += "\n"
      }
      if (tag[at] === Tag.text) {
        const next = isWhitespace(this.#tree, at) ? " " : text(this.#tree, at).replace(/\s+/g, " ")
        // `<span>By</span><span>Ann Lee</span>` has its space from a style sheet.
        all += endsInWord.test(all) && startsWord.test(next) ? ` ${next}` : next
      } else if (kind[tag[at]!]! & Kind.skip) at = this.#ends[at]! - 1
      else if (tag[at] === Tag.br) all += "\n"
      else if (kind[tag[at]!]! & Kind.block) {
        all += "\n"
        open.push(this.#ends[at]!)
      }
    }
    return all
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "")
  }

  /** Whether the lines around the headline name one of the authors. */
  mentions(names: ReadonlyArray<string>): boolean {
    const plain = names.map(folded)
    return this.#near().some((line) => {
      const text = folded(line.text)
      return plain.some((name) => name !== "" && text.includes(name))
    })
  }

  /** The authors whom a byline beside the headline names. */
  beside(): FoundAuthors | undefined {
    const found = this.authors()
    return found?.isNear === true ? found : undefined
  }

  authors(): PlacedAuthors | undefined {
    this.#authors ??= { found: this.#findAuthors() }
    return this.#authors.found
  }

  #findAuthors(): PlacedAuthors | undefined {
    const { size, tag } = this.#tree
    let best:
      | { readonly names: ReadonlyArray<string>; readonly source: string; readonly rank: number; readonly node: number }
      | undefined
    const offer = (node: number, written: string, source: string, rank: number): void => {
      if (best !== undefined && rank < best.rank) return
      const isMore = best !== undefined && rank === best.rank
      if (isMore && (node - best!.node > 60 || best!.source !== source)) return
      if (written === "" || written.length > 160 || this.#isElsewhere(node) || this.#isInLayout(node)) return
      const names = authorNames(written, this.#page.site)
      if (names.length === 0) return
      const all = isMore ? [...new Set([...best!.names, ...names])].slice(0, 20) : names
      best = { names: all, source, rank, node }
      this.#byline = node
    }
    let marked = 0
    let pictured: FoundAuthors | undefined
    let poster: FoundAuthors | undefined
    const last = Math.min(size, maxNodes)
    for (let node = 1; node < last; node++) {
      if (tag[node] === Tag.text || (this.#tree.attributeMask[node]! & nameBits) === 0) continue
      if (kind[tag[node]!]! & Kind.skip || tag[node] === Tag.link || pageTags.has(tag[node]!)) continue
      const near = this.#isNear(node) ? 4 : 0
      const property = attribute(this.#tree, node, "itemprop")
      if (property !== undefined && /\b(?:author|creator)\b/.test(property))
        offer(node, this.#authorOf(node), "[itemprop=author]", near + 3)
      else if (tag[node] === Tag.a && /\bauthor\b/i.test(attribute(this.#tree, node, "rel") ?? ""))
        offer(node, this.#nameLineOf(node), "a[rel=author]", near + 3)
      else {
        const name = attribute(this.#tree, node, "class")
        if (name !== undefined && name.length < 300 && marked < maxMarked && this.#isAuthorClass(name)) {
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
          node > this.#headline &&
          this.#isTitled &&
          poster === undefined &&
          posterClass.test(name.slice(0, 300))
        )
          poster = this.#posterAt(node)
        else if (near > 0 && tag[node] === Tag.a && authorAddress.test(attribute(this.#tree, node, "href") ?? ""))
          offer(node, this.#nameLineOf(node), "a[href]", near + 1)
        else if (near > 0 && tag[node] === Tag.img && pictured === undefined && !this.#isElsewhere(node))
          pictured = this.#picturedBy(node)
      }
    }
    if (best !== undefined && best.rank > 2) return { ...best, isNear: best.rank > 4 }
    for (const line of this.#near()) {
      const names = this.#isInLayout(line.node) ? [] : this.#namesInLine(line.text)
      if (names.length > 0) return { names, source: "line", isNear: true }
      // The site itself is named: other bylines are those of other pages.
      if (line.text.length < 60 && line.node > this.#headline && bylineStart(line.text) >= 0) break
    }
    return best ?? pictured ?? (poster !== undefined && !this.#isLaterPage() ? poster : this.#writtenBy())
  }

  /** The one author whom lines anywhere say to have written the page. */
  #writtenBy(): FoundAuthors | undefined {
    if (this.#headline < 0) return undefined
    const { end, parent, size, start, tag } = this.#tree
    const last = Math.min(size, maxLabelledNodes)
    let names: ReadonlyArray<string> | undefined
    for (let node = 1; node < last; node++) {
      const id = tag[node]!
      if (id !== Tag.text) {
        if (kind[id]! & Kind.skip) node = this.#ends[node]! - 1
        continue
      }
      if (end[node]! - start[node]! > maxWantedLine || isWhitespace(this.#tree, node)) continue
      const begin = text(this.#tree, node).trimStart()
      if (!writtenBy.test(begin)) continue
      let block = parent[node]!
      for (let depth = 0; block > 0 && depth < maxAncestors && (kind[tag[block]!]! & Kind.block) === 0; depth++)
        block = parent[block]!
      const line = this.#linesOf(block).find((line) => line.startsWith(begin.slice(0, 3)))
      if (line === undefined || line.length > maxWantedLine || this.#isElsewhere(node)) continue
      const found = this.#namesInLine(line)
      if (found.length === 0) continue
      if (names !== undefined && found.join() !== names.join()) return undefined
      names = found
      this.#byline = node
    }
    return names === undefined ? undefined : { names, source: "line" }
  }

  /** The name of who began a thread. */
  #posterAt(node: number): FoundAuthors | undefined {
    const written = this.#nameLineOf(node)
    const names =
      written.length > 60 || this.#isElsewhere(node) || !this.#isDated(node)
        ? []
        : authorNames(written, this.#page.site)
    return names.length === 1 ? { names, source: ".username" } : undefined
  }

  /** Whether the page is not the first of a thread, whose first name is that of another poster. */
  #isLaterPage(): boolean {
    const { attributeMask, size, tag } = this.#tree
    const last = Math.min(size, maxNodes)
    for (let node = 1; node < last; node++)
      if (
        (tag[node] === Tag.link || tag[node] === Tag.a) &&
        (attributeMask[node]! & attributeBit("rel")) !== 0 &&
        /\bprev\b/i.test(attribute(this.#tree, node, "rel") ?? "")
      )
        return true
    return false
  }

  /** Whose picture an image is, if it is one of a person and the name stands behind it. */
  #picturedBy(image: number): FoundAuthors | undefined {
    const { size, tag } = this.#tree
    const alt = attribute(this.#tree, image, "alt") ?? ""
    const isPortrait = portrait.test(
      `${attribute(this.#tree, image, "class") ?? ""} ${alt} ${(attribute(this.#tree, image, "src") ?? "").slice(0, 200)}`
    )
    const last = Math.min(size, image + maxPictureNodes)
    for (let node = image + 1; node < last; node++) {
      if (tag[node] === Tag.img) return undefined
      if (tag[node] !== Tag.text || isWhitespace(this.#tree, node)) continue
      const written = collapsed(text(this.#tree, node).slice(0, maxLine))
      const names = authorNames(written, this.#page.site)
      const isPerson = names.length === 1 && personName.test(names[0]!)
      return isPerson && (isPortrait || alt.includes(names[0]!)) && this.#isDated(node)
        ? { names, source: "img" }
        : undefined
    }
    return undefined
  }

  /** Whether a date stands near. */
  #isDated(node: number): boolean {
    return this.#near().some(
      (line) =>
        Math.abs(line.node - node) < maxPictureNodes * 2 &&
        twoDigits.test(line.text) &&
        datesIn(line.text, this.#page.language).length > 0
    )
  }

  #authorOf(node: number): string {
    return attribute(this.#tree, node, "content") ?? this.#nameLineOf(node)
  }

  /** The element of the name alone in one that is marked as a byline. */
  #innerNameOf(node: number): number {
    const last = Math.min(this.#ends[node]!, node + maxBylineNodes)
    for (let at = node + 1; at < last; at++) {
      if (this.#tree.tag[at] === Tag.text || (this.#tree.attributeMask[at]! & markBits) === 0) continue
      if (innerNameClass.test((attribute(this.#tree, at, "class") ?? "").slice(0, 300))) return at
    }
    return node
  }

  /** The first line that is no mere `By`, with those before it: what follows is about the author. */
  #nameLineOf(node: number): string {
    const lines = this.#linesOf(node)
    const first = lines.findIndex((line) => !isPrefix(line))
    return first < 0 ? "" : lines.slice(0, first + 1).join(" ")
  }

  /** The names of a byline, without its date and what follows: `By`, `Ann Lee`, `November 20, 2019`. */
  #bylineOf(node: number, className: string): string {
    const line = this.#beforeDate(this.#nameLineOf(this.#innerNameOf(node)))
    const isMarkedByline = bylineStart(line) >= 0 || nameClass.test(className)
    // A single word may be a section, a place or a label.
    return isMarkedByline || /\s/.test(line) || !/\p{Ll}/u.test(line) ? line : ""
  }

  #beforeDate(line: string): string {
    const date = datesIn(line, this.#page.language)[0]
    if (date === undefined) return line
    const before = line
      .slice(0, date.start)
      .replace(
        /(?:\b(?:on|am|le|el|il|op|em|på|den)|[\p{L}]+day|(?<!\p{L})(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|lun|mar|mer|mié|jeu|jue|vie|ven|sáb|sab|dom|man|tir|ons|tor|fre|lør|søn|mån|tis|lör|sön)|\d{1,2}:\d{2})?[\s,.·•|–—-]*$/u,
        ""
      )
      .trim()
    return before.length >= 3 ? before : line.slice(date.end).replace(/^[\s,.·•|–—-]+/u, "")
  }

  #namesInLine(line: string): ReadonlyArray<string> {
    const start = bylineStart(line)
    // `Founded in 1995 by Ann Lee.`
    if (start < 0 || (start > 0 && (isProse(line, start, line.length) || /\p{L}{2}\.$/u.test(line)))) return []
    const names = authorNames(this.#beforeDate(line.slice(start)).slice(0, 120), this.#page.site)
    return names[0] !== undefined && isCapitalized(names[0]) ? names.filter(isCapitalized) : []
  }

  #near(): ReadonlyArray<Line> {
    if (this.#headline < 0) return []
    this.#lines ??= this.#linesBetween(this.#first, this.#last)
    return this.#lines
  }

  /** Texts of blocks, in reading order, without what belongs elsewhere. With a `maxLength` only those with a date's digits. */
  #linesBetween(first: number, last: number, maxLength = Infinity): ReadonlyArray<Line> {
    const { parent, tag } = this.#tree
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
      if (plain !== "" && plain.length <= maxLength && !this.#isElsewhere(from))
        lines.push({ text: plain.slice(0, maxLine + 1), node: from })
    }
    for (let node = first; node < last; node++) {
      const id = tag[node]!
      if (id !== Tag.text) {
        if (kind[id]! & Kind.skip) node = this.#ends[node]! - 1
        if (kind[id]! & Kind.block || id === Tag.br) flush(node)
        continue
      }
      let up = parent[node]!
      for (let depth = 0; up > 0 && depth < maxAncestors && (kind[tag[up]!]! & Kind.block) === 0; depth++)
        up = parent[up]!
      if (up !== block) flush(node)
      block = up
      if (line.length <= maxLine) line += ` ${text(this.#tree, node).slice(0, maxLine + 1)}`
    }
    flush(last)
    return lines
  }

  dates(): { readonly published?: VisibleByline | undefined; readonly modified?: VisibleByline | undefined } {
    const { size, tag } = this.#tree
    let published: (VisibleByline & { readonly rank: number; readonly isAbove?: boolean }) | undefined
    let modified: (VisibleByline & { readonly rank: number }) | undefined
    const offer = (node: number, value: string, source: string, rank: number, isModified: boolean): void => {
      const known = isModified ? modified : published
      if (known !== undefined && known.rank >= rank) return
      const date = dateOfValue(value, this.#page.language)
      if (date === undefined || date.length < 8 || this.#isElsewhere(node)) return
      const found = { value: date, source, rank, isAbove: node < this.#headline }
      if (isModified) modified = found
      else published = found
    }
    const timeDays = new Set<string>()
    const daysAway = new Set<string>()
    const last = Math.min(size, maxNodes)
    for (let node = 1; node < last; node++) {
      if (tag[node] === Tag.text || (this.#tree.attributeMask[node]! & markBits) === 0 || tag[node] === Tag.meta)
        continue
      if (kind[tag[node]!]! & Kind.skip || pageTags.has(tag[node]!)) continue
      const near = this.#isNear(node) ? 4 : 0
      const isTime = tag[node] === Tag.time
      const property = attribute(this.#tree, node, "itemprop") ?? ""
      // Away from the headline only marks are read, and not classes.
      if (near === 0 && !isTime && property === "") continue
      const name = (attribute(this.#tree, node, "class") ?? "").slice(0, 300)
      const marked = /\b(?:datePublished|dateCreated|dateModified)\b/i.exec(property)?.[0].toLowerCase()
      const value = () =>
        attribute(this.#tree, node, "datetime") || attribute(this.#tree, node, "content") || this.#textOf(node, 120)
      if (marked !== undefined) offer(node, value(), `[itemprop=${property}]`, near + 3, marked === "datemodified")
      else if (isTime) {
        const shown = this.#textOf(node, 80)
        const before = this.#before(node)
        const around = `${before} ${shown}`
        const isModified = publishedWords.test(around)
          ? false
          : modifiedWords.test(around) || (modifiedClass.test(name) && !publishedClass.test(name))
        const isMarked = attribute(this.#tree, node, "pubdate") !== undefined || publishedClass.test(name)
        const isLabelledAway = near === 0 && !isMarked && isLabelled(before.slice(-20), publishedWords)
        if (near > 0 || isMarked || isLabelledAway)
          offer(node, value(), "time[datetime]", near + (isMarked ? 3 : 2), isModified)
        if (isLabelledAway && !this.#isElsewhere(node)) daysAway.add(value().slice(0, 10))
        if (near > 0 && !isMarked && !this.#isElsewhere(node)) timeDays.add(value().slice(0, 10))
      } else if (near > 0 && name !== "" && dateClass.test(name)) {
        const shown = this.#textOf(node, 120)
        if (shown.length <= 90) {
          const around = `${this.#before(node)} ${shown}`
          offer(
            node,
            attribute(this.#tree, node, "datetime") ?? shown,
            `.${name.split(/\s+/).find((token) => dateClass.test(token)) ?? name}`,
            near + 1,
            !publishedWords.test(around) && modifiedWords.test(around)
          )
        }
      }
    }
    // Several days are a list of things, more so below a heading that is not the title of the page.
    const maxDays = this.#isTitled ? 4 : 2
    if (timeDays.size > maxDays && published?.rank === 6) published = undefined
    if (daysAway.size > 1 && published?.rank === 2) published = undefined
    const isWeak = published !== undefined && published.rank < 6
    if (isWeak && plainDays(this.#near(), this.#page.language) > 2 * maxDays) published = undefined
    const wordlessDays = new Set<string>()
    const read = (line: Line, needsWord: boolean): void => {
      if (line.text.length > maxLine || !twoDigits.test(line.text)) return
      if (needsWord && !publishedWords.test(line.text) && !modifiedWords.test(line.text)) return
      let from = 0
      for (const { date, start, end } of datesIn(line.text, this.#page.language)) {
        const before = line.text.slice(from, start)
        from = end
        const isModified = !isLabelled(before, publishedWords) && isLabelled(before, modifiedWords)
        const hasWord =
          isModified || isLabelled(before, publishedWords) || publishedAfter.test(line.text.slice(end, end + 40))
        // Without a word a date is that of the page only if little else stands next to it.
        if (!hasWord && (needsWord || before.length > 60 || isProse(line.text, start, end))) continue
        if (hasWord && before.length > 120) continue
        if (!hasWord) wordlessDays.add(date)
        const rank = hasWord ? lineRank.labelled : bylineStart(before) >= 0 ? lineRank.byline : lineRank.bare
        if (isModified) modified ??= { value: date, source: "line", rank }
        else if (published === undefined || (published.rank === lineRank.bare && rank > published.rank))
          published = { value: date, source: "line", rank }
      }
    }
    if (published === undefined)
      for (const line of this.#near())
        if (
          line.node !== this.#headline &&
          !(this.#isHeading(line.node) && /\p{L}/u.test(withoutDate(line.text, this.#page.language)))
        )
          read(line, false)
    // A time above the headline may be that of the clock.
    if (published?.rank === 6 && published.isAbove === true) {
      const above = published
      published = undefined
      for (const line of this.#near()) if (line.node > this.#headline) read(line, true)
      published ??= above
    }
    // Days on many lines are those of many things.
    const isOfMany = (found: typeof published): boolean =>
      found !== undefined && found.rank < lineRank.labelled && wordlessDays.size > 2
    if (isOfMany(published)) published = undefined
    if (published === undefined) {
      for (const line of this.#besideByline()) read(line, false)
      if (isOfMany(published)) published = undefined
    }
    published ??= this.#onlyTime()
    if (published === undefined && modified === undefined) {
      // Pages without a headline, and those that give their date at the end.
      for (const line of this.#linesBetween(1, Math.min(size, maxLabelledNodes), maxWantedLine)) {
        read(line, true)
        if (published !== undefined || modified !== undefined) break
      }
    }
    return { published, modified }
  }

  /** Lines around a byline that stands away from the headline. */
  #besideByline(): ReadonlyArray<Line> {
    this.authors()
    const at = this.#byline
    if (at < 0 || this.#isNear(at)) return []
    return this.#linesBetween(Math.max(1, at - nodesBesideByline), Math.min(this.#tree.size, at + nodesBesideByline))
  }

  /** The one day of all `<time>` of a page. */
  #onlyTime(): (VisibleByline & { readonly rank: number }) | undefined {
    const { size, tag } = this.#tree
    let value: string | undefined
    const last = Math.min(size, maxNodes)
    for (
      let node = tag.indexOf(Tag.time), seen = 0;
      node >= 0 && node < last && seen < 20;
      node = tag.indexOf(Tag.time, node + 1), seen++
    ) {
      if (this.#isElsewhere(node)) continue
      const date = dateOfValue(attribute(this.#tree, node, "datetime") || this.#textOf(node, 120), this.#page.language)
      if (date === undefined || date.length < 8) continue
      if (value !== undefined && value.slice(0, 10) !== date.slice(0, 10)) return undefined
      value ??= date
    }
    return value === undefined ? undefined : { value, source: "time[datetime]", rank: 0 }
  }

  #isHeading(node: number): boolean {
    const { parent, tag } = this.#tree
    for (let at = node, depth = 0; at > 0 && depth < 4; at = parent[at]!, depth++)
      if (kind[tag[at]!]! & Kind.heading) return true
    return false
  }

  /** What stands directly before an element: `Updated: <time>`. */
  #before(node: number): string {
    const { tag } = this.#tree
    let line = ""
    for (let at = node - 1; at > 0 && at > node - 6 && line.length < 40; at--) {
      if (tag[at] === Tag.text) line = `${text(this.#tree, at).slice(-60)} ${line}`
      if (tag[at] === Tag.time) break
    }
    return line.trim().slice(-40)
  }
}

const endsInWord = /[\p{Ll}\d]$/u
const startsWord = /^[\p{Lu}\d]/u

const posterClass = /user-?name(?=$|\s)/i
/** An image of a person, by its class, its text or its address. */
const portrait = /avatar|headshot|portrait|profile|author/i
const personName = /^\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*){1,3}$/u

const twoDigits = /\d{2}/

/** What a line says beside its first date. */
const withoutDate = (line: string, language: string): string => {
  const date = datesIn(line, language)[0]
  return date === undefined ? line : line.slice(0, date.start) + line.slice(date.end)
}

/** The verdicts of a pattern on the class names of one page, which repeat. */
const remembered = (pattern: RegExp): ((names: string) => boolean) => {
  const verdicts = new Map<string, boolean>()
  return (names) => {
    let verdict = verdicts.get(names)
    if (verdict === undefined) verdicts.set(names, (verdict = pattern.test(names)))
    return verdict
  }
}

/** Different days that stand on lines of their own. */
const plainDays = (lines: ReadonlyArray<Line>, language: string): number =>
  new Set(lines.flatMap(({ text }) => (text.length > 60 ? [] : datesIn(text, language).map(({ date }) => date)))).size
