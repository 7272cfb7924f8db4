/**
 * Takes personal data out of texts by rules. Texts are read in windows, so that each pause comes soon and the time is
 * linear in the length, whatever the text.
 */
import type { Redaction } from "../../model/RedactPII.ts"
import type { Steps } from "../../support/steps.ts"
import { ipv4, ipv6 } from "./address.ts"
import { card } from "./card.ts"
import { iban } from "./iban.ts"
import { encodedMail, mail, spelledMail } from "./mail.ts"
import { announcedPhone, internationalPhone, likelyPhone, nationalPhone, prefixedPhone } from "./phone.ts"
import { withoutReferences } from "./references.ts"
import { lookBehind, type PageRedaction, type Rule, usualLongest } from "./Rule.ts"
import { namedSecret, prefixedSecret, privateKey, slackHook, userInformation } from "./secret.ts"

/** Of two that begin at one place and are as long, the first wins. */
const rules: ReadonlyArray<Rule> = [
  privateKey,
  prefixedSecret,
  slackHook,
  namedSecret,
  userInformation,
  mail,
  spelledMail,
  encodedMail,
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

/** What every match has one of. */
const mayMatch = /[\d@:&[({]|-----BEGIN|A[KS]IA/

/** `markup` is HTML, where a placeholder is text and no tag. */
export function* redactText(text: string, options: PageRedaction, syntax: "markup" | "plain" = "plain"): Steps<string> {
  const { known = [] } = options
  if (known.length === 0 && !mayMatch.test(text)) return text
  const chosen = [...rules.filter(({ entity }) => options.entities.includes(entity)), ...known]
  const { placeOf, source } = syntax === "markup" ? yield* withoutReferences(text) : { placeOf: same, source: text }
  const pieces: Array<string> = []
  let copied = 0
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
      pieces.push(text.slice(copied, placeOf(start)), replacement(entity, end - start, options, syntax))
      copied = placeOf(end)
      done = end
    }
  }
  if (pieces.length === 0) return text
  pieces.push(text.slice(copied))
  return pieces.join("")
}

const same = (place: number): number => place

/** What begins in the window at `from`. */
const spansOf = (rule: Rule, source: string, from: number, aggressive: boolean): ReadonlyArray<Span> => {
  const offset = Math.max(0, from - lookBehind)
  const part = source.slice(offset, from + window + (rule.longest ?? usualLongest) + lookBehind)
  const spans: Array<Span> = []
  const pattern = new RegExp(rule.pattern)
  pattern.lastIndex = from - offset
  for (let match = pattern.exec(part); match !== null; match = pattern.exec(part)) {
    const start = offset + match.index
    if (start >= from + window) break
    const [text] = match
    const before = part.slice(Math.max(0, match.index - lookBehind), match.index)
    const end = match.index + text.length
    const after = part.slice(end, end + lookBehind)
    const length = rule.length === undefined ? text.length : rule.length({ text, before, after, aggressive })
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
