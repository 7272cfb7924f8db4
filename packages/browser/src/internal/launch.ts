/**
 * Starts one browser process.
 *
 * It is driven over a pipe (`--remote-debugging-pipe`, Playwright's default), which the kernel closes with this process
 * however that ends; Chromium then ends too, so not even `kill -9` leaves an orphan. It gets an environment of its own
 * making: it must not see the secrets of the host process.
 */
import { access, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import * as Effect from "effect/Effect"
import type { Browser, BrowserType, CDPSession } from "playwright-core"
import { BrowserNotFound, type Candidate, home } from "./findBrowser.ts"
import { artifactsFolder, remember, sweep } from "./leftovers.ts"
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
}

export interface Launched {
  readonly browser: Browser
  /** Session of the browser itself, not of a page. */
  readonly cdp: CDPSession
  readonly pid: number
  /** User agent of this browser without the word that says it is headless. */
  readonly userAgent: string
  /** Removes what the browser leaves on the disk; to be called once it has ended. */
  readonly release: () => Promise<void>
}

/** Longest wait for a browser to start, in milliseconds; the first start unpacks it. */
const startLimit = 45_000

/**
 * Only requests of pages are made, and all of them through the proxy: no background traffic, no QUIC or WebRTC besides
 * it, no name looked up by the browser itself.
 */
const flags: ReadonlyArray<string> = [
  "--no-first-run",
  "--no-pings",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-domain-reliability",
  "--disable-client-side-phishing-detection",
  "--disable-sync",
  "--disable-quic",
  "--dns-prefetch-disable",
  "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--disable-blink-features=AutomationControlled",
  "--disable-gpu",
  "--mute-audio",
  "--font-render-hinting=none",
  "--hide-scrollbars"
]

/** Playwright's defaults that make a page more powerful than a scraper wants it. */
const unwanted = ["--disable-popup-blocking", "--disable-ipc-flooding-protection"]

export const launch = (options: LaunchOptions): Effect.Effect<Launched, BrowserNotFound> =>
  Effect.gen(function* () {
    const attemptedPaths: Array<string> = []
    yield* Effect.promise(sweep)
    const { chromium } = yield* Effect.tryPromise({
      try: () => import("playwright-core"),
      // It asks for the user's folder as it is loaded: a user without a name needs a HOME.
      catch: (cause) => new BrowserNotFound({ tried: [`playwright-core: ${firstLine(cause)}`] })
    })
    for (const candidate of options.candidates) {
      const started = yield* Effect.tryPromise({
        try: () => start(chromium, candidate, options),
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
  options: LaunchOptions
): Promise<Launched & { readonly hasSandbox: boolean }> => {
  const { environment, path } = await locate(chromium, candidate)
  const isRoot = process.getuid?.() === 0
  const sandboxes = options.sandbox === undefined ? (isRoot ? [false] : [true, false]) : [options.sandbox]
  const artifactsDir = await artifactsFolder()
  const removeArtifacts = () => rm(artifactsDir, { recursive: true, force: true }).catch(() => undefined)
  let failure: unknown
  for (const chromiumSandbox of sandboxes) {
    try {
      const browser = await chromium.launch({
        executablePath: path,
        headless: true,
        artifactsDir,
        chromiumSandbox,
        env: environment,
        args: [
          ...flags,
          // A page that asks for more memory than this ends itself, not the machine.
          "--js-flags=--max-old-space-size=1024",
          ...(options.pictures ? [] : ["--blink-settings=imagesEnabled=false"]),
          ...options.args
        ],
        ignoreDefaultArgs: unwanted,
        proxy: { server: options.proxy },
        handleSIGINT: false,
        handleSIGTERM: false,
        handleSIGHUP: false,
        timeout: startLimit
      })
      const described = await describe(browser)
      const folders = [artifactsDir, ...described.folders]
      const forget = await remember({ pid: described.pid, folders })
      const release = async () => {
        await removeArtifacts()
        await forget()
      }
      browser.once("disconnected", () => {
        // The next start removes what could not be removed now.
        release().catch(() => undefined)
      })
      return { ...described, release, hasSandbox: chromiumSandbox }
    } catch (error) {
      failure = error
    }
  }
  await removeArtifacts()
  throw failure
}

const describe = async (
  browser: Browser
): Promise<Omit<Launched, "release"> & { readonly folders: ReadonlyArray<string> }> => {
  const cdp = await browser.newBrowserCDPSession()
  const { processInfo } = await cdp.send("SystemInfo.getProcessInfo")
  const { userAgent } = await cdp.send("Browser.getVersion")
  const pid = processInfo.find(({ type }) => type === "browser")?.id
  if (pid === undefined) throw new Error("The browser does not report its process id")
  // Playwright created it and does not expose its path.
  const { commandLine } = await cdp.send("SystemInfo.getInfo")
  const profile = /--user-data-dir="?([^"]*?playwright_chromiumdev_profile-\w+)/.exec(commandLine)?.[1]
  return {
    browser,
    cdp,
    pid,
    userAgent: userAgent.replace("HeadlessChrome", "Chrome"),
    folders: profile === undefined ? [] : [profile]
  }
}

/** The file to run and the environment it runs in. */
export const locate = async (
  chromium: BrowserType,
  candidate: Candidate
): Promise<{ readonly path: string; readonly environment: Record<string, string> }> => {
  const environment = { HOME: home(), TMPDIR: tmpdir(), PATH: "/usr/local/bin:/usr/bin:/bin", LANG: "C.UTF-8" }
  if (candidate.kind === "playwright") return { path: chromium.executablePath(), environment }
  if (candidate.kind !== "packaged") return { path: candidate.path, environment }

  const { fonts, libraries, path } = await unpack(candidate.directory)
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
