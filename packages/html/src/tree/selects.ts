/**
 * Inside a `select` (the rules "in select" and "in select in table" of HTML before 2025): options, groups and rules, and
 * little else.
 */
import type { Assembly } from "./Assembly.ts"
import { inTable } from "./tables.ts"
import { Tag } from "./tags.ts"
import { EndRule, endRule, Rule } from "./traits.ts"

/** True when a select is open and nothing special in it. */
export const inSelect = (assembly: Assembly): boolean => {
  return assembly.open.tag[assembly.open.nearestSpecial()] === Tag.select
}

/** False when the select was closed and the tag is to be looked at again. */
export const startInSelect = (assembly: Assembly, rule: number): boolean => {
  const { id, open } = assembly
  switch (id) {
    case Tag.html:
      assembly.adoptAttributes(1)
      return true
    case Tag.option:
    case Tag.optgroup:
    case Tag.hr:
      if (open.tag[open.current] === Tag.option) assembly.pop()
      if (id !== Tag.option && open.tag[open.current] === Tag.optgroup) assembly.pop()
      if (id === Tag.hr) assembly.insertVoid(id)
      else assembly.insert(id)
      return true
    case Tag.select:
      assembly.popTo(open.nearestSpecial())
      return true
    case Tag.input:
    case Tag.keygen:
    case Tag.textarea:
      assembly.popTo(open.nearestSpecial())
      return false
    case Tag.script:
      assembly.insert(id)
      assembly.rawText = id
      return true
    case Tag.template:
      assembly.insert(id)
      return true
  }
  const isTablePart = (rule === Rule.tablePart && id !== Tag.col && id !== Tag.colgroup) || rule === Rule.table
  if (!isTablePart || !inTable(assembly)) return true
  assembly.popTo(open.nearestSpecial())
  return false
}

/** What becomes of an end tag in a select. */
export const SelectEnd = {
  done: 0,
  /** Meant for what is around: the rules of the body take it. */
  body: 1,
  /** The select was closed and the tag is to be looked at again. */
  again: 2
} as const

export const endInSelect = (assembly: Assembly): number => {
  const { id, open } = assembly
  switch (id) {
    case Tag.optgroup: {
      const option = open.tag[open.current] === Tag.option && open.tag[open.current - 1] === Tag.optgroup
      if (option) assembly.pop()
      if (open.tag[open.current] === id) assembly.pop()
      return SelectEnd.done
    }
    case Tag.option:
      if (open.tag[open.current] === id) assembly.pop()
      return SelectEnd.done
    case Tag.select:
      assembly.popTo(open.nearestSpecial())
      return SelectEnd.done
    case Tag.template:
    case Tag.noscript:
      return SelectEnd.body
  }
  if (endRule[id] !== EndRule.tablePart || !inTable(assembly) || !open.inTableScope(id)) return SelectEnd.done
  assembly.popTo(open.nearestSpecial())
  return SelectEnd.again
}
