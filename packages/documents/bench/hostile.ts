/**
 * Time and memory that hostile files take, all of them written here: how long until there is an answer, how much the
 * process grows meanwhile, and what the answer is.
 *
 * Run with `npm run bench:hostile -w packages/documents [-- PART-OF-A-NAME]`.
 */
import * as Effect from "effect/Effect"
import type { Parser } from "@orbweaver/core/reading/Parser"
import {
  archive,
  article,
  asciidoc,
  calendar,
  contacts,
  csv,
  doc,
  docx,
  feeds,
  mail,
  notebook,
  ods,
  pdf,
  ppt,
  pptx,
  restructuredText,
  rtf,
  savedPage,
  subtitles,
  xls,
  xlsx
} from "../src/index.ts"
import {
  garbage,
  longCMap,
  manyAnnotations,
  manyObjects,
  pdfWithCMap,
  repeatedCMap,
  scriptOnly
} from "../test/support/hostilePdf.ts"
import { compoundFile } from "../test/support/compoundFile.ts"
import { docxFile, odfFile, officeFile, p, run, zipFile } from "../test/support/officeFile.ts"

const text = (value: string): Uint8Array => new TextEncoder().encode(value)

const sheet = (rows: string): Uint8Array =>
  officeFile(
    "xl/workbook.xml",
    {
      "xl/workbook.xml": `<workbook xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${rows}</sheetData></worksheet>`
    },
    [{ id: "rId1", type: "worksheet", target: "worksheets/sheet1.xml" }]
  )

const mailHead = "From: a@b.c\nContent-Type: multipart/mixed; boundary=b\n\n"

const files: ReadonlyArray<readonly [name: string, parser: Parser, bytes: () => Uint8Array]> = [
  ["pdf: 39 MB of garbage", pdf(), () => garbage(39_000_000)],
  ["pdf: 2.4 million objects", pdf(), () => manyObjects(2_400_000)],
  ["pdf: a map to long texts", pdf(), () => longCMap(100_000)],
  ["pdf: 16 million characters mapped", pdf(), () => pdfWithCMap("1 begincidrange <000000> <FFFFFF> 0 endcidrange")],
  ["pdf: 100,000 maps of all characters", pdf({ deadline: "15 seconds" }), () => repeatedCMap(100_000)],
  ["pdf: 200,000 annotations", pdf(), () => manyAnnotations(200_000)],
  ["pdf: a script and no page", pdf(), scriptOnly],
  [
    "docx: a part packed a thousandfold",
    docx(),
    () => docxFile(p("x"), { "word/styles.xml": new Uint8Array(150_000_000) })
  ],
  ["docx: a million paragraphs", docx(), () => docxFile(p(run("x")).repeat(1_000_000))],
  ["docx: 100,000 levels", docx(), () => docxFile("<w:sdt>".repeat(100_000))],
  ["docx: attributes of 40 MB", docx(), () => docxFile(`<w:p ${'a="b" '.repeat(6_000_000)}/>`)],
  ["xlsx: 2 million cells", xlsx(), () => sheet(`<row>${"<c><v>1</v></c>".repeat(2_000_000)}</row>`)],
  [
    "xlsx: cells at the far corner",
    xlsx(),
    () => sheet(`<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`.repeat(1000))
  ],
  [
    "pptx: no slides",
    pptx(),
    () => officeFile("ppt/presentation.xml", { "ppt/presentation.xml": "<p:presentation/>" }, [])
  ],
  [
    "ods: a billion repeated cells",
    ods(),
    () =>
      odfFile(
        "spreadsheet",
        `<table:table table:name="S">${'<table:table-row table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="1000000"><text:p>x</text:p></table:table-cell></table:table-row>'.repeat(10)}</table:table>`
      )
  ],
  ["rtf: a million groups", rtf(), () => text(`{\\rtf1 ${"{".repeat(1_000_000)}`)],
  ["rtf: 40 MB of control words", rtf(), () => text(`{\\rtf1 ${"\\b\\i ".repeat(8_000_000)}}`)],
  ["asciidoc: 40 MB of marks", asciidoc(), () => text("*a".repeat(20_000_000))],
  ["asciidoc: 40 MB of items", asciidoc(), () => text("* a\n".repeat(10_000_000))],
  ["asciidoc: 40 MB of cells", asciidoc(), () => text(`|===\n${"|a ".repeat(13_000_000)}`)],
  ["rst: 40 MB of roles", restructuredText(), () => text(":a:`b".repeat(8_000_000))],
  ["rst: 40 MB of items", restructuredText(), () => text("- a\n".repeat(10_000_000))],
  [
    "mhtml: 40 MB of pictures",
    savedPage(),
    () =>
      text(
        `Snapshot-Content-Location: https://a.example/\nContent-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n\n${"<img src=x>".repeat(3_600_000)}\n--b--`
      )
  ],
  ["csv: 40 MB of commas", csv(), () => text(",".repeat(40_000_000))],
  ["csv: 40 MB of quotes", csv(), () => text('"'.repeat(40_000_001))],
  ["csv: 10 million lines", csv(), () => text("a,b\n".repeat(10_000_000))],
  [
    "feed: a million items",
    feeds(),
    () => text(`<rss><channel>${"<item><title>x</title></item>".repeat(1_000_000)}</channel></rss>`)
  ],
  ["feed: a million open elements", feeds(), () => text(`<rss><channel>${"<item>".repeat(1_000_000)}`)],
  [
    "feed: 40 MB of references",
    feeds(),
    () => text(`<rss><channel><title>${"&amp;".repeat(8_000_000)}</title></channel></rss>`)
  ],
  ["mail: 40 MB of one header", mail(), () => text(`From: a@b.c\nSubject: ${"=?utf-8?Q?x?= ".repeat(2_600_000)}\n\nx`)],
  ["mail: 40 MB of boundaries", mail(), () => text(`${mailHead}${"--b\n".repeat(10_000_000)}`)],
  [
    "mail: boundaries that begin alike, 30 deep",
    mail(),
    () =>
      text(
        `From: a@b.c\n${Array.from({ length: 30 }, (_, at) => `Content-Type: multipart/mixed; boundary=${"b".repeat(31 - at)}\n\n--${"b".repeat(31 - at)}\n`).join("")}${"--bx\n".repeat(8_000_000)}`
      )
  ],
  [
    "mail: 40 MB of quotations",
    mail(),
    () => text(`From: a@b.c\nSubject: x\n\n${">".repeat(60)}${">\n".repeat(20_000_000)}`)
  ],
  [
    "mail: 40 MB of HTML elements",
    mail(),
    () => text(`From: a@b.c\nContent-Type: text/html\n\n${"<b>".repeat(13_000_000)}`)
  ],
  ["mbox: 500,000 messages", mail(), () => text("From a\nFrom: a@b.c\nSubject: x\n\nx\n\n".repeat(1_200_000))],
  [
    "msg: a hundred thousand streams",
    mail(),
    () =>
      compoundFile(
        Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`__substg1.0_${at}`, new Uint8Array(1)]))
      )
  ],
  [
    "doc: 20 million characters of fields",
    doc(),
    () => compoundFile({ WordDocument: new Uint8Array(40_000_000).fill(0x13) })
  ],
  ["ppt: 40 MB of empty records", ppt(), () => compoundFile({ "PowerPoint Document": new Uint8Array(40_000_000) })],
  ["xls: 40 MB of zeros", xls(), () => compoundFile({ Workbook: new Uint8Array(40_000_000) })],
  [
    "notebook: a million cells",
    notebook(),
    () => text(`{"cells":[${`{"cell_type":"code","source":"x"},`.repeat(1_000_000)}{}]}`)
  ],
  [
    "notebook: 40 MB of backticks",
    notebook(),
    () => text(`{"cells":[{"cell_type":"code","source":"${"`".repeat(40_000_000)}"}]}`)
  ],
  ["notebook: 10 million levels", notebook(), () => text(`{"cells":${"[".repeat(10_000_000)}`)],
  [
    "subtitles: a million cues",
    subtitles(),
    () => text(`WEBVTT\n\n${"00:01.000 --> 00:02.000\nx\n\n".repeat(1_400_000)}`)
  ],
  [
    "subtitles: 40 MB of tags",
    subtitles(),
    () => text(`WEBVTT\n\n00:01.000 --> 00:02.000\n${"<v ".repeat(13_000_000)}`)
  ],
  ["contacts: a million", contacts(), () => text("BEGIN:VCARD\nFN:x\nEND:VCARD\n".repeat(1_400_000))],
  [
    "calendar: one line folded 10 million times",
    calendar(),
    () => text(`BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:${"x\n ".repeat(13_000_000)}`)
  ],
  [
    "article: a million sections",
    article(),
    () => text(`<article dtd-version="1"><body>${"<sec><title>x</title></sec>".repeat(1_400_000)}`)
  ],
  [
    "article: 200 levels of long paragraphs",
    article(),
    () => text(`<article dtd-version="1"><body>${`<p>${"x ".repeat(50_000)}`.repeat(200)}`)
  ],
  [
    "archive: packed a thousandfold, in archives",
    archive(),
    () => zipFile({ "a.zip": zipFile({ "b.zip": zipFile({ "c.txt": new Uint8Array(300_000_000) }) }) })
  ],
  [
    "archive: 20,000 files",
    archive(),
    () =>
      zipFile(
        Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`${at}.eml`, "From: a@b.c\nSubject: x\n\nx"]))
      )
  ]
]

/** Files in files are read too. */
const specs: Readonly<
  Record<
    string,
    { readonly type: "mail"; readonly attachments: true } | { readonly type: "archive"; readonly members: true }
  >
> = {
  mail: { type: "mail", attachments: true },
  archive: { type: "archive", members: true }
}

const wanted = process.argv[2] ?? ""
console.log("| file | size | seconds | memory | answer |\n| --- | --- | --- | --- | --- |")
for (const [name, parser, make] of files) {
  if (!name.includes(wanted)) continue
  const bytes = make()
  const before = process.memoryUsage.rss()
  let peak = before
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20)
  const started = performance.now()
  const answer = await Effect.runPromise(
    parser
      .parse({
        bytes,
        mediaType: parser.mediaTypes[0] ?? "",
        charset: undefined,
        spec: specs[parser.name],
        url: new URL("https://site.example/f")
      })
      .pipe(
        Effect.match({
          onFailure: (error) => `${error._tag}: ${error.message}`,
          onSuccess: ({ html, warnings = [] }) => `${html.length} characters. ${warnings.join(" ")}`
        })
      )
  )
  const seconds = (performance.now() - started) / 1000
  clearInterval(timer)
  console.log(
    `| ${name} | ${(bytes.length / 1e6).toFixed(1)} MB | ${seconds.toFixed(1)} | +${((peak - before) / 1e6).toFixed(0)} MB | ${answer.slice(0, 160)} |`
  )
}
