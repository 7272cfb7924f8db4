/**
 * Candidates of a `srcset` (HTML, 4.8.4.3.8 "Parsing a srcset attribute"): addresses may hold commas, descriptors may be
 * missing, and data URIs hold both.
 */
import { isSpace } from "./token.ts"

export interface Candidate {
  readonly url: string
  /** Width in pixels, or pixel density times 1,000 so that the two can be told apart; 1,000 (1x) without descriptor. */
  readonly size: number
}

export const candidates = (srcset: string): ReadonlyArray<Candidate> => {
  const found: Array<Candidate> = []
  const { length } = srcset
  let at = 0
  for (;;) {
    while (at < length && (isSpace(srcset.charCodeAt(at)) || srcset.charCodeAt(at) === 44)) at++
    if (at >= length) return found
    const start = at
    while (at < length && !isSpace(srcset.charCodeAt(at))) at++
    let end = at
    while (end > start && srcset.charCodeAt(end - 1) === 44) end--
    let descriptors = ""
    if (end === at) {
      const from = at
      // Parentheses are reserved: a comma inside does not end the candidate.
      let depth = 0
      while (at < length && (depth > 0 || srcset.charCodeAt(at) !== 44)) {
        const code = srcset.charCodeAt(at++)
        if (code === 40) depth++
        else if (code === 41 && depth > 0) depth--
      }
      descriptors = srcset.slice(from, at)
    }
    found.push({ url: srcset.slice(start, end), size: sizeOf(descriptors) })
  }
}

/** The address of the largest candidate, the first of equals; undefined when there is none. */
export const largestCandidate = (srcset: string): string | undefined => {
  let best: Candidate | undefined
  for (const candidate of candidates(srcset)) if (best === undefined || candidate.size > best.size) best = candidate
  return best?.url
}

const sizeOf = (descriptors: string): number => {
  const parts = /(?:^|\s)(\d+(?:\.\d+)?)([wx])(?=\s|$)/.exec(descriptors.slice(0, 100))
  if (parts === null) return 1_000
  return parts[2] === "w" ? Number(parts[1]) : Number(parts[1]) * 1_000
}
