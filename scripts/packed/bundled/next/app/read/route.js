import { createOrbweaver } from "orbweaver"

const orb = createOrbweaver({ egress: { allowLocal: true } })

/** A workbook of Excel 2 ([MS-XLS] 2.1, in the records of BIFF2): one cell with a word. */
const workbook = Uint8Array.of(
  0x09,
  0,
  4,
  0,
  2,
  0,
  0x10,
  0,
  0x04,
  0,
  11,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  3,
  0x54,
  0x65,
  0x61,
  0x0a,
  0,
  0,
  0
)

export const dynamic = "force-dynamic"

export const POST = async (request) => {
  const { markdown } = await orb.scrape(await request.json())
  const threads = process.report.getReport().workers.length
  const file = new TextEncoder().encode(String.raw`{\rtf1 From a file}`)
  const { markdown: note } = await orb.parse({ data: file, filename: "note.rtf" })
  const { markdown: sheet } = await orb.parse({ data: workbook, filename: "sheet.xls" })
  return Response.json({ heading: markdown.slice(0, 7), threads, note, sheet })
}
