import { assert, describe, it } from "@effect/vitest"
import { plainText } from "../../src/mainContent/features/plainText.ts"
import type { SelectMainOptions } from "../../src/mainContent/model/MainContent.ts"
import { selectMain } from "../../src/mainContent/select/selectMain.ts"
import { parse } from "../../src/tree/parse.ts"

const read = (html: string, options: SelectMainOptions = {}): string => {
  const tree = parse(html)
  return plainText(tree, selectMain(tree, options)).replaceAll(/\s+/g, " ").trim()
}

const sentence = "The harbour was empty at dawn, and the boats came home one by one with the tide. "
const article = `<meta property="og:type" content="article">`
const long = (title: string): string => `<p>${title} has the longest text of all. ${sentence.repeat(20)}</p>`
const page = (body: string, head = article): string =>
  `<title>The ten best harbours</title>${head}<body><header><a href="/">Tides</a></header><main><h1>The ten best harbours</h1>${body}</main>`

describe("siblings of one shape", () => {
  it("are all content where one of them reads like an article: a ranking", () => {
    const places = Array.from(
      { length: 10 },
      (_, i) =>
        `<section class="place"><h2>${i + 1}. Harbour ${i}</h2><a href="/harbour/${i}">All about harbour ${i}</a>${i === 0 ? long("The first") : `<p>Number ${i}. ${sentence}</p>`}</section>`
    )
    for (const head of [article, ""]) {
      const text = read(page(places.join(""), head))
      assert.include(text, "The first has the longest text")
      for (let i = 1; i < 10; i++) assert.include(text, `Number ${i}.`)
    }
  })

  it("are all content where one post of a thread is longer than the others", () => {
    const posts = Array.from(
      { length: 5 },
      (_, i) =>
        `<article><div class="who"><h3>sailor${i}</h3><time datetime="2031-05-0${i + 1}">May ${i + 1}</time></div><div class="post-body">${i === 0 ? long("The question") : `<p>Answer ${i}. ${sentence}</p>`}</div></article>`
    )
    const text = read(page(`<div>${posts.join("")}</div>`))
    assert.include(text, "The question has the longest text")
    for (let i = 1; i < 5; i++) {
      assert.include(text, `Answer ${i}.`)
      assert.include(text, `sailor${i}`)
    }
  })

  it("are other articles where each has a headline and the first has that of the page", () => {
    const whole = (title: string, tag: string): string =>
      `<article class="story"><${tag}>${title}</${tag}>${long(title)}</article>`
    const text = read(
      `<title>Winter tides</title>${article}<body><main>${whole("Winter tides", "h1")}${whole("Spring tides", "h2")}${whole("Summer tides", "h2")}</main>`
    )
    assert.include(text, "Winter tides has the longest text")
    assert.notInclude(text, "Spring tides has")
  })

  it("are out together below an article: comments stay out", () => {
    const comments = Array.from(
      { length: 6 },
      (_, i) =>
        `<li class="comment"><a href="/u/${i}">sailor${i}</a><p>Comment ${i}. ${sentence}</p><a href="#">Reply</a></li>`
    )
    const html = page(
      `<article><div class="entry-content">${long("The story")}</div></article><ol class="comments">${comments.join("")}</ol>`
    )
    assert.notInclude(read(html), "Comment 3.")
    assert.include(read(html, { comments: true }), "Comment 3.")
  })

  it("are the content, and what reads like an article their introduction, where they have more text", () => {
    const winners = Array.from(
      { length: 60 },
      (_, i) =>
        `<article class="winner"><h3><a href="/w/${i}">Project ${i}</a></h3><p>Studio ${i}</p><p>Winner of a year</p></article>`
    )
    for (const head of [article, ""]) {
      const text = read(
        page(
          `<div class="intro"><p>Introduction. ${sentence.repeat(4)}</p></div><div class="grid">${winners.join("")}</div>`,
          head
        )
      )
      assert.include(text, "Introduction.")
      for (const i of [0, 30, 59]) assert.include(text, `Studio ${i}`)
    }
  })

  it("make no article an introduction of its comments", () => {
    const comments = Array.from(
      { length: 12 },
      (_, i) =>
        `<li class="comment"><article><header>sailor${i} says</header><p>Comment ${i}. ${sentence.repeat(5)}</p><a href="#">Reply</a></article></li>`
    )
    const text = read(
      page(
        `<article class="post"><div class="entry-content"><p>The story. ${sentence.repeat(20)}</p></div></article><div class="entry-comments"><ol>${comments.join("")}</ol></div>`
      )
    )
    assert.include(text, "The story.")
    assert.notInclude(text, "Comment 3.")
  })
})
