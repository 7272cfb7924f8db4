/**
 * What one page shows, in points from its upper left corner: runs of text with
 * their font, and the straight lines that tables are drawn with.
 */
import type { TagNode } from "../file/structure.ts"

export interface Font {
  readonly bold: boolean
  readonly italic: boolean
  readonly mono: boolean
  /** Name without its weight and style, in small letters; absent where the file gives none. */
  readonly family?: string | undefined
  /** Its letters are pictures: bullets, boxes, arrows. */
  readonly pictorial?: boolean | undefined
}

export interface Span {
  readonly text: string
  /** Left and right edge. */
  readonly x0: number
  readonly x1: number
  /** Baseline. */
  readonly y: number
  /** Height of the font. */
  readonly size: number
  readonly font: Font
  /** The file marks the text as a pagination artifact (running header, footer or page number). */
  readonly artifact: boolean
  /** Identifier of the marked content it lies in; -1 when there is none. */
  readonly markedId: number
  readonly href?: string | undefined
  /** Blanks in it that are wider than words have between them, in order. */
  readonly gaps?: ReadonlyArray<Gap> | undefined
  /** MathML of a formula on several lines, which the span holds whole. */
  readonly math?: string | undefined
  /** Its edges are counted from the right edge of the page. */
  readonly mirrored?: boolean | undefined
}

/** A wide blank in a span. */
export interface Gap {
  /** Where it stands in the text, in UTF-16 code units. */
  readonly at: number
  /** Its edges on the page. */
  readonly x0: number
  readonly x1: number
}

/** The pieces of a span between its wide blanks. */
export const splitAtGaps = (span: Span): ReadonlyArray<Span> => {
  if (span.gaps === undefined) return [span]
  const { gaps, ...whole } = span
  const ends = [...gaps, { at: span.text.length, x0: span.x1, x1: span.x1 }]
  return ends.map(({ at, x0 }, index) => {
    const before = gaps[index - 1]
    return {
      ...whole,
      text: span.text.slice(before === undefined ? 0 : before.at + 1, at),
      x0: before?.x1 ?? span.x0,
      x1: x0
    }
  })
}

/** A straight stroke along an axis. */
export interface Rule {
  readonly horizontal: boolean
  /** The constant coordinate. */
  readonly at: number
  readonly from: number
  readonly to: number
  /** It is the edge of a filled box, not a line. */
  readonly isShade?: boolean | undefined
}

/** A small mark by its middle: drawn, or a glyph that stands for no character. */
export interface SmallMark {
  readonly x: number
  readonly y: number
  readonly size: number
}

export interface Link {
  readonly href: string
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

export interface PageText {
  /** From 1. */
  readonly number: number
  readonly width: number
  readonly height: number
  readonly spans: ReadonlyArray<Span>
  /** Text in other directions than the page's own. */
  readonly turned: ReadonlyArray<Span>
  readonly rules: ReadonlyArray<Rule>
  /** Small drawn marks, some of which are bullets. */
  readonly dots: ReadonlyArray<SmallMark>
  /** The file's own structure of the page, where it has one. */
  readonly tags: TagNode | undefined
}
