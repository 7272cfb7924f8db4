/** English words of crawl prompts: what turns a part of a site on or off, which parts sites have, and what says nothing. */

/** What a word does to the parts that it stands with. */
export type Cue = "not" | "drop" | "except" | "only" | "take" | "also" | "but"

/** An option that is turned on or off by name; a prompt may not ask for what is absent here. */
interface Topic {
  readonly option: string
  readonly wanted: unknown
  readonly unwanted?: unknown
  readonly alone?: unknown
}

/** Pages by their path. */
interface Pages {
  readonly name: string
  readonly path: string
  /** Where these pages have no path of their own: the path of those to leave out instead. */
  readonly others?: string | undefined
}

/** What an instruction can be about. */
export type Subject = { readonly is: "topic"; readonly topic: Topic } | { readonly is: "pages"; readonly pages: Pages }

export type Meaning =
  | Subject
  | { readonly is: "cue"; readonly cue: Cue }
  /** `area` makes a path of the word before it, as `section` does. */
  | { readonly is: "and" | "area" | "filler" }

const cues: ReadonlyArray<readonly [Cue, string]> = [
  ["not", "not, no, nothing, nothing from, none of, don't, do not, never, without, neither"],
  [
    "drop",
    "exclude, excluding, excluded, skip, skipping, skipped, ignore, ignoring, ignored, avoid, avoiding, omit, omitting, leave out, left out, drop"
  ],
  [
    "except",
    "except, except for, apart from, other than, everything but, everything except, all but, all except, outside"
  ],
  [
    "only",
    "only, just, exclusively, nothing but, limited to, limit to, limit the crawl to, restrict to, restricted to, stick to, focus on"
  ],
  [
    "take",
    "not only, not just, crawl, crawling, scrape, scraping, get, fetch, visit, read, collect, follow, take, want, need, include, use, using, allow, download, extract, find, respect, obey, keep"
  ],
  ["also", "also, including, too, plus, as well as, as well, with, along with"],
  ["but", "but, however, then"]
]

const topics: Readonly<Record<string, Topic>> = {
  "sitemap, sitemaps, sitemap.xml": { option: "sitemap", wanted: "include", unwanted: "skip", alone: "only" },
  "external links, external sites, external pages, other sites, other websites, other domains, links to other sites": {
    option: "allowExternalLinks",
    wanted: true,
    unwanted: false
  },
  "subdomain, subdomains": { option: "allowSubdomains", wanted: true, unwanted: false },
  "whole site, entire site, whole website, entire website, whole domain, entire domain": {
    option: "crawlEntireDomain",
    wanted: true,
    unwanted: false
  },
  "query parameters, query strings, url parameters": { option: "ignoreQueryParameters", wanted: false, unwanted: true },
  "robots.txt, robots": { option: "ignoreRobotsTxt", wanted: false }
}

/** Parts of sites, each by the names that both prompts and paths have for it. */
const sections = `
  blog, blogs; documentation, docs, doc, api docs, api documentation; API reference, api, reference; news;
  articles, article; posts, post; products, product; shop, store; categories, category; tags, tag; authors, author;
  archives, archive; pricing, prices, price, plans; careers, career, jobs, job, openings, vacancies;
  about page, about, about us; contact, contact us; help, help center, knowledge base; support; FAQ, faqs;
  press, press releases; events, event; forum, forums, community; comments;
  login, log in, sign in, signin, signup, sign up; account, accounts, profile, profiles; cart, checkout;
  search pages, search, search results; changelog, changelogs, release notes, releases; guides, guide;
  tutorials, tutorial; recipes, recipe; case studies, case study, customer stories; reviews, review; videos, video;
  podcasts, podcast; legal pages, legal, terms, privacy, privacy policy, imprint; services, service; team;
  features, feature; projects, project`
/** Path segments that are words of another meaning in prompts. */
const pathsOnly: ReadonlySet<string> = new Set(["about", "search"])
/** After another part these only say that it consists of pages, as in `blog posts`. */
export const pageWords: ReadonlySet<string> = new Set(["posts", "post", "articles", "article"])

/** Languages by their names in prompts and paths; the first is the one that most sites put no code before. */
const languages =
  "English en, German de deutsch, French fr francais, Spanish es espanol, Italian it italiano, Portuguese pt, Dutch nl, Polish pl, Russian ru, Japanese ja, Chinese zh"

const fillers =
  "a, an, the, this, that, these, those, it, its, their, all, any, every, everything, everything else, anything, each, of, from, on, in, at, to, for, by, as, into, under, below, within, is, are, be, do, does, can, could, will, would, should, i, i'm, we, our, us, you, your, me, my, let's, please, thanks, thank you, so, which, what, page, pages, site, website, web, url, urls, link, links, content, information, item, items, listings, list, go, like, stop, after, max, tops, enough, nothing else, ignore everything else, skip everything else"

const escape = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")

/** The path segment of any of these names: `release-notes` of `Release Notes`. */
export const segment = (...names: ReadonlyArray<string>): string =>
  `/(?:${names.map((name) => escape(name.toLowerCase().replaceAll(" ", "-"))).join("|")})(?:[/.]|$)`

/** Everything below a path, in which `*` stands for a part of a segment. */
export const below = (path: string): string => `^${path.split(/\*+/).map(escape).join("[^/]*")}(?:[/.]|$)`

/** A code alone, or with a country: `de`, `de-CH`, `de_at`. */
const version = (...names: ReadonlyArray<string>): string =>
  `^/(?:(?:${names.join("|").toLowerCase()})(?:[-_][A-Za-z]{2,4})?)(?:[/.]|$)`

const list = (text: string): ReadonlyArray<string> => text.split(",").map((each) => each.trim())
const pages = (name: string, path: string, others?: string): Meaning => ({
  is: "pages",
  pages: { name: `the ${name}`, path, others }
})

const meanings: ReadonlyArray<readonly [words: ReadonlyArray<string>, meaning: Meaning]> = [
  [list(fillers), { is: "filler" }],
  [["and", "or", "nor"], { is: "and" }],
  [["section", "sections", "area", "folder", "directory", "path"], { is: "area" }],
  ...sections
    .split(";")
    .map((names) => list(names))
    .map((names) => [names.filter((name) => !pathsOnly.has(name)), pages(names[0]!, segment(...names))] as const),
  [["pdf", "pdfs", "pdf files"], pages("PDF files", "\\.pdf$")],
  ...list(languages).map((line, index, lines) => {
    const names = line.split(" ")
    // To keep pages without a code, those of the other languages are left out.
    const others = index === 0 ? version(...lines.slice(1).flatMap((other) => other.split(" "))) : undefined
    return [names.slice(0, 1), pages(`${names[0]} version`, version(...names), others)] as const
  }),
  ...Object.entries(topics).map(([words, topic]) => [list(words), { is: "topic", topic }] as const),
  ...cues.map(([cue, words]) => [list(words), { is: "cue", cue }] as const)
]

/** Phrases in lower case; of two meanings the last written wins. */
export const vocabulary: ReadonlyMap<string, Meaning> = new Map(
  meanings.flatMap(([words, meaning]) => words.map((word) => [word.toLowerCase(), meaning] as const))
)
