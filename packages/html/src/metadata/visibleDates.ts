/** When a page was published and changed, as its readers see it: `time`, `itemprop`, classes and lines around the headline. */
import { attribute, attributeBit, text } from "../tree/Tree.ts"
import { Kind, kind, Tag } from "../tree/tags.ts"
import {
  type BylineArea,
  type Line,
  maxLabelledLine,
  maxLabelledNodes,
  maxLine,
  maxNodes,
  pageTags,
  twoDigits
} from "./bylineArea.ts"
import {
  bylineStart,
  dateClass,
  firstPublished,
  isLabelled,
  isProse,
  modifiedClass,
  modifiedWords,
  publishedAfter,
  publishedClass,
  publishedWords
} from "./bylineWords.ts"
import { datesIn, dateOfValue, monthAlone } from "./dates.ts"

interface VisibleDate {
  readonly value: string
  /** The element or the line it stands in: `time[datetime]`, `.date`, `line`. */
  readonly source: string
}

export interface VisibleDatesFound {
  readonly published?: VisibleDate | undefined
  readonly modified?: VisibleDate | undefined
}

/** Nodes on either side of a byline among which its date is. */
const nodesBesideByline = 40

const dateBits = attributeBit("itemprop") | attributeBit("class") | attributeBit("datetime")

/** What makes the date of a line that of the page: a word for publishing, the author before it, or its place alone. */
const lineRank = { labelled: 0, byline: -1, bare: -2 } as const

export class VisibleDates {
  readonly #area: BylineArea
  readonly #byline: number

  /** `byline` is the node where the author is named, -1 when none is known. */
  constructor(area: BylineArea, byline: number) {
    this.#area = area
    this.#byline = byline
  }

  find(): VisibleDatesFound {
    const { size, tag } = this.#area.tree
    let published: (VisibleDate & { readonly rank: number; readonly isAbove?: boolean }) | undefined
    let modified: (VisibleDate & { readonly rank: number }) | undefined
    const offer = (node: number, value: string, source: string, rank: number, isModified: boolean): void => {
      const known = isModified ? modified : published
      if (known !== undefined && known.rank >= rank) return
      const date = dateOfValue(value, this.#area.page.language)
      if (date === undefined || date.length < 8 || this.#area.isElsewhere(node)) return
      const found = { value: date, source, rank, isAbove: node < this.#area.headline }
      if (isModified) modified = found
      else published = found
    }
    const timeDays = new Set<string>()
    const daysAway = new Set<string>()
    const last = Math.min(size, maxNodes)
    for (let node = 1; node < last; node++) {
      if (tag[node] === Tag.text || (this.#area.tree.attributeMask[node]! & dateBits) === 0 || tag[node] === Tag.meta)
        continue
      if (pageTags.has(tag[node]!)) continue
      const near = this.#area.isNear(node) ? 4 : 0
      const isTime = tag[node] === Tag.time
      const property = attribute(this.#area.tree, node, "itemprop") ?? ""
      // Away from the headline only marks are read, and not classes.
      if (near === 0 && !isTime && property === "") continue
      const name = (attribute(this.#area.tree, node, "class") ?? "").slice(0, 300)
      const marked = /\b(?:datePublished|dateCreated|dateModified)\b/i.exec(property)?.[0].toLowerCase()
      const value = () =>
        attribute(this.#area.tree, node, "datetime") ||
        attribute(this.#area.tree, node, "content") ||
        this.#area.textOf(node, 120)
      if (marked !== undefined) offer(node, value(), `[itemprop=${property}]`, near + 3, marked === "datemodified")
      else if (isTime) {
        const shown = this.#area.textOf(node, 80)
        const before = this.#before(node)
        const around = `${before} ${shown}`
        const isModified = publishedWords.test(around)
          ? false
          : modifiedWords.test(around) || (modifiedClass.test(name) && !publishedClass.test(name))
        const isMarked = attribute(this.#area.tree, node, "pubdate") !== undefined || publishedClass.test(name)
        const isLabelledAway = near === 0 && isLabelled(before.slice(-20), publishedWords)
        if (near > 0 || isMarked || isLabelledAway)
          offer(node, value(), "time[datetime]", near + (isMarked ? 3 : 2), isModified)
        if (isLabelledAway && !this.#area.isElsewhere(node)) daysAway.add(value().slice(0, 10))
        if (near > 0 && !this.#area.isElsewhere(node)) timeDays.add(value().slice(0, 10))
      } else if (near > 0 && dateClass.test(name)) {
        const shown = this.#area.textOf(node, 120)
        if (shown.length <= 90) {
          const around = `${this.#before(node)} ${shown}`
          offer(
            node,
            attribute(this.#area.tree, node, "datetime") ?? shown,
            `.${name.split(/\s+/).find((token) => dateClass.test(token)) ?? name}`,
            near + 1,
            !publishedWords.test(around) && modifiedWords.test(around)
          )
        }
      }
    }
    // Several days are a list of things, more so below a heading that is not the title of the page.
    const maxDays = this.#area.isTitled ? 4 : 2
    if (timeDays.size > maxDays && published?.rank === 6) published = undefined
    if (daysAway.size > 1 && published?.rank === 2) published = undefined
    const isWeak = published !== undefined && published.rank < 6
    if (isWeak && plainDays(this.#area.near(), this.#area.page.language) > 2 * maxDays) published = undefined
    const wordlessDays = new Set<string>()
    const read = (line: Line, needsWord: boolean): void => {
      if (line.text.length > maxLine || !twoDigits.test(line.text)) return
      let from = 0
      for (const { date, start, end } of datesIn(line.text, this.#area.page.language)) {
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
      for (const line of this.#area.near())
        if (!(this.#area.isHeading(line.node) && /\p{L}/u.test(withoutDate(line.text, this.#area.page.language))))
          read(line, false)
    // A time above the headline may be that of the clock.
    if (published?.rank === 6 && published.isAbove === true) {
      const above = published
      published = undefined
      for (const line of this.#area.near()) if (line.node > this.#area.headline) read(line, true)
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
    if (published !== undefined && published.rank < 6) published = this.#firstPublished() ?? published
    published ??= this.#onlyTime(modified?.value)
    if (published === undefined) {
      // Pages without a headline, and those that give their date at the end.
      for (const line of this.#area.linesBetween(1, Math.min(size, maxLabelledNodes), maxLabelledLine)) {
        read(line, true)
        if (published !== undefined) break
      }
    }
    return { published: published ?? this.#month(), modified }
  }

  /** The one month that a line beside the headline names. */
  #month(): VisibleDate | undefined {
    if (!this.#area.isTitled) return undefined
    const lines = this.#area.near().filter(({ node }) => !this.#area.isHeading(node))
    const months = new Set(lines.flatMap(({ text }) => monthAlone(text) ?? []))
    const [value] = months
    return value === undefined || months.size > 1 ? undefined : { value, source: "line" }
  }

  /** The day on which a sentence says that the page was first published. */
  #firstPublished(): (VisibleDate & { readonly rank: number }) | undefined {
    const { end, size, source, start, tag } = this.#area.tree
    const last = Math.min(size, maxLabelledNodes)
    const begins = new RegExp(firstPublished.source, "iy")
    for (let node = 1; node < last; node++) {
      if (tag[node] !== Tag.text) {
        if (kind[tag[node]!]! & Kind.skip) node = this.#area.ends[node]! - 1
        continue
      }
      if (end[node]! - start[node]! > maxLine) continue
      // Read where it stands, since hardly any text begins so.
      begins.lastIndex = start[node]!
      if (!begins.test(source) || this.#area.isElsewhere(node)) continue
      const date = datesIn(text(this.#area.tree, node), this.#area.page.language)[0]
      if (date !== undefined) return { value: date.date, source: "line", rank: lineRank.labelled }
    }
    return undefined
  }

  /** Lines around a byline, which may stand away from the headline. */
  #besideByline(): ReadonlyArray<Line> {
    const at = this.#byline
    if (at < 0) return []
    const last = Math.min(this.#area.tree.size, at + nodesBesideByline)
    return this.#area.linesBetween(Math.max(1, at - nodesBesideByline), last)
  }

  /** The one day of all `<time>` of a page, if the page was not changed on it. */
  #onlyTime(modified: string | undefined): (VisibleDate & { readonly rank: number }) | undefined {
    const { size, tag } = this.#area.tree
    let value: string | undefined
    const last = Math.min(size, maxNodes)
    for (
      let node = tag.indexOf(Tag.time), seen = 0;
      node >= 0 && node < last && seen < 20;
      node = tag.indexOf(Tag.time, node + 1), seen++
    ) {
      if (this.#area.isElsewhere(node)) continue
      const date = dateOfValue(
        attribute(this.#area.tree, node, "datetime") || this.#area.textOf(node, 120),
        this.#area.page.language
      )
      if (date === undefined || date.length < 8) continue
      if (value !== undefined && value.slice(0, 10) !== date.slice(0, 10)) return undefined
      value ??= date
    }
    if (value === undefined || value.slice(0, 10) === modified?.slice(0, 10)) return undefined
    return { value, source: "time[datetime]", rank: 0 }
  }

  /** What stands directly before an element: `Updated: <time>`. */
  #before(node: number): string {
    const { tag } = this.#area.tree
    let line = ""
    for (let at = node - 1; at > 0 && at > node - 6 && line.length < 40; at--) {
      if (tag[at] === Tag.text) line = `${text(this.#area.tree, at).slice(-60)} ${line}`
      if (tag[at] === Tag.time) break
    }
    return line.trim().slice(-40)
  }
}

/** What a line says beside its first date. */
const withoutDate = (line: string, language: string): string => {
  const date = datesIn(line, language)[0]
  return date === undefined ? line : line.slice(0, date.start) + line.slice(date.end)
}

/** Different days that stand on lines of their own. */
const plainDays = (lines: ReadonlyArray<Line>, language: string): number =>
  new Set(lines.flatMap(({ text }) => (text.length > 60 ? [] : datesIn(text, language).map(({ date }) => date)))).size
