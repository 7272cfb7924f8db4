/** Captured pages in a store of your own, here a folder: `node customPageStore.ts https://example.com`. */
import { type CachedPage, PageCache } from "@orbweaver/core/scrape/PageCache"
import { Duration, Effect, Layer, Option } from "effect"
import { createHash } from "node:crypto"
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { deserialize, serialize } from "node:v8"
import { createOrbweaver } from "orbweaver"

interface StoredPage {
  readonly key: string
  readonly page: CachedPage
}

/** `PageCacheSuite` of `@orbweaver/testing` says what else a store for many processes has to hold. */
export const folderPages = (folder: string) => {
  const fileOf = (key: string) => join(folder, createHash("sha256").update(key).digest("hex"))
  return Layer.succeed(PageCache, {
    get: (key, maxAge) =>
      Effect.promise(async () => {
        const bytes = await readFile(fileOf(key)).catch(() => undefined)
        if (bytes === undefined) return Option.none()
        const { page } = deserialize(bytes) as StoredPage
        return Date.now() - page.capturedAt <= Duration.toMillis(maxAge) ? Option.some(page) : Option.none()
      }),
    set: (key, page) =>
      Effect.promise(async () => {
        await mkdir(folder, { recursive: true })
        await writeFile(fileOf(key), serialize({ key, page } satisfies StoredPage))
      }),
    remove: (key) => Effect.promise(() => rm(fileOf(key), { force: true })),
    erase: (isErased) =>
      Effect.promise(async () => {
        const names = await readdir(folder).catch(() => [])
        let erased = 0
        for (const name of names) {
          const { key, page } = deserialize(await readFile(join(folder, name))) as StoredPage
          if (!isErased({ key, url: page.url })) continue
          await rm(join(folder, name))
          erased++
        }
        return erased
      })
  })
}

if (import.meta.main) {
  await using orb = createOrbweaver({ cache: folderPages("pages") })
  const { metadata } = await orb.scrape(process.argv[2] ?? "https://example.com", { maxAge: "1 day" })
  console.log(metadata.cacheState)
}
