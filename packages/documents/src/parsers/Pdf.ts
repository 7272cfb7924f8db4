/**
 * PDF: headings, lists, tables, columns in reading order, links and notes, by
 * pdf.js (`unpdf`), which is loaded with the first file. docs/guide/documents.md says
 * what is recognised and how.
 */
import type { Parser } from "@orbweaver/core/reading/Parser"
import { documentParser, type DocumentOptions } from "./documentParser.ts"
import { isPdf } from "../bytes/sniff.ts"

/**
 * Honours the `parsers` option: `maxPages`, `pages`, `blocks` and `pageMarkers` (a rule with `data-page-number` where
 * each page but the first begins). Fails with `UnreadableDocument` for files that are encrypted, damaged, scanned (no
 * text at all), of more than `maxPages` pages without `maxPages`, or overdue.
 *
 * Every file goes to a thread unless `inlineBytes` is larger than the file.
 */
export const pdf = (options: DocumentOptions = {}): Parser =>
  documentParser(
    {
      name: "pdf",
      reader: "pdf",
      mediaTypes: ["application/pdf", "application/x-pdf"],
      extensions: ["pdf"],
      sniff: (bytes) => (isPdf(bytes) ? "application/pdf" : undefined),
      // What a PDF unpacks to is not known before it is read; loading pdf.js alone holds a thread for 0.1 s.
      textSize: (bytes) => bytes.byteLength
    },
    { ...options, inlineBytes: options.inlineBytes ?? 0 }
  )
