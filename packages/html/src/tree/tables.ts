/**
 * Between the cells of a table (HTML, 13.2.6.4.9 to 13.2.6.4.15): the parts of tables close and imply one another, and all
 * other content goes before the table (`Assembly.place`).
 */
import type { Assembly } from "./Assembly.ts"
import { Tag } from "./tags.ts"
import { Rule, Trait, traits } from "./traits.ts"

/** A start tag in a table, its sections or its rows; false when the rules of the body take it. */
export const startInTable = (assembly: Assembly, rule: number): boolean => {
  const { id } = assembly
  switch (rule) {
    case Rule.tablePart:
      startTablePart(assembly)
      return true
    case Rule.headText:
      if (id !== Tag.script && id !== Tag.style) return false
      assembly.insertPart(id, false)
      assembly.rawText = id
      return true
    case Rule.template:
      assembly.insertPart(id, false)
      return true
    case Rule.voidInline:
      if (id !== Tag.input || assembly.tokenAttribute("type")?.toLowerCase() !== "hidden") return false
      assembly.insertPartVoid()
      return true
    case Rule.form:
      if (assembly.form === 0 && !assembly.open.topmost(Tag.template)) insertTableForm(assembly)
      return true
  }
  return false
}

/** caption, col, colgroup, tbody, td, tfoot, th, thead, tr: closes and implies what it must to stand in the table. */
export const startTablePart = (assembly: Assembly): void => {
  const { id, open } = assembly
  const cell = id === Tag.td || id === Tag.th
  for (;;) {
    const at = open.nearestTableContext()
    switch (open.tag[at]) {
      case Tag.td:
      case Tag.th:
      case Tag.caption:
        assembly.popTo(at)
        continue
      case Tag.colgroup:
        assembly.popTo(at)
        continue
      case Tag.table:
        assembly.popTo(at + 1)
        if (id === Tag.col) assembly.openImplied(Tag.colgroup)
        else if (cell || id === Tag.tr) assembly.openImplied(Tag.tbody)
        else break
        if (id === Tag.col) break
        continue
      case Tag.tbody:
      case Tag.thead:
      case Tag.tfoot:
        if (id === Tag.tr) assembly.popTo(at + 1)
        else if (cell) {
          assembly.popTo(at + 1)
          assembly.openImplied(Tag.tr)
          continue
        } else if (open.inTableScope(Tag.table)) {
          assembly.popTo(at)
          continue
        } else return
        break
      case Tag.tr:
        if (cell) assembly.popTo(at + 1)
        else if (at > open.nearestIsland() + 1) {
          assembly.popTo(at)
          continue
        } else return
        break
      case Tag.template:
        if (open.current > at && !(open.tagTraits[open.current]! & Trait.tableContext)) return
        break
      default:
        return
    }
    if (id === Tag.col) assembly.insertPartVoid()
    else assembly.insertPart(id, false)
    return
  }
}

/** True between the cells of a table, also inside an element that was put before it. */
export const inTableMode = (assembly: Assembly): boolean => {
  return (traits[assembly.open.tag[assembly.open.nearestTableContext()]!]! & Trait.fosters) !== 0
}

/** A form that begins between the cells of a table is known by its fields only. */
export const insertTableForm = (assembly: Assembly): void => {
  assembly.form = assembly.nodes.add(
    assembly.id,
    assembly.zoneStart,
    assembly.zoneEnd,
    assembly.mask,
    assembly.attribute
  )
  assembly.append(assembly.form)
}

/** True anywhere in a table, cells included. */
export const inTable = (assembly: Assembly): boolean => {
  const context = assembly.open.tag[assembly.open.nearestTableContext()]!
  return context !== Tag.html && context !== Tag.template && context !== Tag.noscript
}
