/**
 * Pages a second of a generated PDF of 100 pages (headings, paragraphs in one
 * and two columns, lists, a ruled table), against bare `unpdf` `extractText` in
 * the same run: rounds interleaved, medians printed. Then how long the
 * caller's event loop is held while threads read.
 *
 * Run with `npm run bench -w packages/documents`.
 */
import { monitorEventLoopDelay } from "node:perf_hooks"
import * as Effect from "effect/Effect"
import { extractText } from "unpdf"
import type { Parsed, Parser } from "@orbweaver/core/reading/Parser"
import { documents, Threads } from "../src/index.ts"
import { docxFile, listed, p } from "../test/support/officeFile.ts"
import { paragraph, pdfFile, type PdfPageSpec } from "../test/support/pdfFile.ts"

const rounds = Number(process.argv[2] ?? 7)
const pageCount = 100

const prose =
  "The committee met in the spring and heard from the people who live along the river about the water that came in the " +
  "night. Nobody had expected it to rise so fast, and the old walls did not hold. What follows is the record of these days. "

const columns = (y: number) => [
  ...paragraph({ x: 72, y, width: 215, text: prose.repeat(3) }),
  ...paragraph({ x: 308, y, width: 215, text: prose.repeat(3) })
]

const table = (y: number): PdfPageSpec => ({
  lines: [
    ...Array.from({ length: 9 }, (_, row) => [72, y + row * 16, 523, y + row * 16] as const),
    ...[72, 220, 370, 523].map((x) => [x, y, x, y + 128] as const)
  ],
  texts: Array.from({ length: 24 }, (_, at) => ({
    x: [76, 224, 374][at % 3]!,
    y: y + 11 + Math.floor(at / 3) * 16,
    text: at < 3 ? ["Place", "Level", "Day"][at]! : `cell ${at}`
  }))
})

const page = (number: number): PdfPageSpec => {
  const grid = table(640)
  return {
    lines: grid.lines ?? [],
    texts: [
      { x: 72, y: 40, size: 8, text: "Record of the flood" },
      { x: 72, y: 80, size: 16, font: "Helvetica-Bold", text: `Chapter ${number}` },
      ...paragraph({ x: 72, y: 104, width: 451, text: prose.repeat(4) }),
      ...columns(270),
      ...["the bridge", "the mill", "the lower fields"].map((text, index) => ({
        x: 84,
        y: 560 + index * 13,
        text: `• ${text}`
      })),
      ...(grid.texts ?? []),
      { x: 290, y: 815, size: 8, text: String(number) }
    ]
  }
}

const pdfBytes = pdfFile({ pages: Array.from({ length: pageCount }, (_, index) => page(index + 1)) })
const docxBytes = docxFile(
  Array.from({ length: 20_000 }, (_, index) => p(prose, undefined, index % 4 === 0 ? listed(1, index % 3) : "")).join(
    ""
  )
)

const parserOf = (parsers: ReadonlyArray<Parser>, name: string): Parser =>
  parsers.find((parser) => parser.name === name)!

const parse = (parser: Parser, bytes: Uint8Array): Promise<Parsed> =>
  Effect.runPromise(
    parser.parse({
      bytes,
      mediaType: parser.mediaTypes[0]!,
      charset: undefined,
      url: new URL("https://example.com/f"),
      spec: undefined
    })
  )

const time = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const median = (values: ReadonlyArray<number>): number => [...values].sort((a, b) => a - b)[values.length >> 1]!

/** Longest time the event loop of this thread was held, in milliseconds. */
const heldFor = async (work: () => Promise<unknown>): Promise<number> => {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await new Promise((resolve) => setImmediate(resolve))
  delay.reset()
  await work()
  delay.disable()
  return delay.max / 1e6
}

await Effect.runPromise(
  Effect.scoped(
    Effect.gen(function* () {
      const threads = yield* Threads.pool({ size: 2 })
      const inline = documents({ inlineBytes: Infinity })
      const pooled = documents({ inlineBytes: 0, threads })
      const contenders: ReadonlyArray<readonly [string, () => Promise<unknown>]> = [
        ["unpdf extractText", () => extractText(pdfBytes.slice())],
        ["documents, this thread", () => parse(parserOf(inline, "pdf"), pdfBytes)],
        ["documents, warm thread", () => parse(parserOf(pooled, "pdf"), pdfBytes)],
        ["documents, own thread", () => parse(parserOf(documents(), "pdf"), pdfBytes)]
      ]
      const times = contenders.map((): Array<number> => [])
      for (const [, work] of contenders) yield* Effect.promise(work)
      for (let round = 0; round < rounds; round++) {
        for (const [index, [, work]] of contenders.entries())
          times[index]!.push(yield* Effect.promise(() => time(work)))
      }
      const base = median(times[0]!)
      console.log(`PDF, ${pageCount} pages, ${(pdfBytes.length / 1e6).toFixed(2)} MB, median of ${rounds} rounds`)
      for (const [index, [name]] of contenders.entries()) {
        const ms = median(times[index]!)
        console.log(
          `  ${name.padEnd(24)} ${((pageCount * 1000) / ms).toFixed(0).padStart(6)} pages/s  ${(base / ms).toFixed(2)} × extractText`
        )
      }
      console.log("Longest hold of the caller's event loop")
      const idle = yield* Effect.promise(() => heldFor(() => new Promise((resolve) => setTimeout(resolve, 500))))
      console.log(`  ${"nothing to do, for comparison".padEnd(38)} ${idle.toFixed(1)} ms`)
      for (const [name, parser, bytes] of [
        ["PDF in a warm thread", parserOf(pooled, "pdf"), pdfBytes],
        ["PDF in a thread of its own", parserOf(documents(), "pdf"), pdfBytes],
        ["DOCX of 5 MB of XML in a warm thread", parserOf(pooled, "docx"), docxBytes]
      ] as const) {
        const held = yield* Effect.promise(() => heldFor(() => parse(parser, bytes)))
        console.log(`  ${name.padEnd(38)} ${held.toFixed(1)} ms`)
      }
      const docxMs = yield* Effect.promise(() => time(() => parse(parserOf(inline, "docx"), docxBytes)))
      console.log(`DOCX, 20 000 paragraphs, this thread: ${docxMs.toFixed(0)} ms`)
    })
  )
)
