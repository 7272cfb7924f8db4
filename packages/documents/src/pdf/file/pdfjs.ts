/**
 * The part of pdf.js that this package uses, loaded with the first PDF, and
 * its failures in our words.
 *
 * `unpdf/pdfjs` is Mozilla's parser in one file without canvas or native parts.
 */
import type * as PdfJsModule from "unpdf/pdfjs"
import { damaged, detailOf, encrypted, type ReadFailure } from "../../model/failure.ts"
import { mapsPackage } from "../../bytes/optionalPackage.ts"
import type { InstalledPackages } from "../../model/Reader.ts"
import { cutLongLists } from "./annotationLists.ts"
import { dataFactory } from "./dataFactory.ts"
import { boundMaps } from "./characterMaps.ts"

export type PdfJs = typeof PdfJsModule
export type PdfDocument = Awaited<ReturnType<PdfJs["getDocument"]>["promise"]>
export type PdfPage = Awaited<ReturnType<PdfDocument["getPage"]>>

export const loadPdfJs = (): Promise<PdfJs> => import("unpdf/pdfjs")

/** Objects that a file may hold outside of compressed streams; pdf.js keeps a record of each. */
const maxObjects = 1_000_000

/** Refuses what only looks like a PDF before pdf.js searches all of it. */
const checkObjects = (bytes: Uint8Array): void => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let count = 0
  for (let at = file.indexOf(" obj"); at >= 0; at = file.indexOf(" obj", at + 4))
    if (++count > maxObjects) throw damaged(`it contains more than ${maxObjects} objects`)
  if (count === 0 && !file.includes(" 0 R") && !file.includes("startxref")) throw damaged("nothing in it is PDF")
}

interface OpenedPdf {
  readonly document: PdfDocument
  /** What is left out of it. */
  readonly warnings: ReadonlyArray<string>
  /** Character maps that were asked for so far and are not installed. */
  readonly missingMaps: ReadonlySet<string>
}

/** What else than text is read of the file. */
interface Pictures {
  /** Most pixels of one picture; larger ones are left out. */
  readonly maxPixels: number
  /** Has the decoders that pdf.js itself lacks. */
  readonly worker?: InstanceType<PdfJs["PDFWorker"]> | undefined
}

/** Opens the file; its bytes are taken over. Without `pictures` none is ever decoded. */
export const openPdf = async (
  pdfjs: PdfJs,
  bytes: Uint8Array,
  packages: InstalledPackages = {},
  pictures: Pictures = { maxPixels: 0 }
): Promise<OpenedPdf> => {
  checkObjects(bytes)
  const warnings = [...boundMaps(bytes), ...cutLongLists(bytes)]
  const missingMaps = new Set<string>()
  const files = dataFactory(packages[mapsPackage], missingMaps)
  return { document: await openBytes(pdfjs, bytes, files, pictures), warnings, missingMaps }
}

type DataFactory = ReturnType<typeof dataFactory>

const openBytes = async (
  pdfjs: PdfJs,
  bytes: Uint8Array,
  files: DataFactory,
  pictures: Pictures
): Promise<PdfDocument> => {
  // Kept for a second try, because pdf.js takes the first ones away.
  const repaired = bytes.byteLength <= maxRepairBytes ? withTrailer(bytes) : undefined
  try {
    return await open(pdfjs, bytes, files, pictures)
  } catch (error) {
    const failure = pdfFailure(error)
    if (repaired === undefined || failure.failure.kind !== "unreadable" || failure.failure.why !== "damaged")
      throw failure
    return await open(pdfjs, repaired, files, pictures).catch(() => {
      throw failure
    })
  }
}

const open = async (
  pdfjs: PdfJs,
  data: Uint8Array,
  files: DataFactory,
  { maxPixels, worker }: Pictures
): Promise<PdfDocument> => {
  const task = pdfjs.getDocument({
    data,
    ...(worker === undefined ? {} : { worker, wasmUrl: "wasm/" }),
    verbosity: 0,
    useSystemFonts: false,
    disableFontFace: true,
    useWorkerFetch: false,
    useWasm: worker !== undefined,
    enableXfa: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    maxImageSize: maxPixels,
    cMapPacked: true,
    BinaryDataFactory: files
  })
  try {
    return await task.promise
  } catch (error) {
    await task.destroy()
    throw error
  }
}

const maxRepairBytes = 16 * 1024 * 1024

/** A file cut off before its end has lost the trailer that names its root; nothing when it has not. */
const withTrailer = (bytes: Uint8Array): Uint8Array | undefined => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.includes("startxref", Math.max(0, file.length - 2048))) return undefined
  const catalog = file.indexOf("/Catalog")
  if (catalog < 0) return undefined
  const before = file.subarray(Math.max(0, catalog - 4096), catalog).toString("latin1")
  const number = [...before.matchAll(/(\d{1,7}) \d{1,5} obj\b/g)].at(-1)?.[1]
  return number === undefined
    ? undefined
    : new Uint8Array(
        Buffer.concat([file, Buffer.from(`\nendobj\ntrailer\n<< /Root ${number} 0 R >>\nstartxref\n0\n%%EOF\n`)])
      )
}

export const pdfFailure = (error: unknown): ReadFailure => {
  const name = error instanceof Error ? error.name : ""
  if (name === "PasswordException") return encrypted("a password is needed to open it")
  return damaged(detailOf(error))
}
