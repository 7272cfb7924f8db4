/**
 * Tokens of a formula to MathML by their places: what is smaller and stands higher or lower belongs to the sign before it, in
 * the same way for what belongs to that.
 */
import { escapeText } from "../../markup/html.ts"
import { isLarge, type Token } from "./mathTokens.ts"

/** Of the larger size, the size of an index at most. */
const small = 0.86
/** Levels of indexes; deeper ones are no formula. */
const deepest = 4

/** The MathML of tokens from left to right; nothing where their places say no formula. */
export const mathOf = (tokens: ReadonlyArray<Token>, depth = 0): string | undefined => {
  if (depth > deepest || tokens.length === 0) return undefined
  const size = tokens.reduce((most, token) => (isLarge(token.text) ? most : Math.max(most, token.size)), 0)
  const large = tokens.reduce((most, token) => Math.max(most, token.size), 0)
  const rowSize = size > 0 ? size : large
  const usual = baselineOf(tokens, rowSize)
  // The smallest type of a formula is that of the index of an index too: there the first sign stands on the row.
  const base = depth > 0 && !isOnRow(tokens[0]!, usual, rowSize) ? tokens[0]!.y : usual
  const parts: Array<string> = []
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at]!
    if (!isOnRow(token, base, rowSize)) return undefined
    let end = at + 1
    while (end < tokens.length && !isOnRow(tokens[end]!, base, rowSize)) end++
    const scripts = scriptsOf(tokens.slice(at + 1, end), base, token, depth)
    if (scripts === undefined) return undefined
    const nucleus = element(token)
    const below = scripts.below.length === 0 ? undefined : mathOf(scripts.below, depth + 1)
    const above = scripts.above.length === 0 ? undefined : mathOf(scripts.above, depth + 1)
    if ((scripts.below.length > 0 && below === undefined) || (scripts.above.length > 0 && above === undefined))
      return undefined
    parts.push(
      below !== undefined && above !== undefined
        ? `<msubsup>${nucleus}${below}${above}</msubsup>`
        : below !== undefined
          ? `<msub>${nucleus}${below}</msub>`
          : above !== undefined
            ? `<msup>${nucleus}${above}</msup>`
            : nucleus
    )
    at = end
  }
  return parts.length === 1 ? parts[0]! : `<mrow>${parts.join("")}</mrow>`
}

/** The height at which most tokens of the row's size stand. */
const baselineOf = (tokens: ReadonlyArray<Token>, size: number): number => {
  const heights = tokens
    .filter(
      (token) => token.size > small * size && !isLarge(token.text) && token.isTall !== true && token.kind !== "group"
    )
    .map(({ y }) => y)
    .toSorted((a, b) => a - b)
  return heights[heights.length >> 1] ?? tokens[0]!.y
}

const isOnRow = ({ isTall, kind, size, text, y }: Token, base: number, rowSize: number): boolean =>
  isTall === true
    ? Math.abs(y - base) < 3 * rowSize
    : kind === "group"
      ? Math.abs(y - base) < 0.45 * rowSize
      : isLarge(text)
        ? Math.abs(y - base) < 0.4 * size && size > small * rowSize
        : size > small * rowSize && Math.abs(y - base) < 0.12 * rowSize

interface Scripts {
  readonly above: ReadonlyArray<Token>
  readonly below: ReadonlyArray<Token>
}

/** Indexes and powers; what is smaller than the one before it is an index of that. */
const scriptsOf = (tokens: ReadonlyArray<Token>, base: number, nucleus: Token, depth: number): Scripts | undefined => {
  const above: Array<Token> = []
  const below: Array<Token> = []
  const reach = isLarge(nucleus.text) ? 1.6 : 0.8
  let last: Array<Token> | undefined
  for (const token of tokens) {
    const off = token.y - base
    const before = last?.[0]
    if (
      Math.abs(off) > reach * nucleus.size ||
      (depth === 0 && token.size > 0.95 * nucleus.size && !isLarge(nucleus.text))
    )
      return undefined
    const isInner =
      before !== undefined && token.size < small * before.size && token.x0 - last!.at(-1)!.x1 < 0.3 * before.size
    if (isInner) {
      last!.push(token)
      continue
    }
    if (Math.abs(off) < 0.03 * nucleus.size) return undefined
    last = off < 0 ? above : below
    last.push(token)
  }
  return { above, below }
}

/** Letters that Unicode has for formulas alone are those of the alphabet, but for the ones that name sets. */
const isBoldLetter = (text: string): boolean =>
  /[\u{1d400}-\u{1d433}\u{1d468}-\u{1d49b}\u{1d6a8}-\u{1d6e1}]/u.test(text)
const plainLetter = (text: string): string =>
  /[\u{1d400}-\u{1d537}\u{1d56c}-\u{1d7ff}]/u.test(text) ? text.normalize("NFKC") : text

const element = ({ bold: isBold, kind, math, over, text: written }: Token): string => {
  if (math !== undefined) return math
  const text = plainLetter(written)
  const bold = isBold || isBoldLetter(written)
  if (kind === "number") return `<mn>${text}</mn>`
  if (kind === "sign") return `<mo>${escapeText(text)}</mo>`
  if (kind !== "variable" && !(bold && text.length === 1)) return `<mi>${text}</mi>`
  const letter = `<mi${bold ? ' mathvariant="bold"' : ""}>${escapeText(text)}</mi>`
  return over === undefined ? letter : `<mover>${letter}<mo>${escapeText(over.text)}</mo></mover>`
}
