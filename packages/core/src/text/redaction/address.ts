/** Internet addresses (RFC 791, RFC 4291, zones of RFC 4007): they tell where somebody is, so they belong to LOCATION. */
import { type Candidate, type Rule, wholeIf } from "./Rule.ts"

const octet = "(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)"

/** Versions and numbers of sections have the same form. */
const isNumbering = (before: string): boolean =>
  /(?:\b(?:version|release|build|section|chapter|clause|figure|table|article|firmware)|[§#])[.:]?[ \t]{0,3}$/i.test(
    before
  )

/** `1.2.3.4 Scope`, of small numbers at the start of a line, is a heading. */
const isHeading = ({ after, before, text }: Candidate): boolean =>
  /(?:^|\n)[#\s]*$/.test(before) &&
  /^\.?[ \t]+\p{Lu}/u.test(after) &&
  text.split(".").every((part) => Number(part) < 20)

export const ipv4: Rule = {
  entity: "LOCATION",
  pattern: new RegExp(`(?<![\\p{L}\\p{N}_.-])(?:${octet}\\.){3}${octet}(?![\\p{L}\\p{N}_-]|\\.\\d)`, "gu"),
  length: wholeIf((candidate) => !isNumbering(candidate.before) && !isHeading(candidate))
}

const isIpv6 = (written: string): boolean => {
  const [text = ""] = written.split("%")
  const groups = text.split(":").filter((group) => group !== "")
  const gaps = text.split("::").length - 1
  if (text.includes(":::") || gaps > 1 || (gaps === 0 ? groups.length !== 8 : groups.length > 7)) return false
  // Eight groups of two are the address of a network card.
  if (gaps === 0 && groups.every(({ length }) => length < 3)) return false
  // `a::b` is code; addresses in use begin with 2, 3, f, or have several groups.
  return groups.length >= 3 || /^(?:[23][0-9a-f]{3}|f[cdef][0-9a-f]{2}):/i.test(text)
}

export const ipv6: Rule = {
  entity: "LOCATION",
  pattern:
    /(?<![\p{L}\p{N}_:.])(?:[0-9a-f]{0,4}:){2,8}[0-9a-f]{0,4}(?:%[a-z0-9_.-]{0,31}[a-z0-9])?(?![\p{L}\p{N}_:])/giu,
  length: wholeIf(({ text }) => isIpv6(text))
}
