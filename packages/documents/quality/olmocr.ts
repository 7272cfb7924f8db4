/**
 * How many facts about pages readers keep, by the data of olmOCR-bench: a folder with `*.jsonl` and the files in `pdfs`
 * (`facts.ts` says what a fact is). The bench runs on single pages; a reader that fails on a file keeps none of its facts.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type Fact, isTrue, readFacts } from "./facts.ts"
import type { PdfReader } from "./readers.ts"

const kinds = ["present", "absent", "order", "table", "math"] as const

export const scoreFacts = async (
  folder: string,
  readers: ReadonlyArray<PdfReader>,
  only: string | undefined,
  worst: number
): Promise<void> => {
  const facts = readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .flatMap((name) => readFacts(readFileSync(join(folder, name), "utf8")))
    .filter(({ pdf, type }) => kinds.includes(type) && (only === undefined || pdf.includes(only)))
  const table: Record<string, Record<string, string>> = {}
  for (const [index, reader] of readers.entries()) {
    const kept = await keptOf(folder, facts, reader, index === 0 && only !== undefined)
    table[reader.name] = Object.fromEntries(
      ["all", ...kinds].map((kind) => {
        const own = facts.filter(({ type }) => kind === "all" || type === kind)
        return [kind, `${own.filter((fact) => kept.has(fact)).length} of ${own.length}`]
      })
    )
    if (index === 0) printWorst(facts, kept, only === undefined ? worst : Infinity)
  }
  console.table(table)
}

const keptOf = async (
  folder: string,
  facts: ReadonlyArray<Fact>,
  { name, read }: PdfReader,
  prints: boolean
): Promise<ReadonlySet<Fact>> => {
  const kept = new Set<Fact>()
  for (const own of Map.groupBy(facts, ({ page, pdf }) => `${pdf}|${page}`).values()) {
    const { page, pdf } = own[0]!
    try {
      const markdown = await read(join(folder, "pdfs", pdf), page)
      if (prints) console.log(markdown)
      for (const fact of own) if (isTrue(fact, markdown)) kept.add(fact)
    } catch (error) {
      console.log(`${name} cannot read page ${page} of ${pdf}: ${String(error)}`)
    }
  }
  return kept
}

/** The files that lose most facts, with what is lost. */
const printWorst = (facts: ReadonlyArray<Fact>, kept: ReadonlySet<Fact>, most: number): void => {
  const lost = [...Map.groupBy(facts, ({ pdf }) => pdf)]
    .map(([pdf, own]) => ({ pdf, own: own.filter((fact) => !kept.has(fact)) }))
    .filter(({ own }) => own.length > 0)
    .toSorted((a, b) => b.own.length - a.own.length)
  for (const { own, pdf } of lost.slice(0, most)) {
    console.log(`  ${own.length}  ${pdf}`)
    for (const { id, max_diffs: _edits, page: _page, pdf: _pdf, type, ...rest } of own)
      console.log(`       ${type} ${id}  ${JSON.stringify(rest).slice(0, 200)}`)
  }
}
