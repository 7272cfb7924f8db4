/** Large first letters of a text, which reach down beside its first lines: the letter goes back to its word. */
import type { Span } from "../text/PageText.ts"

/** Sizes of the letter in those of its text. */
const minSize = 1.8
/** Lines beside the letter. */
const minLines = 2
/** Letters of such a size on a page; a page with more is a poster. */
const maxCaps = 20

export const withDropCaps = (spans: ReadonlyArray<Span>): ReadonlyArray<Span> => {
  const caps = spans.filter(({ text }) => /^["“„«‘]?\p{Lu}$/u.test(text))
  if (caps.length === 0 || caps.length > maxCaps) return spans
  const changed = new Map<Span, Span | undefined>()
  for (const cap of caps) {
    const lines = linesBeside(cap, spans)
    const [first] = lines
    if (first === undefined || lines.length < minLines) continue
    changed.set(cap, undefined)
    for (const line of lines) changed.set(line, { ...line, x0: cap.x0 })
    const isWord = /[AIO]$/.test(cap.text) && standsAlone(cap, first, spans)
    changed.set(first, { ...first, x0: cap.x0, text: `${cap.text}${isWord ? " " : ""}${first.text}`, gaps: undefined })
  }
  if (changed.size === 0) return spans
  return spans.flatMap((span) => {
    if (!changed.has(span)) return [span]
    const other = changed.get(span)
    return other === undefined ? [] : [other]
  })
}

/** The first spans of the lines that begin beside the letter, from the upper one on. */
const linesBeside = (cap: Span, spans: ReadonlyArray<Span>): ReadonlyArray<Span> => {
  const beside = spans.filter(
    ({ size, text, x0, y }) =>
      cap.size >= minSize * size &&
      y <= cap.y + 0.3 * size &&
      y > cap.y - 0.8 * cap.size &&
      x0 >= cap.x1 - 2 &&
      x0 - cap.x1 < 1.2 * size &&
      text.length > 1
  )
  return beside.toSorted((a, b) => a.y - b.y)
}

/** Whether the letter is a word: the text goes on with a word of the page, and both together are none. */
const standsAlone = ({ text }: Span, first: Span, spans: ReadonlyArray<Span>): boolean => {
  const [next] = /^\p{Ll}+/u.exec(first.text) ?? []
  if (next === undefined) return true
  const words = new Set(
    spans.flatMap((span) =>
      span === first ? [] : Array.from(span.text.matchAll(/\p{L}+/gu), ([word]) => word.toLowerCase())
    )
  )
  return words.has(next) && !words.has(`${text.slice(-1).toLowerCase()}${next}`)
}
