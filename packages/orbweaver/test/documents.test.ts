// Files that are no web pages, through the whole assembly.
import { start } from "@orbweaver/testkit/TestSite"
import { createOrbweaver } from "orbweaver"
import { expect, it } from "vitest"

it("PDF and DOCX files become Markdown, with the Markdown of each PDF page when asked", async () => {
  const site = await start()
  await using orb = createOrbweaver({ egress: { allowLocal: true } })

  const pdf = await orb.scrape(site.url("/file.pdf"), { parsers: [{ type: "pdf", pages: true }] })
  expect(pdf.markdown?.length).toBeGreaterThan(5)
  expect(pdf.metadata.numPages).toBe(pdf.pages?.length)
  expect(pdf.pages?.[0]?.pageNumber).toBe(1)
  expect(pdf.markdown).toContain(pdf.pages![0]!.markdown.split("\n")[0])
  expect(await orb.scrape(site.url("/file.pdf"))).not.toHaveProperty("pages")

  const unread = await orb.scrape(site.url("/file.pdf"), { parsers: [] })
  expect(atob(unread.markdown!)).toMatch(/^%PDF-/)

  const docx = await orb.scrape(site.url("/file.docx"))
  expect(docx.markdown?.length).toBeGreaterThan(5)
  await site.close()
})
