/** Compares what was read with what a person reads. */
export interface Label {
  /** Days of publication, any of which is right: time zones differ. `null` where none is right as well. */
  readonly dates: ReadonlyArray<string | null>
  /** Names of all authors, other spellings among them. `null` where none is right as well. */
  readonly authors: ReadonlyArray<string | null>
}

export type Verdict = "right" | "wrong" | "missing"

const plain = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]+/gu, "")
    .toLowerCase()

export const judge = (
  label: Label,
  found: { readonly publishedTime?: string; readonly author?: string }
): { readonly date: Verdict; readonly author: Verdict } => ({
  date: verdict(label.dates, found.publishedTime, (date) =>
    label.dates.some((day) => day !== null && date.startsWith(day))
  ),
  author: verdict(label.authors, found.author, (authors) => {
    const known = new Set(label.authors.flatMap((name) => (name === null ? [] : [plain(name)])))
    return authors.split(", ").every((name) => known.has(plain(name)))
  })
})

const verdict = (
  wanted: ReadonlyArray<string | null>,
  found: string | undefined,
  isRight: (found: string) => boolean
): Verdict => {
  if (found !== undefined) return isRight(found) ? "right" : "wrong"
  return wanted.length === 0 || wanted.includes(null) ? "right" : "missing"
}

export interface Score {
  readonly labelled: number
  readonly right: number
  readonly wrong: number
  readonly total: number
}

/** Right of the pages that give a value; wrong of all pages, those that give none among them. */
export const score = (results: ReadonlyArray<readonly [ReadonlyArray<string | null>, Verdict]>): Score => {
  const labelled = results.filter(([wanted]) => wanted.some((value) => value !== null) && !wanted.includes(null))
  return {
    labelled: labelled.length,
    right: labelled.filter(([, verdict]) => verdict === "right").length,
    wrong: results.filter(([, verdict]) => verdict === "wrong").length,
    total: results.length
  }
}

export const share = (part: number, whole: number): string =>
  whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`
