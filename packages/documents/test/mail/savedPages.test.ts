import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { archive, kinds, mail, savedPage } from "../../src/index.ts"
import { zipFile } from "../support/officeFile.ts"
import { bodyOf, read } from "../support/read.ts"

const bytes = (text: string) => new TextEncoder().encode(text)
const png = Buffer.from("89504e470d0a1a0a", "hex").toString("base64")

interface Part {
  readonly type: string
  readonly location?: string
  readonly id?: string
  readonly encoding?: string
  readonly text: string
}

const mhtml = (head: ReadonlyArray<string>, parts: ReadonlyArray<Part>): Uint8Array =>
  bytes(
    [
      ...head,
      'Content-Type: multipart/related; type="text/html"; boundary="----B"',
      "",
      "",
      ...parts.flatMap(({ encoding = "8bit", id, location, text, type }) => [
        "------B",
        `Content-Type: ${type}`,
        ...(id === undefined ? [] : [`Content-ID: <${id}>`]),
        `Content-Transfer-Encoding: ${encoding}`,
        ...(location === undefined ? [] : [`Content-Location: ${location}`]),
        "",
        text
      ]),
      "------B--",
      ""
    ].join("\r\n")
  )

const blink = [
  "From: <Saved by Blink>",
  "Snapshot-Content-Location: https://site.example/news/today",
  "Subject: =?utf-8?Q?Tea=20today?=",
  "Date: Thu, 2 May 2024 10:00:00 +0000",
  "MIME-Version: 1.0"
]

it.effect("reads the page that a browser saved as a page of its address, with pictures where they are on the web", () =>
  Effect.gen(function* () {
    const file = mhtml(blink, [
      {
        type: "text/html",
        id: "frame-1@mhtml.blink",
        location: "https://site.example/news/today",
        encoding: "quoted-printable",
        text: `<html><head><meta charset=3D"utf-8"><title>Tea</title></head><body><p>Caf=C3=A9 <img src=3D"https://site.example/a.png"><img src=3D"cid:p1@x"></p><iframe src=3D"cid:frame-2@mhtml.blink"></iframe><a href=3D"/more">More</a></body></html>`
      },
      { type: "image/png", location: "https://site.example/b.png", id: "p1@x", encoding: "base64", text: png },
      {
        type: "text/html",
        id: "frame-2@mhtml.blink",
        text: `<p title="a">Inside <img src="cid:none@x"></p>`
      }
    ])
    const parsed = yield* read(savedPage(), file)
    assert.include(parsed.html, `<head><base href="https://site.example/news/today"><meta`)
    assert.include(
      parsed.html,
      `<p>Café <img src="https://site.example/a.png"><img src="https://site.example/b.png"></p>`
    )
    assert.include(parsed.html, `<iframe srcdoc="&lt;p title=&quot;a&quot;&gt;Inside`)
    assert.isFalse(parsed.wholeIsContent)
    assert.deepStrictEqual(parsed.metadata, {
      savedFrom: "https://site.example/news/today",
      savedTime: "2024-05-02T10:00:00Z"
    })
    assert.deepStrictEqual(parsed.warnings, [
      "Pictures and frames of the page are not in the file, or too large to be shown (1)."
    ])
  })
)

it.effect("reads what an office program saved: no sender, places of a machine, the page named by `start`", () =>
  Effect.gen(function* () {
    const file = mhtml(
      ["MIME-Version: 1.0", "X-Document-Type: Workbook"],
      [
        { type: "text/html", location: "file:///C:/4711/Book_files/sheet.htm", text: "<p>A frame</p>" },
        {
          type: 'text/html; charset="us-ascii"',
          location: "file:///C:/4711/Book.htm",
          text: `<p>Sales</p><img width=3 src="Book_files/image001.png"><img src="Book_files/gone.png">`
        },
        {
          type: "image/png",
          location: "file:///C:/4711/Book_files/image001.png",
          encoding: "base64",
          text: png
        }
      ]
    )
    const parsed = yield* read(savedPage(), file)
    assert.strictEqual(parsed.html, "<p>A frame</p>")
    const started = Buffer.from(file).toString().replace('type="text/html"', 'start="<b>"')
    const withStart = started.replace(
      "Content-Location: file:///C:/4711/Book.htm",
      "Content-ID: <b>\r\nContent-Location: file:///C:/4711/Book.htm"
    )
    const whole = yield* read(savedPage(), bytes(withStart))
    assert.include(whole.html, `<p>Sales</p><img width=3 src="data:image/png;base64,${png}">`)
    assert.notInclude(whole.html, "<base")
    assert.deepStrictEqual(whole.warnings, [
      "Pictures and frames of the page are not in the file, or too large to be shown (1)."
    ])
  })
)

it.effect("knows a saved page by its content, and no message with pictures for one", () =>
  Effect.gen(function* () {
    const page = { type: "text/html", location: "https://site.example/", text: "<p>Hello</p>" }
    const saved = [
      mhtml(blink, [{ ...page, location: "cid:a" }]),
      mhtml(["From: <Saved by UnMHT>", "Subject: A page", "MIME-Version: 1.0"], [page]),
      mhtml(["MIME-Version: 1.0"], [page])
    ]
    for (const file of saved) {
      assert.strictEqual(kinds.savedPage.sniff(file), "application/x-mimearchive")
      assert.isUndefined(kinds.mail.sniff(file))
    }
    const message = mhtml(
      [
        "From: Ann <ann@a.example>",
        "To: Bob <bob@b.example>",
        "Subject: Pictures",
        "Date: Thu, 2 May 2024 10:00:00 +0000"
      ],
      [page]
    )
    assert.isUndefined(kinds.savedPage.sniff(message))
    assert.strictEqual(kinds.mail.sniff(message), "message/rfc822")
    assert.include(bodyOf(yield* read(mail(), message)), "<p>Hello</p>")
    assert.deepInclude(yield* Effect.flip(read(savedPage(), mhtml(blink, []))), { why: "damaged" })
  })
)

it.effect("is without scripts where it lies in another file", () =>
  Effect.gen(function* () {
    const file = mhtml(blink, [
      { type: "text/html", location: "https://site.example/", text: "<p>Hello</p><script>alert(1)</script>" }
    ])
    const parsed = yield* read(archive(), zipFile({ "page.mhtml": file }), { spec: { type: "archive", members: true } })
    assert.include(bodyOf(parsed), "<h2>page.mhtml</h2>\n<p>Hello</p>")
    assert.notInclude(parsed.html, "script")
  })
)

it.effect("takes linear time for tags that never end and frames that show each other", () =>
  Effect.gen(function* () {
    const frames = mhtml(
      blink,
      ["a", "b"].map((id) => ({
        type: "text/html",
        id,
        text: `<iframe src="cid:${id === "a" ? "b" : "a"}"></iframe>`.repeat(20)
      }))
    )
    assert.isBelow((yield* read(savedPage(), frames)).html.length, 20_000_000)
    const tags = mhtml(blink, [{ type: "text/html", location: "https://a.example/", text: "<img ".repeat(40_000) }])
    assert.include((yield* read(savedPage(), tags)).html, "<img <img ")
  })
)
