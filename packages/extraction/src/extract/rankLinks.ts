/** Which addresses of a map are likeliest to say what an extraction wants. */
import * as Effect from "effect/Effect"
import type { MapLink } from "@orbweaver/core/crawl/Mapper"
import { isObject } from "@orbweaver/core/internal/support/jsonValue"
import { retrieveInTurns } from "@orbweaver/core/internal/text/retrieve"

/** Best first; what fits no word keeps its order, at the end. */
export const rankLinks = Effect.fnUntraced(function* (links: ReadonlyArray<MapLink>, words: string) {
  const texts = links.map((link, start) => ({
    kind: "paragraph" as const,
    headings: [],
    start,
    end: start,
    level: 0,
    text: textOf(link)
  }))
  const best = (yield* retrieveInTurns(texts, words, { maxPassages: links.length })).map(({ start }) => start)
  const chosen = new Set(best)
  return [...best.map((at) => links[at]!), ...links.filter((_, at) => !chosen.has(at))]
})

/** Queries that lead to the next page of a list. */
const paging = /^\?(?:page|p|pg|paged|seite|pagina|offset|start)=\d+$/i

/**
 * Without other views of a page: an address whose query sorts, filters or
 * tracks says nothing that the address without it does not say. Pages of a list
 * stay, and so do pages that differ only in their query.
 */
export const withoutViews = (links: ReadonlyArray<MapLink>): ReadonlyArray<MapLink> => {
  const addresses = links.map((link) => ({ link, url: URL.parse(link.url) }))
  const bare = (url: URL): string => url.host + url.pathname.replace(/\/$/, "")
  const plain = new Set(addresses.flatMap(({ url }) => (url === null || url.search !== "" ? [] : [bare(url)])))
  return addresses.flatMap(({ link, url }) =>
    url === null || (url.search !== "" && !paging.test(url.search) && plain.has(bare(url))) ? [] : [link]
  )
}

const textOf = ({ description = "", title = "", url }: MapLink): string => {
  const { pathname = "", search = "" } = URL.parse(url) ?? {}
  return `${wordsOfPath(pathname + search)} ${title} ${description}`.slice(0, 200)
}

const wordsOfPath = (path: string): string => path.replace(/%[0-9a-f]{2}/gi, " ").replace(/[^\p{L}\p{N}]+/gu, " ")

/** Longest text that pages are ranked by. */
const maxWords = 4000

/** The prompt, and the names, titles and descriptions of the schema. */
export const wordsOfSchema = (prompt: string | undefined, schema: unknown): string => {
  const words: Array<string> = prompt === undefined ? [] : [prompt]
  let left = maxWords
  const read = (node: unknown, depth: number): void => {
    if (!isObject(node) || depth > 8 || left <= 0) return
    for (const part of [node["title"], node["description"]]) {
      if (typeof part === "string") words.push(part.slice(0, left))
    }
    const properties = isObject(node["properties"]) ? Object.entries(node["properties"]) : []
    for (const [name, inner] of properties) {
      left -= name.length
      if (left <= 0) return
      words.push(name.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").replaceAll("_", " "))
      read(inner, depth + 1)
    }
    read(node["items"], depth + 1)
  }
  read(schema, 0)
  return words.join(" ").slice(0, maxWords)
}
