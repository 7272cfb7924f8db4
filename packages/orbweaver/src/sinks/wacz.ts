/**
 * Pages as a WACZ file, version 1.1.1 (https://specs.webrecorder.net/wacz/1.1.1/): a web archive with its index and its list
 * of pages in one ZIP file, which players such as ReplayWeb.page open from anywhere without reading it whole.
 */
import { createHash, randomUUID } from "node:crypto"
import { isUnreadable } from "@orbweaver/core/internal/jobs/documentStub"
import { cdxjLine } from "../warc/cdxj.ts"
import { createLineSpool } from "../warc/lineSpool.ts"
import { encodeRecord, type WarcRecord } from "../warc/record.ts"
import { createZip } from "../warc/zip.ts"
import { version } from "../assembly/version.ts"
import { createAtomicFile } from "./atomicFile.ts"
import { checkPath } from "./checkPath.ts"
import type { Sink } from "./Sink.ts"
import { recordsOf, type Response, responseOf, unreadableRecord, type WarcDocument, warcInfo } from "./warcRecords.ts"

const archive = "data.warc.gz"

interface Resource {
  readonly name: string
  readonly path: string
  readonly hash: string
  readonly bytes: number
}

/**
 * Writes what `warc` writes, and an index and a list of pages beside it. The file is put in its place at the end, and only
 * where there is a page. Memory holds one page, and a few MiB of the index; the rest waits in the system's temporary folder.
 */
export const wacz = (path: string): Sink<WarcDocument> => {
  checkPath("wacz", "file", path)
  let opened: Awaited<ReturnType<typeof open>> | undefined

  return {
    write: async (document) => {
      if (isUnreadable(document)) {
        opened ??= await open(path)
        return await opened.addUnreadable(document)
      }
      const response = responseOf(document)
      opened ??= await open(path)
      await opened.add(document, response)
    },
    end: () => opened?.end(),
    abort: () => opened?.abort()
  }
}

const open = async (path: string) => {
  const file = await createAtomicFile(path)
  const zip = createZip(file.append)
  const index = createLineSpool("sorted")
  const pages = createLineSpool("asAdded")
  const resources: Array<Resource> = []
  const info = warcInfo()
  let mainPage: { readonly url: string; readonly capturedAt: string } | undefined

  /** An entry whose digest and size `datapackage.json` names. */
  const startResource = async (entryPath: string) => {
    const hash = createHash("sha256")
    let bytes = 0
    await zip.startEntry(entryPath)
    return {
      size: () => bytes,
      write: async (chunk: Uint8Array) => {
        hash.update(chunk)
        bytes += chunk.length
        await zip.write(chunk)
      },
      end: async () => {
        await zip.endEntry()
        const name = entryPath.slice(entryPath.lastIndexOf("/") + 1)
        const resource: Resource = { name, path: entryPath, hash: `sha256:${hash.digest("hex")}`, bytes }
        resources.push(resource)
        return resource
      }
    }
  }

  const writeText = async (entryPath: string, text: string) => {
    const resource = await startResource(entryPath)
    await resource.write(Buffer.from(text))
    return await resource.end()
  }

  const writeLines = async (entryPath: string, lines: AsyncIterable<string>) => {
    const resource = await startResource(entryPath)
    let text = ""
    for await (const line of lines) {
      text += `${line}\n`
      if (text.length < chunkLength) continue
      await resource.write(Buffer.from(text))
      text = ""
    }
    await resource.write(Buffer.from(text))
    await resource.end()
  }

  let records: Awaited<ReturnType<typeof startResource>>

  const writeRecord = async (record: WarcRecord) => {
    const offset = records.size()
    const { bytes, digest } = await encodeRecord(record, true)
    await records.write(bytes)
    return { offset, length: bytes.length, digest }
  }

  try {
    records = await startResource(`archive/${archive}`)
    await writeRecord(info)
    await pages.add(JSON.stringify({ format: "json-pages-1.0", id: "pages", title: "All pages" }))
  } catch (error) {
    await file.discard()
    throw error
  }

  const release = async () => {
    await index.close()
    await pages.close()
  }

  return {
    add: async (document: WarcDocument, response: Response) => {
      const { title, url } = document.metadata
      const { capturedAt, headers, status } = response
      for (const record of recordsOf(document, response, info.id)) {
        const place = await writeRecord(record)
        if (record.type !== "response") continue
        const mime = headers["content-type"]?.split(";", 1)[0]?.trim() ?? "application/octet-stream"
        await index.add(cdxjLine({ url, capturedAt, status, mime, filename: archive, ...place }))
      }
      await pages.add(JSON.stringify({ id: randomUUID(), url, ts: capturedAt, title }))
      mainPage ??= { url, capturedAt }
    },
    addUnreadable: async (document: WarcDocument) => {
      await writeRecord(unreadableRecord(document, info.id))
    },
    end: async () => {
      try {
        await records.end()
        await writeLines("indexes/index.cdxj", index.lines())
        await writeLines("pages/pages.jsonl", pages.lines())
        const described = {
          profile: "data-package",
          wacz_version: "1.1.1",
          software: `Orbweaver/${version}`,
          created: new Date().toISOString(),
          ...(mainPage === undefined ? {} : { mainPageUrl: mainPage.url, mainPageDate: mainPage.capturedAt }),
          resources: [...resources]
        }
        const { hash } = await writeText("datapackage.json", JSON.stringify(described, null, 2))
        await writeText("datapackage-digest.json", JSON.stringify({ path: "datapackage.json", hash }))
        await zip.end()
      } finally {
        await release()
      }
      await file.commit()
    },
    abort: async () => {
      await release()
      await file.discard()
    }
  }
}

/** Characters that are written at once. */
const chunkLength = 256 * 1024
