import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { imageDetails, images } from "../../src/links/Images.ts"
import { selectMain } from "../../src/mainContent/select/selectMain.ts"
import { parse } from "../../src/tree/parse.ts"
import { largestCandidate } from "../../src/page/srcset.ts"
import { parts } from "../mainContent/pageParts.ts"

const baseUrl = new URL("https://site.example/dir/page")
const imagesOf = (html: string): Array<string> => images(parse(html), { baseUrl })

describe("images", () => {
  it("are those of every source, absolute, in document order and each given once", () => {
    assert.deepStrictEqual(
      imagesOf(`<head><link rel="shortcut icon" href="/i.ico"><link rel=apple-touch-icon href=/touch.png><link rel=stylesheet href=/s.css>
        <meta property="og:image" content="/og.png"><meta name="twitter:image" content="tw.png"><meta itemprop=image content=/item.png></head>
        <img src="a.png"><img src="a.png"><img data-src="/lazy.png"><picture><source srcset="p1.webp 100w, p2.webp 200w"><img src="p.png"></picture>
        <video poster="/poster.jpg"></video><div style="color:red; background-image: url('bg.png')"></div>`),
      [
        "/i.ico",
        "/touch.png",
        "/og.png",
        "/dir/tw.png",
        "/item.png",
        "/dir/a.png",
        "/lazy.png",
        "/dir/p2.webp",
        "/dir/p.png",
        "/poster.jpg",
        "/dir/bg.png"
      ].map((path) => `https://site.example${path}`)
    )
  })

  it("of scripts that load late are the picture, and not what stands in its place", () => {
    const lazy = [
      `<img data-pagespeed-lazy-src="/x.jpg" src="/pagespeed_static/1.JiBnMqyl6S.gif">`,
      `<img nitro-lazy-src="/x.jpg" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">`,
      `<img data-opt-src="/x.jpg" src="/assets/placeholder.png">`
    ]
    for (const html of lazy) assert.deepStrictEqual(imagesOf(html), ["https://site.example/x.jpg"], html)
  })

  it("of a srcset are its largest candidate, whatever commas the addresses hold", () => {
    assert.deepStrictEqual(imagesOf(`<img srcset="a,b.png 1x, c.png 2x">`), ["https://site.example/dir/c.png"])
    assert.deepStrictEqual(imagesOf(`<img srcset="/w_1,h_1/a.png 480w, /w_2,h_2/a.png 1200w">`), [
      "https://site.example/w_2,h_2/a.png"
    ])
  })

  it("inside the page are kept and scripts are not", () => {
    assert.deepStrictEqual(
      imagesOf(`<img src="data:image/gif;base64,R0lGOD"><img src="javascript:x"><img src="http://["><img src="">`),
      ["data:image/gif;base64,R0lGOD"]
    )
  })

  it("of a part of the page are its own and those the head names", () => {
    const tree = parse(`<head><meta property="og:image" content="/og.png"></head><body><nav><img src=/logo.png></nav>
      <article><h1>Tide</h1>${"<p>The harbour was empty at dawn, and the boats came home one by one with the tide.</p>".repeat(4)}<img src=/boat.png></article></body>`)
    const { drop, roots } = selectMain(tree)
    assert.deepStrictEqual(images(tree, { baseUrl, drop, roots }), [
      "https://site.example/og.png",
      "https://site.example/boat.png"
    ])
  })

  it("tell their alternative text", () => {
    assert.deepStrictEqual(
      imageDetails(parse(`<img src=a.png alt="A &amp; B"><img src=b.png alt><img src=c.png>`), { baseUrl }).map(
        ({ alt, kind }) => ({ alt, kind })
      ),
      [
        { alt: "A & B", kind: "image" },
        { alt: "", kind: "image" },
        { alt: undefined, kind: "image" }
      ]
    )
  })

  it.prop("of any document are absolute and distinct", [Schema.Array(Schema.Literals([...parts]))], ([sequence]) => {
    const found = imagesOf(sequence.join(""))
    assert.strictEqual(new Set(found).size, found.length)
    for (const url of found) assert.isTrue(URL.canParse(url), url)
  })

  it.prop("of any srcset are one of its words", [Schema.String], ([srcset]) => {
    const largest = largestCandidate(srcset)
    if (largest !== undefined) assert.include(srcset, largest)
  })
})
