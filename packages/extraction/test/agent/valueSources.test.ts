// Which pages say a value word for word.
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { valueSources } from "../../src/agent/valueSources.ts"

const page = (url: string, text: string) => ({ url, text })

const Word = Schema.String.check(Schema.isPattern(/^[a-z]{3,12}$/))
const Words = Schema.Array(Word).check(Schema.isMinLength(1), Schema.isMaxLength(5))

describe("a value", () => {
  it("stands on each page that says it, whatever its case, spaces and marks of Markdown", () => {
    const { sources, unsaid } = valueSources({ name: "Ada Quill" }, [
      page("a", "by **ADA\n  Quill**."),
      page("b", "| Ada | Quill |"),
      page("c", "Adam Quillson")
    ])
    assert.deepStrictEqual(sources, { "/name": ["a", "b"] })
    assert.isEmpty(unsaid)
  })

  it("that is a number stands on pages that group its digits or write its fraction as people do", () => {
    const found = (value: number, text: string) => valueSources(value, [page("a", text)]).unsaid.length === 0
    for (const text of ["1299", "1,299 m", "1.299 m", "1 299 m", "1299.00"]) assert.isTrue(found(1299, text), text)
    for (const text of ["12.5", "12,5", "12.50", "12,50"]) assert.isTrue(found(12.5, text), text)
    for (const text of ["1,234.5", "1.234,5"]) assert.isTrue(found(1234.5, text), text)
    assert.isFalse(found(1299, "1298"))
    assert.isFalse(found(12.5, "125"))
  })

  it("that is part of a longer number does not stand on a page", () => {
    const { sources, unsaid } = valueSources({ height: 29, rest: 299, thousands: 12, year: 1987 }, [
      page("a", "1,299 m; 12,345 m; part 41987")
    ])
    assert.deepStrictEqual(sources, {})
    assert.deepStrictEqual(unsaid, ["/height", "/rest", "/thousands", "/year"])
    const dated = valueSources({ year: 1987, day: "12" }, [page("a", "41987, born 12.10.1987")])
    assert.deepStrictEqual(dated.sources, { "/year": ["a"], "/day": ["a"] })
  })

  it("that is shorter than two characters, a yes or no, or nothing is not looked up", () => {
    assert.deepStrictEqual(valueSources({ grade: "A", open: true, none: null }, [page("a", "none")]), {
      sources: {},
      unsaid: []
    })
  })

  it("inside lists and objects is named by its JSON pointer", () => {
    const { sources, unsaid } = valueSources({ "a/b": [{ "c~d": "here" }, "nowhere"] }, [page("p", "It is here.")])
    assert.deepStrictEqual(sources, { "/a~1b/0/c~0d": ["p"] })
    assert.deepStrictEqual(unsaid, ["/a~1b/1"])
  })

  it("names five pages at most", () => {
    const pages = Array.from({ length: 7 }, (_, index) => page(`p${index}`, "same"))
    assert.deepStrictEqual(valueSources("same", pages).sources, { "": ["p0", "p1", "p2", "p3", "p4"] })
  })

  it.effect.prop(
    "is claimed for exactly the pages that contain it",
    [Words, Schema.Array(Words).check(Schema.isMaxLength(4))],
    ([value, texts]) =>
      Effect.sync(() => {
        const text = value.join(" ")
        const pages = [...texts, value].map((words, index) => page(`p${index}`, `${words.join("  ")}\n`))
        const saying = pages.filter(({ text: said }) => said.replace(/\s+/g, " ").includes(text)).map(({ url }) => url)
        const { sources, unsaid } = valueSources({ value: text.toUpperCase() }, pages)
        assert.deepStrictEqual(sources, { "/value": saying })
        assert.isEmpty(unsaid)
        assert.deepStrictEqual(valueSources({ value: `${text}0` }, pages), { sources: {}, unsaid: ["/value"] })
      })
  )
})
