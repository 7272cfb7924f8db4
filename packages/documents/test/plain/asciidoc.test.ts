import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { asciidoc } from "../../src/index.ts"
import { bodyOf, read } from "../support/read.ts"

const parse = (text: string) => read(asciidoc({ inlineBytes: Infinity }), new TextEncoder().encode(text))
const body = (text: string) => Effect.map(parse(text), bodyOf)

it.effect("reads the title, who wrote the text, and what its attributes stand for", () =>
  Effect.gen(function* () {
    const parsed = yield* parse(
      "// draft\n= The {thing} guide\nAda Byron <ada@a.example>\nv1.2, 2024-05-01\n:thing: river\n:lang: en\n\nBy {Thing}, {unknown} and {nbsp}.\n\n:thing: mill\n\nNow {thing}.\n"
    )
    assert.strictEqual(
      bodyOf(parsed),
      "<h1>The river guide</h1>\n<p>By river, {unknown} and \u00a0.</p>\n<p>Now mill.</p>"
    )
    assert.deepStrictEqual(parsed.metadata, { title: "The river guide", author: "Ada Byron", language: "en" })
    assert.deepStrictEqual(parsed.warnings, [])
  })
)

it.effect("reads marks, links, pictures and notes in a line, and leaves the signs of words alone", () =>
  Effect.gen(function* () {
    for (const [text, html] of [
      [
        "*bold* _italic_ `code` **un**bound",
        "<strong>bold</strong> <em>italic</em> <code>code</code> <strong>un</strong>bound"
      ],
      ["snake_case_name, 2*3*4, a * b *", "snake_case_name, 2*3*4, a * b *"],
      ["E=mc^2^, H~2~O", "E=mc<sup>2</sup>, H<sub>2</sub>O"],
      ["`+*raw*+` and +_raw_+ and \\*raw*", "<code>*raw*</code> and _raw_ and *raw*"],
      [
        "https://a.example/x[the *docs*,window=_blank].",
        '<a href="https://a.example/x">the <strong>docs</strong></a>.'
      ],
      ["See https://a.example/x.", 'See <a href="https://a.example/x">https://a.example/x</a>.'],
      [
        "link:more.html[More] mailto:a@b.example[]",
        '<a href="more.html">More</a> <a href="mailto:a@b.example">a@b.example</a>'
      ],
      ["link:javascript:alert(1)[Go] image:javascript:x[y]", "Go y"],
      ["<<part,The part>>, xref:other.adoc#x[Other]", '<a href="#part">The part</a>, <a href="other.adoc#x">Other</a>'],
      ["image:a.png[A map,300] [[here]]there", '<img src="a.png" alt="A map"> there'],
      ["Rain.footnote:[In *May*.]", "Rain. (In <strong>May</strong>.)"],
      ['"`said`" kbd:[Ctrl+C] menu:File[Save]', "“said” <code>Ctrl+C</code> File &gt; Save"],
      ["one +\ntwo", "one<br>two"],
      ["a < b & c", "a &lt; b &amp; c"]
    ] as const)
      assert.strictEqual(yield* body(text), `<p>${html}</p>`, text)
  })
)

it.effect("reads lists in lists, terms, boxes, and blocks that belong to an item", () =>
  Effect.gen(function* () {
    assert.strictEqual(
      yield* body(
        "* one\n* two\n** inner\n\n** more\n* three\n+\n----\na < b\n----\n+\nBehind it.\n* [ ] open\n* [x] done"
      ),
      "<ul><li>one</li>\n<li>two<ul><li>inner</li>\n<li>more</li></ul></li>\n<li>three<pre><code>a &lt; b\n</code></pre><p>Behind it.</p></li>\n<li>☐ open</li>\n<li>☑ done</li></ul>"
    )
    assert.strictEqual(
      yield* body(". first\n.. sub\n. second\ngoes on\n\nText"),
      "<ol><li>first<ol><li>sub</li></ol></li>\n<li>second\ngoes on</li></ol>\n<p>Text</p>"
    )
    assert.strictEqual(
      yield* body("Tea:: a drink\nWater::\n  another one\n"),
      "<dl><dt>Tea</dt><dd>a drink</dd>\n<dt>Water</dt><dd>another one</dd></dl>"
    )
    assert.strictEqual(yield* body("1. one\n2. two"), "<ol><li>one</li>\n<li>two</li></ol>")
  })
)

it.effect("reads code with its language, quotations, remarks and admonitions between their lines", () =>
  Effect.gen(function* () {
    for (const [text, html] of [
      [
        "[source,js]\n----\nlet a // <1>\n----\n<1> A name",
        '<pre><code class="language-js">let a\n</code></pre>\n<ol><li>A name</li></ol>'
      ],
      ["```rust\nfn a() {}\n```", '<pre><code class="language-rust">fn a() {}\n</code></pre>'],
      ["....\n*as it is*\n....", "<pre><code>*as it is*\n</code></pre>"],
      [" indented\n   more", "<pre><code>indented\n  more\n</code></pre>"],
      [
        "[quote, Ada, A book]\n____\nRivers flow.\n____",
        "<blockquote><p>Rivers flow.</p>\n<p>— Ada, A book</p></blockquote>"
      ],
      ["TIP: Keep *this*.", "<blockquote><p><strong>TIP:</strong> Keep <strong>this</strong>.</p></blockquote>"],
      [
        "[NOTE]\n====\nOne.\n\n* two\n====",
        "<blockquote><p><strong>NOTE</strong></p>\n<p>One.</p>\n<ul><li>two</li></ul></blockquote>"
      ],
      ["////\nhidden\n////\n// too\nshown", "<p>shown</p>"],
      ["== A\n=== B\n\n'''\n\nimage::a.png[Map]", '<h2>A</h2>\n<h3>B</h3>\n<hr>\n<p><img src="a.png" alt="Map"></p>'],
      ["----\nnever ends", "<pre><code>never ends\n</code></pre>"]
    ] as const)
      assert.strictEqual(yield* body(text), html, text)
  })
)

it.effect("reads tables with heads, spans and columns that are only counted", () =>
  Effect.gen(function* () {
    const flat = (html: string) => html.replaceAll("\n", "")
    for (const [text, html] of [
      [
        '.Prices\n[%header,cols="1,2"]\n|===\n|Name |Price\n\n|Tea\n|4\n\n2+|Both `x`\n|===',
        '<table><caption>Prices</caption><thead><tr><th>Name</th><th>Price</th></tr></thead><tbody><tr><td>Tea</td><td>4</td></tr><tr><td colspan="2">Both <code>x</code></td></tr></tbody></table>'
      ],
      [
        "|===\n|A |B\n\n|1 |2\n|===",
        "<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>"
      ],
      [
        '[cols="2*"]\n|===\n.2+|a |b\n|c\n|===',
        '<table><tbody><tr><td rowspan="2">a</td><td>b</td></tr><tr><td>c</td></tr></tbody></table>'
      ]
    ] as const)
      assert.strictEqual(flat(yield* body(text)), html, text)
  })
)

it.effect("says what it did not read: files that are included, conditions, an empty file", () =>
  Effect.gen(function* () {
    const parsed = yield* parse("include::a.adoc[]\n\nifdef::x[]\nText\nendif::[]\n")
    assert.strictEqual(bodyOf(parsed), "<p>Text</p>")
    assert.deepStrictEqual(parsed.warnings, [
      "Files that this one includes were not read (1).",
      "Text under conditions was read without judging them (1)."
    ])
    assert.deepStrictEqual((yield* parse("// nothing\n")).warnings, ["The file has no text."])
  })
)

it.effect("reads hostile text to its end", () =>
  Effect.gen(function* () {
    for (const text of [
      "*a".repeat(20_000),
      "link:a[".repeat(20_000),
      "====\n".repeat(20_000),
      `|===\n${"9+|a ".repeat(20_000)}`,
      Array.from({ length: 2000 }, (_, at) => `${"*".repeat((at % 6) + 1)} a\n+\n====\n`).join("")
    ])
      assert.isBelow((yield* body(text)).length, 100 * text.length)
  })
)
