import { pdf as pdfParser, Threads } from "@orbweaver/documents"
import { Effect, Exit, Scope } from "effect"
import type { Random } from "../Random.ts"
import { holds, type Target } from "../Target.ts"

const objects = 12

const reference = (random: Random): string => `${random.below(objects + 2)} 0 R`

const names = [
  ..."/Type /Catalog /Pages /Page /Kids /Count /Parent /Resources /Font /F1 /Contents /MediaBox /Annots /Length".split(
    " "
  ),
  ..."/Filter /FlateDecode /ASCIIHexDecode /LZWDecode /ObjStm /XRef /N /First /Prev /ToUnicode /Subtype /Type0".split(
    " "
  ),
  ..."/DescendantFonts /Encoding /Identity-H /Widths /FirstChar /Outlines /Names /AcroForm /StructTreeRoot /Rotate".split(
    " "
  )
]

const words = [
  ...names,
  "obj",
  "endobj",
  "stream\n",
  "\nendstream",
  "xref",
  "trailer",
  "startxref",
  "%%EOF",
  "<<",
  ">>",
  "[",
  "]",
  "BT",
  "ET",
  "Tj",
  "begincmap",
  "beginbfrange",
  "1 0 R",
  "null"
]

const value = (random: Random, depth: number): string => {
  switch (random.below(depth === 0 ? 5 : 7)) {
    case 0:
      return reference(random)
    case 1:
      return String(random.of([0, 1, -1, 3, 612, 65_536, 2_147_483_648, 0.5, 1e10]))
    case 2:
      return random.of(names)
    case 3:
      return random.of(["(text)", "<0041>", "()", "(\\(", "<FEFF0041>"])
    case 4:
      return random.of(["null", "true", "[0 0 612 792]"])
    case 5:
      return `[${random.list(10, () => value(random, depth - 1)).join(" ")}]`
    default:
      return `<< ${random.list(6, () => `${random.of(names)} ${value(random, depth - 1)}`).join(" ")} >>`
  }
}

const operators = (random: Random): string =>
  random
    .list(60, () =>
      random.of([
        "BT /F1 12 Tf 72 700 Td (Some text of a page) Tj ET",
        "q",
        "Q",
        "1 0 0 1 5 5 cm",
        "BT /F1 1e9 Tf (x) Tj ET",
        "0 0 m 100 100 l S",
        "/X1 Do",
        "[(a) -1000 (b)] TJ",
        "BI /W 1 /H 1 ID x EI",
        random.of(words)
      ])
    )
    .join("\n")

const stream = (random: Random, content: string, dict = ""): string =>
  `<< /Length ${random.chance(0.8) ? content.length : random.below(10_000)} ${dict} >>\nstream\n${content}\nendstream`

/** An object as a file has it at this place, or anything. */
const object = (random: Random, id: number): string => {
  if (random.chance(0.15)) return value(random, 3)
  if (random.chance(0.05)) return stream(random, "1 0 2 20 << >> 5", "/Type /ObjStm /N 2 /First 8")
  switch (id) {
    case 1:
      return "<< /Type /Catalog /Pages 2 0 R >>"
    case 2:
      return `<< /Type /Pages /Count ${random.of([1, 2, -1, 1e9])} /Kids [3 0 R ${random.list(4, () => reference(random)).join(" ")}] >>`
    case 3:
    case 4:
      return `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 ${random.of([5, 6])} 0 R >> >> /Contents 8 0 R ${random.chance(0.3) ? `/Annots [${reference(random)}]` : ""} >>`
    case 5:
      return "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
    case 6:
      return "<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [7 0 R] /ToUnicode 9 0 R >>"
    case 7:
      return "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>"
    case 8:
      return stream(random, operators(random))
    case 9:
      return stream(
        random,
        `/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange ${random.list(5, () => random.of(["1 beginbfrange <0000> <FFFF> <0041> endbfrange", "1 beginbfchar <0041> <00410042> endbfchar", "1 beginbfrange <0005> <0001> [<0041>] endbfrange"])).join(" ")} endcmap end`
      )
    default:
      return value(random, 3)
  }
}

const file = (random: Random): string => {
  let text = "%PDF-1.7\n"
  const offsets: Array<number> = []
  for (let id = 1; id <= objects; id++) {
    offsets.push(text.length)
    text += `${id} 0 obj\n${object(random, id)}\nendobj\n`
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("")
  const prev = random.chance(0.1) ? `/Prev ${random.below(text.length)}` : ""
  return `${text}xref\n0 ${objects + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects + 1} /Root 1 0 R ${prev} >>\nstartxref\n${text.length}\n%%EOF\n`
}

export const pdf: Target = {
  name: "pdf",
  extension: "pdf",
  words,
  generate: (random) => Buffer.from(file(random), "latin1"),
  open: () => {
    const scope = Scope.makeUnsafe()
    const parser = Effect.runSync(
      Effect.map(Threads.pool({ size: 1 }), (threads) => pdfParser({ threads })).pipe(Scope.provide(scope))
    )
    return {
      close: () => Effect.runPromise(Scope.close(scope, Exit.void)),
      check: async (bytes) => {
        const answer = await Effect.runPromise(
          parser
            .parse({
              bytes,
              mediaType: "application/pdf",
              charset: undefined,
              spec: undefined,
              url: new URL("https://site.example/file.pdf")
            })
            .pipe(
              Effect.match({
                onFailure: (error) => `${error._tag}: ${error.message}`,
                onSuccess: ({ warnings = [] }) => warnings.join(" ")
              })
            )
        )
        holds(!/undefined|\[object|\bat .+:\d+:\d+/.test(answer), `the answer says nothing a reader can use: ${answer}`)
        holds(!/thread that was reading it ended/.test(answer), answer)
      }
    }
  }
}
