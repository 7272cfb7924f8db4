import { expect, it } from "vitest"
import { toMarkdown } from "../../src/markdown/walk/Markdown.ts"
import { parse } from "../../src/tree/parse.ts"
import { countedReads } from "../countedReads.ts"

const baseUrl = new URL("https://site.example/")
const large = `<math><mi>a</mi>${"<mi>b</mi>".repeat(6_000)}<math><mi>c</mi></math></math>`
const small = "<math><mi>x</mi></math>"

it("writes what stands in a formula that is too large for one as text too, and the next formula as one", () => {
  expect(toMarkdown(parse(`${large}<p>${small}</p>`), { baseUrl })).toMatch(/^a ?b+ ?c\n\n\$x\$\n?$/)
})

it("writes a formula of the foot of a table that stands before its body", () => {
  const table = `<table><tfoot><tr><td>${small}<td>y</tr></tfoot><tbody><tr><td>${large}<td>z</tr></tbody></table>`
  expect(toMarkdown(parse(table), { baseUrl })).toMatch(/\| ?a ?b+ ?c ?\| ?z ?\|\n\| ?\$x\$ ?\| ?y ?\|/)
})

it("does not look through formulas in formulas at each level", () => {
  const { tree, reads } = countedReads(parse("<math>".repeat(9_000)))
  toMarkdown(tree, { baseUrl })
  expect(reads()).toBeLessThan(40 * tree.size)
})
