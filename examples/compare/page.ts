/** Writes docs/compare/programs.md of the programs in this folder: `npm run page -w @examples/compare`. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"

export const file = resolve(import.meta.dirname, "../../docs/compare/programs.md")

const tasks: Readonly<Record<string, string>> = {
  "01-markdown": "Markdown of a page",
  "02-parts": "Markdown and links of one element",
  "03-map": "The addresses of a site",
  "04-crawl-to-folder": "A site as a folder of Markdown files",
  "05-stream-to-jsonl": "A crawl into a JSONL file as pages come",
  "06-batch-with-errors": "Many pages, and which of them failed",
  "07-typed-json": "Data in the shape of a zod schema",
  "08-login": "A crawl with a login",
  "09-changes": "What has changed since the last time",
  "10-file": "Text of a file, such as a PDF"
}

const libraries = { orbweaver: "Orbweaver", firecrawl: "firecrawl-js", crawlee: "Crawlee" } as const
type Library = keyof typeof libraries

const code = (library: Library, task: string): string =>
  readFileSync(join(import.meta.dirname, library, `${task}.ts`), "utf8").trim()

/** Lines with code: neither empty nor a comment alone. */
const lines = (text: string): number =>
  text.split("\n").filter((line) => line.trim() !== "" && !/^\s*(?:\/\/|\/\*\*.*\*\/$)/.test(line)).length

export const page = (): string => {
  const names = Object.keys(libraries) as ReadonlyArray<Library>
  const counts = (task: string) => names.map((library) => lines(code(library, task)))
  const ids = readdirSync(join(import.meta.dirname, "orbweaver")).map((name) => name.replace(/\.ts$/, ""))
  const rows = ids.map((id) => `| [${tasks[id]}](#${slug(tasks[id]!)}) | ${counts(id).join(" | ")} |`)
  const total = names.map((_, column) => ids.reduce((sum, id) => sum + counts(id)[column]!, 0))
  const sections = ids.map((id) => {
    const blocks = names.map((library) => `**${libraries[library]}**\n\n\`\`\`ts\n${code(library, id)}\n\`\`\``)
    return `## ${tasks[id]}\n\n${blocks.join("\n\n")}\n`
  })
  // The programs are shown as they are, with lines that are longer than the page.
  return `---
alsoKnownAs: "compare, comparison, Crawlee, Firecrawl, lines of code"
pageClass: wrapped-code
---

# Ten programs, three libraries

Lines of code, counted by \`npm run page -w @examples/compare\`, which writes this page from [the programs](../../examples/compare). All of them type-check; those of Orbweaver are run by a test.

| | ${names.map((library) => libraries[library]).join(" | ")} |
| --- | --- | --- | --- |
${rows.join("\n")}
| **All** | ${total.map((sum) => `**${sum}**`).join(" | ")} |

firecrawl-js is the client of a service, which needs a key, and a model for data. Crawlee crawls and leaves what becomes of a page to the program: here Turndown makes the Markdown of the whole body without navigation. It shows a change without its difference, and reads no files but HTML.

What each costs to install, to load and until the first page: \`npm run trial\`.

${sections.join("\n")}`
}

const slug = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\w ]/g, "")
    .replaceAll(" ", "-")

if (import.meta.main) writeFileSync(file, page())
