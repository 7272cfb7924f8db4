/**
 * What a tab presents to pages. Tabs are reused between requests of one account
 * with the same profile and never across profiles.
 *
 * The user agent names the version that really runs: a browser that claims to be another one is recognised by its
 * features, so honesty is the best disguise.
 */
import * as Effect from "effect/Effect"
import { CurrentAccount } from "@orbweaver/core/accounts/Account"
import { isOfClient } from "@orbweaver/core/internal/model/RequestHeaders"
import type { RenderRequest } from "@orbweaver/core/network/Renderer"
import type { BrowserState } from "@orbweaver/core/network/BrowserState"
import type { Session } from "@orbweaver/core/network/Session"
import { languagesOf, mobileAgent, withBare } from "@orbweaver/core/internal/network/ClientProfile"
import type { BrowserContextOptions } from "playwright-core"
import { timezoneOf } from "./countries.ts"

export interface Profile {
  readonly accountId: string
  /** Two profiles with one key are the same. */
  readonly key: string
  /** Whether pictures are decoded, because something wants to see them. */
  readonly pictures: boolean
  readonly mobile: boolean
  readonly languages: ReadonlyArray<string>
  readonly timezone: string | undefined
  readonly skipTlsVerification: boolean
  /** The caller's own; undefined presents the browser's. */
  readonly userAgent: string | undefined
  readonly session: Session | undefined
  /** Cookies and storage that the browser begins with. */
  readonly initialState: BrowserState | undefined
  /** The request carries credentials: its tab is new and serves no other. */
  readonly isPrivate: boolean
}

export const viewports = {
  desktop: { width: 1280, height: 800 },
  mobile: { width: 412, height: 915 }
} as const

export const profileOf = (request: RenderRequest): Effect.Effect<Profile> =>
  Effect.map(CurrentAccount, (account) => {
    const headers = lowerCased(request.headers)
    const { location } = request
    const profile = {
      pictures: wantsPictures(request),
      mobile: request.mobile,
      languages: location === undefined ? ["en-US"] : languagesOf(location),
      timezone: location === undefined ? undefined : timezoneOf(location.country),
      skipTlsVerification: request.skipTlsVerification === true,
      userAgent: headers["user-agent"] ?? request.session?.userAgent
    }
    return {
      ...profile,
      accountId: account.id,
      key: JSON.stringify([
        account.id,
        account.egress ?? null,
        (account.threats ?? []).map(({ given }) => given),
        profile
      ]),
      session: request.session,
      initialState: request.state?.initial,
      isPrivate:
        request.session !== undefined ||
        request.state !== undefined ||
        Object.keys(headers).some((name) => !isOfClient(name))
    }
  })

export const lowerCased = (headers: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

const wantsPictures = ({ actions, branding, screenshot }: RenderRequest): boolean =>
  screenshot !== undefined || branding === true || actions.some(({ type }) => type === "screenshot" || type === "pdf")

/** Options of the browser context; `userAgent` is the browser's own. */
export const contextOptions = (profile: Profile, userAgent: string, proxy: string): BrowserContextOptions => ({
  proxy: { server: proxy },
  userAgent: agentOf(profile, userAgent),
  viewport: profile.mobile ? viewports.mobile : viewports.desktop,
  ...(profile.mobile ? { isMobile: true, hasTouch: true, deviceScaleFactor: 2.625 } : {}),
  locale: profile.languages[0] ?? "en-US",
  ...(profile.timezone === undefined ? {} : { timezoneId: profile.timezone }),
  ignoreHTTPSErrors: profile.skipTlsVerification,
  // A worker would outlive the page and answer the next one from its cache. See `withoutServiceWorkers`.
  serviceWorkers: "block",
  acceptDownloads: true
})

/**
 * Run in every document before its own scripts: a browser without service workers (W3C Service Workers, 3.4). A registration
 * that only does nothing would leave a page waiting for `navigator.serviceWorker.ready`, which never resolves; a page that
 * finds no `serviceWorker` goes to the network.
 */
export const withoutServiceWorkers = "delete Navigator.prototype.serviceWorker"

/**
 * What Playwright's context options do not cover: all languages, which Chromium also writes into `Accept-Language` with
 * their weights, and client hints that agree with the user agent. Requests with their own user agent send no hints.
 */
export const agentOverride = (profile: Profile, userAgent: string) => ({
  userAgent: agentOf(profile, userAgent),
  acceptLanguage: withBare(profile.languages).join(","),
  ...(profile.userAgent === undefined ? { userAgentMetadata: hints(profile.mobile, userAgent) } : {})
})

const hints = (mobile: boolean, userAgent: string) => {
  const full = /Chrome\/([\d.]+)/.exec(userAgent)?.[1] ?? "150.0.0.0"
  const version = full.slice(0, full.indexOf("."))
  const platform = /Windows/.test(userAgent) ? "Windows" : /Mac OS X/.test(userAgent) ? "macOS" : "Linux"
  return {
    brands: [
      { brand: "Not_A Brand", version: "8" },
      { brand: "Chromium", version }
    ],
    fullVersionList: [
      { brand: "Not_A Brand", version: "8.0.0.0" },
      { brand: "Chromium", version: full }
    ],
    platform: mobile ? "Android" : platform,
    platformVersion: mobile ? "10" : "",
    architecture: mobile ? "" : process.arch === "arm64" ? "arm" : "x86",
    bitness: mobile ? "" : "64",
    model: mobile ? "K" : "",
    mobile
  }
}

const agentOf = (profile: Profile, userAgent: string): string =>
  profile.userAgent ?? (profile.mobile ? mobileAgent(/Chrome\/(\d+)/.exec(userAgent)?.[1]) : userAgent)
