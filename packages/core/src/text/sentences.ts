/** Sentences of a text by the rules of its language (Unicode UAX #29, CLDR). */

/** Trimmed sentences of one paragraph, in order; line ends are spaces. */
export type Sentences = (text: string) => ReadonlyArray<string>

/** For many paragraphs of one language. `language` is a BCP 47 tag; an unknown one is read as English. */
export const sentencesOf = (language = "en"): Sentences => {
  const segmenter = segmenterOf(language)
  return (text) => {
    const found: Array<string> = []
    for (const { segment } of segmenter.segment(text.replace(/\s+/g, " "))) {
      const sentence = segment.trim()
      if (sentence !== "") found.push(sentence)
    }
    return found
  }
}

const segmenterOf = (language: string): Intl.Segmenter => {
  try {
    return new Intl.Segmenter(language, { granularity: "sentence" })
  } catch {
    return new Intl.Segmenter("en", { granularity: "sentence" })
  }
}
