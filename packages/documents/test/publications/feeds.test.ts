import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { feeds } from "../../src/index.ts"
import { bodyOf, read } from "../support/read.ts"

const body = (text: string) => Effect.map(read(feeds(), new TextEncoder().encode(text)), bodyOf)

it.effect("reads RSS: entries with link, date, author and cleaned content", () =>
  Effect.gen(function* () {
    const parsed = yield* read(
      feeds(),
      new TextEncoder().encode(`<?xml version="1.0"?>
<rss version="2.0" xmlns:content="c" xmlns:dc="d"><channel><title>News &amp; views</title><link>https://example.com/</link><description>All of it</description><language>en</language>
<item><title>First</title><link>/one</link><pubDate>Wed, 31 Jan 2024 12:00:00 GMT</pubDate><dc:creator>Ann</dc:creator><description>short</description><content:encoded><![CDATA[<p>Long <a href="more">text</a><script>x</script><b>unclosed]]></content:encoded></item>
<item><guid isPermaLink="true">https://example.com/two</guid><description>Only &lt;i&gt;words&lt;/i&gt;</description></item>
</channel></rss>`)
    )
    assert.strictEqual(
      bodyOf(parsed),
      [
        "<h1>News &amp; views</h1>",
        "<p>All of it</p>",
        "<article>",
        `<h2><a href="https://example.com/one">First</a></h2>`,
        `<p><time datetime="2024-01-31T12:00:00.000Z">2024-01-31T12:00:00Z</time> · Ann</p>`,
        `<p>Long <a href="https://example.com/more">text</a><b>unclosed</b></p>`,
        "</article>",
        "<article>",
        `<h2><a href="https://example.com/two">https://example.com/two</a></h2>`,
        "<p>Only <i>words</i></p>",
        "</article>"
      ].join("\n")
    )
    assert.deepStrictEqual(parsed.metadata, { title: "News & views", description: "All of it", language: "en" })
    assert.strictEqual(parsed.source.startsWith("<?xml"), true)
  })
)

it.effect("reads Atom with text, HTML and XHTML content", () =>
  Effect.gen(function* () {
    assert.strictEqual(
      yield* body(`<feed xmlns="http://www.w3.org/2005/Atom"><title type="html">A &amp;lt;b&amp;gt; C</title><link rel="self" href="/self"/><link href="https://example.com/"/>
<entry><title>Text</title><link href="/t"/><updated>2024-01-31T00:00:00Z</updated><author><name>Bob</name></author><content>1 &lt; 2</content></entry>
<entry><title>X</title><link href="/x"/><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Hello <em>you</em></p></div></content></entry></feed>`),
      [
        "<h1>A &lt;b&gt; C</h1>",
        "<article>",
        `<h2><a href="https://example.com/t">Text</a></h2>`,
        `<p><time datetime="2024-01-31T00:00:00.000Z">2024-01-31</time> · Bob</p>`,
        "<p>1 &lt; 2</p>",
        "</article>",
        "<article>",
        `<h2><a href="https://example.com/x">X</a></h2>`,
        "<div><p>Hello <em>you</em></p></div>",
        "</article>"
      ].join("\n")
    )
  })
)

it.effect("reads RSS 1.0 and JSON Feed", () =>
  Effect.gen(function* () {
    assert.strictEqual(
      yield* body(
        `<rdf:RDF xmlns:rdf="r" xmlns="http://purl.org/rss/1.0/"><channel><title>Old</title></channel><item><title>Item</title><link>https://example.com/i</link></item></rdf:RDF>`
      ),
      `<h1>Old</h1>\n<article>\n<h2><a href="https://example.com/i">Item</a></h2>\n</article>`
    )
    assert.strictEqual(
      yield* body(
        JSON.stringify({
          version: "https://jsonfeed.org/version/1.1",
          title: "J",
          items: [{ url: "https://example.com/j", title: "One", content_text: "a < b", authors: [{ name: "Cy" }] }]
        })
      ),
      `<h1>J</h1>\n<article>\n<h2><a href="https://example.com/j">One</a></h2>\n<p>Cy</p>\n<p>a &lt; b</p>\n</article>`
    )
  })
)

it.effect("fails with a reason for what is no feed", () =>
  Effect.gen(function* () {
    const failure = yield* Effect.flip(body("<html><body>no</body></html>"))
    assert.deepInclude(failure, { _tag: "UnreadableDocument", why: "damaged" })
  })
)
