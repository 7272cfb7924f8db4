/**
 * Writes llms.txt (https://llmstxt.org: a title, a summary as a quote, sections
 * of links) and llms-full.txt, its pages one after another.
 */
import * as Schema from "effect/Schema"
import type { StoredResult } from "@orbweaver/core/jobs/JobStore"

export const Outline = Schema.Struct({
  /** Of the site. */
  name: Schema.String,
  summary: Schema.String,
  pages: Schema.Array(
    Schema.Struct({
      url: Schema.String,
      title: Schema.String,
      description: Schema.String,
      section: Schema.String
    })
  ),
  madeBy: Schema.Literals(["rules", "model"]),
  tokens: Schema.Struct({ input: Schema.Int, output: Schema.Int })
})
export type Outline = typeof Outline.Type
export type OutlinePage = Outline["pages"][number]

/** Section of pages that a reader in a hurry may skip; it comes last (llmstxt.org). */
export const optionalSection = "Optional"

export const outlineText = ({ name, pages, summary }: Outline, heading: string): string => {
  const named = heading === name ? summary : summary === "" ? name : `${name}: ${summary}`
  const sections = new Map<string, Array<OutlinePage>>()
  for (const page of pages) sections.set(page.section, [...(sections.get(page.section) ?? []), page])
  const ordered = [...sections].sort(
    ([left], [right]) => Number(left === optionalSection) - Number(right === optionalSection)
  )
  return [
    `# ${line(heading)}`,
    ...(named === "" ? [] : [`> ${line(named)}`]),
    ...ordered.map(([title, all]) => `## ${line(title)}\n\n${all.map(linkOf).join("\n")}`)
  ]
    .join("\n\n")
    .concat("\n")
}

const linkOf = ({ description, title, url }: OutlinePage): string => {
  const address = url.replaceAll("(", "%28").replaceAll(")", "%29").replace(/\s/g, "%20")
  return `- [${line(title).replace(/([\\[\]])/g, "\\$1")}](${address})${description === "" ? "" : `: ${line(description)}`}`
}

const line = (text: string): string => text.replace(/\s+/g, " ").trim()

/** The pages whole, in the order of the outline. */
export const fullText = ({ pages }: Outline, results: ReadonlyArray<StoredResult>, heading: string): string => {
  const texts = new Map(results.map((result) => [addressOf(result), (result.document.markdown ?? "").trim()]))
  return [
    `# ${line(heading)}`,
    ...pages.flatMap(({ title, url }) => (texts.has(url) ? [`## ${line(title)}\n${texts.get(url)!}`] : []))
  ]
    .join("\n\n")
    .concat("\n")
}

/** Where a page was found, after redirects. */
export const addressOf = ({ document, url }: StoredResult): string => document.metadata.url || url
