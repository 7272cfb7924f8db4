/** Every reader by name; its code is loaded by the first file that needs it, on the thread that needs it. */
import type { Reader } from "./Reader.ts"

export const readers = {
  csv: () => import("./csv/read.ts").then(({ readCsv }): Reader => readCsv),
  docx: () => import("./docx/read.ts").then(({ readDocx }): Reader => readDocx),
  epub: () => import("./epub/read.ts").then(({ readEpub }): Reader => readEpub),
  feed: () => import("./feed/read.ts").then(({ readFeed }): Reader => readFeed),
  legacy: () => import("./legacy/read.ts").then(({ readLegacy }): Reader => readLegacy),
  openDocument: () => import("./odf/read.ts").then(({ readOpenDocument }): Reader => readOpenDocument),
  pdf: () => import("./pdf/read.ts").then(({ readPdf }): Reader => readPdf),
  pptx: () => import("./pptx/read.ts").then(({ readPptx }): Reader => readPptx),
  rtf: () => import("./rtf/read.ts").then(({ readRtf }): Reader => readRtf),
  xlsx: () => import("./xlsx/read.ts").then(({ readXlsx }): Reader => readXlsx)
} satisfies Record<string, () => Promise<Reader>>

export type ReaderName = keyof typeof readers
