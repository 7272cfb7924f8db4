/**
 * Files that are written in fixed-width letters throughout, as typewriters and line printers did. There the font says
 * nothing: their text is prose, their columns are tables, and neither is code.
 */
import { codeSigns } from "../layout/fixedWidth.ts"
import type { PageText, Span } from "../text/PageText.ts"

/** Of the letters of a file, those in fixed width. */
const minShare = 0.6
/** Of its characters, the signs of code. */
const maxSigns = 0.03

export const isTypewritten = (pages: ReadonlyArray<PageText>): boolean => {
  let all = 0
  let mono = 0
  let code = 0
  for (const { spans } of pages)
    for (const { font, text } of spans) {
      all += text.length
      if (!font.mono) continue
      mono += text.length
      code += text.match(codeSigns)?.length ?? 0
    }
  return mono > 0 && mono >= minShare * all && code <= maxSigns * mono
}

const asWritten = (span: Span): Span => (span.font.mono ? { ...span, font: { ...span.font, mono: false } } : span)

/** The pages of such a file with a font that says nothing; those of others as they are. */
export const withoutTypewriter = (pages: ReadonlyArray<PageText>): ReadonlyArray<PageText> =>
  isTypewritten(pages)
    ? pages.map((page) => ({ ...page, spans: page.spans.map(asWritten), turned: page.turned.map(asWritten) }))
    : pages
