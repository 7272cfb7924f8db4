import { assert, describe, it } from "@effect/vitest"
import { metadata } from "../../src/metadata/Metadata.ts"
import { parse } from "../../src/tree/parse.ts"

const here = new URL("https://www.gazette.example/news/page")
const read = (html: string) => metadata(parse(html), here)
const published = (html: string) => read(html).publishedTime
const modified = (html: string) => read(html).modifiedTime
const prose = `<p>The harbour master counted the boats twice before he wrote the number down.</p>`
const far = prose.repeat(30)
const headline = `<h1>Three boats moved by the storm</h1>`
const title = `<title>Three boats moved by the storm</title>`
const titled = (body: string) => `${title}<main>${headline}${body}${prose}</main>`
const untitled = (body: string) => `<title>Ropes and masts</title><main>${headline}${body}${prose}</main>`
const empty = (count: number) => "<i></i>".repeat(count)
const time = (day: string, rest = "") => `<time datetime="${day}"${rest}>that day</time>`

describe("dates that are marked", () => {
  it("are ranked by what their marks say: a property, a time of publication, any time, a class, a line", () => {
    const marks = (day: string) => [
      `<span itemprop="datePublished" content="${day}">that day</span>`,
      time(day, ` pubdate`),
      time(day),
      `<span class="date">${day}</span>`,
      `<p>${day}</p>`
    ]
    const better = marks("2024-08-30")
    const worse = marks("2024-09-09")
    for (const [at, mark] of better.entries())
      for (const other of worse.slice(at + 1).filter((_, distance) => at > 0 || distance > 0)) {
        assert.strictEqual(published(titled(mark + other)), "2024-08-30", mark + other)
        assert.strictEqual(published(titled(other + mark)), "2024-08-30", other + mark)
      }
  })

  it("are the first of those with one mark", () => {
    assert.strictEqual(published(titled(time("2024-08-30") + time("2024-09-09"))), "2024-08-30")
    const dates = `<span class="date">2024-08-30</span><span class="date">2024-09-09</span>`
    assert.strictEqual(published(titled(dates)), "2024-08-30")
  })

  it("are properties of publishing, making and changing, with a value or a text", () => {
    const property = (name: string) => `<span itemprop="${name}">30 August 2024</span>`
    assert.strictEqual(published(titled(property("datePublished"))), "2024-08-30")
    assert.strictEqual(published(titled(`<i itemprop="dateCreated" content="2024-08-30">old</i>`)), "2024-08-30")
    assert.strictEqual(modified(titled(property("dateModified"))), "2024-08-30")
    const valued = `<span itemprop="datePublished" content="2024-08-30T10:00:00Z">that day</span>`
    assert.strictEqual(published(titled(valued)), "2024-08-30T10:00:00Z")
    assert.strictEqual(published(titled(far + property("datePublished"))), "2024-08-30")
  })

  it("are those of a change where a word or a class says so, unless one says that the page was published then", () => {
    assert.strictEqual(modified(titled(`Updated ${time("2024-08-30")}`)), "2024-08-30")
    assert.strictEqual(modified(titled(`<b>Updated</b> <i>that is</i> ${time("2024-08-30")}`)), "2024-08-30")
    assert.strictEqual(modified(titled(time("2024-08-30", ` class="updated"`))), "2024-08-30")
    for (const date of [
      `Published ${time("2024-08-30", ` class="updated"`)}`,
      time("2024-08-30", ` class="entry-date published updated"`),
      `Published and updated ${time("2024-08-30")}`
    ])
      assert.strictEqual(published(titled(date)), "2024-08-30", date)
    const changed = `<span class="date">Updated 30 August 2024</span>`
    assert.isUndefined(published(titled(changed)))
    assert.strictEqual(modified(titled(changed)), "2024-08-30")
    const both = `<span class="date">Published and last updated 30 August 2024</span>`
    assert.strictEqual(published(titled(both)), "2024-08-30")
    const valued = `<i class="date" datetime="2024-08-30">Published and updated that day</i>`
    assert.strictEqual(published(titled(valued)), "2024-08-30")
  })

  it("have a word only if it stands directly before them, with no other time between", () => {
    const first = time("2024-08-30")
    assert.strictEqual(published(titled(`<p>Updated ${time("2024-09-09")} ${first}</p>`)), "2024-08-30")
    assert.strictEqual(published(titled(`<p>Updated</p>${empty(10)}${first}`)), "2024-08-30")
    assert.isUndefined(published(titled(`<p>Updated</p><b><i>${first}</i></b>`)))
  })

  it("are a day at least, in the page itself", () => {
    assert.strictEqual(published(titled(`${time("2024-08")}<p>30 August 2024</p>`)), "2024-08-30")
    for (const mark of [time("2024-08-30"), time("2024-08-30", " pubdate"), `<i class="date">2024-08-30</i>`])
      assert.isUndefined(published(titled(`<div class="comments">${mark}</div>`)), mark)
    assert.isUndefined(published(`${title}<body class="date">${headline}<p>It was 30 August 2024.</p>`))
    assert.isUndefined(published(titled(`<template>${time("2024-08-30")}</template>`)))
    assert.isUndefined(published(titled(`<div><meta class="date" datetime="2024-08-30"></div>`)))
  })

  it("are far from the headline only if marks or a word say that the page was published then", () => {
    const other = time("2024-09-09")
    assert.strictEqual(published(titled(far + other + time("2024-08-30", " pubdate"))), "2024-08-30")
    assert.strictEqual(published(titled(far + other + time("2024-08-30", ` class="posted"`))), "2024-08-30")
    assert.strictEqual(published(titled(`${far}${other}<p>Published ${time("2024-08-30")}</p>`)), "2024-08-30")
    assert.isUndefined(published(titled(far + other + time("2024-08-30"))))
    assert.isUndefined(published(titled(`${far}<span class="date">2024-08-30</span>`)))
    const long = "Published by the office on the day "
    assert.isUndefined(published(titled(`${far}${other}<p>${long}${time("2024-08-30")}</p>`)))
  })

  it("are in an element with a class if little else stands in it, whose value counts rather than its text", () => {
    const words = "about boats and ropes and masts "
    assert.isUndefined(published(titled(`<div class="date">2024-08-30 ${words.repeat(4)}</div>`)))
    assert.strictEqual(published(titled(`<i class="date" datetime="2024-08-30">2024-09-09</i>`)), "2024-08-30")
  })
})

describe("the text of a date", () => {
  it("is of several words, whose blanks a style sheet may make", () => {
    const parts = (...words: ReadonlyArray<string>) => words.map((word) => `<span>${word}</span>`).join("")
    for (const words of [parts("Dec", "12,", "2024"), parts("12", "Dec", "2024")])
      assert.strictEqual(published(titled(`<p>9 May 2024</p><div class="date">${words}</div>`)), "2024-12-12", words)
  })

  it("is that of its line and of no script", () => {
    const words = "boats and ropes and masts and sails and nets and all of it "
    for (const end of ["<br>", "<hr>", "<div></div>"])
      assert.strictEqual(published(titled(`<div>${words}${words}${end}30 August 2024</div>`)), "2024-08-30", end)
    assert.isUndefined(published(titled(`<p>Boats <script>published 30 August 2024</script></p>`)))
  })
})

describe("dates of many things", () => {
  const times = (count: number, rest = "") =>
    Array.from({ length: count }, (_, at) => `<p>${time(`2024-08-1${at}`, rest)}</p>`).join("")

  it("are none of the page: more than four times below its title, more than two below another heading", () => {
    assert.strictEqual(published(titled(times(4))), "2024-08-10")
    assert.isUndefined(published(titled(times(5))))
    assert.strictEqual(published(untitled(times(2))), "2024-08-10")
    assert.isUndefined(published(untitled(times(3))))
  })

  it("do not take the date from the page that is marked better", () => {
    assert.strictEqual(published(titled(times(5) + time("2024-07-01", " pubdate"))), "2024-07-01")
    assert.strictEqual(published(titled(times(5, " pubdate"))), "2024-08-10")
    const labelled = times(2).replaceAll("<p>", "<p>Published ")
    assert.strictEqual(published(titled(time("2024-07-01") + far + labelled)), "2024-07-01")
    assert.strictEqual(published(titled(`${time("2024-08-10")}${far}${times(5)}`)), "2024-08-10")
    assert.strictEqual(published(titled(`${times(4)}<div class="comments">${times(5)}</div>`)), "2024-08-10")
  })

  it("are many days in lines, of which one with a class is none of the page", () => {
    const lines = (count: number) => Array.from({ length: count }, (_, at) => `<p>1${at} August 2024</p>`).join("")
    const date = `<span class="date">2024-07-01</span>`
    assert.strictEqual(published(titled(date + lines(6))), "2024-07-01")
    assert.isUndefined(published(titled(date + lines(9))))
    assert.strictEqual(published(titled(time("2024-07-01") + lines(9))), "2024-07-01")
    const marked = time("2024-07-01", " pubdate") + time("2024-07-02")
    assert.strictEqual(published(titled(marked + lines(9))), "2024-07-01")
    const told = Array.from({ length: 9 }, (_, at) => `<p>On 1${at} August 2024 ${"boats and ropes ".repeat(4)}</p>`)
    assert.strictEqual(published(titled(date + told.join(""))), "2024-07-01")
    assert.strictEqual(published(titled(lines(2))), "2024-08-10")
    assert.isUndefined(published(titled(lines(3))))
    assert.strictEqual(published(titled(`${lines(2)}<p>Published 1 July 2024</p>`)), "2024-07-01")
    const changes = `<p>Updated 1 July 2024</p><p>Updated 2 July 2024</p>`
    assert.strictEqual(published(titled(lines(2) + changes)), "2024-08-10")
    const long = `<p>Published 1 July 2024${" by the office of the harbour and its master".repeat(3)}</p>`
    assert.strictEqual(published(titled(lines(3) + long)), "2024-07-01")
    assert.strictEqual(published(titled(`${lines(3)}<p>Published 1 July 2024</p>`)), "2024-07-01")
    const labelled = [1, 2, 3, 4].map((day) => `<p>Published ${day} July 2024</p>`).join("")
    assert.strictEqual(published(titled(labelled)), "2024-07-01")
  })
})

describe("the date in a line beside the headline", () => {
  it("belongs to the word before it, and each of two to its own", () => {
    const found = read(titled(`<p>Updated 9 September 2024, published 30 August 2024</p>`))
    assert.deepStrictEqual([found.publishedTime, found.modifiedTime], ["2024-08-30", "2024-09-09"])
    const other = read(titled(`<p>Published 30 August 2024, updated 9 September 2024</p>`))
    assert.deepStrictEqual([other.publishedTime, other.modifiedTime], ["2024-08-30", "2024-09-09"])
    assert.strictEqual(published(titled(`<p>Published and last updated 30 August 2024</p>`)), "2024-08-30")
  })

  it("may have its word behind it, if that stands near", () => {
    const later = `<p>30 August 2024 - Published by: the office</p>`
    assert.strictEqual(published(titled(`<p>9 September 2024</p>${later}`)), "2024-08-30")
    const parted = `<p>30 August 2024 ${". ".repeat(30)}published</p>`
    assert.isUndefined(published(titled(parted)))
  })

  it("stands without a word only where little stands before it, in no sentence", () => {
    const words = "boats and ropes and masts and sails and nets and all of it "
    assert.strictEqual(published(titled(`<p>${words.slice(0, 40)} 30 August 2024</p>`)), "2024-08-30")
    assert.isUndefined(published(titled(`<p>${words} and 30 August 2024</p>`)))
    assert.isUndefined(published(titled(`<p>It was 30 August 2024. The boats were there.</p>`)))
    assert.strictEqual(published(titled(`<p>${words} published 30 August 2024</p>`)), "2024-08-30")
    assert.isUndefined(published(titled(`<p>${words}${words}and then published 30 August 2024</p>`)))
  })

  it("is that behind the author rather than another, and that with a word rather than that with another word", () => {
    const bare = `<p>9 September 2024</p>`
    const byline = `<p>By Ann Lee, 30 August 2024</p>`
    const labelled = `<p>Published 1 July 2024</p>`
    assert.strictEqual(published(titled(bare + byline)), "2024-08-30")
    assert.strictEqual(published(titled(byline + bare)), "2024-08-30")
    assert.strictEqual(published(titled(bare + labelled)), "2024-07-01")
    assert.strictEqual(published(titled(byline + labelled)), "2024-08-30")
    assert.strictEqual(published(titled(labelled + labelled.replace("1 July", "2 July"))), "2024-07-01")
  })

  it("is in no headline that says more", () => {
    const dated = "Three boats of 30 August 2024"
    assert.isUndefined(published(`<title>${dated}</title><h1>${dated}</h1>${prose}`))
  })

  it("may stand at the end of a page, or on one without a headline, with a word", () => {
    const words = " by the office of the harbour and its master, who counted the boats twice, and wrote the number down"
    for (const page of [titled(`${far}<p>Published 30 August 2024</p>`), `<p>Published 30 August 2024</p>`])
      assert.strictEqual(published(page), "2024-08-30")
    for (const page of [titled(`${far}<p>30 August 2024</p>`), `<p>30 August 2024</p>`])
      assert.isUndefined(published(page))
    assert.strictEqual(modified(titled(`${far}<p>Updated 30 August 2024</p>`)), "2024-08-30")
    for (const [first, second] of [
      ["", far],
      [far, ""]
    ])
      assert.strictEqual(
        published(titled(`${first}<p>Updated 30 August 2024</p>${second}<p>Published 1 July 2024</p>`)),
        "2024-07-01"
      )
    const line = `Published 30 August 2024${words}`
    assert.strictEqual(published(titled(`${far}<p>${line.slice(0, 95)}</p>`)), "2024-08-30")
    assert.isUndefined(published(titled(`${far}<p>${line.slice(0, 105)}</p>`)))
    assert.isUndefined(published(titled(`${far}<div class="related"><p>Published 30 August 2024</p></div>`)))
  })
})

describe("a time above the headline", () => {
  const above = (before: string, after: string) => `${title}<main>${before}${headline}${after}${prose}</main>`
  const clock = time("2026-03-05")

  it("gives way to a line below it that says when the page was published", () => {
    assert.strictEqual(published(above(clock, `<p>Published 30 August 2024</p>`)), "2024-08-30")
    assert.strictEqual(published(above(`<p>Published 1 July 2024</p>${clock}`, "")), "2026-03-05")
    assert.strictEqual(published(above("", `${clock}<p>Published 30 August 2024</p>`)), "2026-03-05")
    const marked = time("2026-03-05", " pubdate")
    assert.strictEqual(published(above(marked, `<p>Published 30 August 2024</p>`)), "2026-03-05")
  })
})

describe("the day on which a page was first published", () => {
  const seen = `<div class="post-date">30 September 2022</div>${far}`

  it("is in a sentence of the page that says so", () => {
    const sentence = "First published on 26 Sep 2019."
    assert.strictEqual(published(titled(`${seen}<p>${sentence}</p>`)), "2019-09-26")
    assert.strictEqual(published(titled(`${seen}<div class="comments"><p>${sentence}</p></div>`)), "2022-09-30")
    assert.strictEqual(published(titled(`${seen}<p>${sentence} ${"It was windy. ".repeat(20)}</p>`)), "2022-09-30")
    assert.strictEqual(published(titled(`${time("2022-09-30")}${far}<p>${sentence}</p>`)), "2022-09-30")
  })
})

describe("the date beside a byline that stands away from the headline", () => {
  const by = `<p>Written by <a href="/bo">Bo Chan</a></p>`

  it("stands near the byline, before or behind it", () => {
    assert.strictEqual(published(titled(`${far}<p>April 8, 2024</p>${by}`)), "2024-04-08")
    assert.isUndefined(published(titled(`${far}${by}${empty(60)}<p>April 8, 2024</p>`)))
    assert.isUndefined(published(titled(`${far}<p>April 8, 2024</p>${empty(60)}${by}`)))
  })

  it("is beside one that is marked too, and beside none that stands at the headline", () => {
    const marked = `<a rel="author">Bo Chan</a>`
    assert.strictEqual(published(titled(`${far}${marked}<p>April 8, 2024</p>`)), "2024-04-08")
    assert.isUndefined(published(titled(`${by}${prose.repeat(20)}<p>April 8, 2024</p>`)))
  })
})

describe("the only time of a page", () => {
  it("may stand several times, as a text or a value, in the page itself", () => {
    const days = Array.from({ length: 3 }, () => `<p>${time("2024-08-30")}</p>`).join("")
    assert.strictEqual(published(titled(far + days)), "2024-08-30")
    assert.strictEqual(published(titled(`${far}<time>30 August 2024</time>`)), "2024-08-30")
    assert.isUndefined(published(titled(far + days + time("2024-09-09"))))
    assert.strictEqual(
      published(titled(`${far}<div class="comments">${time("2024-09-09")}</div>${days}`)),
      "2024-08-30"
    )
    assert.strictEqual(published(titled(far + time("2024-08") + days)), "2024-08-30")
  })
})

describe("the month of a page", () => {
  it("stands alone in a line of a page whose headline is its title", () => {
    assert.strictEqual(published(titled(`<p>November 2015</p>`)), "2015-11")
    assert.isUndefined(published(untitled(`<p>November 2015</p>`)))
  })
})
