import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { paragraph, type FontName, type PdfText } from "../support/pdfFile.ts"
import { body, prose } from "../support/pdfText.ts"
import { layOut } from "../../src/pdf/layout/layout.ts"
import { render, renderPageBlocks } from "../../src/pdf/render/render.ts"
import { bulletsOf } from "../../src/pdf/text/dots.ts"
import { makeSpans, type ShownRun } from "../../src/pdf/text/spans.ts"

/** A mark in a font of its own before each line of text. */
const marked = (font: FontName, mark: string, lines: ReadonlyArray<string>): ReadonlyArray<PdfText> =>
  lines.flatMap((text, at) => [
    { x: 90, y: 140 + at * 14, font, text: mark },
    { x: 104, y: 140 + at * 14, text }
  ])

const above = paragraph({ x: 72, y: 100, width: 450, text: prose })
const fruit = ["apples from the north", "pears of last year", "plums that are ripe"]
const list = "<ul><li>apples from the north</li>\n<li>pears of last year</li>\n<li>plums that are ripe</li></ul>"

describe("the bullet of an item", () => {
  it.effect("may be a letter of a font whose letters are pictures", () =>
    Effect.gen(function* () {
      assert.include(yield* body([{ texts: [...above, ...marked("Wingdings", "n", fruit)] }]), list)
    })
  )

  it.effect("may be a letter of any other font, where two lines have it", () =>
    Effect.gen(function* () {
      assert.include(yield* body([{ texts: [...above, ...marked("Times-Roman", "r", fruit)] }]), list)
      const single = yield* body([{ texts: [...above, ...marked("Times-Roman", "r", fruit.slice(0, 1))] }])
      assert.notInclude(single, "<ul>")
    })
  )

  it("may be a glyph that stands for no character, which is a mark before its text", () => {
    const font = { bold: false, italic: false, mono: false }
    const run = (x: number, text: string): ShownRun => ({
      dx: 1,
      dy: 0,
      size: 10,
      font: { ...font },
      artifact: false,
      markedId: -1,
      texts: Array.from(text),
      places: Array.from(text).flatMap((_, at) => [x + at * 5, 100, 5])
    })
    const page = { width: 600, height: 800, links: [], rules: [] }
    const normalizer = { normalizeUnicode: (text: string) => text }
    const { marks, spans } = makeSpans(normalizer, [run(90, "\u0002"), run(104, "apples")], page)
    assert.deepStrictEqual(
      [...spans, ...bulletsOf(marks, spans)].map(({ text }) => text),
      ["apples", "•"]
    )
  })

  it.effect("may stand close to its text", () =>
    Effect.gen(function* () {
      const texts = fruit.map((text, at) => ({ x: 90, y: 140 + at * 14, text: `•${text}` }))
      assert.include(yield* body([{ texts: [...above, ...texts] }]), list)
    })
  )

  it.effect("is no letter in the middle of a line, and no letter of the text's own font", () =>
    Effect.gen(function* () {
      const texts = fruit.flatMap((text, at): ReadonlyArray<PdfText> => [
        { x: 72, y: 140 + at * 14, text: "the angle" },
        { x: 122, y: 140 + at * 14, font: "Times-Roman", text: "x" },
        { x: 132, y: 140 + at * 14, text }
      ])
      assert.notInclude(yield* body([{ texts }]), "<ul>")
    })
  )
})

describe("a list", () => {
  const numbered = (items: ReadonlyArray<readonly [x: number, y: number, text: string]>) =>
    body([{ texts: [...above, ...items.map(([x, y, text]) => ({ x, y, text }))] }])

  it.effect("keeps the number of its first item, whatever list it follows", () =>
    Effect.gen(function* () {
      const html = yield* numbered([
        [86, 140, "a. Find the speed."],
        [86, 154, "b. Find the place."],
        [72, 180, "150. How far is the mill?"],
        [72, 194, "151. How near is the ford?"]
      ])
      assert.include(html, "<ol><li>Find the speed.</li>\n<li>Find the place.</li></ol>")
      assert.include(html, '<ol start="150"><li>How far is the mill?</li>\n<li>How near is the ford?</li></ol>')
    })
  )

  it.effect("is inside of an item at the same edge, where the numbers go on after it", () =>
    Effect.gen(function* () {
      const html = yield* numbered([
        [72, 140, "1. Wash them:"],
        [72, 154, "a) in the river,"],
        [72, 168, "b) in the mill."],
        [72, 182, "2. Cut them."]
      ])
      assert.include(
        html,
        "<ol><li>Wash them:<ol><li>in the river,</li>\n<li>in the mill.</li></ol></li>\n<li>Cut them.</li></ol>"
      )
    })
  )

  it.effect("may be counted by letters, doubled ones and numerals, from any of them on", () =>
    Effect.gen(function* () {
      const words = ["apples", "boats", "cows", "deer", "eels", "fish", "goats", "hens", "irises", "jays", "kites"]
      const letters = words.map((_, at) => String.fromCharCode(97 + at))
      for (const [start, marks] of [
        [1, letters.map((sign) => `(${sign})`)],
        [1, letters.map((sign) => `${sign.toUpperCase()}.`)],
        [8, ["h)", "i)", "j)"]],
        [21, ["(u)", "(v)", "(w)", "(x)"]],
        [1, ["(i)", "(ii)", "(iii)"]],
        [4, ["iv)", "v)", "vi)"]],
        [1, ["I.", "II.", "III."]],
        [1, ["aa)", "bb)", "cc)"]]
      ] as const) {
        const html = yield* numbered(marks.map((mark, at) => [72, 140 + at * 14, `${mark} ${words[at]} of the north`]))
        const items = marks.map((_, at) => `<li>${words[at]} of the north</li>`)
        assert.include(html, `<ol${start === 1 ? "" : ` start="${start}"`}>${items.join("\n")}</ol>`, marks.join(" "))
      }
      assert.notInclude(
        yield* numbered([
          [72, 140, "A. Smith came."],
          [72, 154, "C. Jones did not."]
        ]),
        "<ol"
      )
    })
  )

  it.effect("in a list is known by its form, where its numbers would go on with the outer one", () =>
    Effect.gen(function* () {
      const html = yield* numbered([
        [72, 140, "1. Wash them:"],
        [72, 154, "(1) in the river,"],
        [72, 168, "(2) in the mill."],
        [72, 182, "2. Cut them."]
      ])
      assert.include(
        html,
        "<ol><li>Wash them:<ol><li>in the river,</li>\n<li>in the mill.</li></ol></li>\n<li>Cut them.</li></ol>"
      )
    })
  )

  it("may be counted in other scripts", () => {
    const font = { bold: false, italic: false, mono: false }
    for (const marks of [
      ["а) ", "б) ", "в) "],
      ["α. ", "β. ", "γ. "],
      ["①", "②", "③"],
      ["一、", "二、", "三、"],
      ["（九）", "（十）", "（十一）"]
    ]) {
      const spans = marks.map((mark, at) => ({
        text: `${mark}яблоки`,
        x0: 72,
        x1: 180,
        y: 100 + at * 14,
        size: 10,
        font,
        artifact: false,
        markedId: -1
      }))
      const page = { number: 1, width: 600, height: 800, spans, turned: [], rules: [], dots: [], tags: undefined }
      const { blocks } = render(layOut(page, spans), {
        outline: new Map(),
        title: undefined,
        joinPages: true,
        tagged: () => undefined
      })
      assert.match(renderPageBlocks(blocks), /^<ol(?: start="9")?>(?:<li>яблоки<\/li>\n?){3}<\/ol>$/, marks.join(" "))
    }
  })

  it.effect("holds the paragraphs between its numbers", () =>
    Effect.gen(function* () {
      const html = yield* numbered([
        [72, 140, "1. A stone is thrown from the wall. Its height is"],
        [72, 168, "h = 64 - 16 t"],
        [86, 182, "a. When does it land?"],
        [86, 196, "b. How fast is it then?"],
        [72, 220, "2. A bird flies up."]
      ])
      assert.match(
        html,
        /<ol><li>A stone.*<p>h = 64 - 16 t<\/p><ol><li>When.*<\/ol><\/li>\n<li>A bird flies up\.<\/li><\/ol>/s
      )
    })
  )

  it.effect("goes on in the next column", () =>
    Effect.gen(function* () {
      const columns = [72, 310].flatMap((x, column) => [
        ...paragraph({ x, y: 100, width: 210, text: `${prose} ${prose}` }),
        ...[1, 2, 3].map((number) => ({
          x,
          y: 250 + number * 14,
          text: `${column * 3 + number}. The ${["first", "second", "third"][number - 1]} of the works`
        }))
      ])
      // The list is all that the second column holds.
      const html = yield* body([{ texts: columns.filter(({ x, y }) => x < 300 || y > 240) }])
      assert.notMatch(html, /<ol start="4">|<ol>.*<ol>/s)
    })
  )
})

describe("a line of a paragraph", () => {
  it.effect("goes on with the one before it, where a raised sign has made it taller", () =>
    Effect.gen(function* () {
      const text = `${prose.toLowerCase().replaceAll(".", ",")} ${prose}`
      const lines = paragraph({ x: 72, y: 100, width: 300, text })
      const texts = lines.map((line, at) => ({ ...line, y: line.y + (at > 1 ? 5 : 0) }))
      assert.include(yield* body([{ texts }]), `<p>${text}</p>`)
    })
  )
})
