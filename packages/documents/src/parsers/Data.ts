/** Tables as plain text, e-books and feeds. */
import type { Parser } from "@orbweaver/core/reading/Parser"
import { documentParser, type DocumentOptions } from "./documentParser.ts"
import { sniffFeed, sniffZip } from "../bytes/sniff.ts"
import { declaredSize } from "../bytes/zip.ts"

const size = (bytes: Uint8Array): number => bytes.byteLength

/** Comma- and tab-separated values: one table; the first row names the columns. */
export const csv = (options: DocumentOptions = {}): Parser =>
  documentParser(
    {
      name: "csv",
      reader: "csv",
      mediaTypes: [
        "text/csv",
        "text/tab-separated-values",
        "application/csv",
        "text/comma-separated-values",
        "text/x-csv"
      ],
      extensions: ["csv", "tsv", "tab"],
      textSize: size
    },
    options
  )

/** EPUB: the chapters in reading order. */
export const epub = (options: DocumentOptions = {}): Parser =>
  documentParser(
    {
      name: "epub",
      reader: "epub",
      mediaTypes: ["application/epub+zip"],
      extensions: ["epub"],
      sniff: (bytes) => (sniffZip(bytes) === "application/epub+zip" ? "application/epub+zip" : undefined),
      textSize: declaredSize
    },
    options
  )

/** RSS, Atom and JSON Feed: an article for each entry. */
export const feeds = (options: DocumentOptions = {}): Parser =>
  documentParser(
    {
      name: "feed",
      reader: "feed",
      mediaTypes: ["application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json"],
      extensions: ["rss", "atom", "rdf"],
      sniff: sniffFeed,
      textSize: size
    },
    options
  )
