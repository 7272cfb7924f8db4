/**
 * Characters that nobody sees and a model reads: letters of the tag block and of variation selectors, which spell a second
 * text; characters of no width; and overrides of the direction, which show a text in another order than it has.
 */
import type { Steps } from "../../support/steps.ts"

/** Tag characters that are not part of a flag (Unicode TR 51, ED-14a). */
const tags = /(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]{0,8})[\u{e0000}-\u{e007f}]+/gu
/** A character has one variation selector; a run of them is a text of bytes. */
const selectors = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{2,}/gu
/** Spaces and joiners of no width, the soft hyphen, and characters that show nothing; joiners of scripts and emoji stay. */
const noWidth =
  /(?:\u034f|[\u17b4\u17b5]|[\u00ad\u115f\u1160\u180e\u200b\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0])+|(?<=[\p{Script=Latin}\p{Script=Cyrillic}\d\s])[\u200c\u200d]+(?=[\p{Script=Latin}\p{Script=Cyrillic}\d\s\u200b-\u200d]|$)|[\u200b-\u200d]{4,}/gu
/** U+202D and U+202E: no language needs them in a text. */
const overrides = /[\u202d\u202e]/gu

const mayHave =
  /\u034f|[\u17b4\u17b5]|[\ufe00-\ufe0f]|[\u00ad\u115f\u1160\u180e\u200b-\u200d\u202d\u202e\u2060-\u206f\u3164\ufeff\uffa0]|[\u{e0000}-\u{e01ef}]/u

/** Characters of no width from which on they are a code and no accident. */
const minCode = 16

/** Characters between two pauses. */
const window = 16_384
const longestRun = 4096

export interface SeenText {
  /** The text as a reader sees it. */
  readonly text: string
  /** What the characters that were taken out spell; empty for a run that spells nothing. */
  readonly spelled: ReadonlyArray<string>
  /** Characters that were taken out. */
  readonly count: number
}

/** Most texts that are reported. */
const maxSpelled = 20

/** Takes unseen characters out of a text. Linear. */
export function* withoutUnseen(text: string): Steps<SeenText> {
  if (!mayHave.test(text)) return { text, spelled: [], count: 0 }
  const pieces: Array<string> = []
  const spelled: Array<string> = []
  let count = 0
  for (let from = 0; from < text.length;) {
    let to = Math.min(text.length, from + window)
    // A run stays whole, unless it is longer than any that means something.
    for (const last = to + longestRun; to < Math.min(text.length, last) && mayHave.test(text.slice(to - 2, to + 2));)
      to++
    const piece = withoutUnseenIn(text.slice(from, to))
    pieces.push(piece.text)
    spelled.push(...piece.spelled.slice(0, maxSpelled - spelled.length))
    count += piece.count
    from = to
    yield
  }
  return { text: pieces.join(""), spelled, count }
}

const withoutUnseenIn = (text: string): SeenText => {
  const spelled: Array<string> = []
  let count = 0
  const take = (run: string, words: string, isCode: boolean): string => {
    count += run.length
    if (isCode && spelled.length < maxSpelled) spelled.push(words)
    return ""
  }
  const seen = text
    .replace(tags, (run) => {
      const words = asciiOf(run)
      return take(run, words, words.length > 2)
    })
    .replace(selectors, (run) => {
      const bytes = [...run].map((one) => selectorByte(one.codePointAt(0)!))
      const words = new TextDecoder().decode(Uint8Array.from(bytes))
      return bytes.length < 4 ? run : take(run, isWritten(words) ? words : "", true)
    })
    .replace(noWidth, (run) => take(run, "", run.length >= minCode))
    .replace(overrides, (run) => take(run, "", false))
  return { text: seen, spelled, count }
}

const asciiOf = (run: string): string =>
  [...run]
    .map((one) => one.codePointAt(0)! - 0xe0000)
    .filter((code) => code >= 32 && code < 127)
    .map((code) => String.fromCharCode(code))
    .join("")

const selectorByte = (code: number): number => (code < 0xe0000 ? code - 0xfe00 : code - 0xe0100 + 16)

/** Whether nine of ten characters are letters, digits, spaces and signs of sentences. */
export const isWritten = (text: string): boolean => {
  const plain = text.match(/[\p{L}\p{N}\p{P}\p{Zs}\n]/gu)?.length ?? 0
  return plain > 3 && plain >= 0.9 * [...text].length
}
