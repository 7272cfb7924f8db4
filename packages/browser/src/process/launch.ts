/**
 * Starts one browser process. It gets an environment of its own making: it must not see the secrets of the host process.
 */
import { access } from "node:fs/promises"
import { tmpdir } from "node:os"
import * as Effect from "effect/Effect"
import type { Browser, BrowserType, CDPSession } from "playwright-core"
import type { BoundedPipe } from "./boundedPipe.ts"
import { startChromium } from "./chromiumProcess.ts"
import { BrowserNotFound, type Candidate, home } from "./findBrowser.ts"
import {
  browserFolder,
  profileIn,
  remember,
  removeBrowserFolder,
  sweep,
  temporaryFolderOf,
  temporaryFolderOfBrowser
} from "./leftovers.ts"
import { missingLibraries, unpack } from "./packagedChromium.ts"

interface LaunchOptions {
  readonly candidates: ReadonlyArray<Candidate>
  /** Chromium's sandbox; when absent, tried wherever the user is not root. */
  readonly sandbox: boolean | undefined
  /** False never decodes a picture: a third less work for a page whose text is wanted. */
  readonly pictures: boolean
  /** Proxy of whatever is not inside a context of ours. */
  readonly proxy: string
  readonly args: ReadonlyArray<string>
  /** Where the browser keeps its profile and its files; the system's temporary folder when absent. */
  readonly temporaryFolder: string | undefined
}

export interface Launched {
  readonly browser: Browser
  /** Session of the browser itself, not of a page. */
  readonly cdp: CDPSession
  /** Of a browser that this process started. */
  readonly pid: number | undefined
  /** Where it writes its profile, its temporary files and what it downloads. */
  readonly folder: string
  /** User agent of this browser without the word that says it is headless. */
  readonly userAgent: string
  /** Removes what the browser leaves on the disk; to be called once it has ended. */
  readonly release: () => Promise<void>
}

/** A browser that this process started. */
export interface OwnBrowser extends Launched {
  readonly pid: number
  /** For users of the browser beside Playwright. */
  readonly join: BoundedPipe["join"]
}

/** Longest wait for a browser to start, in milliseconds; the first start unpacks it. */
const startLimit = 45_000

/** Playwright needs these, or scrapes better with them. */
const automation: ReadonlyArray<string> = [
  "--headless",
  "--no-startup-window",
  "--no-first-run",
  "--no-default-browser-check",
  // Pages in the background run as fast as the one in front.
  "--disable-background-timer-throttling",
  "--disable-backgrounding-occluded-windows",
  "--disable-renderer-backgrounding",
  // A page that is left is gone, and every navigation loads its page.
  "--disable-back-forward-cache",
  // Input and pictures need not wait for a first frame, and pictures look the same on every machine.
  "--allow-pre-commit-input",
  "--force-color-profile=srgb",
  "--font-render-hinting=none",
  "--hide-scrollbars",
  "--enable-features=CDPScreenshotNewSurface",
  "--disable-features=PaintHolding,AvoidUnnecessaryBeforeUnloadCheckSync,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,DestroyProfileOnBrowserClose,MediaRouter,OptimizationHints,NetworkTimeServiceQuerying",
  "--enable-unsafe-swiftshader",
  "--disable-gpu",
  "--mute-audio",
  // Containers have little shared memory.
  "--disable-dev-shm-usage",
  // Nothing asks, reports or keeps passwords.
  "--disable-breakpad",
  "--disable-hang-monitor",
  "--disable-prompt-on-repost",
  "--disable-search-engine-choice-screen",
  "--password-store=basic",
  "--use-mock-keychain"
]

/**
 * Only requests of pages are made, and all of them through the proxy: no background traffic, no QUIC or WebRTC besides
 * it, no name looked up by the browser itself.
 */
const quiet: ReadonlyArray<string> = [
  "--no-pings",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-default-apps",
  "--disable-extensions",
  "--disable-component-extensions-with-background-pages",
  "--disable-field-trial-config",
  "--metrics-recording-only",
  "--no-service-autorun",
  "--disable-domain-reliability",
  "--disable-client-side-phishing-detection",
  "--disable-sync",
  "--disable-quic",
  "--dns-prefetch-disable",
  "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
  "--proxy-bypass-list=<-loopback>",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--webrtc-ip-handling-policy=disable_non_proxied_udp"
]

/** What a page sees of a device with a mouse. */
const desktopPointer = "primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4"

export const launch = (options: LaunchOptions): Effect.Effect<OwnBrowser, BrowserNotFound> =>
  Effect.gen(function* () {
    const attemptedPaths: Array<string> = []
    const parent = yield* Effect.tryPromise({
      try: () => temporaryFolderOf(options.temporaryFolder),
      catch: (cause) => new BrowserNotFound({ tried: [`temporaryFolder: ${firstLine(cause)}`] })
    })
    yield* Effect.promise(() => sweep(parent))
    const { chromium } = yield* Effect.tryPromise({
      try: () => import("playwright-core"),
      // It asks for the user's folder as it is loaded: a user without a name needs a HOME.
      catch: (cause) => new BrowserNotFound({ tried: [`playwright-core: ${firstLine(cause)}`] })
    })
    for (const candidate of options.candidates) {
      const started = yield* Effect.tryPromise({
        try: () => start(chromium, candidate, parent, options),
        catch: firstLine
      }).pipe(Effect.result)
      if (started._tag === "Success") {
        const { hasSandbox, ...launched } = started.success
        if (!hasSandbox && options.sandbox === undefined && process.getuid?.() !== 0) {
          yield* Effect.logWarning(
            "Chromium runs without its sandbox, because the sandbox does not work for this user on this machine"
          )
        }
        return launched
      }
      attemptedPaths.push(`${nameOf(candidate)}: ${started.failure}`)
    }
    return yield* new BrowserNotFound({ tried: attemptedPaths })
  })

const firstLine = (cause: unknown): string =>
  cause instanceof Error ? cause.message.split("\n", 1)[0]! : String(cause)

const nameOf = (candidate: Candidate): string =>
  candidate.kind === "packaged" ? "@sparticuz/chromium" : "path" in candidate ? candidate.path : "Playwright's Chromium"

const start = async (
  chromium: BrowserType,
  candidate: Candidate,
  parent: string,
  options: LaunchOptions
): Promise<OwnBrowser & { readonly hasSandbox: boolean }> => {
  const { environment, path } = await locate(chromium, candidate, parent)
  const isRoot = process.getuid?.() === 0
  const sandboxes = options.sandbox === undefined ? (isRoot ? [false] : [true, false]) : [options.sandbox]
  let failure: unknown
  for (const hasSandbox of sandboxes) {
    try {
      return { ...(await connect(chromium, { path, environment, hasSandbox, parent, options })), hasSandbox }
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

interface Start {
  readonly path: string
  readonly environment: Record<string, string>
  readonly hasSandbox: boolean
  /** Folder of its folder. */
  readonly parent: string
  readonly options: LaunchOptions
}

const connect = async (
  chromium: BrowserType,
  { environment, hasSandbox, options, parent, path }: Start
): Promise<OwnBrowser> => {
  const folder = await browserFolder(parent)
  const remove = () => removeBrowserFolder(parent, folder)
  const ownEnvironment = { ...environment, TMPDIR: temporaryFolderOfBrowser(parent, folder) }
  const args = [
    ...automation,
    ...quiet,
    "--disable-blink-features=AutomationControlled",
    ...(hasSandbox ? [] : ["--no-sandbox"]),
    `--proxy-server=${options.proxy}`,
    `--user-data-dir=${profileIn(folder)}`,
    // A page that asks for more memory than this ends itself, not the machine.
    "--js-flags=--max-old-space-size=1024",
    `--blink-settings=${desktopPointer}${options.pictures ? "" : ",imagesEnabled=false"}`,
    ...options.args
  ]
  const { ended, kill, pid, transport } = await startChromium({ path, environment: ownEnvironment, args }).catch(
    async (error) => {
      await remove()
      throw error
    }
  )
  const forget = await remember(parent, { pid, folders: [folder] })
  const release = async () => {
    await ended
    await remove()
    await forget()
  }
  try {
    const browser = await Promise.race([
      chromium.connectOverCDP(transport, { artifactsDir: folder, timeout: startLimit }),
      ended.then((output) => Promise.reject(new Error(`The browser ended as it started. ${output}`)))
    ])
    const cdp = await browser.newBrowserCDPSession()
    const { userAgent } = await cdp.send("Browser.getVersion")
    browser.once("disconnected", () => {
      // The next start removes what could not be removed now.
      release().catch(() => undefined)
    })
    return {
      browser,
      cdp,
      join: transport.join,
      pid,
      folder,
      userAgent: userAgent.replace("HeadlessChrome", "Chrome"),
      release
    }
  } catch (error) {
    kill()
    await release()
    throw error
  }
}

/** The file to run and the environment it runs in. */
export const locate = async (
  chromium: BrowserType,
  candidate: Candidate,
  parent: string = tmpdir()
): Promise<{ readonly path: string; readonly environment: Record<string, string> }> => {
  const environment = { HOME: home(), TMPDIR: parent, PATH: "/usr/local/bin:/usr/bin:/bin", LANG: "C.UTF-8" }
  if (candidate.kind === "playwright") return { path: chromium.executablePath(), environment }
  if (candidate.kind !== "packaged") return { path: candidate.path, environment }

  const { fonts, libraries, path } = await unpack(candidate.directory, parent)
  const withFonts = (await exists("/etc/fonts/fonts.conf")) ? environment : { ...environment, FONTCONFIG_PATH: fonts }
  if ((await missingLibraries(path, withFonts)).length === 0) return { path, environment: withFonts }
  const withLibraries = { ...withFonts, LD_LIBRARY_PATH: libraries }
  const missing = await missingLibraries(path, withLibraries)
  if (missing.length > 0) throw new Error(`shared libraries are missing: ${missing.join(", ")}`)
  return { path, environment: withLibraries }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false
  )
