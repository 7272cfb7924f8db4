/** Files that lie in another one: listed by name, kind and size, and written into its page when that is asked for. */
import { type ReadInner } from "../model/Reader.ts"
import { ReadFailure } from "../model/failure.ts"
import { escapeText } from "./html.ts"

export interface Listed {
  readonly name: string
  /** Empty where it is not declared. */
  readonly mediaType: string
  /** In bytes; absent where only reading would tell. */
  readonly size?: number | undefined
  readonly bytes: () => Uint8Array
}

interface Written {
  readonly html: string
  readonly warnings: ReadonlyArray<string>
}

/** Files that are read of one outer file. */
const maxRead = 1000
/** HTML of the files that are read, in UTF-16 units. */
const maxLength = 8_000_000

const sizeText = (bytes: number): string =>
  bytes < 1024
    ? `${bytes} bytes`
    : bytes < 1024 * 1024
      ? `${Math.round(bytes / 1024)} KB`
      : `${(bytes / 1024 / 1024).toFixed(1)} MB`

/** The list, with the size of each file. */
export const listFiles = (files: ReadonlyArray<Listed>): string =>
  `<ul>${files
    .map(({ mediaType, name, size }) => {
      const about = [mediaType, size === undefined ? "" : sizeText(size)].filter((text) => text !== "").join(", ")
      return `<li>${escapeText(name === "" ? "without a name" : name)}${about === "" ? "" : ` (${escapeText(about)})`}</li>`
    })
    .join("")}</ul>`

/** What stands between the tags of the body of a page that a reader made. */
export const bodyOf = (html: string): string => {
  const start = html.indexOf("<body>")
  const end = html.lastIndexOf("</body>")
  return start < 0 || end < start ? html : html.slice(start + "<body>".length, end).trim()
}

/** Each file under a heading of its own; what cannot be read is named in a warning and does not fail the outer file. */
export const readFiles = async (
  files: ReadonlyArray<Listed>,
  readInner: ReadInner,
  { level, signal }: { readonly level: number; readonly signal?: AbortSignal | undefined }
): Promise<Written> => {
  const parts: Array<string> = []
  const warnings: Array<string> = []
  let left = maxLength
  for (const [index, { bytes, mediaType, name }] of files.entries()) {
    signal?.throwIfAborted()
    if (index >= maxRead || left <= 0) {
      warnings.push(
        `${files.length - index} files are listed and not read: those before them fill what one page may hold.`
      )
      break
    }
    const title = name === "" ? "without a name" : name
    try {
      const parsed = await readInner({ bytes: bytes(), name: name.split("/").at(-1)!, mediaType })
      if (parsed === undefined) {
        warnings.push(`${title} was not read: no reader knows its kind.`)
        continue
      }
      const body = bodyOf(parsed.html)
      left -= body.length
      parts.push(`<section>\n<h${level}>${escapeText(title)}</h${level}>\n${body}\n</section>`)
      for (const warning of parsed.warnings ?? []) warnings.push(`${title}: ${warning}`)
    } catch (error) {
      warnings.push(`${title} was not read: ${reasonOf(error)}.`)
    }
  }
  return { html: parts.join("\n"), warnings }
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof ReadFailure)) return "its structure cannot be read"
  const { failure } = error
  if (failure.kind === "too-large") return `it is larger than ${failure.limitBytes} bytes`
  if (failure.kind === "unreadable") return failure.detail
  return failure.needs === undefined ? `${failure.what} cannot be read` : `${failure.what} needs ${failure.needs}`
}
