/**
 * Text as it is compared: lower case, without marks, one apostrophe and one
 * space, so that `Páginas`, `paginas` and `PÁGINAS` are one word. It keeps where
 * each character came from, to quote the caller's own words.
 */
export interface Folded {
  readonly text: string
  /** The caller's words between two places of `text`. */
  readonly original: (from: number, to: number) => string
}

const written: Readonly<Record<string, string>> = {
  ß: "ss",
  œ: "oe",
  æ: "ae",
  "’": "'",
  "‘": "'",
  "`": "'",
  "“": '"',
  "”": '"',
  "„": '"',
  "«": '"',
  "»": '"',
  "–": "-",
  "—": ",",
  "‑": "-"
}

export const fold = (input: string): Folded => {
  const source = input.normalize("NFC")
  const places: Array<number> = []
  let text = ""
  let at = 0
  for (const character of source) {
    const lower = character.toLowerCase()
    const plain = written[lower] ?? (/[\s\p{Cc}]/u.test(lower) && lower !== "\n" ? " " : withoutMarks(lower))
    for (let index = 0; index < plain.length; index++) places.push(at)
    text += plain
    at += character.length
  }
  places.push(source.length)
  return { text, original: (from, to) => source.slice(places[from], places[to]) }
}

const withoutMarks = (character: string): string =>
  character < "\u0080" ? character : character.normalize("NFD").replace(/\p{M}+/gu, "")
