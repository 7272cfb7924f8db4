/**
 * Markdown cut into its blocks, with the plain text of each: what summaries,
 * answers, chunks and local search read.
 *
 * One pass over the lines, linear in the text; nothing is lost: the blocks'
 * ranges, in order, cover every line that is not blank.
 */
import type * as Effect from "effect/Effect"
import { inTurns } from "../support/turns.ts"
import { atOnce, type Steps } from "../support/steps.ts"
import { pieceEnds, pieceLength } from "./pieces.ts"

export type BlockKind = "heading" | "paragraph" | "list" | "table" | "code" | "quote"

export interface MarkdownBlock {
  readonly kind: BlockKind
  /** Offsets into the Markdown. */
  readonly start: number
  readonly end: number
  /** The block without Markdown syntax; link and image addresses left out. */
  readonly text: string
  /** Titles of the sections it stands in, outermost first. */
  readonly headings: ReadonlyArray<string>
  /** 1 to 6 for a heading, 0 for anything else. */
  readonly level: number
}

const headingMark = /^ {0,3}(#{1,6})(?:[ \t]|$)/
const listLine = /^\s{0,3}(?:[-*+]|\d{1,9}[.)])[ \t]/
const fenceLine = /^ {0,3}(`{3,}|~{3,})/

export const markdownBlocks = (markdown: string): ReadonlyArray<MarkdownBlock> => atOnce(readBlocks(markdown))

/** The same for a text of any length, a part in each turn of the event loop. */
export const markdownBlocksInTurns = (markdown: string): Effect.Effect<ReadonlyArray<MarkdownBlock>> =>
  inTurns(() => readBlocks(markdown))

/** The same as a part of longer work. */
export function* readBlocks(markdown: string): Steps<ReadonlyArray<MarkdownBlock>> {
  const blocks: Array<MarkdownBlock> = []
  for (const block of eachBlock(markdown)) {
    if (block === undefined) yield
    else blocks.push(block)
  }
  return blocks
}

/** Lines read between two pauses. */
const linesOfStep = 100

/** The blocks one after another; undefined is a pause. */
export function* eachBlock(markdown: string): Generator<MarkdownBlock | undefined> {
  const sections: Array<{ readonly level: number; readonly title: string }> = []
  let kind: BlockKind | undefined
  let start = 0
  let end = 0

  const closed = (): ReadonlyArray<MarkdownBlock> => {
    if (kind === undefined) return []
    const block = new Block(markdown, kind, start, end, titles(sections))
    kind = undefined
    return [block]
  }

  let fence = ""
  let lines = 0
  for (let at = 0; at < markdown.length;) {
    if (++lines % linesOfStep === 0) yield undefined
    const newline = markdown.indexOf("\n", at)
    const lineEnd = newline < 0 ? markdown.length : newline
    const line = markdown.slice(at, lineEnd)
    const next = lineEnd + 1

    if (fence !== "") {
      end = lineEnd
      if (line.trimStart().startsWith(fence) && line.trim().replaceAll(fence[0]!, "") === "") {
        fence = ""
        yield* closed()
      }
      at = next
      continue
    }
    if (line.trim() === "") {
      yield* closed()
      at = next
      continue
    }
    const opened = fenceLine.exec(line)?.[1]
    // What is as long as a chapter is no title.
    const heading = opened === undefined && line.length <= pieceLength ? headingMark.exec(line) : null
    if (opened !== undefined) {
      yield* closed()
      fence = opened
      kind = "code"
      start = at
      end = lineEnd
    } else if (heading !== null) {
      yield* closed()
      const level = heading[1]!.length
      const title = plainText(withoutMarks(line.slice(heading[0].length)))
      while (sections.length > 0 && sections.at(-1)!.level >= level) sections.pop()
      yield { kind: "heading", start: at, end: lineEnd, text: title, headings: titles(sections), level }
      sections.push({ level, title })
    } else {
      const wanted = kindOf(line)
      // Lines that continue a list or a quote need no marker of their own.
      const continues = kind !== undefined && (kind === wanted || (wanted === "paragraph" && kind !== "table"))
      if (!continues) {
        yield* closed()
        kind = wanted
        start = at
      }
      end = lineEnd
    }
    at = next
  }
  yield* closed()
}

/** A title without the marks that close it: `Title ##`. */
const withoutMarks = (title: string): string => {
  const trimmed = title.trim()
  let end = trimmed.length
  while (end > 0 && trimmed[end - 1] === "#") end--
  const marked = end < trimmed.length && (end === 0 || trimmed[end - 1] === " " || trimmed[end - 1] === "\t")
  return marked ? trimmed.slice(0, end).trimEnd() : trimmed
}

const kindOf = (line: string): BlockKind => {
  if (line.startsWith("|")) return "table"
  if (/^ {0,3}>/.test(line)) return "quote"
  return listLine.test(line) ? "list" : "paragraph"
}

const titles = (sections: ReadonlyArray<{ readonly title: string }>) => sections.map(({ title }) => title)

/** Reads the plain text of a block only when it is asked for: much that works on blocks needs their ranges alone. */
class Block implements MarkdownBlock {
  readonly level = 0
  readonly kind: BlockKind
  readonly start: number
  readonly end: number
  readonly headings: ReadonlyArray<string>
  readonly #markdown: string
  #text: string | undefined

  constructor(markdown: string, kind: BlockKind, start: number, end: number, headings: ReadonlyArray<string>) {
    this.#markdown = markdown
    this.kind = kind
    this.start = start
    this.end = end
    this.headings = headings
  }

  get text(): string {
    return (this.#text ??= this.#read())
  }

  #read(): string {
    return [...this.parts(Infinity)].join("")
  }

  *parts(maxCharacters: number): Generator<string> {
    const [start, end] = this.kind === "code" ? inside(this.#markdown, this.start, this.end) : [this.start, this.end]
    let from = start
    for (const to of pieceEnds(this.#markdown, start, end, maxCharacters)) {
      const source = this.#markdown.slice(from, to)
      yield this.kind === "code" ? source : plainText(source)
      from = to
    }
  }
}

/** What stands between the fences; the last may be missing. */
const inside = (markdown: string, start: number, end: number): readonly [start: number, end: number] => {
  const first = markdown.indexOf("\n", start)
  if (first < 0 || first >= end) return [end, end]
  const last = markdown.lastIndexOf("\n", end - 1)
  const isClosed = last >= first && fenceLine.test(markdown.slice(last + 1, end))
  return [first + 1, isClosed ? Math.max(last, first + 1) : end]
}

/** The text of a block in parts of at most so many characters of Markdown, cut between lines where there are any. */
export const partsOf = (block: MarkdownBlock, maxCharacters = pieceLength): Iterable<string> =>
  block instanceof Block ? block.parts(maxCharacters) : [block.text]

/**
 * A piece of Markdown as a reader sees it: syntax gone, words kept. Each pattern
 * begins where a run begins or stops at the next bracket, so that no text makes
 * it look at the same characters again and again.
 */
export const plainText = (markdown: string): string =>
  markdown
    .replace(image, "$1")
    .replace(link, "$1")
    .replace(/^[ \t]*(?:>[ \t]?)+/gm, "")
    .replace(/^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/gm, "")
    .replace(/^\|[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*\n?/gm, "")
    .replace(/^\|[ \t]*|(?<![ \t])[ \t]+\|[ \t]*$|\|[ \t]*$/gm, "")
    .replace(/(?<![ \t])[ \t]+\|[ \t]*|(?<!\\)\|[ \t]*/g, "\t")
    .replace(/<\/?[a-z][^<>\n]*>/gi, "")
    .replace(/(?<!\\)(?:\*{1,3}|~~|`+|(?<!\w)_{1,3}|_{1,3}(?!\w))/g, "")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .replace(/(?<![ \t])[ \t]+\n[ \t]*|\n[ \t]+/g, "\n")
    // Terms and what they mean stand below each other.
    .replace(/\n: /g, ": ")
    .trim()

// Words with escapes and one level of brackets inside, then an address with one level of parentheses.
const label = String.raw`\[([^[\]\\\n]*(?:(?:\\.|\[[^[\]\\\n]*\])[^[\]\\\n]*)*)\]`
const target = String.raw`\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)`
const image = new RegExp(String.raw`(?<!\\)!${label}${target}`, "g")
const link = new RegExp(String.raw`(?<!\\)${label}${target}`, "g")
