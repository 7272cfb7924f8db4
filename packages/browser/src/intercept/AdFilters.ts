/**
 * Filter lists for `blockAds`, in the common syntax of EasyList.
 *
 * A short list of our own is always used. Larger ones have licences of their own
 * and are therefore not shipped: an application names them, and they are fetched
 * through its `Fetcher` (so `Egress` is asked) and kept in a folder of its
 * choice.
 *
 * ```ts
 * const renderer = Layer.unwrap(
 *   Effect.map(AdFilters.load({ urls: ["https://easylist.to/easylist/easylist.txt"], folder }), (filterLists) =>
 *     Playwright.layer({ filterLists })
 *   )
 * )
 * ```
 *
 * `@ghostery/adblocker` is under the MPL. Rules that are regular expressions, or that
 * are not understood in full, are ignored: matching stays linear, and half a rule
 * blocks too much.
 */
import { createHash } from "node:crypto"
import { mkdir, readFile, rename, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { CaptureError, ConnectionFailed } from "@orbweaver/core/model/CaptureError"
import { Fetcher } from "@orbweaver/core/network/Fetcher"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

export interface LoadOptions {
  readonly urls: ReadonlyArray<string>
  /** Where lists are kept between runs; fetched every time when absent. */
  readonly folder?: string | undefined
  /** Lists younger than this are not fetched again; four days when absent. */
  readonly maxAge?: Duration.Input | undefined
}

/** Largest list, in bytes; EasyList has 3 MB. */
const maxBytes = 32 * 1024 * 1024

/** The texts of the lists. One that cannot be fetched is taken from the folder, however old it is. */
export const load = (options: LoadOptions): Effect.Effect<ReadonlyArray<string>, CaptureError, Fetcher> =>
  Effect.forEach(options.urls, (url) => loadOne(url, options), { concurrency: 4 })

const loadOne = Effect.fnUntraced(function* (url: string, { folder, maxAge = "4 days" }: LoadOptions) {
  const file =
    folder === undefined
      ? undefined
      : join(folder, `${createHash("sha256").update(url).digest("hex").slice(0, 32)}.txt`)
  const storedText = file === undefined ? undefined : yield* readStored(file)
  const now = yield* Clock.currentTimeMillis
  if (storedText !== undefined && now - storedText.writtenAt < Duration.toMillis(Duration.fromInputUnsafe(maxAge)))
    return storedText.text
  const fetched = yield* Effect.result(fetchList(url))
  if (fetched._tag === "Failure") return storedText === undefined ? yield* fetched.failure : storedText.text
  if (folder !== undefined && file !== undefined) yield* writeStored(folder, file, fetched.success)
  return fetched.success
})

const fetchList = Effect.fnUntraced(function* (url: string) {
  const { fetch } = yield* Fetcher
  const response = yield* fetch({ url: new URL(url), timeout: Duration.seconds(60), maxBytes })
  if (response.status === 200) return new TextDecoder().decode(response.body)
  return yield* new CaptureError({ url, reason: new ConnectionFailed({ detail: `status ${response.status}` }) })
})

const readStored = (file: string) =>
  Effect.promise(() =>
    Promise.all([readFile(file, "utf8"), stat(file)]).then(
      ([text, { mtimeMs }]) => ({ text, writtenAt: mtimeMs }),
      () => undefined
    )
  )

/** A list that cannot be kept is fetched again next time; that is no reason to do without it now. */
const writeStored = (folder: string, file: string, text: string): Effect.Effect<void> =>
  Effect.ignore(
    Effect.tryPromise(async () => {
      await mkdir(folder, { recursive: true })
      await writeFile(`${file}.part`, text)
      await rename(`${file}.part`, file)
    })
  )
