import { assert, describe, it } from "@effect/vitest"
import { markdownBlocks, partsOf, plainText } from "@orbweaver/core/text/MarkdownBlocks"
import { retrieve } from "../../src/text/retrieve.ts"
import { sentencesOf } from "../../src/text/sentences.ts"
import { summarize } from "@orbweaver/core/text/summarize"
import { terms } from "../../src/text/terms.ts"
import { Effect, Schema } from "effect"

const page = `# The tidal clock

The clock over the harbour office shows the tide with a second hand, and the tide hand drifts against the sun.
It was built in 1934 by two brothers who repaired ship chronometers in the harbour.

## Opening hours

- Tuesday to Sunday: 10 to 17
- Monday: closed

## Prices

| Ticket | Price |
| --- | --- |
| Adults | 8 € |
| Children | **free** |

## The gears

The tide hand of the clock needs a gear train that follows the moon, because the tide follows the moon. The old gear
train of the clock lost four seconds each month against the moon. Visitors may eat in the café.

\`\`\`js
const tide = 1
\`\`\`

> A clock is a promise.
`

describe("blocks of Markdown", () => {
  it("are found with their kind, text and sections", () => {
    assert.deepStrictEqual(
      markdownBlocks(page).map(({ headings, kind, text }) => [kind, text.slice(0, 14), headings.at(-1) ?? ""]),
      [
        ["heading", "The tidal cloc", ""],
        ["paragraph", "The clock over", "The tidal clock"],
        ["heading", "Opening hours", "The tidal clock"],
        ["list", "Tuesday to Sun", "Opening hours"],
        ["heading", "Prices", "The tidal clock"],
        ["table", "Ticket\tPrice\nA", "Prices"],
        ["heading", "The gears", "The tidal clock"],
        ["paragraph", "The tide hand ", "The gears"],
        ["code", "const tide = 1", "The gears"],
        ["quote", "A clock is a p", "The gears"]
      ]
    )
  })

  it.effect.prop("cover every line of any Markdown, in order, without overlap", [Schema.String], ([text]) =>
    Effect.sync(() => {
      let end = 0
      for (const block of markdownBlocks(text)) {
        assert.isAtLeast(block.start, end)
        assert.strictEqual(text.slice(end, block.start).trim(), "")
        end = block.end
      }
      assert.strictEqual(text.slice(end).trim(), "")
    })
  )

  it("read as a person sees them", () => {
    assert.strictEqual(
      plainText("**bold** [link](https://a.b) ![alt](x.png) `code` snake_case \\*star\\*"),
      "bold link alt code snake_case *star*"
    )
    assert.strictEqual(plainText("[a (b)](https://x.y/a_(b)) [[1]](#one) \\[no\\](link)"), "a (b) [1] [no](link)")
    assert.strictEqual(plainText("|   |\n| a \\| b |"), "a | b")
    assert.strictEqual(plainText("| a | b |\n| --- | :-: |\n| 1 | 2 |"), "a\tb\n1\t2")
  })
})

it("long runs of one character are read once", () => {
  for (const run of [" ", "[", "![", "[a](", "|", "\t|", "*", "<a", "> ", "# ", "#", "`"]) {
    const text = `x${run.repeat(200_000)}x`
    assert.isAtMost(plainText(text).length, text.length)
    assert.isAtLeast(markdownBlocks(text).length, 1)
    assert.isAtLeast(markdownBlocks(`# ${text} #`).length, 1)
  }
})

it("the parts of a long block are the block", () => {
  const paragraph = "A sentence of some words. ".repeat(2_000)
  const [block] = markdownBlocks(paragraph)
  const parts = [...partsOf(block!)]
  assert.isAbove(parts.length, 2)
  assert.isTrue(parts.every((part) => part.endsWith("words.")))
  assert.strictEqual(parts.join(" "), block!.text)
})

it("code that is never closed keeps its last line", () => {
  assert.deepStrictEqual(
    markdownBlocks("```\na\nb").map(({ text }) => text),
    ["a\nb"]
  )
})

describe("words", () => {
  it("meet in other forms, without stop words and marks", () => {
    assert.deepStrictEqual(terms("The prices of Cafés"), terms("price café"))
    assert.deepStrictEqual(terms("the of and"), [])
  })

  it("of unspaced writing are pairs of characters", () => {
    assert.deepStrictEqual(terms("潮汐时钟"), ["潮汐", "汐时", "时钟"])
  })
})

it("sentences end where the language ends them, not at line ends", () => {
  assert.deepStrictEqual(sentencesOf()("It cost 3.5 million\neuros. Who paid? Nobody."), [
    "It cost 3.5 million euros.",
    "Who paid?",
    "Nobody."
  ])
})

describe("a summary", () => {
  it("holds sentences of the text, unchanged and in order", () => {
    const summary = summarize(markdownBlocks(page), { maxSentences: 2 })
    assert.lengthOf(summary, 2)
    const text = plainText(page).replace(/\s+/g, " ")
    const places = summary.map((sentence) => text.indexOf(sentence))
    assert.isTrue(places.every((place) => place >= 0))
    assert.isBelow(places[0]!, places[1]!)
  })

  it("prefers what the text is about to what it mentions", () => {
    assert.notInclude(summarize(markdownBlocks(page), { maxSentences: 2 }).join(" "), "café")
  })

  it("keeps to the length asked for, and is empty where there is no prose", () => {
    assert.lengthOf(summarize(markdownBlocks(page), { maxLength: 130 }), 1)
    assert.deepStrictEqual(summarize(markdownBlocks("# Title\n\n- a\n- b")), [])
  })

  it("of a very long text stays bounded", () => {
    const long = Array.from(
      { length: 5000 },
      (_, index) => `Sentence number ${index} speaks of the harbour and ships.`
    ).join(" ")
    assert.isAtMost(summarize(markdownBlocks(long)).length, 5)
  })
})

describe("passages for a question", () => {
  const best = (question: string) => retrieve(markdownBlocks(page), question)[0]?.text

  it("are the row, item or sentences that answer it", () => {
    assert.strictEqual(best("When is it closed?"), "Monday: closed")
    assert.strictEqual(best("How much is the ticket price for children?"), "Children free")
    assert.include(best("How many seconds did the old gear lose?"), "four seconds")
  })

  it("are none when the text says nothing of it", () => {
    assert.deepStrictEqual(retrieve(markdownBlocks(page), "submarine volcano"), [])
    assert.deepStrictEqual(retrieve(markdownBlocks(page), "the and of"), [])
  })
})
