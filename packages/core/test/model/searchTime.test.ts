import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { decode } from "../../src/model/SearchOptions.ts"
import { dayMs, readSearchTime } from "../../src/model/searchTime.ts"

it("a time of publication is an age, a range of days with one end or two, an order, or a filter of Google", () => {
  const none = { isNewestFirst: false, others: [] }
  for (const [tbs, expected] of [
    ["", none],
    ["qdr:d", { ...none, maxAgeMs: dayMs }],
    ["qdr:h12", { ...none, maxAgeMs: dayMs / 2 }],
    ["qdr:n30", { ...none, maxAgeMs: 1_800_000 }],
    ["qdr:w2,sbd:1", { isNewestFirst: true, maxAgeMs: 14 * dayMs, others: [] }],
    ["cdr:1,cd_min:1/5/2026,cd_max:02/10/2026", { ...none, from: "2026-01-05", to: "2026-02-10" }],
    ["cdr:1, cd_max:2/29/2028", { ...none, to: "2028-02-29" }],
    ["sbd:0", none],
    ["isz:l,li:1", { ...none, others: ["isz:l", "li:1"] }]
  ] as const)
    assert.deepStrictEqual(readSearchTime(tbs), expected, tbs)
})

it.effect("what is no time is refused, with the place of the option", () =>
  Effect.gen(function* () {
    const refused = [
      "last week",
      "day",
      "qdr",
      "qdr:",
      "qdr:x",
      "qdr:d0",
      "qdr:d-1",
      "qdr:99999d",
      "QDR:d",
      "cdr:1",
      "cdr:2,cd_min:1/1/2026",
      "cdr:1,cd_min:2/30/2026",
      "cdr:1,cd_min:31/12/2026",
      "cdr:1,cd_min:2026-01-01",
      "cdr:1,cd_min:2/1/2026,cd_max:1/1/2026",
      "qdr:d,cdr:1,cd_min:1/1/2026",
      "sbd:2",
      "foo:bar",
      "qdr:d,",
      "isz:"
    ]
    for (const tbs of refused) {
      const { issues } = yield* Effect.flip(decode({ tbs }))
      assert.deepStrictEqual(issues[0]?.path, ["tbs"], tbs)
      const inSource = yield* Effect.flip(decode({ sources: [{ type: "news", tbs }] }))
      assert.include(inSource.issues[0]?.path.join("."), "sources.0", tbs)
    }
    const { issues } = yield* Effect.flip(decode({ tbs: `${"isz:l,".repeat(200)}isz:l` }))
    assert.deepStrictEqual(issues[0]?.path, ["tbs"])
  })
)
