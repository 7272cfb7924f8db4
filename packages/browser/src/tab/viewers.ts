/**
 * Files that a browser would show in a viewer of its own arrive as downloads, so that what is read is the file and not the
 * viewer: PDF, sound, films. It depends on the browser which it shows (Chromium without a window has no viewer of PDF), so
 * the answer itself is made an attachment (RFC 6266 §4.2) before the browser looks at it.
 */
import type { CDPSession } from "playwright-core"
import { ignoreClosedPage } from "./errors.ts"

/** What the Fetch domain pauses for this: answers to documents. */
export const documentAnswers = { urlPattern: "*", resourceType: "Document", requestStage: "Response" } as const

interface PausedAnswer {
  readonly requestId: string
  readonly frameId: string
  readonly request: { readonly url: string }
  readonly responseErrorReason?: string
  readonly responseStatusCode?: number
  readonly responseHeaders?: ReadonlyArray<{ readonly name: string; readonly value: string }>
}

/** Whether an event of `Fetch.requestPaused` is about an answer, and not about a request. */
export const isAnswer = (paused: {
  readonly responseErrorReason?: string
  readonly responseStatusCode?: number
}): boolean => paused.responseErrorReason !== undefined || paused.responseStatusCode !== undefined

/** Pages, texts and pictures are shown as they are; what is unknown the browser downloads by itself. */
const viewed =
  /^(?:application\/(?:pdf|x-pdf|ogg|mp4|x-mpegurl|vnd\.apple\.mpegurl|x-shockwave-flash)|audio\/|video\/|text\/pdf)/i

/** Without a type the browser looks at the bytes, which are not here yet, so the name has to do. */
const isViewed = (type: string, url: string): boolean =>
  type === "" ? /\.pdf$/i.test(URL.parse(url)?.pathname ?? "") : viewed.test(type)

/** Makes files of the main frame downloads from now on. */
export const downloadViewed = async (cdp: CDPSession, mainFrame: string): Promise<void> => {
  cdp.on("Fetch.requestPaused", (paused) => {
    if (isAnswer(paused)) passOn(cdp, mainFrame, paused)
  })
  await cdp.send("Fetch.enable", { patterns: [documentAnswers] })
}

const passOn = (cdp: CDPSession, mainFrame: string, paused: PausedAnswer): void => {
  const { frameId, request, requestId, responseHeaders = [], responseStatusCode = 0 } = paused
  const type = responseHeaders.find(({ name }) => name.toLowerCase() === "content-type")?.value ?? ""
  // The body of an error is no file to the browser: it would only say that the download failed.
  const isFile =
    frameId === mainFrame && responseStatusCode >= 200 && responseStatusCode < 300 && isViewed(type, request.url)
  const sent = isFile
    ? cdp.send("Fetch.continueResponse", {
        requestId,
        responseCode: responseStatusCode,
        responseHeaders: [
          ...responseHeaders.filter(({ name }) => name.toLowerCase() !== "content-disposition"),
          { name: "content-disposition", value: asAttachment(responseHeaders) }
        ]
      })
    : cdp.send("Fetch.continueResponse", { requestId })
  sent.catch(ignoreClosedPage)
}

/** The header of the server as that of an attachment; its name for the file stays. */
const asAttachment = (headers: NonNullable<PausedAnswer["responseHeaders"]>): string => {
  const given = headers.find(({ name }) => name.toLowerCase() === "content-disposition")?.value ?? ""
  const parameters = given.indexOf(";")
  return parameters < 0 ? "attachment" : `attachment${given.slice(parameters)}`
}
