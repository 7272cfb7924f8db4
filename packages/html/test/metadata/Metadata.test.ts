import { assert, describe, it } from "@effect/vitest"
import { Metadata } from "@orbweaver/core/model/Document"
import { metadata } from "../../src/metadata/Metadata.ts"
import { parse } from "../../src/tree/parse.ts"
import { wordCount } from "../../src/page/wordCount.ts"

const here = new URL("https://site.example/dir/page")
const of = (head: string): Record<string, unknown> => ({ ...metadata(parse(head), here) })

describe("metadata", () => {
  it("has the raw text of the first title, whatever else claims to be one", () => {
    const found = of(
      `<title> A &amp; B\n</title><title>C</title><meta name=title content=D><meta property="og:title" content=E><svg><title>F</title></svg>`
    )
    assert.strictEqual(found["title"], " A & B\n")
    assert.strictEqual(found["ogTitle"], "E")
  })

  it("leaves the fields of a result to those who fill them, whatever the page calls its <meta>", () => {
    const { ast } = Metadata as { ast: { readonly propertySignatures?: ReadonlyArray<{ readonly name: PropertyKey }> } }
    const names = [...(ast.propertySignatures ?? []).map(({ name }) => String(name)), "madeBy", "tokens", "unchanged"]
    assert.include(names, "unsupported")
    const found = of(names.map((name) => `<meta name="${name}" content="set by the page">`).join(""))
    assert.deepStrictEqual(found, { title: "", description: "set by the page" })
  })

  it("always has a title and a description, as strings", () => {
    assert.deepStrictEqual(of(""), { title: "", description: "" })
    assert.strictEqual(of(`<meta name=description content=a><meta name=Description content=b>`)["description"], "a, b")
  })

  it("gives the names of the contract to Open Graph, article and Dublin Core terms", () => {
    const found =
      of(`<html lang=" de-AT "><link rel="shortcut icon" href="/f.ico"><link rel=icon href=/g.ico><link rel=canonical href="../c">
      <meta property="og:description" content=1><meta property="og:site_name" content=2><meta property="article:published_time" content=3>
      <meta property="article:modified_time" content=4><meta property="article:section" content=5><meta property="article:tag" content=6>
      <meta name="dcterms.created" content=7><meta name="DC.date.created" content=8><meta name="dcterms.keywords" content=9><meta name=robots content=noindex>`)
    assert.deepInclude(found, {
      language: "de-AT",
      favicon: "https://site.example/f.ico",
      canonical: "https://site.example/c",
      ogDescription: "1",
      ogSiteName: "2",
      siteName: "2",
      publishedTime: "3",
      modifiedTime: "4",
      articleSection: "5",
      articleTag: "6",
      dcTermsCreated: "7",
      dcDateCreated: "8",
      dcTermsKeywords: "9",
      robots: "noindex"
    })
  })

  it("keeps every other name verbatim, repeated ones as lists", () => {
    const found =
      of(`<meta name="viewport" content="width=device-width"><meta property="og:image" content=a><meta property="og:image" content=b>
      <meta itemprop=position content=1><meta name="twitter:card" content=summary><meta name=x><meta content=y>`)
    assert.deepInclude(found, {
      viewport: "width=device-width",
      "og:image": ["a", "b"],
      ogImage: "a",
      position: "1",
      "twitter:card": "summary"
    })
    assert.notProperty(found, "x")
  })

  it("gives alternate locales as a list, even a single one", () => {
    assert.deepStrictEqual(of(`<meta property="og:locale:alternate" content=de_DE>`)["ogLocaleAlternate"], ["de_DE"])
  })

  it("takes author and times from JSON-LD where no meta says them", () => {
    const graph = `<script type="application/ld+json">{"@graph":[{"@type":"WebSite","name":"Site"},
      {"@type":"Article","datePublished":"2024-01-02","dateModified":"2024-01-03","author":[{"@id":"#ann"},{"name":"Bo"}]},
      {"@type":"Person","@id":"#ann","name":"Ann"}]}</script>`
    const found = of(graph)
    assert.strictEqual(found["author"], "Ann, Bo")
    assert.strictEqual(found["publishedTime"], "2024-01-02")
    assert.strictEqual(found["modifiedTime"], "2024-01-03")
    const told = of(`<meta name=author content=Cy><meta property="article:published_time" content="2020">${graph}`)
    assert.strictEqual(told["author"], "Cy")
    assert.strictEqual(told["publishedTime"], "2020")
  })

  it("takes author and times from microdata, and a name for more than the address of a profile", () => {
    const found = of(`<meta property="article:author" content="https://social.example/ann"><body>
      <div itemscope itemtype="https://schema.org/BlogPosting"><span itemprop="author" itemscope><b itemprop="name">Ann</b></span>
      <time itemprop="datePublished" datetime="2024-01-02">yesterday</time></div>`)
    assert.strictEqual(found["author"], "Ann")
    assert.strictEqual(found["publishedTime"], "2024-01-02")
    assert.notProperty(of(`<meta property="article:author" content="https://social.example/ann">`), "author")
  })

  it("does not let a page say what only the scrape knows", () => {
    const found = of(
      `<meta name=url content=x><meta name=statusCode content=999><meta name=__proto__ content=x><meta name=title content=x>`
    )
    assert.deepStrictEqual(found, { title: "", description: "" })
    assert.strictEqual(Object.getPrototypeOf(found), Object.prototype)
  })

  it("is bounded", () => {
    const many = Array.from({ length: 5000 }, (_, i) => `<meta name=n${i} content=x><meta name=same content=x>`).join(
      ""
    )
    const found = of(`${many}<meta name=long content="${"x".repeat(100_000)}">`)
    assert.isBelow(Object.keys(found).length, 600)
    assert.isBelow((found["same"] as ReadonlyArray<string>).length, 300)
  })
})

describe("the word count", () => {
  it("counts words of letters and digits, and every Han character", () => {
    assert.strictEqual(wordCount(parse("<p>It's 3 o'clock, well-known!</p><script>not these words</script>")), 4)
    assert.strictEqual(wordCount(parse("<p>漢字 kana</p>")), 3)
    assert.strictEqual(wordCount(parse("<p>a&nbsp;b c&amp;d été l’été 'tis -x- _y Слово 3.5</p>")), 12)
  })
})
