/**
 * Every kind of file that this package reads, by the name of its parser. A new kind is a reader and an entry here: the
 * parsers, the threads, files inside of other files and the reference follow. Of two kinds for one file the later wins.
 */
import { isCompound } from "../bytes/compoundFile.ts"
import { pictureTypeOf } from "../bytes/pictureFile.ts"
import { sniffText } from "../bytes/sniffText.ts"
import {
  docxType,
  isPdf,
  isRtf,
  pptxType,
  sniffArchive,
  sniffArticle,
  sniffCompound,
  sniffFeed,
  sniffZip,
  xlsbType,
  xlsxType
} from "../bytes/sniff.ts"
import { declaredSize, openZip } from "../bytes/zip.ts"
import type { Kind } from "./Kind.ts"

/** Recognises one of the types by what the container holds. */
const zipped =
  (...types: ReadonlyArray<string>) =>
  (bytes: Uint8Array): string | undefined => {
    const type = sniffZip(bytes)
    return type !== undefined && types.includes(type) ? type : undefined
  }

const compound =
  (...types: ReadonlyArray<string>) =>
  (bytes: Uint8Array): string | undefined => {
    const type = sniffCompound(bytes)
    return type !== undefined && types.includes(type) ? type : undefined
  }

const text =
  (...types: ReadonlyArray<string>) =>
  (bytes: Uint8Array): string | undefined => {
    const type = sniffText(bytes)
    return type !== undefined && types.includes(type) ? type : undefined
  }

const packedSize = (bytes: Uint8Array): number => Math.max(bytes.byteLength, declaredSize(bytes))

/** Content up to this size is looked through for repeated cells before it is read on the caller's thread. */
const maxLookedThrough = 1024 * 1024

/** A few bytes can repeat a cell a million times, so the size of the file is no bound. */
const openDocumentSize = (bytes: Uint8Array): number => {
  const size = declaredSize(bytes)
  if (size > maxLookedThrough) return size
  try {
    const content = openZip(bytes, maxLookedThrough).read("content.xml")
    return content !== undefined && /-repeated\s*=\s*["']\s*\d{3}/.test(new TextDecoder().decode(content))
      ? Number.MAX_SAFE_INTEGER
      : size
  } catch {
    // The reader says what is wrong with it.
    return size
  }
}

const openDocument = (kind: string, extension: string, files: string, keeps: string): Kind => {
  const type = `application/vnd.oasis.opendocument.${kind}`
  return {
    files,
    keeps,
    mediaTypes: [type, `${type}-template`],
    extensions: [extension, extension.replace("od", "ot")],
    sniff: zipped(type, `${type}-template`),
    textSize: openDocumentSize,
    load: () => import("../openDocument/read.ts").then(({ readOpenDocument }) => readOpenDocument)
  }
}

export const kinds = {
  archive: {
    files: "ZIP, tar, gzip",
    keeps: "the list of files; their content with `members`",
    mediaTypes: [
      "application/zip",
      "application/x-zip-compressed",
      "application/x-tar",
      "application/gzip",
      "application/x-gzip",
      "application/x-gtar",
      "application/x-compressed-tar"
    ],
    extensions: ["zip", "tar", "tgz", "gz"],
    sniff: sniffArchive,
    // What is packed may be read in turn.
    textSize: (bytes) => (bytes[0] === 0x1f ? Number.MAX_SAFE_INTEGER : packedSize(bytes)),
    load: () => import("../archive/readArchive.ts").then(({ readArchive }) => readArchive)
  },
  legacyOffice: {
    files: "encrypted Office files, and compound files of other programs",
    keeps: "nothing: the refusal names the program, or says that a password is needed",
    mediaTypes: ["application/x-ole-storage"],
    extensions: [],
    sniff: (bytes) =>
      isCompound(bytes) && sniffCompound(bytes) === undefined ? "application/x-ole-storage" : undefined,
    load: () => import("../legacy/readCompound.ts").then(({ readCompound }) => readCompound)
  },
  doc: {
    files: "Word 97 to 2003 (.doc .dot); of Word 6 and 95 the text",
    keeps: "headings, lists, tables, links, notes, bold and italic text; title, author, dates",
    mediaTypes: ["application/msword"],
    extensions: ["doc", "dot"],
    sniff: compound("application/msword"),
    load: () => import("../legacy/doc/read.ts").then(({ readDoc }) => readDoc)
  },
  xls: {
    files: "Excel until 2003 (.xls .xlt), binary workbooks (.xlsb)",
    keeps:
      "tables as those of `xlsx`, without comments and charts; hidden sheets with `hidden`; text tables under the name of Excel need no package",
    mediaTypes: ["application/vnd.ms-excel", xlsbType],
    extensions: ["xls", "xlt", "xlsb"],
    sniff: (bytes) => compound("application/vnd.ms-excel")(bytes) ?? zipped(xlsbType)(bytes),
    textSize: packedSize,
    needs: "@e965/xlsx",
    load: () => import("../legacy/readXls.ts").then(({ readXls }) => readXls)
  },
  ppt: {
    files: "PowerPoint 97 to 2003 (.ppt .pps)",
    keeps:
      "a heading for each visible slide, its text, notes as quotation; title, author, dates; hidden slides with `hidden`",
    mediaTypes: ["application/vnd.ms-powerpoint"],
    extensions: ["ppt", "pps", "pot"],
    sniff: compound("application/vnd.ms-powerpoint"),
    load: () => import("../legacy/readPpt.ts").then(({ readPpt }) => readPpt)
  },
  csv: {
    files: "CSV, TSV",
    keeps: "one table; the delimiter and the encoding are guessed",
    mediaTypes: [
      "text/csv",
      "text/tab-separated-values",
      "application/csv",
      "text/comma-separated-values",
      "text/x-csv"
    ],
    extensions: ["csv", "tsv", "tab"],
    load: () => import("../plain/readCsv.ts").then(({ readCsv }) => readCsv)
  },
  asciidoc: {
    files: "AsciiDoc (.adoc .asciidoc)",
    keeps: "headings, lists, code, tables, quotations and notes, marks, links, pictures; title, author",
    mediaTypes: ["text/asciidoc", "text/x-asciidoc"],
    extensions: ["adoc", "asciidoc"],
    load: () => import("../plain/readAsciidoc.ts").then(({ readAsciidoc }) => readAsciidoc)
  },
  latex: {
    files: "LaTeX (.tex .latex .ltx)",
    keeps: "the text as it is written, in a fence",
    mediaTypes: ["application/x-latex", "application/x-tex", "text/x-tex", "text/x-latex"],
    extensions: ["tex", "latex", "ltx"],
    load: () => import("../plain/readLatex.ts").then(({ readLatex }) => readLatex)
  },
  restructuredText: {
    files: "reStructuredText (.rst .rest)",
    keeps: "headings, lists, code, tables, notes, pictures, marks, links; title",
    mediaTypes: ["text/x-rst", "text/prs.fallenstein.rst"],
    extensions: ["rst", "rest"],
    load: () => import("../plain/readRst.ts").then(({ readRst }) => readRst)
  },
  subtitles: {
    files: "subtitles and transcripts: WebVTT (.vtt), SubRip (.srt)",
    keeps: "the speech as paragraphs, each with its time and its speaker",
    mediaTypes: ["text/vtt", "application/x-subrip", "text/srt", "application/srt"],
    extensions: ["vtt", "srt"],
    sniff: text("text/vtt", "application/x-subrip"),
    load: () => import("../plain/readSubtitles.ts").then(({ readSubtitles }) => readSubtitles)
  },
  contacts: {
    files: "contacts: vCard 2.1 to 4.0 (.vcf)",
    keeps: "a section for each: name, organization, phones, addresses, notes",
    mediaTypes: ["text/vcard", "text/x-vcard", "text/directory"],
    extensions: ["vcf", "vcard"],
    sniff: text("text/vcard"),
    load: () => import("../plain/readContacts.ts").then(({ readContacts }) => readContacts)
  },
  calendar: {
    files: "calendars: iCalendar (.ics)",
    keeps: "a section for each event and task: time, place, people, description",
    mediaTypes: ["text/calendar", "application/ics"],
    extensions: ["ics", "ifb", "ical"],
    sniff: text("text/calendar"),
    load: () => import("../plain/readCalendar.ts").then(({ readCalendar }) => readCalendar)
  },
  notebook: {
    files: "Jupyter notebooks (.ipynb), formats 3 and 4",
    keeps: "text as it is, code with its language, text outputs; pictures with `pictures`",
    mediaTypes: ["application/x-ipynb+json"],
    extensions: ["ipynb"],
    sniff: text("application/x-ipynb+json"),
    load: () => import("../plain/readNotebook.ts").then(({ readNotebook }) => readNotebook)
  },
  mail: {
    files: "mail: messages (.eml), mailboxes (.mbox), Outlook messages (.msg)",
    keeps: "subject, sender, receivers, date, text, the list of attachments; their content with `attachments`",
    mediaTypes: ["message/rfc822", "application/mbox", "application/vnd.ms-outlook", "message/global"],
    extensions: ["eml", "mbox", "mbx", "msg"],
    sniff: (bytes) =>
      text("message/rfc822", "application/mbox")(bytes) ?? compound("application/vnd.ms-outlook")(bytes),
    load: () => import("../mail/readMail.ts").then(({ readMail }) => readMail)
  },
  savedPage: {
    files: "saved web pages: MHTML (.mhtml .mht)",
    keeps: "the page as a page of the address that it was saved from, its pictures by their addresses, its frames",
    mediaTypes: ["multipart/related", "application/x-mimearchive", "message/x-mhtml"],
    extensions: ["mhtml", "mht"],
    sniff: text("application/x-mimearchive"),
    load: () => import("../mail/readSavedPage.ts").then(({ readSavedPage }) => readSavedPage)
  },
  feed: {
    files: "feeds: RSS, Atom, JSON Feed",
    keeps: "an article for each entry: title, link, date, author, cleaned content",
    mediaTypes: ["application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json"],
    extensions: ["rss", "atom", "rdf"],
    sniff: sniffFeed,
    load: () => import("../publications/readFeed.ts").then(({ readFeed }) => readFeed)
  },
  article: {
    files: "articles and books in XML: JATS, DocBook 4 and 5",
    keeps:
      "sections, lists, tables, code, figures' captions, formulas (MathML), notes, references; title, authors, dates",
    mediaTypes: ["application/jats+xml", "application/docbook+xml"],
    extensions: ["nxml", "dbk", "docbook", "jats"],
    sniff: sniffArticle,
    load: () => import("../publications/readArticle.ts").then(({ readArticle }) => readArticle)
  },
  epub: {
    files: "EPUB 2 and 3",
    keeps: "chapters in the order of the spine, titles of the contents, links between chapters",
    mediaTypes: ["application/epub+zip"],
    extensions: ["epub"],
    sniff: zipped("application/epub+zip"),
    textSize: declaredSize,
    load: () => import("../publications/readEpub.ts").then(({ readEpub }) => readEpub)
  },
  rtf: {
    files: "Rich Text (.rtf)",
    keeps: "Unicode and code pages, styles, lists, tables and those in their cells, links, notes",
    mediaTypes: ["application/rtf", "text/rtf", "application/x-rtf", "text/richtext"],
    extensions: ["rtf"],
    sniff: (bytes) => (isRtf(bytes) ? "application/rtf" : undefined),
    load: () => import("../rtf/read.ts").then(({ readRtf }) => readRtf)
  },
  odt: openDocument("text", "odt", "OpenDocument text (.odt .ott)", "as `docx`"),
  ods: openDocument(
    "spreadsheet",
    "ods",
    "OpenDocument sheets (.ods .ots)",
    "a heading for each visible sheet, its tables with their titles, merged cells, links, comments as notes, charts as tables of their data; hidden sheets with `hidden`"
  ),
  odp: openDocument(
    "presentation",
    "odp",
    "OpenDocument slides (.odp .otp)",
    "a heading for each visible slide, text, tables, charts as tables of their data, notes as quotation; comments with `comments`, hidden slides with `hidden`"
  ),
  pptx: {
    files: "PowerPoint (.pptx .pptm .ppsx)",
    keeps:
      "a heading for each visible slide, points and boxes in the order in which they are read, tables, charts as tables of their data, diagrams' words, notes as quotation; comments with `comments`, hidden slides with `hidden`",
    mediaTypes: [
      pptxType,
      "application/vnd.ms-powerpoint.presentation.macroenabled.12",
      "application/vnd.openxmlformats-officedocument.presentationml.slideshow"
    ],
    extensions: ["pptx", "pptm", "ppsx"],
    sniff: zipped(pptxType),
    textSize: declaredSize,
    load: () => import("../openXml/pptx/read.ts").then(({ readPptx }) => readPptx)
  },
  xlsx: {
    files: "Excel (.xlsx .xlsm .xltx)",
    keeps:
      "a heading for each visible sheet, its tables with their titles, numbers as their format shows them, ISO dates, last values of formulas, merged cells, links, comments as notes, charts as tables of their data, text of shapes; what is hidden with `hidden`",
    mediaTypes: [
      xlsxType,
      "application/vnd.ms-excel.sheet.macroenabled.12",
      "application/vnd.openxmlformats-officedocument.spreadsheetml.template"
    ],
    extensions: ["xlsx", "xlsm", "xltx"],
    sniff: zipped(xlsxType),
    textSize: declaredSize,
    load: () => import("../openXml/xlsx/read.ts").then(({ readXlsx }) => readXlsx)
  },
  docx: {
    files: "Word (.docx .docm .dotx)",
    keeps:
      "headings by style or outline level, nested and counted lists, tables with spans and header rows, links, notes, formulas (MathML), pictures, code and quotation styles, text boxes, charts as tables of their data; revisions accepted; comments with `comments`",
    mediaTypes: [
      docxType,
      "application/vnd.ms-word.document.macroenabled.12",
      "application/vnd.openxmlformats-officedocument.wordprocessingml.template"
    ],
    extensions: ["docx", "docm", "dotx"],
    sniff: zipped(docxType),
    textSize: declaredSize,
    load: () => import("../openXml/docx/read.ts").then(({ readDocx }) => readDocx)
  },
  image: {
    files: "pictures: PNG, JPEG, TIFF with several pages, WebP, GIF, BMP",
    keeps: "their text, by a recognizer (OCR): headings, paragraphs, lists, tables, columns in order",
    mediaTypes: ["image/png", "image/jpeg", "image/tiff", "image/webp", "image/gif", "image/bmp", "image/x-ms-bmp"],
    extensions: ["png", "jpg", "jpeg", "tif", "tiff", "webp", "gif", "bmp"],
    sniff: pictureTypeOf,
    needs: "@orbweaver/ocr",
    load: () => import("../pdf/render/readPicture.ts").then(({ readPicture }) => readPicture)
  },
  pdf: {
    files: "PDF 1.0 to 2.0",
    keeps:
      "headings, paragraphs, lists, tables, columns in order, right-to-left scripts, links, code, footnotes, values of forms, title, author, language, dates",
    mediaTypes: ["application/pdf", "application/x-pdf"],
    extensions: ["pdf"],
    sniff: (bytes) => (isPdf(bytes) ? "application/pdf" : undefined),
    load: () => import("../pdf/render/read.ts").then(({ readPdf }) => readPdf)
  }
} satisfies Readonly<Record<string, Kind>>

export type KindName = keyof typeof kinds

/** The same by name, where the name is not known before. */
export const kindOf = (name: KindName): Kind => kinds[name]

export const kindNames = Object.keys(kinds) as ReadonlyArray<KindName>
