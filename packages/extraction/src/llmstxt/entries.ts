/**
 * Titles, descriptions and sections of pages without a model: what the pages
 * say of themselves, and where that says nothing, their likeliest sentence.
 */
import * as Effect from "effect/Effect"
import type { StoredResult } from "@orbweaver/core/jobs/JobStore"
import { eachBlock, markdownBlocksInTurns } from "@orbweaver/core/text/MarkdownBlocks"
import { summarizeInTurns } from "@orbweaver/core/text/summarize"
import { addTo, tally } from "@orbweaver/core/internal/support/tally"
import { addressOf, optionalSection, type Outline, type OutlinePage } from "./text.ts"

/** Longest description, in characters. */
const longest = 220

/** With the likeliest sentence of every page that needs one; a page at a time, with room for other work between. */
export const describe = Effect.fnUntraced(function* (site: string, results: ReadonlyArray<StoredResult>) {
  const pages = distinct(results)
  const repeated = repeatedTexts(pages.map(descriptionOf))
  const sentences = new Map<StoredResult, string>()
  for (const page of pages) {
    if (!repeated.has(descriptionOf(page)) && descriptionOf(page) !== "") continue
    sentences.set(page, yield* likeliest(page))
  }
  return sketch(site, pages, sentences)
})

/** What the pages say of themselves alone: cheap enough to be made whenever somebody looks. */
export const sketch = (
  site: string,
  results: ReadonlyArray<StoredResult>,
  sentences: ReadonlyMap<StoredResult, string> = new Map()
): Outline => {
  const pages = distinct(results)
  const start = pages.find((page) => pathOf(addressOf(page)) === pathOf(site)) ?? pages[0]
  const name = siteName(pages, site)
  const repeated = repeatedTexts(pages.map(descriptionOf))
  const sections = sectionsOf(pages.map(addressOf), site)
  const described = (page: StoredResult): string => {
    const description = descriptionOf(page)
    return short(description !== "" && !repeated.has(description) ? description : (sentences.get(page) ?? ""))
  }
  return {
    name,
    summary: start === undefined ? "" : short(descriptionOf(start) || described(start)),
    pages: pages.map((page, at): OutlinePage => ({
      url: addressOf(page),
      title: page === start ? titleOf(page, name) : withoutSite(titleOf(page, name), name),
      description: described(page),
      section: sections[at]!
    })),
    madeBy: "rules",
    tokens: { input: 0, output: 0 }
  }
}

/** Two addresses that led to one page are one. */
const distinct = (results: ReadonlyArray<StoredResult>): ReadonlyArray<StoredResult> =>
  [...new Map(results.toReversed().map((result) => [addressOf(result), result])).values()].toReversed()

const separators = /\s+[|–—·•»:-]\s+/

/** The name that the pages give the site, or its host. */
const siteName = (pages: ReadonlyArray<StoredResult>, site: string): string => {
  for (const { document } of pages) {
    const siteName = document.metadata["ogSiteName"] ?? document.metadata["og:site_name"]
    if (typeof siteName === "string" && siteName.trim() !== "") return siteName.trim()
  }
  const counts = new Map<string, number>()
  for (const { document } of pages) {
    const parts = (document.metadata.title ?? "").split(separators)
    for (const part of new Set(parts.length > 1 ? [parts[0]!, parts.at(-1)!] : parts)) {
      if (part.trim() !== "") addTo(counts, part.trim())
    }
  }
  const [best] = [...counts].sort(([, left], [, right]) => right - left)
  return best !== undefined && best[1] > 1 ? best[0] : new URL(site).host
}

const titleOf = ({ document, url }: StoredResult, suffix: string): string => {
  const heading = firstHeading(document.markdown!.slice(0, 20_000))
  const title = document.metadata.title?.trim() ?? ""
  const name = title === "" || title === suffix ? (heading ?? title) : title
  return name.trim() === "" ? pathOf(url) : name.trim()
}

const firstHeading = (markdown: string): string | undefined => {
  for (const block of eachBlock(markdown)) if (block?.level === 1) return block.text
  return undefined
}

/** `Prices – Acme` on the pages of Acme is `Prices`. */
const withoutSite = (title: string, suffix: string): string => {
  const parts = title.split(separators)
  const own = parts.filter((part) => part.trim() !== suffix)
  return own.length === 0 || own.length === parts.length ? title : own.join(" – ").trim()
}

const descriptionOf = ({ document }: StoredResult): string => document.metadata.description?.trim() ?? ""

/** Texts that occur on several pages, and so describe no single one. */
const repeatedTexts = (texts: ReadonlyArray<string>): ReadonlySet<string> => {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const text of texts) (seen.has(text) ? repeated : seen).add(text)
  return repeated
}

const likeliest = Effect.fnUntraced(function* ({ document }: StoredResult) {
  const blocks = yield* markdownBlocksInTurns(document.markdown!.slice(0, 50_000))
  const [first = ""] = yield* summarizeInTurns(blocks, { maxSentences: 1, language: document.metadata.language })
  // A short page takes no turn of its own, and there may be many.
  yield* Effect.yieldNow
  return first
})

const short = (text: string): string => {
  if (text.length <= longest) return text
  const cut = text.slice(0, longest)
  const end = cut.lastIndexOf(" ")
  return `${end < longest / 2 ? cut : cut.slice(0, end)}…`
}

/** Pages about the site's duties rather than its matter. */
const legalPages =
  /^(?:privacy|terms|legal|imprint|impressum|datenschutz|agb|cookies?|login|signin|sign-in|signup|register|account|cart|tags?|search|mentions-legales|aviso-legal|privacidad|disclaimer|sitemap)(?:$|[-_.])/i

const sectionsOf = (urls: ReadonlyArray<string>, site: string): ReadonlyArray<string> => {
  const base = pathOf(site).split("/").filter(Boolean).length
  const heads = urls.map((url) => {
    const parts = pathOf(url).split("/").filter(Boolean)
    return { head: parts[base] ?? parts.at(-1) ?? "", nested: parts.length > base + 1 }
  })
  const counts = tally(heads.map(({ head }) => head))
  // A folder: several pages, and one at least stands inside.
  const folders = new Set(heads.flatMap(({ head, nested }) => (nested && counts.get(head)! > 1 ? [head] : [])))
  return heads.map(({ head }) => {
    if (legalPages.test(head)) return optionalSection
    return folders.has(head) ? titled(head) : "Pages"
  })
}

const titled = (segment: string): string => {
  const words = decoded(segment)
    .replace(/[-_+]+/g, " ")
    .trim()
  return words === "" ? "Pages" : words[0]!.toUpperCase() + words.slice(1)
}

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

const pathOf = (url: string): string => (URL.parse(url)?.pathname ?? "/").replace(/\/$/, "")
