/** Which pages of a PDF may be pictures of text. */
import type { Scan } from "../../model/Reader.ts"
import type { PageText } from "./PageText.ts"

/** Words of a stamp, a running number or the name of a scanning program. */
const maxStampWords = 15

/** Part of the pages that must look like scans for those with a few words to be ones: any text has a short last page. */
const minScans = 0.25

/** Characters that say nothing, of those of a text layer that was written with the wrong codes. */
const unreadable = /[\ufffd\p{Co}\p{Cc}\p{Cn}]/u
const minUnreadable = 0.8

export const scansOf = (pages: ReadonlyArray<PageText>): ReadonlyArray<Scan> => {
  const found = pages.flatMap(({ number, spans }): ReadonlyArray<Scan> => {
    const texts = spans.map(({ text }) => text)
    if (texts.length === 0 || isUnreadable(texts)) return [{ page: number, hasText: false }]
    const words = texts.reduce((sum, text) => sum + text.split(" ").length, 0)
    return words <= maxStampWords ? [{ page: number, hasText: true }] : []
  })
  return found.length >= minScans * pages.length ? found : found.filter(({ hasText }) => !hasText)
}

const isUnreadable = (texts: ReadonlyArray<string>): boolean => {
  const letters = [...texts.join("").replaceAll(/\s/g, "")]
  return (
    letters.length > 0 && letters.filter((letter) => unreadable.test(letter)).length >= minUnreadable * letters.length
  )
}
