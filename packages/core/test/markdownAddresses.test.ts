import { describe, expect, it } from "vitest"
import { markdownAddresses } from "../src/internal/markdownAddresses.ts"

const url = new URL("https://site.example/docs/page.md")
const named = (text: string) =>
  markdownAddresses(text, url).map(({ absolute, isImage }) => `${isImage ? "image" : "link"} ${absolute}`)

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
    expect(markdownAddresses(text, url).map(({ from, to }) => text.slice(from, to))).toEqual(["b.md"])
  })
})
