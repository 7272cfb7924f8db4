import { expect, it } from "vitest"
import { readFeatures } from "../../src/mainContent/features/Features.ts"
import { FormCounts } from "../../src/mainContent/features/FormCounts.ts"
import { parse } from "../../src/tree/parse.ts"
import { Tag } from "../../src/tree/tags.ts"
import { countedReads } from "../countedReads.ts"

const read = (html: string) => {
  const { tree, reads } = countedReads(parse(html))
  const { end, own } = readFeatures(tree)
  const forms = Array.from({ length: tree.size }, (_, node) => node).filter((node) => tree.tag[node] === Tag.form)
  return { counts: new FormCounts(tree, end, own), forms, reads, size: tree.size }
}

it("counts fields, and text that is no label and stands on no button", () => {
  const { counts, forms } = read(
    `<form><input type=hidden><p>Four</p><label><p>Name</p><input></label><input type=EMAIL><input type=file>
    <select><option>One</select><button><p>Send</p></button></form>`
  )
  expect(counts.of(forms[0]!)).toMatchObject({ fields: 4, userFields: 2, files: 1, proseOutsideLabels: 4 })
})

it("counts for a form what the forms in it hold, whichever is asked for first", () => {
  const html = "<form><div><p>One</p><input></form><form><p>Three</p><textarea></textarea></form></div>"
  const inner = { fields: 1, userFields: 1, files: 0, proseOutsideLabels: 5 }
  const outer = { fields: 2, userFields: 1, files: 0, proseOutsideLabels: 8 }
  const first = read(html)
  expect(first.forms).toHaveLength(2)
  expect(first.forms.map((form) => first.counts.of(form))).toMatchObject([outer, inner])
  const last = read(html)
  expect(last.forms.toReversed().map((form) => last.counts.of(form))).toMatchObject([inner, outer])
})

it("reads each node of forms in forms once, in whichever order they are asked for", () => {
  for (const inOrder of [true, false]) {
    const { counts, forms, reads, size } = read("<form><div></form>".repeat(2_000))
    expect(forms.length).toBeGreaterThan(1_000)
    const before = reads()
    for (const form of inOrder ? forms : forms.toReversed()) counts.of(form)
    expect(reads() - before).toBeLessThan(12 * size)
  }
})
