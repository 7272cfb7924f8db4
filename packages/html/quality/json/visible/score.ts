/**
 * Counts fields of pages that speak to people alone: right, wrong (another value), invented (the page says none) and
 * absent (the page says it, and nothing is given). A list counts as one field, and is right as a whole.
 */
import { match } from "@orbweaver/extraction/internal/json/match"
import { indexSchema } from "@orbweaver/extraction/internal/json/schemaIndex"
import { isDeepStrictEqual } from "node:util"
import { facts } from "../../../src/facts/facts.ts"
import { parse } from "../../../src/tree/parse.ts"
import { schemaOf } from "../page.ts"
import type { VisiblePage } from "./page.ts"

export interface FieldCounts {
  right: number
  wrong: number
  absent: number
  /** Fields that the page does not say: those that stay away, and those that are given a value. */
  rightlyAbsent: number
  invented: number
}

export interface Score {
  readonly all: FieldCounts
  readonly byKind: ReadonlyMap<string, FieldCounts>
  readonly byLanguage: ReadonlyMap<string, FieldCounts>
  readonly faults: ReadonlyArray<string>
}

const none = (): FieldCounts => ({ right: 0, wrong: 0, absent: 0, rightlyAbsent: 0, invented: 0 })

export const scoreOf = (pages: ReadonlyArray<VisiblePage>): Score => {
  const all = none()
  const byKind = new Map<string, FieldCounts>()
  const byLanguage = new Map<string, FieldCounts>()
  const faults: Array<string> = []
  for (const page of pages) {
    const index = indexSchema(schemaOf(page.schema))
    if ("issues" in index) throw new Error(`${page.name}: ${JSON.stringify(index.issues)}`)
    const { value } = match(facts(parse(page.html), new URL("https://site.test/page")), index)
    const got = (value ?? {}) as Readonly<Record<string, unknown>>
    const want = page.expected as Readonly<Record<string, unknown>>
    for (const field of Object.keys(page.schema)) {
      const outcome = outcomeOf(got[field], want[field])
      for (const counts of [all, countsIn(byKind, page.kind), countsIn(byLanguage, page.language)]) counts[outcome]++
      if (outcome !== "right" && outcome !== "rightlyAbsent")
        faults.push(
          `${page.language} ${page.kind}, ${page.name}: ${field} is ${JSON.stringify(got[field]) ?? "absent"}, the page says ${JSON.stringify(want[field]) ?? "nothing"}`
        )
    }
  }
  return { all, byKind, byLanguage, faults }
}

const outcomeOf = (got: unknown, want: unknown): keyof FieldCounts => {
  if (got === undefined) return want === undefined ? "rightlyAbsent" : "absent"
  if (want === undefined) return "invented"
  return isDeepStrictEqual(got, want) ? "right" : "wrong"
}

const countsIn = (groups: Map<string, FieldCounts>, name: string): FieldCounts => {
  const counts = groups.get(name) ?? none()
  groups.set(name, counts)
  return counts
}

/** A table in text: one line for each name. */
export const tableOf = (groups: ReadonlyMap<string, FieldCounts>): string =>
  [...groups]
    .map(
      ([name, { absent, invented, right, rightlyAbsent, wrong }]) =>
        `  ${name.padEnd(12)} ${String(right).padStart(3)} right ${String(wrong + invented).padStart(3)} wrong ${String(absent).padStart(3)} absent ${String(rightlyAbsent).padStart(3)} rightly absent`
    )
    .join("\n")
