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
  [NameHints.caption, "wp-caption imageCaption photo-credit cutline", "captain"],
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

  it("are known in other languages than English", () => {
    const known: ReadonlyArray<readonly [number, string]> = [
      [
        NameHints.chrome,
        "werbung-oben c-teilen fil-ariane publicite_droite compartir-nota migas-de-pan condividi rodape kruimelpad"
      ],
      [NameHints.comments, "leserkommentare commentaires-liste comentarios commenti reacties"],
      [NameHints.related, "meistgelesen articles-similaires noticias-relacionadas articoli-correlati gerelateerd"]
    ]
    for (const [bits, names] of known)
      for (const name of names.split(" ")) assert.notStrictEqual(judgeNames(name) & bits, 0, name)
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
