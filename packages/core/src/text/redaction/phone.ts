/**
 * Phone numbers: with a country code (E.164), as addresses (RFC 3966), after a word that announces one, and in the
 * national forms that nothing else has.
 */
import { isCatalogNumber, type Rule, wholeIf } from "./Rule.ts"

/** Country codes of ITU-T E.164; North America checks its area and exchange codes. */
const countryCode =
  /^(?:1[2-9]\d\d[2-9]\d{6}$|7[3-9]|2(?:0[1-9]|7|[1234569]\d|8\d)|3(?:[0123469]|[578]\d)|4(?:[013456789]|2\d)|5(?:[1-8]|0\d|9\d)|6(?:[0-6]|[789]\d)|8(?:[1246]|[0578]\d)|9(?:[0-58]|[679]\d))/

const end = "(?![\\p{L}\\p{N}_]|[.,:/-]\\p{N})"
const digitsOf = (text: string): string => text.replace(/\(0\)/, "").replace(/\D/g, "")

const isInternational = (text: string): boolean => {
  const digits = digitsOf(text)
  return digits.length >= 8 && digits.length <= 15 && countryCode.test(digits) && !/000000/.test(digits)
}

export const internationalPhone: Rule = {
  entity: "PHONE",
  pattern: new RegExp(`(?<![\\p{L}\\p{N}_+])\\+[ (]{0,2}\\d(?:[ \\u00a0\\u2011()./-]{0,3}\\d){6,15}${end}`, "gu"),
  length: wholeIf(({ text }) => isInternational(text))
}

/** `0049 30 …`, `011 44 …`: only with separators, since plain digits are any number. */
export const prefixedPhone: Rule = {
  entity: "PHONE",
  pattern: new RegExp(
    `(?<![\\p{L}\\p{N}_.,/+-])(?:00 ?|011[ -])[1-9]\\d{0,2}[ /-]\\d(?:[ ()/-]{0,2}\\d){5,12}${end}`,
    "gu"
  ),
  length: wholeIf(({ before, text }) => isInternational(text.replace(/^(?:00|011)/, "")) && !isCatalogNumber(before))
}

/** A number after a word for phone; the word stays. */
export const announcedPhone: Rule = {
  entity: "PHONE",
  pattern: new RegExp(
    `(?=[(+]?\\d)(?<=(?<!\\p{L})(?:tel|phone|fax|mobile|mobil|cell|call|whatsapp|sms|telefon|telefax|telephone|téléphone|tél|teléfono|telefono|telefone|handy|portable|电话|電話|전화)(?:[ \\u00a0]?(?:no|nr|number))?[.:]{0,2}[*_: \\u00a0]{0,4})[(+]?\\d(?:[ \\u00a0()./-]{0,3}\\d){5,14}${end}`,
    "giu"
  ),
  length: wholeIf(
    ({ before, text }) =>
      (digitsOf(text).length > 6 || !/\s$/.test(before)) && !/^(?:19|20)\d\d-(?:19|20)?\d\d(?:-\d\d)?$/.test(text)
  )
}

const national = [
  // North America
  "\\([2-9]\\d\\d\\) ?[2-9]\\d\\d[ .-]\\d{4}",
  "[2-9]\\d\\d([.-])[2-9]\\d\\d\\1\\d{4}",
  "[2-9]\\d\\d/[2-9]\\d\\d-\\d{4}",
  "1([ .-])\\(?[2-9]\\d\\d\\)?\\2[2-9]\\d\\d[ .-]\\d{4}",
  // Brazil; Russia
  "\\([1-9]\\d\\) ?9?\\d{4}-\\d{4}",
  "8 ?\\(\\d{3}\\) ?\\d{3}-\\d\\d-\\d\\d",
  // France, Belgium; Germany, Austria; United Kingdom, Australia, Italy; Japan, China, Korea
  "0[1-9](?:([ .\\u00a0-])\\d\\d)(?:\\3\\d\\d){3}",
  "\\(?0[1-9]\\d{1,4}\\)?(?: ?[/–] ?| - )\\d{3,9}(?:[ -]\\d{1,5}){0,3}",
  "\\(?0[1-9]\\d{1,4}\\)? \\d{3,4} \\d{3,4}",
  "\\(?0[1-9]\\d{2,4}\\)? \\d{5,8}",
  "\\(?0[1-9]\\d{1,4}\\)?(?: \\d{2,4}){3,4}",
  "0[1-9] \\d{4} \\d{4}",
  "0[1-9]\\d \\d{3} \\d\\d \\d\\d",
  "0[1-9]\\d{0,2}-\\d{3,4}-\\d{4}"
].join("|")

export const nationalPhone: Rule = {
  entity: "PHONE",
  pattern: new RegExp(`(?<![\\p{L}\\p{N}_.,/+=#(-])(?:${national})${end}`, "gu"),
  length: wholeIf(({ before }) => !isCatalogNumber(before))
}

/** Ten digits in groups that may be anything else too. */
export const likelyPhone: Rule = {
  entity: "PHONE",
  pattern: new RegExp(`(?<![\\p{L}\\p{N}_.,/+=#-])\\d{2,4}(?:[ -]\\d{2,4}){2,4}${end}`, "gu"),
  length: wholeIf(({ aggressive, before, text }) => {
    const digits = digitsOf(text)
    const isDate = /^(?:\d{4}-\d\d-\d\d|\d\d-\d\d-\d{4})$/.test(text)
    return aggressive && digits.length >= 8 && digits.length <= 13 && !isDate && !isCatalogNumber(before)
  })
}
