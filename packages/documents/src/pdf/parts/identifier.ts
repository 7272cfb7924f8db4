/**
 * Whether a line has an identifier that a reader needs to write, call, pay or look something up: an address of mail, or the
 * digits of a phone, an account, a register, a postal code, a DOI. Years, dates, volumes and ranges of pages are none.
 */
export const hasIdentifier = (text: string): boolean =>
  /[^\s@]@[^\s@]/.test(text) || [...text.matchAll(numbers)].some(([number]) => isIdentifier(number))

/** Groups of digits with blanks, dots, strokes and brackets between them. */
const numbers = /\+?\d+(?:[ \u00a0.,/()–-]{1,3}\d+)*/g

/** Digits of the shortest identifier: in one group, as postal codes have them, and in several. */
const minWhole = 5
const minParted = 7
/** Pages of a range. */
const maxPages = 300

const isIdentifier = (number: string): boolean => {
  if (number.startsWith("+")) return true
  const groups = number.match(/\d+/g) ?? []
  if (groups.some((group) => group.length >= minWhole)) return true
  const isMoney = /^\d{1,3}(?:[.,]\d{3})*(?:[.,]\d{1,2})?$/.test(number)
  return groups.join("").length >= minParted && !isMoney && !isDate(number) && !isRange(groups) && !isVolume(number)
}

const isYear = (group: string): boolean => /^(?:19|20)\d\d$/.test(group)

const isDate = (number: string): boolean => /^\d{1,4}([./-]) ?\d{1,2}\1 ?\d{1,4}$/.test(number)

const isRange = (groups: ReadonlyArray<string>): boolean => {
  const [from, to] = groups.map(Number)
  if (groups.length !== 2) return false
  return groups.every(isYear) || (to! > from! && to! - from! < maxPages)
}

/** A volume, its year and the pages: no group is longer than a year, and one is a year. */
const isVolume = (number: string): boolean => {
  const groups = number.match(/\d+/g) ?? []
  return groups.some(isYear) && groups.length <= 4 && /[ ()]/.test(number)
}
