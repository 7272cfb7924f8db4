import { assert, describe, it } from "@effect/vitest"
import { convert } from "../../src/convert/convert.ts"
import { revealNoscript } from "../../src/page/noscript.ts"
import { parse } from "../../src/tree/parse.ts"
import { countedReads } from "../countedReads.ts"

const sentence = "The harbour was empty at dawn, and the boats came home one by one with the tide. "
const post = (author: string, day: number): string =>
  `<div class="post"><div><a href="/u/${author}">${author}</a> <time datetime="2031-05-0${day}">May ${day}, 2031</time></div><div><p>Answer ${day}. ${sentence.repeat(2)}</p></div></div>`
const thread = `<header><a href="/">Harbour forum</a></header><div role="main"><h1>When do the boats return?</h1>${[1, 2, 3, 4].map((day) => post(`sailor${day}`, day)).join("")}</div>`
const page = (noscript: string, visible = `<section id="splash"><div class="dots"></div></section>`): string =>
  `<!doctype html><title>When do the boats return? - Harbour forum</title><body>${visible}<noscript>${noscript}</noscript><script src="/app.js"></script>`

const read = (html: string, rendered?: boolean, onlyMainContent = true) =>
  convert({
    html,
    url: "https://forum.example/t/boats/1",
    wanted: ["markdown", "links", "metadata"],
    onlyMainContent,
    includeTags: [],
    excludeTags: [],
    removeBase64Images: true,
    attributes: [],
    rendered
  })

describe("what a page says to visitors without scripts", () => {
  it("is the page when the rest says nothing", () => {
    const { links, markdown = "", metadata } = read(page(thread))
    assert.include(markdown, "# When do the boats return?")
    for (const day of [1, 2, 3, 4]) {
      assert.include(markdown, `Answer ${day}.`)
      assert.include(markdown, `sailor${day}`)
      assert.include(markdown, `May ${day}, 2031`)
    }
    assert.isTrue(links?.includes("https://forum.example/u/sailor1"))
    assert.strictEqual(metadata?.publishedTime?.slice(0, 10), "2031-05-01")
  })

  it("is read with the whole page too", () => {
    assert.include(read(page(thread), undefined, false).markdown, "Answer 4.")
  })

  it("is not read once a browser has run the scripts", () => {
    const { markdown } = read(page(thread, `<p>Please wait</p>`), true)
    assert.notInclude(markdown, "Answer")
  })

  it("is not read next to text that visitors see", () => {
    const { markdown } = read(page(thread, `<main><h1>Tides</h1><p>${sentence.repeat(8)}</p></main>`))
    assert.include(markdown, "The harbour was empty")
    assert.notInclude(markdown, "Answer")
  })

  it("is read next to a menu, and to text that is hidden", () => {
    const menu = Array.from({ length: 40 }, (_, i) => `<li><a href="/c${i}">Category of boats ${i}</a></li>`).join("")
    const hidden = `<div style="display:none"><p>Something went wrong. ${sentence.repeat(5)}</p></div>`
    assert.include(read(page(thread, `<nav><ul>${menu}</ul></nav>${hidden}`)).markdown, "Answer 4.")
  })

  it.each([
    ["a tracking pixel", `<img src="https://tracker.example/pixel?id=1" height="1" width="1" style="display:none">`],
    [
      "a request to switch scripts on",
      `<div><h2>JavaScript is off</h2><p>Please enable JavaScript in the settings of your browser.</p><p>This site needs JavaScript to show boats.</p><p>How to enable JavaScript: open the menu, choose Settings, then Site settings, then JavaScript, and allow it for this site.</p><a href="https://enable.example/">Instructions for all browsers, with pictures</a></div>`
    ],
    ["a style", `<style>${".boat{color:blue}".repeat(40)}</style>`]
  ])("is not %s", (_, noscript) => {
    const { markdown } = read(page(noscript, `<p>Boats of the harbour</p>`))
    assert.strictEqual(markdown?.trim(), "Boats of the harbour")
  })

  it("is found without a way back to the root from each noscript", () => {
    const { reads, tree } = countedReads(parse("<noscript>".repeat(4_000) + "x"))
    revealNoscript(tree)
    assert.isBelow(reads(), 12 * tree.size)
  })
})
