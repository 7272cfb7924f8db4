/** Pages as a WARC file, the format of web archives (ISO 28500). */
import { isUnreadable } from "@orbweaver/core/internal/jobs/documentStub"
import { encodeRecord } from "../warc/record.ts"
import { type AtomicFile, createAtomicFile } from "./atomicFile.ts"
import { checkPath } from "./checkPath.ts"
import type { Sink } from "./Sink.ts"
import { recordsOf, responseOf, unreadableRecord, type WarcDocument, warcInfo } from "./warcRecords.ts"

export type { WarcDocument } from "./warcRecords.ts"

/**
 * Writes a `warcinfo` record, then for each page a `response`, a `conversion` with its Markdown if it has any, and a
 * `metadata` record. A name that ends with `.gz` is compressed, record by record. The file is put in its place at the
 * end, and only where there is a page.
 *
 * The response is that of the format `archivedResponse`: the server's header and body. A document without has the text
 * of `rawHtml` instead, under a header that is made up of its status and type. One without either throws, unless its job
 * cannot read it any more (`metadata.code`): then its `metadata` record says so.
 */
export const warc = (path: string): Sink<WarcDocument> => {
  checkPath("warc", "file", path)
  const isCompressed = path.endsWith(".gz")
  let opened: { readonly file: AtomicFile; readonly infoId: string } | undefined

  const open = async () => {
    const file = await createAtomicFile(path)
    const info = warcInfo()
    opened = { file, infoId: info.id }
    await file.append((await encodeRecord(info, isCompressed)).bytes)
    return opened
  }
  return {
    write: async (document) => {
      if (isUnreadable(document)) {
        const { file, infoId } = opened ?? (await open())
        return await file.append((await encodeRecord(unreadableRecord(document, infoId), isCompressed)).bytes)
      }
      const response = responseOf(document)
      const { file, infoId } = opened ?? (await open())
      for (const record of recordsOf(document, response, infoId)) {
        await file.append((await encodeRecord(record, isCompressed)).bytes)
      }
    },
    end: () => opened?.file.commit(),
    abort: () => opened?.file.discard()
  }
}
