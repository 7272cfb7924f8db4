import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { pdf } from "../../src/index.ts"
import { pdfFile } from "../support/pdfFile.ts"
import { predefinedMapPdf } from "../support/hostilePdf.ts"
import { parser } from "../support/pdfText.ts"
import { bodyOf, read } from "../support/read.ts"

const threePages = [1, 2, 3].map((page) => ({ texts: [{ x: 72, y: 100, text: `Text of page ${page}.` }] }))

it.effect("says title, author, language, dates and pages, as the file has them", () =>
  Effect.gen(function* () {
    const { html, metadata } = yield* read(
      parser,
      pdfFile({
        pages: threePages,
        language: "en-GB",
        info: { Title: "Letters", Author: "A. Writer", CreationDate: "D:20240131120000Z" }
      })
    )
    assert.deepInclude(metadata, {
      title: "Letters",
      author: "A. Writer",
      language: "en-GB",
      publishedTime: "2024-01-31T12:00:00.000Z",
      numPages: 3,
      totalPages: 3
    })
    assert.include(html, `<html lang="en-GB">`)
    assert.include(html, "<title>Letters</title>")
  })
)

it.effect("reads the first pages only when asked, and says how many there are", () =>
  Effect.gen(function* () {
    const parsed = yield* read(parser, pdfFile({ pages: threePages }), { spec: { type: "pdf", maxPages: 2 } })
    assert.deepInclude(parsed.metadata, { numPages: 2, totalPages: 3 })
    assert.strictEqual(bodyOf(parsed), "<p>Text of page 1.</p>\n<p>Text of page 2.</p>")
  })
)

it.effect("gives each page on its own, and its blocks with their places, when asked", () =>
  Effect.gen(function* () {
    const { blocks, pages } = yield* read(parser, pdfFile({ pages: threePages }), {
      spec: { type: "pdf", pages: true, blocks: true }
    })
    assert.deepStrictEqual(
      pages,
      [1, 2, 3].map((page) => ({ pageNumber: page, html: `<p>Text of page ${page}.</p>` }))
    )
    const box = [72, 92, 138.7, 102.5]
    const unknown = { label: null, markdownSpan: null, source: null, confidence: { layout: null, ocr: null } }
    const item = { type: "paragraph", bbox: box, readingOrder: 1, ...unknown }
    assert.deepStrictEqual(
      blocks,
      [1, 2, 3].map((page) => ({
        pageNumber: page,
        width: 595,
        height: 842,
        status: "completed",
        items: [{ id: `p${page}-1`, content: `Text of page ${page}.`, ...item }]
      }))
    )
  })
)

it.effect("marks where a page begins when asked", () =>
  Effect.gen(function* () {
    const parsed = yield* read(parser, pdfFile({ pages: threePages.slice(0, 2) }), {
      spec: { type: "pdf", pageMarkers: true }
    })
    assert.strictEqual(bodyOf(parsed), `<p>Text of page 1.</p>\n<hr data-page-number="2">\n<p>Text of page 2.</p>`)
  })
)

it.effect("fails with a reason for files that need a password", () =>
  Effect.gen(function* () {
    const failure = yield* Effect.flip(read(parser, pdfFile({ pages: threePages, password: "secret" })))
    assert.deepInclude(failure, { _tag: "UnreadableDocument", why: "encrypted" })
  })
)

it.effect("opens files that are encrypted with an empty password", () =>
  Effect.gen(function* () {
    const parsed = yield* read(parser, pdfFile({ pages: threePages.slice(0, 1), password: "" }))
    assert.strictEqual(bodyOf(parsed), "<p>Text of page 1.</p>")
  })
)

it.effect("fails with a reason for scanned files, and warns of single scanned pages", () =>
  Effect.gen(function* () {
    const scan = { picture: true }
    const failure = yield* Effect.flip(read(parser, pdfFile({ pages: [scan, scan] })))
    assert.deepInclude(failure, { _tag: "UnreadableDocument", why: "scanned" })
    const { warnings } = yield* read(parser, pdfFile({ pages: [...threePages, scan] }))
    assert.deepStrictEqual(warnings, ["Pages without text, which may be scans: 4."])
  })
)

it.effect("fails with a reason for damaged files and for too many pages", () =>
  Effect.gen(function* () {
    const damaged = yield* Effect.flip(read(parser, new TextEncoder().encode("%PDF-1.7 nothing that follows")))
    assert.deepInclude(damaged, { _tag: "UnreadableDocument", why: "damaged" })
    const strict = pdf({ inlineBytes: Infinity, maxPages: 2 })
    const many = yield* Effect.flip(read(strict, pdfFile({ pages: threePages })))
    assert.deepInclude(many, { _tag: "UnreadableDocument", why: "too-many-pages" })
    const fewer = yield* read(strict, pdfFile({ pages: threePages }), { spec: { type: "pdf", maxPages: 1 } })
    assert.deepInclude(fewer.metadata, { numPages: 1, totalPages: 3 })
  })
)

it.effect("recovers a file whose end is cut off", () =>
  Effect.gen(function* () {
    const whole = pdfFile({ pages: threePages })
    const end = Buffer.from(whole).lastIndexOf("xref\n0")
    const parsed = yield* read(parser, whole.subarray(0, end))
    assert.include(bodyOf(parsed), "Text of page 1.")
  })
)

for (const map of ["UniGB-UCS2-H", "GBK-EUC-V", "90ms-RKSJ-H", "KSCms-UHC-H"])
  it.effect(`names the package with the character map ${map}, which a file asks for and does not contain`, () =>
    Effect.gen(function* () {
      const failure = yield* read(parser, predefinedMapPdf(map, false)).pipe(Effect.flip)
      assert.strictEqual(failure._tag, "Unsupported")
      const { html, warnings } = yield* read(parser, predefinedMapPdf(map, true))
      assert.include(html, "The first page is fine")
      for (const text of [JSON.stringify(failure), (warnings ?? []).join(" ")]) {
        assert.include(text, map)
        assert.include(text, "pdfjs-dist")
      }
    })
  )
