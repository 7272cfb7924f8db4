// What an editor offers inside of options, asked of the language service. TypeScript 7 has none of this interface.
import assert from "node:assert/strict"
import { join } from "node:path"
import ts from "typescript"
import { options } from "./options.mjs"

const file = join(process.cwd(), "completions-subject.ts")
const preamble = `import { createOrbweaver, defineFormat } from "orbweaver"
const orb = createOrbweaver()
const wordCount = defineFormat({ name: "wordCount", run: () => 1 })
const own = createOrbweaver({ formats: [wordCount] })
`
let text = ""
let version = 0
const service = ts.createLanguageService({
  ...ts.sys,
  useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
  getScriptFileNames: () => [file],
  getScriptVersion: (name) => (name === file ? String(version) : "0"),
  getScriptSnapshot: (name) => {
    const found = name === file ? text : ts.sys.readFile(name)
    return found === undefined ? undefined : ts.ScriptSnapshot.fromString(found)
  },
  getCompilationSettings: () => options,
  getDefaultLibFileName: ts.getDefaultLibFilePath
})

/** Names that are offered where `|` stands, in the order of the alphabet. */
const offered = (code) => {
  text = preamble + code.replace("|", "")
  version += 1
  const found = service.getCompletionsAtPosition(file, preamble.length + code.indexOf("|"), {})
  return (found?.entries ?? []).map(({ name }) => name).toSorted()
}

const names = [
  "branding",
  "changeTracking",
  "chunks",
  "html",
  "images",
  "json",
  "links",
  "mainContentReport",
  "markdown",
  "menu",
  "product",
  "rawHtml",
  "screenshot",
  "summary"
]
const types = [...names, "attributes", "highlights", "query", "question"].toSorted()
const screenshot = ["fullPage", "quality", "viewport"]
const cases = {
  'orb.scrape("", { formats: ["|"] })': names,
  'orb.scrape("", { formats: ["markdown", "|"] })': names,
  'orb.crawl("", { scrapeOptions: { formats: ["|"] } })': names,
  'own.scrape("", { formats: ["|"] })': [...names, "wordCount"],
  'orb.scrape("", { formats: [{ type: "|" }] })': types,
  'own.scrape("", { formats: [{ type: "|" }] })': [...types, "wordCount"],
  'orb.scrape("", { formats: [{ type: "json", | }] })': ["checkPromptInjection", "prompt", "schema"],
  'orb.scrape("", { formats: [{ type: "screenshot", | }] })': screenshot,
  'own.scrape("", { formats: [{ type: "screenshot", | }] })': screenshot,
  'orb.scrape("", { formats: [{ type: "screenshot", viewport: { | } }] })': ["height", "width"],
  'orb.scrape("", { formats: [{ type: "links", | }] })': [],
  'orb.scrape("", { formats: [{ type: "changeTracking", modes: ["|"] }] })': ["git-diff", "json"],
  'orb.crawl("", { scrapeOptions: { formats: [{ type: "question", | }] } })': ["question"],
  'orb.batchScrape([], { formats: [{ type: "chunks", | }] })': ["maxTokens"],
  'orb.search("", { scrapeOptions: { formats: [{ type: "highlights", | }] } })': ["query"],
  'orb.startCrawl("", { scrapeOptions: { formats: [{ type: "attributes", | }] } })': ["selectors"],
  'orb.parse({ data: "", filename: "" }, { formats: [{ type: "mainContentReport", | }] })': ["note"]
}
const found = Object.fromEntries(Object.keys(cases).map((code) => [code, offered(code)]))
assert.deepEqual(found, cases)
