// Pages of PDFs without text go to the recognizer; what it reads is laid out as text is.
import { assert, it } from "@effect/vitest"
import { ModelDeadline } from "@orbweaver/core/network/ModelClient"
import { type RecognizedWord, RecognizerError } from "@orbweaver/core/reading/Recognizer"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { pdf, Threads } from "../../src/index.ts"
import { bodyOf, read } from "../support/read.ts"
import { paragraph, quarters, recognition, scanPdf, scripted, text, words } from "../support/scanPdf.ts"

const scan = { images: [quarters(8, [255, 0, 0, 255])] }
const inline = (recognizer?: ReturnType<typeof scripted>) =>
  pdf({ inlineBytes: Infinity, recognizer: recognizer?.service })
const failing = (why: RecognizerError["why"], detail: string) =>
  Effect.fail(new RecognizerError({ recognizer: "scripted", why, detail }))

it.effect("recognizes the pages without text, in their place among the others, and says how sure it is", () =>
  Effect.gen(function* () {
    const recognizer = scripted()
    const parsed = yield* read(inline(recognizer), scanPdf([scan, { content: paragraph }, scan]))
    assert.lengthOf(recognizer.pictures, 2)
    const body = bodyOf(parsed)
    assert.isTrue(body.indexOf("Words of picture 1") < body.indexOf("Line 0 holds"))
    assert.isTrue(body.indexOf("Line 5 holds") < body.indexOf("Words of picture 2"))
    assert.deepStrictEqual(parsed.warnings, [
      "Text of pictures was recognized by scripted and may have errors; confidence by page: 1: 90 %, 3: 90 %."
    ])
    assert.deepInclude(parsed.metadata, { numPages: 3, totalPages: 3 })
  })
)

it.effect("recognizes nothing where every page has text, or where the mode is fast", () =>
  Effect.gen(function* () {
    const recognizer = scripted()
    yield* read(inline(recognizer), scanPdf([{ content: paragraph }]))
    const parsed = yield* read(inline(recognizer), scanPdf([{ content: paragraph }, scan]), {
      spec: { type: "pdf", mode: "fast" }
    })
    assert.lengthOf(recognizer.pictures, 0)
    assert.deepStrictEqual(parsed.warnings, ["Pages without text, which may be scans: 2."])
  })
)

it.effect("recognizes every page where the mode is ocr, up to maxPages", () =>
  Effect.gen(function* () {
    const recognizer = scripted()
    const file = scanPdf([{ ...scan, content: `q 300 0 0 400 0 0 cm /I0 Do Q ${paragraph}` }, scan, scan])
    const parsed = yield* read(inline(recognizer), file, { spec: { type: "pdf", mode: "ocr", maxPages: 2 } })
    assert.lengthOf(recognizer.pictures, 2)
    assert.strictEqual(bodyOf(parsed), "<p>Words of picture 1</p>\n<p>Words of picture 2</p>")
  })
)

it.effect("says what to configure where there is no recognizer", () =>
  Effect.gen(function* () {
    const refused = yield* Effect.flip(read(inline(), scanPdf([scan])))
    assert.deepInclude(refused, { _tag: "UnreadableDocument", why: "scanned" })
    assert.include(refused.message, "@orbweaver/ocr")
    const { warnings = [] } = yield* read(inline(), scanPdf([{ content: paragraph }]), {
      spec: { type: "pdf", mode: "ocr" }
    })
    assert.lengthOf(warnings, 1)
    assert.include(warnings[0], "@orbweaver/ocr")
  })
)

it.effect("keeps the stamp on a scan, and takes no short page for a scan", () =>
  Effect.gen(function* () {
    const recognizer = scripted()
    const stamped = { ...scan, content: `q 300 0 0 400 0 0 cm /I0 Do Q ${text("Received 3 May", 20)}` }
    const body = bodyOf(yield* read(inline(recognizer), scanPdf([stamped])))
    assert.include(body, "Words of picture 1")
    assert.include(body, "Received 3 May")
    const logo = { ...scan, content: `q 40 0 0 40 10 10 cm /I0 Do Q ${text("The end")}` }
    const short = yield* read(inline(recognizer), scanPdf([logo]))
    assert.strictEqual(bodyOf(short), "<p>The end</p>")
    assert.deepStrictEqual(short.warnings, [])
    assert.lengthOf(recognizer.pictures, 1)
  })
)

it.effect("delivers what was read when a page fails, and names that page with the reason", () =>
  Effect.gen(function* () {
    const recognizer = scripted((index) =>
      index === 1 ? failing("timed-out", "it took longer than 1m (deadline)") : words(`Page ${index + 1}`)
    )
    const { warnings = [], ...parsed } = yield* read(inline(recognizer), scanPdf([scan, scan, scan]))
    assert.strictEqual(bodyOf({ ...parsed }), "<p>Page 1</p>\n<p>Page 3</p>")
    assert.include(warnings, "Pages that could not be recognized: 2; it took longer than 1m (deadline).")
  })
)

it.effect("fails for the reason of the first page where nothing could be read", () =>
  Effect.gen(function* () {
    const damaged = scripted(() => failing("damaged", "its pixels cannot be decoded"))
    const unreadable = yield* Effect.flip(read(inline(damaged), scanPdf([scan])))
    assert.deepInclude(unreadable, { _tag: "UnreadableDocument", detail: "its pixels cannot be decoded" })
    for (const why of ["not-configured", "unavailable"] as const) {
      const missing = scripted(() => failing(why, "npm install @tesseract.js-data/eng"))
      const unsupported = yield* Effect.flip(read(inline(missing), scanPdf([scan, scan])))
      assert.strictEqual(unsupported._tag, "Unsupported")
      assert.include(unsupported.message, "npm install @tesseract.js-data/eng")
      assert.lengthOf(missing.pictures, 1)
    }
    const blank = yield* Effect.flip(read(inline(scripted(() => [])), scanPdf([scan])))
    assert.include(blank.message, "none was recognized")
  })
)

it.effect("begins no page after the time of the scrape, and names those that are left", () =>
  Effect.gen(function* () {
    const late = Effect.andThen(TestClock.adjust("2 seconds"), Effect.never)
    const recognizer = scripted((index) => (index === 0 ? words("In time") : late))
    const parsed = yield* read(inline(recognizer), scanPdf([scan, scan, scan])).pipe(
      Effect.provideService(ModelDeadline, (yield* Clock.currentTimeMillis) + 1500)
    )
    assert.lengthOf(recognizer.pictures, 2)
    assert.strictEqual(bodyOf(parsed), "<p>In time</p>")
    assert.include(parsed.warnings ?? [], "Pages that were not recognized before the timeout: 2, 3; raise timeout.")
  })
)

it.effect("names pages whose letters are shapes, and pictures with too many pixels, which it does not decode", () =>
  Effect.gen(function* () {
    const shapes = { content: "100 100 50 50 re f" }
    const huge = {
      images: [{ width: 60_000, height: 60_000, data: new Uint8Array(10), dict: "/ImageMask true /BitsPerComponent 1" }]
    }
    const recognizer = scripted()
    const { warnings = [] } = yield* read(inline(recognizer), scanPdf([scan, shapes, huge]))
    assert.lengthOf(recognizer.pictures, 1)
    assert.include(
      warnings,
      "Pages that could not be recognized: 2, 3; it has no picture of at most 16000000 pixels, and letters that are drawn as shapes are not read."
    )
  })
)

it.effect(
  "keeps the text of a page whose pictures do not cover it, and adds theirs, where all pages are recognized",
  () =>
    Effect.gen(function* () {
      const recognizer = scripted()
      const figure = { ...scan, content: `q 200 0 0 100 50 50 cm /I0 Do Q ${paragraph}` }
      const parsed = yield* read(inline(recognizer), scanPdf([figure, { content: paragraph }]), {
        spec: { type: "pdf", mode: "ocr" }
      })
      assert.lengthOf(recognizer.pictures, 1)
      assert.lengthOf(bodyOf(parsed).match(/Line 0 holds/g) ?? [], 2)
      assert.include(bodyOf(parsed), "Words of picture 1")
    })
)

it.effect(
  "recognizes 500 pages of a file, names the others, and does not list the confidence of each",
  () =>
    Effect.gen(function* () {
      const recognizer = scripted(undefined, 1000)
      const { warnings = [] } = yield* read(inline(recognizer), scanPdf(Array.from({ length: 502 }, () => scan)))
      assert.lengthOf(recognizer.pictures, 500)
      assert.include(warnings, "Only 500 pages of a file are recognized; left out: 501, 502.")
      assert.match(warnings.join("\n"), /, 20: 90 % and 480 more pages\./)
    }),
  // Each page is a picture made of the file.
  120_000
)

it.effect("names a page once that has neither text nor picture", () =>
  Effect.gen(function* () {
    const { warnings } = yield* read(inline(scripted()), scanPdf([{ content: paragraph }, { content: "" }]))
    assert.lengthOf(warnings ?? [], 1)
  })
)

it.effect("leaves spots out, and counts their lines", () =>
  Effect.gen(function* () {
    const spots = words("A clear line", "~ ;,").map((word): RecognizedWord =>
      word.line === 1 ? { ...word, confidence: 0.1 } : word
    )
    const parsed = yield* read(inline(scripted(() => spots)), scanPdf([scan]))
    assert.strictEqual(bodyOf(parsed), "<p>A clear line</p>")
    assert.include(parsed.warnings ?? [], "Lines that were recognized with a confidence under 40 % were omitted: 1.")
  })
)

it.effect("gives the confidence of a page with its blocks", () =>
  Effect.gen(function* () {
    const { blocks } = yield* read(inline(scripted()), scanPdf([scan, { content: paragraph }]), {
      spec: { type: "pdf", blocks: true }
    })
    const [first, second] = blocks as ReadonlyArray<{
      readonly items: ReadonlyArray<{ readonly confidence: { readonly ocr: number | null } }>
    }>
    assert.strictEqual(first?.items[0]?.confidence.ocr?.toFixed(2), "0.90")
    assert.isNull(second?.items[0]?.confidence.ocr)
  })
)

it.effect("turns the page where its picture was read on its side", () =>
  Effect.gen(function* () {
    const sideways = recognition(words("A line"), { width: 1667, height: 1250 })
    const { blocks } = yield* read(inline(scripted(() => Effect.succeed(sideways))), scanPdf([scan]), {
      spec: { type: "pdf", blocks: true }
    })
    const [page] = blocks as ReadonlyArray<{ readonly width: number; readonly height: number }>
    assert.deepStrictEqual([Math.round(page!.width), Math.round(page!.height)], [600, 450])
  })
)

it.live("makes the pictures on threads and in isolated processes, too", () =>
  Effect.gen(function* () {
    for (const isolated of [false, true]) {
      const recognizer = scripted()
      const parser = pdf({ recognizer: recognizer.service, threads: Threads.perFile({ isolated }) })
      const parsed = yield* read(parser, scanPdf([scan, { content: paragraph }]))
      assert.include(bodyOf(parsed), "Words of picture 1")
      assert.lengthOf(recognizer.pictures, 1)
    }
  })
)
