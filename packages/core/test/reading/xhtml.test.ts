import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { htmlParser } from "../../src/reading/textParsers.ts"
import { xhtmlToHtml } from "../../src/reading/xhtml.ts"

const page = (body: string, head = "") =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<html xmlns="http://www.w3.org/1999/xhtml"><head>${head}</head><body>${body}</body></html>`

const bodyOf = (source: string): string => /<body>([\s\S]*)<\/body>/.exec(xhtmlToHtml(source))![1]!

describe("XHTML that is served as XML", () => {
  const cases: ReadonlyArray<readonly [what: string, xml: string, html: string]> = [
    [
      "an anchor that closes itself",
      '<p><a id="top"/>First <b>line</b></p>',
      '<p><a id="top"></a>First <b>line</b></p>'
    ],
    ["an empty cell", "<table><tr><td/><td>2</td></tr></table>", "<table><tr><td></td><td>2</td></tr></table>"],
    [
      "a text field that closes itself",
      "<textarea rows='2' /><p>After</p>",
      "<textarea rows='2' ></textarea><p>After</p>"
    ],
    ["a frame that closes itself", '<iframe src="a.html"/><p>After</p>', '<iframe src="a.html"></iframe><p>After</p>'],
    ["a line break, however it is closed", "a<br/>b<br></br>c", "a<br/>b<br>c"],
    ["a CDATA section", "<pre><![CDATA[if (a < b && c) {}]]></pre>", "<pre>if (a &lt; b &amp;&amp; c) {}</pre>"],
    [
      "a greater-than sign in a value",
      "<img alt=\"a > b\"/><p title='x>y'>z</p>",
      "<img alt=\"a > b\"/><p title='x>y'>z</p>"
    ],
    ["a comment with tags in it", "<!-- <div/> --><p>x</p>", "<!-- <div/> --><p>x</p>"]
  ]
  for (const [what, xml, html] of cases)
    it(`keeps what follows ${what}`, () => assert.strictEqual(bodyOf(page(xml)), html))

  it("has elements with the prefix of its namespace", () => {
    const source = `<h:html xmlns:h="http://www.w3.org/1999/xhtml" xmlns:m="http://www.w3.org/1998/Math/MathML"><h:head><h:title/></h:head><h:body><h:p>One</h:p><m:math><m:mi>x</m:mi></m:math><x:p>other</x:p></h:body></h:html>`
    assert.strictEqual(
      xhtmlToHtml(source).replace(/ xmlns:\w+="[^"]*"/g, ""),
      "<html><head><title></title></head><body><p>One</p><math><mi>x</mi></math><x:p>other</x:p></body></html>"
    )
  })

  it("has entities that its document type declares, and none within another", () => {
    const source = `<!DOCTYPE html [<!ENTITY city "Zürich"><!ENTITY twice "&city;&city;">]>${page("<p>&city; &twice; &amp;</p>")}`
    assert.strictEqual(bodyOf(source), "<p>Zürich &city;&city; &amp;</p>")
    assert.notInclude(xhtmlToHtml(source), "]>")
  })

  it("has scripts that close themselves, and others without the marks of CDATA", () => {
    const html = xhtmlToHtml(
      page(
        "<p>x</p>",
        '<script src="a.js"/><script type="application/ld+json">//<![CDATA[{"name":"a<b"}//]]></script><style><![CDATA[p > b {}]]></style>'
      )
    )
    assert.include(html, '<script src="a.js"></script><script type="application/ld+json">{"name":"a<b"}</script>')
    assert.include(html, "<style>p > b {}</style></head><body><p>x</p>")
  })

  it("is left to the parser of HTML from where it is no XML", () => {
    assert.strictEqual(xhtmlToHtml('<p>a</p><p title="b'), '<p>a</p><p title="b')
    assert.strictEqual(xhtmlToHtml("<p>a < b</p>"), "<p>a < b</p>")
    assert.strictEqual(xhtmlToHtml(""), "")
  })

  it("is read in one pass whatever it is made of", () => {
    for (const piece of ["<", "<!--", "<![CDATA[", "<a b='", "<script>", "<!DOCTYPE [", "<?x"])
      assert.isAtLeast(xhtmlToHtml(piece.repeat(200_000)).length, 0)
  })

  it("is XML by its media type alone: as text/html the same bytes are HTML", async () => {
    const bytes = Buffer.from(page("<p>Text</p>", "<title/>"))
    const read = (mediaType: string) =>
      Effect.runPromise(
        htmlParser.parse({ bytes, charset: undefined, url: new URL("https://site.test/"), mediaType, spec: undefined })
      )
    assert.include((await read("application/xhtml+xml")).html, "<title></title>")
    const asHtml = await read("text/html")
    assert.include(asHtml.html, "<title/>")
    assert.strictEqual(asHtml.html, asHtml.source)
  })
})
