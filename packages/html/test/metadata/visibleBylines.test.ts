import { assert, describe, it } from "@effect/vitest"
import { metadata } from "../../src/metadata/Metadata.ts"
import { parse } from "../../src/tree/parse.ts"

const here = new URL("https://www.gazette.example/news/page")
const author = (html: string) => metadata(parse(html), here).author
const prose = `<p>The harbour master counted the boats twice before he wrote the number down.</p>`
const far = prose.repeat(30)
const headline = `<h1>Three boats moved by the storm</h1>`
const title = `<title>Three boats moved by the storm</title>`
const titled = (body: string) => `${title}<main>${headline}${body}${prose}</main>`
const empty = (count: number) => "<i></i>".repeat(count)

describe("authors that are marked", () => {
  it("are all named, if their marks are of one kind and stand together", () => {
    const by = (name: string) => `<a rel="author">${name}</a>`
    assert.strictEqual(author(titled(by("Ann Lee") + by("Bo Chan"))), "Ann Lee, Bo Chan")
    assert.strictEqual(author(titled(by("Ann Lee") + by("Ann Lee"))), "Ann Lee")
    assert.strictEqual(author(titled(by("Ann Lee") + empty(100) + by("Bo Chan"))), "Ann Lee")
    assert.strictEqual(author(titled(`${by("Ann Lee")}<span itemprop="author">Bo Chan</span>`)), "Ann Lee")
  })

  it("are those whose mark says it best", () => {
    const marks = [
      `<span itemprop="author">Ann Lee</span>`,
      `<a rel="author">Ann Lee</a>`,
      `<span class="byline">By Ann Lee</span>`,
      `<a href="/authors/ann">Ann Lee</a>`
    ]
    const less = [2, 2, 3, undefined] as const
    for (const [at, other] of less.entries())
      if (other !== undefined) {
        const worse = marks[other]!.replace("Ann Lee", "Bo Chan")
        assert.strictEqual(author(titled(worse + marks[at]!)), "Ann Lee", marks[at])
        assert.strictEqual(author(titled(marks[at]! + worse)), "Ann Lee", marks[at])
      }
    assert.strictEqual(author(titled(`<p>By Bo Chan</p><span class="byline">Ann Lee</span>`)), "Ann Lee")
  })

  it("are those beside the headline rather than those far from it", () => {
    const end = `<a rel="author">Ann Lee</a>`
    assert.strictEqual(author(titled(far + end)), "Ann Lee")
    assert.strictEqual(author(titled(`<span class="byline">By Bo Chan</span>${far}${end}`)), "Bo Chan")
    assert.strictEqual(author(titled(`<a href="/authors/bo">Bo Chan</a>${far}${end}`)), "Bo Chan")
    assert.strictEqual(author(titled(`<a href="/authors/bo">Bo Chan</a>${far}${far}`)), "Bo Chan")
    assert.isUndefined(author(titled(`${far}<a href="/authors/bo">Bo Chan</a>`)))
    const classed = `<span class="byline">By Bo Chan</span>`
    assert.strictEqual(author(titled(far + classed + end)), "Ann Lee")
    assert.strictEqual(author(titled(`<p>By Ann Lee</p>${far}${classed}`)), "Ann Lee")
  })

  it("tell the name of an account in the head, if they stand beside the headline", () => {
    const at = (body: string) => author(`<meta name="author" content="andrew.k">${titled(body)}`)
    const mark = `<a rel="author">Bo Chan</a>`
    assert.strictEqual(at(mark), "Bo Chan")
    assert.strictEqual(at(far + mark), "andrew.k")
  })

  it("may be called creators, and give their name as a value", () => {
    assert.strictEqual(author(titled(`<span itemprop="creator">Ann Lee</span>`)), "Ann Lee")
    assert.strictEqual(author(titled(`<span itemprop="author" content="Ann Lee">the author</span>`)), "Ann Lee")
  })

  it("are marked by a link for authors, and by no other element with its name", () => {
    assert.isUndefined(author(titled(`<div rel="author">Ann Lee</div>`)))
    assert.strictEqual(author(titled(`<link rel="author" class="byline" href="/ann">`)), undefined)
  })

  it("are in no text that is long, in no comments and in no table of data", () => {
    assert.isUndefined(author(titled(`<a rel="author">Ann Lee ${"and others ".repeat(20)}</a>`)))
    assert.isUndefined(author(titled(`<div class="comments"><a rel="author">Ann Lee</a></div>`)))
    assert.isUndefined(author(titled(`<table><tr><td><a rel="author">Ann Lee</a></table>`)))
    assert.isUndefined(author(titled(`<table><tr><td><p>By Ann Lee</p></table>`)))
    assert.isUndefined(author(titled(`<template><a rel="author">Ann Lee</a></template>`)))
  })

  it("are not told by the classes of the whole page, nor by one of many that an element has", () => {
    assert.isUndefined(author(titled(`<span class="byline ${"x".repeat(300)}">Bo Chan</span>`)))
    for (const tag of ["html", "body", "main"])
      assert.isUndefined(author(`${title}<${tag} class="author"><p>Harbour News</p>${headline}${prose}`), tag)
  })
})

describe("the name in a byline", () => {
  it("is in the element of the name, wherever in the byline that stands", () => {
    const line = `<div class="byline"><span>Gardener, Astrologer</span>${empty(10)}<span class="author-name">Bo Chan</span></div>`
    assert.strictEqual(author(titled(line)), "Bo Chan")
  })

  it("is that of a line, without what stands in scripts", () => {
    for (const inside of [
      "By Bo Chan<br>Gardener",
      "By Bo Chan<div>Gardener</div>",
      "<div>By Bo Chan</div>Gardener",
      "By <script>Ann Lee</script>Bo Chan"
    ])
      assert.strictEqual(author(titled(`<div class="byline">${inside}</div>`)), "Bo Chan", inside)
    assert.strictEqual(author(titled(`<i class="byline">Full bio</i><i class="byline">By Bo Chan</i>`)), "Bo Chan")
  })

  it("is more than one word, unless a word or a class says that it is a name", () => {
    assert.isUndefined(author(titled(`<div class="author">Harbours</div>`)))
    assert.strictEqual(author(titled(`<div class="author">By Bo</div>`)), "Bo")
    assert.strictEqual(author(titled(`<div class="author"><div>By</div><div>Bo</div></div>`)), "Bo")
    assert.strictEqual(author(titled(`<div class="author-name">Bo</div>`)), "Bo")
    assert.strictEqual(author(titled(`<div class="author">山田花子</div>`)), "山田花子")
  })

  it("ends before the date and the words that lead to it", () => {
    for (const line of [
      "By Bo Chan on May 3, 2020",
      "By Bo Chan, Sunday, May 3, 2020",
      "By Bo Chan, 10:15 May 3, 2020",
      "By Bo Chan | May 3, 2020",
      "Von Bo Chan am 3. Mai 2020"
    ])
      assert.strictEqual(author(titled(`<p>${line}</p>`)), "Bo Chan", line)
    assert.strictEqual(author(titled(`<div class="byline">May 3, 2020 | Bo Chan</div>`)), "Bo Chan")
  })

  it("is written in capitals in a line that only a word marks", () => {
    assert.isUndefined(author(titled(`<p>By using boats</p>`)))
    assert.strictEqual(author(titled(`<p>By Bo Chan, the sailor</p>`)), "Bo Chan")
    for (const line of ["Founded in 1995 by Ann Lee.", "Drawn in 1995 by Ann Lee.", "By Harbour rules of old, Ann Lee"])
      assert.isUndefined(author(titled(`<p>${line}</p>`)), line)
    assert.isUndefined(author(titled(`<p>The boats were moved. In 1995 by Ann Lee</p>`)))
  })

  it("is none of a line below one that names the site", () => {
    assert.isUndefined(author(titled(`<p>By Gazette</p><p>By Ann Lee</p>`)))
    const law = "By Harbour law nobody may leave a boat at the quay for longer than a day and a night"
    assert.strictEqual(author(titled(`<p>${law}</p><p>By Ann Lee</p>`)), "Ann Lee")
    assert.strictEqual(author(`${title}<main><p>By Gazette</p>${headline}<p>By Ann Lee</p>${prose}</main>`), "Ann Lee")
  })
})

describe("the author whom a line at the end names", () => {
  const end = `<p>Written by Bo Chan</p>`

  it("is the same in all such lines", () => {
    assert.strictEqual(author(titled(far + end + end)), "Bo Chan")
  })

  it("is in a short line of the page, which has a headline", () => {
    assert.isUndefined(author(titled(`${far}<p>Written by Bo Chan ${"about boats ".repeat(12)}</p>`)))
    const rest = "who counted the boats twice and wrote the number down in the book of the harbour that night"
    assert.isUndefined(author(titled(`${far}<p>Written by <b>Bo Chan</b>, <i>${rest}</i></p>`)))
    assert.strictEqual(author(titled(`${far}<p>Written by <b>Bo Chan</b>, <i>${rest.slice(0, 40)}</i></p>`)), "Bo Chan")
    assert.isUndefined(author(titled(`${far}<div class="comments">${end}</div>`)))
    assert.isUndefined(author(`<title>Ropes and masts</title>${far}${end}`))
  })
})

describe("who began a thread", () => {
  const post = (name: string) => `<div><a class="username">${name}</a> <span>May 28, 2025</span></div>`

  it("is named beside the headline and below it, in the page itself", () => {
    assert.strictEqual(author(titled(post("SeaFarer"))), "SeaFarer")
    assert.isUndefined(author(titled(far + post("SeaFarer"))))
    assert.isUndefined(author(`${title}<main>${post("SeaFarer")}${headline}${prose}</main>`))
    assert.isUndefined(author(titled(`<div class="sidebar"><a class="username">SeaFarer</a></div><p>May 28, 2025</p>`)))
  })

  it("is one, with a name of some length, and a date near the name", () => {
    assert.isUndefined(author(titled(post("Ann Lee and Bo Chan"))))
    assert.isUndefined(author(titled(post("Sea".repeat(25)))))
    assert.isUndefined(author(titled(`<a class="username">SeaFarer</a>${empty(60)}<p>May 28, 2025</p>`)))
  })

  it("is not known on a later page of the thread", () => {
    assert.isUndefined(author(titled(`${post("SeaFarer")}<a rel="prev" href="?page=1">1</a>`)))
    assert.isUndefined(author(`<link rel="prev" href="?page=1">${titled(post("SeaFarer"))}`))
  })
})

describe("a name behind a picture", () => {
  const date = `<p>Dec 26, 2025</p>`
  const avatar = `<img class="avatar" src="/x.png">`

  it("stands directly behind it, in the page itself and beside the headline", () => {
    assert.isUndefined(author(titled(`${date}${avatar}${empty(20)}<div>Bo Chan</div>`)))
    assert.isUndefined(author(titled(`${date}${avatar}<img src="/y.png"><div>Bo Chan</div>`)))
    assert.isUndefined(author(titled(`<div class="related">${avatar}<div>Bo Chan</div></div>${date}`)))
    assert.isUndefined(author(titled(`${far}${date}${avatar}<div>Bo Chan</div>`)))
  })

  it("is that of the first picture of a person, and the name of one", () => {
    assert.strictEqual(author(titled(`${date}${avatar}Bo Chan${avatar}Ann Lee`)), "Bo Chan")
    assert.isUndefined(author(titled(`${date}${avatar}<div>Bo Chan, Ann Lee</div>`)))
    assert.isUndefined(author(titled(`${date}${avatar}<div>Harbours</div>`)))
    assert.isUndefined(author(titled(`${date}<img src="/x.png"><div>Bo Chan</div>`)))
    assert.isUndefined(author(titled(`${date}<img alt="Bo Chan" src="/x.png"><div>Bo Chans Boats</div>`)))
  })

  it("gives way to a byline", () => {
    assert.strictEqual(author(titled(`${date}${avatar}Bo Chan<p>By Ann Lee</p>`)), "Ann Lee")
    assert.strictEqual(author(titled(`${date}${avatar}Bo Chan${far}<div class="byline">Ann Lee</div>`)), "Ann Lee")
  })
})
