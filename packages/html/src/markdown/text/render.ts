/**
 * Writes a complete run: its text with escapes, its marks as Markdown, hard breaks as lines of their own.
 */
import type { Chars } from "./Chars.ts"
import { isUnicodeSpace } from "./characters.ts"
import { pushCodeSpan } from "./codeSpan.ts"
import { resolveDelimiters } from "./delimiters.ts"
import { escapeTitle, lineStartEscape, pushEscaped } from "./escape.ts"
import type { Output } from "./Output.ts"
import { Form, Mark, type Run } from "./Run.ts"
import type { Surroundings } from "./Surroundings.ts"

/** Where a run stands. */
export const RunPosition = {
  block: 0,
  /** First line of a list item. */
  item: 1,
  heading: 2,
  cell: 3
} as const

/** Closes what is open and cuts spaces that no rule collapses off both ends; false when nothing visible is left. */
export const completeRun = (run: Run): boolean => {
  run.closeAll()
  const { at, chars, marks } = run
  const first = marks === 0 ? run.length : at[0]!
  const last = marks === 0 ? 0 : at[marks - 1]!
  let from = 0
  while (from < first && isUnicodeSpace(chars[from]!)) from++
  while (run.length > last && run.length > from && isUnicodeSpace(chars[run.length - 1]!)) run.length--
  run.start = from
  if (run.length === from && marks === 0) return false
  if ((run.kinds & atoms) !== 0) return true
  for (let i = from; i < run.length; i++) if (!isUnicodeSpace(chars[i]!)) return true
  return false
}

const atoms = (1 << Mark.raw) | (1 << Mark.code) | (1 << Mark.image) | (1 << Mark.math)

/** Writes a run that `completeRun` found to have content, at the end of the line that was started for it. */
export const pushRun = (output: Output, run: Run, surroundings: Surroundings, place: number, origin: string): void => {
  const out = output.chars
  resolveDelimiters(run)
  const special = surroundings.read(run, place === RunPosition.cell, place === RunPosition.heading)
  const around = special ? surroundings : undefined
  out.bits |= run.bits
  out.reserve(run.length - run.start)
  let at = run.start
  const inItem = place === RunPosition.item
  if (inItem && isTask(run)) out.push(92)
  const startsLines = place <= RunPosition.item
  let lineStart = startsLines
  let links = 0
  for (let mark = 0; mark < run.marks; mark++) {
    const kind = run.kind[mark]!
    if (kind === 0) continue
    const to = run.at[mark]!
    if (to > at) {
      pushText(output, run, at, to, edge(run, mark), links > 0, around, lineStart, kind === Mark.lineBreak, inItem)
      lineStart = false
      at = to
    }
    if (kind === Mark.link) links += run.isOpen[mark] ? 1 : -1
    pushMark(output, run, mark, place, origin)
    lineStart = startsLines && kind === Mark.lineBreak
  }
  if (run.length > at) pushText(output, run, at, run.length, 10, links > 0, around, lineStart, true, inItem)
}

/** True when the text of an item starts with what would make it a task (GFM 5.3). */
const isTask = ({ chars, length, marks, at, start }: Run): boolean =>
  length > start + 3 &&
  (marks === 0 || at[0]! > start + 3) &&
  chars[start] === 91 &&
  chars[start + 2] === 93 &&
  chars[start + 3] === 32 &&
  (chars[start + 1] === 32 || (chars[start + 1]! | 32) === 120)

/** Text between two marks; `next` is the character that follows, `ends` says that the line ends with it. */
const pushText = (
  output: Output,
  run: Run,
  from: number,
  to: number,
  next: number,
  inLink: boolean,
  around: Surroundings | undefined,
  lineStart: boolean,
  ends: boolean,
  inItem: boolean
): void => {
  const out = output.chars
  const { chars } = run
  let at = from
  if (lineStart) {
    const escape = lineStartEscape(chars, from, to, !ends, from > run.start, inItem)
    if (escape >= 0) {
      while (at < escape) out.push(chars[at++]!)
      if (chars[at] === 60) out.pushString("&lt;")
      else {
        out.push(92)
        out.push(chars[at]!)
      }
      at++
    }
  }
  if (around !== undefined) return pushEscaped(out, run, at, to, next, inLink, around)
  out.reserve(to - at)
  const { data } = out
  if (to - at > longText) {
    data.set(chars.subarray(at, to), out.length)
    out.length += to - at
    return
  }
  let { length } = out
  while (at < to) data[length++] = chars[at++]!
  out.length = length
}

/** Characters from which a copy in one piece is faster than a loop. */
const longText = 96

/** The first character of what a mark is written as, as far as an escape before it depends on that. */
const edge = (run: Run, mark: number): number => {
  switch (run.kind[mark]) {
    case Mark.link:
      return run.isOpen[mark] ? 91 : 93
    case Mark.deleted:
      return 126
    case Mark.code:
      return 96
    case Mark.lineBreak:
      return 92
    case Mark.element:
      return 60
    case Mark.image:
      return 33
    case Mark.raw:
    case Mark.math:
    case Mark.literal:
      return (run.isOpen[mark] || run.kind[mark] !== Mark.literal ? run.text[mark]! : run.close[mark]!).charCodeAt(0)
    default:
      return run.form[mark] === Form.element ? 60 : 42
  }
}

const pushMark = (output: Output, run: Run, mark: number, place: number, origin: string): void => {
  const out = output.chars
  const isOpen = run.isOpen[mark]!
  // A pipe ends the cell whatever it stands in (GFM 4.10).
  const inPlace = (text: string): string =>
    place === RunPosition.cell && text.includes("|") ? text.replaceAll("|", "\\|") : text
  switch (run.kind[mark]) {
    case Mark.strong:
      return out.pushString(run.form[mark] === Form.delimiter ? "**" : isOpen ? "<strong>" : "</strong>")
    case Mark.emphasis:
      return out.pushString(run.form[mark] === Form.delimiter ? "*" : isOpen ? "<em>" : "</em>")
    case Mark.deleted:
      return out.pushString(run.form[mark] === Form.delimiter ? "~~" : isOpen ? "<del>" : "</del>")
    case Mark.link:
      if (isOpen) return out.push(91)
      out.pushString("](")
      pushDestination(out, inPlace(run.text[mark]!), origin)
      out.pushString(inPlace(titleOf(run, mark)))
      return out.push(41)
    case Mark.element: {
      const name = inPlace(run.text[mark]!)
      if (isOpen) return out.pushString(`<${name}>`)
      const space = name.indexOf(" ")
      return out.pushString(`</${space < 0 ? name : name.slice(0, space)}>`)
    }
    case Mark.literal:
      return out.pushString(inPlace(isOpen ? run.text[mark]! : run.close[mark]!))
    case Mark.image:
      out.push(33)
      out.push(91)
      out.pushString(inPlace(run.close[mark]!))
      out.pushString("](")
      pushDestination(out, inPlace(run.text[mark]!), origin)
      return out.push(41)
    case Mark.code:
      return pushCodeSpan(out, run.text[mark]!, place === RunPosition.cell)
    case Mark.lineBreak:
      out.push(92)
      return output.nextLine()
    default:
      return out.pushString(inPlace(run.text[mark]!))
  }
}

/** A destination below the origin of the page is kept without it: most links are, and joining costs a copy. */
const pushDestination = (out: Chars, destination: string, origin: string): void => {
  if (destination.charCodeAt(0) === 47) out.pushString(origin)
  out.pushString(destination)
}

/** The title of a link as it is written, `""` when it only repeats the text. */
const titleOf = (run: Run, mark: number): string => {
  const title = run.close[mark]!
  if (title === "") return ""
  const from = run.at[run.partner[mark]!]!
  const to = run.at[mark]!
  let same = to - from === title.length
  for (let i = 0; same && i < title.length; i++) same = run.chars[from + i] === title.charCodeAt(i)
  return same ? "" : ` "${escapeTitle(title)}"`
}
