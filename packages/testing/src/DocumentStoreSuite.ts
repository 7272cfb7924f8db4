/** What every `DocumentStore` must do. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { type DocumentKey, DocumentStore, type ListedDocument } from "@orbweaver/core/jobs/DocumentStore"
import { JobId } from "@orbweaver/core/model/Job"

const newId = () => JobId.make(crypto.randomUUID())

const listed = Effect.fnUntraced(function* (id: JobId | undefined) {
  const store = yield* DocumentStore
  const found: Array<ListedDocument> = []
  yield* store.list(id, (some) => Effect.sync(() => void found.push(...some)))
  return found
})

const namesOf = (id: JobId) => Effect.map(listed(id), (found) => found.map(({ name }) => name).toSorted())

/** `layer` is built once for the suite; jobs of the tests do not collide. */
export const suite = <E>(name: string, layer: Layer.Layer<DocumentStore, E>) =>
  it.layer(layer, { timeout: "120 seconds" })(`DocumentStore (${name})`, (it) => {
    it.effect("gives back every character, and of one name what was stored last", () =>
      Effect.gen(function* () {
        const store = yield* DocumentStore
        const key: DocumentKey = { jobId: newId(), name: "12-3" }
        const text = JSON.stringify({ markdown: `é 日本 \u{1f600} \ud800 ${"long ".repeat(100_000)}` })
        yield* store.put(key, "before")
        yield* store.put(key, text)
        assert.strictEqual(yield* store.get(key), text)
        assert.isUndefined(yield* store.get({ ...key, name: "12-4" }))
        assert.isUndefined(yield* store.get({ ...key, jobId: newId() }))
      })
    )

    it.effect("reads no more of a document than was stored", () =>
      Effect.gen(function* () {
        const store = yield* DocumentStore
        const key: DocumentKey = { jobId: newId(), name: "1-1-7" }
        yield* store.put(key, "日本!")
        assert.strictEqual(yield* store.get(key, 7), "日本!")
        assert.strictEqual((yield* Effect.flip(store.get(key, 6))).kind, "damaged")
      })
    )

    it.effect("lists the documents of a job, and removes some or all of them", () =>
      Effect.gen(function* () {
        const store = yield* DocumentStore
        const [one, other] = [newId(), newId()]
        for (const name of ["1-1", "2-1", "a/b c"]) yield* store.put({ jobId: one, name }, name)
        yield* store.put({ jobId: other, name: "1-1" }, "of another job")
        assert.deepStrictEqual(yield* namesOf(one), ["1-1", "2-1", "a/b c"])
        const all = yield* listed(undefined)
        assert.strictEqual(all.filter(({ jobId }) => jobId === one || jobId === other).length, 4)
        yield* store.remove([
          { jobId: one, name: "a/b c" },
          { jobId: one, name: "never there" }
        ])
        assert.deepStrictEqual(yield* namesOf(one), ["1-1", "2-1"])
        yield* store.removeJob(one)
        assert.deepStrictEqual(yield* namesOf(one), [])
        assert.strictEqual(yield* store.get({ jobId: other, name: "1-1" }), "of another job")
        yield* store.removeJob(one)
      })
    )
  })
