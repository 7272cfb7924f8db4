/**
 * Walks the drawing operators of a page (ISO 32000-2 §8 and §9) and keeps what
 * carries meaning: glyphs with place and font, links over them, strokes along
 * the axes. The same operators give text, fonts and rulings, so one evaluation
 * of the page is enough.
 */
import { dotOf } from "./dots.ts"
import { apply, identity, type Matrix, matrixOf, multiply } from "./matrix.ts"
import type { SmallMark, Font, Link, Rule } from "./PageText.ts"
import type { PdfJs } from "../file/pdfjs.ts"
import { makeSpans, type PlacedText, type ShownRun } from "./spans.ts"
import { straightLines } from "./rulings.ts"

interface Drawing {
  readonly fnArray: ReadonlyArray<number>
  readonly argsArray: ReadonlyArray<ReadonlyArray<unknown> | null>
}

interface FontInfo extends Font {
  readonly unit: number
  readonly vertical: boolean
  /** What its characters stand for, where they are those of another encoding. */
  readonly tall?: Readonly<Record<string, string>> | undefined
}

interface Glyph {
  readonly unicode: string
  readonly width: number
  readonly isSpace: boolean
  readonly vmetric: ReadonlyArray<number> | null | undefined
}

interface State {
  matrix: Matrix
  font: FontInfo
  size: number
  charSpacing: number
  wordSpacing: number
  scale: number
  leading: number
  rise: number
}

interface Surface {
  readonly drawing: Drawing
  /** Page space to points from the upper left corner. */
  readonly view: Matrix
  readonly width: number
  readonly height: number
  readonly links: ReadonlyArray<Link>
  /** The font object of pdf.js by its loaded name. */
  readonly fontOf: (name: string) => unknown
}

export const interpret = (
  pdfjs: PdfJs,
  surface: Surface
): Omit<PlacedText, "marks"> & { readonly rules: ReadonlyArray<Rule>; readonly dots: ReadonlyArray<SmallMark> } => {
  const { OPS } = pdfjs
  const { drawing, height, view, width } = surface
  const runs: Array<ShownRun> = []
  const rules: Array<Rule> = []
  const dots: Array<SmallMark> = []
  const fonts = new Map<string, FontInfo>()
  const stack: Array<State> = []
  let state: State = {
    matrix: view,
    font: noFont,
    size: 0,
    charSpacing: 0,
    wordSpacing: 0,
    scale: 1,
    leading: 0,
    rise: 0
  }
  let text: Matrix = identity
  let x = 0
  let y = 0
  let lineX = 0
  let lineY = 0
  /** Tag of each open marked content; artifacts count from the outermost on. */
  const marked: Array<{ readonly artifact: boolean; readonly id: number }> = []

  const move = (dx: number, dy: number): void => {
    x = lineX += dx
    y = lineY += dy
  }

  const setFont = (name: string, size: number): void => {
    let font = fonts.get(name)
    if (font === undefined) {
      font = fontInfo(surface.fontOf(name))
      fonts.set(name, font)
    }
    state.font = font
    state.size = size
  }

  const show = (glyphs: ReadonlyArray<Glyph | number>): void => {
    const { charSpacing, font, rise, scale, wordSpacing } = state
    if (state.size === 0) return
    const matrix = multiply(state.matrix, text)
    const direction = state.size < 0 ? -1 : 1
    const size = Math.abs(state.size)
    const unit = font.unit * size
    const { artifact, id } = marked.at(-1) ?? { artifact: false, id: -1 }
    // Length of the text space axes on the page.
    const stretchX = Math.hypot(matrix[0], matrix[1])
    const stretchY = Math.hypot(matrix[2], matrix[3])
    if (stretchX === 0 || stretchY === 0) return
    const sign = Math.sign(scale || 1)
    const texts: Array<string> = []
    const places: Array<number> = []
    let along = 0
    for (const glyph of glyphs) {
      if (typeof glyph === "number") {
        along += ((font.vertical ? 1 : -1) * glyph * size) / 1000
        continue
      }
      const spacing = (glyph.isSpace ? wordSpacing : 0) + charSpacing
      const advance = font.vertical
        ? (glyph.vmetric?.[0] ?? -1000) * -unit - spacing * direction
        : glyph.width * unit + spacing * direction
      const startX = font.vertical ? x : x + along * scale * direction
      const startY = font.vertical ? y - along : y
      along += advance
      const left = matrix[0] * startX + matrix[2] * (startY + rise) + matrix[4]
      const top = matrix[1] * startX + matrix[3] * (startY + rise) + matrix[5]
      // Neither is one that is no number.
      if (!(Math.abs(left) <= farthest && Math.abs(top) <= farthest)) continue
      texts.push(font.tall?.[glyph.unicode] ?? glyph.unicode)
      // The trailing spacing is no part of the glyph.
      const length = font.vertical ? Math.abs(advance) * stretchY : Math.abs(glyph.width * unit * scale) * stretchX
      places.push(left, top, length)
    }
    runs.push({
      dx: (font.vertical ? -matrix[2] / stretchY : (matrix[0] / stretchX) * direction) * sign,
      dy: (font.vertical ? -matrix[3] / stretchY : (matrix[1] / stretchX) * direction) * sign,
      size: size * stretchY,
      font,
      artifact,
      markedId: id,
      texts,
      places
    })
    if (font.vertical) y -= along
    else x += along * scale * direction
  }

  for (let index = 0; index < drawing.fnArray.length; index++) {
    const args = drawing.argsArray[index] ?? []
    switch (drawing.fnArray[index]) {
      case OPS.save:
        if (stack.length < maxSaved) stack.push({ ...state })
        break
      case OPS.restore:
        state = stack.pop() ?? state
        break
      case OPS.transform:
        state.matrix = multiply(state.matrix, matrixOf(args))
        break
      case OPS.paintFormXObjectBegin:
        stack.push({ ...state })
        if (args[0] !== null && args[0] !== undefined) state.matrix = multiply(state.matrix, args[0] as Matrix)
        break
      case OPS.paintFormXObjectEnd:
        state = stack.pop() ?? state
        break
      case OPS.beginText:
        text = identity
        x = y = lineX = lineY = 0
        break
      case OPS.setFont:
        setFont(args[0] as string, args[1] as number)
        break
      case OPS.setGState:
        for (const [key, value] of args[0] as ReadonlyArray<readonly [string, unknown]>) {
          if (key === "Font") setFont(...(value as readonly [string, number]))
        }
        break
      case OPS.setCharSpacing:
        state.charSpacing = args[0] as number
        break
      case OPS.setWordSpacing:
        state.wordSpacing = args[0] as number
        break
      case OPS.setHScale:
        state.scale = (args[0] as number) / 100
        break
      case OPS.setLeading:
        state.leading = -(args[0] as number)
        break
      case OPS.setTextRise:
        state.rise = args[0] as number
        break
      case OPS.setTextMatrix:
        text = args[0] as Matrix
        x = y = lineX = lineY = 0
        break
      case OPS.moveText:
        move(args[0] as number, args[1] as number)
        break
      case OPS.setLeadingMoveText:
        state.leading = args[1] as number
        move(args[0] as number, args[1] as number)
        break
      case OPS.nextLine:
        move(0, state.leading)
        break
      case OPS.showText:
        show(args[0] as ReadonlyArray<Glyph | number>)
        break
      case OPS.beginMarkedContent:
      case OPS.beginMarkedContentProps: {
        const outer = marked.at(-1)
        const id = args[1]
        marked.push({
          artifact: outer?.artifact === true || tagName(args[0]) === "Artifact",
          id: typeof id === "number" ? id : (outer?.id ?? -1)
        })
        break
      }
      case OPS.endMarkedContent:
        marked.pop()
        break
      case OPS.constructPath:
        if (dots.length < maxDots) {
          const dot = dotOf(pdfjs, args, (px, py) => apply(state.matrix, px, py))
          if (dot !== undefined) dots.push(dot)
        }
        if (rules.length < maxRules) {
          rules.push(...straightLines(pdfjs, args, (px, py) => apply(state.matrix, px, py)))
        }
        break
    }
  }

  const shown = rules.filter(({ at, from, horizontal, to }) =>
    horizontal ? at >= 0 && at <= height && to > 0 && from < width : at >= 0 && at <= width && to > 0 && from < height
  )
  const { marks, spans, turned } = makeSpans(pdfjs, runs, { width, height, links: surface.links, rules: shown })
  return { spans, turned, rules: shown, dots: [...dots, ...marks] }
}

/** A name of the file comes bare or in an object. */
const tagName = (tag: unknown): unknown => (typeof tag === "object" && tag !== null && "name" in tag ? tag.name : tag)

/** Deeper than pdf.js itself lets a page go. */
const maxSaved = 1000
/**
 * Points from the corner of a page at which text is not looked at: pages have 14,400 at most (ISO 32000-2, annex C), and
 * places are counted row by row.
 */
const farthest = 100_000
/** Drawings have more strokes than any table; past this they are no tables. */
const maxRules = 5000
const maxDots = 1000

const noFont: FontInfo = { bold: false, italic: false, mono: false, unit: 0.001, vertical: false }

/**
 * Large brackets and operators of TeX's fonts by their codes (the OMX encoding), where a file names no characters and codes
 * are taken for those of ASCII.
 */
const extensible: Readonly<Record<string, string>> = {
  "\u0010": "(",
  "\u0011": ")",
  "\u0012": "(",
  "\u0013": ")",
  "\u0014": "[",
  "\u0015": "]",
  "\u001a": "{",
  "\u001b": "}",
  " ": "(",
  "!": ")",
  '"': "[",
  "#": "]",
  "(": "{",
  ")": "}",
  P: "∑",
  Q: "∏",
  R: "∫",
  S: "⋃",
  T: "⋂",
  X: "∑",
  Y: "∏",
  Z: "∫",
  "[": "⋃",
  "\\": "⋂"
}

/** What is left of a font's name without weight, style and foundry; TeX names each size and style of its fonts. */
const familyOf = (name: string): string | undefined => {
  // But for those of formulas, which are no type for text.
  if (/^(?:cm|sf|ec|lm)(?!mi|sy|ex|bsy)[a-z]{1,6}\d{1,4}$/i.test(name.split("-")[0]!)) return "computer modern"
  const [first = ""] = name.split(/[-,]/)
  const family = first
    .replace(
      /(?:MT|PS|Std|Pro|LT|Light|Medium|Regular|Roman|Book|Bold|Italic|Oblique|Black|Thin|Heavy|Semi|Demi)+$/i,
      ""
    )
    .toLowerCase()
  return family === "" ? undefined : family
}

/** Style by the font's name, which is what producers keep; the flags of embedded subsets are often wrong. */
const fontInfo = (loaded: unknown): FontInfo => {
  if (typeof loaded !== "object" || loaded === null) return noFont
  const { bold, fontMatrix, italic, name, vertical } = loaded as {
    readonly name?: string
    readonly bold?: boolean
    readonly italic?: boolean
    readonly vertical?: boolean
    readonly fontMatrix?: ReadonlyArray<number>
  }
  const plain = (name ?? "").replace(/^[A-Z]{6}\+/, "")
  return {
    bold: bold === true || /bold|black|heavy|demi|medi(?!um)|[-,]b(?:i|$)|^cmbx|^cmssbx|^sfbx|-bd/i.test(plain),
    italic: italic === true || /italic|oblique|ital$|[-,]b?i$|^cmti|^cmbxti|^cmsl|slanted/i.test(plain),
    mono: /mono|courier|consol|menlo|typewriter|^cmtt|^sftt|^lmtt|^cmsltt|nimbusmon|inconsolata|fixed|code(?:pro|$|-)/i.test(
      plain
    ),
    family: familyOf(plain),
    tall: /^(?:cm|lm)ex/i.test(plain) ? extensible : undefined,
    pictorial: /dingbat|wingding|webding|marlett|zapfd|bullets?$/i.test(plain),
    unit: Math.abs(fontMatrix?.[0] ?? 0.001) || 0.001,
    vertical: vertical === true
  }
}
