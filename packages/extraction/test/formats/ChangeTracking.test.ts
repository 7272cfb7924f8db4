import { defined } from "@orbweaver/core/internal/support/defined"
import { assert, describe, it } from "@effect/vitest"
import * as Account from "@orbweaver/core/accounts/Account"
import { mayAskModel, creditsOf, type Format, type FormatInput, make as formatsOf } from "@orbweaver/core/scrape/Format"
import { changeTracking } from "@orbweaver/extraction/formats/ChangeTracking"
import { Snapshots } from "@orbweaver/core/scrape/Snapshots"
import { FormatSuite, SnapshotsSuite } from "@orbweaver/testing"
import { resolve } from "@orbweaver/core/model/ScrapeOptions"
import { jsonDiff } from "@orbweaver/core/internal/text/jsonDiff"
import { type DiffChange, pageDiff, pageDiffInTurns } from "@orbweaver/core/text/pageDiff"
import { Effect, Schema } from "effect"
import { withTurns } from "@orbweaver/testing/internal/eventLoopTurns"

SnapshotsSuite.suite("memory", Snapshots.layerMemory())

interface Visit {
  readonly markdown?: string
  readonly json?: Schema.Json
  readonly status?: number
  readonly spec?: Readonly<Record<string, Schema.Json>>
  readonly address?: string
}

const visit = Effect.fnUntraced(function* ({
  address = "https://s.test/a",
  json,
  markdown = "",
  spec = {},
  status = 200
}: Visit) {
  const format = changeTracking(yield* Snapshots, {
    readFields: ({ fields }) => Effect.succeed({ json: fields.json ?? null, tokens: { input: 3, output: 1 } })
  })
  const page = FormatSuite.htmlPage("", address)
  const { changeTracking: made } = yield* format.run({
    page: { ...page, capturedAt: 1000, response: { ...page.response, status } },
    spec: { ...spec, type: "changeTracking" },
    options: resolve({}),
    wanted: ["changeTracking"],
    fields: { markdown, ...defined({ json }) }
  })
  return made as Record<string, any>
})

const fresh = Effect.provide(Snapshots.layerMemory())

describe("change tracking", () => {
  it.effect("takes no error for a version of the page", () =>
    Effect.gen(function* () {
      yield* visit({ markdown: "# A" })
      assert.isUndefined(yield* visit({ markdown: "Out of order", status: 503 }))
      assert.strictEqual((yield* visit({ markdown: "# A" })).changeStatus, "same")
    }).pipe(fresh)
  )

  it.effect("calls a page new, then the same, then changed", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* visit({ markdown: "# A" }), {
        previousScrapeAt: null,
        changeStatus: "new",
        visibility: "visible"
      })
      assert.strictEqual((yield* visit({ markdown: "# A" })).changeStatus, "same")
      const changed = yield* visit({ markdown: "# B" })
      assert.strictEqual(changed.changeStatus, "changed")
      assert.strictEqual(changed.previousScrapeAt, "1970-01-01T00:00:01.000Z")
      assert.notProperty(changed, "diff")
    }).pipe(fresh)
  )

  it.effect("calls a page removed when it answers 404 or 410, and new when it is back", () =>
    Effect.gen(function* () {
      yield* visit({ markdown: "# A" })
      assert.strictEqual((yield* visit({ status: 410 })).changeStatus, "removed")
      assert.strictEqual((yield* visit({ markdown: "# A" })).changeStatus, "new")
    }).pipe(fresh)
  )

  it.effect("keeps tags, accounts and addresses apart, but not fragments", () =>
    Effect.gen(function* () {
      yield* visit({ markdown: "a" })
      assert.strictEqual((yield* visit({ markdown: "a", spec: { tag: "hourly" } })).changeStatus, "new")
      assert.strictEqual((yield* visit({ markdown: "a", address: "https://s.test/b" })).changeStatus, "new")
      assert.strictEqual((yield* visit({ markdown: "a", address: "https://s.test/a#part" })).changeStatus, "same")
      const other = Effect.provideService(visit({ markdown: "a" }), Account.CurrentAccount, {
        ...Account.localAccount,
        id: "b"
      })
      assert.strictEqual((yield* other).changeStatus, "new")
    }).pipe(fresh)
  )

  it.effect("shows the lines in git-diff mode, as text and parsed", () =>
    Effect.gen(function* () {
      yield* visit({ markdown: "one\ntwo\nthree" })
      const { diff } = yield* visit({ markdown: "one\n2\nthree", spec: { modes: ["git-diff"] } })
      assert.include(diff.text, "-two\n+2")
      assert.deepStrictEqual(diff.json.files[0].chunks[0].changes, [
        { type: "normal", normal: true, ln1: 1, ln2: 1, content: " one" },
        { type: "del", del: true, ln: 2, content: "-two" },
        { type: "add", add: true, ln: 2, content: "+2" },
        { type: "normal", normal: true, ln1: 3, ln2: 3, content: " three" }
      ])
    }).pipe(fresh)
  )

  it.effect("goes by the fields alone in json mode, and by the text where both are compared", () =>
    Effect.gen(function* () {
      const statusOf = (spec: { readonly modes: ReadonlyArray<string>; readonly tag: string }) =>
        Effect.gen(function* () {
          yield* visit({ markdown: "8 € today", json: { price: 8 }, spec })
          return (yield* visit({ markdown: "8 € as ever", json: { price: 8 }, spec })).changeStatus
        })
      assert.strictEqual(yield* statusOf({ modes: ["json"], tag: "fields" }), "same")
      assert.strictEqual(yield* statusOf({ modes: ["json", "git-diff"], tag: "both" }), "changed")
    }).pipe(fresh)
  )

  it.effect("shows the fields in json mode", () =>
    Effect.gen(function* () {
      yield* visit({ markdown: "8 €", json: { price: 8, name: "x" }, spec: { modes: ["json"] } })
      const made = yield* visit({ markdown: "9 €", json: { price: 9, name: "x" }, spec: { modes: ["json"] } })
      assert.deepStrictEqual(made.json, { price: { previous: 8, current: 9 } })
    }).pipe(fresh)
  )
})

describe("what change tracking reads of a page", () => {
  const format = Effect.map(Snapshots, (snapshots) =>
    changeTracking(snapshots, { usesModel: true, readFields: () => Effect.die("must not be read") })
  )
  const json = { type: "changeTracking", modes: ["json"] }
  const text = { type: "changeTracking", modes: ["git-diff"] }

  it.effect("is its Markdown, and its facts only in json mode, which costs more", () =>
    Effect.gen(function* () {
      const tracking = yield* format
      const facts: Format = { name: "facts", needs: [], uses: [], run: () => Effect.succeed({}) }
      const markdown = { ...facts, name: "markdown" }
      const planned = (spec: FormatInput["spec"]) =>
        Effect.map(formatsOf([tracking, facts, markdown]).plan([spec]), (plan) => plan.map(({ format }) => format.name))
      assert.deepStrictEqual(yield* planned(text), ["markdown", "changeTracking"])
      assert.deepStrictEqual(yield* planned(json), ["markdown", "facts", "changeTracking"])
      assert.deepStrictEqual(
        [text, json].map((spec) => [creditsOf(tracking, spec), mayAskModel(tracking, spec)]),
        [
          [0, false],
          [4, true]
        ]
      )
    }).pipe(fresh)
  )

  it.effect("are no fields of a page that has gone", () =>
    Effect.gen(function* () {
      const tracking = yield* format
      const page = FormatSuite.htmlPage("", "https://s.test/gone")
      const made = yield* tracking.run({
        page: { ...page, response: { ...page.response, status: 404 } },
        spec: json,
        options: resolve({}),
        wanted: [],
        fields: { markdown: "Not found" }
      })
      assert.include(made.changeTracking, { changeStatus: "removed" })
    }).pipe(fresh)
  )
})

// Few different lines, so that they stand in several places.
const Lines = Schema.Array(Schema.Literals(["price", "8 €", "9 €", "order", "more"]))
const contents = (changes: ReadonlyArray<DiffChange>) => changes.map(({ content }) => content.slice(1))

describe("the difference of two pages", () => {
  for (const [name, before, after] of [
    ["ages", "Posted 3 minutes ago by Ann", "Posted 2 hours ago by Ann"],
    ["clocks", "Now 10:11:12", "Now 10:11:13"],
    ["views", "1,204 views", "1,377 views"],
    ["tracking values", "[a](https://x.y/?id=1&utm_source=mail)", "[a](https://x.y/?id=1&utm_source=ads)"],
    ["tokens", "![](/p?h=0123456789abcdef0a)", "![](/p?h=fedcba98765432100b)"],
    ["advertising lines", "text\nAdvertisement", "text\nSponsored"]
  ] as const) {
    it(`does not count ${name}`, () => assert.isFalse(pageDiff(before, after).changed))
  }

  for (const [name, before, after] of [
    ["prices", "8 €", "9 €"],
    ["dates", "Due 2026-01-02", "Due 2026-01-03"],
    ["addresses", "[a](/x?id=1)", "[a](/x?id=2)"]
  ] as const) {
    it(`counts ${name}`, () => assert.isTrue(pageDiff(before, after).changed))
  }

  it.effect.prop("of a page to itself is none", [Schema.String], ([page]) =>
    Effect.sync(() =>
      assert.deepStrictEqual(pageDiff(page, page), { changed: false, cut: false, text: "", json: { files: [] } })
    )
  )

  it.effect.prop("makes the one of the other", [Lines, Lines], ([before, after]) =>
    Effect.sync(() => {
      const { json } = pageDiff(before.join("\n"), after.join("\n"))
      const lines = before.join("\n").split("\n")
      for (const { changes } of json.files.flatMap(({ chunks }) => chunks).toReversed()) {
        const kept = changes.filter(({ type }) => type !== "add")
        const first = changes.find(({ type }) => type !== "add")
        const at = first === undefined ? changes[0]!.ln! - 1 : (first.ln ?? first.ln1!) - 1
        assert.deepStrictEqual(lines.slice(at, at + kept.length), contents(kept))
        lines.splice(at, kept.length, ...contents(changes.filter(({ type }) => type !== "del")))
      }
      assert.strictEqual(lines.join("\n"), after.join("\n"))
    })
  )

  it("of long pages is a few lines where a few lines differ, wherever they stand", () => {
    const lines = Array.from({ length: 5_000 }, (_, line) => (line % 3 === 0 ? "again" : `line ${line}`))
    const other = lines.toSpliced(4_000, 1, "other").toSpliced(1_000, 0, "new", "lines")
    const { text } = pageDiff(lines.join("\n"), other.join("\n"))
    assert.deepStrictEqual(
      text.split("\n").filter((line) => /^[-+]/.test(line)),
      ["--- previous", "+++ current", "+new", "+lines", "-line 4000", "+other"]
    )
  })

  it("is told in part where there is too much of it", () => {
    const { cut, json } = pageDiff("a\n".repeat(60_000), "b\n".repeat(60_000))
    assert.isTrue(cut)
    assert.lengthOf(
      json.files.flatMap(({ chunks }) => chunks).flatMap(({ changes }) => changes),
      50_000
    )
  })

  it.effect("is found in turns, also within one long line", () =>
    Effect.gen(function* () {
      const line = "word ".repeat(100_000)
      const { turns, value: made } = yield* withTurns(pageDiffInTurns(line, `${line}more`))
      assert.isAbove(turns, 2)
      assert.isTrue(made.changed)
    })
  )

  it("does not look again and again at figures or spaces", () => {
    assert.isTrue(pageDiff("1 ".repeat(100_000), "1,".repeat(100_000)).changed)
    assert.isFalse(pageDiff(`a${" ".repeat(100_000)}b`, "a b").changed)
  })

  it("of two unrelated long pages is found in bounded time", () => {
    const lines = (mark: string) => Array.from({ length: 20_000 }, (_, index) => `${mark} ${index}`).join("\n")
    assert.isTrue(pageDiff(lines("a"), lines("b")).changed)
  })
})

describe("the difference of two values", () => {
  it("names nested fields by their path and what one side lacks as null", () => {
    assert.deepStrictEqual(jsonDiff({ a: { b: 1, c: 2 }, d: [1] }, { a: { b: 1, c: 3 }, d: [1, 2], e: true }), {
      "a.c": { previous: 2, current: 3 },
      d: { previous: [1], current: [1, 2] },
      e: { previous: null, current: true }
    })
  })

  it("does not mind the order of keys, nor names of the prototype", () => {
    assert.deepStrictEqual(jsonDiff([{ a: 1, b: 2 }], [{ b: 2, a: 1 }]), {})
    const odd = JSON.parse(`{"__proto__": 1}`) as Schema.Json
    assert.deepStrictEqual(Object.keys(jsonDiff({}, odd)), ["__proto__"])
  })
})
