/**
 * How many tokens a text is likely to be for a language model, without its
 * tokenizer: the same for every model and every run.
 *
 * Counted in quarters of a token, by the kind of writing, so that common
 * byte-pair vocabularies (100,000 to 200,000 entries) stay at or below it for
 * prose: a word takes three quarters for each five letters and a space one, as
 * English has about 1.2 tokens a word; letters with marks weigh twice; Greek,
 * Cyrillic, Hebrew and Arabic take half a token a letter; scripts of South and
 * South-East Asia, Chinese, Japanese and Korean one a character; an emoji three.
 *
 * Cutting a text never makes it smaller: `estimateTokens(a + b)` is at most the
 * sum of both, so pieces that fit a budget each fit it together.
 */

/** Whole tokens; 0 for no text. */
export const estimateTokens = (text: string): number => tokensOf(tokenQuarters(text, 0, text.length))

/** Whole tokens of so many quarters. */
export const tokensOf = (quarters: number): number => Math.ceil(quarters / 4)

const letterRun = 5
const digitRun = 3
const sameRun = 4

/** Quarters of a token of a range of the text; no more is looked at than shows that it is over `most`. */
export const tokenQuarters = (text: string, start: number, end: number, limit = Infinity): number => {
  let quarters = 0
  for (let at = start; at < end && quarters <= limit;) {
    const code = text.charCodeAt(at)
    if (isLetter(code)) {
      let letters = 0
      for (; at < end && isLetter(text.charCodeAt(at)); at++) letters += text.charCodeAt(at) < 0x80 ? 1 : 2
      quarters += 3 * Math.ceil(letters / letterRun)
    } else if (code >= 0x30 && code <= 0x39) {
      const first = at
      while (at < end && text.charCodeAt(at) >= 0x30 && text.charCodeAt(at) <= 0x39) at++
      quarters += 3 * Math.ceil((at - first) / digitRun)
    } else if (code < 0x80) {
      const first = at
      while (at < end && text.charCodeAt(at) === code) at++
      const limit = Math.ceil((at - first) / sameRun)
      quarters += code === 0x20 ? at - first : code < 0x20 ? 2 * (at - first) : 3 * limit
    } else {
      quarters += beyondAscii(code)
      at++
    }
  }
  return quarters
}

/** Latin letters, with marks or without. */
const isLetter = (code: number): boolean => {
  const lower = code | 0x20
  return (lower >= 0x61 && lower <= 0x7a) || (code >= 0xc0 && code <= 0x24f && code !== 0xd7 && code !== 0xf7)
}

const beyondAscii = (code: number): number => {
  if (code < 0x370) return 3
  if (code < 0x900) return 2
  if (code >= 0xd800 && code <= 0xdfff) return 6
  return 4
}
