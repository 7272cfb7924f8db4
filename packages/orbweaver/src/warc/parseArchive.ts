/** Pages of a web archive through the converter of today. */
import type { Document } from "../options/documents.ts"
import { type ArchivedPage, readArchivedPages, type ReadWarcOptions, type WarcSource } from "./readWarc.ts"

/** A page of an archive: its document, or why it has none. */
export type ArchiveResult<D = Document> = {
  readonly url: string
  /** When it was captured: ISO 8601. */
  readonly capturedAt: string | undefined
} & ({ readonly document: D; readonly error?: undefined } | { readonly document?: undefined; readonly error: Error })

/** What a page loads to look and behave as it does: crawls of browsers keep it beside the pages. */
const requisite =
  /^(?:image|audio|video|font)\/|^(?:text\/css|text\/javascript|application\/(?:x-)?(?:java|ecma)script|application\/font-)/i

/** Whether a person would read it: not a redirect, picture, style or script. */
export const isPage = ({ body, contentType = "", status }: ArchivedPage): boolean =>
  body.length > 0 && (status < 300 || status > 399) && !requisite.test(contentType)

/** The last part of the path, by whose ending a file is known that does not show what it is. */
export const filenameOf = (url: string): string => {
  const { hostname, pathname } = new URL(url)
  return pathname.slice(pathname.lastIndexOf("/") + 1) || hostname
}

/** Converts one page at a time; `isFatal` says which failures end the reading. */
export async function* parseArchive<D>(
  source: WarcSource,
  parse: (page: ArchivedPage) => Promise<D>,
  isFatal: (error: unknown) => boolean,
  options?: Pick<ReadWarcOptions, "maxBytes">
): AsyncGenerator<ArchiveResult<D>> {
  const tooLarge: Array<string> = []
  const onTooLarge = (url: string) => void tooLarge.push(url)
  const oversized = () =>
    tooLarge
      .splice(0)
      .map((url) => ({ url, capturedAt: undefined, error: new Error(`${url} is larger than maxBytes`) }))
  for await (const page of readArchivedPages(source, { ...options, onTooLarge })) {
    yield* oversized()
    if (!isPage(page)) continue
    const { capturedAt, url } = page
    yield await parse(page).then(
      (document) => ({ url, capturedAt, document }),
      (error: Error) => {
        if (isFatal(error)) throw error
        return { url, capturedAt, error }
      }
    )
  }
  yield* oversized()
}
