/**
 * The lines of a Markdown document: which prefix a line has inside quotes and list items, and how many line feeds stand
 * between two blocks.
 *
 * Both are decided when a line is really written. A container that stays empty leaves no mark, and the blank line
 * between two blocks belongs to the outermost container that was left or entered between them.
 */
import { maxTextLength } from "../../tree/limits.ts"
import type { Memory } from "../../tree/Memory.ts"
import { Chars } from "./Chars.ts"

/**
 * Containers nested deeper add no further prefix: each line repeats the prefix of all of them, so the size of the output
 * would grow with the square of the depth.
 */
const maxDepth = 24

export class Output {
  readonly chars: Chars
  /** Lines written so far. */
  lines = 0
  /** Blank lines written between blocks so far. */
  blankLines = 0

  /** Line feeds owed before the next line. */
  private gap = 0
  /** HTML stands last, which goes on up to a blank line (CommonMark 4.6). */
  private isHtmlOpen = false
  /** A container was entered and holds nothing yet: what starts now stands on its first line. */
  private fresh = false
  private prefix = ""
  /** Prefix of the next line: `prefix`, with the markers that were not written yet. */
  private opening = ""
  /** Prefix of the blank line owed. */
  private blank = ""
  // What the open containers found, the outermost first.
  private depth = 0
  private readonly outerPrefix: Array<string> = []
  private readonly outerOpening: Array<string> = []
  private readonly outerFresh: Array<boolean> = []
  private readonly outerLines: Array<number> = []

  constructor(capacity: number, memory: Memory) {
    this.chars = new Chars(capacity, memory)
  }

  /** The next line stands on its own (1), or after a blank line (2). */
  separate(gap: 1 | 2): void {
    if (gap > this.gap && !this.fresh) this.gap = gap
  }

  /** As `separate`, but also takes back a blank line that was asked for. */
  setGap(gap: 1 | 2): void {
    if (!this.fresh && !this.isHtmlOpen) this.gap = gap
  }

  /** Ends a block of HTML: what follows in its container stands after a blank line. */
  endHtml(): void {
    this.separate(2)
    this.isHtmlOpen = true
  }

  /** The next line stands after a blank line even if it is the first of a container. */
  forceBlankLine(): void {
    this.gap = 2
  }

  /** True when a blank line will stand before the next one. */
  get owesBlankLine(): boolean {
    return this.gap === 2 && this.lines > 0
  }

  /** True when the next line is the first of a list item whose marker is still to be written. */
  get hasPendingMarker(): boolean {
    return this.opening !== this.prefix
  }

  /** Ends the line before, as far as that is owed, and writes the prefix of a new one. */
  startLine(): void {
    const { chars } = this
    if (this.lines > 0) {
      if (this.gap === 2) {
        chars.push(10)
        if (this.blank !== "") chars.pushString(this.blank.trimEnd())
        this.blankLines++
      }
      chars.push(10)
    }
    if (this.opening !== "") chars.pushString(this.opening)
    this.opening = this.blank = this.prefix
    this.gap = 0
    this.fresh = this.isHtmlOpen = false
    this.lines++
  }

  /** Continues the block on a new line. */
  nextLine(): void {
    this.chars.push(10)
    if (this.prefix !== "") this.chars.pushString(this.prefix)
  }

  /** Writes several lines of verbatim text as the rest of a block, each with the prefix. Empty lines get no trailing space. */
  pushLines(text: string): void {
    if (this.prefix === "") return this.chars.pushString(text)
    const bare = this.prefix.trimEnd()
    let from = 0
    // A prefix makes a text of short lines many times as long.
    while (this.chars.length < maxTextLength) {
      const to = text.indexOf("\n", from)
      if (to < 0) return this.chars.pushString(text.slice(from))
      this.chars.pushString(text.slice(from, to + 1))
      this.chars.pushString(text.charCodeAt(to + 1) === 10 ? bare : this.prefix)
      from = to + 1
    }
  }

  /** Opens a quote or an item: `first` stands before its first line, `rest` before the others. */
  enter(first: string, rest: string): void {
    const at = this.depth++
    this.outerPrefix[at] = this.prefix
    this.outerOpening[at] = this.opening
    this.outerFresh[at] = this.fresh
    this.outerLines[at] = this.lines
    if (this.depth <= maxDepth) {
      this.opening += first
      this.prefix += rest
    } else if (this.opening === this.prefix) {
      this.opening += first
    }
    this.fresh = true
  }

  /** Opens a quote whose first line says what it is. */
  enterQuote(title: string): void {
    this.enter(`> ${title}\n${this.prefix}> `, "> ")
  }

  /** Closes what `enter` opened; true when something was written in it. */
  leave(): boolean {
    const at = --this.depth
    const used = this.lines > this.outerLines[at]!
    this.prefix = this.outerPrefix[at]!
    this.opening = used ? this.prefix : this.outerOpening[at]!
    this.fresh = used ? false : this.outerFresh[at]!
    if (this.prefix.length < this.blank.length) this.blank = this.prefix
    // HTML ends with the container that it stands in.
    if (used) this.isHtmlOpen = false
    return used
  }
}
