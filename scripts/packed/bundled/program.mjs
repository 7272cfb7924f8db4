// What a bundle has to do without `node_modules`: selectors, a large page and files on threads, and no warning. With the
// argument `with-packages`, the optional packages lie beside it, wherever it is started from.
import assert from "node:assert/strict"
import { createServer } from "node:http"
import { createOrbweaver } from "orbweaver"

const text = `<p>${"Words of a page. ".repeat(20)}</p>`
const site = createServer((request, response) => {
  response.setHeader("content-type", "text/html")
  const body = request.url === "/large" ? text.repeat(4000) : text
  const boxes = `<div class="box"><b>Boxed</b><i class="advert-12">Sold</i></div>`
  response.end(`<title>Page</title><main><h1>Hello</h1>${boxes}${body}<a href="/large">Large</a></main>`)
})

const hasPackages = process.argv.includes("with-packages")

/** A workbook of Excel 2 ([MS-XLS] 2.1, in the records of BIFF2): one cell with a word. */
const xls = Uint8Array.of(
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

const pdf = `%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources <</Font <</F1 5 0 R>>>>>> endobj
4 0 obj <</Length 49>> stream
BT /F1 18 Tf 20 100 Td (Text of a document) Tj ET
endstream endobj
5 0 obj <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>> endobj
trailer <</Root 1 0 R>>
%%EOF`

/** Two characters in a font that is not embedded, and whose codes only a character map of Adobe explains. */
const chinesePdf = pdf
  .replace(
    "/Type1 /BaseFont /Helvetica>>",
    "/Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [6 0 R]>>"
  )
  .replace("(Text of a document)", "<4E2D6587>")
  .replace(
    "trailer",
    `6 0 obj <</Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light
  /CIDSystemInfo <</Registry (Adobe) /Ordering (GB1) /Supplement 4>>>> endobj
trailer`
  )

/** What files come to that optional packages help to read. */
const readByPackages = async (orb) => {
  const files = { "sheet.xls": xls, "chinese.pdf": new TextEncoder().encode(chinesePdf) }
  for (const [filename, data] of Object.entries(files)) {
    const text = await orb.parse({ data, filename }).then(
      ({ markdown }) => markdown,
      ({ message }) => message
    )
    const expected = hasPackages ? /Tea|中文/ : /npm install (?:@e965\/xlsx|pdfjs-dist)/
    assert.match(text, expected, filename)
  }
}

/** Threads that are alive now. */
const threads = () => process.report.getReport().workers.length

const main = async () => {
  await new Promise((listening) => site.listen(0, "127.0.0.1", listening))
  const address = `http://127.0.0.1:${site.address().port}/`
  const warnings = []
  const logger = ({ level, message }) => {
    if (/warn|error|fatal/i.test(level)) warnings.push(message)
  }
  const orb = createOrbweaver({ egress: { allowLocal: true }, logger })
  const options = { includeTags: ["h1 ~ div.box > b:first-child", "i"], excludeTags: ["*advert-\\d+*"] }
  const small = await orb.scrape(address, options)
  assert.match(small.markdown, /Boxed/)
  assert.equal(threads(), 0)
  const large = await orb.scrape(`${address}large`, options)
  assert.match(large.markdown, /Boxed/)
  assert.doesNotMatch(large.markdown + small.markdown, /Sold/)
  assert.equal(threads(), 1, "the large page was not converted on a thread")
  const { data } = await orb.crawl(address, { limit: 5 })
  assert.equal(data.length, 2)
  const rtf = await orb.parse({ data: new TextEncoder().encode(String.raw`{\rtf1 From a file}`), filename: "note.rtf" })
  assert.equal(rtf.markdown, "From a file")
  const document = await orb.parse({ data: new TextEncoder().encode(pdf), filename: "document.pdf" })
  assert.equal(document.markdown.trim(), "Text of a document")
  await readByPackages(orb)
  await orb.close()
  const isolated = createOrbweaver({ isolated: true, logger })
  await readByPackages(isolated)
  await isolated.close()
  assert.deepEqual(warnings, [])
  site.close()
  site.closeAllConnections()
}

main().then(
  () => console.log("well"),
  (error) => {
    console.error(error)
    process.exit(1)
  }
)
