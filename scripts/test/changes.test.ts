// How many files a change takes, counted by an example of each that is there: the source files that know it by name. The
// table of CONTRIBUTING.md says the same numbers. A list that grows is a step back, and fails here.
import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { expect, it } from "vitest"

const root = resolve(import.meta.dirname, "../..")
const packages = join(root, "packages")

/** Sources by their path below `packages`, the contract suites apart; html reads `<menu>` and knows no names of ours. */
const sources = readdirSync(packages)
  .filter((name) => name !== "testing")
  .flatMap((name) =>
    readdirSync(join(packages, name, "src"), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts"))
      .map((path) => {
        const file = join(packages, name, "src", path)
        return { path: `${name}/${path.replaceAll("\\", "/")}`, text: readFileSync(file, "utf8") }
      })
  )

interface Change {
  readonly what: string
  /** What names the example. */
  readonly name: RegExp
  readonly files: ReadonlyArray<string>
}

const changes: ReadonlyArray<Change> = [
  {
    what: "an option of a scrape",
    // Its one definition, from which keys, flags, help, v1 and MCP follow; its type in the library; and the two lists of
    // those that the command line offers and that files ignore. The code that heeds it comes on top.
    name: /"lockdown"|\blockdown\??:/,
    files: [
      "core/model/ScrapeOptions.ts",
      "http/v2/schemas.ts",
      "orbweaver/cli/optionFlags.ts",
      "orbweaver/options/inputs.ts"
    ]
  },
  {
    what: "a job kind",
    // Its entry and its handler, and one module each for the API, the library and the layer that offer it.
    name: /"deepResearch"|\bdeepResearch:|\bDeepResearch\.(?:DeepResearch|handler|layer)/,
    files: [
      "core/model/Job.ts",
      "extraction/research/DeepResearch.ts",
      "extraction/research/researchPrompts.ts",
      "http/features/research/deepResearch.ts",
      "orbweaver/index.ts",
      "orbweaver/jobs/layer.ts",
      "orbweaver/jobs/researching.ts"
    ]
  },
  {
    what: "an output format",
    // The module, its entry, its place in a document, the assembly, and its types in the library.
    name: /^(?!.*class).*(?:formats\/Menu\b|"menu"|\bmenu\??: (?!\[))/m,
    files: [
      "core/model/Document.ts",
      "core/model/formatEntries.ts",
      "extraction/formats/Menu.ts",
      "orbweaver/Services.ts",
      "orbweaver/options/documents.ts",
      "orbweaver/options/formats.ts"
    ]
  },
  {
    what: "a search provider",
    // The module, its export, and its key among the settings of the command line.
    name: /\bTavily\b(?=[."])|TAVILY|tavily\.com/,
    files: ["orbweaver/cli/environment.ts", "search/Tavily.ts", "search/index.ts"]
  },
  {
    what: "a document type",
    // The reader, its line among the readers, how its bytes are recognised, its parser, the default list, the export.
    name: /\bepub\b(?!:)|epub\/read/,
    files: [
      "documents/Data.ts",
      "documents/Documents.ts",
      "documents/index.ts",
      "documents/internal/readers.ts",
      "documents/internal/sniff.ts"
    ]
  },
  {
    what: "an endpoint",
    // Its definition is shared by the versions, which each list it; a feature answers it for both.
    name: /queue-status|getQueueStatus/,
    files: ["http/features/usage/team.ts", "http/v1/Api.ts", "http/v2/Api.ts", "http/wire/endpoints.ts"]
  },
  {
    what: "how soft 404s are judged",
    name: /\bnotFoundTitle\b/,
    files: ["core/crawl/Traps.ts"]
  }
]

for (const { files, name, what } of changes) {
  it(`${what} is known to ${files.length} files`, () => {
    const found = sources.flatMap(({ path, text }) => (name.test(text) && !path.startsWith("html/") ? [path] : []))
    expect(found.sort()).toEqual([...files].sort())
  })
}

it("a store backend is one folder, which has the files of the others", () => {
  const modules = (folder: string) =>
    new Set(readdirSync(join(packages, "storage/src", folder)).filter((name) => /^[A-Z]/.test(name)))
  const [sqlite, postgres] = [modules("sqlite"), modules("postgres")]
  expect([...sqlite].filter((name) => postgres.has(name)).length).toBeGreaterThanOrEqual(7)
})

it("a default is one value: no other file repeats one of a scrape option", () => {
  const text = /"[^"\n]*\(default [\d_]+[^"\n]*"/
  const repeats = sources.filter(
    ({ path, text: source }) => path.startsWith("orbweaver/cli/optionFlags") && text.test(source)
  )
  expect(repeats).toEqual([])
})
