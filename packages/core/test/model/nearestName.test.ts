import { assert, describe, it } from "@effect/vitest"
import { UnknownFormat } from "@orbweaver/core/model/FormatError"
import * as CrawlOptions from "@orbweaver/core/model/CrawlOptions"
import * as ScrapeOptions from "@orbweaver/core/model/ScrapeOptions"
import { Effect } from "effect"

const scrapeMessage = (input: unknown) => Effect.map(Effect.flip(ScrapeOptions.decode(input)), ({ message }) => message)

describe("an unknown name", () => {
  it.effect("is answered with the option that was probably meant", () =>
    Effect.gen(function* () {
      assert.include(yield* scrapeMessage({ onlyMain: true }), "did you mean onlyMainContent?")
      assert.include(yield* scrapeMessage({ formts: [] }), "did you mean formats?")
      assert.include(yield* scrapeMessage({ location: { countri: "CH" } }), "did you mean country?")
    })
  )

  it.effect("is answered with the option that it belongs in", () =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(CrawlOptions.decode({ formats: ["markdown"] }))
      assert.include(message, "it belongs in scrapeOptions")
    })
  )

  it.effect("that resembles nothing is answered with the options that there are, once for each object", () =>
    Effect.gen(function* () {
      const keys = Object.keys(ScrapeOptions.ScrapeOptions.fields).join(", ")
      assert.include(yield* scrapeMessage({ qqq: 1 }), `qqq: Unrecognized key; expected one of ${keys}`)
      const nested = yield* scrapeMessage({ location: { qqq: 1 }, qqq: 1, zzz: 1 })
      assert.include(nested, "location.qqq: Unrecognized key; expected one of country, languages")
      assert.lengthOf(nested.split("expected one of formats"), 2)
    })
  )

  it.effect("has no other hint, however long or many the names are", () =>
    Effect.gen(function* () {
      const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`x${index}`.repeat(200), 1]))
      const { issues } = yield* Effect.flip(ScrapeOptions.decode(many))
      assert.strictEqual(issues.length, 2_000)
      assert.isTrue(issues.slice(1).every(({ message }) => message === "Unrecognized key"))
    })
  )

  it("of a format is answered with the nearest one", () => {
    const error = new UnknownFormat({ format: "markdwn", known: ["markdown", "html"] })
    assert.strictEqual(error.message, "Unknown format markdwn; did you mean markdown? Available: markdown, html")
    const far = new UnknownFormat({ format: "pdf", known: ["markdown", "html"] })
    assert.strictEqual(far.message, "Unknown format pdf; available: markdown, html")
  })
})
