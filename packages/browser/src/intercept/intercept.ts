/**
 * Changes or stops requests of a page before they leave, by the Fetch domain of
 * the browser. It costs a round trip for every request, so it is on only for a
 * page that needs it: one with headers of the caller, or with filter rules that
 * ask more than the name of a host.
 *
 * The caller's cookies are such a header and not in the browser's store, which
 * knows no ports: there they would go to every other origin on the same host.
 */
import { merge } from "@orbweaver/core/internal/network/CookieJar"
import { ignoreClosedPage } from "../tab/errors.ts"
import type { Tab } from "../tab/tab.ts"
import { documentAnswers, isAnswer } from "../tab/viewers.ts"

interface Interception {
  /** All headers that may be added to a request; names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Those of `headers` that are added to a request of this address, redirects included. */
  readonly headersOf: (url: URL) => Readonly<Record<string, string>>
  /** Whether to stop the request; `type` is a CDP `Network.ResourceType`. */
  readonly blocks: ((url: string, type: string) => boolean) | undefined
}

/** Turns interception on; the result turns it off. */
export const intercept = async (
  tab: Tab,
  { blocks, headers, headersOf }: Interception
): Promise<() => Promise<void>> => {
  const { cdp } = tab

  const onPaused = (paused: Paused) => {
    if (isAnswer(paused)) return
    const { redirectedRequestId, request, requestId, resourceType } = paused
    if (blocks?.(request.url, resourceType) === true) {
      cdp.send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" }).catch(ignoreClosedPage)
      return
    }
    const url = URL.parse(request.url)
    const own = url === null ? {} : headersOf(url)
    // The navigation has the referrer; what the page loads has the page itself.
    const { cookie, referer: _, ...added } = own
    const referrer = headers["referer"]
    const hasReferrer = referrer !== undefined && request.headers["Referer"] === referrer
    if (hasReferrer && redirectedRequestId !== undefined && own["referer"] === undefined) {
      // Chromium sends the referrer of a navigation after redirects too, whatever the headers say here.
      tab.events.withoutReferrer = request.url
      cdp.send("Fetch.failRequest", { requestId, errorReason: "Aborted" }).catch(ignoreClosedPage)
      return
    }
    const kept: Array<readonly [name: string, value: string]> = []
    /** What the browser's store has for this request. */
    let stored: string | undefined
    for (const [name, value] of Object.entries(request.headers)) {
      const lower = name.toLowerCase()
      if (lower === "cookie" && cookie !== undefined) stored = value
      // A redirect carries what was added before: it is taken off again at the border.
      else if (added[lower] === undefined && (value !== headers[lower] || own[lower] !== undefined)) {
        kept.push([name, value])
      }
    }
    const cookies = cookie === undefined ? undefined : merge(cookie, stored)
    const sent = [...kept, ...Object.entries(added), ...(cookies === undefined ? [] : [["cookie", cookies] as const])]
    cdp
      .send("Fetch.continueRequest", {
        requestId,
        ...(Object.keys(headers).length === 0 ? {} : { headers: sent.map(([name, value]) => ({ name, value })) })
      })
      .catch(ignoreClosedPage)
  }
  cdp.on("Fetch.requestPaused", onPaused)
  await cdp.send("Fetch.enable", { patterns: [{ urlPattern: "*" }, documentAnswers] })
  return async () => {
    cdp.off("Fetch.requestPaused", onPaused)
    await cdp.send("Fetch.enable", { patterns: [documentAnswers] })
  }
}

interface Paused {
  readonly requestId: string
  /** Present where this request follows a redirect. */
  readonly redirectedRequestId?: string
  readonly resourceType: string
  readonly responseErrorReason?: string
  readonly responseStatusCode?: number
  readonly request: { readonly url: string; readonly headers: Readonly<Record<string, string>> }
}
