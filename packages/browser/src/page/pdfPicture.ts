/**
 * The first page of a PDF as a picture. Chromium without a window has no viewer of PDF, so pdf.js draws the page on a
 * canvas of an empty document in the tab: what the file makes it do, it does in the browser's process, without scripts of
 * the file and without anything to load.
 */
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import type { ScreenshotOptions } from "@orbweaver/core/model/ScrapeOptions"
import type { Artifact } from "@orbweaver/core/network/Renderer"
import { detailOf } from "../tab/errors.ts"
import { viewports } from "../tab/profile.ts"
import type { Tab } from "../tab/tab.ts"

const limits = {
  /** Bytes of a file that is drawn. */
  bytes: 20 * 1024 * 1024,
  /** Height of the picture in pixels, as of any other. */
  height: 16_384,
  /** Characters that are given to the browser at once. */
  piece: 1024 * 1024
} as const

/** Why there is no picture, for a warning. */
export class PdfNotDrawn extends Error {}

/** Whether the bytes are those of a PDF: its header may stand behind other bytes (ISO 32000-1, implementation note 13). */
export const isPdf = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 1024)).includes("%PDF-")

/**
 * Draws the whole first page, as wide as the viewport.
 *
 * @throws PdfNotDrawn
 */
export const pictureOfPdf = async (tab: Tab, bytes: Uint8Array, options: ScreenshotOptions): Promise<Artifact> => {
  if (bytes.byteLength > limits.bytes)
    throw new PdfNotDrawn(`it is longer than ${limits.bytes / 1024 / 1024} MiB, up to which PDFs are drawn`)
  const { page } = tab
  const source = await pdfJs()
  await page.goto("about:blank")
  await give(tab, "orbweaverCode", source)
  await give(tab, "orbweaverFile", Buffer.from(bytes).toString("base64"))
  const isJpeg = options.quality !== undefined
  const drawn: unknown = await page.evaluate(
    `(${drawFirstPage})(${JSON.stringify({
      width: (options.viewport ?? page.viewportSize() ?? viewports.desktop).width,
      height: limits.height,
      type: isJpeg ? "image/jpeg" : "image/png",
      quality: (options.quality ?? 100) / 100
    })})`
  )
  const { data, error } = drawn as { readonly data?: string; readonly error?: string }
  if (data === undefined) throw new PdfNotDrawn(detailOf(error ?? "pdf.js drew nothing").slice(0, 200))
  return { mediaType: isJpeg ? "image/jpeg" : "image/png", bytes: new Uint8Array(Buffer.from(data, "base64")) }
}

/** The code of pdf.js, in one file. */
const pdfJs = async (): Promise<string> => {
  try {
    // `unpdf/pdfjs` is for `import` alone, which a path is not found by in every runtime: the file is beside the main one.
    const main = createRequire(import.meta.url).resolve("unpdf")
    return await readFile(join(dirname(main), "pdfjs.mjs"), "utf8")
  } catch {
    throw new PdfNotDrawn("the package unpdf, which draws it, is not there: install it beside @orbweaver/browser")
  }
}

/** Gives a long text to the page in pieces, since one message to the browser has a limit. */
const give = async ({ page }: Tab, name: string, text: string): Promise<void> => {
  await page.evaluate(`globalThis.${name} = []; undefined`)
  for (let at = 0; at < text.length; at += limits.piece)
    await page.evaluate(`globalThis.${name}.push(${JSON.stringify(text.slice(at, at + limits.piece))}); undefined`)
}

/** Runs in the page. */
const drawFirstPage = `async ({ height, quality, type, width }) => {
  try {
    const pdfjs = await import(URL.createObjectURL(new Blob(orbweaverCode, { type: "text/javascript" })))
    const data = Uint8Array.from(atob(orbweaverFile.join("")), (character) => character.charCodeAt(0))
    const file = await pdfjs.getDocument({ data, isEvalSupported: false, enableXfa: false, useSystemFonts: true, verbosity: 0 }).promise
    const first = await file.getPage(1)
    const own = first.getViewport({ scale: 1 })
    const viewport = first.getViewport({ scale: Math.min(width / own.width, height / own.height) })
    const canvas = Object.assign(document.createElement("canvas"), {
      width: Math.max(1, Math.floor(viewport.width)),
      height: Math.max(1, Math.floor(viewport.height))
    })
    await first.render({ canvas, canvasContext: canvas.getContext("2d"), viewport }).promise
    return { data: canvas.toDataURL(type, quality).split(",")[1] }
  } catch (error) {
    return { error: String(error?.message ?? error) }
  }
}`
