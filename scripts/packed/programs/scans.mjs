// Text of a picture and of a fax in a PDF, by packages and language data that were installed; it closes nothing.
import assert from "node:assert/strict"
import { readFile } from "node:fs/promises"
import { tesseract } from "@orbweaver/ocr"
import { createOrbweaver } from "orbweaver"

const orb = createOrbweaver({ recognizer: tesseract({ idle: "1 second" }) })
for (const filename of ["rivers.png", "fax.pdf"]) {
  const data = await readFile(new URL(`scans/${filename}`, import.meta.url))
  const { markdown, warning } = await orb.parse({ data, filename }, { timeout: 300_000 })
  assert.match(markdown, /^# Notes on rivers\n\nEvery spring the river carries sand/)
  assert.match(markdown, /\| March \| 412 \| 1380 \|/)
  assert.match(warning, /recognized by tesseract/)
}

const plain = createOrbweaver()
const data = await readFile(new URL("scans/rivers.png", import.meta.url))
await assert.rejects(plain.parse({ data, filename: "rivers.png" }), /@orbweaver\/ocr/)
