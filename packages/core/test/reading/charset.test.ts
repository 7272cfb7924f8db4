import { assert, describe, it } from "@effect/vitest"
import * as charset from "../../src/reading/charset.ts"
import { decode } from "../../src/reading/Encodings.ts"
import { atOnce } from "../../src/support/steps.ts"

const decodeHtml = (bytes: Uint8Array, header: string | undefined) => atOnce(charset.decodeHtml(bytes, header))
const decodeXml = (bytes: Uint8Array, header: string | undefined) => atOnce(charset.decodeXml(bytes, header))

const latin1 = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))
const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string, bigEndian: boolean) =>
  Uint8Array.from(
    [...text].flatMap((char) => {
      const code = char.charCodeAt(0)
      return bigEndian ? [code >> 8, code & 255] : [code & 255, code >> 8]
    })
  )

describe("the encoding of an HTML page", () => {
  it("is what the byte order mark says, against header and meta", () => {
    assert.strictEqual(decodeHtml(utf8("\uFEFFcafé"), "windows-1252").text, "café")
    assert.strictEqual(decodeHtml(utf16("\uFEFFcafé", false), "utf-8").text, "café")
    assert.strictEqual(decodeHtml(utf16("\uFEFFcafé", true), undefined).text, "café")
  })

  it("is what the header says, before meta", () => {
    const { encoding, text } = decodeHtml(latin1("<meta charset=koi8-r>caf\xe9"), "iso-8859-1")
    assert.strictEqual(encoding, "windows-1252")
    assert.include(text, "café")
  })

  it("is found in meta when the header is silent", () => {
    assert.strictEqual(decodeHtml(latin1('<META CharSet = "ISO-8859-2">\xb3'), undefined).text.at(-1), "ł")
    assert.strictEqual(
      decodeHtml(
        latin1('<meta content="text/html; charset=windows-1251" http-equiv="Content-Type">\xcf'),
        undefined
      ).text.at(-1),
      "П"
    )
    assert.strictEqual(
      decodeHtml(latin1("<title x='<meta charset=big5>'></title><meta charset=koi8-r>\xc1"), undefined).encoding,
      "koi8-r"
    )
  })

  it("is not looked for in comments, nor beyond the first 256 kilobytes", () => {
    assert.strictEqual(decodeHtml(latin1("<!-- <meta charset=koi8-r> -->\xe9"), undefined).encoding, "windows-1252")
    assert.strictEqual(
      decodeHtml(latin1(`${" ".repeat(262_144)}<meta charset=koi8-r>\xe9`), undefined).encoding,
      "windows-1252"
    )
  })

  it("is what a meta behind the first 1024 bytes says, unless the bytes are UTF-8 or it is text of a script", () => {
    const late = (start: string, end: string) => `${start}${" ".repeat(2_000)}<meta charset=koi8-r>${end}`
    assert.strictEqual(decodeHtml(latin1(late("<title>\xe9</title>", "")), undefined).encoding, "koi8-r")
    assert.strictEqual(decodeHtml(utf8(late("<title>é</title>", "")), undefined).encoding, "utf-8")
    assert.strictEqual(decodeHtml(latin1(late("<script>'\xe9", "'</script>")), undefined).encoding, "windows-1252")
    const japanese = latin1(`<p>${" ".repeat(2_000)}<meta charset=iso-2022-jp>\x1b$B$"\x1b(B`)
    assert.strictEqual(decodeHtml(japanese, undefined).text.at(-1), "あ")
  })

  it("reads a long text in pieces as it reads it at once", () => {
    for (const [encoding, bytes] of [
      ["utf-8", utf8("\ufeffé€😀\ufeff".repeat(60_000))],
      ["utf-8", Uint8Array.from({ length: 600_000 }, (_, at) => [0xe2, 0x82, 0x41, 0xf0, 0x9f, 0x80, 0x80][at % 7]!)],
      ["shift_jis", Uint8Array.from({ length: 200_001 }, (_, at) => [0x82, 0xa0, 0x41][at % 3]!)],
      ["utf-16le", utf16("a😀".repeat(40_000), false)]
    ] as const) {
      assert.strictEqual(decode(bytes, encoding), new TextDecoder(encoding).decode(bytes))
    }
  })

  it("reads a long text of ASCII, and sees where it is not", () => {
    const plain = "x".repeat(150_001)
    for (const text of [plain, `é${plain}`, `${plain}é`, `${plain}xé`, `${plain}\0😀${plain}`]) {
      // Of bytes that do not start where their memory does.
      const bytes = utf8(`_${text}`).subarray(1)
      assert.strictEqual(decodeHtml(bytes, undefined).text, text)
      assert.strictEqual(decodeHtml(latin1(`${plain}\xe9`), undefined).text, `${plain}é`)
    }
    const cut = atOnce(charset.decodeHtml(utf8(`${plain}é`), undefined, 150_000))
    assert.deepInclude(cut, { isCut: true, text: plain.slice(1) })
  })

  it("reads no more of a page than it is asked for", () => {
    const read = atOnce(charset.decodeHtml(utf8("é".repeat(500_000)), undefined, 300_000))
    assert.deepInclude(read, { isCut: true, text: "é".repeat(300_000) })
  })

  it("is UTF-8 when meta claims UTF-16, as the bytes could be read so far", () => {
    assert.strictEqual(decodeHtml(utf8("<meta charset=utf-16>é"), undefined).encoding, "utf-8")
  })

  it("is UTF-8 when nothing says so but the bytes are, else windows-1252", () => {
    assert.strictEqual(decodeHtml(utf8("naïve"), undefined).text, "naïve")
    assert.strictEqual(decodeHtml(latin1("\x93na\xefve\x94"), undefined).text, "“naïve”")
  })

  it("says when the declared encoding cannot be true, and asks meta before giving up", () => {
    const wrong = decodeHtml(latin1("<meta charset=windows-1251>\xcf\xf0"), "utf-8")
    assert.isTrue(wrong.mislabelled)
    assert.include(wrong.text, "Пр")
    const lost = decodeHtml(latin1("caf\xe9 "), "utf-8")
    assert.isTrue(lost.mislabelled)
    assert.strictEqual(lost.text, "caf\uFFFD ")
  })

  it("is UTF-8 against a one-byte label when the bytes can be nothing else", () => {
    const wrong = decodeHtml(utf8("naïve café"), "iso-8859-1")
    assert.deepStrictEqual(wrong, { text: "naïve café", encoding: "utf-8", mislabelled: true, isCut: false })
    assert.isFalse(decodeHtml(utf8("plain"), "iso-8859-1").mislabelled)
  })

  it("treats an unknown label as none", () => {
    assert.strictEqual(decodeHtml(utf8("é"), "no-such-charset").text, "é")
  })

  it("knows every label of the Encoding standard", () => {
    const labels = [
      "866",
      "ansi_x3.4-1968",
      "arabic",
      "ascii",
      "asmo-708",
      "big5",
      "big5-hkscs",
      "chinese",
      "cn-big5",
      "cp1250",
      "cp1251",
      "cp1252",
      "cp1253",
      "cp1254",
      "cp1255",
      "cp1256",
      "cp1257",
      "cp1258",
      "cp819",
      "cp866",
      "csbig5",
      "cseuckr",
      "cseucpkdfmtjapanese",
      "csgb2312",
      "csibm866",
      "csiso2022jp",
      "csiso58gb231280",
      "csiso88596e",
      "csiso88596i",
      "csiso88598e",
      "csiso88598i",
      "csisolatin1",
      "csisolatin2",
      "csisolatin3",
      "csisolatin4",
      "csisolatin5",
      "csisolatin6",
      "csisolatin9",
      "csisolatinarabic",
      "csisolatincyrillic",
      "csisolatingreek",
      "csisolatinhebrew",
      "cskoi8r",
      "csksc56011987",
      "csmacintosh",
      "csshiftjis",
      "csunicode",
      "cyrillic",
      "dos-874",
      "ecma-114",
      "ecma-118",
      "elot_928",
      "euc-jp",
      "euc-kr",
      "gb18030",
      "gb2312",
      "gb_2312",
      "gb_2312-80",
      "gbk",
      "greek",
      "greek8",
      "hebrew",
      "ibm819",
      "ibm866",
      "iso-10646-ucs-2",
      "iso-2022-jp",
      "iso-8859-1",
      "iso-8859-10",
      "iso-8859-11",
      "iso-8859-13",
      "iso-8859-14",
      "iso-8859-15",
      "iso-8859-16",
      "iso-8859-2",
      "iso-8859-3",
      "iso-8859-4",
      "iso-8859-5",
      "iso-8859-6",
      "iso-8859-6-e",
      "iso-8859-6-i",
      "iso-8859-7",
      "iso-8859-8",
      "iso-8859-8-e",
      "iso-8859-8-i",
      "iso-8859-9",
      "koi",
      "koi8",
      "koi8-r",
      "koi8-ru",
      "koi8-u",
      "koi8_r",
      "korean",
      "ks_c_5601-1987",
      "ksc5601",
      "l1",
      "l2",
      "l3",
      "l4",
      "l5",
      "l6",
      "l9",
      "latin1",
      "latin2",
      "latin3",
      "latin4",
      "latin5",
      "latin6",
      "logical",
      "mac",
      "macintosh",
      "ms932",
      "ms_kanji",
      "shift-jis",
      "shift_jis",
      "sjis",
      "sun_eu_greek",
      "tis-620",
      "ucs-2",
      "unicode",
      "unicode-1-1-utf-8",
      "unicodefeff",
      "unicodefffe",
      "us-ascii",
      "utf-16",
      "utf-16be",
      "utf-16le",
      "utf-8",
      "utf8",
      "visual",
      "windows-1250",
      "windows-1251",
      "windows-1252",
      "windows-1253",
      "windows-1254",
      "windows-1255",
      "windows-1256",
      "windows-1257",
      "windows-1258",
      "windows-31j",
      "windows-874",
      "windows-949",
      "x-cp1250",
      "x-cp1251",
      "x-cp1252",
      "x-cp1253",
      "x-cp1254",
      "x-cp1255",
      "x-cp1256",
      "x-cp1257",
      "x-cp1258",
      "x-euc-jp",
      "x-gbk",
      "x-mac-cyrillic",
      "x-mac-roman",
      "x-mac-ukrainian",
      "x-sjis",
      "x-unicode20utf8",
      "x-user-defined",
      "x-x-big5"
    ]
    // 0xE9 is no UTF-8: a label that is not known would be read as windows-1252.
    const unknown = labels.filter(
      (label) =>
        decodeHtml(Uint8Array.of(0x61, 0xe9), label).encoding === "windows-1252" &&
        !/1252|8859-1$|ascii|ansi|latin1|l1|819/.test(label)
    )
    assert.deepStrictEqual(unknown, [])
  })
})

it("reads the encoding of XML from its declaration", () => {
  assert.include(decodeXml(latin1('<?xml version="1.0" encoding="iso-8859-1"?><a>\xe9</a>'), undefined).text, "é")
  assert.include(decodeXml(utf8("<a>é</a>"), undefined).text, "é")
})
