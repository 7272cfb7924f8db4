/** Long texts in pieces that are short enough to be read in one go, cut where a reader would pause. */

/** Longest piece, in characters. */
export const pieceLength = 16_384

/** Ends of sentences that need no rules of a language to be seen. */
const stops = [". ", "! ", "? ", "… ", "。", "！", "？", "।", "؟"] as const

/**
 * Ends of the pieces of a range, ascending, the last being its end: after a
 * line, else a sentence, else a word, else anywhere but in a pair of surrogates.
 */
export function* pieceEnds(text: string, start: number, end: number, most = pieceLength): Generator<number> {
  let at = start
  while (end - at > most) {
    at += cutOf(text.slice(at, at + most))
    yield at
  }
  yield end
}

const cutOf = (window: string): number => {
  const line = window.lastIndexOf("\n") + 1
  if (line > 0) return line
  const sentence = Math.max(...stops.map((stop) => afterLast(window, stop)))
  if (sentence > 0) return sentence
  const word = window.lastIndexOf(" ") + 1
  if (word > 0) return word
  const last = window.charCodeAt(window.length - 1)
  return last >= 0xd800 && last <= 0xdbff ? window.length - 1 : window.length
}

const afterLast = (window: string, stop: string): number => {
  const at = window.lastIndexOf(stop)
  return at < 0 ? 0 : at + stop.length
}
