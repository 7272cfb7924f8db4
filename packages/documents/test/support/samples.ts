/** One rich file for each reader, to be damaged. */
import { strToU8 } from "fflate"
import type { ReaderName } from "../../src/threads/readers.ts"
import { compoundFile, docSample, msgSample, pptSample } from "./compoundFile.ts"
import { tarFile } from "./tarFile.ts"
import { docxFile, listed, odfFile, officeFile, p, run, zipFile } from "./officeFile.ts"
import { paragraph, pdfFile } from "./pdfFile.ts"

export interface Sample {
  readonly reader: ReaderName
  readonly bytes: Uint8Array
}

const text = "Some words that fill a line or two, so that there is something to be read in this file."

const cell = (words: string, properties = "") => `<w:tc><w:tcPr>${properties}</w:tcPr>${p(words)}</w:tc>`

export const docxSample = docxFile(
  p("Heading", "berschrift1") +
    p(run("bold", "<w:b/>") + run(" and more")) +
    p("item", undefined, listed(1, 0)) +
    p("inner", undefined, listed(1, 1)) +
    `<w:tbl><w:tr>${cell("a", `<w:gridSpan w:val="2"/>`)}</w:tr><w:tr>${cell("b", `<w:vMerge w:val="restart"/>`)}${cell("c")}</w:tr><w:tr>${cell("", "<w:vMerge/>")}${cell("d")}</w:tr></w:tbl>` +
    p(`<w:r><w:fldChar w:fldCharType="begin"/></w:r>${run("x")}<w:r><w:fldChar w:fldCharType="end"/></w:r>`)
)

export const xlsxSample = officeFile(
  "xl/workbook.xml",
  {
    "xl/workbook.xml": `<workbook xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/sharedStrings.xml": "<sst><si><t>shared</t></si></sst>",
    "xl/worksheets/sheet1.xml": `<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1"><v>2.5</v></c></row><row r="9"><c r="C9" t="inlineStr"><is><t>x</t></is></c></row></sheetData><mergeCells><mergeCell ref="A1:C9"/></mergeCells></worksheet>`
  },
  [
    { id: "rId1", type: "worksheet", target: "worksheets/sheet1.xml" },
    { id: "rId2", type: "sharedStrings", target: "sharedStrings.xml" }
  ]
)

export const pptxSample = officeFile(
  "ppt/presentation.xml",
  {
    "ppt/presentation.xml": `<p:presentation><p:sldIdLst><p:sldId r:id="rId1"/></p:sldIdLst></p:presentation>`,
    "ppt/slides/slide1.xml": `<p:sld><p:cSld><p:spTree><p:grpSp><p:sp><p:nvSpPr><p:nvPr><p:ph/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:pPr lvl="2"/><a:r><a:t>Point</a:t></a:r></a:p></p:txBody></p:sp></p:grpSp></p:spTree></p:cSld></p:sld>`
  },
  [{ id: "rId1", type: "slide", target: "slides/slide1.xml" }]
)

export const odtSample = odfFile(
  "text",
  `<text:h text:outline-level="1">H</text:h><text:list><text:list-item><text:p>a<text:s text:c="3"/>b</text:p></text:list-item></text:list><table:table><table:table-row table:number-rows-repeated="4"><table:table-cell table:number-columns-repeated="3"><text:p>c</text:p></table:table-cell></table:table-row></table:table>`
)

export const epubSample = zipFile({
  mimetype: "application/epub+zip",
  "META-INF/container.xml": `<container><rootfiles><rootfile full-path="b.opf"/></rootfiles></container>`,
  "b.opf": `<package><manifest><item id="c" href="c.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="c"/></spine></package>`,
  "c.xhtml": `<html><body><h1>T</h1><p>Text &amp; <a href="#x">more</a></p></body></html>`
})

export const pdfSample = pdfFile({
  pages: [
    {
      texts: [
        { x: 72, y: 70, size: 18, font: "Helvetica-Bold", text: "Title" },
        ...paragraph({ x: 72, y: 100, width: 200, text: `${text} ${text}` }),
        ...paragraph({ x: 310, y: 100, width: 200, text: `${text} ${text}` }),
        { x: 80, y: 300, text: "a" },
        { x: 180, y: 300, text: "b" }
      ],
      lines: [
        [72, 280, 272, 280],
        [72, 310, 272, 310],
        [72, 280, 72, 310],
        [172, 280, 172, 310],
        [272, 280, 272, 310]
      ],
      links: [{ box: [72, 90, 200, 102], href: "https://example.com/" }]
    }
  ]
})

const mailSample = `From: Ann <a@example.com>
To: b@example.com
Subject: =?utf-8?Q?Caf=C3=A9?=
Date: Mon, 1 Jan 2024 10:00:00 +0100
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=x

--x
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: quoted-printable

<p>Hi=20there</p>
--x
Content-Type: text/csv; name*=utf-8''a%20b.csv
Content-Transfer-Encoding: base64

YSxiCjEsMgo=
--x--
`

export const samples: ReadonlyArray<Sample> = [
  { reader: "docx", bytes: docxSample },
  { reader: "xlsx", bytes: xlsxSample },
  { reader: "pptx", bytes: pptxSample },
  { reader: "odt", bytes: odtSample },
  { reader: "epub", bytes: epubSample },
  {
    reader: "rtf",
    bytes: strToU8(
      '{\\rtf1{\\fonttbl{\\f0 A;}}{\\b bold\\par}\\trowd\\cellx9\\intbl c\\cell\\row{\\footnote n}{\\field{\\*\\fldinst HYPERLINK "https://a.example"}{\\fldrslt l}}\\u955?\\\'e9\\par}'
    )
  },
  { reader: "csv", bytes: strToU8('a,b\n"x ""y""",2\n') },
  {
    reader: "feed",
    bytes: strToU8(
      `<rss><channel><title>T</title><item><title>I</title><link>https://example.com/</link><description>&lt;p&gt;x&lt;/p&gt;</description></item></channel></rss>`
    )
  },
  { reader: "pdf", bytes: pdfSample },
  {
    reader: "asciidoc",
    bytes: strToU8(
      "= T\n:a: b\n\n* one\n** two\n+\n----\nx\n----\n\n[cols=2]\n|===\n|{a} |2+|c\n|===\n\n*b* <<x,y>> link:z[w]\n"
    )
  },
  {
    reader: "restructuredText",
    bytes: strToU8(
      "T\n=\n\n- a\n\n  - b\n\n.. note:: c\n\n   d\n\n+--+--+\n|a |b |\n+==+==+\n|c |d |\n+--+--+\n\n== ==\n1  2\n== ==\n\n.. list-table::\n\n   * - a\n     - b\n\n*x* `y <z>`_ |w|\n"
    )
  },
  { reader: "mail", bytes: strToU8(mailSample) },
  {
    reader: "savedPage",
    bytes: strToU8(
      'Snapshot-Content-Location: https://a.example/\nContent-Type: multipart/related; boundary="b"\n\n--b\nContent-Type: text/html\n\n<p>x<img src="cid:p"><iframe src="cid:f"></iframe>\n--b\nContent-Type: image/png\nContent-ID: <p>\nContent-Transfer-Encoding: base64\n\niVBO\n--b\nContent-Type: text/html\nContent-ID: <f>\n\n<p>y\n--b--\n'
    )
  },
  {
    reader: "mail",
    bytes: strToU8(
      `From a@example.com Mon Jan  1 00:00:00 2024\n${mailSample}\n\nFrom b@example.com Mon Jan  1 00:00:00 2024\n${mailSample}`
    )
  },
  { reader: "mail", bytes: msgSample },
  { reader: "doc", bytes: docSample },
  { reader: "ppt", bytes: pptSample },
  { reader: "legacyOffice", bytes: compoundFile({ EncryptedPackage: new Uint8Array(8) }) },
  {
    reader: "notebook",
    bytes: strToU8(
      `{"cells":[{"cell_type":"markdown","metadata":{},"source":["# T"]},{"cell_type":"code","source":"1+1","outputs":[{"output_type":"stream","text":["2"]},{"output_type":"error","traceback":["\\u001b[31mE"]},{"output_type":"display_data","data":{"image/png":"AAAA","text/plain":"x"}}]}],"nbformat":4}`
    )
  },
  {
    reader: "subtitles",
    bytes: strToU8(
      "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann>Hello</v>\n\n1\n00:00:03,000 --> 00:00:04,000\n- a\n- b\n"
    )
  },
  {
    reader: "contacts",
    bytes: strToU8("BEGIN:VCARD\nVERSION:3.0\nFN:Ann\nTEL;TYPE=work:+1\nADR:;;Street;Town\nEND:VCARD\n")
  },
  {
    reader: "calendar",
    bytes: strToU8(
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20240101T100000Z\nDTEND:20240101T110000Z\nSUMMARY:S\nDESCRIPTION:d\nEND:VEVENT\nEND:VCALENDAR\n"
    )
  },
  {
    reader: "article",
    bytes: strToU8(
      `<article dtd-version="1"><front><article-meta><title-group><article-title>T</article-title></title-group></article-meta></front><body><sec><title>S</title><p>x<fn><p>n</p></fn></p><table-wrap><table><tr><td colspan="2">a</td></tr></table></table-wrap></sec></body></article>`
    )
  },
  { reader: "archive", bytes: zipFile({ "a.txt": "x", "b/c.csv": "a,b" }) },
  { reader: "archive", bytes: tarFile({ "a.txt": "x" }) }
]
