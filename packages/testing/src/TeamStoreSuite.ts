/** What every `TeamStore` must do, and the `ApiKeys` that it answers. */
import { assert, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Struct from "effect/Struct"
import * as TestClock from "effect/testing/TestClock"
import { ApiKeys } from "@orbweaver/core/accounts/ApiKeys"
import { secretDigest } from "@orbweaver/core/internal/support/secretDigest"
import { TeamStore } from "@orbweaver/core/accounts/TeamStore"

/** The times of a team's only key, once it was written when it was used last. */
const timesOf = (id: string, isLastUse: (at: number | undefined) => boolean) =>
  Effect.gen(function* () {
    const store = yield* TeamStore
    for (;;) {
      // Uses are written off the path of requests.
      yield* Effect.yieldNow
      const [key] = yield* store.keys(id)
      if (isLastUse(key?.lastUsedAt)) return { createdAt: key?.createdAt, lastUsedAt: key?.lastUsedAt }
    }
  })

const find = (key: string) => ApiKeys.use((keys) => keys.find(Redacted.make(key)))

/** `layer` is built once for the suite; teams of the tests do not collide. */
export const suite = <E>(name: string, layer: Layer.Layer<TeamStore | ApiKeys, E>) =>
  it.layer(layer, { timeout: "120 seconds" })(`TeamStore (${name})`, (it) => {
    it.effect("finds the holder of a key, with the plan of its team", () =>
      Effect.gen(function* () {
        const store = yield* TeamStore
        yield* store.save({
          id: "found",
          credits: 10,
          billingDay: 31,
          timeZone: "Europe/Berlin",
          maxOpenJobs: 7,
          requestsPerMinute: { scrape: 5 },
          maxMonitors: 3,
          keys: [
            { key: "fc-found-1", name: "ci", scopes: ["read"] },
            { key: "fc-found-2" },
            { key: "fc-found-4", scopes: ["scrape", "search"], addresses: ["192.0.2.7"] }
          ]
        })
        assert.deepInclude(yield* find("fc-found-4"), { scopes: ["scrape", "search"], addresses: ["192.0.2.7"] })
        const first = yield* find("fc-found-1")
        assert.strictEqual(first?.account.id, "found")
        assert.strictEqual(first?.account.keyName, "ci")
        assert.strictEqual(first?.account.plan.credits, 10)
        assert.strictEqual(first?.account.plan.tokens, Infinity)
        assert.strictEqual(first?.account.billingDay, 31)
        assert.strictEqual(first?.account.plan.requestsPerMinute?.scrape, 5)
        assert.strictEqual(first?.account.plan.maxMonitors, 3)
        assert.strictEqual(first?.account.plan.maxOpenJobs, 7)
        assert.deepStrictEqual(first?.scopes, ["read"])
        assert.deepStrictEqual((yield* find("fc-found-2"))?.scopes, ["read", "write"])
        assert.notProperty(yield* find("fc-found-2"), "addresses")
        assert.isUndefined(yield* find("fc-found-3"))
      })
    )

    it.effect("takes a key by its digest, and is not opened by the digest", () =>
      Effect.gen(function* () {
        const store = yield* TeamStore
        const digest = `sha256:${yield* secretDigest("fc-digest-1")}`
        yield* store.save({ id: "digest", keys: [{ key: digest }] })
        assert.strictEqual((yield* find("fc-digest-1"))?.account.id, "digest")
        assert.isUndefined(yield* find(digest))
      })
    )

    it.effect("replaces a team and its keys", () =>
      Effect.gen(function* () {
        const store = yield* TeamStore
        yield* store.save({ id: "again", credits: 1, keys: [{ key: "fc-again-1" }] })
        yield* store.save({ id: "again", credits: 2, keys: [{ key: "fc-again-2" }] })
        assert.isUndefined(yield* find("fc-again-1"))
        assert.strictEqual((yield* find("fc-again-2"))?.account.plan.credits, 2)
        const keys = yield* ApiKeys
        assert.strictEqual((yield* keys.account("again"))?.plan.credits, 2)
      })
    )

    it.effect("lists the teams by id, without their keys", () =>
      Effect.gen(function* () {
        const store = yield* TeamStore
        yield* store.save({ id: "listed-b", keys: [{ key: "fc-listed-b" }] })
        yield* store.save({ id: "listed-B", credits: 7, timeZone: "Europe/Vienna", keys: [] })
        const listed = (yield* store.list).filter(({ id }) => id.startsWith("listed-"))
        assert.deepStrictEqual(listed, [{ id: "listed-B", credits: 7, timeZone: "Europe/Vienna" }, { id: "listed-b" }])
      })
    )

    it.effect("lists and adds keys of a team", () =>
      Effect.gen(function* () {
        const store = yield* TeamStore
        yield* store.save({ id: "keyed", keys: [{ key: "fc-keyed-1", name: "b" }] })
        const digest = yield* secretDigest("fc-keyed-2")
        const key = { digest, name: "a", scopes: ["read", "admin"] as const }
        assert.isTrue(yield* store.addKey("keyed", key))
        assert.isFalse(yield* store.addKey("keyed", key))
        const limited = {
          digest: yield* secretDigest("fc-keyed-4"),
          name: "c",
          scopes: ["crawl"] as const,
          addresses: ["203.0.113.0/24", "2001:db8::/32"]
        }
        assert.isTrue(yield* store.addKey("keyed", limited))
        assert.isFalse(yield* store.addKey("no such team", { ...key, digest: yield* secretDigest("fc-keyed-3") }))
        assert.deepStrictEqual((yield* find("fc-keyed-2"))?.scopes, ["read", "admin"])
        const found = yield* store.keys("keyed")
        const [first, second, third, ...more] = found.map((row) => Struct.omit(row, ["createdAt", "lastUsedAt"]))
        assert.deepStrictEqual(third, limited)
        assert.deepInclude(yield* find("fc-keyed-4"), { scopes: ["crawl"], addresses: limited.addresses })
        assert.deepStrictEqual(first, key)
        assert.deepInclude(second, { name: "b", scopes: ["read", "write"] })
        assert.lengthOf(more, 0)
        assert.deepStrictEqual(yield* store.keys("no such team"), [])
      })
    )

    // The clock is shared with the other tests, none of which moves it.
    it.effect("knows when a key was made and last used, to the minute, also when its team is written again", () =>
      Effect.gen(function* () {
        const store = yield* TeamStore
        const team = { id: "timed", keys: [{ key: "fc-timed-1" }] }
        yield* TestClock.adjust("1 hour")
        const createdAt = yield* Clock.currentTimeMillis
        yield* store.save(team)
        assert.isUndefined(yield* find("fc-timed-2"))
        assert.deepStrictEqual(yield* timesOf("timed", () => true), { createdAt, lastUsedAt: undefined })
        yield* TestClock.adjust("1 hour")
        const lastUsedAt = yield* Clock.currentTimeMillis
        yield* find("fc-timed-1")
        const times = { createdAt, lastUsedAt }
        assert.deepStrictEqual(yield* timesOf("timed", (at) => at !== undefined), times)
        yield* TestClock.adjust("59 seconds")
        yield* find("fc-timed-1")
        const digest = yield* secretDigest("fc-timed-1")
        assert.isFalse(yield* store.addKey("timed", { digest, name: "again", scopes: ["read"] }))
        yield* store.save({ ...team, credits: 1 })
        assert.deepStrictEqual(yield* timesOf("timed", () => true), times)
        yield* TestClock.adjust("1 second")
        yield* find("fc-timed-1")
        assert.deepStrictEqual(yield* timesOf("timed", (at) => at !== lastUsedAt), {
          createdAt,
          lastUsedAt: lastUsedAt + 60_000
        })
      })
    )

    it.effect("takes a key away, and a whole team", () =>
      Effect.gen(function* () {
        const store = yield* TeamStore
        yield* store.save({ id: "away", keys: [{ key: "fc-away-01" }, { key: "fc-away-02" }] })
        assert.isTrue(yield* store.revoke("fc-away-01"))
        assert.isFalse(yield* store.revoke("fc-away-01"))
        assert.isUndefined(yield* find("fc-away-01"))
        assert.isDefined(yield* find("fc-away-02"))
        assert.isTrue(yield* store.remove("away"))
        assert.isFalse(yield* store.remove("away"))
        assert.isUndefined(yield* find("fc-away-02"))
        const keys = yield* ApiKeys
        assert.isUndefined(yield* keys.account("away"))
      })
    )
  })
