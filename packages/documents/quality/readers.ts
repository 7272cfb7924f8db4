/**
 * Readers of PDFs under one signature: the bytes of a file in, its Markdown or text out.
 *
 * Peers are no dependencies. They are looked for where they may be installed (`--peers DIR` names a folder with a
 * `node_modules` of its own); one that is not there is named and left out.
 */
import { execFile } from "node:child_process"
import { createRequire } from "node:module"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { readFileSync } from "node:fs"
import { parse, toMarkdown } from "@orbweaver/html"
import { defaultCaps } from "../src/parsers/documentParser.ts"
import { readPdf } from "../src/pdf/render/read.ts"

export interface PdfReader {
  readonly name: string
  /** Rejects where the reader cannot read the file. */
  readonly read: (path: string, page?: number) => Promise<string>
}

const run = promisify(execFile)
const url = "https://site.example/file.pdf"
const maxBytes = 64 * 1024 * 1024
const deadline = 60_000

const htmlOf = async (path: string, pageMarkers: boolean, withoutTags = false): Promise<string> => {
  const { html } = await readPdf(
    { bytes: new Uint8Array(readFileSync(path)), mediaType: "application/pdf", charset: undefined, url },
    { caps: defaultCaps, pdfOptions: { pageMarkers }, withoutTags }
  )
  return html
}

const orbweaver: PdfReader = {
  name: "orbweaver",
  read: async (path, page) => {
    const html = await htmlOf(path, page !== undefined)
    return toMarkdown(parse(page === undefined ? html : partOf(html, page)), { baseUrl: new URL(url) })
  }
}

/** Ours without the structure tree of the file, and by it. */
export const byLook = async (path: string): Promise<string> =>
  toMarkdown(parse(await htmlOf(path, false, true)), { baseUrl: new URL(url) })
export const byTags: PdfReader["read"] = (path) => orbweaver.read(path)

/** One page of a document with page markers. */
const partOf = (html: string, page: number): string => html.split(/<hr data-page-number="\d+">/)[page - 1] ?? ""

const pdftotext: PdfReader = {
  name: "pdftotext",
  read: async (path, page) => {
    const pages = page === undefined ? [] : ["-f", String(page), "-l", String(page)]
    const { stdout } = await run("pdftotext", [...pages, "-enc", "UTF-8", path, "-"], {
      maxBuffer: maxBytes,
      timeout: deadline
    })
    return stdout
  }
}

type Loaded = Readonly<Record<string, unknown>>

/** What a package of npm gives, from the folder of peers or from here. */
const load = async (name: string, folder: string | undefined): Promise<Loaded> => {
  const from = folder === undefined ? import.meta.url : pathToFileURL(join(folder, "package.json"))
  return (await import(pathToFileURL(createRequire(from).resolve(name)).href)) as Loaded
}

interface LiteParse {
  readonly parse: (path: string) => Promise<{ readonly text: string }>
}

const peers: ReadonlyArray<{
  readonly name: string
  readonly find: (folder: string | undefined) => Promise<PdfReader["read"]>
}> = [
  {
    name: "pdftotext",
    find: async () => {
      await run("pdftotext", ["-v"])
      return pdftotext.read
    }
  },
  {
    name: "liteparse",
    find: async (folder) => {
      const { LiteParse: Parser } = await load("@llamaindex/liteparse", folder)
      return async (path, page) => {
        const parser = new (Parser as new (options: object) => LiteParse)({
          ocrEnabled: false,
          quiet: true,
          outputFormat: "markdown",
          ...(page === undefined ? {} : { targetPages: String(page) })
        })
        return (await parser.parse(path)).text
      }
    }
  },
  {
    name: "pdf-inspector",
    find: async (folder) => {
      const { processPdf } = await load("@firecrawl/pdf-inspector", folder)
      return async (path, page) => {
        const { markdown } = (
          processPdf as (bytes: Buffer, pages?: ReadonlyArray<number>) => { readonly markdown?: string }
        )(readFileSync(path), page === undefined ? undefined : [page])
        return markdown ?? ""
      }
    }
  }
]

/** Ours first, then those peers that are installed; the others are named on standard output. */
export const findReaders = async (
  folder: string | undefined,
  withPeers: boolean
): Promise<ReadonlyArray<PdfReader>> => {
  const found: Array<PdfReader> = [orbweaver]
  if (!withPeers) return found
  for (const { find, name } of peers) {
    try {
      found.push({ name, read: await find(folder) })
    } catch {
      console.log(`${name}: not installed`)
    }
  }
  return found
}
