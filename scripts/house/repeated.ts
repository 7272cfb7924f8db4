/** Blocks of six lines and more that stand twice in the sources of a package. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { root, type SourceFile } from "./imports.ts"

export interface RepeatedBlock {
  readonly lines: number
  /** Where it stands, as `path:line`. */
  readonly places: readonly [string, string]
}

const minLines = 6

interface Line {
  readonly path: string
  readonly number: number
  readonly text: string
}

/** Lines that say something: no blank ones, comments and imports, which files share for good reasons. */
const linesOf = (path: string, code: string): ReadonlyArray<Line> => {
  let isImport = false
  let isComment = false
  return code.split("\n").flatMap((raw, index) => {
    const text = raw.trim()
    if (/^(?:import|export \* as|export (?:type )?\{)/.test(text)) isImport = true
    if (text.startsWith("/*")) isComment = true
    const isCode = !isImport && !isComment && !text.startsWith("//") && text !== ""
    if (/from "[^"]+"$|^export \* as .* from/.test(text) || text.startsWith('import "')) isImport = false
    if (text.endsWith("*/")) isComment = false
    return isCode ? [{ path, number: index + 1, text }] : []
  })
}

/** Blocks that are longest where they stand; `texts` are sources of one package by path. */
export const repeatedBlocks = (texts: ReadonlyMap<string, string>): ReadonlyArray<RepeatedBlock> => {
  const files = [...texts].map(([path, text]) => linesOf(path, text))
  const known = new Map<string, readonly [file: number, at: number]>()
  const found: Array<RepeatedBlock> = []
  for (const [file, lines] of files.entries()) {
    let covered = -1
    for (let at = 0; at + minLines <= lines.length; at++) {
      const key = lines
        .slice(at, at + minLines)
        .map(({ text }) => text)
        .join("\n")
      const first = known.get(key)
      if (first === undefined) {
        known.set(key, [file, at])
        continue
      }
      if (at < covered || (first[0] === file && at - first[1] < minLines)) continue
      const earlier = files[first[0]]!
      let length = minLines
      while (lines[at + length] !== undefined && earlier[first[1] + length]?.text === lines[at + length]!.text) length++
      covered = at + length
      const placeOf = ({ number, path }: Line) => `${path}:${number}`
      found.push({ lines: length, places: [placeOf(earlier[first[1]]!), placeOf(lines[at]!)] })
    }
  }
  return found
}

/** Of each package on its own. */
export const repeatedInPackages = (files: ReadonlyArray<SourceFile>): ReadonlyArray<RepeatedBlock> => {
  const names = new Set(files.map(({ path }) => path.split("/")[1]!))
  return [...names].flatMap((name) =>
    repeatedBlocks(
      new Map(
        files
          .filter(({ path }) => path.startsWith(`packages/${name}/`))
          .map(({ path }) => [path, readFileSync(join(root, path), "utf8")])
      )
    )
  )
}
