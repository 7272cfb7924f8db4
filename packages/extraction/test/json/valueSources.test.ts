// Which pages state a value.
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { indexSchema } from "../../src/json/schemaIndex.ts"
import { maxValues, sourceWarnings, valueSources, valueSourcesInTurns } from "../../src/json/valueSources.ts"
import { withTurns } from "@orbweaver/testing/internal/eventLoopTurns"

const page = (url: string, text: string) => ({ url, text })

const Word = Schema.String.check(Schema.isPattern(/^[a-z]{3,12}$/))
const Words = Schema.Array(Word).check(Schema.isMinLength(1), Schema.isMaxLength(5))

describe("a value", () => {
  it("stands on each page that says it, whatever its case, spaces and marks of Markdown", () => {
    const { sources, unsupported } = valueSources({ name: "Ada Quill" }, [
      page("a", "by **ADA\n  Quill**."),
      page("b", "| Ada | Quill |"),
      page("c", "Adam Quillson")
    ])
    assert.deepStrictEqual(sources, { "/name": ["a", "b"] })
    assert.isEmpty(unsupported)
  })

  it("that is a number stands on pages that group its digits or write its fraction as people do", () => {
    const found = (value: number, text: string) => valueSources(value, [page("a", text)]).unsupported.length === 0
    for (const text of ["1299", "1,299 m", "1.299 m", "1 299 m", "1299.00"]) assert.isTrue(found(1299, text), text)
    for (const text of ["12.5", "12,5", "12.50", "12,50"]) assert.isTrue(found(12.5, text), text)
    for (const text of ["1,234.5", "1.234,5"]) assert.isTrue(found(1234.5, text), text)
    assert.isFalse(found(1299, "1298"))
    assert.isFalse(found(12.5, "125"))
  })

  it("that is part of a longer number does not stand on a page", () => {
    const { sources, unsupported } = valueSources({ height: 29, rest: 299, thousands: 12, year: 1987 }, [
      page("a", "1,299 m; 12,345 m; part 41987")
    ])
    assert.deepStrictEqual(sources, {})
    assert.deepStrictEqual(unsupported, ["/height", "/rest", "/thousands", "/year"])
    const dated = valueSources({ year: 1987, day: "12" }, [page("a", "41987, born 12.10.1987")])
    assert.deepStrictEqual(dated.sources, { "/year": ["a"], "/day": ["a"] })
  })

  it("that is shorter than two characters, a yes or no, or nothing is not looked up", () => {
    assert.deepStrictEqual(valueSources({ grade: "A", open: true, none: null }, [page("a", "none")]), {
      sources: {},
      unsupported: [],
      cut: false
    })
  })

  it("inside lists and objects is named by its JSON pointer", () => {
    const { sources, unsupported } = valueSources({ "a/b": [{ "c~d": "here" }, "nowhere"] }, [page("p", "It is here.")])
    assert.deepStrictEqual(sources, { "/a~1b/0/c~0d": ["p"] })
    assert.deepStrictEqual(unsupported, ["/a~1b/1"])
  })

  it("names five pages at most", () => {
    const pages = Array.from({ length: 7 }, (_, index) => page(`p${index}`, "same"))
    assert.deepStrictEqual(valueSources("same", pages).sources, { "": ["p0", "p1", "p2", "p3", "p4"] })
  })

  it.effect.prop(
    "is claimed for every page that contains it, and not with a letter more",
    [Words, Schema.Array(Words).check(Schema.isMaxLength(4))],
    ([value, texts]) =>
      Effect.sync(() => {
        const text = value.join(" ")
        const pages = [value, ...texts].map((words, index) => page(`p${index}`, `${words.join("  ")}\n`))
        const { sources, unsupported } = valueSources({ value: text.toUpperCase() }, pages)
        assert.include(sources["/value"] ?? [], "p0")
        assert.isEmpty(unsupported)
        assert.deepStrictEqual(valueSources({ value: `${text}0` }, pages).unsupported, ["/value"])
      })
  )
})

/** Whether the page states the value. */
const states = (value: string | number, text: string): boolean =>
  valueSources({ value }, [page("https://shop.example/kettle", text)]).unsupported.length === 0

describe("a number", () => {
  it("is found by its meaning, in the digits and groups of any writing", () => {
    for (const [value, text] of [
      [1234.56, "Preis: 1.234,56 €"],
      [1234.56, "Price: $1,234.56"],
      [1234.56, "1 234,56 zł"],
      [1234.56, "CHF 1’234.56"],
      [1_234_567, "12,34,567 rupees"],
      [1_200_000, "about 1.2 million people"],
      [1_200_000, "rund 1,2 Mio. Einwohner"],
      [3_500_000_000, "3.5bn"],
      [120_000_000, "1.2億円"],
      [250_000, "2.5 lakh"],
      [5000, "5k downloads"],
      [34, "السعر ٣٤ درهم"],
      [1234.5, "١٬٢٣٤٫٥"],
      [34, "३४ रुपये"],
      [34, "３４個"],
      [0.25, "a discount of 25 %"],
      [-12, "minus 12 degrees"],
      [3, "three bedrooms"],
      [3, "drei Zimmer"]
    ] as const) {
      assert.isTrue(states(value, text), `${value} in ${text}`)
    }
  })

  it("is not found in others that have its digits", () => {
    for (const [value, text] of [
      [1234.56, "1.234,65"],
      [123, "1234"],
      [234, "1,234"],
      [1_200_000, "1.2 thousand"],
      [34, "٤٣"],
      [12, "12.5"],
      [25, "0.25"]
    ] as const) {
      assert.isFalse(states(value, text), `${value} in ${text}`)
    }
  })
})

describe("a date", () => {
  it("is found by its meaning, in any order and calendar", () => {
    for (const text of [
      "2026-03-03T10:00:00Z",
      "am 3. März 2026",
      "March 3, 2026",
      "Mar 3rd, 2026",
      "3 de marzo de 2026",
      "le 3 mars 2026",
      "03/03/26",
      "3.3.2026",
      "2026/3/3",
      "令和8年3月3日",
      "2026年3月3日",
      "2026년 3월 3일",
      "民國115年3月3日",
      "3 มีนาคม 2569",
      "3 марта 2026 г.",
      "٣ مارس ٢٠٢٦",
      "2026. március 3.",
      "ngày 3 tháng 3 năm 2026",
      "20260303"
    ]) {
      assert.isTrue(states("2026-03-03", text), text)
      assert.isTrue(states("2026-03-03T09:30:00Z", text), text)
    }
    assert.isTrue(states("2026-04-03", "03/04/2026"))
    assert.isTrue(states("2026-03-04", "03/04/2026"))
    assert.isTrue(states("2026-03", "in March 2026"))
    assert.isTrue(states("3 March 2026", "2026-03-03"))
  })

  it("is not found in another one", () => {
    for (const text of [
      "3. April 2026",
      "2026-03-04",
      "March 3, 2025",
      "3 марта 2025 г.",
      "令和7年3月3日",
      "March 3"
    ]) {
      assert.isFalse(states("2026-03-03", text), text)
    }
    assert.isFalse(states("2026-03", "in April 2026"))
  })
})

describe("a text", () => {
  it("is found by its words, without case, marks and punctuation, in any order nearby", () => {
    for (const [value, text] of [
      ["Ada Quill", "Quill, Ada (editor)"],
      ["Café Müller", "CAFE **MULLER**"],
      ["Straße 5", "STRASSE 5"],
      ["港口时钟", "这是港口时钟。"],
      ["ราคา", "ดูราคาที่นี่"],
      ["€1,299", "1.299,00 EUR"],
      ["1299 EUR", "€ 1.299"],
      ["EUR", "12 €"],
      ["USD", "$12"],
      ["EUR", "12 euros"],
      ["JPY", "1200円"]
    ] as const) {
      assert.isTrue(states(value, text), `${value} in ${text}`)
    }
  })

  it("is not found where its words are far apart, or its amount is of another currency", () => {
    assert.isFalse(states("Ada Quill", `Ada Moss ${"and others ".repeat(20)} John Quill`))
    assert.isFalse(states("€1,299", "$1,299"))
    assert.isFalse(states("GBP", "12 €"))
    assert.isFalse(states("€1,299", "1,298 €"))
  })

  it("that is long is found by nine of ten of its words", () => {
    const said = "The clock over the harbour shows the tide and every fisherman looks at it before he leaves"
    assert.isTrue(states(said.replace("fisherman", "sailor"), said))
    assert.isFalse(states("A clock in the old tower strikes at noon for all sailors of the town", said))
  })

  it("that is an address is found by where it leads", () => {
    const text = "[Buy](https://www.shop.example/buy/) or [see](https://shop.example/a_(b))"
    assert.isTrue(states("http://shop.example/buy", text))
    assert.isTrue(states("https://shop.example/buy#now", text))
    assert.isTrue(states("https://shop.example/a_(b)", text))
    assert.isTrue(states("https://shop.example/kettle", text))
    assert.isFalse(states("https://shop.example/sell", text))
    assert.isFalse(states("https://other.example/buy", text))
  })
})

describe("values", () => {
  it("that are choices of the schema are not looked for, and those of structured data are stated", () => {
    const index = indexSchema({
      type: "object",
      properties: { stock: { enum: ["IN_STOCK", "OUT"] }, name: { type: "string" }, tags: { items: { enum: ["red"] } } }
    })
    assert.isFalse("issues" in index)
    if ("issues" in index) return
    const data = { stock: "IN_STOCK", name: "Kettle", tags: ["red"], maker: "Acme" }
    const { unsupported } = valueSources(data, [{ ...page("a", "nothing"), evidence: [{ name: "Kettle" }] }], { index })
    assert.deepStrictEqual(unsupported, ["/maker"])
  })

  it("beyond the bounds are said not to be looked for", () => {
    const { cut, unsupported } = valueSources(
      Array.from({ length: maxValues + 1 }, (_, at) => `missing${at}`),
      [page("a", "text")]
    )
    assert.strictEqual(unsupported.length, maxValues)
    assert.isTrue(cut)
    assert.lengthOf(sourceWarnings({ cut, unsupported }, "page"), 2)
  })

  it.effect("of long pages are looked for in turns, whatever stands there", () =>
    Effect.gen(function* () {
      for (const text of [
        "1,1".repeat(50_000),
        "a ".repeat(100_000),
        "1".repeat(150_000),
        "a".repeat(150_000),
        "3 a 2"
      ]) {
        const values = Array.from({ length: 100 }, (_, at) => `a a a a ${at}`)
        const { turns, value } = yield* withTurns(valueSourcesInTurns(values, [page("a", text)]))
        assert.isAbove(value.unsupported.length, 90)
        if (text.length > 1000) assert.isAbove(turns, 1)
      }
    })
  )
})
