/**
 * Finds a Chromium: the path that was given, Chrome or Chromium as installed on the machine, the one Playwright has
 * downloaded, or the packaged one of `@sparticuz/chromium`.
 *
 * Candidates come in that order; the launcher takes the first that starts,
 * because a file of the right name may be a stub that only says how to install
 * the real one.
 */
import { access, constants, readdir } from "node:fs/promises"
import { homedir, tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** No browser was found, or none of those found would start. */
export class BrowserNotFound extends Schema.TaggedError<BrowserNotFound>()("BrowserNotFound", {
  /** Where was looked, and what happened there. */
  tried: Schema.Array(Schema.String)
}) {
  override get message() {
    return `No browser could be started. Install Chrome or Chromium, or add @sparticuz/chromium to the project. Tried: ${this.tried.join("; ")}`
  }
}

export type Candidate =
  | { readonly kind: "given" | "installed"; readonly path: string }
  /** Playwright knows the path once it is loaded. */
  | { readonly kind: "playwright" }
  | { readonly kind: "packaged"; readonly directory: string }

const names = [
  "google-chrome-stable",
  "google-chrome",
  "chromium",
  "chromium-browser",
  "chrome-headless-shell",
  "microsoft-edge"
]

const places: Readonly<Record<string, ReadonlyArray<string>>> = {
  linux: ["/opt/google/chrome/chrome", "/usr/bin/chromium", "/usr/lib/chromium/chromium", "/snap/bin/chromium"],
  darwin: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge"
  ],
  win32: [
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe"
  ]
}

const playwrightCaches: Readonly<Record<string, string>> = {
  linux: ".cache/ms-playwright",
  darwin: "Library/Caches/ms-playwright",
  win32: "AppData/Local/ms-playwright"
}

/** Every browser worth a try, best first; touches the disk only. */
export const candidates = (
  executablePath: string | undefined
): Effect.Effect<ReadonlyArray<Candidate>, BrowserNotFound> =>
  Effect.gen(function* () {
    if (executablePath !== undefined) {
      if (yield* isExecutable(executablePath)) return [{ kind: "given", path: executablePath }]
      return yield* new BrowserNotFound({ tried: [`${executablePath}: not an executable file`] })
    }
    const searchPath = yield* Config.String("PATH").pipe(
      Config.withDefault(""),
      Effect.orElseSucceed(() => "")
    )
    const paths = new Set([
      ...names.flatMap((name) =>
        searchPath
          .split(delimiter)
          .filter((folder) => folder !== "")
          .map((folder) => join(folder, name))
      ),
      ...(places[process.platform] ?? [])
    ])
    const found: Array<Candidate> = []
    for (const path of paths) if (yield* isExecutable(path)) found.push({ kind: "installed", path })
    if (yield* hasPlaywrightBrowser) found.push({ kind: "playwright" })
    const directory = packagedDirectory()
    if (directory !== undefined) found.push({ kind: "packaged", directory })
    if (found.length === 0) {
      return yield* new BrowserNotFound({
        tried: [`${names.join(", ")} on the PATH`, "Playwright's cache", "@sparticuz/chromium"]
      })
    }
    return found
  })

const isExecutable = (path: string): Effect.Effect<boolean> =>
  Effect.promise(() =>
    access(path, constants.X_OK).then(
      () => true,
      () => false
    )
  )

const hasPlaywrightBrowser: Effect.Effect<boolean> = Effect.promise(() => {
  const cache = playwrightCaches[process.platform]
  if (cache === undefined) return Promise.resolve(false)
  return readdir(join(home(), cache)).then(
    (entries) => entries.some((entry) => entry.startsWith("chromium")),
    () => false
  )
})

/** Folder of the packaged browser's files; undefined when the package is not installed. */
const packagedDirectory = (): string | undefined => {
  try {
    // The package is not imported: doing so may change the environment of this process.
    return join(fileURLToPath(import.meta.resolve("@sparticuz/chromium")), "..", "..")
  } catch {
    return undefined
  }
}

/** The user's folder; the temporary one for a user without a name. */
export const home = (): string => {
  try {
    return homedir()
  } catch {
    return tmpdir()
  }
}
