// What an editor shows: of each option a text, and the default of what may be left out; of each method and each field of a
// result a text; and types by their names.
import assert from "node:assert/strict"
import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript"
import { options } from "./options.mjs"

const file = join(process.cwd(), "hover-subject.ts")
writeFileSync(
  file,
  `import { createOrbweaver, type BatchScrapeInput, type CrawlInput, type Document, type ExtractInput, type MapInput, type Metadata, type Orbweaver, type OrbweaverOptions, type ScrapeInput, type SearchInput, type WaitOptions } from "orbweaver"
export const orb = createOrbweaver()
export const page = await orb.scrape("", { formats: ["markdown", "links", "product", { type: "json" }] })
export const pages = orb.crawl("")
export const { scrape, crawl, batchScrape, search, startCrawl, getCrawlStatus } = orb
export type Results = {
  orbweaver: Orbweaver
  document: Document
  metadata: Metadata
  page: typeof page
}
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
const source = program.getSourceFile(file)
const aliases = source.statements.filter(ts.isTypeAliasDeclaration)
const missing = []
let count = 0
/** Calls `look` for each member of each subject of the alias, with its text. Symbols and index signatures have none. */
const forMembers = (aliasName, look) => {
  const alias = aliases.find(({ name }) => name.text === aliasName)
  for (const subject of checker.getTypeAtLocation(alias.name).getProperties()) {
    for (const member of checker.getTypeOfSymbol(subject).getProperties()) {
      if (member.name.startsWith("__@")) continue
      count += 1
      const text = ts.displayPartsToString(member.getDocumentationComment(checker))
      if (text === "") missing.push(`${subject.name}.${member.name} has no text`)
      else look(`${subject.name}.${member.name}`, member, text)
    }
  }
}
forMembers("Results", () => {})
assert.ok(count > 100, `${count} methods and fields were found`)
forMembers("Subjects", (name, option, text) => {
  const isOptional = (option.flags & ts.SymbolFlags.Optional) !== 0
  if (isOptional && !/default|when absent/i.test(text)) missing.push(`${name} names no default: ${text}`)
})
assert.ok(count > 200, `${count} members were found`)
assert.deepEqual(missing, [])

/** The type as an editor shows it. */
const shown = {}
const show = (name) => {
  if (ts.isObjectBindingPattern(name)) name.elements.forEach((element) => show(element.name))
  else
    shown[name.text] = checker.typeToString(checker.getTypeAtLocation(name), undefined, ts.TypeFormatFlags.NoTruncation)
}
for (const statement of source.statements.filter(ts.isVariableStatement)) {
  for (const { name } of statement.declarationList.declarations) show(name)
}
assert.equal(shown.orb, "Orbweaver<{}>")
assert.match(shown.page, /^DocumentOf<readonly \["markdown", "links", "product", /)
assert.match(shown.startCrawl, /CrawlInput<readonly FormatInput<{}>\[\]>/)
assert.deepEqual(
  Object.entries(shown).filter(([, type]) => / & FieldsOf|FieldsOfFormats|Flat<|PresentField|FormatList/.test(type)),
  []
)
