/**
 * Changes or stops requests of a page before they leave, by the Fetch domain of
 * the browser. It costs a round trip for every request, so it is on only for a
 * page that needs it: one with headers of the caller, with filter rules that
 * ask more than the name of a host, or of an application with a hook for requests.
 *
 * The caller's cookies are such a header and not in the browser's store, which
 * knows no ports: there they would go to every other origin on the same host.
 */
import { merge } from "@orbweaver/core/internal/network/CookieJar"
import { type HookFailed, Vetoed } from "@orbweaver/core/model/CaptureError"
import { outOfScope, type PageScope } from "@orbweaver/core/internal/network/PageScope"
import { askHook, type Service as RequestHooks } from "@orbweaver/core/internal/network/RequestHooks"
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
  /** Headers that the application sets for the host of the address. */
  readonly headersOfHost: (url: URL) => Readonly<Record<string, string>>
  readonly hooks: RequestHooks
  /** Which addresses the page may lead to; all when absent. */
  readonly scope: PageScope | undefined
  /** Address of the page. */
  readonly page: URL
  /** A hook refused the page itself. */
  readonly onRefused: (reason: Vetoed | HookFailed) => void
  /** A hook failed on something that the page loads, which it goes without. */
  readonly onHookFailed: (reason: HookFailed, url: string) => void
}

/** Added headers that are remembered one by one, to be taken off after a redirect; beyond, all of the same name are. */
const maxAdded = 1000

/** What was added to requests by hooks and for hosts: a redirect of Chromium repeats it. */
class AddedHeaders {
  readonly #pairs = new Set<string>()
  readonly #names = new Set<string>()

  add(name: string, value: string): void {
    this.#names.add(name)
    if (this.#pairs.size < maxAdded) this.#pairs.add(`${name}\n${value}`)
  }

  has(name: string, value: string): boolean {
    return this.#pairs.size < maxAdded ? this.#pairs.has(`${name}\n${value}`) : this.#names.has(name)
  }
}

/** Turns interception on; the result turns it off. */
export const intercept = async (
  tab: Tab,
  { blocks, headers, headersOf, headersOfHost, hooks, onHookFailed, onRefused, page, scope }: Interception
): Promise<() => Promise<void>> => {
  const { cdp } = tab
  const ended = new AbortController()
  const added = new AddedHeaders()

  const stop = (requestId: string) => {
    cdp.send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" }).catch(ignoreClosedPage)
  }

  /** Whether it asks for the page itself, and not for what it loads. */
  const isOfPage = ({ frameId, resourceType }: Paused) => resourceType === "Document" && frameId === tab.frameId

  /** The headers once the application has agreed to the request; undefined where it has not. */
  const ask = async (paused: Paused, sent: ReadonlyArray<Header>): Promise<ReadonlyArray<Header> | undefined> => {
    const { url } = paused.request
    const visible = Object.fromEntries(sent.map(([name, value]) => [name.toLowerCase(), value]))
    const input = {
      url,
      headers: visible,
      engine: "browser" as const,
      ...(url === page.href ? {} : { from: page.href })
    }
    try {
      const kept = await askHook(hooks, "onRequest", input, ended.signal)
      for (const [name, value] of Object.entries(kept)) if (visible[name] !== value) added.add(name, value)
      return Object.entries(kept)
    } catch (cause) {
      const reason = cause as Vetoed | HookFailed
      if (isOfPage(paused)) onRefused(reason)
      else if (!(reason instanceof Vetoed)) onHookFailed(reason, url)
      return undefined
    }
  }

  const onPaused = (paused: Paused) => {
    if (!isAnswer(paused)) handle(paused).catch(ignoreClosedPage)
  }

  const handle = async (paused: Paused): Promise<void> => {
    const { redirectedRequestId, request, requestId, resourceType } = paused
    if (blocks?.(request.url, resourceType) === true) {
      return stop(requestId)
    }
    const url = URL.parse(request.url)
    const refused = url === null || !isOfPage(paused) ? undefined : outOfScope(scope, url)
    if (refused !== undefined) {
      onRefused(refused)
      return stop(requestId)
    }
    const ofHost = url === null ? {} : headersOfHost(url)
    const own = url === null ? {} : { ...ofHost, ...headersOf(url) }
    // The navigation has the referrer; what the page loads has the page itself.
    const { cookie, referer: _, ...more } = own
    const referrer = headers["referer"]
    const hasReferrer = referrer !== undefined && request.headers["Referer"] === referrer
    if (hasReferrer && redirectedRequestId !== undefined && own["referer"] === undefined) {
      // Chromium sends the referrer of a navigation after redirects too, whatever the headers say here.
      tab.events.withoutReferrer = request.url
      cdp.send("Fetch.failRequest", { requestId, errorReason: "Aborted" }).catch(ignoreClosedPage)
      return
    }
    const kept: Array<Header> = []
    /** What the browser's store has for this request. */
    let stored: string | undefined
    for (const [name, value] of Object.entries(request.headers)) {
      const lower = name.toLowerCase()
      if (lower === "cookie" && cookie !== undefined) stored = value
      // A redirect carries what was added before: it is taken off again at the border.
      else if (
        more[lower] === undefined &&
        (value !== headers[lower] || own[lower] !== undefined) &&
        !(redirectedRequestId !== undefined && added.has(lower, value))
      ) {
        kept.push([name, value])
      }
    }
    const cookies = cookie === undefined ? undefined : merge(cookie, stored)
    const sent = [...kept, ...Object.entries(more), ...(cookies === undefined ? [] : [["cookie", cookies] as const])]
    for (const [name, value] of Object.entries(ofHost)) added.add(name, value)
    const isAsked = hooks.onRequest !== undefined && url !== null && /^https?:$/.test(url.protocol)
    const agreed = isAsked ? await ask(paused, sent) : sent
    if (agreed === undefined) return stop(requestId)
    const isChanged =
      isAsked ||
      Object.keys(headers).length > 0 ||
      Object.keys(ofHost).length > 0 ||
      kept.length < Object.keys(request.headers).length
    cdp
      .send("Fetch.continueRequest", {
        requestId,
        ...(isChanged ? { headers: agreed.map(([name, value]) => ({ name, value })) } : {})
      })
      .catch(ignoreClosedPage)
  }
  cdp.on("Fetch.requestPaused", onPaused)
  await cdp.send("Fetch.enable", { patterns: [{ urlPattern: "*" }, documentAnswers] })
  return async () => {
    cdp.off("Fetch.requestPaused", onPaused)
    ended.abort()
    await cdp.send("Fetch.enable", { patterns: [documentAnswers] })
  }
}

type Header = readonly [name: string, value: string]

interface Paused {
  readonly requestId: string
  readonly frameId: string
  /** Present where this request follows a redirect. */
  readonly redirectedRequestId?: string
  readonly resourceType: string
  readonly responseErrorReason?: string
  readonly responseStatusCode?: number
  readonly request: { readonly url: string; readonly headers: Readonly<Record<string, string>> }
}
