import { assert, describe, it } from "@effect/vitest"
import type { Document } from "@orbweaver/core/model/Document"
import { Schema } from "effect"
import { makeWriter } from "../../src/wire/documentText.ts"

const documentOf = (markdown: string, cacheState: "hit" | "miss", more: object = {}): Document => ({
  markdown,
  ...more,
  metadata: {
    sourceURL: "https://site.test/",
    url: "https://site.test/",
    statusCode: 200,
    proxyUsed: "basic",
    cacheState
  }
})

describe("documents as JSON", () => {
  it.prop(
    "are the same whether their texts were escaped before or not",
    [Schema.String, Schema.Json, Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3 }))],
    ([text, json, times]) => {
      const write = makeWriter()
      const document = documentOf(text.repeat(2048), "hit", { json, summary: undefined, links: [text] })
      for (let time = 0; time < times; time++) assert.strictEqual(write(document), JSON.stringify(document))
    }
  )

  it("keep no more than their bound, and go on with what is forgotten", () => {
    const write = makeWriter()
    for (let round = 0; round < 3; round++) {
      for (const letter of "abcdefghijkl") {
        const document = documentOf(letter.repeat(1024 * 1024), "hit")
        assert.strictEqual(write(document).length, JSON.stringify(document).length)
      }
    }
  })
})
