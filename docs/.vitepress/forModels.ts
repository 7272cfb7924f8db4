/** What models read: every page as Markdown beside its HTML, `llms.txt` with the list, `llms-full.txt` with everything. */
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { body, type Page, pages, sections } from "./pages.ts"

const summary =
  "Orbweaver turns web pages into structured content and crawls whole sites, inside your own Node process."

/** Address of the Markdown of a page below the base of the site. */
const markdownPath = ({ path }: Page): string => `${path.endsWith("/") ? `${path}index` : path}.md`

export const writeForModels = (to: string, base: string): void => {
  const all = pages()
  for (const page of all) {
    const file = join(to, markdownPath(page))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, body(page.text))
  }
  const lists = sections.map((section) => {
    const own = all.filter((page) => page.section === section)
    const lines = own.map((page) => `- [${page.title}](${base}${markdownPath(page)})`)
    return `## ${section.folder === "decisions" ? "Optional" : section.title}\n\n${section.about}.\n\n${lines.join("\n")}\n`
  })
  writeFileSync(join(to, "llms.txt"), [`# Orbweaver\n`, `> ${summary}\n`, ...lists].join("\n"))
  const whole = all.filter(({ section }) => section.folder !== "decisions").map(({ text }) => body(text))
  writeFileSync(join(to, "llms-full.txt"), whole.join("\n\n---\n\n"))
}
