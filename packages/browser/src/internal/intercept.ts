/**
 * Changes or stops requests of a page before they leave, by the Fetch domain of
 * the browser. It costs a round trip for every request, so it is on only for a
 * page that needs it: one with headers of the caller, or with filter rules that
 * ask more than the name of a host.
 */
import type { Tab } from "./tab.ts"

export interface Interception {
  /** Sent to this origin and to no other, redirects included; names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly origin: string
  /** Whether to stop the request; `type` is a CDP `Network.ResourceType`. */
  readonly blocks: ((url: string, type: string) => boolean) | undefined
}

/** Turns interception on; the result turns it off. */
export const intercept = async (tab: Tab, { blocks, headers, origin }: Interception): Promise<() => Promise<void>> => {
  const { cdp } = tab
  const ours = Object.entries(headers)
  const names = new Set(ours.map(([name]) => name))

  const onPaused = ({ request, requestId, resourceType }: Paused) => {
    if (blocks?.(request.url, resourceType) === true) {
      void cdp.send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" }).catch(() => undefined)
      return
    }
    const own = URL.parse(request.url)?.origin === origin
    // A redirect carries what was added before: it is taken off again at the border.
    const theirs = Object.entries(request.headers).filter(
      ([name, value]) => !names.has(name.toLowerCase()) || (!own && value !== headers[name.toLowerCase()])
    )
    const sent = own ? [...theirs, ...ours] : theirs
    void cdp
      .send("Fetch.continueRequest", {
        requestId,
        ...(ours.length === 0 ? {} : { headers: sent.map(([name, value]) => ({ name, value })) })
      })
      .catch(() => undefined)
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
