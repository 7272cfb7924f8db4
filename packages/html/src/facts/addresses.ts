/**
 * Postal addresses as letters have them: lines of which one holds the postal code and the town, with the street above and
 * perhaps the country below. A line with the legal form of a firm is the firm, and no part of its address.
 *
 * The forms of postal codes are those of the Universal Postal Union's country sheets.
 */
import { isKnown, meaningOf } from "@orbweaver/core/internal/evidence/concepts"
import { isFirm } from "@orbweaver/core/internal/evidence/legalForms"
import { type Fact, textOfFact } from "@orbweaver/core/internal/evidence/Evidence"
import { isWhitespace, text } from "../tree/Tree.ts"
import { kind, Kind, Tag } from "../tree/tags.ts"
import { pairOf } from "./lines.ts"
import { bounds, charactersIn, children, cssPath, holdsFigure, isLeafBlock, line, type Reading } from "./Reading.ts"

const limits = { lines: 10, line: 80 } as const

interface Town {
  readonly code: string
  readonly city: string | undefined
  readonly country?: string | undefined
}

const town = String.raw`\p{Lu}[\p{L} .'’()/-]{1,40}`
/** Austria, France, Germany, Italy, Spain, Switzerland and others write the code first. */
const codeFirst = new RegExp(
  String.raw`^(?:[A-Z]{1,3}\s?[-–]\s?)?(\d{4} ?[A-Z]{2}|\d{4,5}|\d{4}-\d{3}|\d{2}-\d{3}|\d{3} \d{2}) (${town})$`,
  "u"
)
const codeLast = new RegExp(
  String.raw`^(?:(${town}?),? )?([A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|(?:[A-Z]{2}) \d{5}(?:-\d{4})?|(?:[A-Z]{2}) [A-Z]\d[A-Z] ?\d[A-Z]\d)$`,
  "u"
)
/** `Sevilla, 41001 España`. */
const codeBehind = new RegExp(String.raw`^(${town}), (\d{4,5})(?:,? (\p{Lu}[\p{L} .'’-]{2,30}))?$`, "u")
const japanese = /^〒\s?(\d{3}-\d{4})(?:\s.*|\P{N}.*)?$/u

const townOf = (written: string): Town | undefined => {
  const first = codeFirst.exec(written)
  if (first !== null) return { code: first[1]!, city: first[2]!.replace(/\s*\(\p{L}+\)$/u, "").trim() }
  const last = codeLast.exec(written)
  if (last !== null)
    return { code: last[2]!.replace(/^[A-Z]{2} (?=\d{5}|[A-Z]\d[A-Z])/, ""), city: last[1]?.replace(/,$/, "").trim() }
  const behind = codeBehind.exec(written)
  if (behind !== null) return { code: behind[2]!, city: behind[1]!, country: behind[3] }
  const code = japanese.exec(written)
  return code === null ? undefined : { code: code[1]!, city: undefined }
}

/** What an element with an address says; undefined when it has none. */
export const addressFacts = (reading: Reading, node: number): ReadonlyArray<Fact> | undefined => {
  if (!holdsFigure(reading, node) || charactersIn(reading, node) > limits.lines * limits.line) return undefined
  const lines = isSmall(reading, node) ? linesWithin(reading, node) : undefined
  return lines === undefined
    ? undefined
    : factsOfLines(lines, reading.tree.tag[node] === Tag.address, cssPath(reading, node))
}

/** The parts of an address that stands under a name in one line: `Hafenstraße 3, 23552 Lübeck`. */
export const addressParts = (fact: Fact): ReadonlyArray<Fact> => {
  const whole = textOfFact(fact)
  if (whole.length > 200) return []
  const found = factsOfLines(whole.split(/\s*[,·|]\s+/u, limits.lines), false, fact.where) ?? []
  return found.filter(({ label }) => label !== "address" && label !== "company")
}

const factsOfLines = (
  lines: ReadonlyArray<string>,
  isAddress: boolean,
  where: string
): ReadonlyArray<Fact> | undefined => {
  const at = lines.findIndex((one) => townOf(one) !== undefined)
  if (at < 0 || lines.some((one, other) => other > at && townOf(one) !== undefined)) return undefined
  const { city, code, country } = townOf(lines[at]!)!
  const above = lines.slice(0, at).filter((one) => !isFirm(one))
  const firm = lines.slice(0, at).find(isFirm)
  const isEastern = city === undefined && code.includes("-")
  // `Falmouth`, `TR11 2AA` on two lines.
  const own = city ?? (isEastern ? undefined : above.findLast((one) => new RegExp(`^${town}$`, "u").test(one)))
  const street = above.findLast((one) => one !== own)
  const isStreet = street !== undefined && /\d/.test(street)
  if (!isAddress && !isStreet && !isEastern) return undefined
  const next = lines[at + 1]
  const isCountry =
    next !== undefined &&
    /^\p{Lu}[\p{L} .'’-]{2,30}$/u.test(next) &&
    !isKnown(meaningOf(next)) &&
    !isFirm(next) &&
    at + 2 >= lines.length
  const fact = (label: string, value: string): Fact => ({ label, value, source: "element", where })
  const rest = isEastern ? lines.slice(at, at + 2) : [lines[at]!, ...(isCountry ? [next] : [])]
  return [
    ...(firm === undefined ? [] : [fact("company", firm)]),
    fact("address", [...above, ...rest].join(isEastern ? " " : ", ")),
    ...(isStreet ? [fact("street", street)] : []),
    fact("postal code", code),
    ...(own === undefined ? [] : [fact("city", own)]),
    ...(isCountry ? [fact("country", next)] : country === undefined ? [] : [fact("country", country)])
  ]
}

/** An `address`, or an element whose parts are lines and no blocks of their own. */
const isSmall = (reading: Reading, node: number): boolean =>
  reading.tree.tag[node] === Tag.address ||
  isLeafBlock(reading, node) ||
  (reading.ends[node]! - node <= 40 &&
    children(reading.tree, node).every(
      (child) => (kind[reading.tree.tag[child]!]! & Kind.heading) === 0 && isLeafBlock(reading, child)
    ))

/** The lines of an element, without those that have names of their own. */
const linesWithin = ({ ends, out, tree }: Reading, node: number): ReadonlyArray<string> | undefined => {
  const end = ends[node]!
  if (end - node > bounds.nodes) return undefined
  const lines: Array<string> = []
  let open = ""
  const close = () => {
    const written = line(open)
    open = ""
    if (written !== "" && pairOf(written) === undefined) lines.push(written)
  }
  for (let at = node + 1; at < end; at++) {
    const tag = tree.tag[at]!
    if (tag === Tag.text) {
      if (out[at] === 0) open += isWhitespace(tree, at) ? " " : text(tree, at)
    } else if (tag === Tag.br || (kind[tag]! & Kind.block) !== 0) close()
  }
  close()
  // One line in prose is an address only when it begins with the street or the firm, and is no sentence.
  const isLine = lines.length === 1
  const parts = isLine ? lines[0]!.split(/\s*,\s+/, limits.lines) : lines
  const isProse = isLine && tree.tag[node] !== Tag.address && (parts.length > 4 || lines[0]!.endsWith("."))
  if (isProse || (isLine && tree.tag[node] !== Tag.address && !/\d/.test(parts[0]!) && !isFirm(parts[0]!)))
    return undefined
  if (parts.length < 2 || parts.length > limits.lines || parts.some((part) => part.length > limits.line))
    return undefined
  return parts.map((part) => part.replace(/,$/, ""))
}
