import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { paragraph } from "../support/pdfFile.ts"
import { body, prose } from "../support/pdfText.ts"

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
