import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { cleanHtml } from "../../src/page/cleanHtml.ts"
import { parse } from "../../src/tree/parse.ts"
import { serialize } from "../../src/page/serialize.ts"
import { largestCandidate } from "../../src/page/srcset.ts"
import { difference, outlineOf } from "../tree/outline.ts"

const again = (html: string): string => serialize(parse(html), [1])

describe("serializing", () => {
  const body = (html: string): string => again(`<!doctype html>${html}`).slice("<html><head></head><body>".length, -14)

  it("escapes text and attributes", () => {
    assert.strictEqual(
      body(`<a title='"&lt;&amp;'>&lt;b&gt; &amp;amp; &nbsp;</a>`),
      '<a title="&quot;&lt;&amp;">&lt;b&gt; &amp;amp; &nbsp;</a>'
    )
  })

  it("closes what the source left open, and no void element", () => {
    assert.strictEqual(body("<ul><li>a<li>b<br>c<img src=x>"), '<ul><li>a</li><li>b<br>c<img src="x"></li></ul>')
  })

  it("leaves raw text as it is", () => {
    assert.strictEqual(
      body("<p><script>a<b&amp;</script></p><xmp><i></xmp>"),
      "<p><script>a<b&amp;</script></p><xmp><i></xmp>"
    )
  })

  it("doubles a line feed that parsing would swallow", () => {
    assert.strictEqual(body("<pre>\n\nx</pre>"), "<pre>\n\nx</pre>")
  })

  const parts =
    "<p> </p> <div> </div> <b> </b> <ul> <li> </ul> <table> <tr> <td> </table> <br> <svg> </svg> <x-y> </x-y> <pre> </pre>"
  it.prop(
    "what was parsed gives a document that parses to the same",
    [
      Schema.Array(
        Schema.Literals([...parts.split(" "), "x", "\n", "&lt;", "&nbsp;", "\u00a0", '<a title="&quot;">', "</a>"])
      )
    ],
    ([sequence]) => {
      // Links and paragraphs that only misnesting can put into each other are what HTML cannot say.
      const once = again(`<!doctype html>${sequence.join("")}`)
      const twice = again(`<!doctype html>${once}`)
      const thrice = again(`<!doctype html>${twice}`)
      assert.isUndefined(difference(outlineOf(parse(twice)), outlineOf(parse(thrice))))
    },
    { arbitrary: { runs: 500, size: 20 } }
  )
})

describe("cleaned HTML", () => {
  const clean = (html: string, options: Parameters<typeof cleanHtml>[1] = {}): string =>
    cleanHtml(parse(`<!doctype html>${html}`), { baseUrl: "https://e.x/d/p.html", ...options })
      .replace("<html><body>", "")
      .replace("</body></html>", "")

  it("has no scripts, styles, head or noscript", () => {
    assert.strictEqual(
      clean("<title>t</title><style>x</style><p>a<script>b</script><noscript>c</noscript><!-- d --><meta><link></p>"),
      "<p>a</p>"
    )
  })

  it("has absolute addresses, counted from the base element", () => {
    assert.strictEqual(clean("<a href=../x?a&amp;b>y</a>"), '<a href="https://e.x/x?a&amp;b">y</a>')
    assert.strictEqual(clean("<base href=/z/><img src=a.png>"), '<img src="https://e.x/z/a.png">')
    assert.strictEqual(
      clean("<a href='mailto:a@b'>y</a><a href='http://['>z</a>"),
      '<a href="mailto:a@b">y</a><a href="http://[">z</a>'
    )
  })

  it("has the largest of several sources", () => {
    assert.strictEqual(
      clean("<img src=s.png srcset='m.png 640w, l.png 1280w' sizes=50vw alt=x>"),
      '<img alt="x" src="https://e.x/d/l.png">'
    )
  })

  it("leaves out what is dropped and starts at the roots", () => {
    const tree = parse("<!doctype html><div><p>a</p><p>b</p></div><i>c</i>")
    const drop = new Uint8Array(tree.size)
    drop[5] = 1
    assert.strictEqual(cleanHtml(tree, { roots: [4], drop }), "<div><p>b</p></div>")
  })
})

describe("a srcset", () => {
  it("may have commas in its addresses, and descriptors or none", () => {
    assert.strictEqual(largestCandidate(" a,b.png 2x, c.png , data:image/png;base64,AA== 1.5x"), "a,b.png")
    assert.strictEqual(largestCandidate("c.png , data:image/png;base64,AA== 1.5x,d.png"), "data:image/png;base64,AA==")
    assert.strictEqual(largestCandidate("a 1.25x,\td.png (1,2) 300w 200h"), "a")
    assert.strictEqual(largestCandidate("a,\td.png 3000w 200h"), "d.png")
  })

  it("names its largest candidate", () => {
    assert.strictEqual(largestCandidate("a 1x, b 3x, c 2x"), "b")
    assert.strictEqual(largestCandidate("a 100w, b 90w"), "a")
    assert.isUndefined(largestCandidate(" , "))
  })
})
