/** Text compared with a number of edits allowed, and what of it says nothing about a reader. */

/** Where a text was found, in UTF-16 code units. */
export interface Match {
  readonly end: number
}

/**
 * Every end at which `wanted` stands in `text` with that many insertions, deletions and replacements at most (Sellers 1980):
 * time grows with the product of both lengths.
 */
export const findNear = (wanted: string, text: string, maxEdits: number): ReadonlyArray<Match> => {
  if (maxEdits === 0) {
    const found: Array<Match> = []
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1))
      found.push({ end: at + wanted.length })
    return found
  }
  const length = wanted.length
  let before = Uint32Array.from({ length: length + 1 }, (_, index) => index)
  let row = new Uint32Array(length + 1)
  const found: Array<Match> = []
  for (let at = 0; at < text.length; at++) {
    row[0] = 0
    for (let index = 1; index <= length; index++) {
      const same = wanted.charCodeAt(index - 1) === text.charCodeAt(at) ? 0 : 1
      row[index] = Math.min(before[index - 1]! + same, before[index]! + 1, row[index - 1]! + 1)
    }
    if (row[length]! <= maxEdits) found.push({ end: at + 1 })
    ;[before, row] = [row, before]
  }
  return found
}

/** Insertions, deletions and replacements that turn one text into the other. */
export const distance = (a: string, b: string): number => {
  let before = Uint32Array.from({ length: b.length + 1 }, (_, index) => index)
  let row = new Uint32Array(b.length + 1)
  for (let at = 1; at <= a.length; at++) {
    row[0] = at
    for (let index = 1; index <= b.length; index++) {
      const same = a.charCodeAt(at - 1) === b.charCodeAt(index - 1) ? 0 : 1
      row[index] = Math.min(before[index - 1]! + same, before[index]! + 1, row[index - 1]! + 1)
    }
    ;[before, row] = [row, before]
  }
  return before[b.length]!
}

const alike: Readonly<Record<string, string>> = {
  "‘": "'",
  "’": "'",
  "‚": "'",
  "“": '"',
  "”": '"',
  "„": '"',
  "＿": "_",
  "–": "-",
  "—": "-",
  "‑": "-",
  "‒": "-",
  "−": "-",
  "\u00b5": "\u03bc"
}

/** Markdown without bold, italics and line breaks, its quotes and hyphens those of ASCII, composed (NFC). */
export const comparable = (markdown: string): string =>
  markdown
    .replaceAll(/<br\s*\/?>/g, " ")
    .replaceAll(/<\/?[bi]>/g, "")
    .replaceAll(/(\*\*|__)(.*?)\1/g, "$2")
    .replaceAll(/(\*|_)(.*?)\1/g, "$2")
    .replaceAll(/\s+/g, " ")
    .normalize("NFC")
    .replaceAll(/[‘’‚“”„＿–—‑‒−\u00b5]/g, (sign) => alike[sign] ?? sign)
