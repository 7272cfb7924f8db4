import { assert, describe, it } from "@effect/vitest"
import { type Chunk, chunk } from "@orbweaver/core/text/budget/chunks"
import { estimateTokens, lengthWithin } from "../../src/support/tokens.ts"
import { CurrentTokenizer, type Tokenizer } from "@orbweaver/core/network/Tokenizer"
import { kinds, sentences } from "../../quality/tokens/texts.ts"
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

/**
 * Tokens of the same texts in the vocabulary that needs most of them, of o200k, cl100k, Qwen 2.5 and Gemma 2; of a kind its
 * first 1,500 characters.
 */
const counted: Readonly<Record<string, number>> = {
  English: 21,
  German: 28,
  French: 32,
  Spanish: 26,
  Portuguese: 33,
  Italian: 31,
  Dutch: 35,
  Swedish: 34,
  Danish: 30,
  Finnish: 39,
  Hungarian: 44,
  Polish: 38,
  Czech: 43,
  Romanian: 40,
  Turkish: 36,
  Vietnamese: 51,
  Indonesian: 32,
  Swahili: 44,
  Greek: 86,
  Russian: 45,
  Ukrainian: 51,
  Hebrew: 71,
  Arabic: 59,
  Persian: 65,
  Hindi: 89,
  Bengali: 106,
  Tamil: 144,
  Thai: 67,
  Georgian: 151,
  Armenian: 188,
  Amharic: 158,
  Chinese: 33,
  Japanese: 42,
  Korean: 43,
  "whole numbers": 1500,
  "decimal numbers": 1500,
  "digits without end": 1500,
  hexadecimal: 1344,
  "hexadecimal capitals": 1329,
  UUIDs: 1362,
  base64: 1125,
  "base64 in one line": 1090,
  "letters at random": 749,
  identifiers: 360,
  CSS: 785,
  HTML: 704,
  JSON: 926,
  addresses: 712,
  "Markdown table": 991,
  "Markdown links": 679,
  emoji: 2146,
  "emoji in words": 739,
  "German compounds": 510,
  "dates and times": 1500,
  telephones: 1419,
  signs: 998,
  mathematics: 1487,
  "names with marks": 833,
  "indented lines": 255,
  "dotted lines": 381,
  "scripts in turn": 831
}

describe("tokens", () => {
  it("are about as many as the vocabulary that needs most has, in every language and kind of writing", () => {
    const texts = { ...sentences, ...kinds }
    assert.deepStrictEqual(Object.keys(texts), Object.keys(counted))
    let estimated = 0
    let most = 0
    for (const [name, text] of Object.entries(texts)) {
      const estimate = estimateTokens(text.slice(0, 1500))
      // A sentence is short: a chunk of many is nearer.
      assert.isAtLeast(estimate, 0.88 * counted[name]!, name)
      assert.isAtMost(estimate, 1.75 * counted[name]!, name)
      estimated += estimate
      most += counted[name]!
    }
    assert.isAtLeast(estimated, most)
    assert.isAtMost(estimated, most / 0.8)
  })

  it("of nothing are none", () => assert.strictEqual(estimateTokens(""), 0))

  it("of the beginning that fits are no more than the limit, and a character more would be", () => {
    for (const text of [...Object.values(kinds), "🌊".repeat(500), "a".repeat(9000)]) {
      for (const limit of [1, 16, 256, 1000]) {
        const length = lengthWithin(text, limit)
        assert.isAtMost(estimateTokens(text.slice(0, length)), limit)
        assert.isFalse(/[\ud800-\udbff]$/.test(text.slice(0, length)))
        if (length < text.length)
          assert.isAtLeast(estimateTokens(text.slice(0, length + 64)), Math.min(limit, 0.9 * limit))
      }
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

describe("a tokenizer of the caller's", () => {
  const page = `# All\n\n${Object.entries({ ...sentences, ...kinds })
    .map(([name, text]) => `## ${name}\n\n${text}`)
    .join("\n\n")}\n`
  const tokenizers: Readonly<Record<string, Tokenizer>> = {
    "a token for each character": (text) => text.length,
    "three for each": (text) => 3 * text.length,
    "a third for each": (text) => text.length / 3,
    "one for each word": (text) => text.split(/\s+/).length,
    "one more at the beginning and end": (text) => 2 + text.length / 4,
    "none for digits, many for others": (text) => 2 * text.replaceAll(/\d/g, "").length
  }

  it("is held to by every chunk, which are well filled", () => {
    for (const [name, tokens] of Object.entries(tokenizers)) {
      for (const maxTokens of [16, 512]) {
        const all = chunk(page, { maxTokens, tokens })
        assert.strictEqual(all.map(({ text }) => text).join(""), page, name)
        for (const piece of all) {
          assert.isAtMost(tokens(piece.text), maxTokens, name)
          if (piece.text.length <= 4096) assert.strictEqual(piece.tokens, Math.ceil(tokens(piece.text)), name)
        }
      }
    }
    const all = chunk(kinds["German compounds"]!, { maxTokens: 100, tokens: (text) => text.length / 3 })
    assert.isAbove(all.slice(0, -1).reduce((sum, { tokens }) => sum + tokens, 0) / (all.length - 1), 60)
  })

  it("gets parts of a bounded length, and the whole text a few times", () => {
    for (const maxTokens of [16, 512, 100_000]) {
      let characters = 0
      let longest = 0
      const tokens = (text: string) => {
        characters += text.length
        longest = Math.max(longest, text.length)
        return text.length / 2
      }
      chunk(page, { maxTokens, tokens })
      assert.isAtMost(longest, 4097)
      assert.isAtMost(characters, 8 * page.length)
    }
  })

  it.effect("counts for budgets and parts too", () =>
    Effect.gen(function* () {
      const tokens = tokenizers["a third for each"]!
      const { fields } = yield* fit(new Map([["markdown", { markdown: page }]]), 200, undefined)
      const text = String(fields["markdown"])
      assert.isAtMost(tokens(text), 200)
      assert.isAbove(tokens(text), 100)
      const json = yield* fit(new Map([["json", { json: { a: "x".repeat(300) } }]]), 100, undefined)
      assert.deepStrictEqual(json.omitted, { "/json": Math.ceil(308 / 3) })
      const first = yield* part(page, { maxTokens: 300 })
      assert.strictEqual(first.tokens, Math.ceil(tokens(first.text)))
      assert.isAtMost(first.tokens, 300)
    }).pipe(Effect.provideService(CurrentTokenizer, tokenizers["a third for each"]))
  )

  it.effect("that fails, or gives no number of tokens, is refused by name", () =>
    Effect.gen(function* () {
      const bad: ReadonlyArray<readonly [Tokenizer, RegExp]> = [
        [
          () => {
            throw new Error("no vocabulary")
          },
          /no vocabulary/
        ],
        [() => NaN, /NaN/],
        [() => -1, /-1/],
        [() => Infinity, /Infinity/],
        [(async () => 3) as never, /a promise/],
        [(() => [1, 2]) as never, /of type object/],
        [() => 1_000_000, /1000000 tokens for/]
      ]
      for (const [tokens, message] of bad) {
        const error = yield* Effect.flip(part(page, { maxTokens: 100, tokens }))
        assert.strictEqual(error._tag, "InvalidInput")
        assert.match(error.message, message)
        assert.match(error.message, /tokens: The tokenizer cannot be used/)
        assert.throws(() => chunk(page, { tokens }), message)
      }
    })
  )

  it("that counts nothing gives one chunk for each section", () => {
    assert.strictEqual(chunk("# A\n\nWords.\n\n# B\n\nMore.\n", { maxTokens: 16, tokens: () => 0 }).length, 2)
  })
})
