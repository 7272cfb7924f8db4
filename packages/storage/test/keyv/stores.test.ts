// The stores that Keyv has adapters for: those of versions 5 and 6 type-check, and those at hand pass the suites.
import { KeyvBlobs, KeyvPageCache } from "@orbweaver/storage"
import { BlobStoreSuite, PageCacheSuite } from "@orbweaver/testing"
import type { KeyvMongo } from "@keyv/mongo"
import { KeyvPostgres } from "@keyv/postgres"
import type KeyvRedis from "@keyv/redis"
import { Effect, Layer, type Scope } from "effect"
import { Keyv } from "keyv"
import { Keyv as Keyv6 } from "keyv-6"
import { KeyvFile } from "keyv-file"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, inject, it } from "vitest"

const { baseUrl, maxBytes } = BlobStoreSuite
/** The adapter has one pool for all of its instances, which the first to be disconnected closes. */
const adapters: Array<KeyvPostgres> = []
const postgres = Effect.sync(() => {
  const adapter = new KeyvPostgres({ uri: inject("postgresUrl"), table: `keyv_${adapters.length}`, max: 4 })
  adapters.push(adapter)
  return new Keyv(adapter)
})
afterAll(() => adapters[0]?.disconnect())

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "orbweaver-keyv-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)
const file = Effect.map(
  folder,
  (path) => new Keyv({ store: new KeyvFile({ filename: join(path, "k"), writeDelay: 0 }) })
)

const stores: Readonly<Record<string, Effect.Effect<Keyv | Keyv6, never, Scope.Scope>>> = {
  "Keyv 6": Effect.sync(() => new Keyv6()),
  "@keyv/postgres": postgres,
  "keyv-file": file
}
for (const [name, keyv] of Object.entries(stores)) {
  PageCacheSuite.suite(name, Layer.unwrap(Effect.map(keyv, (one) => KeyvPageCache.layer(one))))
  PageCacheSuite.boundedSuite(name, () =>
    Layer.unwrap(Effect.map(keyv, (one) => KeyvPageCache.layer(one, { maxBytes: PageCacheSuite.maxBytes })))
  )
  BlobStoreSuite.suite(name, () => Layer.unwrap(Effect.map(keyv, (one) => KeyvBlobs.layer(one, { baseUrl, maxBytes }))))
}

it("takes a Keyv over the adapters of today", () => {
  const over = (adapter: KeyvRedis<unknown> | KeyvMongo | undefined) => KeyvPageCache.layer(new Keyv(adapter))
  expect(over(undefined)).toBeDefined()
})
