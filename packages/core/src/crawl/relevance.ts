/**
 * How well an address that a crawl has found fits what it looks for (`order: "best-first"`): by the words of
 * `relevantTo`, or by a function of the application. Addresses with a higher score are visited first.
 */
import * as Context from "effect/Context"
import type { Metadata } from "../model/Document.ts"
import { terms } from "../text/terms.ts"

/** A link that a crawl has met. */
export interface FoundLink {
  /** Absolute address. */
  readonly url: string
  /** What the link says, in one line; `""` for entries of a sitemap. */
  readonly text: string
  /** The page it stands on; absent for entries of a sitemap. */
  readonly foundOn?: { readonly url: string; readonly title: string; readonly description: string } | undefined
  /** `relevantTo` of the crawl. */
  readonly words?: string | undefined
}

/** From 0, visited last, to 1, visited first. What is no number counts as 0. Runs for every new link: keep it quick. */
export type ScoreLink = (link: FoundLink) => number

/** The application's own score; by the words of the crawl when absent. */
export const LinkScore: Context.Reference<ScoreLink | undefined> = Context.Reference("@orbweaver/core/LinkScore", {
  defaultValue: (): ScoreLink | undefined => undefined
})

/** Place of a link among those that wait: 0 for the best, `lowestRank` for the worst. */
export const lowestRank = 1000

export const rankOf = (score: number): number =>
  lowestRank - Math.round(lowestRank * (score > 0 ? Math.min(1, score) : 0))

/** How much a page that fits lends to all it links to. */
const inherited = 0.25
/** A word in the address counts less than one that the link says. */
const inAddress = 0.8

/** Scores by words: the share of them that the link says, its address has, and the page around is about. */
export const byWords = (words: string): ScoreLink => {
  const wanted = [...new Set(terms(words))]
  const share = (found: ReadonlyMap<string, number>): number =>
    wanted.reduce((sum, word) => sum + (found.get(word) ?? 0), 0) / Math.max(1, wanted.length)
  let page: FoundLink["foundOn"]
  let pageShare = 0
  return ({ foundOn, text, url }) => {
    if (foundOn !== page) {
      page = foundOn
      pageShare =
        foundOn === undefined
          ? 0
          : share(new Map(terms(`${foundOn.title} ${foundOn.description}`).map((word) => [word, 1])))
    }
    const found = new Map(terms(addressWords(url)).map((word) => [word, inAddress]))
    for (const word of terms(text)) found.set(word, 1)
    return (1 - inherited) * share(found) + inherited * pageShare
  }
}

/** Path and query as words: `/docs/pricing-plans?for=teams`. */
const addressWords = (url: string): string => {
  const parsed = URL.parse(url)
  if (parsed === null) return ""
  const path = `${parsed.pathname} ${parsed.search}`.slice(0, 500)
  try {
    return decodeURIComponent(path).replace(/[_+]/g, " ")
  } catch {
    return path
  }
}

export const pageOf = ({ description, title, url }: Metadata): NonNullable<FoundLink["foundOn"]> => ({
  url,
  title: typeof title === "string" ? title : "",
  description: typeof description === "string" ? description : ""
})
