/**
 * Writes text of a page so that it reads the same in Markdown, with as few backslashes as that takes.
 *
 * A character is escaped only where a CommonMark or GFM parser would take it for markup: `snake_case` stays, `_word_`
 * does not; a lone `*` stays, a pair does not; `1.` is escaped at the start of a line and nowhere else. Text that looks
 * like a web address is left alone.
 */
import type { Chars } from "./Chars.ts"
import {
  isAlphanumeric,
  isAsciiPunctuation,
  isPerhapsPunctuation,
  isUnicodeSpace,
  Trait,
  traits
} from "./characters.ts"
import type { Run } from "./Run.ts"
import type { Surroundings } from "./Surroundings.ts"

/** True when a run of delimiters between two characters can open or close (CommonMark 6.2; GFM strikethrough alike). */
const isActive = (code: number, before: number, after: number): boolean => {
  const spaceBefore = isUnicodeSpace(before)
  const spaceAfter = isUnicodeSpace(after)
  if (code !== 95) return !spaceBefore || !spaceAfter
  if (spaceBefore && spaceAfter) return false
  return spaceBefore || spaceAfter || isPerhapsPunctuation(before) || isPerhapsPunctuation(after)
}

const isBlank = (code: number): boolean => code === 32 || code === 9 || code === 10 || code === 60

const wordStart = (chars: ArrayLike<number>, at: number, from: number): number => {
  let start = at
  while (start > from && !isBlank(chars[start - 1]!)) start--
  return start
}

const wordEnd = (chars: ArrayLike<number>, at: number, to: number): number => {
  let end = at
  while (end < to && !isBlank(chars[end]!)) end++
  return end
}

/** Where a web address begins in a word as GFM finds it: at its start or behind a sign of markup; -1 without one. */
const addressIn = (chars: ArrayLike<number>, from: number, to: number): number => {
  for (let at = from; at + 4 < to; at++) {
    const isFirst =
      at === from || chars[at - 1] === 40 || chars[at - 1] === 42 || chars[at - 1] === 95 || chars[at - 1] === 126
    if (
      isFirst &&
      (startsWith(chars, at, to, "https://") ||
        startsWith(chars, at, to, "http://") ||
        startsWith(chars, at, to, "www."))
    )
      return at
  }
  return -1
}

const startsWith = (chars: ArrayLike<number>, at: number, to: number, prefix: string): boolean => {
  if (at + prefix.length > to) return false
  for (let i = 0; i < prefix.length; i++) if (chars[at + i] !== prefix.charCodeAt(i)) return false
  return true
}

/**
 * The end of an address without the signs behind it that GFM takes for none of it (GFM 6.9). Marks of emphasis are such
 * too, but close nothing where the block has no markup.
 */
const trimmed = (chars: ArrayLike<number>, from: number, to: number, hasMarkup: boolean): number => {
  const behind = hasMarkup ? /[?!.,:"')*_~]/ : /[?!.,:"')]/
  let end = to
  while (end > from && behind.test(String.fromCharCode(chars[end - 1]!))) end--
  return end
}

/** Writes part of a run in which `Surroundings` found something; `next` is the character written after the part. */
export const pushEscaped = (
  out: Chars,
  run: Run,
  from: number,
  to: number,
  next: number,
  inLink: boolean,
  around: Surroundings
): void => {
  const { chars } = run
  let i = from
  // The typed address in the word that was looked at last, which ends at `seenTo`.
  let seenTo = from
  let addressFrom = -1
  let addressTo = -1
  while (i < to) {
    const code = chars[i]!
    if (code >= 128 || (traits[code]! & Trait.special) === 0) {
      out.push(code)
      i++
      continue
    }
    const after = i + 1 < to ? chars[i + 1]! : next
    switch (code) {
      case 42: // *
      case 95: // _
      case 126: // ~
      case 96: {
        // `
        let end = i + 1
        while (end < to && chars[end] === code) end++
        const beyond = end < to ? chars[end]! : next
        const before = i > from ? chars[i - 1]! : out.last()
        if (code !== 96 && i >= seenTo) {
          seenTo = wordEnd(chars, i, to)
          addressFrom = addressIn(chars, Math.max(from, wordStart(chars, i, from)), seenTo)
          addressTo = addressFrom < 0 ? -1 : trimmed(chars, addressFrom, seenTo, run.marks > 0)
        }
        const isAddress = code !== 96 && i > addressFrom && i < addressTo
        const escape =
          !isAddress &&
          (code === 96
            ? around.backticks
            : code === 42
              ? around.stars && isActive(code, before, beyond)
              : code === 95
                ? around.underscores && isActive(code, before, beyond)
                : around.tildes && isActive(code, before, beyond))
        for (; i < end; i++) {
          if (escape) out.push(92)
          out.push(code)
        }
        continue
      }
      case 92: // \
        if (isAsciiPunctuation(after)) out.push(92)
        break
      case 91: // [
        if (inLink || after === 94) out.push(92)
        break
      case 93: // ]
        if (inLink || after === 40 || (around.bracketed && after === 58)) out.push(92)
        break
      case 60: // <
        if (around.tags && (isLetter(after) || after === 47 || after === 33 || after === 63)) {
          // Older Markdown takes \< for a backslash before a tag.
          out.pushString("&lt;")
          i++
          continue
        }
        break
      case 38: // &
        if (isReference(chars, i, to)) out.push(92)
        break
      case 33: // ! before a link
        if (i + 1 === to && next === 91) out.push(92)
        break
      case 124: // |
        if (around.pipes) out.push(92)
        break
      case 35: // #
        if (i === around.closing) out.push(92)
        break
      case 36: // $
        if (around.dollars) out.push(92)
        break
    }
    out.push(code)
    i++
  }
}

const isLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122

/** True when `&` starts what could be a character reference. */
const isReference = (chars: Uint16Array, at: number, end: number): boolean => {
  const limit = Math.min(end, at + 34)
  let i = at + 1
  if (i < limit && chars[i] === 35) {
    i++
    if (i < limit && (chars[i]! | 32) === 120) i++
  }
  const start = i
  while (i < limit && isAlphanumeric(chars[i]!)) i++
  return i > start && i < limit && chars[i] === 59
}

/**
 * Where a line that starts at `from` needs an escape so that it does not become a block of another kind: the index of the
 * character to escape, or -1. `to` is the end of the text known to follow; `open` says that more follows on the line.
 * `continued` is true below a line of the same paragraph, `inItem` behind the marker of a list item.
 */
export const lineStartEscape = (
  chars: Uint16Array,
  from: number,
  to: number,
  open: boolean,
  continued: boolean,
  inItem: boolean
): number => {
  const code = chars[from]!
  if (code >= 128) return -1
  if (code >= 48 && code <= 57) return orderedMarker(chars, from, to, open)
  switch (code) {
    case 35: {
      // #
      let i = from + 1
      while (i < to && i < from + 7 && chars[i] === 35) i++
      return i - from <= 6 && endsWord(chars, i, to, open) ? from : -1
    }
    case 62: // >
      return from
    case 42: // *
    case 43: // +
    case 45: // -
      if (endsWord(chars, from + 1, to, open)) return from
      if (code === 43 || open) return -1
      if (isOnly(chars, from, to, code, inItem || (continued && code === 45) ? 1 : 3)) return from
      return code === 45 && continued && isDelimiterRow(chars, from, to) ? from : -1
    case 95: // _
      return !open && isOnly(chars, from, to, 95, 3) ? from : -1
    case 61: // =
      return continued && !open && isOnly(chars, from, to, 61, 1) ? from : -1
    case 58: // :
    case 124: // |
      return continued && !open && isDelimiterRow(chars, from, to) ? from : -1
    case 96: // `
    case 126: // ~
      return from + 2 < to && chars[from + 1] === code && chars[from + 2] === code ? from : -1
    case 60: // <
      return from + 1 < to &&
        (isLetter(chars[from + 1]!) || chars[from + 1] === 47 || chars[from + 1] === 33 || chars[from + 1] === 63)
        ? from
        : -1
    default:
      return -1
  }
}

/** A row of dashes, colons and pipes would make a table of the line above. */
const isDelimiterRow = (chars: Uint16Array, from: number, to: number): boolean => {
  for (let i = from; i < to; i++) {
    const code = chars[i]!
    if (code !== 45 && code !== 58 && code !== 124 && code !== 32) return false
  }
  return true
}

const endsWord = (chars: Uint16Array, at: number, to: number, open: boolean): boolean =>
  at < to ? chars[at] === 32 : !open

const orderedMarker = (chars: Uint16Array, from: number, to: number, open: boolean): number => {
  let i = from
  while (i < to && i < from + 10 && chars[i]! >= 48 && chars[i]! <= 57) i++
  if (i - from > 9 || i >= to || (chars[i] !== 46 && chars[i] !== 41)) return -1
  return endsWord(chars, i + 1, to, open) ? i : -1
}

/** True when the line consists of one character, `least` times or more, and spaces. */
const isOnly = (chars: Uint16Array, from: number, to: number, code: number, least: number): boolean => {
  let count = 0
  for (let i = from; i < to; i++) {
    if (chars[i] === code) count++
    else if (chars[i] !== 32) return false
  }
  return count >= least
}

/** Escapes a string that stands inside brackets: the description of an image, the text of a made link. */
export const escapeLabel = (text: string): string =>
  /[\\`*_[\]<&~|!$]/.test(text)
    ? text.replace(/[\\`*[\]<]|&(?=#?\w+;)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|~(?=~)/gu, "\\$&")
    : text

/** Escapes the title of a link or image, which stands between double quotes. */
export const escapeTitle = (text: string): string => text.replace(/["\\]|&(?=#?\w+;)/g, "\\$&")
