/**
 * Matches one path pattern of robots.txt (RFC 9309 §2.2.2 and §2.2.3).
 *
 * Patterns are compared piece by piece between their wildcards, left to right,
 * and never go back. Time is linear in the path and the pattern.
 */

export interface PathPattern {
  /** Text between the wildcards; the first piece is anchored to the start of the path. */
  readonly pieces: ReadonlyArray<string>
  /** Whether the last piece must end the path. */
  readonly toEnd: boolean
  /** Longer patterns win (RFC 9309 §2.2.2). */
  readonly length: number
}

export const parsePattern = (written: string): PathPattern => {
  const toEnd = written.endsWith("$")
  const pattern = canonicalPath(toEnd ? written.slice(0, -1) : written).replaceAll("$", "%24")
  return { pieces: pattern.split("*"), toEnd, length: pattern.length + (toEnd ? 1 : 0) }
}

/** The form in which paths are compared with patterns. Literal `*` and `$` are escaped (RFC 9309 §2.2.3). */
export const canonicalSubject = (path: string): string =>
  canonicalPath(path).replace(/[*$]/g, (character) => (character === "*" ? "%2A" : "%24"))

/**
 * One spelling for each address: printable ASCII stands for itself, all else is escaped as UTF-8.
 * Escapes stay where the character would mean something else: `/` in a path, `?`, `#`, `%`, the
 * separators of a query, and the wildcards of patterns.
 */
const canonicalPath = (path: string): string => {
  const escaped = path.replace(/[^\u0021-\u007E]+/gu, (text) => encodeURIComponent(text.toWellFormed()))
  if (!escaped.includes("%")) return escaped
  const query = escaped.indexOf("?")
  return escaped.replace(/%[0-9a-f]{2}/gi, (escape, at: number) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
    if (character === "/" && query >= 0 && at > query) return character
    return /[!-~]/.test(character) && !"/?#%&=+*$".includes(character) ? character : escape.toUpperCase()
  })
}

export const matchesPath = ({ pieces, toEnd }: PathPattern, path: string): boolean => {
  const first = pieces[0]!
  if (!path.startsWith(first)) return false
  if (pieces.length === 1) return !toEnd || path.length === first.length
  let from = first.length
  for (let index = 1; index < pieces.length - 1; index++) {
    const at = indexOf(path, pieces[index]!, from)
    if (at < 0) return false
    from = at + pieces[index]!.length
  }
  const last = pieces.at(-1)!
  if (!toEnd) return indexOf(path, last, from) >= 0
  return path.length - last.length >= from && path.endsWith(last)
}

/** Below this length the engine's own search is linear enough; above it costs path times piece. */
const maxPlainSearch = 16

const indexOf = (text: string, piece: string, from: number): number => {
  if (piece.length <= maxPlainSearch) return text.indexOf(piece, from)
  if (text.length - from < piece.length) return -1
  // Knuth, Morris and Pratt: how much of the piece still matches after a mismatch.
  const borders = new Uint32Array(piece.length)
  for (let index = 1, border = 0; index < piece.length; index++) {
    while (border > 0 && piece.charCodeAt(index) !== piece.charCodeAt(border)) border = borders[border - 1]!
    if (piece.charCodeAt(index) === piece.charCodeAt(border)) border++
    borders[index] = border
  }
  for (let index = from, matched = 0; index < text.length; index++) {
    while (matched > 0 && text.charCodeAt(index) !== piece.charCodeAt(matched)) matched = borders[matched - 1]!
    if (text.charCodeAt(index) === piece.charCodeAt(matched)) matched++
    if (matched === piece.length) return index - matched + 1
  }
  return -1
}
