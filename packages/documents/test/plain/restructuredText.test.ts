import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { restructuredText } from "../../src/index.ts"
import { bodyOf, read } from "../support/read.ts"

const parse = (text: string) => read(restructuredText({ inlineBytes: Infinity }), new TextEncoder().encode(text))
const body = (text: string) => Effect.map(parse(text), bodyOf)
const flat = (html: string) => html.replaceAll("\n", "")

it.effect("reads headings by the order in which their signs come, and takes the first for the title", () =>
  Effect.gen(function* () {
    const parsed = yield* parse("=====\nRiver\n=====\n\nUsage\n-----\n\nMore\n~~~~\n\nNotes\n-----\n\nText\n\n----\n")
    assert.strictEqual(
      bodyOf(parsed),
      "<h1>River</h1>\n<h2>Usage</h2>\n<h3>More</h3>\n<h2>Notes</h2>\n<p>Text</p>\n<hr>"
    )
    assert.deepStrictEqual(parsed.metadata, { title: "River" })
    assert.deepStrictEqual(parsed.warnings, [])
  })
)

it.effect("reads marks, links by their targets, roles and notes in a line", () =>
  Effect.gen(function* () {
    const names =
      "\n\n.. _Python: https://python.example/\n.. _`the docs`: https://docs.example/\n.. |version| replace:: 2.0\n"
    for (const [text, html] of [
      ["*em* **strong** ``a*b`` 2*3*4 *", "<em>em</em> <strong>strong</strong> <code>a*b</code> 2*3*4 *"],
      [
        "Python_, `the docs`_ and `here <https://a.example/>`_, not snake_case_ or other_",
        '<a href="https://python.example/">Python</a>, <a href="https://docs.example/">the docs</a> and <a href="https://a.example/">here</a>, not snake_case_ or other_'
      ],
      [
        "https://a.example/x, |version| and |other|",
        '<a href="https://a.example/x">https://a.example/x</a>, 2.0 and |other|'
      ],
      [":func:`~len` :ref:`text <part>` :sup:`2` :unknown:`kept`", "<code>len</code> text <sup>2</sup> kept"],
      ["said [1]_ and \\*raw\\* H\\ :sub:`2`\\ O", "said <sup>1</sup> and *raw* H<sub>2</sub>O"],
      ["`go <javascript:alert(1)>`_ a < b", "go a &lt; b"]
    ] as const)
      assert.strictEqual(yield* body(text + names), `<p>${html}</p>`, text)
    assert.strictEqual(
      yield* body("Text [#]_\n\n.. [#] The *note*."),
      "<p>Text <sup>note</sup></p>\n<p><sup>note</sup> The <em>note</em>.</p>"
    )
  })
)

it.effect("reads lists with what lies in their items, terms, fields and lines that are kept", () =>
  Effect.gen(function* () {
    assert.strictEqual(
      yield* body("- one\n- two\n\n  more\n\n  - inner\n\n- three\n\n3. third\n4. fourth\n\nA. Smith came\nand went"),
      '<ul><li>one</li>\n<li>two\n<p>more</p>\n<ul><li>inner</li></ul></li>\n<li>three</li></ul>\n<ol start="3"><li>third</li>\n<li>fourth</li></ol>\n<p>A. Smith came\nand went</p>'
    )
    assert.strictEqual(
      flat(yield* body("tea\n  a drink\nwater\n  another\n\n:Author: Ada\n:Date: today\n\n| one\n| two\n\n    quoted")),
      "<dl><dt>tea</dt><dd><p>a drink</p></dd><dt>water</dt><dd><p>another</p></dd></dl><dl><dt>Author</dt><dd><p>Ada</p></dd><dt>Date</dt><dd><p>today</p></dd></dl><p>one<br>two</p><blockquote><p>quoted</p></blockquote>"
    )
  })
)

it.effect("reads code, pictures and admonitions, and names the directives that it does not read", () =>
  Effect.gen(function* () {
    for (const [text, html] of [
      [
        "Install::\n\n    pip install x\n      more\n\nText",
        "<p>Install:</p>\n<pre><code>pip install x\n  more\n</code></pre>\n<p>Text</p>"
      ],
      [
        ".. code-block:: python\n   :linenos:\n\n   a < b\n\n   c",
        '<pre><code class="language-python">a &lt; b\n\nc\n</code></pre>'
      ],
      [">>> 1 + 1\n2", '<pre><code class="language-pycon">&gt;&gt;&gt; 1 + 1\n2\n</code></pre>'],
      [
        ".. note:: Keep *this*.\n\n   And this.",
        "<blockquote><p><strong>Note</strong></p>\n<p>Keep <em>this</em>.</p><p>And this.</p></blockquote>"
      ],
      [".. image:: a.png\n   :alt: Map", '<p><img src="a.png" alt="Map"></p>'],
      [
        ".. figure:: a.png\n\n   A caption",
        '<figure><img src="a.png" alt=""><figcaption><p>A caption</p></figcaption></figure>'
      ],
      [".. py:function:: flow(a)\n\n   Flows.", "<dl><dt><code>flow(a)</code></dt><dd><p>Flows.</p></dd></dl>"],
      [".. a comment\n   of two lines\n\n.. toctree::\n\n   a\n\nText", "<p>Text</p>"]
    ] as const)
      assert.strictEqual(yield* body(text), html, text)
    const parsed = yield* parse("Text\n\n.. automodule:: river\n\n.. plot:: x\n")
    assert.deepStrictEqual(parsed.warnings, ["Directives were not read: automodule, plot."])
    assert.deepStrictEqual((yield* parse(".. nothing\n")).warnings, ["The file has no text."])
  })
)

it.effect("reads tables that are drawn, marked by lines, or lists of lists", () =>
  Effect.gen(function* () {
    for (const [text, html] of [
      [
        "+---+-------+\n| A | B     |\n+===+=======+\n| 1 | two   |\n|   | *ln*  |\n+---+-------+\n| both      |\n+-----------+",
        '<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>two<em>ln</em></td></tr><tr><td colspan="2">both</td></tr></tbody></table>'
      ],
      [
        "====  =====\nName  Price\n====  =====\nTea   4\nMilk  5\n      *b*\n====  =====\n\nText",
        "<table><thead><tr><th>Name</th><th>Price</th></tr></thead><tbody><tr><td>Tea</td><td>4</td></tr><tr><td>Milk</td><td>5<em>b</em></td></tr></tbody></table><p>Text</p>"
      ],
      [
        "==  ==\n1   2\n3   4\n==  ==",
        "<table><tbody><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></tbody></table>"
      ],
      [
        ".. list-table:: Prices\n   :header-rows: 1\n\n   * - a\n     - b\n   * - 1\n     - *two*",
        "<table><caption>Prices</caption><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td><em>two</em></td></tr></tbody></table>"
      ]
    ] as const)
      assert.strictEqual(flat(yield* body(text)), html, text)
  })
)

it.effect("reads hostile text to its end", () =>
  Effect.gen(function* () {
    for (const text of [
      "*a".repeat(20_000),
      ":a:`b".repeat(20_000),
      "+-+\n| |\n".repeat(10_000),
      `+${"-+".repeat(5000)}\n${"+-+\n".repeat(5000)}`,
      Array.from({ length: 2000 }, (_, at) => `${" ".repeat(at)}* a\n`).join("\n")
    ])
      assert.isBelow((yield* body(text)).length, 100 * text.length)
  })
)
