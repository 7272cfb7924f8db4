/** What every `Snapshots` must do. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { type SnapshotKey, Snapshots } from "@orbweaver/core/scrape/Snapshots"

const key = (url: string, rest: Partial<SnapshotKey> = {}): SnapshotKey => ({ accountId: "a", tag: "", url, ...rest })

export const suite = <E>(name: string, layer: Layer.Layer<Snapshots, E>) =>
  it.layer(layer, { timeout: "120 seconds" })(`Snapshots (${name})`, (it) => {
    it.effect("gives back what was put, and nothing for a page it never saw", () =>
      Effect.gen(function* () {
        const snapshots = yield* Snapshots
        const snapshot = { capturedAt: 5, markdown: "# \u{1F30A}", json: { a: [1, null] }, gone: false }
        yield* snapshots.put(key("https://s.test/back"), snapshot)
        assert.deepStrictEqual(Option.getOrThrow(yield* snapshots.latest(key("https://s.test/back"))), snapshot)
        assert.isTrue(Option.isNone(yield* snapshots.latest(key("https://s.test/never"))))
      })
    )

    it.effect("keeps the newest of a page", () =>
      Effect.gen(function* () {
        const snapshots = yield* Snapshots
        yield* snapshots.put(key("https://s.test/new"), { capturedAt: 1, markdown: "old", gone: false })
        yield* snapshots.put(key("https://s.test/new"), { capturedAt: 2, markdown: "", gone: true })
        const found = Option.getOrThrow(yield* snapshots.latest(key("https://s.test/new")))
        assert.deepInclude(found, { capturedAt: 2, gone: true })
      })
    )

    it.effect("keeps accounts and tags apart", () =>
      Effect.gen(function* () {
        const snapshots = yield* Snapshots
        const url = "https://s.test/apart"
        yield* snapshots.put(key(url), { capturedAt: 1, markdown: "mine", gone: false })
        assert.isTrue(Option.isNone(yield* snapshots.latest(key(url, { accountId: "b" }))))
        assert.isTrue(Option.isNone(yield* snapshots.latest(key(url, { tag: "hourly" }))))
      })
    )

    it.effect("erases the snapshots that are picked, and no others", () =>
      Effect.gen(function* () {
        const snapshots = yield* Snapshots
        const snapshot = { capturedAt: 1, markdown: "x", gone: false }
        const erased = [
          key("https://erased.test/"),
          key("https://erased.test/", { tag: "t" }),
          key("https://erased.test/b", { accountId: "b" })
        ]
        const kept = key("https://kept.test/")
        for (const each of [...erased, kept]) yield* snapshots.put(each, snapshot)
        const isErased = ({ url }: SnapshotKey) => url.startsWith("https://erased.test/")
        assert.strictEqual(yield* snapshots.erase(isErased), 3)
        assert.strictEqual(yield* snapshots.erase(isErased), 0)
        for (const each of erased) assert.isTrue(Option.isNone(yield* snapshots.latest(each)))
        assert.isTrue(Option.isSome(yield* snapshots.latest(kept)))
      })
    )
  })
