import { assert, it } from "@effect/vitest"
import { fileNameOf, kindOfText, looksBinary, startsAsHtml, withoutMark } from "../../src/reading/detect.ts"

const bytes = (text: string) => new TextEncoder().encode(text)

it("reads the name of a file that is sent to be saved", () => {
  assert.strictEqual(fileNameOf('attachment; filename="a; b.csv"'), "a; b.csv")
  assert.strictEqual(fileNameOf("attachment; filename=report.pdf; size=3"), "report.pdf")
  assert.strictEqual(fileNameOf("attachment; filename=\"x.pdf\"; filename*=UTF-8''caf%C3%A9.docx"), "caf%C3%A9.docx")
  assert.isUndefined(fileNameOf("inline"))
  assert.isUndefined(fileNameOf(undefined))
})

it("knows the start of a web page behind marks, blanks, declarations and comments", () => {
  assert.isTrue(startsAsHtml(bytes("\uFEFF \n<!DOCTYPE html>")))
  assert.isTrue(startsAsHtml(bytes(`<?xml version="1.0"?>\n<!-- a --><html xmlns="x">`)))
  assert.isTrue(
    startsAsHtml(Uint8Array.from([0xff, 0xfe, ...Array.from("<html>").flatMap((sign) => [sign.charCodeAt(0), 0])]))
  )
  assert.isFalse(startsAsHtml(bytes("<!---->".repeat(200))), "as many comments as are looked at")
  for (const other of ["<rss>", "plain <html>", "%PDF-1.7", ""]) assert.isFalse(startsAsHtml(bytes(other)), other)
})

it("tells a page, XML and plain text apart", () => {
  assert.strictEqual(kindOfText(bytes("Dear <b>you</b><br>")), "text/html")
  assert.strictEqual(kindOfText(bytes("<?xml version='1.0'?><note/>")), "application/xml")
  assert.strictEqual(kindOfText(bytes("if (a < b && c > d) return")), "text/plain")
})

it("takes UTF-32 with its byte order mark for text, and bytes without one for no text", () => {
  for (const isLittle of [true, false]) {
    const view = new DataView(new ArrayBuffer(4 * 6))
    for (const [index, sign] of Array.from("\ufeff<rss>").entries())
      view.setUint32(4 * index, sign.charCodeAt(0), isLittle)
    const wide = new Uint8Array(view.buffer)
    assert.isFalse(looksBinary(wide))
    assert.deepStrictEqual(withoutMark(wide), bytes("<rss>"))
    assert.isTrue(looksBinary(wide.subarray(4)))
  }
})

it("compares signatures with text behind its byte order mark, and with UTF-16 as UTF-8", () => {
  const text = "{\\rtf1 é}"
  const units = Array.from(text, (unit) => unit.charCodeAt(0))
  const wide = Uint8Array.from([0xfe, 0xff, ...units.flatMap((unit) => [unit >> 8, unit & 0xff])])
  for (const file of [bytes(text), bytes(`\ufeff${text}`), wide]) assert.deepStrictEqual(withoutMark(file), bytes(text))
  const picture = Uint8Array.of(0x89, 0x50, 0x4e, 0x47)
  assert.strictEqual(withoutMark(picture), picture)
})
