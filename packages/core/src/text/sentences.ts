/** Sentences of a text by the rules of its language (Unicode UAX #29, CLDR). */

/**
 * Trimmed sentences of one paragraph, in order; line ends are spaces. `language`
 * is a BCP 47 tag; an unknown one is read as English.
 */
export const sentences = (text: string, language = "en"): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (const { segment } of segmenter(language).segment(text.replace(/\s+/g, " "))) {
    const sentence = segment.trim()
    if (sentence !== "") found.push(sentence)
  }
  return found
}

const segmenter = (language: string): Intl.Segmenter => {
  try {
    return new Intl.Segmenter(language, { granularity: "sentence" })
  } catch {
    return new Intl.Segmenter("en", { granularity: "sentence" })
  }
}
