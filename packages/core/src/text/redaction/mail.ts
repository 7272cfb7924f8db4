/** Mail addresses (RFC 5321 local parts without quotes), also with `@` as addresses, scripts and Markdown write it. */
import { type Rule, wholeIf } from "./Rule.ts"

const pattern =
  /(?<![\p{L}\p{N}._%+'\\-])[\p{L}\p{N}_+](?:[\p{L}\p{N}._%+'\\-]{0,63})(?:@|%40|\\u0040|&commat;)(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62})\.){1,8}[\p{L}][\p{L}\p{N}-]{1,62}/gu

/** `logo@2x.png` is a file. */
const isFile = (text: string): boolean => /(?:@|%40)\d+x\.[a-z]+$/i.test(text)

export const mail: Rule = { entity: "EMAIL", pattern, length: wholeIf(({ text }) => !isFile(text)) }
