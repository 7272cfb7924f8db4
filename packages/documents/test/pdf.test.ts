import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { pdf } from "../src/index.ts"
import { paragraph, pdfFile, type PdfPageSpec, type PdfText } from "./support/pdfFile.ts"
import { bodyOf, read } from "./support/read.ts"

/** On the caller's thread: what is read, not where, is tested here. */
const parser = pdf({ inlineBytes: Infinity })

const body = (pages: ReadonlyArray<PdfPageSpec>) => Effect.map(read(parser, pdfFile({ pages })), bodyOf)

const prose =
  "The quick brown fox jumps over the lazy dog and runs along the river bank until the evening comes. " +
  "Nobody in the village had seen such a fox before, and the children talked about it for many weeks."

const heading = (text: string, y: number, size = 18): PdfText => ({ x: 72, y, size, font: "Helvetica-Bold", text })

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

const grid = (xs: ReadonlyArray<number>, ys: ReadonlyArray<number>) => [
  ...xs.map((x) => [x, ys[0]!, x, ys.at(-1)!] as const),
  ...ys.map((y) => [xs[0]!, y, xs.at(-1)!, y] as const)
]

it.effect("reads a table drawn with lines, cells of several lines included", () =>
  Effect.gen(function* () {
    const html = yield* body([
      {
        lines: grid([72, 200, 320, 420], [100, 120, 150, 170]),
        texts: [
          { x: 76, y: 114, font: "Helvetica-Bold", text: "Name" },
          { x: 204, y: 114, font: "Helvetica-Bold", text: "Kind" },
          { x: 324, y: 114, font: "Helvetica-Bold", text: "Price" },
          { x: 76, y: 132, text: "Apple" },
          { x: 204, y: 132, text: "a fruit of the" },
          { x: 204, y: 144, text: "garden" },
          { x: 324, y: 132, text: "1.20" },
          { x: 76, y: 164, text: "Leek" },
          { x: 204, y: 164, text: "vegetable" },
          { x: 324, y: 164, text: "0.80" },
          ...paragraph({ x: 72, y: 220, width: 420, text: prose })
        ]
      }
    ])
    assert.strictEqual(
      html,
      [
        "<table>",
        "<thead>",
        "<tr><th>Name</th><th>Kind</th><th>Price</th></tr>",
        "</thead>",
        "<tbody>",
        "<tr><td>Apple</td><td>a fruit of the garden</td><td>1.20</td></tr>",
        "<tr><td>Leek</td><td>vegetable</td><td>0.80</td></tr>",
        "</tbody>",
        "</table>",
        `<p>${prose}</p>`
      ].join("\n")
    )
  })
)

it.effect("joins cells where a line of the table is missing", () =>
  Effect.gen(function* () {
    const html = yield* body([
      {
        lines: [
          ...[100, 120, 140, 160].map((y) => [72, y, 372, y] as const),
          [72, 100, 72, 160],
          [372, 100, 372, 160],
          [172, 120, 172, 160],
          [272, 100, 272, 160]
        ],
        texts: [
          { x: 76, y: 114, text: "Both" },
          { x: 276, y: 114, text: "Single" },
          { x: 76, y: 134, text: "a" },
          { x: 176, y: 134, text: "b" },
          { x: 276, y: 134, text: "c" },
          { x: 76, y: 154, text: "d" },
          { x: 176, y: 154, text: "e" },
          { x: 276, y: 154, text: "f" }
        ]
      }
    ])
    assert.include(html, `<tr><th colspan="2">Both</th><th>Single</th></tr>`)
    assert.include(html, "<tr><td>d</td><td>e</td><td>f</td></tr>")
  })
)

it.effect("finds a table without lines by the edges that its cells share", () =>
  Effect.gen(function* () {
    const rows = [
      ["City", "People", "Area"],
      ["Berlin", "3 700 000", "891"],
      ["Hamburg", "1 900 000", "755"],
      ["Munich", "1 500 000", "311"]
    ]
    const html = yield* body([
      {
        texts: [
          ...paragraph({ x: 72, y: 90, width: 448, text: prose }),
          ...rows.flatMap((row, index) =>
            row.map((text, column) => ({ x: 72 + column * 130, y: 160 + index * 16, text }))
          ),
          ...paragraph({ x: 72, y: 250, width: 448, text: prose })
        ]
      }
    ])
    assert.strictEqual(
      html,
      [
        `<p>${prose}</p>`,
        "<table>",
        "<thead>",
        "<tr><th>City</th><th>People</th><th>Area</th></tr>",
        "</thead>",
        "<tbody>",
        "<tr><td>Berlin</td><td>3 700 000</td><td>891</td></tr>",
        "<tr><td>Hamburg</td><td>1 900 000</td><td>755</td></tr>",
        "<tr><td>Munich</td><td>1 500 000</td><td>311</td></tr>",
        "</tbody>",
        "</table>",
        `<p>${prose}</p>`
      ].join("\n")
    )
  })
)

it.effect("parts cells that stand close together where a line is drawn between them", () =>
  Effect.gen(function* () {
    const html = yield* body([
      {
        lines: grid([72, 104, 128], [100, 120, 140]),
        texts: [
          { x: 74, y: 114, text: "12345" },
          { x: 107, y: 114, text: "67" },
          { x: 74, y: 134, text: "1" },
          { x: 107, y: 134, text: "2" }
        ]
      }
    ])
    assert.include(html, "<tr><td>12345</td><td>67</td></tr>")
  })
)

it.effect("keeps the heads of columns that stand sideways", () =>
  Effect.gen(function* () {
    const html = yield* body([
      {
        lines: grid([72, 172, 192, 212], [100, 160, 180]),
        texts: [
          { x: 76, y: 155, text: "Place" },
          { x: 186, y: 155, upwards: true, text: "Rain" },
          { x: 206, y: 155, upwards: true, text: "Sun" },
          { x: 76, y: 175, text: "Here" },
          { x: 176, y: 175, text: "1" },
          { x: 196, y: 175, text: "2" }
        ]
      }
    ])
    assert.include(html, "<tr><th>Place</th><th>Rain</th><th>Sun</th></tr>")
  })
)

it.effect("takes boxes behind lines of text and around text for no tables", () =>
  Effect.gen(function* () {
    const lines = paragraph({ x: 72, y: 100, width: 420, text: prose })
    const html = yield* body([
      {
        lines: lines.flatMap(({ x, y }, index) => grid([x - 2, x + 300 - index * 40], [y - 9, y + 3])),
        texts: lines
      }
    ])
    assert.strictEqual(html, `<p>${prose}</p>`)
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

it.effect("follows the file's own structure: headings by role, artifacts dropped", () =>
  Effect.gen(function* () {
    const parsed = yield* read(
      parser,
      pdfFile({
        pages: [
          {
            texts: [
              { x: 72, y: 60, text: "Confidential", mark: { tag: "Artifact" } },
              { x: 72, y: 100, text: "An unassuming heading", mark: { tag: "H2", id: 0 } },
              ...paragraph({ x: 72, y: 130, width: 420, text: prose }).map((line) => ({
                ...line,
                mark: { tag: "P", id: 1 }
              }))
            ]
          }
        ],
        structure: [
          { page: 1, id: 0, role: "H2" },
          { page: 1, id: 1, role: "P" }
        ]
      })
    )
    assert.strictEqual(bodyOf(parsed), `<h2>An unassuming heading</h2>\n<p>${prose}</p>`)
  })
)

it.effect("takes the depth of headings from the outline", () =>
  Effect.gen(function* () {
    const parsed = yield* read(
      parser,
      pdfFile({
        outline: [{ title: "Small but first", page: 1 }],
        pages: [
          {
            texts: [
              heading("Loud remark", 80, 16),
              ...paragraph({ x: 72, y: 110, width: 420, text: prose }),
              { x: 72, y: 180, size: 10, text: "Small but first" },
              ...paragraph({ x: 72, y: 210, width: 420, text: prose })
            ]
          }
        ]
      })
    )
    assert.include(bodyOf(parsed), "<h2>Small but first</h2>")
  })
)

const threePages = [1, 2, 3].map((page) => ({ texts: [{ x: 72, y: 100, text: `Text of page ${page}.` }] }))

it.effect("says title, author, language, dates and pages, as the file has them", () =>
  Effect.gen(function* () {
    const { html, metadata } = yield* read(
      parser,
      pdfFile({
        pages: threePages,
        language: "en-GB",
        info: { Title: "Letters", Author: "A. Writer", CreationDate: "D:20240131120000Z" }
      })
    )
    assert.deepInclude(metadata, {
      title: "Letters",
      author: "A. Writer",
      language: "en-GB",
      publishedTime: "2024-01-31T12:00:00.000Z",
      numPages: 3,
      totalPages: 3
    })
    assert.include(html, `<html lang="en-GB">`)
    assert.include(html, "<title>Letters</title>")
  })
)

it.effect("reads the first pages only when asked, and says how many there are", () =>
  Effect.gen(function* () {
    const parsed = yield* read(parser, pdfFile({ pages: threePages }), { spec: { type: "pdf", maxPages: 2 } })
    assert.deepInclude(parsed.metadata, { numPages: 2, totalPages: 3 })
    assert.strictEqual(bodyOf(parsed), "<p>Text of page 1.</p>\n<p>Text of page 2.</p>")
  })
)

it.effect("gives each page on its own, and its blocks with their places, when asked", () =>
  Effect.gen(function* () {
    const { blocks, pages } = yield* read(parser, pdfFile({ pages: threePages }), {
      spec: { type: "pdf", pages: true, blocks: true }
    })
    assert.deepStrictEqual(
      pages,
      [1, 2, 3].map((page) => ({ pageNumber: page, html: `<p>Text of page ${page}.</p>` }))
    )
    const box = [72, 92, 138.7, 102.5]
    const item = { type: "paragraph", label: null, bbox: box, markdownSpan: null }
    assert.deepStrictEqual(
      blocks,
      [1, 2, 3].map((page) => ({
        pageNumber: page,
        width: 595,
        height: 842,
        status: "completed",
        items: [{ id: `p${page}-1`, content: `Text of page ${page}.`, ...item }]
      }))
    )
  })
)

it.effect("marks where a page begins when asked", () =>
  Effect.gen(function* () {
    const parsed = yield* read(parser, pdfFile({ pages: threePages.slice(0, 2) }), {
      spec: { type: "pdf", pageMarkers: true }
    })
    assert.strictEqual(
      bodyOf(parsed),
      `<p data-page-number="1">Page 1</p>\n<p>Text of page 1.</p>\n<p data-page-number="2">Page 2</p>\n<p>Text of page 2.</p>`
    )
  })
)

it.effect("fails with a reason for files that need a password", () =>
  Effect.gen(function* () {
    const failure = yield* Effect.flip(read(parser, pdfFile({ pages: threePages, password: "secret" })))
    assert.deepInclude(failure, { _tag: "UnreadableDocument", why: "encrypted" })
  })
)

it.effect("opens files that are encrypted with an empty password", () =>
  Effect.gen(function* () {
    const parsed = yield* read(parser, pdfFile({ pages: threePages.slice(0, 1), password: "" }))
    assert.strictEqual(bodyOf(parsed), "<p>Text of page 1.</p>")
  })
)

it.effect("fails with a reason for scanned files, and warns of single scanned pages", () =>
  Effect.gen(function* () {
    const scan = { picture: true }
    const failure = yield* Effect.flip(read(parser, pdfFile({ pages: [scan, scan] })))
    assert.deepInclude(failure, { _tag: "UnreadableDocument", why: "scanned" })
    const { warnings } = yield* read(parser, pdfFile({ pages: [...threePages, scan] }))
    assert.deepStrictEqual(warnings, ["Pages without text, which may be scans: 4."])
  })
)

it.effect("fails with a reason for damaged files and for too many pages", () =>
  Effect.gen(function* () {
    const damaged = yield* Effect.flip(read(parser, new TextEncoder().encode("%PDF-1.7 nothing that follows")))
    assert.deepInclude(damaged, { _tag: "UnreadableDocument", why: "damaged" })
    const strict = pdf({ inlineBytes: Infinity, maxPages: 2 })
    const many = yield* Effect.flip(read(strict, pdfFile({ pages: threePages })))
    assert.deepInclude(many, { _tag: "UnreadableDocument", why: "too-many-pages" })
    const fewer = yield* read(strict, pdfFile({ pages: threePages }), { spec: { type: "pdf", maxPages: 1 } })
    assert.deepInclude(fewer.metadata, { numPages: 1, totalPages: 3 })
  })
)

it.effect("recovers a file whose end is cut off", () =>
  Effect.gen(function* () {
    const whole = pdfFile({ pages: threePages })
    const end = Buffer.from(whole).lastIndexOf("xref\n0")
    const parsed = yield* read(parser, whole.subarray(0, end))
    assert.include(bodyOf(parsed), "Text of page 1.")
  })
)
