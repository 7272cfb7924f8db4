/**
 * Takes personal data out of texts by rules. Texts are read in windows, so that each pause comes soon and the time is
 * linear in the length, whatever the text.
 */
import type { Redaction } from "../../model/RedactPII.ts"
import type { Steps } from "../../support/steps.ts"
import { ipv4, ipv6 } from "./address.ts"
import { card } from "./card.ts"
import { iban } from "./iban.ts"
import { mail } from "./mail.ts"
import { announcedPhone, internationalPhone, likelyPhone, nationalPhone, prefixedPhone } from "./phone.ts"
import { lookBehind, type Rule, usualLongest } from "./Rule.ts"
import { prefixedSecret, privateKey, slackHook } from "./secret.ts"

/** Of two that begin at one place and are as long, the first wins. */
const rules: ReadonlyArray<Rule> = [
  privateKey,
  prefixedSecret,
  slackHook,
  mail,
  iban,
  card,
  internationalPhone,
  prefixedPhone,
  announcedPhone,
  nationalPhone,
  likelyPhone,
  ipv6,
  ipv4
]

/** Characters of a window. */
const window = 4096

interface Span {
  readonly start: number
  readonly end: number
  readonly entity: Rule["entity"]
}

/** `markup` is HTML, where a placeholder is text and no tag. */
export function* redactText(text: string, options: Redaction, syntax: "markup" | "plain" = "plain"): Steps<string> {
  const chosen = rules.filter(({ entity }) => options.entities.includes(entity))
  const source = syntax === "markup" ? yield* withoutCharacterReferences(text) : text
  const pieces: Array<string> = []
  let done = 0
  for (let from = 0; from < source.length; from = Math.max(from + window, done)) {
    const spans: Array<Span> = []
    for (const rule of chosen) {
      spans.push(...spansOf(rule, source, from, options.mode === "aggressive"))
      yield
    }
    spans.sort((one, other) => one.start - other.start || other.end - one.end)
    for (const { end, entity, start } of spans) {
      if (start < done) continue
      pieces.push(source.slice(done, start), replacement(entity, end - start, options, syntax))
      done = end
    }
  }
  if (pieces.length === 0) return text
  pieces.push(source.slice(done))
  return pieces.join("")
}

/** What begins in the window at `from`. */
const spansOf = (rule: Rule, source: string, from: number, aggressive: boolean): ReadonlyArray<Span> => {
  const offset = Math.max(0, from - lookBehind)
  const part = source.slice(offset, from + window + (rule.longest ?? usualLongest))
  const spans: Array<Span> = []
  const pattern = new RegExp(rule.pattern)
  pattern.lastIndex = from - offset
  for (let match = pattern.exec(part); match !== null; match = pattern.exec(part)) {
    const start = offset + match.index
    if (start >= from + window) break
    const [text] = match
    const before = part.slice(Math.max(0, match.index - lookBehind), match.index)
    const length = rule.length === undefined ? text.length : rule.length({ text, before, aggressive })
    if (length > 0) spans.push({ start, end: start + length, entity: rule.entity })
  }
  return spans
}

const replacement = (
  entity: string,
  length: number,
  { replaceStyle }: Redaction,
  syntax: "markup" | "plain"
): string => {
  if (replaceStyle === "remove") return ""
  if (replaceStyle === "mask") return "*".repeat(length)
  return syntax === "markup" ? `&lt;${entity}&gt;` : `<${entity}>`
}

/** Letters, digits and signs that pages write as numbers to hide addresses; what is syntax in HTML stays. */
function* withoutCharacterReferences(html: string): Steps<string> {
  if (!html.includes("&#")) return html
  const pieces: Array<string> = []
  for (let from = 0; from < html.length;) {
    const cut = html.lastIndexOf("&", from + window)
    const to = cut > from && from + window < html.length ? cut : from + window
    pieces.push(html.slice(from, to).replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, character))
    from = to
    yield
  }
  return pieces.join("")
}

const character = (reference: string, hex: string | undefined, decimal: string | undefined): string => {
  const code = hex === undefined ? Number(decimal) : parseInt(hex, 16)
  const letter = code > 32 && code < 127 ? String.fromCharCode(code) : ""
  return /[\w@.+:-]/.test(letter) ? letter : reference
}
