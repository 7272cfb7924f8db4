/**
 * Candidates of a `srcset` (HTML, 4.8.4.3.8 "Parsing a srcset attribute"): addresses may hold commas, descriptors may be
 * missing, and data URIs hold both.
 */
import { type Codes, codesOf } from "../tree/codes.ts"
import { isSpace } from "../tree/token.ts"

/** The address of the largest candidate, by width or density, the first of equals; undefined when there is none. */
export const largestCandidate = (srcset: string): string | undefined => {
  const { length } = srcset
  const codes = codesOf(srcset)
  let from = 0
  let to = 0
  let most = -1
  let at = 0
  for (;;) {
    while (at < length && (isSpace(codes[at]!) || codes[at] === 44)) at++
    if (at >= length) return most < 0 ? undefined : srcset.slice(from, to)
    const start = at
    while (at < length && !isSpace(codes[at]!)) at++
    let end = at
    while (end > start && codes[end - 1] === 44) end--
    let size = unsized
    if (end === at) {
      at = descriptorsEnd(codes, end, length)
      size = sizeIn(codes, end, at) ?? sizeOf(srcset.slice(end, at))
    }
    if (size <= most) continue
    most = size
    from = start
    to = end
  }
}

/** The size of a candidate without descriptor: 1x. Densities count a thousandfold, so that they differ from widths. */
const unsized = 1_000

const descriptorsEnd = (codes: Codes, from: number, length: number): number => {
  // Parentheses are reserved: a comma inside does not end the candidate.
  let depth = 0
  let at = from
  while (at < length && (depth > 0 || codes[at] !== 44)) {
    const code = codes[at++]!
    if (code === 40) depth++
    else if (code === 41 && depth > 0) depth--
  }
  return at
}

/** The size where it is a whole number and nothing else, as nearly everywhere; undefined otherwise. */
const sizeIn = (codes: Codes, from: number, to: number): number | undefined => {
  let at = from
  while (at < to && codes[at] === 32) at++
  const first = at
  let size = 0
  while (at < to && at - first < 9 && codes[at]! >= 48 && codes[at]! <= 57) size = 10 * size + codes[at++]! - 48
  if (at === first || at + 1 !== to) return undefined
  return codes[at] === 119 ? size : codes[at] === 120 ? size * 1_000 : undefined
}

const sizeOf = (descriptors: string): number => {
  const parts = /(?:^|\s)(\d+(?:\.\d+)?)([wx])(?=\s|$)/.exec(descriptors.slice(0, 100))
  if (parts === null) return unsized
  return parts[2] === "w" ? Number(parts[1]) : Number(parts[1]) * 1_000
}
