import { crc32, gzipSync } from "node:zlib"
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

/** A ZIP whose only name is in these bytes, which it does not say the encoding of. */
const zipNamed = (name: Uint8Array): Uint8Array => {
  const placeholder = "n".repeat(name.length)
  const zip = Buffer.from(zipFile({ [placeholder]: "x" }))
  for (let at = zip.indexOf(placeholder); at >= 0; at = zip.indexOf(placeholder)) zip.set(name, at)
  return new Uint8Array(zip)
}

it.effect("reads names of files in the code page that their bytes look like, and says so", () =>
  Effect.gen(function* () {
    // What is read of each is shown with the bytes that its system writes.
    for (const [name, encoding, hex] of [
      ["日本語の資料.txt", "shift_jis", "93fa967b8cea82cc8e9197bf2e747874"],
      ["レポート/会議.txt", "shift_jis", "838c837c815b83672f89ef8b632e747874"],
      ["年度总结报告.txt", "gb18030", "c4eab6c8d7dcbde1b1a8b8e62e747874"],
      ["한국어 문서.txt", "euc-kr", "c7d1b1b9beee20b9aebcad2e747874"],
      ["報告書資料.txt", "big5", "b3f8a769aed1b8eaaec62e747874"],
      ["Отчёт за май.txt", "ibm866", "8ee2e7f1e220a7a020aca0a92e747874"],
      ["Договор.txt", "windows-1251", "c4eee3eee2eef02e747874"],
      ["Übersicht für Köln.txt", "CP437", "9a626572736963687420668172204b946c6e2e747874"],
      ["Größe.txt", "CP437", "477294e1652e747874"],
      ["Ação São João.txt", "CP437", "4187c66f2053c66f204a6fc66f2e747874"]
    ] as const) {
      const bytes = Buffer.from(hex, "hex")
      for (const file of [zipNamed(bytes), tarFile({ [bytes.toString("latin1")]: "x" })]) {
        const parsed = yield* read(archive(), file)
        assert.strictEqual(bodyOf(parsed), `<ul><li>${name} (1 bytes)</li></ul>`)
        assert.include(
          parsed.warnings ?? [],
          `The names of the files do not say what encoding they are in; they were read as ${encoding}, which their bytes look like.`
        )
      }
    }
    for (const name of ["日本語.txt", "Größe.txt"]) {
      const bytes = new TextEncoder().encode(name)
      for (const file of [zipNamed(bytes), tarFile({ [Buffer.from(bytes).toString("latin1")]: "x" })]) {
        const parsed = yield* read(archive(), file)
        assert.include(bodyOf(parsed), name)
        assert.lengthOf(parsed.warnings!, 1)
      }
    }
  })
)

it.effect("takes the name in UTF-8 that stands beside one in a code page, where it is for this one", () =>
  Effect.gen(function* () {
    const name = Buffer.from("944d9a6572", "hex")
    const utf8 = Buffer.from("ömÜer.txt")
    const extra = (sum: number) => {
      const field = Buffer.alloc(9)
      field.writeUInt16LE(0x7075, 0)
      field.writeUInt16LE(5 + utf8.length, 2)
      field[4] = 1
      field.writeUInt32LE(sum, 5)
      return Buffer.concat([field, utf8])
    }
    for (const [sum, shown] of [
      [crc32(name), "ömÜer.txt"],
      [1, "öMÜer"]
    ] as const) {
      const field = extra(sum)
      // A directory of one empty file: its header is the part behind the one of the file.
      const entry = Buffer.alloc(46)
      entry.writeUInt32LE(0x02014b50, 0)
      entry.writeUInt16LE(name.length, 28)
      entry.writeUInt16LE(field.length, 30)
      const end = Buffer.alloc(22)
      end.writeUInt32LE(0x06054b50, 0)
      end.writeUInt16LE(1, 10)
      end.writeUInt32LE(4, 16)
      const start = Buffer.from("PK\u0003\u0004")
      const file = new Uint8Array(Buffer.concat([start, entry, name, field, end]))
      assert.include(bodyOf(yield* read(archive(), file)), `<li>${shown} (`)
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
