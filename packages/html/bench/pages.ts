/** The pages a benchmark runs over: those of a corpus in a folder, or made-up articles with the boilerplate of real ones. */
import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { readCorpus } from "../quality/corpus.ts"
import { type BenchmarkPage, readHtml, readPages } from "../quality/wcxb/pages.ts"
import type { Page } from "./measure.ts"

/** Real pages are drawn with this seed, so that every run takes the same ones. */
export const drawSeed = 7
export const maxDrawn = 300

/** All pages of a corpus of articles (`quality/corpus.ts`), or some of those of WCXB (`quality/wcxb/pages.ts`). */
export const corpusPages = (folder: string): ReadonlyArray<Page> =>
  existsSync(join(folder, "ground-truth.json"))
    ? readCorpus(folder).map(({ html, url }) => ({ html, url }))
    : readDrawn(folder, drawn(readPages(folder)))

const drawn = (pages: ReadonlyArray<BenchmarkPage>): ReadonlyArray<BenchmarkPage> => {
  const random = randomNumbers(drawSeed)
  return pages
    .map((page) => ({ page, order: random() }))
    .toSorted((one, other) => one.order - other.order)
    .slice(0, maxDrawn)
    .map(({ page }) => page)
}

/** From the folder, or from the archive of the pages in it. */
const readDrawn = (folder: string, pages: ReadonlyArray<BenchmarkPage>): ReadonlyArray<Page> => {
  const read = (from: string) => pages.map((page, i) => ({ html: readHtml(from, page), url: page.url ?? siteUrl(i) }))
  if (existsSync(join(folder, `${pages[0]!.id}.html`))) return read(folder)
  const unpacked = mkdtempSync(join(tmpdir(), "bench-pages-"))
  try {
    const files = pages.map(({ id }) => `${id}.html`)
    const { status } = spawnSync("tar", ["-xJf", join(folder, "html.tar.xz"), "-C", unpacked, ...files], {
      stdio: ["ignore", "ignore", "inherit"]
    })
    if (status !== 0)
      throw new Error(`The pages of ${folder} could not be read: it holds neither ID.html nor html.tar.xz.`)
    return read(unpacked)
  } finally {
    rmSync(unpacked, { recursive: true })
  }
}

const siteUrl = (i: number): string => `https://site${i}.example/news/${i}`

/** Numbers from 0 to 1, the same for the same seed. */
const randomNumbers = (seed: number): (() => number) => {
  let state = seed * 2654435761
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 4294967296
  }
}

const words =
  "time year people way day man thing woman life child world school state family student group country problem hand part place case week company system program question work government number night point home water room mother area money story fact month lot right study book eye job word business issue side kind head house service friend father power hour game line end member law car city community name".split(
    " "
  )

export const generatedPages = (count = 60): ReadonlyArray<Page> =>
  Array.from({ length: count }, (_, i) => ({ url: siteUrl(i), html: article(i + 1) }))

const article = (seed: number): string => {
  const random = randomNumbers(seed)
  const next = (below: number): number => Math.floor(random() * below)
  const some = (count: number): string => Array.from({ length: count }, () => words[next(words.length)]!).join(" ")
  const repeat = (count: number, part: (i: number) => string): string =>
    Array.from({ length: count }, (_, i) => part(i)).join("")
  const sentence = (): string => {
    const text = some(8 + next(14))
    const inline = next(5)
    const marked =
      inline === 0
        ? `<a href="/topic/${next(500)}?ref=body" title="${some(2)}">${some(2)}</a>`
        : inline === 1
          ? `<em>${some(1)}</em>`
          : ""
    return `${text.charAt(0).toUpperCase()}${text.slice(1)} ${marked} ${some(4)}&nbsp;${next(100)}. `
  }
  const menu = repeat(
    60,
    (i) =>
      `\n      <li class="menu-item menu-item-${i} level-${i % 3}"><a class="menu-link" href="/section/${i}" data-track="nav:${i}"><span class="label">${some(2)}</span></a></li>`
  )
  const body = repeat(12 + next(30), (i) => {
    const kind = next(10)
    if (kind === 0) return `\n<h2 id="s${i}">${some(4)}</h2>`
    if (kind === 1) return `\n<ul>${repeat(4, () => `<li>${sentence()}</li>`)}</ul>`
    if (kind === 2)
      return `\n<figure><img src="/img/${i}.jpg" srcset="/img/${i}-640.jpg 640w, /img/${i}-1280.jpg 1280w" alt="${some(4)}" loading="lazy"><figcaption>${sentence()}</figcaption></figure>`
    if (kind === 3) return `\n<blockquote><p>${sentence()}</p></blockquote>`
    return `\n<p class="paragraph">${repeat(3 + next(4), sentence)}</p>`
  })
  const teasers = repeat(
    20,
    (i) =>
      `\n<div class="teaser teaser--small" data-id="${i}"><a href="/news/${next(9999)}"><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-src="/t/${i}.jpg" alt=""><h3 class="teaser__title">${some(7)}</h3></a><p>${some(15)}</p></div>`
  )
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>${some(7)} | Site</title>
<meta name="description" content="${some(20)}"><meta property="og:title" content="${some(7)}"><meta property="og:image" content="/og.jpg">
<link rel="canonical" href="https://site.example/news/${seed}"><script type="application/ld+json">{"@type":"NewsArticle","headline":"${some(6)}"}</script>
<style>${repeat(150, (i) => `.c${i}>a:hover{color:#${i}${i};margin:0 ${i}px}`)}</style>
<script>${repeat(200, (i) => `window.q${i}=function(a,b){return a<b&&'<div class="x">'+b+'</div>'};`)}</script></head>
<body class="single article-page"><header class="site-header"><nav class="main-nav"><ul>${menu}</ul></nav></header>
<main id="content"><article class="article"><h1>${some(8)}</h1><p class="byline">By <a rel="author" href="/a/${seed}">${some(2)}</a></p>
<div class="article-body">${body}</div></article><aside class="related"><h2>Related</h2>${teasers}</aside></main>
<footer class="site-footer"><ul>${menu}</ul><p>&copy; Site</p></footer><script src="/app.js" async></script></body></html>`
}

/** Pages joined into one document of at least this many UTF-16 units. */
export const giant = (pages: ReadonlyArray<Page>, size: number): string => {
  const bodies = pages.map(({ html }) => html.replace(/^[^]*?<body[^>]*>/i, "").replace(/<\/body>[^]*$/i, ""))
  const parts: Array<string> = ["<!doctype html><html><head><title>giant</title></head><body>"]
  let length = 0
  for (let i = 0; length < size; i++) {
    const body = bodies[i % bodies.length]!
    parts.push(body)
    length += body.length
  }
  parts.push("</body></html>")
  // A joined string is a rope until it is read; a page from the network is not.
  return Buffer.from(parts.join(""), "utf8").toString("utf8")
}
