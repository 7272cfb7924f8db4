import { assert, it } from "@effect/vitest"
import { LocalIndex } from "@orbweaver/core/scrape/LocalIndex"
import { sqlite } from "@orbweaver/storage"
import { Effect } from "effect"

it.live("of a word on more pages than can be ranked, SQLite finds the titles first, however old, then the newest", () =>
  Effect.gen(function* () {
    const index = yield* LocalIndex
    const page = (name: string, rest: object = {}) => ({
      accountId: "a",
      url: `https://site.test/${name}`,
      title: "page",
      description: "",
      markdown: "the tide comes in",
      ...rest
    })
    yield* index.put(page("titled", { title: "All about the tide" }))
    for (let number = 0; number < 1200; number++) yield* index.put(page(String(number)))
    yield* index.put(page("other", { accountId: "b", title: "tide" }))
    const hits = yield* index.search({ accountId: "a", text: "tide", limit: 3 })
    assert.strictEqual(hits[0]?.url, "https://site.test/titled")
    assert.lengthOf(hits, 3)
    assert.isFalse(hits.some(({ url }) => url.endsWith("other")))
  }).pipe(Effect.provide(sqlite(":memory:")))
)
