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

interface Interception {
  /** Sent to this origin and to no other, redirects included; names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly origin: string
  /** Whether to stop the request; `type` is a CDP `Network.ResourceType`. */
  readonly blocks: ((url: string, type: string) => boolean) | undefined
}

/** Turns interception on; the result turns it off. */
export const intercept = async (tab: Tab, { blocks, headers, origin }: Interception): Promise<() => Promise<void>> => {
  const { cdp } = tab
  const { cookie, ...others } = headers
  const overriddenHeaders = Object.entries(others)

  const onPaused = ({ request, requestId, resourceType }: Paused) => {
    if (blocks?.(request.url, resourceType) === true) {
      cdp.send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" }).catch(ignoreClosedPage)
      return
    }
    const own = URL.parse(request.url)?.origin === origin
    const kept: Array<readonly [name: string, value: string]> = []
    /** What the browser's store has for this request. */
    let stored: string | undefined
    for (const [name, value] of Object.entries(request.headers)) {
      const lower = name.toLowerCase()
      if (lower === "cookie" && own) stored = value
      // A redirect carries what was added before: it is taken off again at the border.
      else if (others[lower] === undefined || (!own && value !== others[lower])) kept.push([name, value])
    }
    const cookies = own ? merge(cookie, stored) : undefined
    const sent = [
      ...kept,
      ...(own ? overriddenHeaders : []),
      ...(cookies === undefined ? [] : [["cookie", cookies] as const])
    ]
    cdp
      .send("Fetch.continueRequest", {
        requestId,
        ...(Object.keys(headers).length === 0 ? {} : { headers: sent.map(([name, value]) => ({ name, value })) })
      })
      .catch(ignoreClosedPage)
  }
  cdp.on("Fetch.requestPaused", onPaused)
  await cdp.send("Fetch.enable", { patterns: [{ urlPattern: "*" }] })
  return async () => {
    cdp.off("Fetch.requestPaused", onPaused)
    await cdp.send("Fetch.disable")
  }
}

interface Paused {
  readonly requestId: string
  readonly resourceType: string
  readonly request: { readonly url: string; readonly headers: Readonly<Record<string, string>> }
}
