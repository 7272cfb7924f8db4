/**
 * A browser that runs already, reached by the Chrome DevTools Protocol. It has none of our switches, so before its first page
 * is loaded it has to show that its contexts load nothing besides our proxy.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Browser } from "playwright-core"
import type { ProxyClient } from "@orbweaver/egress/internal/EgressProxy"
import type { Launched } from "./launch.ts"
import { browserFolder, removeBrowserFolder, temporaryFolderOf } from "./leftovers.ts"

/** The browser is not reached, or its traffic does not go through the egress proxy of this process. */
export class BrowserUrlRefused extends Schema.TaggedError<BrowserUrlRefused>()("BrowserUrlRefused", {
  /** Without user, password and query. */
  url: Schema.String,
  why: Schema.String
}) {
  override get message() {
    return `The browser at ${this.url} is not used: ${this.why}`
  }
}

interface ConnectOptions {
  /** As `checkBrowserUrl` gives it. */
  readonly url: string
  /** A proxy that refuses everything; what the browser may load goes through others. */
  readonly closedProxy: ProxyClient
  /** Where files that pages offer are written; the system's temporary folder when absent. */
  readonly temporaryFolder: string | undefined
}

const schemes: ReadonlySet<string> = new Set(["ws:", "wss:", "http:", "https:"])
const loopback: ReadonlySet<string> = new Set(["127.0.0.1", "[::1]", "localhost"])

/** The address of a browser of this machine. */
export const checkBrowserUrl = (url: string): Effect.Effect<string, BrowserUrlRefused> => {
  const parsed = URL.parse(url)
  return parsed !== null && schemes.has(parsed.protocol) && loopback.has(parsed.hostname)
    ? Effect.succeed(parsed.href)
    : Effect.fail(new BrowserUrlRefused({ url: withoutSecrets(parsed), why: elsewhere }))
}

const elsewhere =
  "its pages have to pass the egress proxy, which listens on loopback alone. Give the ws:// or http:// address of a browser on 127.0.0.1, [::1] or localhost, such as one in the same pod"

/** User, password and query may hold keys. */
const withoutSecrets = (url: URL | null): string =>
  url === null ? "that address" : `${url.protocol}//${url.host}${url.pathname}`

/** Longest wait for the browser, in milliseconds. */
const connectLimit = 30_000

export const connectToBrowser = ({
  closedProxy,
  temporaryFolder,
  url
}: ConnectOptions): Effect.Effect<Launched, BrowserUrlRefused> =>
  Effect.tryPromise({
    try: async () => {
      const { chromium } = await import("playwright-core")
      const parent = await temporaryFolderOf(temporaryFolder)
      const folder = await browserFolder(parent)
      const release = () => removeBrowserFolder(parent, folder)
      try {
        const browser = await chromium.connectOverCDP(url, {
          artifactsDir: folder,
          isLocal: true,
          // What the browser does for others, as in its own window, stays as it is.
          noDefaults: true,
          timeout: connectLimit
        })
        try {
          await refuseLeaks(browser, closedProxy)
          const cdp = await browser.newBrowserCDPSession()
          const { userAgent } = await cdp.send("Browser.getVersion")
          browser.once("disconnected", () => {
            release().catch(() => undefined)
          })
          return {
            browser,
            cdp,
            folder,
            userAgent: userAgent.replace("HeadlessChrome", "Chrome"),
            pid: undefined,
            release
          }
        } catch (error) {
          await browser.close()
          throw error
        }
      } catch (error) {
        await release()
        throw error
      }
    },
    catch: (cause) => {
      const shown = withoutSecrets(URL.parse(url))
      return new BrowserUrlRefused({ url: shown, why: firstLine(cause).replaceAll(url, shown) })
    }
  })

const firstLine = (cause: unknown): string =>
  cause instanceof Error ? cause.message.split("\n", 1)[0]! : String(cause)

/** Nobody's name, and an address of the browser's own machine. */
const probes = ["http://orbweaver.invalid/", "http://127.0.0.1/", "http://localhost/"]

/** Addresses that a peer connection of the page could use besides a proxy, as text; empty where it has none. */
const peerAddresses = `new Promise((resolve) => {
  if (typeof RTCPeerConnection === "undefined") return resolve("")
  const peer = new RTCPeerConnection()
  const addresses = []
  const end = () => { peer.close(); resolve(addresses.join()) }
  peer.onicecandidate = ({ candidate }) => candidate?.candidate ? addresses.push(candidate.candidate) : end()
  setTimeout(end, 3000)
  peer.createDataChannel("probe")
  peer.createOffer().then((offer) => peer.setLocalDescription(offer)).catch(end)
})`

const refuseLeaks = async (browser: Browser, proxy: ProxyClient): Promise<void> => {
  const context = await browser.newContext({ proxy: { server: proxy.address } })
  try {
    const page = await context.newPage()
    for (const url of probes) {
      const response = await page.goto(url, { timeout: connectLimit }).catch(() => null)
      if (response === null || !proxy.isOwnAnswer(response.headers())) {
        throw new Error(`its contexts do not load ${url} through the proxy of this process at ${proxy.address}`)
      }
    }
    if ((await page.evaluate<string>(peerAddresses)) !== "") {
      throw new Error(
        "its pages reach other machines by WebRTC besides the proxy. Start it with --force-webrtc-ip-handling-policy=disable_non_proxied_udp"
      )
    }
  } finally {
    await context.close()
  }
}
