/** A document as a file of its own: a name that follows from its address, and Markdown under front matter. */
import { createHash } from "node:crypto"
import type { Document } from "../options/documents.ts"

export interface PageDocument {
  readonly markdown?: string | undefined
  readonly metadata: Document["metadata"]
}

const maxNameLength = 120

/**
 * Names of devices, which Windows opens in place of a file whatever follows the first dot
 * (https://learn.microsoft.com/windows/win32/fileio/naming-a-file).
 */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)\./i

/**
 * The same for the same address in every run, another for every other address: a name that does not
 * say all of its address ends in a digest of it. Every file system takes it: it has letters, digits, `.`, `_` and `-`, ends
 * in neither a dot nor a space, and names no device.
 */
export const fileNameOf = ({ markdown, metadata }: PageDocument): string => {
  const url = new URL(metadata.url)
  url.hash = ""
  const path = url.pathname.endsWith("/") ? `${url.pathname}index` : url.pathname
  const written = `${url.host}${path}`
  const name = written
    .replaceAll("/", "_")
    .replace(/[^a-z0-9._-]+/gi, "-")
    .replace(/^[._-]+/, "")
    .slice(0, maxNameLength)
  const isWhole =
    url.search === "" &&
    url.protocol === "https:" &&
    /^[a-z0-9./-]+$/.test(written) &&
    !url.pathname.endsWith("/index") &&
    name.length === written.length
  const digest = isWhole ? "" : `-${createHash("sha256").update(url.href).digest("hex").slice(0, 8)}`
  const file = `${name}${digest}${markdown === undefined ? ".json" : ".md"}`
  // No other name begins with an underscore.
  return device.test(file) ? `_${file}` : file
}

/** Markdown under front matter (YAML) with its address; a document without Markdown as JSON. */
export const fileTextOf = (document: PageDocument): string => {
  if (document.markdown === undefined) return `${JSON.stringify(document, null, 2)}\n`
  const { description, language, statusCode, title, url } = document.metadata
  const fields = Object.entries({ url, title, description, language, statusCode })
    .filter(([, value]) => value !== undefined)
    // A JSON string is a YAML string, whatever stands in it.
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  const text = document.markdown.endsWith("\n") ? document.markdown : `${document.markdown}\n`
  return ["---", ...fields, "---", "", text].join("\n")
}
