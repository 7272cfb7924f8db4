import { assert, describe, it } from "@effect/vitest"
import { type Chunk, chunk } from "@orbweaver/core/text/budget/chunks"
import { estimateTokens } from "../../src/support/tokens.ts"
import { fit, part, readCursor } from "@orbweaver/core/text/budget/Window"
import { markdownBlocks } from "@orbweaver/core/text/MarkdownBlocks"
import { chunks } from "@orbweaver/core/scrape/formats/Chunks"
import { FormatSuite } from "@orbweaver/testing"
import { Effect, Schema } from "effect"
import { withTurns } from "@orbweaver/testing/internal/eventLoopTurns"

FormatSuite.suite(chunks, { field: "chunks", fields: { markdown: "# A\n\nSome words of the page." } })

// Markdown as it comes: blocks of every kind, in any order, with any text in them.
const Text = Schema.String
const Block = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("# "), text: Text }),
  Schema.Struct({ kind: Schema.Literal("## "), text: Text }),
  Schema.Struct({ kind: Schema.Literal(""), text: Text }),
  Schema.Struct({ kind: Schema.Literal("- "), text: Text }),
  Schema.Struct({ kind: Schema.Literal("| "), text: Text }),
  Schema.Struct({ kind: Schema.Literal("```\n"), text: Text }),
  Schema.Struct({ kind: Schema.Literal("潮汐时钟在港口。"), text: Text }),
  Schema.Struct({ kind: Schema.Literal("The clock over the harbour shows the tide. 🌊 "), text: Text })
])
const Page = Schema.Array(Block)
const Budget = Schema.Int.check(Schema.isBetween({ minimum: 16, maximum: 80 }))
const markdownOf = (page: typeof Page.Type) => page.map(({ kind, text }) => kind + text).join("\n\n")

const idsOf = (all: ReadonlyArray<Chunk>) => all.map(({ id }) => id)

describe("tokens", () => {
  it("are about those of common vocabularies", () => {
    for (const [text, tokens] of [
      ["", 0],
      ["Hello, world!", 4],
      ["The quick brown fox jumps over the lazy dog.", 10],
      ["潮汐时钟", 4],
      ["Привет, мир", 6],
      ["🌊", 3]
    ] as const) {
      assert.strictEqual(estimateTokens(text), tokens, text)
    }
  })

  it.effect.prop("of a text are no more than those of its parts", [Text, Text], ([a, b]) =>
    Effect.sync(() => assert.isAtMost(estimateTokens(a + b), estimateTokens(a) + estimateTokens(b)))
  )
})

describe("chunks", () => {
  it.effect.prop("put together are the whole text, and none is over the budget", [Page, Budget], ([page, maxTokens]) =>
    Effect.sync(() => {
      const markdown = markdownOf(page)
      const all = chunk(markdown, { maxTokens })
      assert.strictEqual(all.map(({ text }) => text).join(""), markdown)
      for (const { start, text, tokens } of all) {
        assert.isAtMost(estimateTokens(text), maxTokens)
        assert.isAtMost(tokens, maxTokens)
        assert.strictEqual(markdown.slice(start, start + text.length), text)
      }
      assert.strictEqual(new Set(idsOf(all)).size, all.length)
    })
  )

  it.effect.prop("keep their ids when another section changes", [Page, Page, Text], ([before, after, words]) =>
    Effect.sync(() => {
      const plain = ({ kind, text }: typeof Block.Type) => (kind.startsWith("`") ? "" : kind.trim() + text)
      const around = (middle: string) => `# First\n\nThe beginning.\n\n${middle}\n\n# Last\n\nThe end of the page.\n`
      const ids = (page: typeof Page.Type) =>
        idsOf(chunk(around(page.map(plain).join("\n\n").replaceAll(/[`~#]/g, "") + words.replaceAll(/[`~#]/g, ""))))
      assert.strictEqual(ids(before).at(-1), ids(after).at(-1))
    })
  )

  it("keep blocks whole, and a long block in lines", () => {
    const table = `| name | price |\n| --- | --- |\n${"| mug | 5 |\n".repeat(30)}`
    const all = chunk(`# Shop\n\n## Mugs\n\nAll of clay.\n\n${table}\n## Cups\n\nNone.\n`, { maxTokens: 60 })
    assert.deepStrictEqual(all[0]!.headings, ["Shop", "Mugs"])
    assert.strictEqual(all[0]!.text, "# Shop\n\n## Mugs\n\nAll of clay.\n\n")
    for (const { text } of all.slice(1, -1)) assert.match(text, /^\|.*\|\n+$/s)
    assert.deepStrictEqual(all.at(-1)!.headings, ["Shop", "Cups"])
  })

  it.effect.prop("are never titles alone where the page has anything else", [Page, Budget], ([page, maxTokens]) =>
    Effect.sync(() => {
      const markdown = markdownOf(page)
      const blocks = markdownBlocks(markdown)
      const others = blocks.filter(({ kind }) => kind !== "heading")
      if (others.length === 0) return
      for (const { start, text } of chunk(markdown, { maxTokens })) {
        if (text.trim() === "") continue
        const end = start + text.length
        const isTitle = others.every((block) => {
          const shared = markdown.slice(Math.max(start, block.start), Math.max(start, Math.min(end, block.end)))
          return shared.trim() === ""
        })
        if (!isTitle) continue
        // Titles in a row of half of the budget are cut themselves.
        const before = others.findLast((block) => block.end <= start)?.end ?? 0
        const after = others.find((block) => block.start >= end)?.start ?? markdown.length
        const row = estimateTokens(markdown.slice(before, after))
        assert.isAtLeast(2 * row, maxTokens, JSON.stringify({ text, markdown }))
      }
    })
  )

  it("fit where something that stays whole does not fit with eight characters more", () => {
    for (const markdown of ["# \0!a!\0\n\n潮潮🌊🌊🌊L!!", "$\n🌊🌊!\0L🌊\n\n## a🌊a \0!"]) {
      for (const { text } of chunk(markdown, { maxTokens: 16 })) assert.isAtMost(estimateTokens(text), 16)
    }
  })

  it("keep empty lines at the start with what follows them", () => {
    for (const first of ["", "# Tides\n\n"]) {
      const markdown = `\n\n${first}The clock over the harbour shows the tide. 🌊 \0\0\0\n\n潮汐时钟在港口。`
      for (let maxTokens = 16; maxTokens < 40; maxTokens++) {
        for (const { text } of chunk(markdown, { maxTokens })) assert.notStrictEqual(text.trim(), "", `${maxTokens}`)
      }
    }
  })

  it("keep a title with what follows it, however long that is, and titles at the end with what is before", () => {
    const words = "Some words of a very long paragraph. ".repeat(20)
    const all = chunk(`# Guide\n\n## Install\n\n${words}\n\nMore.\n\n## Empty\n\n### Also empty\n`, { maxTokens: 40 })
    assert.match(all[0]!.text, /^# Guide\n\n## Install\n\nSome words/)
    assert.deepStrictEqual(all[0]!.headings, ["Guide", "Install"])
    assert.match(all.at(-1)!.text, /\S[\s\S]*\n\n## Empty\n\n### Also empty\n$/)
  })

  it("lead to the title that they stand under, or the nearest one above that has an id", () => {
    const markdown = "# Guide\n\nA.\n\n## Install `it`\n\nB.\n\n### Notes\n\nC.\n\n## Use\n\nD.\n\n## Use\n\nE.\n"
    const anchors = [
      { title: "Guide", id: "top" },
      { title: "Left out", id: "gone" },
      { title: "Install it ¶", id: "install" },
      { title: "Use", id: "use" },
      { title: "Use", id: "use-1" }
    ]
    const ids = (given: typeof anchors) => chunk(markdown, { anchors: given }).map(({ anchor }) => anchor)
    assert.deepStrictEqual(ids(anchors), ["top", "install", "install", "use", "use-1"])
    assert.deepStrictEqual(ids([]), [undefined, undefined, undefined, undefined, undefined])
  })

  it("of one text under one title are numbered", () => {
    const ids = idsOf(chunk("# A\n\nsame\n\n# A\n\nsame\n"))
    assert.strictEqual(ids[1], `${ids[0]}-2`)
  })
})

describe("a budget", () => {
  const walk = Effect.fnUntraced(function* (made: Readonly<Record<string, unknown>>, maxTokens: number) {
    const by = new Map(Object.entries(made).map(([name, value]) => [name, { [name]: value }]))
    const pages = []
    let cursor: string | undefined
    do {
      const page = yield* fit(by, maxTokens, cursor === undefined ? undefined : yield* readCursor(cursor))
      assert.isAtMost(page.tokens, maxTokens)
      pages.push(page.fields)
      cursor = page.cursor
    } while (cursor !== undefined)
    return pages
  })

  it.effect.prop(
    "is kept by every answer, and the cursors lead through everything once",
    [Page, Text, Budget],
    ([page, html, maxTokens]) =>
      Effect.gen(function* () {
        const markdown = markdownOf(page)
        const links = Array.from(html.slice(0, 20), (letter) => `https://s.test/${letter}`)
        const pages = yield* walk({ markdown, links, html }, maxTokens)
        const whole = (name: string) =>
          pages.map((fields) => (typeof fields[name] === "string" ? fields[name] : "")).join("")
        assert.strictEqual(whole("markdown"), markdown)
        assert.strictEqual(whole("html"), html)
        assert.deepStrictEqual(
          pages.flatMap(({ links }) => links ?? []),
          links
        )
        for (const fields of pages) {
          const tokens = Object.values(fields).reduce<number>(
            (sum, value) =>
              sum + estimateTokens(typeof value === "string" ? value : (value as Array<string>).join("\n")),
            0
          )
          assert.isAtMost(tokens, maxTokens)
        }
      })
  )

  it.effect("gives values by a schema whole and first, or says how long they are", () =>
    Effect.gen(function* () {
      const json = ["word ".repeat(40)]
      const made = new Map<string, Record<string, unknown>>([
        ["markdown", { markdown: "Some words of the page." }],
        ["json", { json }],
        ["screenshot", { screenshot: "data:image/png;base64,".padEnd(5_000, "A") }]
      ])
      const short = yield* fit(made, 20, undefined)
      assert.deepStrictEqual(Object.keys(short.fields), ["screenshot", "markdown"])
      const needed = short.omitted!["/json"]!
      assert.isAtLeast(needed, estimateTokens(json[0]!))
      const long = yield* fit(made, needed, undefined)
      assert.deepStrictEqual([long.fields["json"], long.omitted], [json, undefined])
      const rest = yield* fit(made, 20, yield* readCursor(long.cursor!))
      assert.deepStrictEqual(Object.keys(rest.fields), ["markdown"])
    })
  )

  it.effect("goes past an item that no part has room for, and says so", () =>
    Effect.gen(function* () {
      const images = ["https://s.test/a.png", `data:image/png;base64,${"A".repeat(4_000)}`, "https://s.test/b.png"]
      const { cursor, fields, omitted } = yield* fit(new Map([["images", { images }]]), 40, undefined)
      assert.deepStrictEqual(fields, { images: [images[0], images[2]] })
      assert.deepStrictEqual(Object.keys(omitted ?? {}), ["/images/1"])
      assert.isUndefined(cursor)
    })
  )

  it.effect("refuses a cursor of another version of the page, and one that nobody gave", () =>
    Effect.gen(function* () {
      const made = (text: string) => new Map([["markdown", { markdown: text }]])
      const { cursor } = yield* fit(made("word ".repeat(200)), 20, undefined)
      const stale = yield* Effect.flip(fit(made("other ".repeat(200)), 20, yield* readCursor(cursor!)))
      assert.include(stale.message, "changed")
      for (const bad of ["", "x", "e30", btoa(`{"markdown":{"markdown":[-1,""]}}`), "a".repeat(5000)]) {
        const answer = yield* Effect.result(readCursor(bad))
        if (bad !== "e30") assert.strictEqual(answer._tag, "Failure", bad)
      }
    })
  )

  it.effect.prop(
    "of one text is walked in parts, whatever is added at its end meanwhile",
    [Page, Budget],
    ([page, maxTokens]) =>
      Effect.gen(function* () {
        let text = markdownOf(page)
        let walked = ""
        let cursor: string | undefined
        do {
          const found = yield* part(text, { maxTokens, cursor })
          assert.isAtMost(estimateTokens(found.text), maxTokens)
          walked += found.text
          cursor = found.cursor
          if (text.length < 500) text += "\n\nAnd more."
        } while (cursor !== undefined)
        assert.isTrue(text.startsWith(walked))
        const { cursor: first } = yield* part("word ".repeat(99), { maxTokens })
        assert.strictEqual(
          (yield* Effect.flip(part("other ".repeat(99), { maxTokens, cursor: first })))._tag,
          "InvalidInput"
        )
      })
  )

  it.effect("is used: a long block after a short one is cut rather than left for the next part", () =>
    Effect.gen(function* () {
      const { text, tokens } = yield* part(`Title\n\n${"word ".repeat(500)}`, { maxTokens: 100 })
      assert.isAbove(tokens, 50)
      assert.isTrue(text.startsWith("Title\n\nword "))
    })
  )

  it.effect("is found in turns", () =>
    Effect.gen(function* () {
      const text = "Words of a page.\n\n".repeat(50_000)
      const { turns, value: first } = yield* withTurns(part(text, { maxTokens: 100_000 }))
      assert.isAbove(turns, 2)
      assert.deepStrictEqual(first, yield* part(text, { maxTokens: 100_000 }))
    })
  )

  it("of a page without end is cut in time that follows its length", () => {
    const text = "word ".repeat(400_000)
    assert.strictEqual(
      chunk(text)
        .map(({ text }) => text.length)
        .reduce((a, b) => a + b),
      text.length
    )
  })
})
