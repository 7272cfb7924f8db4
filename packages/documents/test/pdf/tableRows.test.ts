import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { paragraph, type PdfText } from "../support/pdfFile.ts"
import { body, prose } from "../support/pdfText.ts"

const row = (xs: ReadonlyArray<number>, y: number, ...texts: ReadonlyArray<string>): ReadonlyArray<PdfText> =>
  texts.flatMap((text, at) => (text === "" ? [] : [{ x: xs[at]!, y, text }]))

const above = paragraph({ x: 72, y: 60, width: 450, text: prose })

describe("a row of a table", () => {
  it.effect("begins beside each label, where the labels stand in a field without strokes", () =>
    Effect.gen(function* () {
      const xs = [76, 254, 344]
      const labels = ["Cost of grain", "Milling", "Carting and storing", "Repairs of the wheel", "Sum"]
      const ys = [110, 126, 142, 158, 174, 190]
      const html = yield* body([
        {
          lines: [
            [70, 110, 430, 110],
            [70, 190, 430, 190],
            // The strokes between the rows leave the labels out.
            ...ys.slice(1, -1).map((y) => [250, y, 430, y] as const),
            ...[250, 340, 430].map((x) => [x, 110, x, 190] as const),
            [70, 110, 70, 190]
          ],
          texts: [
            ...above,
            ...labels.flatMap((label, at) => row(xs, 121 + at * 16, label, `${at + 3},400`, at === 1 ? "" : `${at}00`))
          ]
        }
      ])
      assert.include(html, "<td>Milling</td><td>4,400</td><td></td>")
      assert.include(html, "<td>Sum</td><td>7,400</td><td>400</td>")
    })
  )

  it.effect("holds the rest of its label, which stands on a line of its own", () =>
    Effect.gen(function* () {
      const xs = [76, 254, 344]
      const html = yield* body([
        {
          texts: [
            ...above,
            ...row(xs, 110, "Measure", "1997", "1998"),
            ...row(xs, 123, "Income of the mill", "49.1", "51.2"),
            ...row(xs, 136, "Income between the mills (Gini", "0.06", "0.07"),
            ...row(xs, 149, "index)"),
            ...row(xs, 162, "Years that are lost before the", "71.0", "69.9"),
            ...row(xs, 175, "wheel is repaired"),
            ...row(xs, 188, "Days of high water", "12.5", "13.1")
          ]
        }
      ])
      assert.include(html, "<td>Income between the mills (Gini index)</td><td>0.06</td><td>0.07</td>")
      assert.include(html, "<td>Years that are lost before the wheel is repaired</td><td>71.0</td>")
      assert.include(html, "<td>Days of high water</td><td>12.5</td>")
    })
  )

  it.effect("is all that stands between two strokes, where its cells are text on several lines", () =>
    Effect.gen(function* () {
      const xs = [76, 180, 340]
      const strokes = [106, 122, 152, 182, 212]
      const html = yield* body([
        {
          lines: strokes.map((y) => [72, y, 500, y] as const),
          texts: [
            ...above,
            ...row(xs, 117, "Trade", "What it needs", "Who does it"),
            ...row(xs, 134, "Milling", "Grain that is dry and water that", "The miller and one of"),
            ...row(xs, 146, "of grain", "runs all the year", "his sons"),
            ...row(xs, 164, "Carting", "A cart with two wheels and one", "Whoever has a horse of"),
            ...row(xs, 176, "to town", "horse at least", "his own"),
            ...row(xs, 194, "Storing", "A dry loft above the wheel, with", "The people of the mill"),
            ...row(xs, 206, "of sacks", "a door that shuts", "and their cats")
          ]
        }
      ])
      assert.include(
        html,
        "<tr><td>Carting to town</td><td>A cart with two wheels and one horse at least</td><td>Whoever has a horse of his own</td></tr>"
      )
      assert.match(html, /<thead>\n<tr><th>Trade<\/th>/)
    })
  )

  it.effect("is each line, where strokes only set off the head and the sum", () =>
    Effect.gen(function* () {
      const xs = [76, 254, 344]
      const html = yield* body([
        {
          lines: [106, 122, 166, 182].map((y) => [72, y, 420, y] as const),
          texts: [
            ...above,
            ...row(xs, 117, "Mill", "River", "Owner"),
            ...row(xs, 134, "upper mill", "Aar", "a widow"),
            ...row(xs, 147, "lower mill", "Aar", "two brothers"),
            ...row(xs, 160, "town mill", "Emme", "the council"),
            ...row(xs, 177, "All", "two", "three")
          ]
        }
      ])
      assert.include(html, "<tr><td>lower mill</td><td>Aar</td><td>two brothers</td></tr>")
    })
  )

  it.effect("is not cut by boxes that shade the lines of a cell, but by those that shade rows", () =>
    Effect.gen(function* () {
      const page = 842
      const box = (x0: number, y0: number, x1: number, y1: number) =>
        `0.9 g ${x0} ${page - y1} ${x1 - x0} ${y1 - y0} re f 0 g`
      const frame = (ys: ReadonlyArray<number>) => [
        ...ys.map((y) => [70, y, 430, y] as const),
        ...[70, 250, 430].map((x) => [x, ys[0]!, x, ys.at(-1)!] as const)
      ]
      const cells = [0, 1, 2].flatMap((at) => [
        { x: 76, y: 112 + at * 30, text: `The mill number ${at}` },
        { x: 76, y: 124 + at * 30, text: "and its owners" },
        { x: 256, y: 112 + at * 30, text: `River ${at}` }
      ])
      const shaded = yield* body([
        {
          operators: [box(76, 133, 244, 145), box(76, 145, 244, 157)].join("\n"),
          lines: frame([100, 130, 160, 190]),
          texts: [...above, ...cells]
        }
      ])
      assert.include(shaded, "<tr><td>The mill number 1 and its owners</td><td>River 1</td></tr>")
      // In a frame without inner lines, the boxes are the rows.
      const rows = yield* body([
        {
          operators: [box(70, 100, 430, 130), box(70, 160, 430, 190)].join("\n"),
          lines: frame([100, 190]),
          texts: [...above, ...cells]
        }
      ])
      assert.include(rows, "<tr><td>The mill number 1 and its owners</td><td>River 1</td></tr>")
    })
  )
})

describe("a column of a table", () => {
  it.effect("holds text: narrow ones without any only part their neighbors", () =>
    Effect.gen(function* () {
      const edges = [70, 200, 204, 300, 305, 400]
      const ys = [100, 116, 132, 148, 164]
      const html = yield* body([
        {
          lines: [...ys.map((y) => [70, y, 400, y] as const), ...edges.map((x) => [x, 100, x, 164] as const)],
          texts: [
            ...above,
            ...[0, 1, 2, 3].flatMap((at) =>
              row([76, 210, 310], 112 + at * 16, `The mill ${"abcd"[at]}`, `0.${at}6`, `0.4${at}`)
            )
          ]
        }
      ])
      assert.include(html, "<tr><td>The mill d</td><td>0.36</td><td>0.43</td></tr>")
      // A narrow column of marks stays.
      const marks = yield* body([
        {
          lines: [
            ...ys.map((y) => [70, y, 400, y] as const),
            ...[70, 200, 208, 400].map((x) => [x, 100, x, 164] as const)
          ],
          texts: [
            ...above,
            ...[0, 1, 2, 3].flatMap((at) =>
              row([76, 201.5, 214], 112 + at * 16, `The mill ${"abcd"[at]}`, "x", `0.4${at}`)
            )
          ]
        }
      ])
      assert.include(marks, "<td>x</td><td>0.43</td>")
    })
  )
})
