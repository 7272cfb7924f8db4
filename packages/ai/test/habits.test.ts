// How providers and models answer who were asked for JSON.
import { assert, describe, it } from "@effect/vitest"
import { aiSdk } from "@orbweaver/ai"
import { json } from "@orbweaver/extraction/formats/Json"
import type { Fields } from "@orbweaver/core/scrape/Format"
import { resolve } from "@orbweaver/core/model/ScrapeOptions"
import { FormatSuite } from "@orbweaver/testing"
import { Effect } from "effect"
import { modelServer, type Turn } from "./server.ts"

const schema = {
  type: "object",
  properties: {
    name: { type: "string" },
    price: { type: "number" },
    inStock: { type: "boolean" },
    parts: {
      type: "array",
      items: { type: "object", properties: { sku: { type: "string" }, title: { type: "string" } }, required: ["sku"] }
    }
  },
  required: ["name"]
}

const mug = { name: "Mug", price: 5 }

const ask = Effect.fnUntraced(function* (turns: ReadonlyArray<Turn>, spec: object = { schema }, markdown = "# Mug") {
  const { model, provider } = yield* modelServer
  model.turns = turns
  const run = json(yield* aiSdk(provider("tiny"))).run({
    page: FormatSuite.htmlPage(""),
    spec: { type: "json", ...spec },
    options: resolve({}),
    wanted: ["json"],
    fields: { markdown, facts: { entities: [], facts: [], groups: [] } } as Fields
  })
  return { answer: yield* Effect.result(run), asked: model.asked }
})

const completion = (message: object, more: object = {}) =>
  JSON.stringify({
    id: "1",
    object: "chat.completion",
    created: 1,
    model: "m",
    choices: [{ index: 0, message }],
    ...more
  })

const streamed = (...parts: ReadonlyArray<string>) =>
  [
    ...parts.map((content) => `data: ${JSON.stringify({ id: "1", choices: [{ index: 0, delta: { content } }] })}`),
    "data: [DONE]"
  ].join("\n\n")

const once: Readonly<Record<string, Turn>> = {
  "in a fence (Ollama, vLLM)": { says: '```json\n{"name": "Mug", "price": 5}\n```' },
  "in a fence that names no language, after a sentence": {
    says: 'Here\'s the data you asked for:\n\n```\n{"name":"Mug","price":5}\n```\n\nLet me know if you\'d like more!'
  },
  "below its reasoning (DeepSeek, Qwen)": {
    says: '<think>Is it {"name":"Cup"}? No.</think>\n\n{"name":"Mug","price":5}'
  },
  "below reasoning whose start the template wrote": {
    says: 'The page says {"price": 4}.\n</think>\n{"name":"Mug","price":5}'
  },
  "below reasoning in brackets (Magistral)": { says: '[THINK]A mug [probably].[/THINK]{"name":"Mug","price":5}' },
  "in channels (gpt-oss)": {
    says: '<|channel|>analysis<|message|>Easy.<|end|><|start|>assistant<|channel|>final<|message|>{"name":"Mug","price":5}'
  },
  "with prose around it": { says: 'Sure! {"name":"Mug","price":5} It\'s all I found [1].' },
  "with commas at the ends": { says: '{"name":"Mug","price":5,}' },
  "as Python": { says: "{'name': 'Mug', 'price': 5, 'inStock': None}" },
  "with comments": { says: '{\n  "name": "Mug", // from the title\n  "price": 5\n}' },
  "as a text": { says: JSON.stringify('{"name":"Mug","price":5}') },
  "in an object of its own": { says: '{"page":{"name":"Mug","price":5}}' },
  "as the only item of a list": { says: '[{"name":"Mug","price":5}]' },
  "with a draft before it": { says: '{"name":5,"price":"?"}\n\nCorrected:\n{"name":"Mug","price":5}' },
  "as the input of a tool": { calls: [{ name: "page", input: mug }] },
  "without usage": { raw: completion({ role: "assistant", content: '{"name":"Mug","price":5}' }) },
  "with its thoughts apart": {
    raw: completion({ role: "assistant", reasoning_content: 'Or {"name":"Cup"}?', content: '{"name":"Mug","price":5}' })
  },
  "as a stream that nobody asked for": {
    status: 200,
    headers: { "content-type": "text/event-stream" },
    body: streamed('{"name":"M', 'ug","price":5}')
  }
}

describe("a model that answers", () => {
  it.live.each(Object.entries(once))("%s is asked once and understood", ([, turn]) =>
    Effect.gen(function* () {
      const { answer, asked } = yield* ask([turn])
      assert(answer._tag === "Success", String(answer._tag === "Failure" && answer.failure))
      assert.deepStrictEqual(answer.success.json, mug)
      assert.strictEqual(asked.length, 1)
      assert.isAbove(answer.success.tokens!.output, 0)
    }).pipe(Effect.scoped)
  )

  it.live("null for what is optional, and an empty text, has said that the page does not say it", () =>
    Effect.gen(function* () {
      const { answer, asked } = yield* ask([{ says: '{"name":"Mug","price":null,"inStock":null,"parts":null}' }])
      assert(answer._tag === "Success")
      assert.deepStrictEqual(answer.success.json, { name: "Mug" })
      assert.isUndefined(answer.success.warning)
      assert.strictEqual(asked.length, 1)
    }).pipe(Effect.scoped)
  )

  it.live("null for what is required is not asked again, and the warning names it", () =>
    Effect.gen(function* () {
      const { answer, asked } = yield* ask([{ says: '{"name":null,"price":5}' }])
      assert(answer._tag === "Success")
      assert.deepStrictEqual(answer.success.json, { price: 5 })
      assert.include(answer.success.warning, "Not found on the page: /name.")
      assert.strictEqual(asked.length, 1)
    }).pipe(Effect.scoped)
  )

  it.live("wrongly to the end keeps what is right, and the rest is named", () =>
    Effect.gen(function* () {
      const says = '{"name":"Mug","price":"cheap","parts":[{"sku":"a"},{"sku":7,"title":"Lid"},"x"]}'
      const { answer, asked } = yield* ask([{ says }])
      assert(answer._tag === "Success")
      assert.deepStrictEqual(answer.success.json, { name: "Mug", parts: [{ sku: "a" }, { title: "Lid" }] })
      assert.include(answer.success.warning, "/price must be number")
      assert.include(answer.success.warning, "/parts/1/sku must be string")
      assert.strictEqual(asked.length, 3)
    }).pipe(Effect.scoped)
  )

  it.live("up to its limit of tokens keeps what it said by then, and says so", () =>
    Effect.gen(function* () {
      const says = '{"name":"Mug","price":5,"parts":[{"sku":"a","title":"Lid"},{"sku":"b","tit'
      const { answer, asked } = yield* ask([{ says, finish: "length" }])
      assert(answer._tag === "Success")
      assert.deepInclude(answer.success.json as object, mug)
      assert.include(answer.success.warning, "cut at its limit of tokens")
      assert.strictEqual(asked.length, 1)
    }).pipe(Effect.scoped)
  )

  it.live("with a refusal fails, with the words of the refusal and what it took", () =>
    Effect.gen(function* () {
      const { answer, asked } = yield* ask([{ says: "I'm sorry, but I can't help with that." }])
      assert(answer._tag === "Failure")
      assert.include(answer.failure.message, "I'm sorry, but I can't help with that.")
      assert.strictEqual(asked.length, 3)
      assert.isAbove((answer.failure as { tokens?: { input: number } }).tokens!.input, 0)
    }).pipe(Effect.scoped)
  )

  it.live("with thoughts alone is asked again", () =>
    Effect.gen(function* () {
      const { answer, asked } = yield* ask([{ says: '<think>Perhaps {"name":"Cup"}' }, { says: JSON.stringify(mug) }])
      assert(answer._tag === "Success")
      assert.deepStrictEqual(answer.success.json, mug)
      assert.strictEqual(asked.length, 2)
    }).pipe(Effect.scoped)
  )

  it.live("no choices fails with a typed error", () =>
    Effect.gen(function* () {
      const { answer } = yield* ask([{ raw: completion({}, { choices: [] }) }])
      assert(answer._tag === "Failure")
      assert.strictEqual(answer.failure._tag, "FormatError")
    }).pipe(Effect.scoped)
  )

  it.live("a list line by line where a list is asked for", () =>
    Effect.gen(function* () {
      const list = { type: "array", items: { type: "object", properties: { sku: { type: "string" } } } }
      const { answer } = yield* ask([{ says: '{"sku":"a"}\n{"sku":"b"}\n{"sku":"c"}' }], { schema: list })
      assert(answer._tag === "Success")
      assert.deepStrictEqual(answer.success.json, [{ sku: "a" }, { sku: "b" }, { sku: "c" }])
    }).pipe(Effect.scoped)
  )
})

describe("a page in several parts", () => {
  const long = `${"word ".repeat(20_000)}\n\n`.repeat(3)

  it.live("loses one that cannot be read, and says which", () =>
    Effect.gen(function* () {
      const { answer } = yield* ask(
        [
          { says: '{"name":"Mug"}' },
          { says: "I cannot." },
          { says: "I cannot." },
          { says: "I cannot." },
          { says: '{"price":5}' }
        ],
        { schema },
        long
      )
      assert(answer._tag === "Success")
      assert.deepStrictEqual(answer.success.json, mug)
      assert.include(answer.success.warning, "Part 2 of 3 of the page was not read")
      assert.isAtLeast(answer.success.tokens!.input, 200)
    }).pipe(Effect.scoped)
  )

  it.live("takes a value from the part that has it: an empty text gives way", () =>
    Effect.gen(function* () {
      const { answer } = yield* ask(
        [{ says: '{"name":""}' }, { says: '{"name":"Mug","price":null}' }, { says: '{"price":5}' }],
        { schema },
        long
      )
      assert(answer._tag === "Success")
      assert.deepStrictEqual(answer.success.json, mug)
    }).pipe(Effect.scoped)
  )

  it.live("joins the items of lists by what identifies them", () =>
    Effect.gen(function* () {
      const turns = [
        { says: '{"name":"Set","parts":[{"sku":"a","title":"Lid"},{"sku":"b"}]}' },
        { says: '{"parts":[{"sku":"b","title":"Cup"}]}' },
        { says: '{"parts":[{"sku":"c","title":"Plate"}]}' }
      ]
      const { answer } = yield* ask(turns, { schema }, long)
      assert(answer._tag === "Success")
      assert.deepStrictEqual((answer.success.json as { parts: unknown }).parts, [
        { sku: "a", title: "Lid" },
        { sku: "b", title: "Cup" },
        { sku: "c", title: "Plate" }
      ])
    }).pipe(Effect.scoped)
  )
})
