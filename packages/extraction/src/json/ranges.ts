/**
 * The ends of a range that a page writes in one text: `48.000 – 56.000 € pro Jahr`, `$82k to $97k`, `月給 25万円～32万円`.
 * A property such as `salaryMin` asks for one of them.
 */

/** Which property's text has the end that a meaning asks for. */
export const rangeEnds: Readonly<Record<string, { readonly of: string; readonly end: 0 | 1 }>> = {
  "salary min": { of: "salary", end: 0 },
  "salary max": { of: "salary", end: 1 },
  "low price": { of: "price", end: 0 },
  "high price": { of: "price", end: 1 }
}

const currency = String.raw`(?:\p{Sc}|[A-Z]{3}|[A-Z]{1,2}\$|Fr\.|kr\.?|zł|Kč|円|元|원|руб\.?)`
const figure = String.raw`(\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?)(?![.,]?\d)`
const unit = String.raw`\s?(k|K|T€|Tsd\.?|mil|тыс\.?|万|萬)?`
const range = new RegExp(
  String.raw`${currency}?\s?${figure}${unit}\s?${currency}?\s*(?:[-–—~〜～−]|\bto\b|\band\b|\bbis\b|\bund\b|\bà\b|\bet\b|\ba\b|\by\b|\bal?\b|\btot\b|\bdo\b|\btill\b|\btil\b|до|から)\s*${currency}?\s?${figure}${unit}`,
  "gu"
)
const longest = 200

/** How many of the figure each unit stands for. */
const factorOf = (unit: string | undefined): number => (unit === undefined ? 1 : /[万萬]/.test(unit) ? 10_000 : 1_000)

export interface Range {
  /** The figures of the lower and the upper end as they are written. */
  readonly figures: readonly [string, string]
  readonly factors: readonly [number, number]
}

/** The one range in a text; undefined when there is none, or there are several. */
export const rangeIn = (text: string): Range | undefined => {
  if (text.length > longest) return undefined
  // `à` is no letter to `\b` without the flag for it, so the words get blanks around them.
  const found = [...text.replaceAll(/\s(à|до)\s/gu, " – ").matchAll(range)]
  if (found.length !== 1) return undefined
  const [, low, lowUnit, high, highUnit] = found[0]!
  // `50–60k` is in thousands at both ends.
  const factors = [factorOf(lowUnit ?? highUnit), factorOf(highUnit)] as const
  return { figures: [low!, high!], factors }
}
