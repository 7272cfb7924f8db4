import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { defaultCaps } from "../../src/parsers/documentParser.ts"
import { cutLongLists } from "../../src/pdf/file/annotationLists.ts"
import { readers } from "../../src/threads/readers.ts"
import { ods, pdf, Threads } from "../../src/index.ts"
import {
  garbage,
  longCMap,
  manyAnnotations,
  manyObjects,
  type Packing,
  pdfWithCMap,
  repeatedCMap,
  scriptOnly
} from "../support/hostilePdf.ts"
import { odfFile } from "../support/officeFile.ts"
import { pdfFile } from "../support/pdfFile.ts"
import { bodyOf, read } from "../support/read.ts"

const small = pdf({ threads: Threads.perFile({ heapMiB: 160 }) })

it.live("delivers the pages before one that takes more memory than a thread may have, and says so", () =>
  Effect.gen(function* () {
    const parsed = yield* read(small, longCMap(50_000, "hex"))
    assert.include(bodyOf(parsed), "The first page is fine")
    assert.include(
      parsed.warnings?.join(" "),
      "Page 2 and those after it are left out: reading it takes more than 160 MiB"
    )
    assert.strictEqual(parsed.metadata?.["numPages"], 1)
  })
)

it.live("delivers the pages before one that takes more memory than an isolated process may have", () =>
  Effect.gen(function* () {
    const isolated = pdf({ threads: Threads.perFile({ isolated: { memory: 256 } }) })
    const parsed = yield* read(isolated, longCMap(50_000, "hex"))
    assert.include(bodyOf(parsed), "The first page is fine")
    assert.include(
      parsed.warnings?.join(" "),
      "Page 2 and those after it are left out: it takes more than 256 MiB of memory (isolated.memory)"
    )
  })
)

it.live("gives one page of a small file less memory than the whole file, and names the page", () =>
  Effect.gen(function* () {
    const hidden = pdfWithCMap("1 begincidrange <000000> <FFFFFF> 0 endcidrange", "hex")
    const parsed = yield* read(pdf(), hidden)
    assert.include(bodyOf(parsed), "The first page is fine")
    assert.include(
      parsed.warnings?.join(" "),
      "Page 2 and those after it are left out: reading page 2 takes more than 192 MiB"
    )
  })
)

const hugeMaps: ReadonlyArray<readonly [what: string, bytes: (packing: Packing) => Uint8Array]> = [
  ["each of its codes to a long text", (packing) => longCMap(50_000, packing)],
  ["all codes again and again", (packing) => repeatedCMap(100_000, packing)],
  [
    "all codes again and again, in a section each",
    (packing) => pdfWithCMap("1 beginbfrange <0000> <FFFF> <0041> endbfrange ".repeat(1000), packing)
  ],
  ["all codes in 10 MB of ranges", (packing) => repeatedCMap(500_000, packing)],
  ["16 million codes", (packing) => pdfWithCMap("1 begincidrange <000000> <FFFFFF> 0 endcidrange", packing)],
  ["16 million codes to characters", (packing) => pdfWithCMap("1 beginbfrange <00><FFFFFF><0041> endbfrange", packing)]
]
for (const [what, bytes] of hugeMaps) {
  it.effect(`leaves a character map out that maps ${what}, and reads the pages`, () =>
    Effect.gen(function* () {
      for (const packing of ["plain", "flate"] as const) {
        const parsed = yield* inline(bytes(packing), {})
        assert.include(parsed.html, "The first page is fine")
        assert.strictEqual(parsed.metadata?.["numPages"], 2)
        assert.match(parsed.warnings?.[0] ?? "", /^(?:Ranges of c|C)haracter maps are left out \(\d+\): /)
      }
    })
  )
}

it.effect("leaves a range out that maps too much, and keeps the rest of its map", () =>
  Effect.gen(function* () {
    for (const map of [
      "2 beginbfrange <0041> <0042> <4E2D> <0000> <FFFFFFFF> <0000> endbfrange",
      "2 beginbfrange <0000> <FFFFFF> <0000>\n<0041> <0042> <4E2D> endbfrange",
      `1 beginbfrange <0100> <FFFF> <${"0041".repeat(1000)}> endbfrange 1 beginbfrange <0041> <0042> [<4E2D> <4E2E>] endbfrange`
    ]) {
      for (const packing of ["plain", "flate"] as const) {
        const parsed = yield* inline(pdfWithCMap(map, packing), {})
        assert.include(parsed.html, "中")
        assert.deepStrictEqual(parsed.warnings, [
          "Ranges of character maps are left out (1): with them a map has more than 262144 codes, or they stand for more than 1000000 characters."
        ])
      }
    }
  })
)

it.effect("keeps the character maps that producers write", () =>
  Effect.gen(function* () {
    const lines = Array.from({ length: 65_536 }, (_, code) => `<${code.toString(16).padStart(4, "0")}> <0043>`)
    for (const map of [
      "2 beginbfrange <0000> <0041> <0043>\n<0042> <FFFF> <0043> endbfrange",
      `100 beginbfrange <0000> <FFFF> [${"<0043> ".repeat(65_536)}] endbfrange`,
      `100 beginbfchar ${lines.join("\n")} endbfchar`,
      "2 beginbfrange <00> <FFFF> <0002> endbfrange",
      // Lists of which each three codes look like a range.
      `100 beginbfrange ${"<0041> <0046> [<0043> <7ECF> <9A8C> <0020> <9F84> <9F84>]\n".repeat(100)} endbfrange`,
      "1 beginbfrange <0041> <0042> [<0043> <FFFF>]\n<0043> <0044> [ <0001> % list >\n <FFFF> ] endbfrange",
      "1 beginbfrange <41> <00FFFFFF> [<0043> <0044>] endbfrange",
      "1 beginbfrange <0042> <0041> <0043> <0041> <0042> <0043> endbfrange"
    ]) {
      for (const packing of ["plain", "flate"] as const) {
        const parsed = yield* inline(pdfWithCMap(map, packing), {})
        assert.isEmpty(parsed.warnings)
        assert.match(parsed.html, /C/)
      }
    }
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

for (const lists of ["in the page", "apart", "of references"] as const) {
  it.effect(`reads the first of a page's many annotations, ${lists}, and says so`, () =>
    Effect.gen(function* () {
      const parsed = yield* inline(manyAnnotations(50_000, lists), {})
      assert.include(parsed.html, "Hello there")
      assert.deepStrictEqual(parsed.warnings, [
        "Links and form fields of a page are left out beyond its first 1000 annotations."
      ])
      assert.isEmpty((yield* inline(manyAnnotations(1000, lists), {})).warnings)
    })
  )
}

it("cuts lists of annotations at the end of one, whatever their texts hold", () => {
  const annotation = "<< /Subtype /Link /Rect [0 0 9 9] /Contents (a \\) ] >> (b) /R) /Border [0 0 0] /H <5d3e> >>"
  const file = (count: number) => `<< /Annots [ % ] a comment\n${`${annotation} `.repeat(count)}] /Rotate 0 >>`
  const bytes = Buffer.from(file(1500), "latin1")
  assert.lengthOf(cutLongLists(bytes), 1)
  assert.strictEqual(bytes.toString("latin1").replaceAll(/\s+/g, " "), file(1000).replaceAll(/\s+/g, " "))
  const short = Buffer.from(file(1000), "latin1")
  assert.isEmpty(cutLongLists(short))
  assert.strictEqual(short.toString("latin1"), file(1000))
})

const refused: ReadonlyArray<readonly [what: string, bytes: () => Uint8Array, detail: string]> = [
  ["a script and no page", scriptOnly, "it has no pages"],
  ["garbage behind the first line of a PDF", () => garbage(2_000_000), "nothing in it is PDF"],
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
      ...perFile,
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
