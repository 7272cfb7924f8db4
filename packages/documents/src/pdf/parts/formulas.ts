/**
 * Formulas in a line of text. Only what is certain becomes one: variables that signs relate or that have an index, and what
 * the fonts of formulas set. Words, code and links never do.
 */
import type { Line } from "../layout/lines.ts"
import { mathOf } from "../layout/mathRow.ts"
import { isLarge, isRelation, mayHoldVariables, type Token, tokensOf } from "../layout/mathTokens.ts"
import { isRightToLeft } from "../text/rightToLeft.ts"
import type { Span } from "../text/PageText.ts"

export interface Formula {
  /** MathML of the whole formula. */
  readonly html: string
  readonly x0: number
  readonly x1: number
}

/** Longer lines are drawings. */
const maxTokens = 400

/** The spans of a line, formulas in place of those that are part of one. */
export const withFormulas = (line: Line): ReadonlyArray<Span | Formula> => {
  const { spans } = line
  if (spans.some(({ math }) => math !== undefined)) {
    const display = spans.every(({ math, text }) => math !== undefined || /^\(?[\d.]{1,8}[a-z]?\)?$/.test(text))
    const attribute = display ? ' display="block"' : ""
    return spans.map((span) =>
      span.math === undefined ? span : { html: `<math${attribute}>${span.math}</math>`, x0: span.x0, x1: span.x1 }
    )
  }
  if (!spans.some(mayHoldVariables)) return spans
  const tokens = spans.some(({ mirrored, text }) => mirrored === true || isRightToLeft(text)) ? [] : tokensOf(spans)
  if (tokens.length < 2 || tokens.length > maxTokens) return spans
  const found = runsIn(tokens, line).flatMap(([from, to]) => {
    const run = tokens.slice(from, to)
    const math = isCertain(run, line) ? mathOf(run) : undefined
    return math === undefined ? [] : [{ run, html: `<math>${math}</math>` }]
  })
  return found.length === 0 ? spans : placed(spans, found)
}

/** Runs of tokens that may be formulas, without the punctuation of the sentence and brackets of it. */
const runsIn = (tokens: ReadonlyArray<Token>, line: Line): ReadonlyArray<readonly [from: number, to: number]> => {
  const runs: Array<readonly [number, number]> = []
  for (let start = 0; start < tokens.length;) {
    let end = start
    let depth = 0
    while (end < tokens.length && isPart(tokens, end) && (end === start || !partsBefore(tokens, end, line, depth))) {
      depth += pairs[tokens[end]!.text] !== undefined ? 1 : /^[)\]}⟩]$/.test(tokens[end]!.text) ? -1 : 0
      end++
    }
    const run = trimmed(tokens, start, end)
    if (run !== undefined && !isAbbreviated(tokens, run[1])) runs.push(run)
    start = Math.max(end, start + 1)
  }
  return runs
}

/** Whether a dot and a further letter follow closely: letters of an abbreviation. */
const isAbbreviated = (tokens: ReadonlyArray<Token>, at: number): boolean => {
  const [last, dot, more] = [tokens[at - 1], tokens[at], tokens[at + 1]]
  return (
    last?.kind === "variable" &&
    dot?.text === "." &&
    more !== undefined &&
    /^\p{L}/u.test(more.text) &&
    more.x0 - last.x1 < 0.5 * last.size
  )
}

/** A word that stands closely between parts of a formula is the name of a function. */
const isPart = (tokens: ReadonlyArray<Token>, at: number): boolean => {
  const token = tokens[at]!
  if (token.kind !== "text") return true
  const before = tokens[at - 1]
  const after = tokens[at + 1]
  // A vector is a single letter in bold beside a sign.
  if (token.bold && /^[A-Za-z]$/.test(token.text))
    return [before, after].some((other) => other?.kind === "sign" && (isRelation(other.text) || other.certain))
  return (
    /^[A-Z]?[a-z]{1,5}$/.test(token.text) &&
    before !== undefined &&
    after !== undefined &&
    before.kind !== "text" &&
    after.kind !== "text" &&
    token.x0 - before.x1 < 0.1 * token.size &&
    after.x0 - token.x1 < 0.1 * token.size &&
    !/^[-.,:;]$/.test(before.text) &&
    !/^[-.,:;]$/.test(after.text)
  )
}

/** Whether a blank before a token ends the formula: variables and numbers that no sign joins are words of a sentence. */
const partsBefore = (tokens: ReadonlyArray<Token>, at: number, { size }: Line, depth: number): boolean => {
  const before = tokens[at - 1]!
  const token = tokens[at]!
  const gap = token.x0 - before.x1
  if (gap > 1.2 * size) return true
  const isIndex = before.size < indexSize * size
  // Outside of brackets a comma is one of the sentence, and what follows is a formula of its own, or a note.
  if (/^[.,:;]$/.test(before.text) && !isIndex && depth <= 0) return true
  if (before.text === "," || token.text === ",") return gap > 0.5 * size
  if (gap < (isIndex ? 0.3 : 0.22) * size || isRelation(before.text) || isRelation(token.text)) return false
  return !isLarge(before.text) && before.kind !== "name" && token.kind !== "name"
}

/** Of the size of the line, that of an index at most. */
const indexSize = 0.86

const pairs: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "⟨": "⟩" }

const trimmed = (tokens: ReadonlyArray<Token>, start: number, end: number): readonly [number, number] | undefined => {
  let from = start
  let to = end
  for (;;) {
    const before = [from, to]
    while (from < to && /^[,.:;!…)\]}⟩-]$/.test(tokens[from]!.text)) from++
    while (to > from && (tokens[to - 1]!.kind === "name" || /^[,.:;!…([{⟨-]$/.test(tokens[to - 1]!.text))) to--
    const lone = loneBracket(tokens, from, to)
    // What stands before an unclosed bracket and what stands behind it are two formulas; the longer one is kept.
    if (lone !== undefined) {
      if (lone - from >= to - lone - 1) to = lone
      else from = lone + 1
    }
    if (lone === undefined && isEnclosed(tokens, from, to)) {
      from++
      to--
    }
    if (from === before[0] && to === before[1]) break
  }
  return to > from ? [from, to] : undefined
}

/** Whether the first bracket ends with the last one: then they are those of the sentence. */
const isEnclosed = (tokens: ReadonlyArray<Token>, from: number, to: number): boolean =>
  pairs[tokens[from]?.text ?? ""] !== undefined &&
  pairs[tokens[from]!.text] === tokens[to - 1]?.text &&
  loneBracket(tokens, from + 1, to - 1) === undefined

/** The first bracket that has no partner. */
const loneBracket = (tokens: ReadonlyArray<Token>, from: number, to: number): number | undefined => {
  const open: Array<number> = []
  for (let at = from; at < to; at++) {
    const { text } = tokens[at]!
    if (pairs[text] !== undefined) open.push(at)
    else if (/^[)\]}⟩]$/.test(text)) {
      const partner = open.pop()
      if (partner === undefined) return at
    }
  }
  return open[0]
}

/** Whether the tokens are a formula and nothing else. */
const isCertain = (run: ReadonlyArray<Token>, { size }: Line): boolean => {
  const isVariable = ({ bold, kind, text }: Token): boolean =>
    kind === "variable" || (kind === "text" && bold && text.length === 1)
  if (!run.some((token) => isVariable(token) || isLarge(token.text))) return false
  // A hyphen joins words.
  if (run.some(({ text }) => text === "-")) return false
  const isIndex = (token: Token): boolean => token.size < indexSize * size
  const related = run.some(
    ({ text }, at) => isRelation(text) && text !== "/" && text !== "|" && at > 0 && at < run.length - 1
  )
  const indexed = run.some(
    (token, at) => at > 0 && isIndex(token) && !isIndex(run[at - 1]!) && isVariable(run[at - 1]!)
  )
  const large = run.some(({ text }) => isLarge(text))
  const certain = run.some((token) => token.certain && !isIndex(token))
  if (run.every(isIndex)) return false
  // A Greek letter by itself is a letter of the text, unless the font is one of formulas.
  return related || large || indexed || (certain && (run.length > 1 || run[0]!.isMath))
}

/** The line with its formulas; spans that are partly in one are cut. */
const placed = (
  spans: ReadonlyArray<Span>,
  formulas: ReadonlyArray<{ readonly run: ReadonlyArray<Token>; readonly html: string }>
): ReadonlyArray<Span | Formula> => {
  const taken = new Map<Span, Array<Token>>()
  const first = new Map<Token, Formula>()
  for (const { html, run } of formulas) {
    first.set(run[0]!, { html, x0: run[0]!.x0, x1: run.reduce((most, { x1 }) => Math.max(most, x1), -Infinity) })
    for (const token of run.flatMap((one) => (one.over === undefined ? [one] : [one, one.over]))) {
      const own = taken.get(token.span)
      if (own === undefined) taken.set(token.span, [token])
      else own.push(token)
    }
  }
  return spans.flatMap((span): ReadonlyArray<Span | Formula> => {
    const own = taken.get(span)
    if (own === undefined) return [span]
    const letter = (span.x1 - span.x0) / span.text.length
    const out: Array<Span | Formula> = []
    const add = (from: number, to: number): void => {
      const text = span.text.slice(from, to)
      if (text.trim() === "") return
      const lead = text.length - text.trimStart().length
      const start = from + lead
      const end = start + text.trim().length
      out.push({
        ...span,
        text: text.trim(),
        x0: span.x0 + letter * start,
        x1: span.x0 + letter * end,
        gaps: undefined
      })
    }
    let at = 0
    for (const token of own.toSorted((a, b) => a.from - b.from)) {
      add(at, token.from)
      const formula = first.get(token)
      if (formula !== undefined) out.push(formula)
      at = token.to
    }
    add(at, span.text.length)
    return out
  })
}
