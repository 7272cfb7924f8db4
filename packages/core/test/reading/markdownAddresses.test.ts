import { describe, expect, it } from "vitest"
import { markdownAddresses } from "../../src/reading/markdownAddresses.ts"

const url = new URL("https://site.example/docs/page.md")
/** The addresses, and how often somebody else had a turn meanwhile. */
const driven = (text: string) => {
  const finding = markdownAddresses(text, url)
  for (let turns = 0; ; turns++) {
    const turn = finding.next()
    if (turn.done === true) return { found: turn.value.addresses, turns }
  }
}
const found = (text: string) => driven(text).found
const named = (text: string) => found(text).map(({ absolute, isImage }) => `${isImage ? "image" : "link"} ${absolute}`)

describe("addresses of a Markdown text", () => {
  it("are those of links and images, and of images in links", () => {
    expect(named('[a](b/c.md "t") ![i](img.png) [![x](badge.svg)](/ci) [d](<with space>)')).toEqual([
      "link https://site.example/docs/b/c.md",
      "image https://site.example/docs/img.png",
      "image https://site.example/docs/badge.svg",
      "link https://site.example/ci",
      "link https://site.example/docs/with%20space"
    ])
  })

  it("are those of definitions, of images where an image refers to them", () => {
    expect(named("[r][ref] ![p][pic]\n\n[ref]: ref.html\n[pic]: pic.png")).toEqual([
      "link https://site.example/docs/ref.html",
      "image https://site.example/docs/pic.png"
    ])
  })

  it("are autolinks, bare addresses without the full stop behind them, and those of tags", () => {
    expect(
      named("<https://a.example/> https://b.example/x. <img src=\"raw.png\"> <a class=x href='raw.html'>")
    ).toEqual([
      "link https://a.example/",
      "link https://b.example/x",
      "image https://site.example/docs/raw.png",
      "link https://site.example/docs/raw.html"
    ])
  })

  it("are not those in code, and not what is escaped", () => {
    expect(named("`[no](code)` \\[no\\](escaped)\n\n```\n[no](fence)\n```\n\n[yes](after)")).toEqual([
      "link https://site.example/docs/after"
    ])
  })

  it("tell where they are written", () => {
    const text = "see [a](b.md) there"
    expect(found(text).map(({ from, to }) => text.slice(from, to))).toEqual(["b.md"])
  })

  it("are looked for in turns, so that a long file holds nobody up", () => {
    const { found, turns } = driven("[a]: b\n".repeat(20_000))
    expect(found).toHaveLength(20_000)
    expect(turns).toBeGreaterThan(10)
  })
})
