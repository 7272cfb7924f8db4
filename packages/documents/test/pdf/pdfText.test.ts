import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { paragraph } from "../support/pdfFile.ts"
import { body, heading, prose } from "../support/pdfText.ts"

it.effect("makes headings of large type, by rank, and joins the lines of paragraphs", () =>
  Effect.gen(function* () {
    const html = yield* body([
      {
        texts: [
          heading("Annual Report", 80, 24),
          heading("Results", 120, 16),
          ...paragraph({ x: 72, y: 145, width: 420, text: prose }),
          ...paragraph({ x: 72, y: 210, width: 420, text: `Second: ${prose}` })
        ]
      }
    ])
    assert.strictEqual(html, `<h1>Annual Report</h1>\n<h2>Results</h2>\n<p>${prose}</p>\n<p>Second: ${prose}</p>`)
  })
)

it.effect("leaves out text that is far off the page", () =>
  Effect.gen(function* () {
    const far = [1e17, -1e17].flatMap((away) => [
      { ...heading("far below", away), x: 72 },
      { ...heading("far aside", 80), x: away }
    ])
    const texts = paragraph({ x: 72, y: 145, width: 420, text: prose })
    assert.strictEqual(yield* body([{ texts: [...texts, ...far] }]), `<p>${prose}</p>`)
  })
)

it.effect("takes bold lines of the body's size for headings of the lowest level", () =>
  Effect.gen(function* () {
    const html = yield* body([
      {
        texts: [
          heading("Title", 80, 20),
          ...paragraph({ x: 72, y: 110, width: 420, text: prose }),
          heading("Details", 170, 10),
          ...paragraph({ x: 72, y: 184, width: 420, text: prose })
        ]
      }
    ])
    assert.strictEqual(html, `<h1>Title</h1>\n<p>${prose}</p>\n<h2>Details</h2>\n<p>${prose}</p>`)
  })
)

it.effect("reads columns one after the other, the heading above both first", () =>
  Effect.gen(function* () {
    const left = `Left column. ${prose} ${prose}`
    const right = `Right column. ${prose} ${prose}`
    const html = yield* body([
      {
        texts: [
          heading("Two columns", 70),
          ...paragraph({ x: 72, y: 110, width: 210, text: left }),
          ...paragraph({ x: 310, y: 110, width: 210, text: right }),
          ...paragraph({ x: 72, y: 330, width: 448, text: `Below. ${prose}` })
        ]
      }
    ])
    assert.strictEqual(html, `<h1>Two columns</h1>\n<p>${left}</p>\n<p>${right}</p>\n<p>Below. ${prose}</p>`)
  })
)

it.effect("joins a paragraph that goes on in the next column and on the next page", () =>
  Effect.gen(function* () {
    const lines = paragraph({ x: 72, y: 90, width: 420, text: `${prose} ${prose} ${prose}` })
    const half = Math.floor(lines.length / 2)
    const html = yield* body([
      { texts: lines.slice(0, half).map((line) => ({ ...line, y: line.y + 600 })) },
      { texts: lines.slice(half) }
    ])
    assert.strictEqual(html, `<p>${prose} ${prose} ${prose}</p>`)
  })
)

it.effect("puts words broken at the end of a line together, and keeps the hyphen of compounds", () =>
  Effect.gen(function* () {
    const html = yield* body([
      {
        texts: [
          { x: 72, y: 100, text: "This is a well-known matter that the long para-" },
          { x: 72, y: 112, text: "graph in the middle of the page tells of a well-" },
          { x: 72, y: 124, text: "known kind of thing that happens to be so here." }
        ]
      }
    ])
    assert.strictEqual(
      html,
      "<p>This is a well-known matter that the long paragraph in the middle of the page tells of a well-known kind of thing that happens to be so here.</p>"
    )
  })
)

it.effect("makes nested lists of bullets and ordered lists of numbers", () =>
  Effect.gen(function* () {
    const html = yield* body([
      {
        texts: [
          { x: 72, y: 90, text: "What we need:" },
          { x: 90, y: 104, text: "• apples that are ripe and sweet enough to be eaten by" },
          { x: 99, y: 116, text: "children and by grown people" },
          { x: 90, y: 128, text: "• pears" },
          { x: 110, y: 140, text: "– green ones" },
          { x: 110, y: 152, text: "– yellow ones" },
          { x: 90, y: 164, text: "• plums" },
          { x: 72, y: 190, text: "What we do:" },
          { x: 90, y: 204, text: "1. wash them" },
          { x: 90, y: 216, text: "2. cut them" },
          { x: 90, y: 228, text: "3. eat them" }
        ]
      }
    ])
    assert.strictEqual(
      html,
      [
        "<p>What we need:</p>",
        "<ul><li>apples that are ripe and sweet enough to be eaten by children and by grown people</li>",
        "<li>pears<ul><li>green ones</li>",
        "<li>yellow ones</li></ul></li>",
        "<li>plums</li></ul>",
        "<p>What we do:</p>",
        "<ol><li>wash them</li>",
        "<li>cut them</li>",
        "<li>eat them</li></ol>"
      ].join("\n")
    )
  })
)

it.effect("reads text once that is drawn twice to look bold", () =>
  Effect.gen(function* () {
    const html = yield* body([
      {
        texts: [
          { x: 72, y: 100, text: "Struck twice" },
          { x: 72.3, y: 100, text: "Struck " },
          { x: 72.3, y: 100.2, text: "Struck twice" }
        ]
      }
    ])
    assert.strictEqual(html, "<p>Struck twice</p>")
  })
)

it.effect("puts the title over chapters of larger type, and entries without dots into the table of contents", () =>
  Effect.gen(function* () {
    const html = yield* body([
      { texts: [heading("The Book", 200, 16), { x: 72, y: 240, text: "A. Writer" }] },
      {
        texts: [
          heading("1 First", 80, 10),
          { x: 400, y: 80, size: 10, font: "Helvetica-Bold", text: "3" },
          { x: 72, y: 100, text: "1.1 Inner ..................... 3" },
          heading("2 Second", 120, 10),
          { x: 400, y: 120, size: 10, font: "Helvetica-Bold", text: "5" }
        ]
      },
      { texts: [heading("First", 80, 24), ...paragraph({ x: 72, y: 110, width: 420, text: prose })] }
    ])
    assert.match(html, /^<h1>The Book<\/h1>\n<p>A. Writer<\/p>/)
    assert.include(html, "<li>1.1 Inner … 3</li>")
    assert.notMatch(html, /<h\d>[^<]*(?:1 First|2 Second)/)
    assert.include(html, `<h1>First</h1>\n<p>${prose}</p>`)
  })
)

it.effect("makes a list of a table of contents, with dots or without", () =>
  Effect.gen(function* () {
    const rows = [
      ["1 Beginning", "3"],
      ["2 Middle", "17"],
      ["2.1 Detail", "21"],
      ["3 End", "40"]
    ]
    const without = yield* body([
      {
        texts: rows.flatMap(([title, page], index) => [
          { x: 72, y: 100 + index * 14, text: title! },
          { x: 480, y: 100 + index * 14, text: page! }
        ])
      }
    ])
    const dotted = yield* body([
      { texts: rows.map(([title, page], index) => ({ x: 72, y: 100 + index * 14, text: `${title} ........ ${page}` })) }
    ])
    const expected = `<ul>${rows.map(([title, page]) => `<li>${title} … ${page}</li>`).join("\n")}</ul>`
    assert.strictEqual(without.replaceAll(/\s*…\s*/g, " … "), expected)
    assert.strictEqual(dotted.replaceAll(/\s*…\s*/g, " … "), expected)
  })
)

it.effect("drops running heads, footers and page numbers", () =>
  Effect.gen(function* () {
    const html = yield* body(
      [1, 2, 3, 4].map((page) => ({
        texts: [
          { x: 72, y: 40, size: 9, text: "Quarterly letter" },
          ...paragraph({
            x: 72,
            y: 100,
            width: 420,
            text: `Page of number ${["one", "two", "three", "four"][page - 1]}. ${prose}`
          }),
          { x: 290, y: 810, size: 9, text: `${page} / 4` }
        ]
      }))
    )
    assert.notInclude(html, "Quarterly letter")
    assert.notInclude(html, "/ 4")
    assert.strictEqual(html.split("<p>").length, 5)
  })
)

it.effect("keeps links where they lie over text", () =>
  Effect.gen(function* () {
    const html = yield* body([
      {
        texts: [{ x: 72, y: 100, text: "See the manual for more." }],
        links: [{ box: [92, 90, 144, 104], href: "https://example.com/manual" }]
      }
    ])
    assert.strictEqual(html, `<p>See <a href="https://example.com/manual">the manual</a> for more.</p>`)
  })
)

it.effect("keeps code of a fixed-width font with its indents", () =>
  Effect.gen(function* () {
    const html = yield* body([
      {
        texts: [
          ...paragraph({ x: 72, y: 80, width: 420, text: prose }),
          { x: 72, y: 140, font: "Courier", text: "if (ready) {" },
          { x: 96, y: 152, font: "Courier", text: "start(<job>)" },
          { x: 72, y: 164, font: "Courier", text: "}" }
        ]
      }
    ])
    assert.strictEqual(html, `<p>${prose}</p>\n<pre><code>if (ready) {\n    start(&lt;job&gt;)\n}\n</code></pre>`)
  })
)

it.effect("writes notes at the foot of the page as footnotes", () =>
  Effect.gen(function* () {
    const html = yield* body([
      {
        texts: [
          { x: 72, y: 100, text: "The claim was never proven" },
          { x: 196, y: 96, size: 6, text: "1" },
          { x: 201, y: 100, text: " in any court of the land." },
          ...paragraph({ x: 72, y: 130, width: 420, text: prose }),
          { x: 72, y: 780, size: 8, text: "1 See the second volume." }
        ]
      }
    ])
    assert.include(html, `proven<sup><a href="#fn-1" id="fnref-1">1</a></sup> in any court`)
    assert.include(
      html,
      `<section class="footnotes">\n<ol>\n<li id="fn-1"><p>See the second volume. <a href="#fnref-1">↩</a></p></li>\n</ol>\n</section>`
    )
  })
)

it.effect("leaves out text that stands across or beside the page's own direction", () =>
  Effect.gen(function* () {
    const html = yield* body([
      {
        texts: [
          ...paragraph({ x: 72, y: 100, width: 420, text: prose }),
          { x: 30, y: 500, upwards: true, text: "Stamp" }
        ]
      }
    ])
    assert.strictEqual(html, `<p>${prose}</p>`)
  })
)

it.effect("reads a page that is set sideways throughout", () =>
  Effect.gen(function* () {
    const html = yield* body([
      {
        texts: [
          { x: 100, y: 700, upwards: true, text: "A table too wide for the page stands on its side, and" },
          { x: 112, y: 700, upwards: true, text: "people turn the page to read it." }
        ]
      }
    ])
    assert.strictEqual(
      html,
      "<p>A table too wide for the page stands on its side, and people turn the page to read it.</p>"
    )
  })
)

it.effect("reads the values of form fields and text written into the page, not passwords and comments", () =>
  Effect.gen(function* () {
    const field = (y: number, dict: string) => ({
      box: [130, y - 10, 330, y + 3] as const,
      dict: `/Subtype /Widget ${dict}`
    })
    const html = yield* body([
      {
        texts: ["Name:", "City:", "Secret:", "Paid"].map((text, index) => ({
          x: text === "Paid" ? 92 : 72,
          y: 100 + index * 30,
          text
        })),
        annotations: [
          field(100, "/FT /Tx /T (name) /V (Jane Doe)"),
          field(130, "/FT /Ch /Ff 131072 /T (city) /V (p) /Opt [[(p) (Paris)] [(r) (Rome)]]"),
          field(160, "/FT /Tx /Ff 8192 /T (secret) /V (hunter2)"),
          {
            box: [72, 181, 84, 193],
            dict: "/Subtype /Widget /FT /Btn /T (paid) /V /Yes /AS /Yes /AP << /N << /Yes << >> >> >>"
          },
          { box: [72, 220, 300, 234], dict: "/Subtype /FreeText /DA (/Helv 10 Tf) /Contents (Received on Monday)" },
          { box: [300, 100, 320, 120], dict: "/Subtype /Text /Contents (a comment)" }
        ]
      }
    ])
    assert.strictEqual(
      html,
      ["Name: Jane Doe", "City: Paris", "Secret:", "☒ Paid", "Received on Monday"]
        .map((text) => `<p>${text}</p>`)
        .join("\n")
    )
  })
)

it.effect("takes small marks before lines for bullets, and no others", () =>
  Effect.gen(function* () {
    const html = yield* body([
      {
        squares: [
          [76, 95, 4],
          [96, 109, 4],
          [76, 123, 4],
          // Behind text, over text and far from any.
          [160, 165, 4],
          [76, 190, 4],
          [300, 300, 4]
        ],
        texts: [
          { x: 90, y: 100, text: "one" },
          { x: 110, y: 114, text: "inner" },
          { x: 90, y: 128, text: "two" },
          { x: 72, y: 170, text: "A line of text" },
          { x: 72, y: 204, text: "Another line." }
        ]
      }
    ])
    assert.strictEqual(
      html,
      "<ul><li>one<ul><li>inner</li></ul></li>\n<li>two</li></ul>\n<p>A line of text</p>\n<p>Another line.</p>"
    )
  })
)
