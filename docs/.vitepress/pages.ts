/**
 * The pages of the site, read from the folders of `docs`. A folder is a section, and a page belongs to the section of its
 * folder, so that a new file needs no list. The guides have their order here, by task; a guide that is in no group fails the
 * build. Elsewhere front matter may give `order` (a number, 100 when absent) and `group`.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"

export const docs = resolve(import.meta.dirname, "..")

export interface Section {
  readonly folder: string
  readonly title: string
  /** What a reader finds here, for `llms.txt`. */
  readonly about: string
  /** Order of the groups; others follow, and pages without a group come first. */
  readonly groups?: ReadonlyArray<string>
  /** Groups with all pages of the section, in their order. */
  readonly order?: Readonly<Record<string, ReadonlyArray<string>>>
}

export const sections: ReadonlyArray<Section> = [
  { folder: "start", title: "Start", about: "Install it, read a page, crawl a site, extract typed data" },
  {
    folder: "guide",
    title: "Guides",
    about: "One task a page",
    order: {
      Pages: [
        "scraping",
        "batch",
        "concurrency",
        "javascript-pages",
        "actions",
        "screenshots",
        "documents",
        "pdf",
        "scans",
        "document-limits",
        "login",
        "profiles",
        "headers",
        "hooks",
        "proxies",
        "blocked-pages",
        "caching",
        "browser-sessions",
        "remote-browsers"
      ],
      Sites: ["crawling", "mapping", "crawl-limits", "politeness", "resume", "save-pages", "web-archives", "changes"],
      Data: [
        "extracting",
        "selectors",
        "redaction",
        "prompt-injection",
        "threat-protection",
        "models",
        "local-models",
        "token-budgets",
        "llms-txt"
      ],
      "Search and agents": ["searching", "research", "agent"],
      Jobs: ["webhooks", "monitors", "scheduling", "workers"],
      "In your server": ["mounting", "express", "fastify", "hono", "nextjs", "lambda", "callers"],
      "Self-hosting": [
        "self-hosting",
        "docker",
        "kubernetes",
        "operation",
        "backup",
        "object-storage",
        "teams-and-keys",
        "activity",
        "secrets",
        "isolation",
        "erasure",
        "console"
      ],
      "AI applications": ["mcp", "agents", "reader", "open-webui", "tavily"],
      "In your program": ["library", "effect", "programs", "crawlee", "testing", "bundlers", "upgrading"],
      Extend: ["own-format", "adapters/fetcher", "adapters/renderer", "adapters/job-store"]
    }
  },
  {
    folder: "reference",
    title: "Reference",
    about: "Options, formats, events, errors, commands, settings, endpoints, modules",
    groups: ["Tables", "HTTP API", "Modules"]
  },
  { folder: "explanation", title: "Explanation", about: "How it works and why" },
  { folder: "compare", title: "Compare and move", about: "Coming from Firecrawl, Crawlee, Readability or turndown" },
  { folder: "contribute", title: "Contribute", about: "Working on Orbweaver itself" },
  { folder: "decisions", title: "Decisions", about: "What was decided, and why" }
]

export interface Page {
  readonly section: Section
  /** Path below `docs`, such as `guide/crawling.md`. */
  readonly file: string
  /** Address below the base of the site, such as `guide/crawling`; `decisions/` for an index. */
  readonly path: string
  readonly title: string
  readonly group: string | undefined
  readonly order: number
  readonly text: string
}

const frontMatter = /^---\n([\s\S]*?)\n---\n/

/** The text of a page without its front matter and the comments that the tests of its programs read. */
export const body = (text: string): string => text.replace(frontMatter, "").replaceAll(/^<!--[\s\S]*?-->\n/gm, "")

const field = (text: string, name: string): string | undefined =>
  new RegExp(`^${name}: *"?(.+?)"?$`, "m").exec(frontMatter.exec(text)?.[1] ?? "")?.[1]

const pageOf = (section: Section, file: string): Page => {
  const text = readFileSync(join(docs, file), "utf8")
  const title = field(text, "title") ?? /^# (.+)$/m.exec(text)?.[1]
  if (title === undefined) throw new Error(`docs/${file} has no title: begin it with "# Title"`)
  const path = file.replace(/README\.md$/, "").replace(/\.md$/, "")
  return { section, file, path, title: title.replaceAll("`", ""), ...placeOf(section, file, path, text), text }
}

const placeOf = ({ folder, order }: Section, file: string, path: string, text: string) => {
  if (order === undefined) {
    return {
      group: field(text, "group"),
      order: Number(field(text, "order") ?? (file.endsWith("README.md") ? 0 : 100))
    }
  }
  const name = path.slice(folder.length + 1)
  for (const [index, [group, names]] of Object.entries(order).entries()) {
    const place = names.indexOf(name)
    if (place >= 0) return { group, order: 100 * index + place }
  }
  throw new Error(`docs/${file} is in no group: add it to the order of its section in docs/.vitepress/pages.ts`)
}

/** All pages, section by section, in the order of the sidebar. */
export const pages = (): ReadonlyArray<Page> =>
  sections.flatMap((section) =>
    readdirSync(join(docs, section.folder), { recursive: true, encoding: "utf8" })
      .map((file) => file.replaceAll("\\", "/"))
      .filter((file) => file.endsWith(".md"))
      .map((file) => pageOf(section, `${section.folder}/${file}`))
      .toSorted((one, other) => one.order - other.order || one.file.localeCompare(other.file, "en"))
  )

const itemOf = ({ path, title }: Page) => ({ text: title, link: `/${path}` })

const sidebarOf = (section: Section, own: ReadonlyArray<Page>) => {
  const groups = new Set([
    ...(section.groups ?? []),
    ...own.flatMap(({ group }) => (group === undefined ? [] : [group]))
  ])
  return [
    { text: section.title, items: own.filter(({ group }) => group === undefined).map(itemOf) },
    ...[...groups]
      .map((text) => ({ text, items: own.filter(({ group }) => group === text).map(itemOf) }))
      .filter(({ items }) => items.length > 0)
  ].filter(({ items }) => items.length > 0)
}

/** The reference of each module is found by its index and by search: there are hundreds. */
const isModule = ({ file }: Page): boolean => /^reference\/modules\/.+\//.test(file)

/** One sidebar for each section. */
export const sidebar = () => {
  const all = pages()
  return Object.fromEntries(
    sections.map((section) => [
      `/${section.folder}/`,
      sidebarOf(
        section,
        all.filter((page) => page.section === section && !isModule(page))
      )
    ])
  )
}

/** The first page of each section. */
export const nav = () => {
  const all = pages()
  return sections
    .filter(({ folder }) => folder !== "decisions")
    .map((section) => ({
      text: section.title,
      link: `/${all.find((page) => page.section === section)?.path ?? ""}`,
      activeMatch: `/${section.folder}/`
    }))
}
