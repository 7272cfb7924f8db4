/**
 * How well `json` is read by a schema without a model, on the pages of this folder:
 *
 *   npm run quality:json -w packages/html
 *
 * Every value of an answer is right, wrong (the page says another one) or invented (the page does not say it);
 * every expected value is found or missed. Ends with 1 below precision 0.98 or recall 0.8.
 */
import { match } from "@orbweaver/extraction/internal/json/match"
import { indexSchema } from "@orbweaver/extraction/internal/json/schemaIndex"
import { facts } from "../../src/facts/facts.ts"
import { parse } from "../../src/tree/parse.ts"
import { leaves, schemaOf } from "./page.ts"
import { pages } from "./pages.ts"

let right = 0
let given = 0
let expected = 0
const faults: Array<string> = []
for (const page of pages) {
  const index = indexSchema(schemaOf(page.schema))
  if ("issues" in index) throw new Error(`${page.name}: ${JSON.stringify(index.issues)}`)
  const { value } = match(facts(parse(page.html), new URL("https://site.test/page")), index)
  const got = leaves(value)
  const want = leaves(page.expected)
  given += got.size
  expected += want.size
  for (const [at, one] of got) {
    if (want.get(at) === one) right++
    else faults.push(`${page.name} ${at}: ${want.has(at) ? "wrong" : "invented"} ${one}, not ${want.get(at)}`)
  }
  for (const [at, one] of want) if (!got.has(at)) faults.push(`${page.name} ${at}: missed ${one}`)
}
const precision = right / given
const recall = right / expected
console.log(faults.join("\n"))
console.log(
  `\njson without a model: ${pages.length} pages, ${expected} values; precision ${precision.toFixed(4)} (${right}/${given}), recall ${recall.toFixed(4)} (${right}/${expected})`
)
if (precision < 0.98 || recall < 0.8) process.exitCode = 1
