import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { maxHtmlLength } from "../../src/reading/maxHtmlLength.ts"
import type { ParseInput } from "../../src/reading/Parser.ts"
import { builtin } from "../../src/reading/textParsers.ts"

const read = (mediaType: string, text: string | Uint8Array, options: Partial<ParseInput> = {}) =>
  builtin
    .find(({ mediaTypes }) => mediaTypes.includes(mediaType))!
    .parse({
      bytes: typeof text === "string" ? new TextEncoder().encode(text) : text,
      mediaType,
      charset: undefined,
      spec: undefined,
      url: new URL("https://site.example/docs/file"),
      ...options
    })

it.live("writes no more HTML of a text file than a page is read of, however long its escapes are", () =>
  Effect.gen(function* () {
    const { html, markdown } = yield* read("text/plain", "&".repeat(8_000_000))
    assert.isAbove(html.length, maxHtmlLength)
    assert.isBelow(html.length, 1.1 * maxHtmlLength)
    assert.strictEqual(markdown!.length, 8_000_000)
  })
)

it.live("writes Markdown of any length as it writes a short one", () =>
  Effect.gen(function* () {
    const piece = 'é <b> & [x](../y "t") ![z](a|b.png)\n\n'
    const times = 5_000
    const short = yield* read("text/markdown", piece)
    const long = yield* read("text/markdown", piece.repeat(times))
    assert.strictEqual(long.markdown, short.markdown!.repeat(times))
    assert.strictEqual(long.html, `<pre>${short.html.slice("<pre>".length, -"</pre>".length).repeat(times)}</pre>`)
  })
)

it.live.each([
  ["ASCII", "a", "utf-8", maxHtmlLength],
  ["UTF-8", "é", "utf-8", maxHtmlLength],
  ["wide UTF-8", "語", "utf-8", 0.625 * maxHtmlLength],
  ["windows-1252", "é", "windows-1252", maxHtmlLength]
] as const)("decodes all of a long page in %s only for those who ask for its source", ([, letter, charset, length]) =>
  Effect.gen(function* () {
    const text = letter.repeat(maxHtmlLength + 1000)
    const bytes = Buffer.from(text, charset === "utf-8" ? "utf8" : "latin1")
    const cut = yield* read("text/html", bytes, { charset })
    assert.isTrue(cut.source === letter.repeat(length))
    assert.isUndefined(cut.wholeSource)
    const whole = yield* read("text/html", bytes, { charset, wholeSource: true })
    assert.isTrue(whole.source === cut.source && whole.html === cut.source)
    assert.isTrue((yield* whole.wholeSource!) === text)
  })
)

it.live("has no other source of a page that is read whole", () =>
  Effect.gen(function* () {
    const { source, wholeSource } = yield* read("text/html", "<p>A page.", { wholeSource: true })
    assert.deepStrictEqual([source, wholeSource], ["<p>A page.", undefined])
  })
)

it.effect("puts a file of data in a fence that no line of it ends, and that is not longer than need be", () =>
  Effect.gen(function* () {
    const markdownOf = (text: string) => Effect.map(read("application/json", text), ({ markdown }) => markdown)
    const ticks = "`".repeat(200)
    assert.strictEqual(yield* markdownOf('{"a": 1}\n'), '```json\n{"a": 1}\n```')
    assert.strictEqual(yield* markdownOf('"````"'), '`````json\n"````"\n`````')
    assert.strictEqual(yield* markdownOf(`"${ticks}"`), `~~~json\n"${ticks}"\n~~~`)
    assert.strictEqual(yield* markdownOf(`"${ticks}~~~"`), `~~~~json\n"${ticks}~~~"\n~~~~`)
    const long = `["${"é".repeat(200_000)}"]`
    assert.isTrue((yield* markdownOf(long)) === `\`\`\`json\n${long}\n\`\`\``)
  })
)

/** Text in UTF-32 with its byte order mark. */
const utf32 = (text: string, isLittle: boolean): Uint8Array => {
  const codes = Array.from(`\ufeff${text}`, (sign) => sign.codePointAt(0)!)
  const view = new DataView(new ArrayBuffer(4 * codes.length))
  for (const [index, code] of codes.entries()) view.setUint32(4 * index, code, isLittle)
  return new Uint8Array(view.buffer)
}

it.live("reads text, Markdown, JSON and XML in UTF-32 of both orders, whatever the server declares", () =>
  Effect.gen(function* () {
    const texts = {
      "text/plain": "Café 🌊\n",
      "text/markdown": "# Café 🌊\n",
      "application/json": '{"Café": "🌊"}',
      "application/xml": "<a>Café 🌊</a>"
    }
    for (const [mediaType, text] of Object.entries(texts))
      for (const isLittle of [true, false])
        for (const charset of [undefined, "utf-8", "iso-8859-1"]) {
          const { source, warnings } = yield* read(mediaType, utf32(text, isLittle), { charset })
          assert.strictEqual(source, text, mediaType)
          assert.isEmpty(warnings)
        }
    const lone = utf32("a_b", true)
    new DataView(lone.buffer).setUint32(8, 0xd800, true)
    assert.strictEqual((yield* read("text/plain", lone)).source, "a\ufffdb")
  })
)

it.live("says that a file without a word has no text", () =>
  Effect.gen(function* () {
    for (const mediaType of ["text/plain", "text/markdown", "application/json", "application/xml"])
      for (const text of ["", "\ufeff", " \n\t\r\n", utf32("", true)])
        assert.deepStrictEqual((yield* read(mediaType, text)).warnings, ["The file has no text."], mediaType)
    assert.isEmpty((yield* read("text/html", "")).warnings)
  })
)
