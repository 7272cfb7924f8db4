// Text in pictures, through the whole assembly: the library, the command line and the wire.
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { fileURLToPath } from "node:url"
import { deflateSync } from "node:zlib"
import { tesseract } from "@orbweaver/ocr"
import { createOrbweaver } from "orbweaver"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { scanPdf, text } from "../../../documents/test/support/scanPdf.ts"
import { decodePng } from "../../../ocr/test/support.ts"
import { runToEnd } from "../support/commandLine.ts"

const file = new URL("../../../ocr/test/pictures/rivers.png", import.meta.url)
const picture = readFileSync(file)
const { height, pixels, width } = decodePng(picture)
/** A scan of A5 in gray, and a page of text behind it. */
const scan = scanPdf([
  {
    images: [
      {
        width,
        height,
        dict: "/ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode",
        data: deflateSync(pixels)
      }
    ],
    content: "q 300 0 0 250 0 150 cm /I0 Do Q"
  },
  {
    content: Array.from({ length: 5 }, (_, line) =>
      text(`Line ${line} of a page with text of its own`, 300 - 9 * line).replace("/F 12", "/F 7")
    ).join("\n")
  }
])

const rivers = `# Notes on rivers

Every spring the river carries sand from the hills to the sea, and the people of the valley measure how far the banks have moved since the year before.

## Water levels

| Month | Level | Flow |
| --- | --- | --- |
| March | 412 | 1380 |
| April | 388 | 1105 |
| May | 296 | 940 |

The left column tells of the old bridge, which stood for two hundred years until a flood took its middle arch away one night in autumn. The right column tells of the new one, which was built further down where the ground is firm and the current slow.`

const site = createServer((request, response) => {
  const isPicture = request.url === "/rivers"
  response.writeHead(200, { "content-type": isPicture ? "image/png" : "application/pdf" })
  response.end(isPicture ? picture : scan)
})
const at = (path: string) => `http://127.0.0.1:${(site.address() as AddressInfo).port}${path}`
beforeAll(() => new Promise<void>((listening) => site.listen(0, "127.0.0.1", listening)))
afterAll(() => {
  site.close()
  site.closeAllConnections()
})

const egress = { allowLocal: true }

describe("with a recognizer", () => {
  it("the text of a picture becomes Markdown with headings, columns and tables", async () => {
    await using orb = createOrbweaver({ egress, recognizer: tesseract() })
    const scraped = await orb.scrape(at("/rivers"))
    expect(scraped.markdown).toBe(rivers)
    expect(scraped.warning).toMatch(/recognized by tesseract and may have errors; confidence by page: 1: 9\d %/)
    const parsed = await orb.parse({ data: picture, filename: "rivers.png" })
    expect(parsed.markdown).toBe(rivers)
  })

  it("scanned pages of a PDF are read in their place, and not where the mode is fast", async () => {
    await using orb = createOrbweaver({ egress, recognizer: tesseract() })
    const whole = await orb.scrape(at("/scan.pdf"))
    expect(whole.markdown).toContain(rivers)
    expect(whole.markdown).toMatch(/slow\.\s+Line 0 of a page/)
    const fast = await orb.scrape(at("/scan.pdf"), { parsers: [{ type: "pdf", mode: "fast" }] })
    expect(fast.markdown).not.toContain("rivers")
    expect(fast.warning).toContain("Pages without text, which may be scans: 1.")
  })

  it("a list of parsers without that of pictures refuses them, over the wire as well", async () => {
    await using orb = createOrbweaver({ egress, recognizer: tesseract() })
    const api = await orb.http()
    const post = async (body: object) => {
      const answer = await api.fetch(
        new Request("http://localhost/v2/scrape", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body)
        })
      )
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
    }
    for (const parsers of [["image"], [{ type: "image" }, "pdf"], undefined]) {
      const { body, status } = await post({ url: at("/rivers"), parsers })
      expect(status).toBe(200)
      expect(body).toMatchObject({ data: { markdown: rivers } })
    }
    const refused = await post({ url: at("/rivers"), parsers: ["pdf"] })
    expect(refused.body).toMatchObject({ success: false, code: "SCRAPE_UNSUPPORTED_FILE_ERROR" })
    expect(refused.body["error"]).toContain("image")
  })

  it("the command line takes what is installed, with the languages of the machine", async () => {
    const { code, stdout } = await runToEnd(["parse", fileURLToPath(file)])
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${rivers}\n` })
    const wrong = await runToEnd(["parse", fileURLToPath(file)], { env: { ORBWEAVER_OCR_LANGUAGES: "../eng" } })
    expect(wrong.code).not.toBe(0)
    expect(wrong.stderr).toContain("ORBWEAVER_OCR_LANGUAGES")
  })
})

it("without one, pictures and scans are refused by the name of what is missing, with 501 for a picture", async () => {
  await using orb = createOrbweaver({ egress })
  await expect(orb.scrape(at("/rivers"))).rejects.toMatchObject({ reason: { _tag: "NeedsRecognizer" } })
  const api = await orb.http()
  const answer = await api.fetch(
    new Request("http://localhost/v2/scrape", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ url: at("/rivers"), parsers: ["image"] })
    })
  )
  expect(answer.status).toBe(501)
  expect(await answer.json()).toMatchObject({
    code: "SCRAPE_UNSUPPORTED_FILE_ERROR",
    error: expect.stringContaining("@orbweaver/ocr")
  })
})
