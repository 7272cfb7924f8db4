import { assert, describe, it } from "@effect/vitest"
import { judge } from "../../quality/bylines/score.ts"
import { pages } from "../../quality/bylines/pages.ts"
import { metadata, metadataWithSources } from "../../src/metadata/Metadata.ts"
import { authorNames, siteNames } from "../../src/metadata/authorNames.ts"
import { dateInAddress, dateOfValue, datesIn } from "../../src/metadata/dates.ts"
import { parse } from "../../src/tree/parse.ts"

const here = new URL("https://www.gazette.example/news/page")
const of = (html: string, url = here) => metadata(parse(html), url)
const headed = (html: string) =>
  `<title>A good headline</title><article><h1>A good headline</h1>${html}<p>Text.</p></article>`

describe("author and times of a page", () => {
  for (const { html, label, name, url } of pages) {
    it(`are what a reader sees on ${name}`, () => {
      const found = of(html, new URL(url))
      assert.deepStrictEqual(
        judge(label, found),
        { date: "right", author: "right" },
        `${found.publishedTime} ${found.author}`
      )
    })
  }

  it("say where they come from when asked", () => {
    const html = `<meta property="article:published_time" content="2020-01-02">${headed(`<p class="byline">By Ann Lee</p><p>Updated 3 March 2021</p>`)}`
    const { metadata, sources } = metadataWithSources(parse(html), here)
    assert.strictEqual(metadata.author, "Ann Lee")
    assert.deepStrictEqual(sources, { author: ".byline", publishedTime: "meta[article:published_time]" })
  })

  it("tell when a page was published from when it was changed", () => {
    const found = of(
      headed(
        `<p>Updated: <time datetime="2021-02-03">3 Feb</time></p><p>Published: <time datetime="2021-01-02">2 Jan</time></p>`
      )
    )
    assert.strictEqual(found.publishedTime, "2021-01-02")
    assert.strictEqual(found.modifiedTime, "2021-02-03")
  })

  it("follow an author's @id and leave reviews alone", () => {
    const script = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`
    const review = { "@type": "Review", author: { "@type": "Person", name: "Some Buyer" }, datePublished: "2001-01-01" }
    const article = { "@type": "NewsArticle", author: [{ "@id": "#a" }], datePublished: "2020-01-01", review }
    const found = of(script(review) + script([article, { "@type": "Person", "@id": "#a", name: "Ann Lee" }]))
    assert.strictEqual(found.author, "Ann Lee")
    assert.strictEqual(found.publishedTime, "2020-01-01")
  })

  it("prefer who is seen beside the headline where the head of the page disagrees", () => {
    const head = `<meta name="author" content="Web Builder"><meta name="parsely-author" content="Ann Lee">`
    assert.strictEqual(of(head + headed(`<p>Ann Lee</p>`)).author, "Ann Lee")
    assert.strictEqual(of(head + headed(`<p>Nobody</p>`)).author, "Web Builder")
  })

  it("stay quick on hostile pages", () => {
    const hostile = [
      `<div class="byline author">`.repeat(50_000),
      `<span class="author date">By Ann Lee 2 May 2020</span>`.repeat(20_000),
      `<time datetime="2020-01-01">x</time>`.repeat(50_000),
      `<ul><li class="byline">`.repeat(3000),
      `<p>${"by A ".repeat(100_000)}</p>`,
      `<aside><time>1 May 2020</time>`.repeat(20_000),
      `<table><tr><td>1 May 2020 `.repeat(3000),
      `<p>Written by Ann Lee</p><b>By: Bo</b>`.repeat(20_000),
      `<img class="avatar" alt="Ann Lee">Ann Lee <a class="username">Ann</a> 1 May 2020 `.repeat(20_000),
      `<meta name="author" content="${"By ".repeat(100_000)}">`
    ]
    for (const html of hostile) assert.isDefined(of(headed(html)).title)
  })
})

describe("a date", () => {
  const cases: ReadonlyArray<readonly [written: string, date: string | undefined, language?: string]> = [
    ["2024-01-02T03:04:05Z", "2024-01-02T03:04:05Z"],
    ["2024-01-02 03:04:05", "2024-01-02 03:04:05"],
    ["2024", "2024"],
    ["20240102", "2024-01-02"],
    ["1704164645", "2024-01-02T03:04:05.000Z"],
    ["1704164645000", "2024-01-02T03:04:05.000Z"],
    ["Tue, 02 Jan 2024 03:04:05 GMT", "2024-01-02T03:04:05.000Z"],
    ["Tue Jan 02 2024 03:04:05 GMT+0000 (UTC)", "2024-01-02T03:04:05.000Z"],
    ["January 2nd, 2024", "2024-01-02"],
    ["Tuesday, Jan. 2, 2024 at 5 pm", "2024-01-02"],
    ["2 de enero de 2024", "2024-01-02"],
    ["1er janvier 2024", "2024-01-01"],
    ["2. Jänner 2024", "2024-01-02"],
    ["2 января 2024 г.", "2024-01-02"],
    ["2024年1月2日", "2024-01-02"],
    ["2024년 1월 2일", "2024-01-02"],
    ["2024. 1. 2.", "2024-01-02"],
    ["2 tháng 1, 2024", "2024-01-02"],
    ["1/2/2024", "2024-01-02", "en-US"],
    ["1/2/2024", "2024-02-01", "en-GB"],
    ["1.2.2024", "2024-02-01", "en-US"],
    ["1/13/24", "2024-01-13"],
    ["0001-01-01T00:00:00Z", undefined],
    ["2024-13-01", undefined],
    ["31 February 2024", undefined],
    ["10.1037/0003-066X.45.12.1304", undefined],
    ["1.2.3.2024", undefined],
    ["version 12 march", undefined],
    ["yesterday", undefined]
  ]
  for (const [written, date, language] of cases) {
    it(`of ${JSON.stringify(written)}${language === undefined ? "" : ` in ${language}`} is ${date}`, () => {
      assert.strictEqual(dateOfValue(written, language), date)
    })
  }

  it("stands in an address", () => {
    const at = (path: string) => dateInAddress(new URL(path, here))
    assert.strictEqual(at("/2024/01/02/x"), "2024-01-02")
    assert.strictEqual(at("/2024/jan/02/x"), "2024-01-02")
    assert.strictEqual(at("/2024/january/02/x"), "2024-01-02")
    assert.strictEqual(at("/x-2024-01-02.html"), "2024-01-02")
    assert.isUndefined(at("/2024/13/02/x"))
    assert.isUndefined(at("/id/12345678901"))
  })

  it("is found wherever it stands in a text", () => {
    assert.deepStrictEqual(
      datesIn("Posted 2 May 2020, updated 2020-05-03").map(({ date }) => date),
      ["2020-05-02", "2020-05-03"]
    )
  })
})

describe("the names of authors", () => {
  const site = siteNames(here, ["The Daily Gazette"])
  const cases: ReadonlyArray<readonly [written: string, ...names: ReadonlyArray<string>]> = [
    ["By Ann Lee and Bo Chan", "Ann Lee", "Bo Chan"],
    ["By ROBERT BURNS, AP National Security Writer", "Robert Burns"],
    ["Ann Lee, CNN", "Ann Lee"],
    ["Ann Lee | Somewhere Media", "Ann Lee"],
    ["Lee, Ann M.", "Ann M. Lee"],
    ["Ann Lee, Ph.D.", "Ann Lee"],
    ["Von Anke Baum und Curt Dorn", "Anke Baum", "Curt Dorn"],
    ["Текст: Борис Ветров", "Борис Ветров"],
    ["作者：李小明", "李小明"],
    ["Ann Lee (ann@gazette.example)", "Ann Lee"],
    ["@annlee"],
    ["ann@gazette.example"],
    ["https://gazette.example/ann"],
    ["The Daily Gazette"],
    ["Gazette Staff"],
    ["admin"],
    ["{{author}}"],
    ["5 min read"]
  ]
  for (const [written, ...names] of cases) {
    it(`in ${JSON.stringify(written)} are ${names.join(" and ") || "none"}`, () => {
      assert.deepStrictEqual(authorNames(written, site), names)
    })
  }
})
