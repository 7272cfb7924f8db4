import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { calendar, contacts, notebook, subtitles } from "../../src/index.ts"
import { bodyOf, read } from "../support/read.ts"

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

it.effect("shows contacts of every version of vCard with the kinds of their numbers", () =>
  Effect.gen(function* () {
    const one = yield* read(
      contacts(),
      bytes(
        'BEGIN:VCARD\r\nVERSION:4.0\r\nN:Lee;Ann;;Dr.;\r\nitem1.EMAIL;TYPE="work,pref":ann@example.com\r\nTEL;VALUE=uri;TYPE=cell:tel:+49-30-1\r\nADR;TYPE=home:;;Quay 1;Port\\, Old;;12345;Norway\r\nNOTE:First line\\nsecond; and a long li\r\n ne\r\nPHOTO;ENCODING=b:AAAA\r\nEND:VCARD\r\n'
      )
    )
    assert.strictEqual(
      bodyOf(one),
      `<section>
<h1>Dr. Ann Lee</h1>
<ul><li><strong>Email (work):</strong> <a href="mailto:ann@example.com">ann@example.com</a></li><li><strong>Phone (cell):</strong> +49-30-1</li><li><strong>Address (home):</strong> Quay 1, Port, Old, 12345, Norway</li><li><strong>Note:</strong> First line<br>second; and a long line</li></ul>
</section>`
    )
    const old = yield* read(
      contacts(),
      bytes(
        "BEGIN:VCARD\nVERSION:2.1\nFN;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:Ren=E9=\n Fontaine\nTEL;WORK;VOICE:1\nEND:VCARD\nbegin:vcard\nFN:B\nend:vcard\n"
      )
    )
    assert.include(bodyOf(old), "<h2>René Fontaine</h2>\n<ul><li><strong>Phone (work):</strong> 1</li></ul>")
    assert.include(bodyOf(old), "<h2>B</h2>")
    const cut = yield* read(contacts({ maxRows: 1 }), bytes("BEGIN:VCARD\nFN:A\nEND:VCARD\n".repeat(3)))
    assert.deepStrictEqual(cut.warnings, ["Only the first 1 contacts were read (maxRows)."])
    assert.deepInclude(yield* Effect.flip(read(contacts(), bytes("nothing"))), { why: "damaged" })
  })
)

it.effect("shows events with their time, place and people, days as the days they take", () =>
  Effect.gen(function* () {
    const parsed = yield* read(
      calendar(),
      bytes(
        `BEGIN:VCALENDAR
X-WR-CALNAME:Harbour
BEGIN:VTIMEZONE
TZID:Europe/Oslo
BEGIN:STANDARD
DTSTART:19701025T030000
END:STANDARD
END:VTIMEZONE
BEGIN:VEVENT
DTSTART;TZID=Europe/Oslo:20240105T090000
DTEND;TZID=Europe/Oslo:20240105T103000
SUMMARY:Pilots' meeting\\, room 2
LOCATION:Quay 1
ORGANIZER;CN="Ann Lee":mailto:ann@example.com
ATTENDEE;CN=Bob:MAILTO:bob@example.com
DESCRIPTION:Bring charts.\\n\\nSee https://example.com/a
RRULE:FREQ=WEEKLY
BEGIN:VALARM
DESCRIPTION:Reminder
END:VALARM
END:VEVENT
BEGIN:VEVENT
DTSTART;VALUE=DATE:20240301
DTEND;VALUE=DATE:20240303
SUMMARY:Fair
END:VEVENT
BEGIN:VTODO
DUE:20240401T120000Z
SUMMARY:Paint the buoy
END:VTODO
END:VCALENDAR
`.replaceAll("\n", "\r\n")
      )
    )
    const html = bodyOf(parsed)
    assert.include(html, "<h1>Harbour</h1>")
    assert.include(
      html,
      "<h2>Pilots' meeting, room 2</h2>\n<ul><li><strong>When:</strong> 2024-01-05 09:00 – 10:30 (Europe/Oslo)</li><li><strong>Repeats:</strong> FREQ=WEEKLY</li><li><strong>Where:</strong> Quay 1</li>"
    )
    assert.include(html, `<strong>Organizer:</strong> <a href="mailto:ann@example.com">Ann Lee</a>`)
    assert.include(html, `<p>Bring charts.</p>\n<p>See <a href="https://example.com/a">https://example.com/a</a></p>`)
    assert.include(html, "<strong>When:</strong> 2024-03-01 – 2024-03-02</li>")
    assert.include(html, "<strong>Due:</strong> 2024-04-01 12:00 (UTC)")
    assert.notInclude(html, "Reminder")
    assert.deepStrictEqual((yield* read(calendar(), bytes("BEGIN:VCALENDAR\nEND:VCALENDAR"))).warnings, [
      "The calendar has no events, tasks or journal entries."
    ])
    assert.deepInclude(yield* Effect.flip(read(calendar(), bytes("BEGIN:OTHER"))), { why: "damaged" })
  })
)

it.effect("joins what is said to paragraphs, by speaker and pause", () =>
  Effect.gen(function* () {
    const vtt = yield* read(
      subtitles(),
      bytes(`WEBVTT - a talk

STYLE
::cue { color: red }

NOTE 00:00:09.000 --> no cue

intro
00:01.000 --> 00:02.000 align:start
<v.loud Ann Lee>The tide <c.big>comes</c> in &amp; out,</v>

00:02.500 --> 00:04.000
<v Ann Lee>twice a day.

00:09.000 --> 00:10.000
Later.

01:00:00.000 --> 01:00:01.000
- Who?
- Me.
`)
    )
    assert.strictEqual(
      bodyOf(vtt),
      `<p><time datetime="PT1S">[00:01]</time> <strong>Ann Lee:</strong> The tide comes in &amp; out, twice a day.</p>
<p><time datetime="PT9S">[00:09]</time> Later.</p>
<p><time datetime="PT3600S">[01:00:00]</time> - Who?</p>
<p><time datetime="PT3600S">[01:00:00]</time> - Me.</p>`
    )
    const srt = yield* read(
      subtitles(),
      new Uint8Array(
        Buffer.from(
          "1\r\n00:00:01,000 --> 00:00:02,500\r\n{\\an8}<i>Caf\xe9</i>\r\n2\r\n00:00:02,600 --> 00:00:03,000\r\nopen\r\n",
          "latin1"
        )
      ),
      { charset: "iso-8859-1" }
    )
    assert.strictEqual(bodyOf(srt), `<p><time datetime="PT1S">[00:01]</time> Café open</p>`)
  })
)

it.effect("says what rolling captions repeat only once", () =>
  Effect.gen(function* () {
    const parsed = yield* read(
      subtitles(),
      bytes(
        "WEBVTT\n\n00:01.000 --> 00:02.000\nso today\n\n00:02.000 --> 00:03.000\nso today\nwe sail\n\n00:03.000 --> 00:04.000\nwe sail\nnorth\n"
      )
    )
    assert.strictEqual(bodyOf(parsed), `<p><time datetime="PT1S">[00:01]</time> so today we sail north</p>`)
  })
)

it.effect(
  "reads the start of a line that no screen shows, and no more of the source than it reads unless that is asked for",
  () =>
    Effect.gen(function* () {
      const file = bytes(`WEBVTT\n\n00:01.000 --> 00:02.000\n${"<v ".repeat(1_500_000)}`)
      const parsed = yield* read(subtitles({ inlineBytes: Infinity }), file)
      assert.isBelow(parsed.html.length, 100_000)
      assert.strictEqual(parsed.source.length, 4_000_000)
      assert.deepStrictEqual(parsed.warnings, [
        "Only the first 4000000 characters were read.",
        "Of each line, the first 10000 characters were read."
      ])
      const whole = yield* read(subtitles({ inlineBytes: Infinity }), file, { wholeSource: true })
      assert.strictEqual(whole.source.length, file.length)
    })
)

const cells = (list: ReadonlyArray<object>, metadata: object = { language_info: { name: "python" } }): Uint8Array =>
  bytes(JSON.stringify({ cells: list, metadata, nbformat: 4, nbformat_minor: 5 }))

it.effect("gives the text of a notebook as it is, its code with the language, and what the code printed", () =>
  Effect.gen(function* () {
    const parsed = yield* read(
      notebook(),
      cells([
        { cell_type: "markdown", source: ["# Tides\n", "\n", "See [data](data/a.csv) and $x^2$."] },
        {
          cell_type: "code",
          source: "print('a')\n",
          outputs: [
            { output_type: "stream", name: "stdout", text: ["a\n"] },
            { output_type: "stream", name: "stderr", text: "b\n" },
            { output_type: "execute_result", data: { "text/html": ["<table>"], "text/plain": ["  x\n", "0 1"] } },
            { output_type: "display_data", data: { "text/markdown": "**bold**" } },
            { output_type: "error", ename: "E", evalue: "v", traceback: ["\u001b[0;31mE\u001b[0m: v"] }
          ]
        },
        { cell_type: "code", source: "%%bash\necho '```'", outputs: [] },
        { cell_type: "raw", source: "as it is" }
      ]),
      { url: new URL("https://example.com/books/n.ipynb") }
    )
    assert.strictEqual(
      parsed.markdown,
      "# Tides\n\nSee [data](https://example.com/books/data/a.csv) and $x^2$.\n\n```python\nprint('a')\n```\n\n```\na\nb\n```\n\n```\n  x\n0 1\n```\n\n**bold**\n\n```\nE: v\n```\n\n````bash\n%%bash\necho '```'\n````\n\n```\nas it is\n```"
    )
    assert.include(parsed.html, `<a href="https://example.com/books/data/a.csv">`)
    assert.deepStrictEqual(parsed.metadata, { programmingLanguage: "python", numCells: 4 })
    assert.isEmpty(parsed.warnings)
  })
)

it.effect("shows the pictures of a notebook when that is asked for, and says that it left them out otherwise", () =>
  Effect.gen(function* () {
    const file = cells([
      {
        cell_type: "code",
        source: "plot()",
        outputs: [{ output_type: "display_data", data: { "image/png": "aGk=\n", "text/plain": "<Figure size 1x1>" } }]
      },
      { cell_type: "markdown", source: "![m](attachment:m.png)", attachments: { "m.png": { "image/png": "eA==" } } }
    ])
    const without = yield* read(notebook(), file)
    assert.notInclude(without.markdown, "data:image")
    assert.include(
      without.warnings?.join(" "),
      'Pictures of outputs are left out (1): parsers: [{ type: "notebook", pictures: true }]'
    )
    const shown = yield* read(notebook(), file, { spec: { type: "notebook", pictures: true } })
    assert.include(shown.markdown, "![output](data:image/png;base64,aGk=)")
    assert.include(shown.markdown, "![m](data:image/png;base64,eA==)")
  })
)

it.effect("reads notebooks of format 3, cuts long outputs, and refuses what is no notebook", () =>
  Effect.gen(function* () {
    const old = yield* read(
      notebook(),
      bytes(
        JSON.stringify({
          worksheets: [
            {
              cells: [
                { cell_type: "heading", level: 2, source: "Part" },
                {
                  cell_type: "code",
                  language: "julia",
                  input: "x",
                  outputs: [{ output_type: "pyout", text: "y".repeat(30_000) }]
                }
              ]
            }
          ],
          nbformat: 3
        })
      )
    )
    assert.include(old.markdown, "## Part\n\n```julia\nx\n```")
    assert.deepStrictEqual(old.warnings, ["Outputs longer than 20000 characters are cut (1)."])
    for (const text of ["{}", "{", "[]", "null"])
      assert.deepInclude(yield* Effect.flip(read(notebook(), bytes(text))), {
        _tag: "UnreadableDocument",
        why: "damaged"
      })
    assert.deepStrictEqual((yield* read(notebook(), cells([]))).warnings, ["The notebook has no text and no code."])
  })
)
