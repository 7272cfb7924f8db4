import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { maxHtmlLength } from "../../src/reading/maxHtmlLength.ts"
import { builtin } from "../../src/reading/textParsers.ts"

const read = (mediaType: string, text: string) =>
  builtin
    .find(({ mediaTypes }) => mediaTypes.includes(mediaType))!
    .parse({
      bytes: new TextEncoder().encode(text),
      mediaType,
      charset: undefined,
      spec: undefined,
      url: new URL("https://site.example/docs/file")
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
