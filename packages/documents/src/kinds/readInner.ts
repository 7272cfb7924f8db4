/**
 * Reads a file that lies in another one, by its content, then its declared type, then its name. Web pages and plain text
 * are read here too, since core, which reads them elsewhere, is not on the thread.
 */
import type { Parsed } from "@orbweaver/core/reading/Parser"
import { decodeText } from "../bytes/decodeText.ts"
import { escapeText, page } from "../markup/html.ts"
import { damaged } from "../model/failure.ts"
import type { InnerFile, ReadInner, ReadOptions } from "../model/Reader.ts"
import { kindNames, kindOf, type KindName } from "./kinds.ts"

/** Files in files in files. */
const maxDepth = 4
/** Longest text that is shown as it is, in UTF-16 units. */
const maxText = 1_000_000

/** `url`: of the outer file. */
export const makeReadInner = (
  options: ReadOptions,
  url: string,
  signal?: AbortSignal,
  budget = { bytes: options.caps.maxUnpackedBytes },
  depth = 1
): ReadInner => {
  return async (file) => {
    budget.bytes -= file.bytes.byteLength
    if (budget.bytes < 0)
      throw damaged(
        `the files in this one are larger than ${options.caps.maxUnpackedBytes} bytes together (maxUnpackedBytes)`
      )
    const name = kindFor(file)
    // No recognizer is at hand here; a mail is full of small pictures besides.
    if (name === undefined || name === "image") return readText(file)
    const nested = depth < maxDepth ? makeReadInner(options, url, signal, budget, depth + 1) : undefined
    const reader = await kindOf(name).load()
    const parsed = await reader(
      { bytes: file.bytes, mediaType: typeFor(name, file), charset: undefined, url },
      { ...options, pdfOptions: {}, innerFiles: options.innerFiles === true && nested !== undefined },
      signal,
      undefined,
      nested
    )
    return parsed.wholeIsContent ? parsed : webPage(parsed.html, parsed.warnings)
  }
}

const kindFor = ({ bytes, mediaType, name }: InnerFile): KindName | undefined => {
  const shown = kindNames.findLast((kind) => kindOf(kind).sniff?.(bytes) !== undefined)
  if (shown !== undefined) return shown
  const declared = kindNames.findLast((kind) => kindOf(kind).mediaTypes.includes(mediaType))
  if (declared !== undefined) return declared
  const extension = /\.([a-z\d]{1,8})$/i.exec(name)?.[1]?.toLowerCase()
  return extension === undefined ? undefined : kindNames.findLast((kind) => kindOf(kind).extensions.includes(extension))
}

const typeFor = (name: KindName, { bytes, mediaType }: InnerFile): string => {
  const { mediaTypes, sniff } = kindOf(name)
  return sniff?.(bytes) ?? (mediaTypes.includes(mediaType) ? mediaType : mediaTypes[0]!)
}

/** A web page in the middle of another page. The parser of HTML is loaded with the first one. */
const webPage = async (html: string, warnings: ReadonlyArray<string> | undefined): Promise<Parsed> => {
  const { transcribe } = await import("../markup/transcribe.ts")
  const body = transcribe(html, {
    href: (address) => (/^(?:https?|mailto|tel):/i.test(address) ? address : undefined),
    src: (address) => (/^(?:https?:|data:image\/)/i.test(address) ? address : undefined)
  })
  return page(body, { warnings })
}

const readText = async ({ bytes, mediaType, name }: InnerFile): Promise<Parsed | undefined> => {
  // A binary data byte (WHATWG MIME Sniffing §3) near the start.
  if (
    bytes
      .subarray(0, 1445)
      .some((byte) => byte < 9 || byte === 11 || (byte > 13 && byte < 27) || (byte > 27 && byte < 32))
  )
    return undefined
  const { text, warnings } = await decodeText(bytes)
  if (mediaType === "text/html" || /\.x?html?$/i.test(name) || /^\s*<(?:!doctype html|html)\b/i.test(text))
    return webPage(text, warnings)
  const shown = text.slice(0, maxText)
  return page(`<pre>${escapeText(shown)}</pre>`, {
    warnings: [...warnings, ...(shown.length < text.length ? [`Only the first ${maxText} characters were read.`] : [])]
  })
}
