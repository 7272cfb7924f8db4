import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { defaultCaps } from "../src/internal/documentParser.ts"
import { readers } from "../src/internal/readers.ts"
import { ods, pdf, Threads } from "../src/index.ts"
import { garbage, longCMap, manyAnnotations, manyObjects, scriptOnly } from "./support/hostilePdf.ts"
import { odfFile } from "./support/officeFile.ts"
import { pdfFile } from "./support/pdfFile.ts"
import { bodyOf, read } from "./support/read.ts"

const small = pdf({ threads: Threads.perFile({ heapMiB: 160 }) })

it.live("delivers the pages before one that takes more memory than a thread may have, and says so", () =>
  Effect.gen(function* () {
    const parsed = yield* read(small, longCMap(50_000))
    assert.include(bodyOf(parsed), "The first page is fine")
    assert.include(
      parsed.warnings?.join(" "),
      "Page 2 and those after it are left out: reading it takes more than 160 MiB"
    )
    assert.strictEqual(parsed.metadata?.["numPages"], 1)
  })
)

const inline = (bytes: Uint8Array, options: object) =>
  Effect.promise(async () => {
    const file = { bytes, mediaType: "application/pdf", charset: undefined, url: "https://example.com/f.pdf" }
    return (await readers.pdf())(file, { caps: defaultCaps, pdfOptions: {}, ...options })
  })

const pages = (...texts: ReadonlyArray<string>) =>
  pdfFile({ pages: texts.map((text) => ({ texts: [{ x: 72, y: 80, text }] })) })

it.effect("begins no further page once its time is used up", () =>
  Effect.gen(function* () {
    const parsed = yield* inline(pages("First page", "Second page"), { maxMillis: 0 })
    assert.include(parsed.html, "First page")
    assert.notInclude(parsed.html, "Second page")
    assert.include(parsed.warnings?.join(" "), "Reading stopped before page 2 of 2: the time limit was reached")
  })
)

it.effect("reads the text of a page without its annotations", () =>
  Effect.gen(function* () {
    const parsed = yield* inline(manyAnnotations(10), { withoutAnnotations: true })
    assert.include(parsed.html, "Hello there")
    assert.notInclude(parsed.html, "a.example")
  })
)

const refused: ReadonlyArray<readonly [what: string, bytes: () => Uint8Array, detail: string]> = [
  ["a script and no page", scriptOnly, "it has no pages"],
  ["garbage behind the first line of a PDF", () => garbage(2_000_000), "it holds no PDF objects"],
  ["more objects than a PDF has", () => manyObjects(1_000_001), "it contains more than 1000000 objects"]
]
for (const [what, bytes, detail] of refused) {
  it.live(`says why it refuses ${what}`, () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(read(small, bytes()))
      assert.deepInclude(error, { _tag: "UnreadableDocument", why: "damaged", detail })
    })
  )
}

it.live("reads a spreadsheet on a thread when few bytes repeat its cells many times", () =>
  Effect.gen(function* () {
    const cell = '<table:table-cell table:number-columns-repeated="900"><text:p>x</text:p></table:table-cell>'
    const row = `<table:table-row table:number-rows-repeated="900">${cell}</table:table-row>`
    const file = odfFile("spreadsheet", `<table:table table:name="S">${row}</table:table>`)
    const perFile = Threads.perFile()
    let jobs = 0
    const threads: Threads.Threads = {
      run: (job, deadline) => {
        jobs++
        return perFile.run(job, deadline)
      }
    }
    const parsed = yield* read(ods({ threads }), file)
    assert.strictEqual(jobs, 1)
    assert.include(bodyOf(parsed), "<td>x</td>")
  })
)
