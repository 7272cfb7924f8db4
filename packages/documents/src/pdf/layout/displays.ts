/**
 * Formulas that take more than one line: fractions over their strokes, sums with their limits, tall brackets. The pieces of
 * one become one span before columns and tables are looked for, because they stand in rows and columns too.
 */
import type { Rule, Span } from "../text/PageText.ts"
import { makeGroups } from "./groups.ts"
import { mathOf } from "./mathRow.ts"
import { isLarge, isRelation, type Token, tokensOf } from "./mathTokens.ts"

/** Pages with more pieces that may be of formulas are drawings. */
const maxPieces = 1500
/** Tokens of one formula. */
const maxTokens = 200
/** How far pieces of a formula are apart, in the larger of their sizes. */
const besideReach = 0.9
const belowReach = 1.15

/** The spans of a page with each formula on several lines as one span. */
export const withDisplays = (rules: ReadonlyArray<Rule>, spans: ReadonlyArray<Span>): ReadonlyArray<Span> => {
  const pieces = spans.filter(isPiece)
  if (pieces.length < 3 || pieces.length > maxPieces) return spans
  const own = new Set(pieces)
  const words = spans.filter((span) => !own.has(span))
  const strokes = rules.filter(({ horizontal }) => horizontal)
  const merged = new Map<Span, Span | undefined>()
  for (const group of groupsOf(pieces)) {
    if (group.length < 3 || !isTall(group) || touchesWords(group, words)) continue
    const span = displayOf(group, strokes)
    if (span === undefined) continue
    for (const [at, piece] of group.entries()) merged.set(piece, at === 0 ? span : undefined)
  }
  return merged.size === 0
    ? spans
    : spans.flatMap((span) => {
        if (!merged.has(span)) return [span]
        const whole = merged.get(span)
        return whole === undefined ? [] : [whole]
      })
}

/** Whether a span holds parts of formulas alone; the number of an item is none. */
const isPiece = (span: Span): boolean => {
  // Most spans are words, which is seen at once.
  if (/[A-Za-z]{4}/.test(span.text) && !/[^A-Za-z\s]/.test(span.text)) return false
  if (span.text.length > 60 || /^\(?\d{1,3}[.)]$/.test(span.text) || span.font.mono || span.href !== undefined)
    return false
  // A function's name in the middle of a formula, with the sign before it.
  if (/^[^\p{L}\p{N}\s]+[A-Z]?[a-z]{1,5}$/u.test(span.text)) return true
  const tokens = tokensOf([span])
  return (
    tokens.length > 0 && tokens.every((token) => token.kind !== "text" || (token.bold && /^[A-Za-z]$/.test(token.text)))
  )
}

/** Groups of pieces that stand beside, above or below each other. */
const groupsOf = (pieces: ReadonlyArray<Span>): ReadonlyArray<ReadonlyArray<Span>> => {
  const sorted = [...pieces].sort((a, b) => a.y - b.y)
  const { groupOf, join } = makeGroups(sorted.length)
  const tallest = sorted.reduce((most, span) => Math.max(most, heightOf(span)), 0)
  for (const [index, a] of sorted.entries()) {
    for (let other = index + 1; other < sorted.length && sorted[other]!.y - a.y <= belowReach * tallest; other++) {
      const b = sorted[other]!
      const size = Math.max(a.size, b.size)
      const gap = Math.max(b.x0 - a.x1, a.x0 - b.x1)
      if (b.y - a.y <= belowReach * Math.max(heightOf(a), b.size) && gap <= besideReach * size) join(index, other)
    }
  }
  const groups = new Map<number, Array<Span>>()
  for (const [index, span] of sorted.entries()) {
    const own = groups.get(groupOf(index))
    if (own === undefined) groups.set(groupOf(index), [span])
    else own.push(span)
  }
  return [...groups.values()]
}

/** Brackets of TeX's font for tall signs hang down several lines. */
const heightOf = ({ font, size }: Span): number => (/^(?:cm|lm)ex/.test(font.family ?? "") ? 2.5 * size : size)

/** Whether the pieces stand on more than one line, not only by their indexes. */
const isTall = (group: ReadonlyArray<Span>): boolean => {
  const size = group.reduce((most, span) => Math.max(most, span.size), 0)
  const heights = group.map(({ y }) => y)
  return Math.max(...heights) - Math.min(...heights) > 0.7 * size
}

/** Whether words of a sentence stand beside the formula. */
const touchesWords = (group: ReadonlyArray<Span>, words: ReadonlyArray<Span>): boolean =>
  words.some(({ size, x0, x1, y }) =>
    group.some(
      (piece) =>
        Math.abs(piece.y - y) < 0.5 * size && Math.max(piece.x0 - x1, x0 - piece.x1) < 1.2 * Math.max(size, piece.size)
    )
  )

const displayOf = (group: ReadonlyArray<Span>, strokes: ReadonlyArray<Rule>): Span | undefined => {
  const tokens = tokensOf(group)
  if (tokens.length > maxTokens || !tokens.some(({ kind }) => kind === "variable")) return undefined
  if (!tokens.some(({ text }) => isRelation(text) || isLarge(text))) return undefined
  const size = tokens.reduce((most, token) => (isLarge(token.text) ? most : Math.max(most, token.size)), 0)
  const joined = withLimits(withFractions(tokens, strokes), size)
  const [last] = joined.slice(-1)
  // The full stop of the sentence that the formula ends.
  const ends = last !== undefined && /^[.,;]$/.test(last.text)
  const row = ends ? joined.slice(0, -1) : joined
  const math = mathOf(row)
  if (math === undefined) return undefined
  const main = row.filter((token) => token.size > 0.86 * size && token.isTall !== true)
  const [first] = main.length > 0 ? main : row
  const { artifact, font, markedId } = group[0]!
  return {
    text: tokens.map(({ text }) => text).join(""),
    math: ends ? `${math}<mo>${last.text}</mo>` : math,
    x0: group.reduce((least, { x0 }) => Math.min(least, x0), Infinity),
    x1: group.reduce((most, { x1 }) => Math.max(most, x1), -Infinity),
    y: first!.y,
    size,
    font: { ...font, bold: false, italic: false },
    artifact,
    markedId
  }
}

/** Fractions and roots as one token each, the innermost first. */
const withFractions = (tokens: ReadonlyArray<Token>, strokes: ReadonlyArray<Rule>): ReadonlyArray<Token> => {
  const x0 = tokens.reduce((least, token) => Math.min(least, token.x0), Infinity)
  const x1 = tokens.reduce((most, token) => Math.max(most, token.x1), -Infinity)
  const own = strokes
    .filter(({ from, to }) => from > x0 - 6 && to < x1 + 6 && to - from > 2)
    .toSorted((a, b) => a.to - a.from - (b.to - b.from))
  let rest = tokens
  for (const { at, from, to } of own.slice(0, maxStrokes)) {
    const inside = rest.filter((token) => token.x0 > from - 3 && token.x1 < to + 3)
    const near = (token: Token): boolean => Math.abs(token.y - at) < 2.2 * token.size
    const above = inside.filter((token) => token.y < at && near(token))
    const below = inside.filter((token) => token.y > at + 0.3 * token.size && near(token))
    if (below.length === 0) continue
    const root = rest.find(({ text, x1: end, y }) => text === "√" && Math.abs(end - from) < 3 && Math.abs(y - at) < 30)
    if (above.length === 0 && root === undefined) continue
    const [first] = below
    const lower = mathOf(below)
    const upper = root === undefined ? mathOf(above) : undefined
    if (lower === undefined || (root === undefined && upper === undefined)) continue
    const size = below.reduce((most, token) => Math.max(most, token.size), 0)
    const used = new Set(root === undefined ? [...above, ...below] : [root, ...below])
    const whole: Token = {
      ...first!,
      kind: "group",
      text: "",
      math: root === undefined ? `<mfrac>${upper}${lower}</mfrac>` : `<msqrt>${lower}</msqrt>`,
      x0: root?.x0 ?? from,
      x1: to,
      y: root === undefined ? at + 0.28 * size : first!.y,
      size
    }
    rest = [...rest.filter((token) => !used.has(token)), whole].toSorted((a, b) => a.x0 - b.x0)
  }
  return rest
}

const maxStrokes = 60

/** Sums, products and integrals as one token each with what stands below and above them. */
const withLimits = (tokens: ReadonlyArray<Token>, size: number): ReadonlyArray<Token> => {
  const larges = tokens.filter(({ text }) => isLarge(text))
  if (larges.length === 0) return tokens
  const groups = clustersOf(tokens.filter((token) => token.size < 0.86 * size && !isLarge(token.text)))
  const limits = new Map<Token, { below?: ReadonlyArray<Token>; above?: ReadonlyArray<Token> }>()
  const used = new Set<Token>()
  for (const group of groups) {
    const x0 = group[0]!.x0
    const x1 = group.reduce((most, token) => Math.max(most, token.x1), -Infinity)
    const { y } = group[0]!
    const owner = larges.find((large) => {
      const isSide = /^[∫∬∭∮]$/u.test(large.text)
      const off = y - large.y
      if (Math.abs(off) < 0.4 * large.size || Math.abs(off) > 1.4 * large.size) return false
      return isSide
        ? x0 > large.x0 - 2 && x0 < large.x1 + 0.6 * large.size
        : Math.abs((x0 + x1) / 2 - (large.x0 + large.x1) / 2) < 0.6 * (large.x1 - large.x0)
    })
    if (owner === undefined) continue
    const known = limits.get(owner) ?? {}
    if (y > owner.y ? known.below !== undefined : known.above !== undefined) continue
    limits.set(owner, y > owner.y ? { ...known, below: group } : { ...known, above: group })
    for (const token of group) used.add(token)
  }
  return tokens
    .filter((token) => !used.has(token))
    .map((token) => {
      const { above, below } = limits.get(token) ?? {}
      const lower = below === undefined ? undefined : mathOf(below)
      const upper = above === undefined ? undefined : mathOf(above)
      const sign = `<mo>${token.text}</mo>`
      if (lower !== undefined && upper !== undefined)
        return { ...token, math: `<munderover>${sign}${lower}${upper}</munderover>` }
      if (lower !== undefined) return { ...token, math: `<munder>${sign}${lower}</munder>` }
      return upper === undefined ? token : { ...token, math: `<mover>${sign}${upper}</mover>` }
    })
}

/** Small tokens that stand closely beside each other on about one height. */
const clustersOf = (tokens: ReadonlyArray<Token>): ReadonlyArray<ReadonlyArray<Token>> => {
  const groups: Array<Array<Token>> = []
  for (const token of tokens) {
    const group = groups.find((other) => {
      const before = other.at(-1)!
      return Math.abs(token.y - other[0]!.y) < 0.45 * other[0]!.size && token.x0 - before.x1 < 0.45 * other[0]!.size
    })
    if (group === undefined) groups.push([token])
    else group.push(token)
  }
  return groups
}
