/**
 * Where `scrape --max-age` finds and keeps pages: one file in the user's own
 * cache directory, shared by all runs.
 */
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Stdio } from "effect/Stdio"
import { PageCache } from "@orbweaver/core/scrape/PageCache"
import { homedir } from "node:os"
import { join } from "node:path"
import { note } from "../output/print.ts"

/** XDG Base Directory Specification, and what stands for it elsewhere. */
const directory = Effect.suspend(() => {
  const named = process.platform === "win32" ? "LOCALAPPDATA" : "XDG_CACHE_HOME"
  const otherwise = process.platform === "darwin" ? join(homedir(), "Library", "Caches") : join(homedir(), ".cache")
  return Effect.map(Config.NonEmptyString(named).pipe(Config.withDefault(otherwise)), (base) => join(base, "orbweaver"))
})

/** At most 256 MiB; the oldest pages go first. A page that cannot be kept is scraped all the same. */
export const userCache: Effect.Effect<Layer.Layer<PageCache>, never, Stdio> = Effect.map(
  Effect.context<Stdio>(),
  (io) => Layer.provide(kept, Layer.succeedContext(io))
)

const kept: Layer.Layer<PageCache, never, Stdio> = Layer.unwrap(
  Effect.gen(function* () {
    const [{ file }, { mkdir }] = yield* Effect.promise(() =>
      Promise.all([import("@orbweaver/storage/internal/sqlite/PageCache"), import("node:fs/promises")])
    )
    const path = yield* directory
    yield* Effect.tryPromise(() => mkdir(path, { recursive: true, mode: 0o700 }))
    return file(join(path, "pages.sqlite"), { maxBytes: 256 * 1024 * 1024 })
  })
).pipe(
  Layer.catchCause(() =>
    Layer.unwrap(
      Effect.as(note("warning: pages are not cached, because the cache directory cannot be used"), PageCache.layerNone)
    )
  )
)
