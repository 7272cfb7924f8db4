/**
 * The difference between two versions of a page, line by line, noise aside: as
 * a unified diff, and parsed, in the shapes of the wire (docs/reference/v2.md §6,
 * `changeTracking`).
 */
import type * as Effect from "effect/Effect"
import { inTurns } from "../support/turns.ts"
import type { DiffChange, DiffChunk, ParsedDiff } from "../model/formats/ChangeTracking.ts"
import { atOnce, type Steps } from "../support/steps.ts"
import { type Change, changesOf } from "./lineDiff.ts"
import { keyOf } from "./noise.ts"

export type { DiffChange, ParsedDiff } from "../model/formats/ChangeTracking.ts"

export interface PageDiff {
  /** False when the versions differ in noise alone, or not at all. */
  readonly changed: boolean
  /** Whether only the beginning of the difference is included, because it has more than 50,000 lines. */
  readonly cut: boolean
  /** Unified diff with three lines of context; empty when nothing changed. */
  readonly text: string
  readonly json: ParsedDiff
}

const none: PageDiff = { changed: false, cut: false, text: "", json: { files: [] } }

export const pageDiff = (before: string, after: string): PageDiff => atOnce(differences(before, after))

/** The same for pages of any length, a part in each turn of the event loop. */
export const pageDiffInTurns = (before: string, after: string): Effect.Effect<PageDiff> =>
  inTurns(() => differences(before, after))

/** Whether the versions differ in more than noise: less work than to say where. */
export const differInTurns = (before: string, after: string): Effect.Effect<boolean> =>
  inTurns(() => differ(before, after, newLineNumbers()))

function* differences(before: string, after: string): Steps<PageDiff> {
  const known = newLineNumbers()
  if (!(yield* differ(before, after, known))) return none
  const a = yield* read(before, known)
  const b = yield* read(after, known)
  const changes = yield* changesOf(a.numbers, b.numbers, maxDiffLines)
  const { chunks, cut } = yield* chunksOf(a, b, changes)
  const json = { files: [{ from: "previous", to: "current", chunks }] }
  return { changed: true, cut: cut || changes.length >= maxDiffLines, text: yield* unified(json), json }
}

/** Numbers of lines, the same for those that say the same. */
interface LineNumbers {
  readonly byLine: Map<string, number>
  readonly byKey: Map<string, number>
}

/** The number of lines that do not count. */
const noise = 0

const newLineNumbers = (): LineNumbers => ({ byLine: new Map(), byKey: new Map([["", noise]]) })

function* numberOf(line: string, { byKey, byLine }: LineNumbers): Steps<number> {
  const known = byLine.get(line)
  if (known !== undefined) return known
  const key = yield* keyOf(line)
  const number = byKey.get(key) ?? byKey.size
  byKey.set(key, number)
  byLine.set(line, number)
  return number
}

/** Lines that are noise from end to end may come and go. */
function* differ(before: string, after: string, known: LineNumbers): Steps<boolean> {
  if (before === after) return false
  const left = linesOf(before)
  const right = linesOf(after)
  for (;;) {
    yield
    const [a, b] = [lineOf(left), lineOf(right)]
    if (a !== undefined && a === b) continue
    const inA = yield* nextSignificantLine(a, left, known)
    const inB = yield* nextSignificantLine(b, right, known)
    if (inA !== inB) return true
    if (inA === undefined) return false
  }
}

/** What the line says, or the first after it that is more than noise; undefined at the end. */
function* nextSignificantLine(
  line: string | undefined,
  lines: Iterator<string, void>,
  known: LineNumbers
): Steps<number | undefined> {
  for (let at = line; at !== undefined; at = lineOf(lines)) {
    const number = yield* numberOf(at, known)
    if (number !== noise) return number
    yield
  }
  return undefined
}

const lineOf = (lines: Iterator<string, void>): string | undefined => lines.next().value ?? undefined

function* linesOf(text: string): Generator<string, void> {
  for (let at = 0; at <= text.length;) {
    const newline = text.indexOf("\n", at)
    const end = newline < 0 ? text.length : newline
    yield text.slice(at, end)
    at = end + 1
  }
}

/** A version, line by line. */
interface Version {
  readonly text: string
  /** Offsets of the lines, and of one more behind the last. */
  readonly starts: Int32Array
  readonly numbers: Int32Array
}

function* read(text: string, known: LineNumbers): Steps<Version> {
  let lines = 1
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) if (lines++ % stretch === 0) yield
  const starts = new Int32Array(lines + 1)
  const numbers = new Int32Array(lines)
  let line = 0
  for (const lineText of linesOf(text)) {
    yield
    numbers[line] = yield* numberOf(lineText, known)
    starts[line + 1] = starts[line]! + lineText.length + 1
    line++
  }
  return { text, starts, numbers }
}

const lineAt = ({ starts, text }: Version, line: number): string => text.slice(starts[line], starts[line + 1]! - 1)

/** Lines of a difference, and changes; what has more is shown in part. */
const maxDiffLines = 50_000

const context = 3

/** Lines of a chunk between two pauses. */
const stretch = 500

/** Changes with what stands around them; those that are close are one chunk. */
function* chunksOf(
  a: Version,
  b: Version,
  changes: ReadonlyArray<Change>
): Steps<{ readonly chunks: ReadonlyArray<DiffChunk>; readonly cut: boolean }> {
  const chunks: Array<DiffChunk> = []
  let left = maxDiffLines
  for (let first = 0; first < changes.length && left > 0;) {
    let last = first
    while (last + 1 < changes.length && changes[last + 1]!.a0 - changes[last]!.a1 <= 2 * context) last++
    const start = Math.max(0, changes[first]!.a0 - context)
    const end = Math.min(a.numbers.length, changes[last]!.a1 + context)
    const shift = changes[first]!.b0 - changes[first]!.a0
    const lines: Array<DiffChange> = []
    let at = start
    let atB = start + shift
    const same = function* (until: number): Steps<void> {
      for (; at < until && lines.length < left; at++, atB++) {
        lines.push({ type: "normal", normal: true, ln1: at + 1, ln2: atB + 1, content: ` ${lineAt(a, at)}` })
        if (lines.length % stretch === 0) yield
      }
    }
    for (const { a0, a1, b1 } of changes.slice(first, last + 1)) {
      yield* same(a0)
      for (; at < a1 && lines.length < left; at++) {
        lines.push({ type: "del", del: true, ln: at + 1, content: `-${lineAt(a, at)}` })
        if (lines.length % stretch === 0) yield
      }
      for (; atB < b1 && lines.length < left; atB++) {
        lines.push({ type: "add", add: true, ln: atB + 1, content: `+${lineAt(b, atB)}` })
        if (lines.length % stretch === 0) yield
      }
    }
    yield* same(end)
    chunks.push({ content: `@@ -${range(start, at)} +${range(start + shift, atB)} @@`, changes: lines })
    left -= lines.length
    first = last + 1
    yield
  }
  return { chunks, cut: left <= 0 }
}

/** As unified diffs write half-open ranges: from 1, the length left out when it is 1. */
const range = (start: number, end: number): string =>
  end === start ? `${start},0` : end - start === 1 ? `${end}` : `${start + 1},${end - start}`

function* unified({ files }: ParsedDiff): Steps<string> {
  let text = ""
  for (const { chunks, from, to } of files) {
    text += `--- ${from}\n+++ ${to}\n`
    for (const { changes, content } of chunks) {
      text += `${content}\n`
      for (const [at, { content }] of changes.entries()) {
        text += `${content}\n`
        if (at % stretch === 0) yield
      }
    }
  }
  return text
}
