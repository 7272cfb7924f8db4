/** Lists of a Word file (ECMA-376 part 1 §17.9): bullets or numbers, and where a list goes on counting. */
import { attr, child, children, type Element } from "../xml.ts"

export interface ListLevel {
  readonly ordered: boolean
  /** Number of the item, counted through the document. */
  readonly number: number
}

export interface Numbering {
  /** Counts the next item of the list; nothing when the list is none. */
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

  const levelOf = (id: string, level: number): { readonly format: string; readonly start: number } => {
    const found = lists.get(id)
    const own = children(found?.list, "lvlOverride").find((override) => attr(override, "ilvl") === String(level))
    const base = children(abstracts.get(found?.abstract ?? ""), "lvl").find(
      (entry) => attr(entry, "ilvl") === String(level)
    )
    const from = child(own, "lvl") ?? base
    return {
      format: attr(child(from, "numFmt"), "val") ?? (found === undefined ? "bullet" : "decimal"),
      start: Number(attr(child(own, "startOverride"), "val") ?? attr(child(from, "start"), "val") ?? 1)
    }
  }

  return {
    next: (id, level) => {
      if (id === "0") return undefined
      const { format, start } = levelOf(id, level)
      if (format === "bullet" || format === "none") return { ordered: false, number: 1 }
      // Lists of one definition count on together unless one says where to start.
      const found = lists.get(id)
      const key = children(found?.list, "lvlOverride").length > 0 ? `n${id}` : `a${found?.abstract ?? id}`
      const counts = counters.get(key) ?? []
      counters.set(key, counts)
      counts.length = Math.min(counts.length, level + 1)
      counts[level] = (counts[level] ?? start - 1) + 1
      return { ordered: true, number: counts[level] }
    }
  }
}
