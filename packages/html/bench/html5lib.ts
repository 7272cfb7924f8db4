/**
 * Runs the newest cases of html5lib from a folder that holds its repository: `npm run html5lib -w packages/html -- --cases DIR`.
 *
 * The tokenizer cases must all be met; the cases of tree construction are measured against what parse5 meets.
 */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { judge, readTokenizerCases } from "../test/tree/html5lib.ts"
import { readTreeCases } from "../test/tree/html5libTrees.ts"
import { outlineOf, outlineOfParse5 } from "../test/tree/outline.ts"
import { parse } from "../src/tree/parse.ts"

const { values } = parseArgs({ options: { cases: { type: "string" }, verbose: { type: "boolean", default: false } } })
if (values.cases === undefined) throw new Error("--cases DIR is missing")

const tokenizer = readTokenizerCases(join(values.cases, "tokenizer"))
const verdicts = tokenizer.map(judge)
for (const [i, verdict] of verdicts.entries()) if (verdict !== "same") console.log(`${verdict}: ${tokenizer[i]!.name}`)
console.log(`${verdicts.filter((verdict) => verdict === "same").length} of ${tokenizer.length} tokenizer cases are met`)

const trees = join(values.cases, "tree-construction")
if (existsSync(trees)) {
  let met = 0
  let metByParse5 = 0
  const cases = readTreeCases(trees)
  for (const { expected, html, name } of cases) {
    const wanted = JSON.stringify(expected)
    const ours = outlineOf(parse(html))
    const isMet = JSON.stringify(ours) === wanted
    if (isMet) met++
    if (JSON.stringify(outlineOfParse5(html)) === wanted) metByParse5++
    if (!isMet && values.verbose)
      console.log(`\n${name}: ${JSON.stringify(html)}\n--- ours\n${ours.join("\n")}\n--- case\n${expected.join("\n")}`)
  }
  console.log(`${met} of ${cases.length} cases of tree construction are met; parse5 meets ${metByParse5}`)
}
