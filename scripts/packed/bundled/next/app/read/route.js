import { createOrbweaver } from "orbweaver"

const orb = createOrbweaver({ egress: { allowLocal: true } })

export const dynamic = "force-dynamic"

export const POST = async (request) => {
  const { markdown } = await orb.scrape(await request.json())
  const threads = process.report.getReport().workers.length
  const file = new TextEncoder().encode(String.raw`{\rtf1 From a file}`)
  const { markdown: note } = await orb.parse({ data: file, filename: "note.rtf" })
  return Response.json({ heading: markdown.slice(0, 7), threads, note })
}
