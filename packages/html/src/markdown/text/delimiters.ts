/**
 * Makes `**`, `*` and `~~` work where they stand.
 *
 * CommonMark lets a delimiter open only at the left edge of a word and close only at a right edge (0.31, 6.2), so
 * `foo**(bar)**` shows its stars. Here such a delimiter moves past the punctuation or space it cannot stand next to
 * (`foo(**bar**)` reads the same), which also serves Chinese and Japanese, where no space separates words. Where
 * nothing can move, or where delimiters would pair differently than meant, the pair is written as an HTML element.
 */
import { isPerhapsPunctuation, isPunctuation, isUnicodeSpace } from "./characters.ts"
import { Form, Mark, type Run } from "./Run.ts"

/** Passes before every delimiter that still fails becomes an element; one is the rule, each further one undoes a pair. */
const maxPasses = 4

/** Settles position and form of every delimiter of the run. */
export const resolveDelimiters = (run: Run): void => {
  if ((run.kinds & (1 << Mark.link)) !== 0) trimLinks(run)
  if (run.delimiters === 0) return
  if ((run.kinds & (1 << Mark.image)) !== 0) dropAroundImages(run)
  for (let pass = 0; pass < maxPasses; pass++) if (!resolvePass(run)) return
  for (let i = 0; i < run.marks; i++) if (isDelimiter(run, i)) run.form[i] = Form.element
}

/** Moves spaces that do not collapse out of links. */
const trimLinks = (run: Run): void => {
  const { at, chars, isOpen, kind, marks } = run
  for (let i = 0; i < marks; i++) {
    if (kind[i] !== Mark.link) continue
    if (isOpen[i]) while (at[i]! < at[i + 1]! && isUnicodeSpace(chars[at[i]!]!)) at[i]!++
    else while (at[i]! > at[i - 1]! && isUnicodeSpace(chars[at[i]! - 1]!)) at[i]!--
  }
}

/** An image is neither strong nor slanted. */
const dropAroundImages = (run: Run): void => {
  for (let i = 0; i < run.marks; i++) {
    if (!isDelimiter(run, i) || !run.isOpen[i]) continue
    const close = run.partner[i]!
    let inside = i + 1
    while (inside < close && (run.kind[inside] === Mark.image || run.kind[inside] === Mark.link)) inside++
    if (inside === close && close > i + 1 && isBlank(run, run.at[i]!, run.at[close]!)) run.kind[i] = run.kind[close] = 0
  }
}

/** Visits the marks once; true when one moved or became an element, which changes what its neighbours stand next to. */
const resolvePass = (run: Run): boolean => {
  let changed = false
  let depth = 0
  for (let i = 0; i < run.marks; i++) {
    if (!isDelimiter(run, i)) continue
    const opens = run.isOpen[i]!
    if (!opens) depth--
    const at = run.at[i]
    const stands = canPlace(run, i, depth, opens)
    if (!stands) asElement(run, i)
    else if (opens) depth++
    if (!stands || run.at[i] !== at) changed = true
  }
  return changed
}

const isDelimiter = (run: Run, mark: number): boolean => {
  const kind = run.kind[mark]!
  return kind > 0 && kind <= Mark.deleted && run.form[mark] === Form.delimiter
}

/** Writes a pair as an element, or not at all around nothing but space. */
const asElement = (run: Run, mark: number): void => {
  const partner = run.partner[mark]!
  const open = Math.min(mark, partner)
  const close = Math.max(mark, partner)
  if (close === open + 1 && isBlank(run, run.at[open]!, run.at[close]!)) run.kind[open] = run.kind[close] = 0
  run.form[mark] = Form.element
  run.form[partner] = Form.element
}

const isBlank = (run: Run, from: number, to: number): boolean => {
  for (let i = from; i < to; i++) if (!isUnicodeSpace(run.chars[i]!)) return false
  return true
}

/** Whether a delimiter inside `depth` others works, moving it if that helps. */
const canPlace = (run: Run, mark: number, depth: number, opens: boolean): boolean => {
  // A closing and an opening run of the same character would be read as one.
  if (opens && mark > 0 && run.at[mark - 1] === run.at[mark] && isDelimiter(run, mark - 1) && !run.isOpen[mark - 1]) {
    return false
  }
  let before = characterBefore(run, mark)
  let after = characterAfter(run, mark)
  if (!(opens ? touches(after, before) : touches(before, after))) {
    if (!shift(run, mark, opens)) return false
    if (!opens) followBracket(run, mark)
    before = characterBefore(run, mark)
    after = characterAfter(run, mark)
  }
  // In the middle of a word a delimiter may open and close; inside others it could pair with the wrong one.
  return depth === 0 || !(opens ? touches(before, after) : touches(after, before))
}

/** A delimiter next to `inner` and `outer` is flanking on the inner side, to every reader. */
const touches = (inner: number, outer: number): boolean =>
  !isUnicodeSpace(inner) && (!isPerhapsPunctuation(inner) || isUnicodeSpace(outer) || isPunctuation(outer))

const brackets = new Map(
  [..."()[]{}“”‘’«»「」『』（）【】《》〈〉［］"].map((sign, i, all) => [all[i ^ 1]!.charCodeAt(0), sign.charCodeAt(0)])
)

/** When a closing bracket has moved out of a pair, the opening one at its other end moves out too. */
const followBracket = (run: Run, close: number): void => {
  const open = run.partner[close]!
  const from = run.at[open]!
  const to = run.at[close]!
  if (to - from < 2 || run.chars[from] !== brackets.get(run.chars[to]!)) return
  const alone = (open === 0 || run.at[open - 1] !== from) && run.at[open + 1]! > from + 1
  if (alone && touches(run.chars[from + 1]!, run.chars[from]!)) run.at[open] = from + 1
}

/** A delimiter of the same character, at the same place, on the same side of a pair. */
const isSameRun = (run: Run, other: number, mark: number): boolean =>
  isDelimiter(run, other) &&
  run.at[other] === run.at[mark] &&
  run.isOpen[other] === run.isOpen[mark] &&
  (run.kind[other] === Mark.deleted) === (run.kind[mark] === Mark.deleted)

/** Moves the delimiters at this place inwards past punctuation and spaces, until the innermost character is a word's. */
const shift = (run: Run, mark: number, opens: boolean): boolean => {
  const step = opens ? 1 : -1
  const from = run.at[mark]!
  let edge = mark
  while (isSameRun(run, edge + step, mark)) edge += step
  // Outer delimiters of the same run move along.
  let outer = mark
  while (isSameRun(run, outer - step, mark)) outer -= step
  const beyond = edge + step
  const limit = beyond >= 0 && beyond < run.marks ? run.at[beyond]! : opens ? run.length : 0
  let at = from
  while (at !== limit) {
    const moved = opens ? run.chars[at]! : run.chars[at - 1]!
    at += step
    if (at === limit) return false
    const inner = opens ? run.chars[at]! : run.chars[at - 1]!
    if (touches(inner, moved)) {
      for (let i = outer; i !== beyond; i += step) run.at[i] = at
      return true
    }
  }
  return false
}

/** The character written before the delimiter run that `mark` is part of. */
const characterBefore = (run: Run, mark: number): number => {
  const at = run.at[mark]!
  const star = run.kind[mark] !== Mark.deleted
  for (let i = mark - 1; i >= 0 && run.at[i] === at; i--) {
    if (run.kind[i] === 0 || (star && isDelimiter(run, i) && run.kind[i] !== Mark.deleted)) continue
    return edgeOf(run, i, false)
  }
  return at === 0 ? 10 : run.chars[at - 1]!
}

/** The character written after the delimiter run that `mark` is part of. */
const characterAfter = (run: Run, mark: number): number => {
  const at = run.at[mark]!
  const star = run.kind[mark] !== Mark.deleted
  for (let i = mark + 1; i < run.marks && run.at[i] === at; i++) {
    if (run.kind[i] === 0 || (star && isDelimiter(run, i) && run.kind[i] !== Mark.deleted)) continue
    return edgeOf(run, i, true)
  }
  return at === run.length ? 10 : run.chars[at]!
}

/** First or last character that a mark is written with. */
const edgeOf = (run: Run, mark: number, first: boolean): number => {
  switch (run.kind[mark]) {
    case Mark.lineBreak:
      return first ? 92 : 10
    case Mark.raw:
    case Mark.math: {
      const text = run.text[mark]!
      return text.charCodeAt(first ? 0 : text.length - 1)
    }
    case Mark.literal: {
      const text = run.isOpen[mark] ? run.text[mark]! : run.close[mark]!
      return text.charCodeAt(first ? 0 : text.length - 1)
    }
    default:
      // Brackets, back-ticks, tags: all of them punctuation.
      return 42
  }
}
