import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { limits, openSitemap } from "../../src/links/sitemap.ts"

const base = new URL("https://site.example/dir/sitemap.xml")

const read = (xml: string, size = xml.length) => {
  const parse = openSitemap(base)
  const items = []
  for (let from = 0; from < xml.length; from += size) items.push(...parse.push(xml.slice(from, from + size)))
  return [...items, ...parse.end()]
}
const urls = (xml: string, size?: number) => read(xml, size).map(({ url }) => url)

const urlset = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
  <url><loc> https://site.example/a?x=1&amp;y=2 </loc><lastmod>2024-05-06</lastmod><priority>0.8</priority>
    <image:image><image:loc>https://site.example/i.png</image:loc></image:image></url>
  <url><loc><![CDATA[https://site.example/b]]></loc></url>
  <url><lastmod>2024</lastmod></url>
  <url><loc>/c</loc></url>
</urlset>`

describe("a sitemap", () => {
  it("gives its addresses with their dates", () => {
    assert.deepStrictEqual(read(urlset), [
      { kind: "page", url: "https://site.example/a?x=1&y=2", lastModified: "2024-05-06" },
      { kind: "page", url: "https://site.example/b" },
      { kind: "page", url: "https://site.example/c" }
    ])
  })

  it("gives the same however it is cut", () => {
    for (const size of [1, 2, 3, 7, 64]) assert.deepStrictEqual(read(urlset, size), read(urlset))
  })

  it("leaves out an address that the end of the file cuts", () => {
    assert.deepStrictEqual(urls("<urlset><url><loc>/a</loc></url><url><loc>/bb"), ["https://site.example/a"])
    assert.deepStrictEqual(urls("<urlset><url><loc>/a</loc></url><url><loc>/b</loc>"), [
      "https://site.example/a",
      "https://site.example/b"
    ])
  })

  it("may have a wrong namespace, prefixes, or names in capitals", () => {
    assert.deepStrictEqual(
      urls('<x:urlset xmlns:x="nonsense"><x:url><x:loc>https://a.example/1</x:loc></x:url></x:urlset>'),
      ["https://a.example/1"]
    )
    assert.deepStrictEqual(urls("<URLSET><URL><LOC>https://a.example/1</LOC></URL></URLSET>"), ["https://a.example/1"])
  })

  it("may be an index of sitemaps", () => {
    assert.deepStrictEqual(
      read("<sitemapindex><sitemap><loc>s1.xml.gz</loc><lastmod>2024</lastmod></sitemap></sitemapindex>"),
      [{ kind: "index", url: "https://site.example/dir/s1.xml.gz", lastModified: "2024" }]
    )
  })

  it("may be RSS, whose guid counts when there is no link", () => {
    const rss = `<rss><channel><title>c</title><link>https://site.example/</link>
      <atom:link href="https://site.example/feed" rel="self"/>
      <item><title>One</title><guid>https://site.example/guid</guid><link>https://site.example/1</link><pubDate>Mon</pubDate></item>
      <item><guid>https://site.example/2</guid></item>
      <item><guid isPermaLink="false">tag:3</guid></item></channel></rss>`
    assert.deepStrictEqual(read(rss), [
      { kind: "page", url: "https://site.example/1", title: "One", lastModified: "Mon" },
      { kind: "page", url: "https://site.example/2" }
    ])
  })

  it("may be Atom", () => {
    const atom = `<feed><link href="/"/><entry><title>T</title><link rel="enclosure" href="/e.mp3"/><link href="/t"/>
      <updated>2024</updated><summary>S</summary></entry></feed>`
    assert.deepStrictEqual(read(atom), [
      { kind: "page", url: "https://site.example/t", title: "T", lastModified: "2024", description: "S" }
    ])
  })

  it("never expands entities of its own", () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>
      <urlset><url><loc>https://a.example/&b;&f;</loc></url></urlset>`
    assert.deepStrictEqual(urls(bomb), ["https://a.example/&b;&f;"])
  })

  it("ends after the entries that one file may have", () => {
    const parse = openSitemap(base)
    let count = 0
    for (let i = 0; i < 60; i++) count += parse.push("<url><loc>/x</loc></url>".repeat(1_000)).length
    assert.strictEqual(count + parse.end().length, limits.entries)
  })

  it("leaves out addresses that are too long or not of the web", () => {
    assert.deepStrictEqual(urls(`<url><loc>/${"x".repeat(10_000)}</loc></url><url><loc>ftp://a/</loc></url>`), [])
  })

  it("is given up when it nests too deeply", () => {
    assert.deepStrictEqual(urls("<a>".repeat(100_000) + "</b>".repeat(100_000) + "<url><loc>/x</loc></url>"), [])
  })

  it.prop("takes any text in any pieces", [Schema.Array(Schema.String)], ([pieces]) => {
    const parse = openSitemap(base)
    for (const piece of pieces) parse.push(piece)
    parse.end()
  })
})
