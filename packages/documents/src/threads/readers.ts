/** Every reader by name; its code is loaded by the first file that needs it, on the thread that needs it. */
import type { Reader } from "../model/Reader.ts"

export const readers = {
  csv: () => import("../plain/readCsv.ts").then(({ readCsv }): Reader => readCsv),
  docx: () => import("../openXml/docx/read.ts").then(({ readDocx }): Reader => readDocx),
  epub: () => import("../publications/readEpub.ts").then(({ readEpub }): Reader => readEpub),
  feed: () => import("../publications/readFeed.ts").then(({ readFeed }): Reader => readFeed),
  legacy: () => import("../plain/readLegacy.ts").then(({ readLegacy }): Reader => readLegacy),
  openDocument: () => import("../openDocument/read.ts").then(({ readOpenDocument }): Reader => readOpenDocument),
  pdf: () => import("../pdf/render/read.ts").then(({ readPdf }): Reader => readPdf),
  pptx: () => import("../openXml/pptx/read.ts").then(({ readPptx }): Reader => readPptx),
  rtf: () => import("../rtf/read.ts").then(({ readRtf }): Reader => readRtf),
  xlsx: () => import("../openXml/xlsx/read.ts").then(({ readXlsx }): Reader => readXlsx)
} satisfies Record<string, () => Promise<Reader>>

export type ReaderName = keyof typeof readers
