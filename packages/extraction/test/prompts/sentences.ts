/** Crawl prompts with what they must lead to without a model. */
import type { PromptOptions } from "../../src/prompts/PromptOptions.ts"

interface Sentence {
  readonly prompt: string
  readonly options: PromptOptions
  /** Words that lead to nothing. */
  readonly unused?: ReadonlyArray<string>
}

const segment = (...names: ReadonlyArray<string>) => `/(?:${names.join("|")})(?:[/.]|$)`
const below = (path: string) => `^${path}(?:[/.]|$)`

const blog = segment("blog", "blogs")
const docs = segment("documentation", "docs", "doc", "api-docs", "api-documentation")
const tags = segment("tags", "tag")
const authors = segment("authors", "author")
const forum = segment("forum", "forums", "community")
const comments = segment("comments")
const pricing = segment("pricing", "prices", "price", "plans")
const faq = segment("faq", "faqs")
const press = segment("press", "press-releases")
const shop = segment("shop", "store")
const reviews = segment("reviews", "review")
const products = segment("products", "product")
const login = segment("login", "log-in", "sign-in", "signin", "signup", "sign-up")
const help = segment("help", "help-center", "knowledge-base")
const changelog = segment("changelog", "changelogs", "release-notes", "releases")
const legal = segment("legal-pages", "legal", "terms", "privacy", "privacy-policy", "imprint")

export const sentences: ReadonlyArray<Sentence> = [
  // Limits
  { prompt: "at most 50 pages", options: { limit: 50 } },
  { prompt: "first 20 pages", options: { limit: 20 } },
  { prompt: "Stop after two hundred pages.", options: { limit: 200 } },
  { prompt: "no more than 5k pages", options: { limit: 5000 } },
  { prompt: "fewer than 50 pages", options: { limit: 49 } },
  { prompt: "a dozen pages is enough", options: { limit: 12 } },
  { prompt: "Only this page.", options: { limit: 1 } },
  { prompt: "Don’t crawl more than 15 pages or deeper than 1 level", options: { limit: 15, maxDiscoveryDepth: 1 } },
  { prompt: "limit 1e9", options: {} },
  { prompt: "at least 100 pages of the blog", options: { includePaths: [blog] } },
  { prompt: "skip the first 10 pages of the blog", options: { includePaths: [blog] } },
  { prompt: "max 5 pages per second", options: {}, unused: ["5", "per second"] },
  { prompt: "scrape the blog 3 pages at a time", options: { includePaths: [blog] }, unused: ["3", "time"] },
  { prompt: "one page every 3 seconds, 20 pages", options: { limit: 20 }, unused: ["one", "3 seconds"] },
  // Depths
  { prompt: "max depth 4", options: { maxDiscoveryDepth: 4 } },
  { prompt: "Crawl the docs but no deeper than 2 levels", options: { includePaths: [docs], maxDiscoveryDepth: 2 } },
  { prompt: "pages linked directly from the home page", options: {}, unused: ["linked directly", "home"] },
  // Paths
  { prompt: "Please crawl /docs/v2 only", options: { includePaths: [below("/docs/v2")] } },
  {
    prompt: "crawl everything but don't include anything under /internal or /drafts/*",
    options: { excludePaths: [below("/internal"), below("/drafts")] }
  },
  {
    prompt: "everything under /en/guides but not /en/guides/old",
    options: { includePaths: [below("/en/guides")], excludePaths: [below("/en/guides/old")] }
  },
  {
    prompt: "Exclude /blog but include /blog/releases",
    options: { includePaths: [below("/blog/releases")], excludePaths: [below("/blog")] }
  },
  { prompt: "only https://site.test/docs/", options: { includePaths: [below("/docs")] } },
  { prompt: "only https://other.test/docs/", options: {}, unused: ["https://other.test/docs/"] },
  { prompt: "the gizmos section, nothing else", options: { includePaths: [segment("gizmos")] } },
  // Only, and without
  {
    prompt: "only the blog, at most 50 pages, not the tags, two levels deep",
    options: { includePaths: [blog], excludePaths: [tags], limit: 50, maxDiscoveryDepth: 2 }
  },
  { prompt: "Everything except the forum and the comments", options: { excludePaths: [forum, comments] } },
  {
    prompt: "Get all blog posts, but skip author pages and tag pages. No more than 200 pages.",
    options: { includePaths: [blog], excludePaths: [authors, tags], limit: 200 }
  },
  {
    prompt: "We only need pricing and the FAQ. Ignore everything else.",
    options: { includePaths: [pricing, faq] }
  },
  { prompt: "Tags and authors excluded", options: { excludePaths: [tags, authors] } },
  { prompt: "ignore everything except the press releases", options: { includePaths: [press] } },
  { prompt: "Don't go outside the docs folder", options: { includePaths: [docs] } },
  { prompt: "don't skip the tags", options: {} },
  { prompt: "also the docs", options: {} },
  { prompt: "the blog, also the docs", options: { includePaths: [blog, docs] } },
  { prompt: "not only the blog but also the docs", options: { includePaths: [blog, docs] } },
  {
    prompt: "the shop without product reviews",
    options: { includePaths: [shop], excludePaths: [reviews] }
  },
  {
    prompt: "Scrape product pages only. Leave out reviews. Stop after 500 pages.",
    options: { includePaths: [products], excludePaths: [reviews], limit: 500 }
  },
  {
    prompt: "crawl the help center, 4 levels deep, without subdomains",
    options: { includePaths: [help], maxDiscoveryDepth: 4, allowSubdomains: false }
  },
  {
    prompt: "Only the press releases, and don't follow links to other sites",
    options: { includePaths: [press], allowExternalLinks: false }
  },
  {
    prompt: "Include subdomains. Exclude /legal and all PDF files",
    options: { excludePaths: [below("/legal"), "\\.pdf$"], allowSubdomains: true }
  },
  {
    prompt: "crawl the whole site with subdomains, up to 1,000 pages",
    options: { crawlEntireDomain: true, allowSubdomains: true, limit: 1000 }
  },
  { prompt: "Use only the sitemap", options: { sitemap: "only" } },
  { prompt: "ignore query parameters and the sitemap", options: { sitemap: "skip", ignoreQueryParameters: true } },
  {
    prompt: "Do not ignore robots.txt; crawl the pricing pages",
    options: { includePaths: [pricing], ignoreRobotsTxt: false }
  },
  { prompt: "Crawl everything except the legal pages", options: { excludePaths: [legal] } },
  {
    prompt: "only German pages",
    options: { includePaths: ["^/(?:(?:german|de|deutsch)(?:[-_][A-Za-z]{2,4})?)(?:[/.]|$)"] }
  },
  // What is not understood turns nothing else around, and is named.
  { prompt: "only the pages about cats", options: {}, unused: ["about cats"] },
  {
    prompt: "Never leave the domain and skip the login",
    options: { excludePaths: [login] },
    unused: ["leave", "domain"]
  },
  {
    prompt: "Ignore the sitemap and wait 2 seconds between pages",
    options: { sitemap: "skip" },
    unused: ["wait 2 seconds between"]
  },
  {
    prompt: "only the changelog, with a delay of 500 ms",
    options: { includePaths: [changelog] },
    unused: ["delay", "500 ms"]
  },
  {
    prompt: "Only the blog. Don't follow any links.",
    options: { includePaths: [blog] },
    unused: ["Don't follow any links"]
  },
  {
    prompt: "At most 10 pages, skip it, and only the blog",
    options: { limit: 10, includePaths: [blog] },
    unused: ["skip it"]
  },
  { prompt: "Only the blog, nothing else. Skip everything else.", options: { includePaths: [blog] } },
  { prompt: 'URLs containing "release" only', options: {}, unused: ['containing "release" only'] }
]

/** In languages that only a model reads. */
export const unread: ReadonlyArray<string> = [
  "Nur den Blog, höchstens 50 Seiten, nicht die Tags, zwei Ebenen tief",
  "Tags, Autoren und Archive nicht crawlen",
  "Den Blog crawlen, die Tags nicht",
  "robots.txt ignorieren und alles holen",
  "Alles unter /de/produkte, aber nicht /de/produkte/alt",
  "Explore la documentation mais pas le forum",
  "Tout sauf les commentaires et les archives",
  "Je ne veux ni les tags ni les auteurs",
  "Todo menos los comentarios",
  "No entres en el foro ni en los archivos",
  "猫のページ"
]
