/** What the browser says when a page does not load → why, in the words of `CaptureError`. */
import {
  type CaptureReason,
  ConnectionFailed,
  Crashed,
  DnsFailed,
  TlsFailed,
  TooLarge,
  TooManyRedirects,
  withCause
} from "@orbweaver/core/model/CaptureError"
import { limits } from "@orbweaver/core/model/ScrapeOptions"
import { maxReply, replyTooLarge } from "../process/boundedPipe.ts"

/** First line of what was thrown, without the call log that Playwright appends. */
export const detailOf = (cause: unknown): string => {
  const message = cause instanceof Error ? cause.message : String(cause)
  const line = message.split("\n", 1)[0]!
  return line.replace(/^(?:[a-zA-Z]+\.[a-zA-Z]+: |Protocol error \([^)]*\): )+/, "").slice(0, 500)
}

const closed =
  /target (?:page, context or browser has been )?closed|page crashed|browser has been closed|session closed|Target crashed/i

/** Whether the page, the tab or the browser is gone. */
export const isClosedTarget = (cause: unknown): boolean => closed.test(detailOf(cause))

/** For work on a page that nobody waits for: it fails when the page has closed meanwhile, and then there is nothing left to do. */
export const ignoreClosedPage = (): undefined => undefined

/** The document that an evaluation ran in was replaced by another. */
export const isReplaced = (cause: unknown): boolean =>
  /context was destroyed|Cannot find context|Inspected target navigated|No frame (?:with|for) given id/i.test(
    detailOf(cause)
  )

/** A `net::ERR_…` of Chromium (net/base/net_error_list.h) while loading `url`. */
export const networkReason = (cause: unknown, url: URL, skippedVerification: boolean): CaptureReason =>
  withCause(networkReasonFor(cause, url, skippedVerification), cause)

const networkReasonFor = (cause: unknown, url: URL, skippedVerification: boolean): CaptureReason => {
  const detail = detailOf(cause)
  const code = /net::(ERR_[A-Z0-9_]+)/.exec(detail)?.[1]
  if (code === undefined) return isClosedTarget(cause) ? new Crashed({ detail }) : new ConnectionFailed({ detail })
  if (code === "ERR_NAME_NOT_RESOLVED") return new DnsFailed({ host: url.hostname })
  if (code === "ERR_TOO_MANY_REDIRECTS") return new TooManyRedirects({ limit: limits.redirects })
  if (code.startsWith("ERR_CERT_") || code.startsWith("ERR_SSL_") || code === "ERR_BAD_SSL_CLIENT_AUTH_CERT") {
    return new TlsFailed({ host: url.hostname, skippedVerification, detail: code })
  }
  return new ConnectionFailed({ detail: `net::${code}` })
}

/** Why our own work on a page failed. A page that replaced itself meanwhile is a redirect without end, if it goes on. */
export const pageReason = (cause: unknown, crashed: boolean): CaptureReason => {
  const detail = detailOf(cause)
  if (crashed || isClosedTarget(cause)) return withCause(new Crashed({ detail }), cause)
  if (detail.includes(replyTooLarge)) return withCause(new TooLarge({ limitBytes: maxReply }), cause)
  const loops = isReplaced(cause)
  return withCause(loops ? new TooManyRedirects({ limit: limits.redirects }) : new ConnectionFailed({ detail }), cause)
}
