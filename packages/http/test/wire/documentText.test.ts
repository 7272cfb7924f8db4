import { assert, describe, it } from "@effect/vitest"
import type { Document } from "@orbweaver/core/model/Document"
import { Effect, Schema } from "effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { documentAnswer, makeWriter, wholeText } from "../../src/wire/documentText.ts"

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
        const document = documentOf(letter.repeat(512_000), "hit")
        assert.strictEqual(write(document).length, JSON.stringify(document).length)
      }
    }
  })

  it.effect.each(["hit", "miss"] as const)("are answered piece by piece where they are large (%s)", (cacheState) =>
    Effect.gen(function* () {
      const document = documentOf("[\u20ac\n".repeat(1_000_000), cacheState)
      const text = makeWriter()(document)
      assert.isFunction(text)
      const { body } = HttpServerResponse.toWeb(documentAnswer('{"data":', text, "}"))
      const chunks: Array<Uint8Array> = []
      yield* Effect.promise(async () => {
        for await (const chunk of body!) chunks.push(chunk)
      })
      assert.strictEqual(Buffer.concat(chunks).toString(), `{"data":${JSON.stringify(document)}}`)
      assert.isBelow(Math.max(...chunks.map(({ byteLength }) => byteLength)), 1_000_000)
    })
  )

  it.effect("are one text only where that is short enough", () =>
    Effect.gen(function* () {
      const document = documentOf("x".repeat(1_000_000), "miss")
      const text = makeWriter()(document)
      const whole = JSON.stringify(document)
      assert.strictEqual(yield* wholeText(text, whole.length), whole)
      assert.isUndefined(yield* wholeText(text, whole.length - 1))
      assert.strictEqual(yield* wholeText("short", 5), "short")
      assert.isUndefined(yield* wholeText("longer", 5))
    })
  )
})
