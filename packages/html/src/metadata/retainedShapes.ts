/**
 * One of each object that the reading of metadata makes, never used again: without them every full collection would make V8
 * forget their shapes and the code optimised for them (`markdown/walk/makeWriter.ts` says more).
 */
import { microdata } from "../structured/microdata.ts"
import { parse } from "../tree/parse.ts"
import { siteNames } from "./authorNames.ts"
import { type Byline, byline } from "./byline.ts"
import { VisibleBylineReader } from "./visibleByline.ts"

const url = new URL("https://example.com/2024/01/02/title")
const tree = parse(`<title>A title - Site</title><script type="application/ld+json">{"@type":"Article","author":
{"@type":"Person","name":"Ann Lee"}}</script><body><h1 class="title">A title</h1><p class="byline">By <a rel="author" href="/author/lee">Ann
Lee</a></p><p class="date">Updated <time datetime="2024-01-03">January 3, 2024</time></p><div itemscope itemtype="https://schema.org/Article">
<span itemprop="author">Ann Lee</span><meta itemprop="datePublished" content="2024-01-02"></div><p>Published on 2 January 2024`)
const site = siteNames(url, ["Site"])

const keep = (): VisibleBylineReader => {
  const reader = new VisibleBylineReader(tree, { title: "A title", language: "en", site })
  reader.authors()
  reader.dates()
  return reader
}

export const retainedShapes: {
  readonly reader: VisibleBylineReader
  readonly items: ReturnType<typeof microdata>
  readonly byline: Byline
} = {
  reader: keep(),
  items: microdata(tree, url),
  byline: byline({
    tree,
    url,
    base: url,
    title: "A title",
    language: "en",
    siteName: "Site",
    metas: new Map(),
    forms: { jsonLd: true, microdata: true }
  })
}
