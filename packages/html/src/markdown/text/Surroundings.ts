/**
 * What the escapes of a run depend on beyond the two neighbours of a character: found out once for the whole run.
 */
import { isPerhapsPunctuation, isPunctuation, isUnicodeSpace, Trait } from "./characters.ts"
import { Mark, type Run } from "./Run.ts"

/** Marks that may be written with a `>`. */
const holdsSigns =
  (1 << Mark.element) | (1 << Mark.raw) | (1 << Mark.code) | (1 << Mark.math) | (1 << Mark.image) | (1 << Mark.link)

export class Surroundings {
  /** Stars that could open or close, where one alone means nothing. */
  stars = false
  underscores = false
  tildes = false
  backticks = false
  /** A `>` that could end a tag. */
  tags = false
  dollars = false
  pipes = false
  /** The run starts with `[`, so `]:` would make it a definition. */
  bracketed = false
  /** Where the `#` at the end of a heading start that would be taken for its closing; -1 without. */
  closing = -1

  private readonly starPairs = new Pairs()
  private readonly underscorePairs = new Pairs()
  private readonly tildePairs = new Pairs()

  /** Reads a run; false when no character of it can need an escape. */
  read(run: Run, inTable: boolean, inHeading: boolean): boolean {
    if ((run.traits & Trait.special) === 0) return false
    const { chars, kinds, length, start } = run
    // Where markup stands between characters their neighbours are not known yet.
    const marked = run.marks > 0
    const { starPairs, tildePairs, underscorePairs } = this
    starPairs.reset(marked)
    underscorePairs.reset(marked)
    tildePairs.reset(marked)
    let backticks = 0
    let tags = (kinds & holdsSigns) !== 0
    for (let i = start; i < length; i++) {
      const code = chars[i]!
      if (code === 62) tags = true
      if (code !== 42 && code !== 95 && code !== 126 && code !== 96) continue
      const from = i
      while (i + 1 < length && chars[i + 1] === code) i++
      const several = i > from && marked
      if (code === 96) {
        backticks += several ? 2 : 1
        continue
      }
      const before = from > start ? chars[from - 1]! : 10
      const after = i + 1 < length ? chars[i + 1]! : 10
      const pairs = code === 42 ? starPairs : code === 95 ? underscorePairs : tildePairs
      pairs.add(before, after, code === 95)
      if (several) pairs.add(before, after, code === 95)
    }
    this.stars = starPairs.found || (kinds & ((1 << Mark.strong) | (1 << Mark.emphasis))) !== 0
    this.underscores = underscorePairs.found
    this.tildes = tildePairs.found || (kinds & (1 << Mark.deleted)) !== 0
    this.backticks = backticks > 1 || (kinds & (1 << Mark.code)) !== 0
    this.tags = tags
    this.dollars = (kinds & (1 << Mark.math)) !== 0
    this.pipes = inTable
    this.bracketed = chars[start] === 91
    this.closing = inHeading ? closingHashes(chars, start, length) : -1
    return true
  }
}

const closingHashes = (chars: Uint16Array, from: number, to: number): number => {
  let i = to
  while (i > from && chars[i - 1] === 35) i--
  return i < to && (i === from || chars[i - 1] === 32) ? i : -1
}

/** Whether delimiters of one kind could form a pair: one that can close behind one that can open. */
class Pairs {
  found = false
  private opened = false
  private any = false

  /** With `any` every two could be a pair. */
  reset(any: boolean): void {
    this.found = this.opened = false
    this.any = any
  }

  add(before: number, after: number, isUnderscore: boolean): void {
    const left = flanks(after, before)
    const right = flanks(before, after)
    const opens = left && (!isUnderscore || !right || isPerhapsPunctuation(before))
    const closes = right && (!isUnderscore || !left || isPerhapsPunctuation(after))
    if (this.opened && (closes || this.any)) this.found = true
    if (opens || this.any) this.opened = true
  }
}

/** A delimiter between `inner` and `outer` stands at the edge of a word on the inner side, to some reader (CommonMark 6.2). */
const flanks = (inner: number, outer: number): boolean =>
  !isUnicodeSpace(inner) && (!isPunctuation(inner) || isUnicodeSpace(outer) || isPerhapsPunctuation(outer))
