/** Card numbers: lengths and first digits of the brands, with the check digit of ISO/IEC 7812 (Luhn). */
import { isCatalogNumber, type Rule, wholeIf } from "./Rule.ts"

const pattern = /(?<![\p{L}\p{N}_.,/=-])\d(?:[ \u00a0\u202f\u2010-\u2013.-]?\d){11,18}(?![\p{L}\p{N}_]|[.,/-]\p{N})/gu

const brands =
  /^(?:4\d{12}(?:\d{3}){0,2}|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|3(?:0[0-5]|[689]\d)\d{11}|6(?:011|5\d\d|4[4-9]\d)\d{12}|35(?:2[89]|[3-8]\d)\d{12}|62\d{14,17}|220[0-4]\d{12}|(?:50[0-3]\d|6304|6759|676[1-3])\d{8,15})$/

/** Whether the check digit fits. */
export const isLuhn = (digits: string): boolean => {
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index])
    const weighed = index % 2 === 0 ? digit : digit * 2
    sum += weighed > 9 ? weighed - 9 : weighed
  }
  return sum % 10 === 0
}

export const card: Rule = {
  entity: "FINANCIAL",
  pattern,
  length: wholeIf(({ before, text }) => {
    const digits = text.replace(/\D/g, "")
    return brands.test(digits) && isLuhn(digits) && !isCatalogNumber(before)
  })
}
