/** Styles of a Word file of 1997 to 2003 ([MS-DOC] §2.9.271): which of them are headings, by themselves or by what they build on. */
import { property, readProperties } from "./runs.ts"
import { viewOf } from "../../bytes/viewOf.ts"

/** Built-in styles (§2.9.260). */
const lastHeading = 9
const title = 62
const noBase = 0xfff
const maxStyles = 4096
const paragraphStyle = 1
const lastOutlineLevel = 8

export const readStyles = (
  table: Uint8Array,
  { at, size }: { readonly at: number; readonly size: number }
): ((style: number) => number | undefined) => {
  const levels: Array<number | undefined> = []
  const bases: Array<number> = []
  const view = viewOf(table)
  const end = Math.min(table.length, at + size)
  if (at + 4 <= end) {
    let next = at + 2 + view.getUint16(at, true)
    const baseSize = at + 6 <= end ? view.getUint16(at + 4, true) : 10
    for (let style = 0; style < maxStyles && next + 2 <= end; style++) {
      const length = view.getUint16(next, true)
      if (length >= 4 && next + 6 <= end) {
        const builtIn = view.getUint16(next + 2, true) & 0xfff
        levels[style] =
          builtIn >= 1 && builtIn <= lastHeading
            ? builtIn
            : builtIn === title
              ? 1
              : outlineOf(table, next + 2, Math.min(end, next + 2 + length), baseSize)
        bases[style] = view.getUint16(next + 4, true) >> 4
      }
      next += 2 + length
    }
  }
  return (style) => {
    for (let own = style, steps = 0; own !== noBase && steps < 11; steps++) {
      const level = levels[own] ?? (levels.length === 0 && own >= 1 && own <= lastHeading ? own : undefined)
      if (level !== undefined) return level
      own = bases[own] ?? noBase
    }
    return undefined
  }
}

/** The level that a style of a writer's own gives its paragraphs, from 1; behind its name (§2.9.260). */
const outlineOf = (table: Uint8Array, from: number, to: number, baseSize: number): number | undefined => {
  const view = viewOf(table)
  if (from + baseSize + 2 > to || (view.getUint16(from + 2, true) & 15) !== paragraphStyle) return undefined
  const name = from + baseSize
  let at = name + 2 + view.getUint16(name, true) * 2 + 2
  if ((at - from) % 2 === 1) at++
  if (at + 4 > to) return undefined
  const size = view.getUint16(at, true)
  const level = readProperties(table, at + 4, Math.min(to, at + 2 + size)).get(property.outlineLevel)
  return level === undefined || level > lastOutlineLevel ? undefined : level + 1
}
