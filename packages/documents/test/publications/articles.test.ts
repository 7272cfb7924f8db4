import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { article, documents } from "../../src/index.ts"
import { bodyOf, read } from "../support/read.ts"

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

const jats = `<?xml version="1.0"?>
<!DOCTYPE article PUBLIC "-//NLM//DTD JATS (Z39.96) Journal Publishing DTD v1.2//EN" "x.dtd">
<article xml:lang="en" dtd-version="1.2" xmlns:xlink="x" xmlns:mml="m"><front>
<journal-meta><journal-title-group><journal-title>Sea Letters</journal-title></journal-title-group></journal-meta>
<article-meta><article-id pub-id-type="doi">10.1/a</article-id>
<title-group><article-title>On <italic>tides</italic></article-title></title-group>
<contrib-group><contrib contrib-type="author"><name><surname>Lee</surname><given-names>Ann</given-names></name></contrib><contrib contrib-type="editor"><name><surname>No</surname></name></contrib><contrib contrib-type="author"><collab>The Group</collab></contrib></contrib-group>
<pub-date date-type="pub"><day>7</day><month>3</month><year>2021</year></pub-date>
<abstract><p>What we did.</p></abstract><kwd-group><kwd>sea</kwd><kwd>moon</kwd></kwd-group></article-meta></front>
<body><sec><title>Methods</title><p>We went <bold>out</bold> to H<sub>2</sub>O, see <xref ref-type="bibr" rid="r1">[1]</xref> and <ext-link xlink:href="https://a.example/">here</ext-link><fn><p>A note.</p></fn>.
<list list-type="order"><list-item><p>one</p></list-item><list-item><p>two</p></list-item></list></p>
<sec><title>Gear</title><disp-formula><mml:math display="block"><mml:mi>x</mml:mi></mml:math></disp-formula>
<fig><label>Figure 1.</label><caption><title>Boat.</title><p>It floats.</p></caption><graphic xlink:href="g1"/></fig>
<table-wrap><label>Table 1.</label><caption><p>Levels</p></caption><table><thead><tr><th>Day</th><th colspan="2">Level</th></tr></thead><tbody><tr><td>Mon</td><td>1</td><td>2</td></tr></tbody></table></table-wrap></sec></sec></body>
<back><ack><p>Thanks.</p></ack><ref-list><title>References</title><ref><label>1</label><mixed-citation>Moon A. <italic>Sea</italic> 2020.</mixed-citation></ref><ref><element-citation><person-group><name><surname>Bay</surname><given-names>C</given-names></name></person-group><year>2019</year><article-title>Ebb</article-title></element-citation></ref></ref-list></back></article>`

it.effect("reads an article of a journal with its sections, tables, formulas, notes and references", () =>
  Effect.gen(function* () {
    const parsed = yield* read(article(), bytes(jats))
    assert.strictEqual(
      bodyOf(parsed).replaceAll(/\n/g, ""),
      `<h1>On <em>tides</em></h1><p>Ann Lee, The Group</p><h2>Abstract</h2><p>What we did.</p><h2>Methods</h2><p>We went <strong>out</strong> to H<sub>2</sub>O, see [1] and <a href="https://a.example/">here</a><sup><a href="#fn-1" id="fnref-1">1</a></sup>.</p><ol><li>one</li><li>two</li></ol><h3>Gear</h3><p><math display="block"><mi>x</mi></math></p><figure><figcaption><strong>Figure 1.</strong> Boat. It floats.</figcaption></figure><table><caption>Table 1. Levels</caption><thead><tr><th>Day</th><th colspan="2">Level</th></tr></thead><tbody><tr><td>Mon</td><td>1</td><td>2</td></tr></tbody></table><h2>Acknowledgements</h2><p>Thanks.</p><h2>References</h2><ol><li>Moon A. <em>Sea</em> 2020.</li><li>Bay C. 2019. Ebb</li></ol><section class="footnotes"><ol><li id="fn-1"><p>A note. <a href="#fnref-1">↩</a></p></li></ol></section>`
    )
    assert.deepStrictEqual(parsed.metadata, {
      title: "On tides",
      author: "Ann Lee, The Group",
      description: "What we did.",
      publishedTime: "2021-03-07",
      publisher: "Sea Letters",
      doi: "10.1/a",
      keywords: "sea, moon",
      language: "en"
    })
  })
)

const docbook = `<book xmlns="http://docbook.org/ns/docbook" xmlns:xlink="x"><info><title>Manual</title><author><personname><firstname>Bo</firstname><surname>Ek</surname></personname></author></info>
<chapter><title>Start</title><para>Run <command>go</command> or <link xlink:href="https://b.example/">read</link>.</para>
<warning><para>Hot.</para></warning><programlisting language="JavaScript">let a = 1 &lt; 2
</programlisting>
<section><title>More</title><variablelist><varlistentry><term>on</term><listitem><para>starts</para></listitem></varlistentry></variablelist>
<table><title>Keys</title><tgroup cols="2"><colspec colname="a"/><colspec colname="b"/><thead><row><entry>Key</entry><entry>Use</entry></row></thead><tbody><row><entry namest="a" nameend="b">both</entry></row><row><entry>x</entry><entry><para>y</para></entry></row></tbody></tgroup></table></section></chapter></book>`

it.effect("reads books in DocBook of both versions", () =>
  Effect.gen(function* () {
    const expected = `<h1>Manual</h1><h2>Start</h2><p>Run <code>go</code> or <a href="https://b.example/">read</a>.</p><blockquote><p><strong>Warning</strong></p><p>Hot.</p></blockquote><pre><code class="language-javascript">let a = 1 &lt; 2</code></pre><h3>More</h3><dl><dt>on</dt><dd><p>starts</p></dd></dl><table><caption>Keys</caption><thead><tr><th>Key</th><th>Use</th></tr></thead><tbody><tr><td colspan="2">both</td></tr><tr><td>x</td><td>y</td></tr></tbody></table>`
    const old = docbook
      .replace('xmlns="http://docbook.org/ns/docbook" xmlns:xlink="x"', "")
      .replace("<book ", `<!DOCTYPE book PUBLIC "-//OASIS//DTD DocBook XML V4.5//EN" "docbookx.dtd"><book `)
      .replaceAll("info>", "bookinfo>")
      .replace('<link xlink:href="https://b.example/">read</link>', '<ulink url="https://b.example/">read</ulink>')
    for (const text of [docbook, old]) {
      const parsed = yield* read(article(), bytes(text))
      assert.strictEqual(bodyOf(parsed).replaceAll(/\n/g, ""), expected)
      assert.deepStrictEqual(parsed.metadata, { title: "Manual", author: "Bo Ek" })
    }
  })
)

it("knows articles by their root and vocabulary, and leaves other XML alone", () => {
  const sniff = documents().find(({ name }) => name === "article")!.sniff!
  assert.strictEqual(sniff(bytes(jats)), "application/jats+xml")
  assert.strictEqual(sniff(bytes(docbook)), "application/docbook+xml")
  for (const other of [
    "<article><h1>A page</h1></article>",
    "<book><page/></book>",
    "<html dtd-version='1'>",
    "article",
    `<!-- <article dtd-version="1"> --><list/>`
  ])
    assert.isUndefined(sniff(bytes(other)), other)
})

it.effect("cuts long tables, and refuses what is nested too deeply", () =>
  Effect.gen(function* () {
    const rows = "<tr><td>1</td></tr>".repeat(20)
    const long = `<article dtd-version="1"><front/><body><table-wrap><table><tbody>${rows}</tbody></table></table-wrap></body></article>`
    assert.deepStrictEqual((yield* read(article({ maxRows: 5 }), bytes(long))).warnings, [
      "Only the first 5 rows of a table were read (maxRows)."
    ])
    const deep = `<article dtd-version="1"><body>${"<sec>".repeat(1000)}`
    assert.deepInclude(yield* Effect.flip(read(article(), bytes(deep))), { _tag: "UnreadableDocument", why: "damaged" })
    assert.deepInclude(yield* Effect.flip(read(article(), bytes("no XML"))), { why: "damaged" })
  })
)
