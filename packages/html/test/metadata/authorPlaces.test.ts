import { assert, describe, it } from "@effect/vitest"
import { metadata } from "../../src/Metadata.ts"
import { parse } from "../../src/tree/parse.ts"

const here = new URL("https://www.annlee.example/news/page")
const author = (html: string, url = here) => metadata(parse(html), url).author
const prose = `<p>The harbour master counted the boats twice before he wrote the number down.</p>`
const titled = (body: string, head = "") =>
  `<title>Three boats moved by the storm</title>${head}<main><h1>Three boats moved by the storm</h1>${body}${prose}</main>`
const jsonLd = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`

describe("the author of a site that bears a name", () => {
  const siteName = (name: string) => `<meta property="og:site_name" content="${name}">`

  it("is the person whose name it is", () => {
    const head = `${siteName("Ann Lee")}<meta name="author" content="Ann Lee">`
    assert.strictEqual(author(titled("", head)), "Ann Lee")
    const paired = `${siteName("Ann Lee")}<meta name="twitter:label1" content="Written by"><meta name="twitter:data1" content="Ann Lee">`
    assert.strictEqual(author(titled("", paired)), "Ann Lee")
    assert.strictEqual(
      author(titled("", `${siteName("Ann Lee")}${jsonLd({ "@type": "Article", author: { name: "Ann Lee" } })}`)),
      "Ann Lee"
    )
  })

  it("is no firm, paper or institution", () => {
    for (const name of ["Harbour", "Harbour Services", "The Harbour Gazette", "Harbour Clinic", "harbour.example"])
      assert.isUndefined(author(titled("", `${siteName(name)}<meta name="author" content="${name}">`)), name)
    const firm = { "@type": "Article", author: { "@type": "Organization", name: "Ann Lee" } }
    assert.isUndefined(author(titled("", siteName("Ann Lee") + jsonLd(firm))))
  })

  it("is whoever is seen beside the headline, if that is somebody else", () => {
    const head = `${siteName("Green Planet")}<meta name="author" content="Green Planet">`
    assert.strictEqual(author(titled("<p>By Bo Chan</p>", head)), "Bo Chan")
  })
})

describe("the author of a thread", () => {
  it("is the first poster under the name of the forum, whatever its signs", () => {
    for (const name of ["user3080392", "Noah_B", "3d23d65-ddc6", "b.scherer"]) {
      const posting = { "@type": "DiscussionForumPosting", author: { "@type": "Person", name } }
      assert.strictEqual(author(titled("", jsonLd(posting))), name)
      const question = {
        "@type": "QAPage",
        mainEntity: { "@type": "Question", name: "Why?", author: { "@type": "Person", name } }
      }
      assert.strictEqual(author(titled("", jsonLd(question))), name)
      const item = `<div itemscope itemtype="https://schema.org/DiscussionForumPosting"><span itemprop="author" itemscope itemtype="https://schema.org/Person"><span itemprop="name">${name}</span></span></div>`
      assert.strictEqual(author(titled(item)), name)
    }
  })

  it("is nobody where the name stands for nobody, and an article's author is named as a person", () => {
    const by = (type: string, name: string) => jsonLd({ "@type": type, author: { "@type": "Person", name } })
    assert.isUndefined(author(titled("", by("DiscussionForumPosting", "Guest"))))
    assert.isUndefined(author(titled("", by("DiscussionForumPosting", "https://forum.example/u/1"))))
    assert.isUndefined(author(titled("", by("Article", "user3080392"))))
  })
})
