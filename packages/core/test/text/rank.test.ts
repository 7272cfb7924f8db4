import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { rank } from "../../src/text/rank.ts"

const Words = Schema.Array(Schema.Literals(["sea", "tide", "boat", "pier"]))

describe("ranking by the words of a search", () => {
  it.effect("puts what fits best first, by address, title and description", () =>
    Effect.gen(function* () {
      const links = [
        { url: "https://s.test/about-us" },
        { url: "https://s.test/a", title: "All tides of the year" },
        { url: "https://s.test/tides" },
        { url: "https://s.test/b", description: "How tides work" }
      ]
      assert.deepStrictEqual(
        (yield* rank(links, "tides")).map(({ url }) => new URL(url).pathname),
        ["/tides", "/b", "/a", "/about-us"]
      )
    })
  )

  it.effect.prop("keeps every link, and the order of equals", [Schema.Array(Words)], ([pages]) =>
    Effect.gen(function* () {
      const links = pages.map((words, place) => ({ url: words.join("/"), place }))
      const ranked = yield* rank(links, "tide boat")
      assert.sameMembers([...ranked], links)
      for (const [index, { place, url }] of ranked.entries()) {
        const next = ranked[index + 1]
        if (next?.url === url) assert.isBelow(place, next.place)
      }
    })
  )
})
