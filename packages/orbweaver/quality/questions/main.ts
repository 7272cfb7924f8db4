/**
 * Questions about pages of many kinds without a model, by prompts and by schemas, half of them about what a page does
 * not say: how many values are right, and how many are given that the page does not say.
 *
 * `node --conditions=@orbweaver/source quality/questions/main.ts`
 */
import { createOrbweaver, type SchemaInput } from "orbweaver"
import { pages, type Answers } from "./pages.ts"

await using orb = createOrbweaver()
const present = { right: 0, wrong: 0, "not given": 0 }
const absent = { "rightly absent": 0, wrong: 0 }

const judge = (asked: string, json: unknown, answers: Answers) => {
  const given = new Map(Object.entries((json ?? {}) as Record<string, unknown>))
  for (const [name, expected] of Object.entries(answers)) {
    const value = given.get(name)
    const right = value === expected
    if (expected === undefined) absent[right ? "rightly absent" : "wrong"]++
    else present[right ? "right" : value === undefined ? "not given" : "wrong"]++
    if (!right) console.log(`  ${asked}: ${name} is ${JSON.stringify(value)}, not ${JSON.stringify(expected)}`)
    given.delete(name)
  }
  // A value under another name answers a question that nobody asked.
  for (const [name, value] of given) {
    absent.wrong++
    console.log(`  ${asked}: ${name} is ${JSON.stringify(value)}, not asked for`)
  }
}

for (const { html, kind, prompts, properties } of pages) {
  const read = async (format: { readonly prompt?: string; readonly schema?: SchemaInput }) =>
    (await orb.parse({ data: html, filename: "page.html" }, { formats: [{ ...format, type: "json" as const }] })).json
  for (const [prompt, answers] of prompts) judge(`${kind}, "${prompt}"`, await read({ prompt }), answers)
  const schema = {
    type: "object",
    properties: Object.fromEntries(Object.keys(properties).map((name) => [name, { type: "string" }]))
  }
  judge(`${kind}, schema`, await read({ schema }), properties)
}

const said = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(", ")
const total = [...Object.values(present), ...Object.values(absent)].reduce((sum, count) => sum + count, 0)
const wrong = (present.wrong + absent.wrong) / total
console.log(
  `questions without a model: ${pages.length} pages, ${total} fields; on the page: ${said(present)}; not on it: ${said(absent)}; wrong values ${(100 * wrong).toFixed(1)} %`
)
if (wrong >= 0.03 || present.right / (present.right + present["not given"]) < 0.9) process.exitCode = 1
