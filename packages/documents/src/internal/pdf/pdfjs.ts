/**
 * The part of pdf.js that this package uses, loaded with the first PDF, and
 * its failures in our words.
 *
 * `unpdf/pdfjs` is Mozilla's parser in one file without canvas or native parts.
 * Where the application has `pdfjs-dist` installed, its character maps are used
 * too: CJK files that embed no map need them.
 */
import type * as PdfJsModule from "unpdf/pdfjs"
import { damaged, encrypted, type ReadFailure } from "../failure.ts"

export type PdfJs = typeof PdfJsModule
export type PdfDocument = Awaited<ReturnType<PdfJs["getDocument"]>["promise"]>
export type PdfPage = Awaited<ReturnType<PdfDocument["getPage"]>>

export const loadPdfJs = (): Promise<PdfJs> => import("unpdf/pdfjs")

/** Opens the file; its bytes are taken over. */
export const openPdf = async (pdfjs: PdfJs, bytes: Uint8Array): Promise<PdfDocument> => {
  const task = pdfjs.getDocument({
    data: bytes,
    verbosity: 0,
    useSystemFonts: false,
    disableFontFace: true,
    useWorkerFetch: false,
    useWasm: false,
    enableXfa: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    // No picture is ever decoded.
    maxImageSize: 0,
    ...characterMaps()
  })
  try {
    return await task.promise
  } catch (error) {
    await task.destroy()
    throw pdfFailure(error)
  }
}

const characterMaps = () => {
  try {
    const base = import.meta.resolve("pdfjs-dist/package.json")
    return {
      cMapUrl: new URL("./cmaps/", base).href,
      cMapPacked: true,
      standardFontDataUrl: new URL("./standard_fonts/", base).href
    }
  } catch {
    return {}
  }
}

export const pdfFailure = (error: unknown): ReadFailure => {
  const name = error instanceof Error ? error.name : ""
  if (name === "PasswordException") return encrypted("a password is needed to open it")
  return damaged(error instanceof Error ? error.message : String(error))
}
