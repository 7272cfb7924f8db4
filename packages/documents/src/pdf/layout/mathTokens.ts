/**
 * The words of a line as parts of formulas: which of them are variables, numbers and signs by their letters and their type.
 * A font for formulas says it; elsewhere a variable is one or two letters in italics, or one Greek letter.
 */
import type { Span } from "../text/PageText.ts"

export interface Token {
  readonly kind: "variable" | "number" | "sign" | "name" | "text" | "group"
  readonly text: string
  readonly x0: number
  readonly x1: number
  readonly y: number
  readonly size: number
  readonly bold: boolean
  /** Its MathML, where it is more than its letters. */
  readonly math?: string | undefined
  /** A bracket over several lines, which hangs from its height. */
  readonly isTall?: boolean | undefined
  /** The accent that is drawn over it. */
  readonly over?: Token | undefined
  /** Whether its font is one of formulas alone. */
  readonly isMath: boolean
  /** Whether it is a letter or sign that sentences hardly hold. */
  readonly certain: boolean
  /** The span that it is part of, from where to where. */
  readonly span: Span
  readonly from: number
  readonly to: number
}

/** Fonts that set formulas alone, of TeX, of browsers and of offices. */
const mathFonts =
  /^(?:cmmib?|cmb?sy|cmex|msam|msbm|eufm|eusm|lmmi|lmsy|lmex|rtx?mi|n?tx(?:mi|sy|ex)|px(?:mi|sy|ex)|mt(?:mi|sy|ex)|mdput|rsfs|stmary|pazomath|esint|mathjax|katex)|math/i

/** Whether a variable may be among the letters of a span. */
export const mayHoldVariables = ({ font: { family, italic }, text }: Span): boolean =>
  italic || /\p{Script=Greek}|[∑∏∫]/u.test(text) || (family !== undefined && mathFonts.test(family))

/** Signs that relate or join what stands on their two sides. */
export const isRelation = (text: string): boolean => /^[=<>≤≥≠≈≡∼≃≅∝∈∉∋⊂⊆⊃⊇→←↔⇒⇐⇔↦+−±∓×÷⋅·∗∘∪∩∧∨⊕⊗|/]$/u.test(text)

/** Signs that are repeated over what follows, with their limits. */
export const isLarge = (text: string): boolean => /^[∑∏∐∫∬∭∮⋃⋂⨁⨂]$/u.test(text)

const signs = /^[=<>≤≥≠≈≡∼≃≅∝∈∉∋⊂⊆⊃⊇→←↔⇒⇐⇔↦+−±∓×÷⋅·∗∘∪∩∧∨⊕⊗|/∑∏∐∫∬∭∮⋃⋂⨁⨂∇∂∞∅∀∃¬′″‖⟨⟩⌊⌋⌈⌉()[\]{},.:;!…⋯-]$/u

const names =
  /^(?:sin|cos|tan|cot|sec|csc|sinh|cosh|tanh|arcsin|arccos|arctan|log|ln|lg|exp|lim|liminf|limsup|min|max|inf|sup|det|dim|deg|gcd|ker|hom|arg|mod|Pr|tr|rank|sgn)$/

const greek = /^\p{Script=Greek}$/u

/** Words of a sentence in italics that are as short as variables. */
const words =
  /^(?:the|and|for|are|has|any|all|not|but|let|its|is|of|in|to|if|on|as|at|be|by|or|we|an|no|so|it|der|die|und|les|des|une|est)$/i

/** The parts of spans from left to right: words, numbers and single signs; letters of variables are parts of their own. */
export const tokensOf = (spans: ReadonlyArray<Span>): ReadonlyArray<Token> =>
  withAccents(
    spans.flatMap((span) => {
      const letter = (span.x1 - span.x0) / Math.max(1, span.text.length)
      const { bold, family = "", italic, mono } = span.font
      const isMath = mathFonts.test(family) && !mono
      return Array.from(span.text.matchAll(/\d+(?:[.,]\d+)*|\.\d+|[\p{L}\p{M}]+|\S/gu)).flatMap(
        ({ 0: text, index }) => {
          const kind = mono || span.href !== undefined ? "text" : kindOf(text, italic, isMath)
          const parts = kind === "variable" ? Array.from(text) : [text]
          return parts.map((part, at): Token => {
            const from = index + parts.slice(0, at).join("").length
            return {
              kind,
              text: part,
              x0: span.x0 + letter * from,
              x1: span.x0 + letter * (from + part.length),
              y: span.y,
              size: span.size,
              bold,
              isTall: isMath && /^(?:cm|lm)ex/.test(family) && /^[()[\]{}⟨⟩|]$/u.test(part),
              isMath,
              certain: kind !== "text" && (isMath || greek.test(part) || rare.test(part)),
              span,
              from,
              to: from + part.length
            }
          })
        }
      )
    })
  ).toSorted((a, b) => a.x0 - b.x0)

const rare = /^[∑∏∫∮∇∂∞∈∉⊂⊆∪∩≤≥≠≈≡→⇒∀∃]$/u

/** Signs that are accents where they stand over a letter. */
const accents = /^(?:[ˆ˜¯˙¨ˇ˘^~]|\u20d7)$/u

/** Letters with the accents that are drawn over them. */
const withAccents = (tokens: ReadonlyArray<Token>): ReadonlyArray<Token> => {
  if (!tokens.some(({ text }) => accents.test(text))) return tokens
  const over = new Map<Token, Token>()
  for (const accent of tokens) {
    if (!accents.test(accent.text)) continue
    const middle = (accent.x0 + accent.x1) / 2
    const letter = tokens.find(
      ({ kind, size, x0, x1, y }) =>
        kind === "variable" &&
        middle > x0 - 0.1 * size &&
        middle < x1 + 0.1 * size &&
        Math.abs(accent.y - y) < 0.5 * size
    )
    if (letter !== undefined && !over.has(letter)) over.set(letter, accent)
  }
  const used = new Set(over.values())
  return tokens.flatMap((token) => {
    const accent = over.get(token)
    return used.has(token) ? [] : [accent === undefined ? token : { ...token, over: accent }]
  })
}

const kindOf = (text: string, italic: boolean, isMath: boolean): Token["kind"] => {
  if (signs.test(text)) return "sign"
  if (/^\.?\d/.test(text)) return "number"
  if (names.test(text)) return "name"
  if (isMath && /^\p{L}{1,3}$/u.test(text)) return "variable"
  if (greek.test(text)) return "variable"
  return italic && /^[A-Za-z\p{Script=Greek}]{1,3}$/u.test(text) && !words.test(text) ? "variable" : "text"
}
