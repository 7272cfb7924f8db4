import { SitemapReader, type SitemapItem } from "@orbweaver/core/crawl/Sitemaps"
import { layer } from "@orbweaver/html/internal/SitemapReader"
import { Effect } from "effect"
import { Random } from "../Random.ts"
import { holds, type Target, textOf } from "../Target.ts"

const words = [
  "<urlset>",
  "</urlset>",
  "<url>",
  "<loc>",
  "</loc>",
  "<![CDATA[",
  "]]>",
  "<!--",
  "-->",
  "<!DOCTYPE a [<!ENTITY b 'c'>]>",
  "&b;",
  "&#0;",
  "&#x110000;",
  "<sitemapindex>",
  "<rss>",
  "<item><link>/a</link></item>",
  "<feed>",
  "<?xml version='1.0'?>"
]

const address = (random: Random): string =>
  random.of(["http://a.example/", "/a", "b?c=d&amp;e", "http://[", "javascript:1", "<![CDATA[/x]]>", "&b;", ""])

const entry = (random: Random): string =>
  random.of([
    `<url><loc>${address(random)}</loc><lastmod>2026-01-01</lastmod></url>`,
    `<sitemap><loc> ${address(random)} </loc></sitemap>`,
    `<item><title>&lt;t&gt;</title><link>${address(random)}</link></item>`,
    `<entry><link rel="alternate" href='${address(random)}'/></entry>`,
    `<x:url xmlns:x="y"><x:loc>${address(random)}</x:loc></x:url>`,
    random.of(words)
  ])

export const sitemap: Target = {
  name: "sitemap",
  extension: "xml",
  words,
  generate: (random) => {
    const root = random.of(["urlset", "sitemapindex", "rss", "feed", "channel"])
    return Buffer.from(`<?xml version="1.0"?><${root}>${random.list(300, () => entry(random)).join("\n")}</${root}>`)
  },
  open: () => {
    const reader = Effect.runSync(Effect.provide(SitemapReader, layer))
    const base = new URL("http://a.example/sitemap.xml")
    const read = (pieces: ReadonlyArray<string>): ReadonlyArray<SitemapItem> => {
      const parse = reader.open(base)
      return [...pieces.flatMap((piece) => parse.push(piece)), ...parse.end()]
    }
    return {
      check: (input) => {
        const text = textOf(input)
        const whole = read([text])
        for (const { url } of whole) holds(URL.canParse(url), `${url} is no address`)
        const random = new Random(text.length)
        const pieces: Array<string> = []
        for (let at = 0; at < text.length;) {
          const length = 1 + random.below(40)
          pieces.push(text.slice(at, at + length))
          at += length
        }
        holds(JSON.stringify(read(pieces)) === JSON.stringify(whole), "a file in pieces is read otherwise than in one")
      }
    }
  }
}
