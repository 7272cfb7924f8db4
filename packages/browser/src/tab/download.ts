/**
 * Files that a page downloads. The browser writes them to its folder as they arrive, whatever their size: from the network,
 * unpacked, or out of the page's own memory. One that is larger than the request takes is stopped on the way.
 */
import { stat } from "node:fs"
import { join } from "node:path"
import type { CDPSession, Download, Page } from "playwright-core"
import { ignoreClosedPage } from "./errors.ts"

/** The first file that a page began to download during a request. */
export interface TabFile {
  readonly guid: string
  isTooLarge: boolean
  hasEnded: boolean
}

/** What of a tab concerns its downloads. */
interface DownloadingTab {
  readonly page: Page
  readonly cdp: CDPSession
  /** CDP id of the main frame. */
  readonly frameId: string
  readonly filesFolder: string | undefined
  /** Of the present request. */
  readonly events: {
    download: Download | undefined
    file: TabFile | undefined
    readonly maxFileBytes: number
    readonly phase: string
  }
}

/** Files of frames that are remembered at once. */
const maxFrameFiles = 100
/** How often the size on the disk is looked at, in milliseconds: the browser itself reports it twice a second. */
const lookInterval = 20

/** Keeps the first download of each request, stops it where it is too large, and stops all others. */
export const watchDownloads = async (tab: DownloadingTab): Promise<void> => {
  const { cdp, page } = tab
  const cancel = (download: Download) => void download.cancel().catch(ignoreClosedPage)

  const stop = (file: TabFile, download: Download | undefined) => {
    file.isTooLarge = true
    // Otherwise it is stopped as it is announced.
    if (download !== undefined) cancel(download)
  }

  /** Addresses of files that frames loaded; the browser reports each file twice, in either order. */
  const ofFrames = new Set<string>()
  cdp.on("Page.downloadWillBegin", ({ frameId, guid, url }) => {
    const { events } = tab
    // What a frame shows is a part of the page, and a file that an action fetches in one is what was asked for.
    if (frameId !== tab.frameId && events.phase !== "actions") {
      if (events.download === undefined || events.download.url() !== url) {
        if (ofFrames.size < maxFrameFiles) ofFrames.add(url)
        return
      }
      cancel(events.download)
      events.download = undefined
      return
    }
    if (events.file !== undefined) return
    const file: TabFile = { guid, isTooLarge: false, hasEnded: false }
    events.file = file
    if (tab.filesFolder !== undefined) {
      whileArriving(page, file, join(tab.filesFolder, `${guid}.crdownload`), (size) => {
        if (size > events.maxFileBytes) stop(file, events.download)
      })
    }
  })
  cdp.on("Page.downloadProgress", ({ guid, receivedBytes, state, totalBytes }) => {
    const { download, file, maxFileBytes } = tab.events
    if (file?.guid !== guid) return
    file.hasEnded = state !== "inProgress"
    if (!file.hasEnded && Math.max(receivedBytes, totalBytes) > maxFileBytes) stop(file, download)
  })
  page.on("download", (download) => {
    const { events } = tab
    if (events.download !== undefined || ofFrames.delete(download.url())) return cancel(download)
    // It may be the page itself; it is deleted with the context.
    events.download = download
    if (events.file?.isTooLarge === true) cancel(download)
  })
  await cdp.send("Page.enable")
}

/** Tells the size of a file until it has arrived or is too large, or the page is gone. */
const whileArriving = (page: Page, file: TabFile, path: string, onSize: (bytes: number) => void): void => {
  const look = () =>
    // It gets its name a moment after it begins, and another one when it is whole.
    stat(path, (_, found) => {
      onSize(found?.size ?? 0)
      if (!file.hasEnded && !file.isTooLarge && !page.isClosed()) setTimeout(look, lookInterval).unref()
    })
  look()
}
