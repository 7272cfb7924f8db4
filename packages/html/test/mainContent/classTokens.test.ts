import { assert, describe, it } from "@effect/vitest"
import { NameHints } from "../../src/mainContent/words/classTokens.ts"
import { judgeNames, NameJudge } from "../../src/mainContent/features/NameJudge.ts"
import { codesOf } from "../../src/tree/codes.ts"

const cases: ReadonlyArray<readonly [bits: number, matching: string, others: string]> = [
  [
    NameHints.chrome,
    "cookie-banner js-cookie onetrust-banner-sdk gdpr_popup ad ads-box sponsored-content share-buttons articleShareBar social-links Breadcrumbs c-footer__links main-nav navbar-nav sidebar l-sidebar newsletter-signup skip-link offcanvas_menu Modal_root__x1",
    "lead address reads headline shared-memory content article loading masthorn navy badge header adagio"
  ],
  [NameHints.related, "related-posts recommendedArticles most-read jp-relatedposts", "relation trend popularity"],
  [NameHints.comments, "comments comment-list user_comments disqus_thread", "commentary no-comments"],
  [NameHints.caption, "wp-caption imageCaption photo-credit credits", "captain"],
  [
    NameHints.body,
    "article-body articleBody entry-content mw-parser-output markdown-body StoryBodyText storyContent",
    "body contents"
  ],
  [NameHints.hidden, "sr-only screen-reader-text visually-hidden", "hidden-gems"],
  [NameHints.embed, "twitter-tweet social-embed", "embedding"],
  [NameHints.text, "admonition callout code-block footnotes", "notebook"],
  [NameHints.control, "btn btn-primary action-bar add-to-cart read-more", "buttonwood"]
]

describe("names of elements", () => {
  for (const [bits, matching, others] of cases) {
    const kind = Object.entries(NameHints).find(([, value]) => value === bits)?.[0]
    it(`of the kind ${kind} are known by their parts and not by what they contain by chance`, () => {
      for (const name of matching.split(" ")) assert.notStrictEqual(judgeNames(name) & bits, 0, name)
      for (const name of others.split(" ")) assert.strictEqual(judgeNames(name) & bits, 0, name)
    })
  }

  it("say the same in the plural, in one word and with a hyphen", () => {
    for (const [bits, names] of [
      [NameHints.chrome, "ad ads promo-box promos popup pop-ups signup sign-up"],
      [NameHints.comments, "comment comments"],
      [NameHints.body, "article-body articlebody ArticleBody post-text"],
      [NameHints.hidden, "sr-only sronly screen-reader screenreader"]
    ] as const)
      for (const name of names.split(" ")) assert.notStrictEqual(judgeNames(name) & bits, 0, name)
    assert.strictEqual(judgeNames("sinless princess"), 0)
  })

  it("that services give to their boxes are known as a whole", () => {
    for (const name of ["tarteaucitronRoot", "didomi-host", "osano-cm-window"])
      assert.strictEqual(judgeNames(name), NameHints.chrome, name)
    for (const name of ["tarteaucitron", "didomi", "osano"]) assert.strictEqual(judgeNames(name), 0, name)
  })

  it("of parts that an element has or lacks say nothing of it", () => {
    for (const name of ["content--with-sidebar-left", "page-has-navbar", "layoutWithoutSidebar"])
      assert.strictEqual(judgeNames(name), 0, name)
    assert.notStrictEqual(judgeNames("sidebar-with-ads"), 0)
  })

  it("that describe an entry or a state say nothing", () => {
    for (const name of [
      "category-advertising",
      "tag-newsletter",
      "has-sidebar",
      "with-comments",
      "status-sponsored",
      "no-share"
    ])
      assert.strictEqual(judgeNames(name), 0, name)
  })

  it("that are hashes or slugs say nothing", () => {
    for (const name of ["css-1q2w3e", "how-to-share-a-footer-menu-with-your-neighbours", "x".repeat(60)])
      assert.strictEqual(judgeNames(name), 0, name)
  })

  it("are cut at separators, digits and capitals", () => {
    assert.strictEqual(judgeNames("article__shareBar2-top"), NameHints.chrome)
    assert.strictEqual(judgeNames("articleHTMLBody"), 0)
    assert.strictEqual(judgeNames("ARTICLE-Body"), NameHints.body)
    assert.strictEqual(judgeNames("--"), 0)
  })
})

describe("the judge of a page", () => {
  it("says the same of a name each time, however many there are", () => {
    const judge = new NameJudge()
    const names = Array.from({ length: 5_000 }, (_, i) => (i % 3 === 0 ? `share-bar-${i}` : `x${i}`))
    for (let round = 0; round < 2; round++)
      for (const name of names) assert.strictEqual(judge.judge(codesOf(name), 0, name.length), judgeNames(name), name)
  })

  it("takes names that differ in their numbers for one shape", () => {
    const judge = new NameJudge()
    const shapeOf = (value: string): number => (judge.judge(codesOf(value), 0, value.length), judge.shape)
    assert.strictEqual(shapeOf("item-1 odd"), shapeOf(" item-22  odd"))
    assert.notStrictEqual(shapeOf("item-1 odd"), shapeOf("item-1 even"))
  })
})
