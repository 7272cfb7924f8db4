import { gzipSync } from "node:zlib"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { archive } from "../../src/index.ts"
import { docxFile, p, zipFile } from "../support/officeFile.ts"
import { bodyOf, read } from "../support/read.ts"
import { tarFile } from "../support/tarFile.ts"

const spec = { type: "archive", members: true } as const
const files = {
  "read me.txt": "Hello <you>",
  "data/prices.csv": "a,b\n1,2",
  "page.html": "<h1>Web</h1><script>x</script>"
}

it.effect("lists the files of ZIP and tar, packed or not, and says how to read them", () =>
  Effect.gen(function* () {
    for (const bytes of [zipFile(files), tarFile(files), new Uint8Array(gzipSync(tarFile(files)))]) {
      const parsed = yield* read(archive({ inlineBytes: Infinity }), bytes)
      assert.strictEqual(
        bodyOf(parsed),
        "<ul><li>read me.txt (11 bytes)</li><li>data/prices.csv (7 bytes)</li><li>page.html (30 bytes)</li></ul>"
      )
      assert.deepStrictEqual(parsed.warnings, [
        'The files of the archive are listed and not read (3): parsers: [{ type: "archive", members: true }] reads them.'
      ])
      const whole = bodyOf(yield* read(archive({ inlineBytes: Infinity }), bytes, { spec }))
      assert.include(whole, "<h2>read me.txt</h2>\n<pre>Hello &lt;you&gt;</pre>")
      assert.include(whole, "<h2>data/prices.csv</h2>\n<table>")
      assert.include(whole, "<h2>page.html</h2>\n<h1>Web</h1>\n</section>")
    }
  })
)

it.effect("reads archives in archives a few levels deep", () =>
  Effect.gen(function* () {
    let inner = zipFile({ "deep.docx": docxFile(p("the core")) })
    for (const name of ["c.zip", "b.zip"]) inner = zipFile({ [name]: inner })
    assert.include(bodyOf(yield* read(archive(), inner, { spec })), "<p>the core</p>")
    for (let level = 0; level < 6; level++) inner = zipFile({ "a.zip": inner })
    const parsed = yield* read(archive(), inner, { spec })
    assert.notInclude(bodyOf(parsed), "the core")
    assert.include(parsed.warnings?.join(" "), "are listed and not read")
  })
)

it.effect("reads no more than the cap allows, however the files are packed", () =>
  Effect.gen(function* () {
    const megabyte = "x".repeat(1024 * 1024)
    const small = archive({ maxUnpackedBytes: 2 * 1024 * 1024 + 1000, inlineBytes: Infinity })
    const many = yield* read(small, zipFile({ "a.txt": megabyte, "b.txt": megabyte, "c.txt": megabyte }), { spec })
    assert.include(many.warnings?.join(" "), "c.txt was not read: it is larger than")
    const packed = new Uint8Array(gzipSync(Buffer.alloc(8 * 1024 * 1024)))
    assert.deepInclude(yield* Effect.flip(read(small, packed)), { _tag: "TooLarge" })
    const nested = yield* read(small, zipFile({ "a.gz": packed, "b.txt": "kept" }), { spec })
    assert.include(nested.warnings?.join(" "), "a.gz was not read: it is larger than")
    assert.include(bodyOf(nested), "<pre>kept</pre>")
  })
)

it.effect("leaves out what systems add, names that lead outside, and names what it cannot read", () =>
  Effect.gen(function* () {
    const parsed = yield* read(
      archive(),
      zipFile({
        "__MACOSX/._a": "x",
        "../../etc/passwd": "root",
        ".DS_Store": "x",
        "a.bin": Uint8Array.of(0, 1, 2),
        "b.txt": "ok"
      }),
      { spec }
    )
    assert.include(bodyOf(parsed), "<ul><li>a.bin (3 bytes)</li><li>b.txt (2 bytes)</li></ul>")
    assert.deepStrictEqual(parsed.warnings, ["a.bin was not read: no reader knows its kind."])
    assert.deepStrictEqual((yield* read(archive(), zipFile({}))).warnings, ["The archive holds no files."])
    const tar = tarFile({ "a.txt": "x", "b.txt": "y" })
    tar[512 + 512 + 10] = 1
    assert.deepInclude(yield* Effect.flip(read(archive(), tar)), { why: "damaged" })
  })
)
