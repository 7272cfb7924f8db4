import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { epub } from "../../src/index.ts"
import { zipFile } from "../support/officeFile.ts"
import { bodyOf, read } from "../support/read.ts"

const book = (more: Readonly<Record<string, string>> = {}) =>
  zipFile({
    mimetype: "application/epub+zip",
    "META-INF/container.xml": `<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>`,
    "OPS/book.opf": `<package xmlns:dc="d"><metadata><dc:title>A book</dc:title><dc:creator>A. Writer</dc:creator><dc:language>en</dc:language></metadata><manifest><item id="c2" href="text/two.xhtml" media-type="application/xhtml+xml"/><item id="c1" href="text/one%20a.xhtml" media-type="application/xhtml+xml"/><item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="c1"/><itemref idref="c2"/></spine></package>`,
    "OPS/nav.xhtml": `<html><body><nav epub:type="toc"><ol><li><a href="text/two.xhtml">Second chapter</a></li></ol></nav></body></html>`,
    "OPS/text/one a.xhtml": `<html><head><style>p{}</style></head><body><h1>First</h1><p id="x">See <a href="two.xhtml#y">two</a>&nbsp;&amp; <b>more</b>.<script>alert(1)</script></p><img src="../p.png" alt="Cover"/></body></html>`,
    "OPS/text/two.xhtml": `<html><body><p id="y">Text<br/>of two</p></body></html>`,
    ...more
  })

it.effect("reads chapters in the order of the spine, with titles of the contents where they have none", () =>
  Effect.gen(function* () {
    const parsed = yield* read(epub(), book())
    assert.strictEqual(
      bodyOf(parsed),
      [
        `<section id="part-1">`,
        `<h1>First</h1><p id="part-1-x">See <a href="#part-2-y">two</a>\u00a0&amp; <b>more</b>.</p>Cover`,
        "</section>",
        `<section id="part-2">`,
        "<h2>Second chapter</h2>",
        `<p id="part-2-y">Text<br>of two</p>`,
        "</section>"
      ].join("\n")
    )
    assert.deepStrictEqual(parsed.metadata, { title: "A book", author: "A. Writer", language: "en" })
  })
)

it.effect("tells notes and the links to them and back as Markdown writers know them, and names all authors", () =>
  Effect.gen(function* () {
    const parsed = yield* read(
      epub(),
      book({
        "OPS/book.opf": `<package xmlns:dc="d"><metadata><dc:creator>A. Writer</dc:creator><dc:creator>B. Writer</dc:creator></metadata><manifest><item id="c2" href="text/two.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="c2"/></spine></package>`,
        "OPS/text/two.xhtml": `<html><body><p>Text<a epub:type="noteref" href="#n">1</a></p><aside epub:type="footnote" id="n">Note <a role="doc-backlink" href="#r">back</a></aside></body></html>`
      })
    )
    assert.include(bodyOf(parsed), `href="#part-1-n"`)
    assert.match(bodyOf(parsed), /<a [^>]*role="doc-noteref"[^>]*>1<\/a>/)
    assert.match(bodyOf(parsed), /<aside [^>]*class="footnote"/)
    assert.match(bodyOf(parsed), /<a [^>]*class="footnote-back"[^>]*>back/)
    assert.deepStrictEqual(parsed.metadata, { author: "A. Writer, B. Writer" })
  })
)

it.effect("reads a chapter once, however often the spine names it", () =>
  Effect.gen(function* () {
    const parsed = yield* read(
      epub(),
      book({
        "OPS/book.opf": `<package><manifest><item id="c2" href="text/two.xhtml" media-type="application/xhtml+xml"/></manifest><spine>${`<itemref idref="c2"/>`.repeat(1000)}</spine></package>`
      })
    )
    assert.strictEqual(bodyOf(parsed).split("<section").length, 2)
  })
)

it.effect("fails with a reason for protected books, not for obfuscated fonts", () =>
  Effect.gen(function* () {
    const protection = (path: string) => ({
      "META-INF/encryption.xml": `<encryption><enc:EncryptedData><enc:CipherData><enc:CipherReference URI="${path}"/></enc:CipherData></enc:EncryptedData></encryption>`
    })
    const failure = yield* Effect.flip(read(epub(), book(protection("OPS/text/two.xhtml"))))
    assert.deepInclude(failure, { _tag: "UnreadableDocument", why: "encrypted" })
    const parsed = yield* read(epub(), book(protection("OPS/fonts/a.otf")))
    assert.include(bodyOf(parsed), "First")
  })
)
