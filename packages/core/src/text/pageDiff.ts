/**
 * The difference between two versions of a page, line by line, noise aside: as
 * a unified diff, and parsed, in the shapes of the wire (contract/v2.md §6,
 * `changeTracking`).
 */
import * as TextDiff from "effect/TextDiff"
import { withoutNoise } from "./noise.ts"

export interface DiffChange {
  readonly type: "add" | "del" | "normal"
  readonly add?: true
  readonly del?: true
  readonly normal?: true
  /** Line in the file it belongs to; `ln1` and `ln2` for a line of both. From 1. */
  readonly ln?: number
  readonly ln1?: number
  readonly ln2?: number
  /** The line with its sign. */
  readonly content: string
}

export interface ParsedDiff {
  readonly files: ReadonlyArray<{
    readonly from: string | null
    readonly to: string | null
    readonly chunks: ReadonlyArray<{ readonly content: string; readonly changes: ReadonlyArray<DiffChange> }>
  }>
}

export interface PageDiff {
  /** False when the versions differ in noise alone, or not at all. */
  readonly changed: boolean
  /** Unified diff with three lines of context; empty when nothing changed. */
  readonly text: string
  readonly json: ParsedDiff
}

interface Line {
  readonly text: string
  readonly key: string
}

/** Beyond this many edits in one place the diff is correct but not the shortest. */
const maxEdits = 200

const diffLines = TextDiff.diffWith<Line>((a, b) => a.key === b.key)

export const pageDiff = (before: string, after: string): PageDiff => {
  const edits = diffLines(read(before), read(after), { maxEdits })
  // Lines that are noise from end to end may come and go.
  const changed = edits.some(({ _tag, items }) => _tag !== "Equal" && items.some(({ key }) => key !== ""))
  if (!changed) return { changed, text: "", json: { files: [] } }
  const text = TextDiff.unified(
    edits.map(({ _tag, items }) => ({ _tag, items: items.map((line) => `${line.text}\n`) })),
    { fromFile: "previous", toFile: "current" }
  )
  return { changed, text, json: parse(text) }
}

const read = (markdown: string): ReadonlyArray<Line> =>
  markdown.split("\n").map((text) => ({ text, key: withoutNoise(text) }))

const parse = (unified: string): ParsedDiff => {
  const chunks: Array<{ content: string; changes: Array<DiffChange> }> = []
  let [old, current] = [0, 0]
  for (const line of unified.split("\n")) {
    const head = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line)
    if (head !== null) {
      ;[old, current] = [Number(head[1]), Number(head[2])]
      chunks.push({ content: line, changes: [] })
      continue
    }
    const changes = chunks.at(-1)?.changes
    if (changes === undefined) continue
    if (line.startsWith("+")) changes.push({ type: "add", add: true, ln: current++, content: line })
    else if (line.startsWith("-")) changes.push({ type: "del", del: true, ln: old++, content: line })
    else if (line.startsWith(" ")) {
      changes.push({ type: "normal", normal: true, ln1: old++, ln2: current++, content: line })
    }
  }
  return { files: [{ from: "previous", to: "current", chunks }] }
}
