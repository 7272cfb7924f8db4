/** What a context of Crawlee knows of its page, whichever crawler made it. */
import type { ParseFile } from "orbweaver"

/** The part of a crawling context that is read: that of an HTTP crawler, or of a browser crawler. */
export interface CrawleeContext {
  readonly request: { readonly url: string; readonly loadedUrl?: string | undefined }
  /** Of HTTP crawlers: text where Crawlee decoded it, bytes otherwise. */
  readonly body?: string | Uint8Array | undefined
  readonly contentType?: { readonly type: string } | undefined
  /** Of HTTP crawlers with `statusCode`, of browser crawlers with `status()`. */
  readonly response?: object | undefined
  /** Of browser crawlers. */
  readonly page?: { readonly content: () => Promise<string>; readonly url: () => string } | undefined
}

interface CrawleePage extends ParseFile {
  /** The address as the request had it. */
  readonly sourceURL: string
}

export const pageOf = async (context: CrawleeContext): Promise<CrawleePage> => {
  const { request, response } = context
  const status = statusOf(response)
  if (context.page !== undefined) {
    const url = context.page.url()
    const data = await context.page.content()
    return { data, filename: nameOf(url), url, status, contentType: "text/html", sourceURL: request.url }
  }
  if (context.body === undefined) {
    throw new TypeError("The context has neither `body` nor `page`: it is of a crawler that fetches nothing")
  }
  const url = request.loadedUrl ?? request.url
  const contentType = context.contentType?.type
  return { data: context.body, filename: nameOf(url), url, status, contentType, sourceURL: request.url }
}

const statusOf = (response: object | undefined): number | undefined => {
  if (response === undefined) return undefined
  if ("statusCode" in response && typeof response.statusCode === "number") return response.statusCode
  if ("status" in response && typeof response.status === "function") {
    const status: unknown = (response as { status: () => unknown }).status()
    return typeof status === "number" ? status : undefined
  }
  return undefined
}

/** The last part of the path, whose extension decides where the bytes do not show the type. */
const nameOf = (url: string): string => {
  const last = URL.parse(url)?.pathname.split("/").at(-1) ?? ""
  return last === "" ? "page.html" : last
}
