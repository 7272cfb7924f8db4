/** Mail addresses (RFC 5321 local parts without quotes), also with `@` as addresses, scripts and Markdown write it. */
import { type Rule, wholeIf } from "./Rule.ts"

const pattern =
  /(?<![\p{L}\p{N}._%+'\\-])[\p{L}\p{N}_+](?:[\p{L}\p{N}._%+'\\-]{0,127})(?:@|%40|\\u0040)(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62})\.){1,8}[\p{L}][\p{L}\p{N}-]{1,62}/gu

/** `logo@2x.png` is a file. */
const isFile = (text: string): boolean => /(?:@|%40)\d+x\.[a-z]+$/i.test(text)

export const mail: Rule = { entity: "EMAIL", pattern, length: wholeIf(({ text }) => !isFile(text)) }

const gap = "[ \\u00a0]{0,2}"
const sign = (words: string) => `${gap}(?:\\[|\\\\\\[|\\(|\\{)${gap}(?:${words})${gap}(?:\\]|\\\\\\]|\\)|\\})${gap}`

/** Addresses that pages hide from readers like this one: `name [at] example [dot] com`. Markdown escapes the brackets. */
export const spelledMail: Rule = {
  entity: "EMAIL",
  pattern: new RegExp(
    `(?<![\\p{L}\\p{N}._%+'\\\\-])[\\p{L}\\p{N}_+][\\p{L}\\p{N}._%+'\\\\-]{0,63}${sign("at|ät|@|arroba")}` +
      `(?:[\\p{L}\\p{N}][\\p{L}\\p{N}-]{0,62}(?:\\.|${sign("dot|punkt|point|punto|\\.")})){1,8}\\p{L}[\\p{L}\\p{N}-]{1,62}`,
    "giu"
  )
}

/** Addresses as Cloudflare hides them: hexadecimal digits, the first two of which decode the rest. */
export const encodedMail: Rule = {
  entity: "EMAIL",
  pattern: /(?<=(?:data-cfemail=["']?|\/email-protection#))[0-9a-f]{10,400}/gi
}
