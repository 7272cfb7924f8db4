import { assert, describe, it } from "@effect/vitest"
import { metadata } from "../../src/metadata/Metadata.ts"
import { parse } from "../../src/tree/parse.ts"

const here = new URL("https://www.gazette.example/news/page")
const published = (html: string) => metadata(parse(html), here).publishedTime
const author = (html: string) => metadata(parse(html), here).author
const prose = `<p>The harbour master counted the boats twice before he wrote the number down.</p>`
const far = prose.repeat(30)
const headline = `<h1>Three boats moved by the storm</h1>`
const title = `<title>Three boats moved by the storm</title>`
const titled = (body: string) => `${title}<main>${body}${prose}</main>`
const date = `<p>March 30, 2023</p>`
const day = "2023-03-30"
const empty = (count: number) => "<i></i>".repeat(count)

describe("what stands beside the headline", () => {
  it("is neither far above it nor far below it", () => {
    assert.strictEqual(published(titled(date + empty(100) + headline)), day)
    assert.isUndefined(published(titled(date + empty(200) + headline)))
    const times = (before: string) => `${title}${before}${headline}${far}<time datetime="2024-05-01">1 May</time>`
    const time = `<time datetime="${day}">30 March</time>`
    assert.strictEqual(published(times(time + empty(100))), day)
    assert.isUndefined(published(times(time + empty(200))))
    assert.strictEqual(published(titled(headline + empty(300) + date)), day)
    assert.isUndefined(published(titled(headline + empty(800) + date)))
    assert.strictEqual(published(titled(headline + prose.repeat(6) + date)), day)
    assert.isUndefined(published(titled(headline + far + date)))
  })

  it("is in lines, of which long ones say nothing of the page", () => {
    const words = "about boats and their ropes ".repeat(10)
    assert.strictEqual(published(titled(`${headline}<p>Published March 30, 2023 ${words.slice(0, 100)}</p>`)), day)
    assert.isUndefined(published(titled(`${headline}<p>Published March 30, 2023 ${words}</p>`)))
  })

  it("is no menu, form, quote, choice or picture", () => {
    for (const tag of ["nav", "form", "blockquote", "figure"])
      assert.isUndefined(published(titled(`${headline}<${tag}>${date}</${tag}>`)), tag)
    assert.strictEqual(published(titled(`${headline}<section>${date}</section>`)), day)
    assert.strictEqual(published(titled(`<form>${headline}${date}</form>`)), day)
  })

  it("is known by the class or the id of what is around it", () => {
    assert.isUndefined(published(titled(`${headline}<div class="related">${date}</div>`)))
    assert.isUndefined(published(titled(`${headline}<div id="related">${date}</div>`)))
    assert.strictEqual(published(titled(`${headline}<div class="${"x".repeat(300)} related">${date}</div>`)), day)
    assert.isUndefined(published(titled(`${headline}<div class="related"><div>${date}</div></div>`)))
  })

  it("may be in a list, in which nothing far from the headline is of the page", () => {
    const time = `<time pubdate datetime="${day}">30 March</time>`
    assert.strictEqual(published(titled(`${headline}<ul><li>${date}</ul>`)), day)
    assert.strictEqual(published(titled(`${headline}${far}${time}`)), day)
    assert.isUndefined(published(titled(`${headline}${far}<ul><li>${time}</ul>`)))
  })

  it("may be in a table that has no heads, and far from the headline in none", () => {
    const table = (inside: string) => `<table>${inside}</table>`
    assert.strictEqual(published(titled(headline + table(`<tr><td>${date}`))), day)
    assert.isUndefined(published(titled(headline + table(`<caption>Days</caption><tr><td>${date}`))))
    assert.isUndefined(published(titled(headline + table(`<tr><td>${date}<td>${empty(20)}<th>Days`))))
    const time = `<time pubdate datetime="${day}">30 March</time>`
    assert.isUndefined(published(titled(headline + far + table(`<tr><td>${time}`))))
  })

  it("is in no link with a heading, wherever in it that stands", () => {
    assert.isUndefined(published(titled(`${headline}<a href=/x>${date}${empty(10)}<h3>Ropes</h3></a>`)))
    assert.strictEqual(published(titled(`${headline}<a href=/x>${date}</a>`)), day)
  })

  it("is told from what belongs elsewhere by the outermost of both", () => {
    assert.isUndefined(published(titled(`${headline}<div class="comments"><table><tr><td>${date}</table></div>`)))
  })

  it("reaches over scripts, which nobody reads", () => {
    assert.strictEqual(published(titled(`${headline}<script>${"x".repeat(2_000)}</script>${date}`)), day)
  })

  it("is in a foot beside the headline, and in that of the article that holds it", () => {
    assert.strictEqual(published(titled(`${headline}<footer>${date}</footer>`)), day)
    const foot = `${far}<footer><time pubdate datetime="${day}">30 March</time></footer>`
    assert.strictEqual(published(`${title}<article>${headline}${foot}</article>`), day)
    assert.strictEqual(published(`${title}<article><div>${headline}${foot}</div></article>`), day)
    assert.isUndefined(published(`${title}<div>${headline}${foot}</div>`))
    assert.strictEqual(published(`${title}${headline}<article>${foot}</article>`), day)
    assert.isUndefined(published(`${title}${headline}<article>${prose}</article><article>${foot}</article>`))
  })

  it("may be in an aside of other pages", () => {
    const time = `<time datetime="${day}">30 March</time>`
    assert.strictEqual(published(titled(`${headline}<aside><article>${time}</article></aside>`)), day)
  })
})

describe("the headline", () => {
  it("is the heading that repeats the title, and no empty one or the first of several", () => {
    const site = `<h1>Harbour Gazette of the North</h1>${far}`
    for (const tag of ["h1", "h2", "h3"])
      assert.strictEqual(
        published(`${title}${site}<${tag}>Three boats moved by the storm</${tag}>${date}${prose}`),
        day,
        tag
      )
    assert.strictEqual(published(titled(`<h1></h1>${far}${headline}${date}`)), day)
    assert.strictEqual(published(titled(`<h1>A b</h1>${far}${headline}${date}`)), day)
  })

  it("may be longer than the title, or stand in it behind the name of the site", () => {
    const at = (title: string, heading: string) =>
      published(`<title>${title}</title><h1>Gazette of the North</h1>${far}<h2>${heading}</h2>${date}${prose}`)
    assert.strictEqual(at("Three boats moved", "Three boats moved by the storm"), day)
    assert.strictEqual(at("Harbour: Three boats moved", "Three boats moved"), day)
    assert.isUndefined(at("Harbour: Boats moved", "Boats"))
    assert.isUndefined(published(`<title></title>${far}<h2>Three boats moved</h2>${date}`))
    assert.isUndefined(at("Ropes", "Three boats moved"))
  })

  it("is no name of the site that the title begins with, and the first of those that stand in it", () => {
    const site = `<meta property="og:site_name" content="Harbour Gazette"><h1>Harbour Gazette</h1>${far}`
    assert.strictEqual(
      published(`<title>Harbour Gazette - Three boats moved</title>${site}<h2>Three boats moved</h2>${date}`),
      day
    )
    const parts = `<h2>Three boats moved</h2>${date}${far}${empty(200)}<h2>by the storm of today</h2>`
    assert.strictEqual(published(`<title>News: Three boats moved by the storm of today</title>${far}${parts}`), day)
  })

  it("is the first h1 where the title repeats no heading", () => {
    const at = (html: string) => published(`<title>Ropes and masts</title>${html}${prose}`)
    assert.strictEqual(at(`<h1>Boats moved</h1>${date}${far}${empty(200)}<h1>Other boats</h1>`), day)
    assert.isUndefined(at(`<h2>Boats moved</h2>${date}`))
    assert.isUndefined(at(`<h1>Aha</h1>${date}`))
  })

  it("may be a text of some length that the title begins with, and is none in a menu or a script", () => {
    const at = (before: string) => published(`<title>Three boats moved away - Gazette</title>${before}${date}${prose}`)
    assert.strictEqual(at("<div>Three boats moved away</div>"), day)
    assert.isUndefined(at("<div>Three boats</div>"))
    assert.isUndefined(at(`<div>Three boats${" ".repeat(20)}</div>`))
    assert.isUndefined(at("<nav>Three boats moved away</nav>"))
    assert.isUndefined(at("<script>Three boats moved away</script>"))
  })
})

describe("a page without a headline", () => {
  const time = `<time datetime="${day}">30 March</time>`

  it("is not judged by the classes of the page", () => {
    assert.strictEqual(published(`<html class="menu"><body>${time}`), day)
    assert.strictEqual(published(`<body class="menu">${time}`), day)
    assert.strictEqual(published(`<body><main class="menu">${time}</main>`), day)
    assert.isUndefined(published(`<body><div class="menu">${time}</div>`))
  })

  it("has no lines beside the headline", () => {
    assert.isUndefined(published(`<body>${date}`))
    assert.isUndefined(author(`<body><p>By Bo Chan</p>`))
  })
})
