import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { baseUrl, linkDetails, links } from "../../src/links/Links.ts"
import { headLinks } from "../../src/links/headLinks.ts"
import { parse } from "../../src/tree/parse.ts"
import { Tag } from "../../src/tree/tags.ts"
import { parts } from "../mainContent/pageParts.ts"

const here = new URL("https://site.example/dir/page?q=1")
const linksOf = (html: string): Array<string> => {
  const tree = parse(html)
  return links(tree, { baseUrl: baseUrl(tree, here) })
}

describe("links", () => {
  it("are absolute, in document order and each given once", () => {
    assert.deepStrictEqual(
      linksOf(
        `<a href="b">B</a><a href="/a">A</a><a href=" b ">again</a><map><area href="//other.example/c"></map><iframe src="?d"></iframe>`
      ),
      [
        "https://site.example/dir/b",
        "https://site.example/a",
        "https://other.example/c",
        "https://site.example/dir/page?d"
      ]
    )
  })

  it("leave out mere fragments, scripts and what cannot be parsed, and keep mail", () => {
    assert.deepStrictEqual(
      linksOf(
        `<a href="#x">x</a><a href="javascript:x()">x</a><a href="JavaScript:y">y</a><a href="http://[">z</a><a href="">e</a><a>n</a><a href="data:text/html,x">d</a><a href="mailto:a@b.example">m</a><a href="/p#x">p</a>`
      ),
      ["mailto:a@b.example", "https://site.example/p#x"]
    )
  })

  it("are relative to the first base element that has an address", () => {
    assert.deepStrictEqual(linksOf(`<base target=x><base href="/other/"><base href="/no/"><a href="x">x</a>`), [
      "https://site.example/other/x"
    ])
    assert.deepStrictEqual(linksOf(`<base href="javascript:x"><a href="x">x</a>`), ["https://site.example/dir/x"])
  })

  it("are those of the given part alone", () => {
    const tree = parse(`<nav><a href=/n>n</a></nav><main><a href=/m>m</a><aside><a href=/s>s</a></aside></main>`)
    const nodes = [...tree.tag.subarray(0, tree.size).keys()]
    const drop = new Uint8Array(tree.size)
    drop[nodes.find((node) => tree.tag[node] === Tag.aside)!] = 1
    const roots = [nodes.find((node) => tree.tag[node] === Tag.main)!]
    assert.deepStrictEqual(links(tree, { baseUrl: here, roots, drop }), ["https://site.example/m"])
  })

  it("in templates are none", () => {
    assert.deepStrictEqual(linksOf(`<template><a href=/t>t</a></template><noscript><a href=/n>n</a></noscript>`), [
      "https://site.example/n"
    ])
  })

  it.prop("of any document are absolute and distinct", [Schema.Array(Schema.Literals([...parts]))], ([sequence]) => {
    const found = linksOf(sequence.join(""))
    assert.strictEqual(new Set(found).size, found.length)
    for (const url of found) {
      assert.isTrue(URL.canParse(url), url)
      assert.isFalse(/^(?:javascript|data|blob|about):/i.test(url), url)
    }
  })
})

describe("details of links", () => {
  const detailsOf = (html: string) =>
    linkDetails(parse(html), { baseUrl: here }).map((detail) => {
      const { node, ...rest } = detail
      assert.isAbove(node, 0)
      return rest
    })

  it("tell the relation, the language, the type and the text", () => {
    assert.deepStrictEqual(
      detailsOf(`<link rel="alternate" hreflang="de" href="/de"><link rel="next" href="?p=2"><link rel=alternate type="application/rss+xml" href=/feed>
        <a rel="nofollow ugc" href="/x"> Two <b>words</b> <img alt="and a picture"></a>tail<map><area href=/y alt=Area></map>`),
      [
        { url: "https://site.example/de", kind: "link", text: "", rel: ["alternate"], nofollow: false, hreflang: "de" },
        { url: "https://site.example/dir/page?p=2", kind: "link", text: "", rel: ["next"], nofollow: false },
        {
          url: "https://site.example/feed",
          kind: "link",
          text: "",
          rel: ["alternate"],
          nofollow: false,
          type: "application/rss+xml"
        },
        {
          url: "https://site.example/x",
          kind: "anchor",
          text: "Two words and a picture",
          rel: ["nofollow", "ugc"],
          nofollow: true
        },
        { url: "https://site.example/y", kind: "area", text: "Area", rel: [], nofollow: false }
      ]
    )
  })
})

describe("what a crawl follows besides the links of the text", () => {
  const namedBy = (html: string) => {
    const tree = parse(html)
    return headLinks(tree, baseUrl(tree, here))
  }

  it("are its sitemaps, its neighbours in a series, and where it sends its visitors", () => {
    assert.deepStrictEqual(
      namedBy(
        `<head><link rel="sitemap" type="application/xml" href="/map.xml"><link rel="Next" href="?q=2"><link rel="prev start" href="?q=0"><link rel="stylesheet" href="/next.css"><meta http-equiv="Refresh" content="30; URL='/later'"></head>`
      ),
      {
        pages: ["https://site.example/dir/page?q=2", "https://site.example/dir/page?q=0", "https://site.example/later"],
        sitemaps: ["https://site.example/map.xml"]
      }
    )
  })

  it("are the links of its drawings, by the name of SVG 2 and by that of SVG 1.1", () => {
    assert.deepStrictEqual(
      namedBy(
        `<svg><a xlink:href="/old"><rect/></a><use href="#icon"/><svg><a href="/new" xlink:href="/not"><text>N</text></a></svg></svg>`
      ).pages,
      ["https://site.example/old", "https://site.example/new"]
    )
  })

  it("is nothing where a page only reloads itself, or where an address leads nowhere", () => {
    assert.deepStrictEqual(
      namedBy(`<link rel=next href="javascript:more()"><link rel=sitemap><meta http-equiv=refresh content=60>`),
      { pages: [], sitemaps: [] }
    )
  })
})
