/**
 * Rich Text Format 1.9.1: one pass over the bytes, a state per open group, and
 * destinations that say where text goes.
 */
import { decode, textMark } from "@orbweaver/core/internal/reading/Encodings"
import type { Parsed } from "@orbweaver/core/reading/Parser"
import { damaged } from "../model/failure.ts"
import { Mark, page } from "../markup/html.ts"
import { safeLink } from "../bytes/office.ts"
import type { Reader } from "../model/Reader.ts"
import { isRtf } from "../bytes/sniff.ts"
import { charsetLabel, codePageLabel, isWide } from "./codePages.ts"
import { initialState, plainParagraph, type State } from "./state.ts"
import { infoKeys, signs, skipped } from "./words.ts"
import { makeRtfWriter, type Merge, type RtfWriter } from "./writer.ts"

export const readRtf: Reader = (file, { caps }): Parsed => {
  const mark = textMark(file.bytes)
  const bytes = mark === undefined ? file.bytes : new TextEncoder().encode(decode(file.bytes, mark))
  if (!isRtf(bytes)) throw damaged("it does not start with {\\rtf")
  const reader = new RtfReader(bytes, mark !== undefined, makeRtfWriter(caps.maxRows))
  const body = reader.read()
  return page(body, { metadata: reader.info })
}

const maxDepth = 2000

class RtfReader {
  readonly info: Record<string, string> = {}
  private readonly bytes: Uint8Array
  /** Letters outside ASCII are UTF-8 and in no code page. */
  private readonly isUtf8: boolean
  private readonly writer: RtfWriter
  private readonly stack: Array<State> = []
  private state = initialState()
  private label = "windows-1252"
  private defaultFont = 0
  private readonly fontLabels = new Map<number, string>()
  private readonly monoFonts = new Set<number>()
  private readonly headings = new Map<number, number>()
  private entry = { number: 0, text: "" }
  private instruction = ""
  private merges: Array<Merge> = []
  private merge: Merge = "none"
  private edges: Array<number> = []
  /** Bytes of text not yet decoded. */
  private pending: Array<number> = []
  private toSkip = 0
  private ignorable = false

  constructor(bytes: Uint8Array, isUtf8: boolean, writer: RtfWriter) {
    this.bytes = bytes
    this.isUtf8 = isUtf8
    this.writer = writer
  }

  read(): string {
    const { bytes } = this
    let at = 0
    while (at < bytes.length) {
      const byte = bytes[at]!
      if (byte === 0x5c) at = this.control(at + 1)
      else if (byte === 0x7b) {
        this.flush()
        this.open()
        at++
      } else if (byte === 0x7d) {
        this.flush()
        this.close()
        at++
      } else if (byte >= 0x80 && this.isUtf8) at = this.letter(at)
      else {
        if (byte !== 0x0a && byte !== 0x0d && byte !== 0) this.byte(byte)
        at++
      }
    }
    this.flush()
    while (this.stack.length > 0) this.close()
    return this.writer.end()
  }

  /** A letter of UTF-8; returns where it ends. */
  private letter(start: number): number {
    const { bytes } = this
    let end = start + 1
    while (end < bytes.length && (bytes[end]! & 0xc0) === 0x80) end++
    if (this.toSkip > 0) this.toSkip--
    else {
      this.flush()
      this.ignorable = false
      this.say(decode(bytes.subarray(start, end), "utf-8"))
    }
    return end
  }

  private open(): void {
    if (this.stack.length >= maxDepth) throw damaged(`groups are nested deeper than ${maxDepth}`)
    this.stack.push(this.state)
    this.state = { ...this.state, note: false }
    this.toSkip = 0
  }

  private close(): void {
    const before = this.state
    const outer = this.stack.pop()
    if (outer === undefined) return
    if (before.note) this.writer.closeNote()
    if (before.destination === "styles" || before.destination === "fonts") this.finishEntry()
    this.state = outer
    this.toSkip = 0
    this.ignorable = false
  }

  /** A control word or sign behind its backslash; returns where it ends. */
  private control(start: number): number {
    const { bytes } = this
    const first = bytes[start]
    if (first === undefined) return start
    if (first === 0x27) {
      const value = Number.parseInt(String.fromCharCode(bytes[start + 1] ?? 0, bytes[start + 2] ?? 0), 16)
      if (!Number.isNaN(value)) this.byte(value)
      return start + 3
    }
    if (!isLetter(first)) {
      this.sign(first)
      return start + 1
    }
    let end = start + 1
    while (end < bytes.length && end - start < 32 && isLetter(bytes[end]!)) end++
    let word = ""
    for (let at = start; at < end; at++) word += String.fromCharCode(bytes[at]!)
    let number: number | undefined
    const negative = bytes[end] === 0x2d
    let at = negative ? end + 1 : end
    if (isDigit(bytes[at])) {
      number = 0
      while (isDigit(bytes[at])) number = Math.min(2 ** 31, number * 10 + bytes[at++]! - 0x30)
      if (negative) number = -number
      end = at
    }
    // One blank after the word belongs to it.
    if (bytes[end] === 0x20) end++
    if (word === "bin" && number !== undefined && number > 0) return end + number
    if (this.toSkip > 0 && word !== "u") this.toSkip--
    else this.word(word, number)
    return end
  }

  private sign(code: number): void {
    switch (code) {
      case 0x2a:
        this.ignorable = true
        break
      case 0x7e:
        this.flush()
        this.say("\u00a0")
        break
      case 0x5f:
        this.flush()
        this.say("\u2011")
        break
      case 0x0a:
      case 0x0d:
        this.paragraph()
        break
      case 0x5c:
      case 0x7b:
      case 0x7d:
        this.byte(code)
        break
    }
  }

  private word(word: string, number: number | undefined): void {
    const { state } = this
    if (word === "u") {
      this.flush()
      if (number !== undefined) this.say(String.fromCharCode((number + 65_536) % 65_536))
      this.toSkip = state.fallback
      return
    }
    this.flush()
    const starts = this.ignorable
    this.ignorable = false
    if (this.destination(word, starts)) return
    if (state.destination === "skip") return
    const sign = signs[word]
    if (sign !== undefined) {
      this.say(sign)
      return
    }
    const on = number !== 0
    switch (word) {
      case "par":
      case "sect":
      case "page":
        this.paragraph()
        break
      case "line":
        if (state.destination === "text" && !state.hidden) this.writer.lineBreak()
        break
      case "tab":
        if (
          state.destination === "text" &&
          state.firstIndent < 0 &&
          !state.inList &&
          !state.inTable &&
          this.writer.hang()
        )
          break
        this.say(state.destination === "marker" ? "" : " ")
        break
      case "li":
        state.indent = number ?? 0
        break
      case "fi":
        state.firstIndent = number ?? 0
        break
      case "cell":
        if (state.destination === "text") this.writer.cell()
        break
      case "nestcell":
        if (state.destination === "text") this.writer.nestedCell()
        break
      case "nestrow":
        this.writer.nestedRow()
        break
      case "row":
        if (state.destination === "text") this.writer.row(this.merges, this.edges)
        break
      case "trowd":
        if (state.inNestedRow) break
        this.merges = []
        this.edges = []
        this.merge = "none"
        if (state.destination === "text") this.writer.openRow()
        break
      case "cellx":
        if (state.inNestedRow) break
        this.merges.push(this.merge)
        this.edges.push(number ?? 0)
        this.merge = "none"
        break
      case "clmgf":
        this.merge = "first"
        break
      case "clmrg":
        this.merge = "left"
        break
      case "clvmgf":
        this.merge = "top"
        break
      case "clvmrg":
        this.merge = "above"
        break
      case "pard":
        Object.assign(state, plainParagraph)
        break
      case "itap":
        state.tableDepth = number ?? 0
        break
      case "intbl":
        state.inTable = on
        break
      case "ls":
        state.inList = on
        break
      case "ilvl":
        state.listLevel = Math.min(8, Math.max(0, number ?? 0))
        break
      case "outlinelevel":
        state.outline = number
        if (state.destination === "styles" && number !== undefined && number < 9)
          this.headings.set(this.entry.number, number + 1)
        break
      case "s":
        if (state.destination === "styles") this.entry = { number: number ?? 0, text: "" }
        else state.style = number ?? -1
        break
      case "cs":
      case "ds":
      case "ts":
        // Character, section and table styles are no paragraph styles.
        if (state.destination === "styles") this.entry = { number: -1, text: "" }
        break
      case "plain":
        state.marks = 0
        state.hidden = false
        state.font = this.defaultFont
        break
      case "b":
        this.mark(Mark.bold, on)
        break
      case "i":
        this.mark(Mark.italic, on)
        break
      case "strike":
      case "striked":
        this.mark(Mark.strike, on)
        break
      case "super":
        this.mark(Mark.sup, on)
        break
      case "sub":
        this.mark(Mark.sub, on)
        break
      case "nosupersub":
        this.mark(Mark.sup | Mark.sub, false)
        break
      case "v":
      case "deleted":
        state.hidden = on
        break
      case "f":
        if (state.destination === "fonts") this.entry = { number: number ?? 0, text: "" }
        else state.font = number ?? 0
        break
      case "fcharset":
        if (state.destination === "fonts" && number !== undefined) this.setFontLabel(charsetLabel(number))
        break
      case "cpg":
        if (state.destination === "fonts" && number !== undefined) this.setFontLabel(codePageLabel(number))
        break
      case "deff":
        this.defaultFont = number ?? 0
        break
      case "ansicpg":
        this.label = codePageLabel(number ?? 1252)
        break
      case "mac":
        this.label = "macintosh"
        break
      case "uc":
        state.fallback = Math.min(16, Math.max(0, number ?? 1))
        break
    }
  }

  /** Whether the word opens a destination; unknown ones marked as ignorable are skipped. */
  private destination(word: string, ignorable: boolean): boolean {
    const { state } = this
    switch (word) {
      case "fonttbl":
        state.destination = "fonts"
        return true
      case "stylesheet":
        state.destination = "styles"
        return true
      case "info":
        state.destination = "skip"
        return true
      case "fldinst":
        this.instruction = ""
        state.destination = "instruction"
        return true
      case "fldrslt":
        state.href = linkOf(this.instruction) ?? state.href
        return true
      case "footnote":
        if (state.destination === "text") {
          this.writer.openNote()
          state.note = true
        }
        return true
      case "nesttableprops":
        // What follows describes the row inside of a cell, and not the row around it.
        state.inNestedRow = true
        return true
      case "nonesttables":
        // The same for readers that know no tables in tables.
        state.destination = "skip"
        return true
      case "listtext":
      case "pntext":
        if (state.destination === "text") state.destination = "marker"
        return true
    }
    const key = Object.hasOwn(infoKeys, word) ? infoKeys[word] : undefined
    if (key !== undefined && state.destination === "skip") {
      state.destination = "info"
      state.infoKey = key
      return true
    }
    if (skipped.has(word) || (ignorable && word !== "shppict")) {
      if (state.destination !== "styles" || !ignorable) state.destination = "skip"
      return true
    }
    return false
  }

  private mark(mark: number, on: boolean): void {
    this.state.marks = on ? this.state.marks | mark : this.state.marks & ~mark
  }

  private setFontLabel(label: string | undefined): void {
    if (label !== undefined) this.fontLabels.set(this.entry.number, label)
  }

  private byte(byte: number): void {
    if (this.toSkip > 0) {
      this.toSkip--
      return
    }
    this.ignorable = false
    this.pending.push(byte)
    if (this.pending.length >= 4096 && byte < 0x80) this.flush()
  }

  /** Decodes what has come together; it has one font and one destination. */
  private flush(): void {
    if (this.pending.length === 0) return
    const label = this.fontLabels.get(this.state.font) ?? this.label
    const bytes = Uint8Array.from(this.pending)
    this.pending = []
    const plain = bytes.every((byte) => byte < 0x80)
    this.say(plain && !isWide(label) ? String.fromCharCode(...bytes) : decode(bytes, label))
  }

  private say(text: string): void {
    const { state } = this
    switch (state.destination) {
      case "text":
        if (!state.hidden) this.writer.text(text, state.marks | this.codeMark(), state.href)
        break
      case "marker":
        this.writer.marker(text)
        break
      case "instruction":
        this.instruction += text
        break
      case "info":
        this.info[state.infoKey] = (this.info[state.infoKey] ?? "") + text
        break
      case "fonts":
      case "styles":
        for (const [index, part] of text.split(";").entries()) {
          if (index > 0) this.finishEntry()
          this.entry.text += part
        }
        break
    }
  }

  /** A file set in a fixed-width font throughout is text, not code. */
  private codeMark(): number {
    const { font } = this.state
    return font !== this.defaultFont && this.monoFonts.has(font) ? Mark.code : 0
  }

  private finishEntry(): void {
    const { number, text } = this.entry
    if (text === "") return
    if (this.state.destination === "fonts") {
      if (/courier|consol|mono|menlo/i.test(text)) this.monoFonts.add(number)
    } else {
      const level = /^\s*heading (\d)/i.exec(text)?.[1]
      if (level !== undefined) this.headings.set(number, Number(level))
      else if (/^\s*title\s*$/i.test(text)) this.headings.set(number, 1)
    }
    this.entry = { number, text: "" }
  }

  private paragraph(): void {
    const { state } = this
    if (state.destination !== "text") return
    const outline =
      state.outline !== undefined && state.outline >= 0 && state.outline < 9 ? state.outline + 1 : undefined
    const heading = outline ?? this.headings.get(state.style)
    this.writer.paragraph({
      heading: heading === undefined ? undefined : Math.min(6, heading),
      listLevel: state.listLevel,
      inList: state.inList,
      inTable: state.inTable,
      isNested: state.tableDepth > 1,
      indent: state.indent
    })
  }
}

const linkOf = (instruction: string): string | undefined => {
  const found = /HYPERLINK\s+(?:"([^"]{1,4000})"|([^\s"\\]{1,4000}))/i.exec(instruction)
  return safeLink(found?.[1] ?? found?.[2])
}

const isLetter = (byte: number): boolean => (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a)

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39
