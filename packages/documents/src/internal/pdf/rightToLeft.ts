/**
 * Glyphs of Hebrew and Arabic are drawn from left to right; readers want them
 * in the order they are read. A small form of the bidirectional algorithm (UAX
 * #9): the whole is turned around, then numbers and left-to-right words back.
 */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
const leftToRightRun =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}](?:[^\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]*[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}])?/gu

export const isRightToLeft = (text: string): boolean => rightToLeft.test(text)

export const visualToLogical = (text: string): string => {
  if (!rightToLeft.test(text)) return text
  return reverse(text)
    .replaceAll(leftToRightRun, reverse)
    .replaceAll(/[()[\]{}<>«»]/g, (bracket) => mirrored[bracket] ?? bracket)
}

const reverse = (text: string): string => Array.from(text).toReversed().join("")

const mirrored: Readonly<Record<string, string>> = {
  "(": ")",
  ")": "(",
  "[": "]",
  "]": "[",
  "{": "}",
  "}": "{",
  "<": ">",
  ">": "<",
  "«": "»",
  "»": "«"
}
