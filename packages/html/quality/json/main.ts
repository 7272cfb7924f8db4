/**
 * How well `json` is read by a schema without a model, on the pages of this folder:
 *
 *   npm run quality:json -w packages/html
 *
 * Every value of an answer is right, wrong (the page says another one) or invented (the page does not say it);
 * every expected value is found or missed. Ends with 1 below precision 0.98 or recall 0.8.
 *
 * Pages that speak to people alone (`visible/`) are counted by kind and by language, those that rules were tuned on and
 * those held out apart. Ends with 1 for any wrong value there, and below 78 % of what the pages say.
 */
import { match } from "@orbweaver/extraction/internal/json/match"
import { indexSchema } from "@orbweaver/extraction/internal/json/schemaIndex"
import { facts } from "../../src/facts/facts.ts"
import { parse } from "../../src/tree/parse.ts"
import { leaves, schemaOf } from "./page.ts"
import { pages } from "./pages.ts"
import { pages as heldOut } from "./visible/heldOut.ts"
import { scoreOf, tableOf } from "./visible/score.ts"
import { pages as first } from "./visible/first.ts"
import { pages as second } from "./visible/second.ts"

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

for (const [name, set] of [
  ["tuned", [...first, ...second]],
  ["held out", heldOut]
] as const) {
  const { all, byKind, byLanguage, faults: lines } = scoreOf(set)
  const onPage = all.right + all.wrong + all.absent
  // What stands in the pages that are held out is not printed, so that nobody tunes by it.
  if (name === "tuned" || process.argv.includes("--faults")) console.log(`\n${lines.join("\n")}`)
  console.log(`\nby kind, ${name}:\n${tableOf(byKind)}\nby language, ${name}:\n${tableOf(byLanguage)}`)
  console.log(
    `\njson of visible pages, ${name}: ${set.length} pages, ${onPage} values that they say: ${all.right} right (${((100 * all.right) / onPage).toFixed(1)} %), ${all.wrong} wrong, ${all.absent} absent; of values that they do not say ${all.invented} are given, ${all.rightlyAbsent} are not`
  )
  if (all.wrong + all.invented > 0 || all.right / onPage < 0.78) process.exitCode = 1
}
