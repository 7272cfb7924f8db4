import { assert, describe, it } from "@effect/vitest"
import { plain } from "../../src/markup/html.ts"
import { gatherLines, lineText } from "../../src/pdf/layout/lines.ts"
import { collectWords, runsOf } from "../../src/pdf/render/inlineText.ts"

/** The lines of a paragraph as they are joined. */
const joined = (texts: ReadonlyArray<string>): string => {
  const lines = gatherLines(
    texts.map((text, at) => ({
      text,
      x0: 72,
      x1: 500,
      y: 100 + at * 12,
      size: 10,
      font: { bold: false, italic: false, mono: false },
      artifact: false,
      markedId: -1
    }))
  )
  return plain(runsOf(lines, [], collectWords(lines.map(lineText))))
}

describe("a word at the end of a line", () => {
  it("keeps its hyphen where both parts are words of the document and the whole is none", () => {
    assert.strictEqual(
      joined(["Every problem has its time, and the art of problem-", "solving is that of solving one at a time."]),
      "Every problem has its time, and the art of problem-solving is that of solving one at a time."
    )
    assert.strictEqual(
      joined(["The river bank is steep, so the path along the river-", "bank is closed; the riverbank is wet."]),
      "The river bank is steep, so the path along the riverbank is closed; the riverbank is wet."
    )
  })

  it("keeps it behind a first part that is always written so", () => {
    assert.include(joined(["The pressure came from non-", "governmental bodies."]), "non-governmental")
    assert.include(joined(["It is a matter of self-", "government."]), "self-government")
  })

  it("loses it otherwise", () => {
    assert.include(joined(["The children talked about it in a para-", "graph of their own."]), "paragraph of")
    assert.include(joined(["Nobody has seen the moun-", "tain that stands behind it."]), "mountain")
  })

  it("of Korean is joined where the document has the whole word, and parted where it has not", () => {
    assert.strictEqual(
      joined(["국내의 확진자는 늘었고 새로운 확", "진자가 있다. 확진자가 왔다."]),
      "국내의 확진자는 늘었고 새로운 확진자가 있다. 확진자가 왔다."
    )
    assert.strictEqual(joined(["강가의 마을에", "사람이 산다."]), "강가의 마을에 사람이 산다.")
  })
})
