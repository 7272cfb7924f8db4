import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { htmlParser } from "../../src/reading/textParsers.ts"
import { isUndeclared } from "../../src/reading/charset.ts"
import { guessEncoding } from "../../src/reading/guessEncoding.ts"

/** Bytes of a text in an encoding: `TextDecoder` turned around. */
const encode = (label: string, text: string): Uint8Array => {
  const decoder = new TextDecoder(label)
  const wanted = new Set(text)
  const table = new Map<string, ReadonlyArray<number>>()
  const offer = (...bytes: ReadonlyArray<number>) => {
    const character = decoder.decode(Uint8Array.from(bytes))
    if (wanted.has(character) && !table.has(character)) table.set(character, bytes)
  }
  for (let byte = 0; byte < 256; byte++) offer(byte)
  for (let lead = 0x81; table.size < wanted.size && lead < 0xff; lead++)
    for (let trail = 0x40; trail < 0xff; trail++) offer(lead, trail)
  return Uint8Array.from(Array.from(text).flatMap((character) => table.get(character)!))
}

const page = (text: string) => `<html><head><title>x</title></head><body><p>${text}</p></body></html>`

const texts: ReadonlyArray<readonly [label: string, encoding: string, text: string]> = [
  ["windows-1251", "windows-1251", "Лодки и вёсла с доставкой по всей области, цена от 500 руб."],
  ["windows-1251", "windows-1251", "Новини от днес за хората в града и в селата около него"],
  ["koi8-r", "koi8-r", "Лодки и вёсла с доставкой по всей области, цена от 500 руб."],
  ["windows-1253", "iso-8859-7", "Η τιμή του προϊόντος είναι χαμηλή και η αποστολή δωρεάν"],
  ["windows-1254", "windows-1254", "İstanbul’da bugün hava güneşli ve ılık olacak"],
  ["windows-1255", "windows-1255", "ספינה גדולה הגיעה הבוקר אל הנמל"],
  ["windows-874", "windows-874", "ร้านขายเรือและไม้พายเปิดทุกวัน"],
  ["shift_jis", "shift_jis", "船と櫂のお店です。ご注文はお電話でどうぞ。"],
  ["shift_jis", "shift_jis", "お知らせ"],
  ["euc-jp", "euc-jp", "船と櫂のお店です。ご注文はお電話でどうぞ。"],
  ["gbk", "gb18030", "我们销售各种船只和桨，欢迎来电咨询，全国包邮。"],
  ["big5", "big5", "我們銷售各種船隻和槳，歡迎來電諮詢，全國免運費。"],
  ["euc-kr", "euc-kr", "우리는 배와 노를 팝니다. 전화로 문의해 주세요."],
  ["windows-1252", "windows-1252", "Le café du port est fermé à midi — désolé"],
  ["windows-1252", "windows-1252", "Die Größe der Häuser am Hafen ist über tausend Meter"],
  ["windows-1252", "windows-1252", "El niño comió mañana el almuerzo del señor"],
  ["windows-1252", "windows-1252", "It’s only “quoted” once, for £5"]
]

describe("a page that does not say its encoding", () => {
  for (const [label, encoding, text] of texts)
    it(`is read by its bytes: ${text}`, async () => {
      const bytes = encode(label, page(text))
      assert.isTrue(isUndeclared(bytes, undefined))
      assert.strictEqual(await guessEncoding(bytes), encoding)
      const parsed = await Effect.runPromise(
        htmlParser.parse({
          bytes,
          charset: undefined,
          url: new URL("https://site.test/"),
          mediaType: "text/html",
          spec: undefined
        })
      )
      assert.include(parsed.html, text)
      assert.include(parsed.warnings?.join(" "), encoding)
    })

  it("is read by its language or the country of its domain where bytes say little", async () => {
    const few = encode("big5", page("新聞中心"))
    assert.strictEqual(await guessEncoding(few), "windows-1252")
    assert.strictEqual(await guessEncoding(few, new URL("https://shop.example.tw/")), "big5")
    const czech = encode("windows-1250", page("Žluťoučký kůň").replace("<html>", "<html lang=cs>"))
    assert.strictEqual(await guessEncoding(czech), "windows-1250")
  })

  it("is not judged by scripts, styles and names of attributes", async () => {
    const bytes = encode(
      "windows-1251",
      `<script>"Это слова для сценария, а не для людей"</script><p title="Лодки">plain`
    )
    assert.strictEqual(await guessEncoding(bytes), "windows-1252")
  })

  it("is UTF-8 in spite of one wrong byte", async () => {
    const text = "Größe über alles, schön für Käufer. ".repeat(5)
    const bytes = Buffer.concat([Buffer.from(page(text)), Buffer.of(0xff)])
    assert.strictEqual(await guessEncoding(bytes), "utf-8")
  })

  it("is judged in one pass whatever it is made of", async () => {
    assert.strictEqual(await guessEncoding(Buffer.from("<".repeat(500_000) + "\xe9", "latin1")), "windows-1252")
    assert.strictEqual(await guessEncoding(Buffer.from("<script>\xe9".repeat(50_000), "latin1")), "windows-1252")
  })
})

describe("a page that says its encoding", () => {
  it("is not guessed at, wherever it says it", () => {
    const bytes = encode("windows-1251", page("Лодки"))
    assert.isFalse(isUndeclared(bytes, "windows-1251"))
    assert.isFalse(isUndeclared(encode("windows-1251", `<meta charset=windows-1251>${page("Лодки")}`), undefined))
    assert.isFalse(isUndeclared(Buffer.from(page("Лодки")), undefined))
    assert.isTrue(isUndeclared(bytes, "no-such-charset"))
  })
})
