/**
 * Targets of the links and pictures of Markdown, one by one, in one pass over the text, in short turns. Code is left as it is
 * (https://spec.commonmark.org/0.31.2/#links).
 */
import { inTurns } from "@orbweaver/core/internal/support/turns"
import type { Steps } from "@orbweaver/core/internal/support/steps"
import type * as Effect from "effect/Effect"

export interface LinkTarget {
  /** As written: escapes of the address stay. */
  readonly target: string
  readonly isPicture: boolean
  readonly from: number
  readonly to: number
}

const maxTarget = 4096
const maxOpenBrackets = 1000
const maxParentheses = 32

/** All targets of a text, in their order. */
export const linkTargets = (markdown: string): Effect.Effect<ReadonlyArray<LinkTarget>> =>
  inTurns(() => collectTargets(markdown))

function* collectTargets(markdown: string): Steps<ReadonlyArray<LinkTarget>> {
  const targets: Array<LinkTarget> = []
  for (const target of scan(markdown)) {
    if (target !== undefined) targets.push(target)
    yield
  }
  return targets
}

/** Characters, lines or marks between two places where the work may pause. */
const pauseEvery = 10_000

/** Pauses where it gives `undefined`. */
function* scan(markdown: string): Generator<LinkTarget | undefined> {
  let lines = 0
  for (const part of proseOf(markdown)) {
    if (part !== undefined) yield* targetsIn(markdown, part.from, part.to)
    else if (++lines % pauseEvery === 0) yield undefined
  }
}

/** The text with other targets in the place of those that `replace` knows. */
export const replaceTargets = (
  markdown: string,
  targets: Iterable<LinkTarget>,
  replace: (target: LinkTarget) => string | undefined
): string => {
  const pieces: Array<string> = []
  let written = 0
  for (const target of targets) {
    const other = replace(target)
    if (other === undefined) continue
    pieces.push(markdown.slice(written, target.from), other)
    written = target.to
  }
  return written === 0 ? markdown : pieces.join("") + markdown.slice(written)
}

/** What lies between blocks of code; `undefined` for each other line. */
function* proseOf(markdown: string): Generator<{ readonly from: number; readonly to: number } | undefined> {
  let from = 0
  let fence = ""
  for (let start = 0; start < markdown.length;) {
    const end = markdown.indexOf("\n", start)
    const next = end === -1 ? markdown.length : end + 1
    const found = fenceAt(markdown, start, next)
    if (found !== undefined) {
      const { isAlone, mark } = found
      if (fence === "") {
        yield { from, to: start }
        fence = mark
      } else if (isAlone && mark[0] === fence[0] && mark.length >= fence.length) {
        fence = ""
        from = next
      }
    }
    start = next
    yield undefined
  }
  if (fence === "") yield { from, to: markdown.length }
}

/** A fence of code at the beginning of a line, also within quotes and items of lists. */
const fenceAt = (markdown: string, start: number, end: number) => {
  let at = start
  const limit = Math.min(end, start + 1000)
  while (at < limit && " \t>-*+".includes(markdown[at]!)) at++
  const character = markdown[at]
  if (character !== "`" && character !== "~") return undefined
  const begin = at
  while (at < end && markdown[at] === character) at++
  if (at - begin < 3) return undefined
  const rest = markdown.slice(at, Math.min(end, at + 1000))
  // Three backticks with more of them on the line are code within the line.
  if (character === "`" && rest.includes("`")) return undefined
  return { mark: markdown.slice(begin, at), isAlone: rest.trim() === "" }
}

function* targetsIn(markdown: string, from: number, to: number): Generator<LinkTarget | undefined> {
  const runs = yield* backtickRuns(markdown, from, to)
  const ends: Ends = { angle: -1, line: -1 }
  let pauseAt = from + pauseEvery
  const open: Array<boolean> = []
  for (let at = from; at < to; at++) {
    if (at >= pauseAt) {
      pauseAt = at + pauseEvery
      yield undefined
    }
    const character = markdown[at]
    if (character === "\\") at++
    else if (character === "`") {
      let length = 1
      while (markdown[at + length] === "`") length++
      const closing = closingAfter(runs.get(length), at)
      at = (closing ?? at) + length - 1
    } else if (character === "[") {
      if (open.length < maxOpenBrackets) open.push(at > from && markdown[at - 1] === "!" && markdown[at - 2] !== "\\")
    } else if (character === "]") {
      const isPicture = open.pop()
      if (isPicture === undefined || markdown[at + 1] !== "(") continue
      const found = targetAt(markdown, at + 2, to, ends)
      if (found === undefined) continue
      yield { ...found, target: markdown.slice(found.from, found.to), isPicture }
      at = found.to
    }
  }
}

interface Positions {
  readonly all: Array<number>
  next: number
}

/** The next run of the same length: positions are passed once. */
const closingAfter = (positions: Positions | undefined, at: number): number | undefined => {
  if (positions === undefined) return undefined
  while ((positions.all[positions.next] ?? Infinity) <= at) positions.next++
  return positions.all[positions.next]
}

/** Runs of backticks by their length, so that the end of code within a line is found without a search. */
function* backtickRuns(
  markdown: string,
  from: number,
  to: number
): Generator<undefined, ReadonlyMap<number, Positions>> {
  const runs = new Map<number, Positions>()
  let count = 0
  for (let at = markdown.indexOf("`", from); at !== -1 && at < to;) {
    let length = 1
    while (markdown[at + length] === "`") length++
    const positions = runs.get(length)
    if (positions === undefined) runs.set(length, { all: [at], next: 0 })
    else positions.all.push(at)
    at = markdown.indexOf("`", at + length)
    if (++count % pauseEvery === 0) yield undefined
  }
  return runs
}

/** Where the next `>` and the next line end are, so that both are looked for once. */
interface Ends {
  angle: number
  line: number
}

const nextOf = (markdown: string, mark: string, from: number): number => {
  const found = markdown.indexOf(mark, from)
  return found === -1 ? Infinity : found
}

/** The address behind `](`, in angle brackets or up to a space or the closing parenthesis. */
const targetAt = (markdown: string, start: number, end: number, ends: Ends) => {
  const limit = Math.min(end, start + maxTarget)
  if (markdown[start] === "<") {
    if (ends.angle <= start) ends.angle = nextOf(markdown, ">", start)
    if (ends.line <= start) ends.line = nextOf(markdown, "\n", start)
    if (ends.angle < ends.line && ends.angle < limit) return { from: start + 1, to: ends.angle }
    return undefined
  }
  let depth = 0
  for (let at = start; at < limit; at++) {
    const character = markdown[at]!
    if (character === "\\") at++
    else if (character === " " || character === "\t" || character === "\n") return { from: start, to: at }
    else if (character === "(" && ++depth > maxParentheses) return undefined
    else if (character === ")" && --depth < 0) return { from: start, to: at }
  }
  return undefined
}

/** The address that a target means: without escapes of Markdown. */
export const addressOf = (target: string): URL | undefined => {
  if (!/^https?:/i.test(target)) return undefined
  return URL.parse(target.replace(/\\([!-/:-@[-`{-~])/g, "$1").replaceAll("&amp;", "&")) ?? undefined
}

/** The way from one file of a folder to another, as the target of a link. */
export const relativeTarget = (from: string, to: string): string => {
  const source = from.split("/").slice(0, -1)
  const target = to.split("/")
  let shared = 0
  while (shared < source.length && shared < target.length - 1 && source[shared] === target[shared]) shared++
  const path = [...source.slice(shared).map(() => ".."), ...target.slice(shared)].join("/")
  // Parentheses would end the target.
  return encodeURI(path).replaceAll("(", "%28").replaceAll(")", "%29").replaceAll("#", "%23").replaceAll("?", "%3F")
}
