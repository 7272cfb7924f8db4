import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { PdfText } from "../support/pdfFile.ts"
import { body } from "../support/pdfText.ts"

type Line = readonly [x0: number, y0: number, x1: number, y1: number]

const across = (ys: ReadonlyArray<number>, from: number, to: number): ReadonlyArray<Line> =>
  ys.map((y) => [from, y, to, y] as const)
const down = (xs: ReadonlyArray<number>, from: number, to: number): ReadonlyArray<Line> =>
  xs.map((x) => [x, from, x, to] as const)

/** A row of texts at the left edges of columns. */
const row = (xs: ReadonlyArray<number>, y: number, ...texts: ReadonlyArray<string>): ReadonlyArray<PdfText> =>
  texts.flatMap((text, at) => (text === "" ? [] : [{ x: xs[at]!, y, text }]))

/** The texts of the cells of the first table, row by row; a cell of several columns says how many. */
const tableOf = (html: string): ReadonlyArray<ReadonlyArray<string>> =>
  [...(/<table>([\s\S]*?)<\/table>/.exec(html)?.[1] ?? "").matchAll(/<tr>(.*?)<\/tr>/g)].map(([, cells]) =>
    [...cells!.matchAll(/<t[hd](?: colspan="(\d)")?[^>]*>(.*?)<\/t[hd]>/g)].map(([, span, text]) =>
      span === undefined ? text! : `${text} (${span})`
    )
  )

describe("a table that is drawn with fewer lines than it has cells", () => {
  it.effect("has the rows of its numbers where no stroke parts them", () =>
    Effect.gen(function* () {
      const xs = [76, 204, 304]
      const html = yield* body([
        {
          lines: [...across([100, 120, 200], 72, 400), ...down([72, 200, 300, 400], 100, 200)],
          texts: [
            ...row(xs, 114, "Quay", "Boats", "Share"),
            ...row(xs, 134, "North", "1,204", "48 %"),
            ...row(xs, 148, "South", "980", "39 %"),
            ...row(xs, 162, "The old mole of", "", ""),
            ...row(xs, 176, "the fishermen", "326", "13 %"),
            ...row(xs, 190, "Outer", "-", "0 %")
          ]
        }
      ])
      const table = tableOf(html)
      assert.deepStrictEqual(table[1], ["North", "1,204", "48 %"])
      assert.deepStrictEqual(table[2]!.slice(1), ["980", "39 %"])
      assert.deepStrictEqual(table.at(-1), ["Outer", "-", "0 %"])
      assert.strictEqual(table.length, 5)
    })
  )

  it.effect("has the columns of its numbers where no stroke parts them", () =>
    Effect.gen(function* () {
      const xs = [76, 184, 244, 324, 384]
      const html = yield* body([
        {
          lines: [...across([100, 136, 200], 72, 440), ...down([72, 180, 320, 440], 100, 200)],
          texts: [
            ...row([76, 204, 344], 114, "", "Summer", "Winter"),
            ...row(xs, 130, "Ferry", "Cars", "People", "Cars", "People"),
            ...row(xs, 152, "Ost", "410", "1,930", "122", "640"),
            ...row(xs, 168, "West", "385", "1,702", "99", "587"),
            ...row(xs, 184, "Fjord", "76", "801", "-", "312")
          ]
        }
      ])
      assert.deepStrictEqual(tableOf(html).slice(-3), [
        ["Ost", "410", "1,930", "122", "640"],
        ["West", "385", "1,702", "99", "587"],
        ["Fjord", "76", "801", "-", "312"]
      ])
    })
  )

  it.effect("parts the cells of rows that have no strokes between them as its other rows are parted", () =>
    Effect.gen(function* () {
      const xs = [76, 184, 264, 344]
      const edges = [72, 180, 260, 340, 420]
      const html = yield* body([
        {
          lines: [
            ...across([100, 120, 140, 160, 180], 72, 420),
            ...down(edges, 100, 120),
            ...down([72, 420], 120, 160),
            ...down(edges, 160, 180)
          ],
          texts: [
            ...row(xs, 114, "Land", "Own (%)", "Abroad (%)", "All"),
            ...row(xs, 134, "Hithland", "92.9", "7.1", "5,821"),
            ...row([76], 154, "No report came from the other lands in that year at all"),
            ...row(xs, 174, "Sum", "61.6", "38.4", "9,030")
          ]
        }
      ])
      assert.deepStrictEqual(tableOf(html), [
        ["Land", "Own (%)", "Abroad (%)", "All"],
        ["Hithland", "92.9", "7.1", "5,821"],
        ["No report came from the other lands in that year at all (4)"],
        ["Sum", "61.6", "38.4", "9,030"]
      ])
    })
  )

  it.effect("keeps sentences beside each other in their cells, though their lines stand level", () =>
    Effect.gen(function* () {
      const html = yield* body([
        {
          lines: [...across([100, 120, 190], 72, 420), ...down([72, 240, 420], 100, 190)],
          texts: [
            ...row([76, 244], 114, "Who asks", "What is done"),
            ...row([76, 244], 134, "Owners of boats who", "The mooring of 2019 is"),
            ...row([76, 244], 148, "want to stay for the", "kept for them until the"),
            ...row([76, 244], 162, "winter, and who came", "end of March, and then"),
            ...row([76, 244], 176, "before the tenth.", "given to others.")
          ]
        }
      ])
      assert.deepStrictEqual(tableOf(html)[1], [
        "Owners of boats who want to stay for the winter, and who came before the tenth.",
        "The mooring of 2019 is kept for them until the end of March, and then given to others."
      ])
    })
  )
})

describe("a table without lines", () => {
  it.effect("cuts a row that is one run of text at the columns of its neighbours", () =>
    Effect.gen(function* () {
      const xs = [72, 200, 292, 321]
      // Blanks of 0.6 of the size: wider than between words, narrower than what always ends a run.
      const gap = 0.6 * 11 - 0.278 * 11
      const html = yield* body([
        {
          texts: [
            ...row(xs, 100, "Age", "No.", "Rate", "Range"),
            ...row(xs, 116, "45-54", "047", "21.8", "16-29"),
            ...row(xs, 132, "55-64", "116", "85.5", "69-99"),
            ...[148, 164, 180].flatMap((y, at) => [
              ...row(xs, y, ["65-74", "75-84", "85-99"][at]!, ["164", "242", "208"][at]!),
              { x: 292, y, text: ["34.9 57-70", "54.1 57-73", "71.7 10-44"][at]!, wordSpacing: gap }
            ])
          ].map((text) => ({ size: 11, ...text }))
        }
      ])
      assert.deepStrictEqual(tableOf(html).slice(-3), [
        ["65-74", "164", "34.9", "57-70"],
        ["75-84", "242", "54.1", "57-73"],
        ["85-99", "208", "71.7", "10-44"]
      ])
    })
  )

  it.effect("joins a line of one column to the cell above where rows stand further apart than lines", () =>
    Effect.gen(function* () {
      const xs = [72, 260, 320, 380]
      const html = yield* body([
        {
          texts: [
            ...row(xs, 100, "Kind of data", "2009", "2010", "2011"),
            ...row(xs, 127, "Programs that the", "0", "237", "1,079"),
            ...row(xs, 142, "public wrote for"),
            ...row(xs, 157, "the town"),
            ...row(xs, 184, "Files fetched", "12", "652", "2,348"),
            ...row(xs, 211, "Towns that offer", "0", "6", "21"),
            ...row(xs, 226, "files"),
            ...row(xs, 253, "Lands", "1", "8", "29")
          ]
        }
      ])
      assert.deepStrictEqual(tableOf(html).slice(1), [
        ["Programs that the public wrote for the town", "0", "237", "1,079"],
        ["Files fetched", "12", "652", "2,348"],
        ["Towns that offer files", "0", "6", "21"],
        ["Lands", "1", "8", "29"]
      ])
    })
  )
})
