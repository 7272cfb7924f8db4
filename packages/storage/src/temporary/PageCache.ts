/**
 * `PageCache` in memory that continues on disk: what the library uses by
 * default.
 *
 * Pages that find no room in memory go to a file that nobody else can see: SQLite
 * makes it in the system's temporary folder with the first such page, without a
 * name, and it is gone with the layer, or with the process however that ends.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeMemory, PageCache } from "@orbweaver/core/scrape/PageCache"

export interface Options {
  /** Bytes of bodies in memory; 16 MiB when absent. */
  readonly memoryBytes?: number | undefined
  /** Bytes of bodies and pictures on disk; 1 GiB when absent. */
  readonly maxBytes?: number | undefined
}

export const layer = ({ maxBytes, memoryBytes }: Options = {}): Layer.Layer<PageCache> =>
  Layer.effect(
    PageCache,
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      // Loaded with the first page that goes to disk. The empty name is SQLite's for a file without one.
      const opened = yield* Effect.cached(
        Effect.promise(() => import("../sqlite/PageCache.ts")).pipe(
          Effect.flatMap(({ file }) => Layer.buildWithScope(file("", { maxBytes }), scope)),
          Effect.map((context) => Context.get(context, PageCache))
        )
      )
      let spilled = false
      return makeMemory({
        maxBytes: memoryBytes,
        overflow: {
          get: (key, maxAge) =>
            spilled ? Effect.flatMap(opened, (disk) => disk.get(key, maxAge)) : Effect.succeedNone,
          set: (key, page) => {
            spilled = true
            return Effect.flatMap(opened, (disk) => disk.set(key, page))
          },
          erase: (isErased) => (spilled ? Effect.flatMap(opened, (disk) => disk.erase(isErased)) : Effect.succeed(0)),
          remove: (key) => (spilled ? Effect.flatMap(opened, (disk) => disk.remove(key)) : Effect.void)
        }
      })
    })
  )
