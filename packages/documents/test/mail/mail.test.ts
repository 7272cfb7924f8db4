import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { mail } from "../../src/index.ts"
import { compoundFile, msgSample, msgStreams } from "../support/compoundFile.ts"
import { docxFile, p } from "../support/officeFile.ts"
import { bodyOf, read } from "../support/read.ts"

const bytes = (text: string, encoding: BufferEncoding = "utf8"): Uint8Array =>
  new Uint8Array(Buffer.from(text.replaceAll("\n", "\r\n"), encoding))

const head = `From: "Lee, Ann" <ann@example.com>
To: Bob <bob@example.com>, carl@example.com
Subject: Harbour
Date: Tue, 2 Jan 2024 09:30:00 +0100 (CET)
MIME-Version: 1.0
`

const spec = { type: "mail", attachments: true } as const

it.effect("shows who wrote what to whom and when, and the better of two alternatives", () =>
  Effect.gen(function* () {
    const parsed = yield* read(
      mail(),
      bytes(`${head}Content-Type: multipart/alternative; boundary="b 1"

This is for programs of 1990.
--b 1
Content-Type: text/plain; charset=utf-8

The plain one
--b 1
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: base64

${Buffer.from("<style>p{}</style><p>The <b>tide</b> tables é</p><script>x()</script>").toString("base64")}
--b 1--
The end, which nobody sees
`)
    )
    assert.strictEqual(
      bodyOf(parsed),
      `<h1>Harbour</h1>
<p><strong>From:</strong> <a href="mailto:ann@example.com">Lee, Ann</a><br>
<strong>To:</strong> <a href="mailto:bob@example.com">Bob</a>, <a href="mailto:carl@example.com">carl@example.com</a><br>
<strong>Date:</strong> <time datetime="2024-01-02T08:30:00Z">2024-01-02T08:30:00Z</time></p>
<p>The <b>tide</b> tables é</p>`
    )
    assert.deepStrictEqual(parsed.metadata, {
      title: "Harbour",
      author: "Lee, Ann",
      publishedTime: "2024-01-02T08:30:00Z"
    })
    assert.isEmpty(parsed.warnings)
  })
)

it.effect(
  "decodes subjects and names in whatever words they are encoded, and characters that are parted between two",
  () =>
    Effect.gen(function* () {
      for (const [subject, shown] of [
        ["=?utf-8?B?w6lsw6h2ZQ==?=", "élève"],
        ["=?iso-8859-1?Q?caf=E9_au_lait?=", "café au lait"],
        ["=?UTF-8?Q?=E6=B8?= =?UTF-8?Q?=AF_harbour?=", "港 harbour"],
        ["=?shift_jis?B?jWA=?= and =?utf-8*en?Q?more?=", "港 and more"],
        ["=?gb2312?B?uNs=?=\r\n =?gb2312?B?v9o=?=", "港口"],
        ["plain é", "plain é"],
        ["=?unclosed?Q?x", "=?unclosed?Q?x"]
      ] as const) {
        const parsed = yield* read(mail(), bytes(`From: a@example.com\nSubject: ${subject}\n\ntext\n`))
        assert.strictEqual(parsed.metadata?.["title"], shown)
      }
    })
)

it.effect("joins lines that a program broke, keeps those that a person broke, and shows what is quoted as quoted", () =>
  Effect.gen(function* () {
    const parsed = yield* read(
      mail(),
      bytes(`${head}Content-Type: text/plain

The harbour master measures the water at the old lighthouse every
morning, and writes it down.
- one
- two

See https://example.com/tides, please.

> Who said that?
>> I did.

--${" "}
Ann
Harbour street 1
`)
    )
    assert.include(
      bodyOf(parsed),
      "<p>The harbour master measures the water at the old lighthouse every morning, and writes it down.<br>- one<br>- two</p>"
    )
    assert.include(bodyOf(parsed), `See <a href="https://example.com/tides">https://example.com/tides</a>, please.`)
    assert.include(
      bodyOf(parsed),
      "<blockquote>\n<p>Who said that?</p>\n<blockquote>\n<p>I did.</p>\n</blockquote>\n</blockquote>"
    )
    assert.include(bodyOf(parsed), "<p>--<br>Ann<br>Harbour street 1</p>")
    const flowed = yield* read(
      mail(),
      bytes(`${head}Content-Type: text/plain; format=flowed\n\nOne \nline.\nAnother\n`)
    )
    assert.include(bodyOf(flowed), "<p>One line.<br>Another</p>")
  })
)

const attached = bytes(`${head}Content-Type: multipart/mixed; boundary=m

--m
Content-Type: multipart/related; boundary=r

--r
Content-Type: text/html

<p>Look: <img src="cid:pic@1" alt="a boat"><img src="cid:none" alt="lost"></p>
--r
Content-Type: image/png
Content-ID: <pic@1>
Content-Transfer-Encoding: base64

iVBORw0KGgo=
--r--
--m
Content-Type: text/csv; name="=?utf-8?Q?pr=C3=A9cis.csv?="
Content-Disposition: attachment
Content-Transfer-Encoding: quoted-printable

a,b
caf=C3=A9,=
2
--m
Content-Type: application/octet-stream
Content-Disposition: attachment; filename*0*=utf-8''notes%20; filename*1="1.docx"
Content-Transfer-Encoding: base64

${Buffer.from(docxFile(p("From the office")))
  .toString("base64")
  .replaceAll(/(.{76})/g, "$1\n")}
--m
Content-Type: message/rfc822

From: Dora <dora@example.com>
Subject: Inner/outer
Content-Type: text/plain

The inner text
--m
Content-Type: application/zip; name="C:\\\\tmp\\\\blob.bin"
Content-Transfer-Encoding: base64

AAECAw==
--m--
`)

it.effect("lists attachments with kind and size, and says how to read them", () =>
  Effect.gen(function* () {
    const parsed = yield* read(mail(), attached)
    const html = bodyOf(parsed)
    assert.include(html, `<img alt="a boat" src="data:image/png;base64,iVBORw0KGgo=">lost`)
    assert.match(
      html,
      /<li>précis\.csv \(text\/csv, \d+ bytes\)<\/li><li>notes 1\.docx \(application\/octet-stream, \d+ (?:bytes|KB)\)<\/li><li>Inner outer\.eml \(message\/rfc822, \d+ bytes\)<\/li><li>blob\.bin/
    )
    assert.notInclude(html, "The inner text")
    assert.deepStrictEqual(parsed.warnings, [
      'Attachments are listed and not read (4): parsers: [{ type: "mail", attachments: true }] reads them.'
    ])
  })
)

it.effect("reads attachments of every kind when that is asked for, and names those that cannot be read", () =>
  Effect.gen(function* () {
    for (const inlineBytes of [Infinity, 0]) {
      const parsed = yield* read(mail({ inlineBytes }), attached, { spec })
      const html = bodyOf(parsed)
      assert.include(html, "<h3>précis.csv</h3>\n<table>")
      assert.include(html, "<td>café</td><td>2</td>")
      assert.include(html, "<h3>notes 1.docx</h3>\n<p>From the office</p>")
      assert.include(html, "<h3>Inner outer.eml</h3>")
      assert.include(html, "The inner text")
      assert.lengthOf(parsed.warnings!, 1)
      assert.match(parsed.warnings![0]!, /^blob\.bin was not read: /)
    }
  })
)

it.effect("reads each message of a mailbox, whatever its texts begin with", () =>
  Effect.gen(function* () {
    const message = (subject: string, text: string) =>
      `From x@example.com Tue Jan  2 09:30:00 2024\nFrom: x@example.com\nSubject: ${subject}\n\n${text}\n\n`
    const box = bytes(message("One", "From here on it rains.\n>From me\n\nFrom time to time.") + message("Two", "end"))
    const parsed = yield* read(mail(), box)
    assert.strictEqual(bodyOf(parsed).match(/<article>/g)?.length, 2)
    assert.include(bodyOf(parsed), "<h2>One</h2>")
    assert.include(bodyOf(parsed), "From here on it rains.<br>From me")
    assert.include(bodyOf(parsed), "<p>From time to time.</p>")
    assert.strictEqual(parsed.metadata?.["numMessages"], 2)
    const cut = yield* read(mail({ maxPages: 1 }), box)
    assert.include(cut.warnings?.join(" "), "Only the first 1 messages of the mailbox were read (maxPages).")
  })
)

it.effect("reads messages of Outlook with their attachments and the messages attached to them", () =>
  Effect.gen(function* () {
    const parsed = yield* read(mail(), msgSample, { spec })
    assert.include(bodyOf(parsed), `<strong>From:</strong> <a href="mailto:ann@example.com">Ann Lee</a>`)
    assert.include(bodyOf(parsed), "<td>write</td>")
    assert.strictEqual(parsed.metadata?.["publishedTime"], "2024-03-04T05:06:07Z")
    const inner = "__attach_version1.0_#00000000/__substg1.0_3701000D/"
    const nested = compoundFile({
      ...msgStreams({ texts: { "0037": "Outer", "0C1A": "Ann", "1013": "<p>as <i>HTML</i></p>" } }),
      ...msgStreams({ texts: { "3001": "Inner" } }, "__attach_version1.0_#00000000/", 8),
      ...msgStreams({ texts: { "0037": "Inner", "1000": "the inner text" } }, inner, 24)
    })
    const listed = yield* read(mail(), nested)
    assert.include(bodyOf(listed), "as <i>HTML</i>")
    assert.include(bodyOf(listed), "<li>Inner (application/vnd.ms-outlook)</li>")
    const whole = yield* read(mail(), nested, { spec })
    assert.include(bodyOf(whole), "<h3>Inner</h3>")
    assert.include(bodyOf(whole), "the inner text")
  })
)

it.effect("unpacks the text of a message of Outlook that has nothing but RTF", () =>
  Effect.gen(function* () {
    // "{\\rtf1 " refers into the dictionary that the format begins with.
    const text = Buffer.from("{\\rtf1 Packed words\\par}")
    const packed = Buffer.alloc(16 + text.length + Math.ceil(text.length / 8))
    packed.writeUInt32LE(text.length, 4)
    packed.writeUInt32LE(0x75465a4c, 8)
    let at = 16
    for (let from = 0; from < text.length; from += 8) {
      packed[at++] = 0
      at += text.copy(packed, at, from, from + 8)
    }
    const file = compoundFile(msgStreams({ texts: { "0037": "S", "0C1A": "A" }, binaries: { "1009": packed } }))
    assert.include(bodyOf(yield* read(mail(), file)), "<p>Packed words</p>")
  })
)

it.effect("refuses what is encrypted, and says of an empty message that it has no text", () =>
  Effect.gen(function* () {
    const closed = bytes(
      `${head}Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary=e\n\n--e\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n--e--\n`
    )
    const smime = bytes(
      `${head}Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m\nContent-Transfer-Encoding: base64\n\nAAAA\n`
    )
    for (const file of [closed, smime])
      assert.deepInclude(yield* Effect.flip(read(mail(), file)), { _tag: "UnreadableDocument", why: "encrypted" })
    assert.deepStrictEqual((yield* read(mail(), bytes(`${head}\n`))).warnings, ["The message has no text."])
    assert.deepInclude(yield* Effect.flip(read(mail(), bytes("no message at all"))), { why: "damaged" })
  })
)

it.effect("shows the plain text where the HTML is only pictures from elsewhere", () =>
  Effect.gen(function* () {
    const parsed = yield* read(
      mail(),
      bytes(
        `${head}Content-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain\n\nSale today\n--b\nContent-Type: text/html\n\n<img src="https://count.example/1.gif">\n--b--\n`
      )
    )
    assert.include(bodyOf(parsed), "<p>Sale today</p>")
    assert.notInclude(bodyOf(parsed), "count.example")
  })
)

it.effect("leaves out what the HTML hides, such as the line that lists of mail preview", () =>
  Effect.gen(function* () {
    const hidden = [
      `<div style="display:none;max-height:0">Preview ‌ ‌</div>`,
      `<span style="color:red; DISPLAY : none !important">Preview</span>`,
      `<p style="mso-hide:all">Preview</p>`,
      `<p hidden>Preview</p>`
    ].join("")
    const parsed = yield* read(
      mail(),
      bytes(
        `${head}Content-Type: text/html; charset=utf-8\n\n${hidden}<p style="no-display:none">Shown</p><br style="display:none"><p>too</p>\n`
      )
    )
    assert.notInclude(bodyOf(parsed), "Preview")
    assert.include(bodyOf(parsed), "<p>Shown</p><br><p>too</p>")
  })
)

it.effect("bounds the parts of a message and their depth", () =>
  Effect.gen(function* () {
    const deep = bytes(
      `${head}${Array.from({ length: 60 }, (_, index) => `Content-Type: multipart/mixed; boundary=b${index}\n\n--b${index}\n`).join("")}Content-Type: text/plain\n\ntoo deep\n`
    )
    assert.include(
      (yield* read(mail(), deep)).warnings?.join(" "),
      "Only the first 5000 parts of the message, 30 deep, were read."
    )
    const many = bytes(`${head}Content-Type: multipart/mixed; boundary=m\n\n${"--m\n\nx\n".repeat(6000)}--m--\n`)
    assert.include((yield* read(mail(), many)).warnings?.join(" "), "Only the first 5000 parts")
  })
)
