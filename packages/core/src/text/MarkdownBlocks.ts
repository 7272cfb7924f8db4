/**
 * Markdown cut into its blocks, with the plain text of each: what summaries,
 * answers, chunks and local search read.
 *
 * One pass over the lines, linear in the text; nothing is lost: the blocks'
 * ranges, in order, cover every line that is not blank.
 */
import * as Effect from "effect/Effect"

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

const headingLine = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/
const listLine = /^\s{0,3}(?:[-*+]|\d{1,9}[.)])[ \t]/
const fenceLine = /^ {0,3}(`{3,}|~{3,})/

export const markdownBlocks = (markdown: string): ReadonlyArray<MarkdownBlock> => {
  const turns = turnsOf(markdown)
  for (;;) {
    const turn = turns.next()
    if (turn.done === true) return turn.value
  }
}

/** The same for a text of any length, a part in each turn of the event loop. */
export const markdownBlocksInTurns = Effect.fnUntraced(function* (markdown: string) {
  const turns = turnsOf(markdown)
  for (;;) {
    const turn = turns.next()
    if (turn.done === true) return turn.value
    yield* Effect.yieldNow
  }
})

/** Lines read in one turn of the event loop. */
const linesOfTurn = 4_000

function* turnsOf(markdown: string): Generator<void, ReadonlyArray<MarkdownBlock>> {
  const blocks: Array<MarkdownBlock> = []
  const sections: Array<{ readonly level: number; readonly title: string }> = []
  let kind: BlockKind | undefined
  let start = 0
  let end = 0

  const close = () => {
    if (kind !== undefined) blocks.push(new Block(markdown, kind, start, end, titles(sections)))
    kind = undefined
  }

  let fence = ""
  let lines = 0
  for (let at = 0; at < markdown.length;) {
    if (++lines % linesOfTurn === 0) yield
    const newline = markdown.indexOf("\n", at)
    const lineEnd = newline < 0 ? markdown.length : newline
    const line = markdown.slice(at, lineEnd)
    const next = lineEnd + 1

    if (fence !== "") {
      end = lineEnd
      if (line.trimStart().startsWith(fence) && line.trim().replaceAll(fence[0]!, "") === "") {
        fence = ""
        close()
      }
      at = next
      continue
    }
    if (line.trim() === "") {
      close()
      at = next
      continue
    }
    const opened = fenceLine.exec(line)?.[1]
    const heading = opened === undefined ? headingLine.exec(line) : null
    if (opened !== undefined) {
      close()
      fence = opened
      kind = "code"
      start = at
      end = lineEnd
    } else if (heading !== null) {
      close()
      const level = heading[1]!.length
      const title = plainText(heading[2] ?? "")
      while (sections.length > 0 && sections.at(-1)!.level >= level) sections.pop()
      blocks.push({ kind: "heading", start: at, end: lineEnd, text: title, headings: titles(sections), level })
      sections.push({ level, title })
    } else {
      const wanted = kindOf(line)
      // Lines that continue a list or a quote need no marker of their own.
      const continues = kind !== undefined && (kind === wanted || (wanted === "paragraph" && kind !== "table"))
      if (!continues) {
        close()
        kind = wanted
        start = at
      }
      end = lineEnd
    }
    at = next
  }
  close()
  return blocks
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
    const source = this.#markdown.slice(this.start, this.end)
    return this.kind === "code" ? source.replace(/^[^\n]*\n?|\n?[^\n]*$/g, "") : plainText(source)
  }
}

/** A piece of Markdown as a reader sees it: syntax gone, words kept. */
export const plainText = (markdown: string): string =>
  markdown
    .replace(/!\[([^\]\n]*)\]\([^)\n]*\)/g, "$1")
    .replace(/\[([^\]\n]*)\]\([^)\n]*\)/g, "$1")
    .replace(/^[ \t]*(?:>[ \t]?)+/gm, "")
    .replace(/^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/gm, "")
    .replace(/^\|[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*\n?/gm, "")
    .replace(/^\|[ \t]*|[ \t]*\|[ \t]*$/gm, "")
    .replace(/[ \t]*(?<!\\)\|[ \t]*/g, "\t")
    .replace(/<\/?[a-z][^<>\n]*>/gi, "")
    .replace(/(?<!\\)(?:\*{1,3}|~~|`+|(?<!\w)_{1,3}|_{1,3}(?!\w))/g, "")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .replace(/[ \t]*\n[ \t]*/g, "\n")
    // Terms and what they mean stand below each other.
    .replace(/\n: /g, ": ")
    .trim()
