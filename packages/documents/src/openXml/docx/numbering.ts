/** Lists of a Word file (ECMA-376 part 1 §17.9): bullets or numbers, and where a list goes on counting. */
import { attr, child, children, type Element } from "../../bytes/xml.ts"

interface ListLevel {
  readonly ordered: boolean
  /** Without a sign of its own: one more paragraph of the item before it. */
  readonly silent: boolean
  /** Number of the item, counted through the document. */
  readonly number: number
}

export interface Numbering {
  /** Counts the next item of the list; undefined when the list does not exist. */
  readonly next: (id: string, level: number) => ListLevel | undefined
}

export const readNumbering = (root: Element | undefined): Numbering => {
  const numbering = child(root, "numbering")
  const abstracts = new Map(children(numbering, "abstractNum").map((list) => [attr(list, "abstractNumId") ?? "", list]))
  const lists = new Map(
    children(numbering, "num").map((list) => [
      attr(list, "numId") ?? "",
      { list, abstract: attr(child(list, "abstractNumId"), "val") ?? "" }
    ])
  )
  const counters = new Map<string, Array<number>>()

  const known = new Map<string, Level>()
  const levelOf = (id: string, level: number): Level => {
    const key = `${id}|${level}`
    const before = known.get(key)
    if (before !== undefined) return before
    const found = lists.get(id)
    const at = (element: Element) => attr(element, "ilvl") === String(level)
    const overrides = children(found?.list, "lvlOverride")
    const own = overrides.find(at)
    const from = child(own, "lvl") ?? children(abstracts.get(found?.abstract ?? ""), "lvl").find(at)
    const made: Level = {
      format: attr(child(from, "numFmt"), "val") ?? (found === undefined ? "bullet" : "decimal"),
      silent: attr(child(from, "lvlText"), "val")?.trim() === "" && child(from, "lvlPicBulletId") === undefined,
      start: Number(attr(child(own, "startOverride"), "val") ?? attr(child(from, "start"), "val") ?? 1),
      // Lists of one definition count on together unless one says where to start.
      counter: overrides.length > 0 ? `n${id}` : `a${found?.abstract ?? id}`
    }
    known.set(key, made)
    return made
  }

  return {
    next: (id, level) => {
      if (id === "0") return undefined
      const { counter, format, silent, start } = levelOf(id, level)
      if (format === "bullet" || format === "none") return { ordered: false, silent, number: 1 }
      const counts = counters.get(counter) ?? []
      counters.set(counter, counts)
      counts.length = Math.min(counts.length, level + 1)
      counts[level] = (counts[level] ?? start - 1) + 1
      return { ordered: true, silent: false, number: counts[level] }
    }
  }
}

interface Level {
  readonly format: string
  readonly silent: boolean
  readonly start: number
  /** Name of the count the level takes part in. */
  readonly counter: string
}
