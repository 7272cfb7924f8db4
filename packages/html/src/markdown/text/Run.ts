/**
 * The inline content of one block, collected before any of it is written.
 *
 * Text is kept as it will be read, with its white space collapsed; markup is kept next to it as marks, each at a
 * position between two characters. So everything that depends on both neighbours is decided when the block is complete:
 * which delimiters work there, which characters need an escape.
 *
 * A pair of marks opens when something visible follows and closes where the last visible thing stood. White space at the
 * edge of an element thereby moves out of it, and an element without content leaves nothing.
 */
import type { Codes } from "../../tree/codes.ts"
import { isInvisible, Trait, traits } from "./characters.ts"

/** What a mark is. A pair has the kind on both sides. */
export const Mark = {
  strong: 1,
  emphasis: 2,
  deleted: 3,
  link: 4,
  /** An HTML element: `name` is its tag with attributes. */
  element: 5,
  /** Literal text around: a quotation mark, the brackets of ruby. */
  literal: 6,
  // From here on marks that stand alone.
  /** Markdown to be copied. */
  raw: 7,
  code: 8,
  image: 9,
  math: 10,
  /** A hard line break. */
  lineBreak: 11
} as const

/** How the two marks of a pair are written. */
export const Form = { delimiter: 0, element: 1 } as const

/** An element around many blocks is written in this many of them: more only repeats the same link. */
const maxUses = 4

/** Characters that there is room for at first, and for which room is kept from one block to the next. */
const minLength = 1024
const maxKept = 1_048_576

export class Run {
  chars = new Uint16Array(minLength)
  length = 0
  /** Where the text starts once the run is complete: spaces that do not collapse may stand before. */
  start = 0
  /** `Trait` bits of all characters below 128. */
  traits = 0
  /** The bits of all characters. */
  bits = 0

  marks = 0
  readonly at: Array<number> = []
  readonly kind: Array<number> = []
  readonly isOpen: Array<boolean> = []
  readonly text: Array<string> = []
  readonly close: Array<string> = []
  /** Index of the other mark of a pair. */
  readonly partner: Array<number> = []
  readonly form: Array<number> = []
  /** Marks with delimiters that need `resolveDelimiters`. */
  delimiters = 0
  /** Kinds of marks in the run, as bits `1 << kind`. */
  kinds = 0

  /** White space was seen and becomes a space when something follows. */
  space = false
  /** Line breaks that were seen and are written when something follows. */
  breaks = 0
  /** What a break is written as: a `lineBreak`, or this in a table cell. */
  breakText = ""

  /** Holds the code units of a text while it is added. */
  private decoded = Buffer.allocUnsafeSlow(minLength)
  /** The text that comes is one that was begun and had to be decoded: the space before it is written. */
  private resumes = false
  // Elements that were opened and are to be closed, the outermost first.
  private depth = 0
  private readonly openNode: Array<number> = []
  private readonly openKind: Array<number> = []
  /** What opens it: the name of an element, a literal; the destination of a link. */
  private readonly openName: Array<string> = []
  /** What closes a literal; the title of a link. */
  private readonly openClose: Array<string> = []
  /** Index of its opening mark in this run, -1 before there is one. */
  private readonly openMark: Array<number> = []
  /** Blocks it has been opened in. */
  private readonly openUses: Array<number> = []
  /** How many of them, from the innermost on, have no mark yet. */
  private unopened = 0
  /** Kinds that are open, as bits: an element inside another of its kind adds nothing. */
  private openKinds = 0

  get isEmpty(): boolean {
    return this.length === 0 && this.marks === 0
  }

  /** True inside a link, written or not yet. */
  get inLink(): boolean {
    return (this.openKinds & (1 << Mark.link)) !== 0
  }

  isInside(kind: number): boolean {
    return (this.openKinds & (1 << kind)) !== 0
  }

  /** Takes everything back that was collected; what is open stays open. */
  reset(): void {
    if (this.chars.length > maxKept) this.replace(new Uint16Array(minLength))
    this.length = 0
    this.start = 0
    this.marks = 0
    this.traits = 0
    this.bits = 0
    this.delimiters = 0
    this.kinds = 0
    this.space = false
    this.breaks = 0
  }

  /** Opens an element. Of nested ones of the same kind the outer counts; elements nest when their names differ. */
  open(node: number, kind: number, name = "", close = ""): void {
    if (kind < Mark.element) {
      if ((this.openKinds & (1 << kind)) !== 0) return
      this.openKinds |= 1 << kind
    }
    const at = this.depth++
    this.openNode[at] = node
    this.openKind[at] = kind
    this.openName[at] = name
    this.openClose[at] = close
    this.openMark[at] = -1
    this.openUses[at] = 0
    this.unopened++
  }

  /** Closes what `open` opened for this node, if anything. */
  closeNode(node: number): void {
    const top = this.depth - 1
    if (top < 0 || this.openNode[top] !== node) return
    this.depth = top
    const kind = this.openKind[top]!
    if (kind < Mark.element) this.openKinds &= ~(1 << kind)
    if (this.openMark[top]! < 0) this.unopened--
    else this.closeMark(top)
  }

  /** Closes at the end of a block whatever is open; it opens again in the next. */
  closeAll(): void {
    for (let i = this.depth - 1; i >= 0; i--) {
      if (this.openMark[i]! < 0) continue
      this.closeMark(i)
      this.openMark[i] = -1
      this.unopened++
    }
  }

  /** Adds a mark that stands alone. */
  addAtom(kind: number, text: string): void {
    this.settle()
    const last = this.marks - 1
    if (kind === Mark.code && last >= 0 && this.kind[last] === Mark.code && this.at[last] === this.length) {
      this.text[last] += text
      return
    }
    this.add(kind, false, text, "")
  }

  /** Adds an image: its address, with a title if it has one, and its description as Markdown. */
  addImage(address: string, description: string): void {
    this.settle()
    this.add(Mark.image, false, address, description)
  }

  /** Adds text, from one index to another of a string. */
  addText(text: string, from = 0, to = text.length): void {
    if (to - from > this.decoded.length / 2) this.decoded = Buffer.allocUnsafeSlow(4 * (to - from))
    const { buffer, length } = this.decoded
    this.decoded.write(from === 0 && to === text.length ? text : text.slice(from, to), "utf16le")
    this.addCodes(new Uint16Array(buffer, 0, length >> 1), 0, to - from, false)
  }

  /** Adds a range of HTML. The answer is false, with nothing added, when it holds a reference and has to be decoded first. */
  addSource(codes: Codes, from: number, to: number): boolean {
    return this.addCodes(codes, from, to, true)
  }

  /** Code units, which are read at half the cost of the characters of a string. */
  private addCodes(codes: Codes, from: number, to: number, source: boolean): boolean {
    let at = from
    let code = 0
    for (; at < to; at++) {
      code = codes[at]!
      if (code < 128 ? (traits[code]! & (Trait.space | Trait.dropped)) === 0 : !isInvisible(code)) break
      if (code < 128 && (traits[code]! & Trait.space) !== 0) this.space = true
    }
    if (this.resumes) this.resumes = this.space = false
    if (at === to) return true
    if (source && code === 38) return false
    this.settle()
    if (this.length + (to - at) > this.chars.length) this.grow(to - at)
    const { chars } = this
    let { length } = this
    let space = false
    let seen = 0
    let bits = 0
    for (; at < to; at++) {
      code = codes[at]!
      if (code < 128) {
        const trait = traits[code]!
        if ((trait & (Trait.space | Trait.dropped)) !== 0) {
          if ((trait & Trait.space) !== 0) space = true
          continue
        }
        if (source && code === 38) {
          this.resumes = true
          return false
        }
        seen |= trait
      } else if (isInvisible(code)) continue
      if (space) {
        chars[length++] = 32
        space = false
      }
      chars[length++] = code
      bits |= code
    }
    this.length = length
    this.traits |= seen
    this.bits |= bits
    this.space = space
    return true
  }

  /** Writes what waits for something visible: a break or a space, then the marks of what was opened. */
  private settle(): void {
    if (this.breaks > 0) {
      if (!this.isEmpty) {
        if (this.breakText === "") this.add(Mark.lineBreak, false, "", "")
        else for (let i = Math.min(this.breaks, 2); i > 0; i--) this.add(Mark.raw, false, this.breakText, "")
      }
      this.breaks = 0
      this.space = false
    } else if (this.space) {
      if (!this.isEmpty) {
        if (this.length === this.chars.length) this.grow(1)
        this.chars[this.length++] = 32
      }
      this.space = false
    }
    if (this.unopened > 0) this.openPending()
  }

  private openPending(): void {
    for (let i = this.depth - this.unopened; i < this.depth; i++) {
      if (this.openMark[i]! >= 0) continue
      const kind = this.openKind[i]!
      const uses = this.openUses[i]!
      const silent = kind >= Mark.link && uses >= maxUses
      this.openMark[i] = this.reopened(kind) ?? this.add(kind, true, this.openName[i]!, this.openClose[i]!, silent)
      this.openUses[i] = uses + 1
    }
    this.unopened = 0
  }

  /** `<b>a</b><b>b</b>` is one strong text: takes back a closing mark that stands right here. */
  private reopened(kind: number): number | undefined {
    const last = this.marks - 1
    if (
      kind > Mark.deleted ||
      last < 0 ||
      this.kind[last] !== kind ||
      this.isOpen[last] ||
      this.at[last] !== this.length
    ) {
      return undefined
    }
    this.marks--
    return this.partner[last]!
  }

  private closeMark(entry: number): void {
    const open = this.openMark[entry]!
    if (this.kind[open] === 0) return
    const close = this.add(this.openKind[entry]!, false, this.openName[entry]!, this.openClose[entry]!)
    this.partner[close] = open
    this.partner[open] = close
  }

  private add(kind: number, isOpen: boolean, text: string, close: string, silent = false): number {
    const index = this.marks++
    this.at[index] = this.length
    this.kind[index] = silent ? 0 : kind
    this.isOpen[index] = isOpen
    this.text[index] = text
    this.close[index] = close
    this.partner[index] = index
    this.form[index] = Form.delimiter
    this.kinds |= 1 << kind
    if (kind <= Mark.deleted) this.delimiters++
    return index
  }

  private grow(more: number): void {
    const grown = new Uint16Array(Math.max(this.length + more, this.chars.length * 2))
    grown.set(this.chars.subarray(0, this.length))
    this.replace(grown)
  }

  /** Gives back the memory of a long text at once, rather than at the next collection. */
  private replace(chars: Uint16Array<ArrayBuffer>): void {
    if (this.chars.length > maxKept) this.chars.buffer.transfer(0)
    this.chars = chars
  }
}
