/** Writes PDF files that cost far more to read than their size says. */
import { deflateSync } from "node:zlib"

/** A file of numbered objects, the first of which is its catalog. */
const pdfOf = (objects: ReadonlyArray<string>): Uint8Array => {
  const parts = ["%PDF-1.7\n"]
  const offsets: Array<number> = []
  let length = parts[0]!.length
  for (const [index, object] of objects.entries()) {
    offsets.push(length)
    parts.push(`${index + 1} 0 obj\n${object}\nendobj\n`)
    length += parts.at(-1)!.length
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("")
  parts.push(
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`
  )
  return new Uint8Array(Buffer.from(parts.join(""), "latin1"))
}

const stream = (content: string, entries = ""): string =>
  `<< /Length ${content.length} ${entries} >>\nstream\n${content}\nendstream`

const latin1 = (text: string) => Buffer.from(text, "latin1")

/** Ways to pack a character map. */
const packings = {
  plain: (map: string) => stream(map),
  flate: (map: string) => stream(deflateSync(latin1(map)).toString("latin1"), "/Filter /FlateDecode"),
  /** As no producer writes it. */
  hex: (map: string) => stream(`${latin1(map).toString("hex")}>`, "/Filter /ASCIIHexDecode")
}
export type Packing = keyof typeof packings
const catalog = "<< /Type /Catalog /Pages 2 0 R >>"

/** A first page of plain text, and a second one whose font has the given character map. */
export const pdfWithCMap = (map: string, packing: Packing = "plain"): Uint8Array => {
  const page = (font: number, content: number) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F1 ${font} 0 R >> >> /Contents ${content} 0 R >>`
  return pdfOf([
    catalog,
    "<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>",
    page(5, 9),
    page(6, 10),
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    "<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [7 0 R] /ToUnicode 8 0 R >>",
    "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>",
    packings[packing](
      `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def 1 begincodespacerange <0000> <FFFF> endcodespacerange ${map} endcmap end end`
    ),
    stream("BT /F1 12 Tf 50 700 Td (The first page is fine) Tj ET"),
    stream("BT /F1 12 Tf 50 700 Td <00410042> Tj ET")
  ])
}

/** A page in a Chinese font that the file neither contains nor has a character map for, after one of plain text if asked. */
export const predefinedMapPdf = (map: string, withPlainPage: boolean): Uint8Array => {
  const page = (font: number, content: number) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F1 ${font} 0 R >> >> /Contents ${content} 0 R >>`
  return pdfOf([
    catalog,
    `<< /Type /Pages /Kids [${withPlainPage ? "3 0 R " : ""}4 0 R] /Count ${withPlainPage ? 2 : 1} >>`,
    page(5, 9),
    page(6, 10),
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    `<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /${map} /DescendantFonts [7 0 R] >>`,
    "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> /FontDescriptor 8 0 R >>",
    "<< /Type /FontDescriptor /FontName /STSong-Light /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 700 /StemV 80 >>",
    stream("BT /F1 12 Tf 50 700 Td (The first page is fine) Tj ET"),
    stream("BT /F1 12 Tf 50 700 Td <4E2D6587> Tj ET")
  ])
}

/** Each of 65,536 characters stands for a text that long. */
export const longCMap = (characters: number, packing?: Packing): Uint8Array =>
  pdfWithCMap(`1 beginbfrange <0000> <FFFF> <${"0041".repeat(characters)}> endbfrange`, packing)

export const repeatedCMap = (ranges: number, packing?: Packing): Uint8Array =>
  pdfWithCMap(`100 beginbfrange ${"<0000> <FFFF> <0041>\n".repeat(ranges)} endbfrange`, packing)

/** `lists`: the annotations in the page, in an object of their own, or as objects each. */
export const manyAnnotations = (
  count: number,
  lists: "in the page" | "apart" | "of references" | "hidden" = "in the page"
): Uint8Array => {
  const annotation = "<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (http://a.example/) >> >>"
  const list = `[${`${annotation} `.repeat(count)}]`
  const references = `[${Array.from({ length: count }, (_, index) => `${index + 7} 0 R`).join(" ")}]`
  const own = { "in the page": list, apart: "6 0 R", "of references": references, hidden: list }[lists]
  const key = lists === "hidden" ? "/#41nnots" : "/Annots"
  return pdfOf([
    catalog,
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R ${key} ${own} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    stream("BT /F1 12 Tf 50 700 Td (Hello there) Tj ET"),
    lists === "apart" ? list : "null",
    ...(lists === "of references" ? Array.from({ length: count }, () => annotation) : [])
  ])
}

/** A script and no page. */
export const scriptOnly = (): Uint8Array =>
  pdfOf([
    "<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >>",
    "<< /Type /Pages /Kids [] /Count 0 >>"
  ])

/** Bytes that look random behind the first line of a PDF. */
export const garbage = (size: number): Uint8Array => {
  const bytes = new Uint8Array(size)
  let state = 1
  for (let index = 0; index < size; index++) {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) | 0
    bytes[index] = state >>> 24
  }
  bytes.set(new TextEncoder().encode("%PDF-1.7\n"))
  return bytes
}

export const manyObjects = (count: number): Uint8Array =>
  new Uint8Array(Buffer.from(`%PDF-1.7\n${"1 0 obj 1 endobj\n".repeat(count)}`, "latin1"))
