/** Files of office programs: Open XML, OpenDocument and Rich Text. */
import type { Parser } from "@orbweaver/core/reading/Parser"
import { documentParser, type DocumentOptions } from "./documentParser.ts"
import { docxType, isCompound, isRtf, pptxType, sniffZip, xlsbType, xlsxType } from "../bytes/sniff.ts"
import { declaredSize, openZip } from "../bytes/zip.ts"

const size = (bytes: Uint8Array): number => bytes.byteLength

/** Recognises one of the types by what the container holds. */
const zipped = (types: ReadonlyArray<string>) => (bytes: Uint8Array) => {
  const type = sniffZip(bytes)
  return type !== undefined && types.includes(type) ? type : undefined
}

/** A kind of Open XML file: its type, the types it has as a template and with macros, and what it is called. */
const openXml =
  (
    reader: "docx" | "pptx" | "xlsx",
    type: string,
    relatives: ReadonlyArray<string>,
    extensions: ReadonlyArray<string>
  ) =>
  (options: DocumentOptions = {}): Parser =>
    documentParser(
      {
        name: reader,
        reader,
        mediaTypes: [type, ...relatives],
        extensions: [reader, ...extensions],
        sniff: zipped([type]),
        textSize: declaredSize
      },
      options
    )

/** Word: headings, nested lists, tables with spans, notes, links, pictures' descriptions; revisions accepted. */
export const docx = openXml(
  "docx",
  docxType,
  [
    "application/vnd.ms-word.document.macroenabled.12",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.template"
  ],
  ["docm", "dotx"]
)

/** Excel: a heading and a table for each visible sheet; dates in ISO 8601, formulas by their last value. */
export const xlsx = openXml(
  "xlsx",
  xlsxType,
  [
    "application/vnd.ms-excel.sheet.macroenabled.12",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.template"
  ],
  ["xlsm", "xltx"]
)

/** PowerPoint: a heading for each visible slide, its text, tables and notes. */
export const pptx = openXml(
  "pptx",
  pptxType,
  [
    "application/vnd.ms-powerpoint.presentation.macroenabled.12",
    "application/vnd.openxmlformats-officedocument.presentationml.slideshow"
  ],
  ["pptm", "ppsx"]
)

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

const openDocument = (kind: string, extension: string) => {
  const type = `application/vnd.oasis.opendocument.${kind}`
  return (options: DocumentOptions = {}): Parser =>
    documentParser(
      {
        name: extension,
        reader: "openDocument",
        mediaTypes: [type, `${type}-template`],
        extensions: [extension, extension.replace("od", "ot")],
        sniff: zipped([type, `${type}-template`]),
        textSize: openDocumentSize
      },
      options
    )
}

/** OpenDocument text. */
export const odt = openDocument("text", "odt")
/** OpenDocument spreadsheet. */
export const ods = openDocument("spreadsheet", "ods")
/** OpenDocument presentation. */
export const odp = openDocument("presentation", "odp")

/** Rich Text Format. */
export const rtf = (options: DocumentOptions = {}): Parser =>
  documentParser(
    {
      name: "rtf",
      reader: "rtf",
      mediaTypes: ["application/rtf", "text/rtf", "application/x-rtf", "text/richtext"],
      extensions: ["rtf"],
      sniff: (bytes) => (isRtf(bytes) ? "application/rtf" : undefined),
      textSize: size
    },
    options
  )

/**
 * Files of Office until 2003: encrypted ones, those of later programs included,
 * fail with `UnreadableDocument`, the old binary formats with `Unsupported`.
 * Tables of plain text under the name of Excel are read.
 */
export const legacyOffice = (options: DocumentOptions = {}): Parser =>
  documentParser(
    {
      name: "legacyOffice",
      reader: "legacy",
      mediaTypes: ["application/msword", "application/vnd.ms-excel", "application/vnd.ms-powerpoint", xlsbType],
      extensions: ["doc", "dot", "xls", "xlt", "ppt", "pps", "xlsb"],
      sniff: (bytes) => (isCompound(bytes) ? "application/x-ole-storage" : zipped([xlsbType])(bytes)),
      textSize: (bytes) => Math.max(bytes.byteLength, declaredSize(bytes))
    },
    options
  )
