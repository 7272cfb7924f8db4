/** The parsers of core's port, one for each kind of files; the reference says what each reads. */
import { type MakeParser, parserOf } from "./documentParser.ts"

/** ZIP, tar and gzip: the files in them are listed, and read with `{ type: "archive", members: true }`. */
export const archive: MakeParser = parserOf("archive")
/** JATS and DocBook: articles and books in XML. */
export const article: MakeParser = parserOf("article")
/** AsciiDoc: headings, lists, code, tables, quotations and marks; files that it includes are not read. */
export const asciidoc: MakeParser = parserOf("asciidoc")
/** iCalendar: a section for each event and task. */
export const calendar: MakeParser = parserOf("calendar")
/** vCard: a section for each person or organization. */
export const contacts: MakeParser = parserOf("contacts")
/** Comma- and tab-separated values: one table; the first row names the columns. */
export const csv: MakeParser = parserOf("csv")
/** Word until 2003. */
export const doc: MakeParser = parserOf("doc")
/** Word: headings, nested lists, tables with spans, notes, links, pictures' descriptions; revisions accepted. */
export const docx: MakeParser = parserOf("docx")
/** EPUB: the chapters in reading order. */
export const epub: MakeParser = parserOf("epub")
/** RSS, Atom and JSON Feed: an article for each entry. */
export const feeds: MakeParser = parserOf("feed")
/** Compound files that nothing else reads: encrypted Office files fail with `UnreadableDocument`, others with `Unsupported`. */
export const legacyOffice: MakeParser = parserOf("legacyOffice")
/**
 * Pictures: their text, by the `recognizer` of the options; without one they fail with `NeedsRecognizer`. A TIFF with
 * several pages is one document.
 */
export const image: MakeParser = parserOf("image")
/** LaTeX, as it is written. */
export const latex: MakeParser = parserOf("latex")
/** Messages, mailboxes and Outlook messages; attachments are read with `{ type: "mail", attachments: true }`. */
export const mail: MakeParser = parserOf("mail")
/** Jupyter notebooks; pictures are shown with `{ type: "notebook", pictures: true }`. */
export const notebook: MakeParser = parserOf("notebook")
/** OpenDocument presentation. */
export const odp: MakeParser = parserOf("odp")
/** OpenDocument spreadsheet. */
export const ods: MakeParser = parserOf("ods")
/** OpenDocument text. */
export const odt: MakeParser = parserOf("odt")
/**
 * PDF: headings, lists, tables, columns in reading order, links and notes, by pdf.js (`unpdf`), which is loaded with the
 * first file. docs/guide/pdf.md says what is recognised and how.
 *
 * Honours the `parsers` option: `maxPages`, `pages`, `blocks` and `pageMarkers` (a rule with `data-page-number` where
 * each page but the first begins). Pages without text are recognized by the `recognizer` of the options; `mode: "ocr"`
 * recognizes all pages, and `mode: "fast"` none. Fails with `UnreadableDocument` for files that are encrypted, damaged,
 * scanned (no text at all, and no recognizer), of more than `maxPages` pages without `maxPages`, or overdue.
 *
 * Every file goes to a thread unless `inlineBytes` is larger than the file.
 */
export const pdf: MakeParser = parserOf("pdf")
/** PowerPoint until 2003. */
export const ppt: MakeParser = parserOf("ppt")
/** PowerPoint: a heading for each visible slide, its text, tables and notes. */
export const pptx: MakeParser = parserOf("pptx")
/** reStructuredText: headings, lists, code, tables, notes and marks; a warning names the directives that are not read. */
export const restructuredText: MakeParser = parserOf("restructuredText")
/** Rich Text Format. */
export const rtf: MakeParser = parserOf("rtf")
/** Web pages that were saved with what they show (MHTML). */
export const savedPage: MakeParser = parserOf("savedPage")
/** WebVTT and SubRip: the speech, with times and speakers. */
export const subtitles: MakeParser = parserOf("subtitles")
/** Excel until 2003 and binary workbooks, by the package `@e965/xlsx`, which the application installs. */
export const xls: MakeParser = parserOf("xls")
/** Excel: a heading and a table for each visible sheet; dates in ISO 8601, formulas by their last value. */
export const xlsx: MakeParser = parserOf("xlsx")
