import { assert, it } from "@effect/vitest"
import * as Parsers from "@orbweaver/core/reading/Parsers"
import { Effect, Fiber, Layer } from "effect"
import { documentParsers, documents, docx, kinds, layer, pdf, Threads } from "../../src/index.ts"
import { compoundFile, docSample, msgSample, pptSample } from "../support/compoundFile.ts"
import { docxFile, p, zipFile } from "../support/officeFile.ts"
import { pdfFile } from "../support/pdfFile.ts"
import { read } from "../support/read.ts"
import { docxSample, epubSample, odtSample, pdfSample, pptxSample, xlsxSample } from "../support/samples.ts"

const registry = Effect.runSync(Effect.provide(Parsers.Parsers, Parsers.Parsers.layer(...documentParsers)))

const find = (mediaType: string, bytes: Uint8Array | string, path = "/download", name?: string) =>
  registry.find({
    mediaType,
    bytes: typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes,
    url: new URL(path, "https://example.com/"),
    name
  })?.parser.name

it("knows office and e-book files that are served as ZIP or as nothing by their content", () => {
  for (const mediaType of ["application/zip", "application/octet-stream", ""]) {
    assert.strictEqual(find(mediaType, docxSample), "docx")
    assert.strictEqual(find(mediaType, xlsxSample), "xlsx")
    assert.strictEqual(find(mediaType, pptxSample), "pptx")
    assert.strictEqual(find(mediaType, odtSample), "odt")
    assert.strictEqual(find(mediaType, epubSample), "epub")
    assert.strictEqual(find(mediaType, pdfSample), "pdf")
  }
  assert.strictEqual(find("application/zip", zipFile({ "a.txt": "x" })), "archive")
})

it("knows files that are text by their first lines, whatever they are served as", () => {
  const files = [
    ["mail", "Received: from a\r\n by b\r\nDate: x\r\nFrom: a@example.com\r\n\r\nHello"],
    ["mail", "From: a@example.com\nSubject: x\n\nHello"],
    ["mail", "Return-Path: <a@example.com>\nMessage-ID: <1@b>\nSubject: x\n\n"],
    ["mail", "From a@example.com Tue Jan  2 09:30:00 2024\nFrom: a@example.com\nTo: b\n\nHello"],
    ["subtitles", "WEBVTT\n\n00:01.000 --> 00:02.000\nx"],
    ["subtitles", "1\r\n00:00:01,000 --> 00:00:02,000\r\nx"],
    ["contacts", "BEGIN:VCARD\r\nFN:A\r\nEND:VCARD"],
    ["calendar", "\ufeffBEGIN:VCALENDAR\r\nEND:VCALENDAR"],
    ["notebook", `{"cells": [{"cell_type": "code", "source": "x"}], "nbformat": 4}`]
  ] as const
  for (const [name, text] of files)
    for (const mediaType of ["text/plain", "application/octet-stream", "", "application/json", "text/html"])
      assert.strictEqual(find(mediaType, text), name, `${mediaType} ${text}`)
})

it("leaves text alone that only looks a little like mail, notebooks or subtitles", () => {
  for (const text of [
    "From here to there: a walk\nDate: never",
    "Title: x\nDate: 2024-01-01\nTags: a\n\ntext",
    "From: Oslo\nTo Bergen by train",
    "Subject: chemistry\nDate: today\n\nNo sender",
    "From: the editor\n\nNo second field",
    "1\n2\n3 --> 4",
    "WEBVTTX is no signature",
    "BEGIN:VCARDS"
  ])
    assert.strictEqual(find("text/plain", text), "text", text)
  assert.strictEqual(find("application/json", `{"cell_type": "code"}`), "json")
  assert.strictEqual(find("application/json", `{"cells": []}`), "json")
})

it("knows old office and Outlook files by the streams in them", () => {
  for (const mediaType of ["application/octet-stream", "application/x-ole-storage", "application/msword", ""]) {
    assert.strictEqual(find(mediaType, docSample), "doc")
    assert.strictEqual(find(mediaType, pptSample), "ppt")
    assert.strictEqual(find(mediaType, msgSample), "mail")
    assert.strictEqual(find(mediaType, compoundFile({ Workbook: new Uint8Array(8) })), "xls")
    assert.strictEqual(find(mediaType, compoundFile({ EncryptedPackage: new Uint8Array(8) })), "legacyOffice")
  }
})

it("has a parser for each kind, with its types and extensions", () => {
  assert.sameMembers(
    documents().map(({ name }) => name),
    Object.keys(kinds)
  )
  for (const { extensions, mediaTypes, name } of documents()) {
    assert.isNotEmpty(mediaTypes, name)
    for (const text of [...extensions, ...mediaTypes]) assert.strictEqual(text, text.toLowerCase())
  }
})

it("reads a text by the name that its kind says to read", () => {
  for (const [kind, { extensions, files }] of Object.entries(kinds)) {
    const named = [...files.matchAll(/\.([a-z]\w*)/g)].map(([, extension]) => extension!)
    assert.includeMembers([...extensions], named, kind)
  }
  for (const [path, kind] of [
    ["guide.adoc", "asciidoc"],
    ["guide.asciidoc", "asciidoc"],
    ["index.rst", "restructuredText"],
    ["index.rest", "restructuredText"],
    ["paper.ltx", "latex"]
  ]) {
    assert.strictEqual(find("text/plain", "Some words", `/docs/${path}?raw=1`), kind)
    assert.strictEqual(find("application/octet-stream", "Some words", "/download", path), kind)
  }
})

it("knows feeds that are served as XML, text, HTML or JSON, and leaves other pages of these types alone", () => {
  const rss = `<?xml version="1.0"?><!-- a feed --><rss version="2.0"><channel/></rss>`
  for (const mediaType of ["application/xml", "text/xml", "text/html", "text/plain", "application/rss+xml"]) {
    assert.strictEqual(find(mediaType, rss), "feed")
  }
  assert.strictEqual(find("application/json", `{ "version": "https://jsonfeed.org/version/1.1" }`), "feed")
  assert.strictEqual(find("text/xml", `<feed xmlns="http://www.w3.org/2005/Atom"/>`), "feed")
  assert.notStrictEqual(find("application/xml", "<sitemap><rss/></sitemap>"), "feed")
  assert.notStrictEqual(find("text/html", "<!doctype html><html><rss></html>"), "feed")
  assert.notStrictEqual(find("application/json", `{ "a": 1 }`), "feed")
})

it("goes by the content where it is another kind of file than the type says", () => {
  const rtf = "{\\rtf1 rich\\par}"
  for (const mediaType of ["application/pdf", "application/msword", "application/x-unheard-of", "image/png"]) {
    assert.strictEqual(find(mediaType, docxSample), "docx")
    assert.strictEqual(find(mediaType, rtf), "rtf")
  }
  assert.strictEqual(find("application/vnd.ms-excel", pdfSample), "pdf")
  const page = "<html><body><h1>Sign in</h1></body></html>"
  assert.strictEqual(find("application/pdf", page), "html")
  assert.strictEqual(find("application/octet-stream", page, "/report.pdf"), "html")
  assert.strictEqual(find("application/vnd.ms-excel", "<table><tr><td>1</td></tr></table>"), "html")
  // What shows nothing else is what it was said to be, and fails as that.
  assert.strictEqual(find("application/pdf", "cut off"), "pdf")
  assert.strictEqual(find("application/octet-stream", Uint8Array.of(0, 1, 2), "/cut.docx"), "docx")
})

it("goes by the name of text that is served as plain, and takes other text for what it looks like", () => {
  assert.strictEqual(find("text/plain", "a,b", "/data.csv"), "csv")
  assert.strictEqual(find("text/plain", "# Title", "/README.md"), "markdown")
  assert.strictEqual(find("text/plain", "<p>source", "/page.html"), "text")
  assert.strictEqual(find("", "just words"), "text")
  assert.strictEqual(find("", "Hello, <b>world</b><br>"), "html")
  assert.strictEqual(find("", `<?xml version="1.0"?><list/>`), "xml")
  assert.strictEqual(find("application/yaml", "a: 1"), "text")
  assert.strictEqual(find("application/x-ndjson", "{}"), "json")
})

it.effect("shows the markup of writers as it is written, in a fence of its language, and says so", () =>
  Effect.gen(function* () {
    for (const [name, path, language, title] of [["latex", "/a.tex", "latex", "LaTeX"]] as const) {
      assert.strictEqual(find("text/plain", "= Title", path), name)
      assert.strictEqual(find("application/octet-stream", "= Title", path), name)
      const parser = documents().find((one) => one.name === name)!
      const parsed = yield* read(parser, new TextEncoder().encode("= Title <1>\n"))
      assert.include(parsed.html, `<pre><code class="language-${language}">= Title &lt;1&gt;\n</code></pre>`)
      assert.deepStrictEqual(parsed.warnings, [`${title} is shown as it is written: its markup is not converted.`])
    }
  })
)

it("goes by the name that the server gives the file, before its address", () => {
  assert.strictEqual(find("application/octet-stream", "a;b\n", "/export.php", "table.csv"), "csv")
})

it("goes by the extension where neither type nor content says more", () => {
  assert.strictEqual(find("application/octet-stream", "a;b\n", "/table.csv"), "csv")
  assert.strictEqual(find("text/csv", "a;b\n"), "csv")
})

it("has one name for each parser", () => {
  const names = documents().map(({ name }) => name)
  assert.strictEqual(new Set(names).size, names.length)
})

const hundred = pdfFile({
  pages: Array.from({ length: 100 }, (_, index) => ({ texts: [{ x: 72, y: 100, text: `Text of page ${index + 1}.` }] }))
})

it.effect("gives the same from a thread as on the caller's own", () =>
  Effect.gen(function* () {
    const inline = yield* read(pdf({ inlineBytes: Infinity }), pdfSample)
    assert.deepStrictEqual(yield* read(pdf(), pdfSample), inline)
    const file = docxSample.slice()
    assert.deepStrictEqual(yield* read(docx({ inlineBytes: 0 }), file), yield* read(docx(), file))
    // The bytes still belong to the caller.
    assert.deepStrictEqual(file, docxSample)
  })
)

it.effect("posts failures back from threads with their reason", () =>
  Effect.gen(function* () {
    const failure = yield* Effect.flip(read(pdf(), new TextEncoder().encode("%PDF-1.7")))
    assert.deepInclude(failure, { _tag: "UnreadableDocument", why: "damaged" })
  })
)

it.effect("shares a few threads between files, and goes on after a file was given up", () =>
  Effect.gen(function* () {
    const threads = yield* Threads.pool({ size: 1 })
    const parser = pdf({ threads })
    const fiber = yield* Effect.forkChild(read(parser, hundred), { startImmediately: true })
    yield* Fiber.interrupt(fiber)
    const parsed = yield* Effect.all([read(parser, pdfSample), read(parser, pdfSample)], { concurrency: 2 })
    assert.deepStrictEqual(parsed[0], parsed[1])
    const failure = yield* Effect.flip(read(parser, new TextEncoder().encode("%PDF-1.7")))
    assert.strictEqual(failure._tag, "UnreadableDocument")
    assert.deepStrictEqual(yield* read(parser, pdfSample), parsed[0])
  })
)

// One page, since a file of which some pages were read in time is delivered with these.
const longPage = pdfFile({
  pages: [{ texts: Array.from({ length: 5000 }, (_, index) => ({ x: 72, y: 700, text: `Text ${index + 1}.` })) }]
})

it.live("gives a file up when its time is over", () =>
  Effect.gen(function* () {
    for (const inlineBytes of [0, Infinity]) {
      const failure = yield* Effect.flip(read(pdf({ deadline: "5 millis", inlineBytes }), longPage))
      assert.deepInclude(failure, { _tag: "UnreadableDocument", why: "too-slow" })
    }
  })
)

it.effect("leaves a Buffer of the caller as it is", () =>
  Effect.gen(function* () {
    for (const inlineBytes of [0, Infinity]) {
      const file = Buffer.from(pdfSample)
      yield* read(pdf({ inlineBytes }), file)
      assert.isTrue(file.equals(pdfSample))
    }
  })
)

it.effect("ends a thread that outgrows its memory, and says why the file was not read", () =>
  Effect.gen(function* () {
    const rows = Array.from({ length: 60_000 }, (_, index) => p(`Paragraph ${index}`)).join("")
    const parser = docx({ threads: Threads.perFile({ heapMiB: 24 }) })
    const failure = yield* Effect.flip(read(parser, docxFile(rows)))
    assert.deepInclude(failure, { _tag: "UnreadableDocument", why: "too-much-memory" })
  })
)

it.effect("comes as a layer with the parsers of core, whose own parsers win", () =>
  Effect.gen(function* () {
    const own = { ...pdf(), name: "own" }
    const services = yield* Layer.build(layer({ parsers: [own] }))
    const { find: lookUp } = yield* Effect.provideContext(Parsers.Parsers, services)
    const name = (mediaType: string) =>
      lookUp({ mediaType, bytes: new Uint8Array(), url: new URL("https://example.com/") })?.parser.name
    assert.strictEqual(name("application/pdf"), "own")
    assert.strictEqual(name("text/html"), "html")
    assert.strictEqual(name("text/csv"), "csv")
  })
)
