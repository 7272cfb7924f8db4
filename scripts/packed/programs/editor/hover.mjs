// What an editor shows of each option: a text, and the default of what may be left out.
import assert from "node:assert/strict"
import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript"
import { options } from "./options.mjs"

const file = join(process.cwd(), "hover-subject.ts")
writeFileSync(
  file,
  `import type { BatchScrapeInput, CrawlInput, ExtractInput, MapInput, OrbweaverOptions, ScrapeInput, SearchInput, WaitOptions } from "orbweaver"
export type Subjects = {
  scrape: ScrapeInput
  crawl: CrawlInput
  batchScrape: BatchScrapeInput
  map: MapInput
  search: SearchInput
  extract: ExtractInput
  waiting: WaitOptions
  createOrbweaver: OrbweaverOptions
}`
)
const program = ts.createProgram([file], options)
rmSync(file)
const checker = program.getTypeChecker()
const subjects = program.getSourceFile(file).statements.find(ts.isTypeAliasDeclaration)
const missing = []
let count = 0
for (const subject of checker.getTypeAtLocation(subjects.name).getProperties()) {
  for (const option of checker.getTypeOfSymbol(subject).getProperties()) {
    count += 1
    const text = ts.displayPartsToString(option.getDocumentationComment(checker))
    const isOptional = (option.flags & ts.SymbolFlags.Optional) !== 0
    if (text === "") missing.push(`${subject.name}.${option.name} has no text`)
    else if (isOptional && !/default|when absent/i.test(text))
      missing.push(`${subject.name}.${option.name} names no default: ${text}`)
  }
}
assert.ok(count > 100, `${count} options were found`)
assert.deepEqual(missing, [])
