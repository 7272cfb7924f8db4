/**
 * Gives each class and interface of a module that has very many a page of its own, below the module's page, which lists them:
 * `src.md` and `src/types/CrawlInput.md`. Links of all pages follow.
 */
import { dirname, join, relative } from "node:path"

/** Characters of a page of Markdown that readers of a telephone load as one: some 200 KB of HTML. */
const maxLength = 70_000

/** Texts by their path. */
export type Pages = ReadonlyMap<string, string>

interface Section {
  /** `Interfaces`, as its heading says. */
  readonly group: string
  readonly name: string
  readonly text: string
}

const frontMatter = /^---\n[\s\S]*?\n---\n/

const sectionsOf = (page: string): { readonly head: string; readonly sections: ReadonlyArray<Section> } => {
  const [head = "", ...groups] = page.split(/^(?=## )/m)
  const sections = groups.flatMap((text) => {
    const [title = "", ...members] = text.split(/^(?=### )/m)
    const group = title.replace(/^## /, "").trim()
    return members.map((member) => ({ group, name: /^### (\w+)/.exec(member)![1]!, text: member }))
  })
  return { head, sections }
}

const hasOwnPage = ({ group }: Section): boolean => group === "Classes" || group === "Interfaces"

/** The first sentence of a description, which stands below the name. */
const summaryOf = ({ text }: Section): string => {
  const [, paragraph = ""] = /^### .*\n\n(?![#>*|`])(.+)$/m.exec(text) ?? []
  const [sentence = ""] = /^.*?[.:](?=\s|$)/.exec(paragraph) ?? [paragraph]
  return sentence === "" || sentence.includes("](") ? "" : `: ${sentence.replace(/:$/, ".")}`
}

/** The addresses of the names on a page, by the name in lower case: repeated headings are numbered. */
const anchorsOf = (page: string): ReadonlyMap<string, string> => {
  const counts = new Map<string, number>()
  const anchors = new Map<string, string>()
  for (const [, level = "", name = ""] of page.matchAll(/^(#+) (\w+)\W*$/gm)) {
    const slug = name.toLowerCase()
    const count = counts.get(slug) ?? 0
    counts.set(slug, count + 1)
    if (level === "###") anchors.set(slug, count === 0 ? slug : `${slug}-${count}`)
  }
  return anchors
}

/** A member behind the link to its owner, which has its own page, as in "[`Page`](./Page.md).[`site`](../../src.md#site-1)". */
const memberLink = /(\[`\w+`\]\(([^()#\s]+)\)\.)\[`(\w+)`\]\([^()\s]*\)/g

const link = /\]\(([^()#\s]*)(#[^()\s]*)?\)/g

/** The pages of a folder, the largest of them split. */
export const splitLargePages = (pages: Pages): Pages => {
  const split = new Map(pages)
  /** Where a name of a page that was split stands now, by the page and the name in lower case. */
  const moved = new Map<string, ReadonlyMap<string, string>>()
  /** The page that a text was cut from, to which its links are relative. */
  const cutFrom = new Map<string, string>()
  for (const [file, page] of pages) {
    if (page.length <= maxLength) continue
    const { head, sections } = sectionsOf(page)
    const own = sections.filter(hasOwnPage)
    const folder = join(file.replace(/\.md$/, ""), "types")
    const targets = new Map(own.map(({ name }) => [name.toLowerCase(), join(folder, `${name}.md`)]))
    const groups = [...new Set(sections.map(({ group }) => group))].map((group) => {
      const members = sections.filter((section) => section.group === group)
      const listed = members.map((member) =>
        hasOwnPage(member) ? `- [${member.name}](#${member.name.toLowerCase()})${summaryOf(member)}\n` : member.text
      )
      return `## ${group}\n\n${listed.join("")}\n`
    })
    const main = `${head}${groups.join("")}`
    for (const { name, text } of own) {
      const path = targets.get(name.toLowerCase())!
      const body = text.replace(/\n\*{3}\n*$/, "\n").replaceAll(/^##(#+ )/gm, "$1")
      split.set(path, `${frontMatter.exec(page)?.[0] ?? ""}\n${body}`)
      cutFrom.set(path, file)
    }
    split.set(file, main)
    const kept = new Map([...anchorsOf(main)].map(([name, anchor]) => [name, `${file}#${anchor}`]))
    moved.set(file, new Map([...kept, ...targets]))
  }
  for (const [file, page] of split) {
    const source = cutFrom.get(file) ?? file
    const followed = page.replaceAll(link, (whole, path: string, anchor: string | undefined) => {
      if (/^[a-z]+:/.test(path)) return whole
      const target = path === "" ? source : join(dirname(source), path)
      const name = anchor?.slice(1).replace(/-\d+$/, "")
      const now = (name === undefined ? undefined : moved.get(target)?.get(name)) ?? `${target}${anchor ?? ""}`
      const [there = "", at] = now.split("#")
      const way = relative(dirname(file), there)
      return `](${there === file && at !== undefined ? "" : way.startsWith(".") ? way : `./${way}`}${at === undefined ? "" : `#${at}`})`
    })
    const membersFollowed = followed.replaceAll(memberLink, (_, owner: string, way: string, member: string) => {
      const ownPage = split.get(join(dirname(file), way)) ?? ""
      const anchor = member.toLowerCase()
      const stands = [...ownPage.matchAll(/^##+ (\w+)\W*$/gm)].some(([, name]) => name?.toLowerCase() === anchor)
      return `${owner}[\`${member}\`](${way}${stands ? `#${anchor}` : ""})`
    })
    split.set(file, membersFollowed)
  }
  return split
}
