import { assert, describe, it } from "vitest"
import { wholePages } from "../../quality/wholePages.ts"
import { toMarkdown } from "../../src/markdown/walk/Markdown.ts"
import { parse } from "../../src/tree/parse.ts"
import { pageFactsOf } from "./pageFacts.ts"
import { render } from "./render.ts"

const base = "https://example.com/docs/page.html"

/** Pages on which Markdown says more or less than `pageFactsOf` reads, as the reference promises. */
const saidOtherwise: Readonly<Record<string, ReadonlyArray<string>>> = {
  "notes go to the end": ["blog-substack", "paper-nature", "wiki-fandom", "wiki-mediawiki", "wiki-wikipedia"],
  "the title of an alert is its kind": [
    "code-github-readme",
    "docs-confluence",
    "docs-readthedocs",
    "docs-sphinx",
    "docs-starlight",
    "page-drupalgov"
  ],
  "panels stand below their tabs, hidden ones too": [
    "code-pypi",
    "docs-material",
    "docs-mkdocs",
    "docs-mslearn",
    "docs-vitepress",
    "pricing-saas",
    "product-woocommerce",
    "transport-timetable"
  ],
  "buttons that open something, hold blocks or stand in a heading are text": [
    "api-rustdoc",
    "api-swagger",
    "code-huggingface",
    "docs-docusaurus",
    "faq-bootstrap",
    "forum-github-issue",
    "gov-guide",
    "gov-portal",
    "health-nhs",
    "page-govuk",
    "product-dawn",
    "sports-boxscore"
  ],
  "frames, films and sounds are links": ["course-lesson", "podcast-episode", "video-peertube"],
  "GFM links addresses that are typed": ["api-cppreference", "dictionary-wiktionary", "legal-privacy", "team-about"],
  "a link of blocks is one in each, one of a picture that stands for text has none": [
    "docs-gitbook",
    "reference-doxygen"
  ],
  "pictures of room are left out, lazy ones and emoji are what they stand for": [
    "forum-discourse",
    "recipe-wprm",
    "thread-hn"
  ],
  "a table of one column is layout": ["spec-rfc"]
}

const isSaidOtherwise = new Set(Object.values(saidOtherwise).flat())

const missing = (from: ReadonlySet<string>, of: ReadonlySet<string>): ReadonlyArray<string> =>
  [...from].filter((one) => !of.has(one))

/** What the Markdown of a page lost and added, and nothing of either. */
const compare = (html: string) => {
  const page = pageFactsOf(parse(html), base)
  const shown = pageFactsOf(parse(render(toMarkdown(parse(html), { baseUrl: new URL(base) }))), base)
  const found = {
    text: shown.text,
    linksLost: missing(page.links, shown.links),
    linksAdded: missing(shown.links, page.links),
    cellsLost: missing(page.dataCells, shown.cells),
    cellsAdded: missing(shown.cells, page.cells),
    picturesLost: missing(page.pictures, shown.pictures),
    picturesAdded: missing(shown.pictures, page.pictures)
  }
  return { found, nothing: { ...Object.fromEntries(Object.keys(found).map((key) => [key, []])), text: page.text } }
}

const pages = wholePages().map(({ kind, marked, name }) => ({ marked, page: `${kind}-${name}` }))

describe("whole pages of the common systems, to Markdown and back through a CommonMark and GFM renderer", () => {
  it.each(pages.filter(({ page }) => !isSaidOtherwise.has(page)))(
    "$page neither loses nor gains text, links, cells, pictures",
    ({ marked }) => {
      const { found, nothing } = compare(marked)
      assert.deepEqual(found, nothing)
    }
  )

  it.each(pages.filter(({ page }) => isSaidOtherwise.has(page)))("$page is said otherwise", ({ marked }) => {
    const { found, nothing } = compare(marked)
    assert.notDeepEqual(found, nothing)
  })
})
