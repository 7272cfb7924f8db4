// Files that are no web pages, through the whole assembly.
import { start } from "@orbweaver/testing/TestSite"
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

it("a file that the caller has is read like a page, and nothing is fetched or kept", async () => {
  await using orb = createOrbweaver()
  const text =
    '<meta charset="iso-8859-1"><title>Menü</title><main><h1>Café</h1><p>See <a href="/list">the list</a>.</p></main>'
  const page = await orb.parse(
    { data: text, filename: "menu.html", url: "https://cafe.example/today" },
    { formats: ["markdown", "links"] }
  )
  expect(page.markdown).toBe("# Café\n\nSee [the list](https://cafe.example/list).")
  expect(page.links).toEqual(["https://cafe.example/list"])
  expect(page.metadata).toMatchObject({ title: "Menü", url: "https://cafe.example/today", sourceFile: "menu.html" })

  const table = await orb.parse({ data: new Blob(["name,price\nCup,4\n"]), filename: "prices.csv" })
  expect(table.markdown).toBe("| name | price |\n| --- | --- |\n| Cup | 4 |")
  expect(table.metadata).not.toHaveProperty("url")
  const found = await orb.search("price cup", { sources: ["local"] })
  expect(found.sources).toEqual({ local: [] })

  const nowhere = await orb.parse(
    {
      data: `<p><a href="a b.html#x">one</a> <a href="#top">two</a> <a href="/three">three</a></p>`,
      filename: "m n.html"
    },
    { onlyMainContent: false }
  )
  expect(nowhere.markdown).toBe("[one](a%20b.html#x) [two](#top) [three](/three)")
  const halved = await orb.parse({ data: "# Cut", filename: "emoji \ud83d.md" })
  expect(halved.markdown).toBe("# Cut")
  const named = await orb.parse({ data: "a\tb\n1\t2", filename: "t.tsv", url: "https://cafe.example/export?id=1" })
  expect(named.markdown).toBe("| a | b |\n| --- | --- |\n| 1 | 2 |")

  for (const filename of ["called-text.html", "CALLED.XML"]) {
    const text = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body><h1>Named</h1></body></html>`
    const called = await orb.parse({
      data: text,
      filename,
      contentType: "text/plain; charset=utf-8"
    })
    expect(called.markdown).toBe(filename.endsWith("html") ? "# Named" : "```xml\n" + text + "\n```")
  }

  const picture = orb.parse({ data: text, filename: "menu.html" }, { formats: ["markdown", "screenshot"] })
  await expect(picture).rejects.toMatchObject({ _tag: "InvalidInput", issues: [{ path: ["formats", 1] }] })
  const nothing = orb.parse({ data: new Uint8Array([0, 1, 2, 3]), filename: "x.bin" })
  await expect(nothing).rejects.toMatchObject({ reason: { _tag: "Unsupported" } })
})

it("a file given as text is of the kind that its text shows, whatever mark or white space it starts with", async () => {
  await using orb = createOrbweaver()
  const rss = `<rss version="2.0"><channel><title>News</title><item><title>Tea café</title></item></channel></rss>`
  const jsonFeed = `{"version":"https://jsonfeed.org/version/1.1","title":"News","items":[{"title":"Tea café"}]}`
  const kinds = [
    ["{\\rtf1\\ansi\\ansicpg1251 Tea {\\b caf\u00e9}\\u8364\u00e9\\par}", "Tea **caf\u00e9**\u20ac"],
    [rss, "# News\n\n## Tea café"],
    [jsonFeed, "# News\n\n## Tea café"],
    ["<!doctype html><title>News</title><main><h1>Tea café</h1></main>", "# Tea café"]
  ] as const
  for (const [text, markdown] of kinds) {
    const utf16 = Uint8Array.from([
      0xff,
      0xfe,
      ...new Uint8Array(Uint16Array.from(text, (unit) => unit.charCodeAt(0)).buffer)
    ])
    for (const data of [text, `\ufeff${text}`, `\n  ${text}`, new TextEncoder().encode(`\ufeff${text}`), utf16]) {
      for (const [filename, contentType] of [["note"], ["note.rtf"], ["note.doc", "application/msword"]] as const) {
        const parsed = await orb.parse({ data, filename, contentType })
        expect({ filename, markdown: parsed.markdown }).toEqual({ filename, markdown })
      }
    }
  }
  const declared = await orb.parse({ data: kinds[0][0], filename: "note", contentType: "application/rtf" })
  expect(declared.markdown).toBe(kinds[0][1])
  const table = await orb.parse({ data: "\ufeffname\ncafé", filename: "t", contentType: "text/csv; charset=latin1" })
  expect(table.markdown).toBe("| name |\n| --- |\n| café |")
})

it("json by schema, a summary and an answer are made by rules, each saying so", async () => {
  const site = await start({
    routes: {
      "/clock": ({ response }) =>
        response
          .writeHead(200, { "content-type": "text/html" })
          .end(
            `<title>Tidal clock</title><script type="application/ld+json">{"@type":"Product","name":"Tidal clock","offers":{"price":"8.50","priceCurrency":"EUR"}}</script><main><h1>Tidal clock</h1><p>The tidal clock shows the tide beside the time, and it has hung over the harbour office since 1934.</p><p>A ticket costs eight euros and fifty cents on every day of the week but Monday, when it is free.</p></main>`
          )
    }
  })
  await using orb = createOrbweaver({ egress: { allowLocal: true } })
  const schema = {
    type: "object",
    properties: { name: { type: "string" }, price: { type: "number" }, weight: { type: "number" } }
  }
  const document = await orb.scrape(site.url("/clock"), {
    formats: [{ type: "json", schema }, "summary", { type: "question", question: "When is a ticket free?" }]
  })
  expect(document.json).toEqual({ name: "Tidal clock", price: 8.5 })
  expect(document.warning).toContain("weight")
  expect(document.summary).toContain("tidal clock")
  expect(document.answer).toContain("Monday")
  expect(document.metadata["madeBy"]).toMatchObject({ summary: "rules", question: "rules" })
  expect(document).not.toHaveProperty("markdown")
  const bad = orb.scrape(site.url("/clock"), { formats: [{ type: "json", schema: { type: "nonsense" } }] })
  await expect(bad).rejects.toMatchObject({ _tag: "InvalidInput" })
  await site.close()
})
