import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { csv } from "../../src/index.ts"
import { bodyOf, read } from "../support/read.ts"
import { table } from "../support/table.ts"

const csvBody = (text: string | Uint8Array, mediaType = "text/csv") =>
  Effect.map(read(csv(), typeof text === "string" ? new TextEncoder().encode(text) : text, { mediaType }), bodyOf)

it.effect("reads quoted fields with delimiters, quotes and line breaks", () =>
  Effect.gen(function* () {
    assert.strictEqual(
      yield* csvBody('a,b\r\n"x, y","say ""hi"""\r\n"two\r\nlines",<z>\r\n'),
      table(
        ["a", "b"],
        [
          ["x, y", 'say "hi"'],
          ["two<br>lines", "&lt;z&gt;"]
        ]
      )
    )
  })
)

it.effect("guesses the delimiter, and takes tabs and hints at their word", () =>
  Effect.gen(function* () {
    const expected = table(["a", "b"], [["1,5", "2"]])
    assert.strictEqual(yield* csvBody("a;b\n1,5;2\n"), expected)
    assert.strictEqual(yield* csvBody("a\tb\n1,5\t2\n", "text/tab-separated-values"), expected)
    assert.strictEqual(yield* csvBody("sep=|\na|b\n1,5|2\n"), expected)
  })
)

it.effect("reads UTF-16 and Windows-1252, and gives the text itself as source", () =>
  Effect.gen(function* () {
    const utf16 = Uint8Array.from([
      0xff,
      0xfe,
      ...Array.from("é,b\n1,2").flatMap((letter) => [letter.charCodeAt(0), 0])
    ])
    assert.strictEqual(yield* csvBody(utf16), table(["é", "b"], [["1", "2"]]))
    assert.strictEqual(
      yield* csvBody(Uint8Array.of(0xe9, 0x2c, 0x62, 0x0a, 0x31, 0x2c, 0x32)),
      table(["é", "b"], [["1", "2"]])
    )
    const { source } = yield* read(csv(), new TextEncoder().encode("a,b\n"))
    assert.strictEqual(source, "a,b\n")
  })
)

it.effect("reads text of encodings that nothing declares, and says which it took", () =>
  Effect.gen(function* () {
    const japanese = new Uint8Array(
      Buffer.from(
        "967b82cc96bc914f2c8d608d60\n8d6082cc90b382b582a293c782dd95fb2c82c682a982c882dc82b682c683938e9a\n".replaceAll(
          "\n",
          "0a"
        ),
        "hex"
      )
    )
    const parsed = yield* read(csv(), japanese)
    assert.include(bodyOf(parsed), "本の名前")
    assert.include(parsed.warnings?.join(" "), "it was read as shift_jis")
    const utf32 = Buffer.alloc(4 * 5)
    for (const [index, code] of [0xfeff, 0xe9, 0x2c, 0x1f30a, 0x0a].entries()) utf32.writeUInt32LE(code, index * 4)
    assert.include(bodyOf(yield* read(csv(), new Uint8Array(utf32))), "<td>é</td><td>🌊</td>")
    utf32.swap32()
    assert.include(bodyOf(yield* read(csv(), new Uint8Array(utf32))), "<td>é</td><td>🌊</td>")
    assert.deepStrictEqual((yield* read(csv(), new Uint8Array())).warnings, ["The file has no rows."])
  })
)
