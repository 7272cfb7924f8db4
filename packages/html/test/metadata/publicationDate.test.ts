import { assert, describe, it } from "@effect/vitest"
import { metadata } from "../../src/metadata/Metadata.ts"
import { parse } from "../../src/tree/parse.ts"

const here = new URL("https://www.gazette.example/news/page")
const published = (html: string) => metadata(parse(html), here).publishedTime
const prose = `<p>The harbour master counted the boats twice before he wrote the number down.</p>`
const titled = (body: string, head = "") =>
  `<title>Three boats moved by the storm</title>${head}<main>${body}${prose}</main>`
const headline = `<h1>Three boats moved by the storm</h1>`

describe("the date of publication beside the headline", () => {
  it("is read from a footer that stands between headline and text", () => {
    const byline = `<footer class="author"><div>By Ann Lee</div><span class="meta-date">March 30, 2023</span></footer>`
    assert.strictEqual(published(titled(`${headline}<article>${byline}${prose}</article>`)), "2023-03-30")
  })

  it("is read from a heading that says nothing else", () => {
    assert.strictEqual(published(titled(`${headline}<h5>January 23, 2025</h5>`)), "2025-01-23")
    assert.isUndefined(published(titled(`${headline}<h5>January 23, 2025 in the harbour</h5>`)))
  })

  it("is read behind a name with a title or an initial, which end no sentence", () => {
    assert.strictEqual(published(titled(`${headline}<p>By Dr. Ann Lee - Mar 27, 2024</p>`)), "2024-03-27")
    assert.strictEqual(published(titled(`<p>Dec 17, 2025 Ann K. Lee</p>${headline}`)), "2025-12-17")
  })

  it("is not the day on which the author of a thread joined", () => {
    const profile = `<dl><dt>seafarer</dt><dd>Registered: 2024-01-27</dd></dl>`
    assert.strictEqual(published(titled(`${headline}${profile}<p>#1 2024-08-03 10:59:47</p>`)), "2024-08-03")
    assert.isUndefined(published(titled(`${headline}${profile}`)))
  })

  it("is that of the line with the author, though another line tells when a thing was released", () => {
    const byline = `<p>by <a href="/amanda">Amanda</a> · Dec 20, 2025 at 3:00 am</p>`
    assert.strictEqual(published(titled(`${headline}${byline}<p>Released: June 17, 2025 by Tor</p>`)), "2025-12-20")
  })

  it("is a month where a line names one and nothing else", () => {
    assert.strictEqual(published(titled(`${headline}<p>November 2015</p>`)), "2015-11")
    assert.strictEqual(published(titled(`${headline}<p>novembre de 2015</p>`)), "2015-11")
    assert.strictEqual(published(titled(`${headline}<p>2015年11月</p>`)), "2015-11")
    assert.isUndefined(published(titled(`${headline}<p>November 2015 was cold</p>`)))
    assert.isUndefined(published(titled(`${headline}<h2>November 2015</h2>`)))
    assert.isUndefined(published(titled(`${headline}<p>November 2015</p><p>October 2015</p>`)))
    assert.strictEqual(published(titled(`${headline}<p>November 2015</p><p>Published 2 May 2016</p>`)), "2016-05-02")
  })

  it("is told from the day of change where only a style sheet parts them", () => {
    const line = `<div class="dateline-wrapper"><a>Health</a><span class="dateline">DECEMBER 22, 2022</span><span class="dateline updated">Updated: JANUARY 02, 2026</span></div>`
    assert.strictEqual(published(titled(`${line}${headline}`)), "2022-12-22")
  })
})

describe("the place of a date of publication", () => {
  const date = `<span class="date">March 30, 2023</span>`

  it("may be a part of a card's name, a shadow, a layout with a sidebar or a page builder's widget", () => {
    for (const name of [
      "post-card__meta",
      "content card-shadow",
      "layout-sidebar-left",
      "elementor-widget-container",
      "widget-manage-opacity",
      "newsletter-details"
    ])
      assert.strictEqual(published(titled(`${headline}<div class="${name}">${date}</div>`)), "2023-03-30", name)
  })

  it("is no card, sidebar or widget", () => {
    for (const name of [
      "card",
      "post-card",
      "card--wide",
      "sidebar",
      "left-sidebar",
      "widget",
      "widget-area",
      "newsletter"
    ])
      assert.isUndefined(published(titled(`${headline}<div class="${name}">${date}</div>`)), name)
  })

  it("is beside the heading that the title starts with, rather than the name of the site that stands in it", () => {
    const site = `<h1>Boats of the harbour</h1>${"<p>Board index</p>".repeat(400)}`
    const thread = `<h2>Three boats moved</h2><p>by Ann Lee » <time datetime="2024-02-24T18:41:02Z">Feb 24</time></p>`
    const later = [3, 4, 5, 6, 7].map((day) => `<p><time datetime="2024-03-0${day}">March ${day}</time></p>`).join("")
    const html = `<title>Three boats moved - Boats of the harbour</title>${site}${thread}${prose.repeat(20)}${later}`
    assert.strictEqual(published(html), "2024-02-24T18:41:02Z")
  })

  it("is beside the text that repeats the title where no heading does", () => {
    const body = `<div class="name">Three boats moved by the storm</div><p>20 December, 2025</p>`
    assert.strictEqual(published(titled(body)), "2025-12-20")
    assert.isUndefined(
      published(titled(`<div class="name">Some other words of the harbour</div><p>20 December, 2025</p>`))
    )
  })

  it("is beside the byline where that stands away from the headline", () => {
    const end = `<div><p>Written by <a href="/bo">Bo Chan</a></p><p>April 8, 2024</p></div>`
    assert.strictEqual(published(titled(headline + prose.repeat(30) + end)), "2024-04-08")
    const days = [1, 2, 3].map((day) => `<p>April ${day}, 2024</p>`).join("")
    assert.isUndefined(published(titled(headline + prose.repeat(30) + end + days)))
    assert.isUndefined(published(titled(`${headline}${prose.repeat(30)}<p>April 8, 2024</p>`)))
  })

  it("is in a table that lays out the page, and in none of data", () => {
    const post = (head: string) =>
      `<table><tr><td>${head}</td></tr><tr><td><a class="bigusername">SeaFarer</a></td></tr></table>`
    const thread = `<table><tr><td><strong>Three boats moved by the storm</strong></td></tr></table>${post("30th March 2025, 16:26")}`
    const found = metadata(parse(`<title>Three boats moved by the storm - Board</title>${thread}`), here)
    assert.deepStrictEqual([found.publishedTime, found.author], ["2025-03-30", "SeaFarer"])
    const rows = `<table><tr><th>Day</th></tr><tr><td>30 March 2025</td></tr></table>`
    assert.isUndefined(published(titled(headline + rows)))
  })

  it("is not that of a clock above the headline, if a line below tells when the thread was started", () => {
    const clock = `<time datetime="2026-03-05T12:16:19Z">March 05, 2026</time>`
    assert.strictEqual(published(titled(`${clock}${headline}<p>Started by Bo, June 04, 2024</p>`)), "2024-06-04")
    assert.strictEqual(published(titled(`${clock}${headline}<p>June 04, 2024</p>`)), "2026-03-05T12:16:19Z")
  })

  it("is in a sentence that tells when the page was first published, rather than a date beside the headline", () => {
    const seen = `${headline}<div class="post-date">30 September 2022</div>${prose.repeat(30)}`
    const sentence = "This article was originally published on 26 Sep 2019 but has been updated."
    assert.strictEqual(published(titled(`${seen}<p>${sentence}</p>`)), "2019-09-26")
    assert.strictEqual(published(titled(`${seen}<p>Erstmals veröffentlicht am 26. September 2019</p>`)), "2019-09-26")
    assert.strictEqual(published(titled(`${seen}<p>The book was first published on 8 June 1949.</p>`)), "2022-09-30")
  })

  it("is in the foot of the only article where nothing is a headline", () => {
    const article = `<article>${prose}<footer><time datetime="2025-08-12">August 12</time></footer></article>`
    const page = (body: string) => published(`<title>Three boats moved</title><div>${body}</div>`)
    assert.strictEqual(page(article), "2025-08-12")
    assert.isUndefined(page(article + article))
  })

  it("may be in an aside of facts, and is in none that lists other pages", () => {
    const fact = `<h3>Published</h3><p><time datetime="2024-08-30">30 August</time></p>`
    const aside = (inside: string) =>
      `<title>Three boats moved by the storm</title><main>${headline}${prose.repeat(30)}<aside>${inside}</aside></main>`
    assert.strictEqual(published(aside(fact)), "2024-08-30")
    assert.isUndefined(published(aside(fact + fact)))
    assert.isUndefined(published(aside(`<article>${fact}</article>`)))
  })

  it("may be far from the headline where a word before the time tells what it is", () => {
    const facts = `<h3>Reviewed</h3><p><time datetime="2024-09-01">1 September</time></p><h3>Published</h3><p><time datetime="2024-08-30">30 August</time></p>`
    assert.strictEqual(published(titled(`${headline}${prose.repeat(30)}${facts}`)), "2024-08-30")
    const card = `<a href="/other">${facts.replaceAll("2024-08", "2023-08")}<h3>Other boats</h3></a>`
    assert.strictEqual(published(titled(`${headline}${prose.repeat(30)}${facts}${card}`)), "2024-08-30")
    const list = facts + facts.replaceAll("2024-08", "2023-08")
    assert.isUndefined(published(titled(`${headline}${prose.repeat(30)}${list}`)))
  })

  it("is the only time of a page, if no word before it says that the page was changed then", () => {
    const time = `<time datetime="2024-08-30">30 August</time>`
    assert.strictEqual(published(titled(`${headline}${prose.repeat(30)}${time}`)), "2024-08-30")
    assert.isUndefined(published(titled(`${headline}<p>Updated ${time}</p>`)))
    assert.isUndefined(published(titled(`${headline}<time class="modified" datetime="2024-08-30">30 August</time>`)))
    const again = `${prose.repeat(30)}<time datetime="2024-08-30T10:00">that morning</time>`
    assert.isUndefined(published(titled(`${headline}<p>Updated ${time}</p>${again}`)))
  })
})

describe("the date of publication in the head of a page", () => {
  it("is read from a meta whose name is not known but says that it is one", () => {
    for (const name of ["w-published-date", "cms:publication_date", "x.publishedAt", "site-publish-time"])
      assert.strictEqual(
        published(`<meta name="${name}" content="2025-05-27T06:03:43.274Z">`),
        "2025-05-27T06:03:43.274Z"
      )
    assert.isUndefined(published(`<meta name="republish-policy" content="2025-05-27">`))
  })

  it("is read with day and month the way that the date beside the headline has them", () => {
    const head = `<meta name="article:published_time" content="03-09-2026"><meta name="article:modified_time" content="04-09-2026">`
    const seen = metadata(parse(titled(`${headline}<div>Published March 9, 2026</div>`, head)), here)
    assert.deepStrictEqual([seen.publishedTime, seen.modifiedTime], ["2026-03-09", "2026-04-09"])
    const other = metadata(parse(titled(`${headline}<div>Published September 3, 2026</div>`, head)), here)
    assert.deepStrictEqual([other.publishedTime, other.modifiedTime], ["2026-09-03", "2026-09-04"])
  })

  it("gives way to an earlier one beside the headline where it is that of the last change: the site was built then", () => {
    const article = (datePublished: string, dateModified: string) =>
      `<script type="application/ld+json">${JSON.stringify({ "@type": "Article", datePublished, dateModified })}</script>`
    const seen = (date: string) => `${headline}<div class="blog-date">${date}</div>`
    const built = article("2025-11-20T16:02:46.767Z", "2025-11-20T16:02:46.767Z")
    assert.strictEqual(published(titled(seen("May 14, 2025"), built)), "2025-05-14")
    // A day apart are two zones.
    assert.strictEqual(published(titled(seen("November 19, 2025"), built)), "2025-11-20T16:02:46.767Z")
    assert.strictEqual(published(titled(seen("Updated May 14, 2025"), built)), "2025-11-20T16:02:46.767Z")
    assert.strictEqual(published(titled(seen("May 14, 2025"), article("2025-11-20", "2025-11-18"))), "2025-05-14")
    const changed = article("2025-11-19", "2025-11-20")
    assert.strictEqual(published(titled(seen("May 14, 2025"), changed)), "2025-11-19")
  })

  it("is that of the address rather than a visible one, whose day and month may be the wrong way round", () => {
    const url = new URL("/blog/2023/october/03/boats", here)
    const at = (seen: string) => metadata(parse(titled(`${headline}${seen}`)), url).publishedTime
    assert.strictEqual(at(`<div class="blog-date">03/10/2023</div>`), "2023-10-03")
    assert.strictEqual(at(`<time datetime="2023-10-03T08:00:00Z">Oct 3</time>`), "2023-10-03T08:00:00Z")
  })
})
