import { assert, describe, it } from "@effect/vitest"
import * as ScrapeOptions from "@orbweaver/core/model/ScrapeOptions"
import { Duration, Effect } from "effect"

const issues = (input: unknown) =>
  ScrapeOptions.decode(input).pipe(
    Effect.flip,
    Effect.map((error) => error.issues.map(({ message, path }) => `${path.join(".")}: ${message}`))
  )

describe("scrape options", () => {
  it.effect("accept formats by name or with options", () =>
    Effect.gen(function* () {
      const options = yield* ScrapeOptions.decode({ formats: ["markdown", { type: "screenshot", quality: 80 }] })
      assert.deepStrictEqual(ScrapeOptions.resolve(options).formats, [
        { type: "markdown" },
        { type: "screenshot", quality: 80 }
      ])
    })
  )

  it.effect("name an unknown key", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(ScrapeOptions.decode({ formts: [] }))
      assert.deepStrictEqual(
        error.issues.map(({ code, path }) => ({ code, path })),
        [{ code: "unrecognized_keys", path: ["formts"] }]
      )
      assert.include(error.message, "formts")
    })
  )

  it.effect("report every issue with its place", () =>
    Effect.gen(function* () {
      const found = yield* issues({ timeout: 0, onlyMainContent: "yes", headers: { a: 1 } })
      assert.sameMembers(
        found.map((issue) => issue.split(":")[0]),
        ["headers.a", "onlyMainContent", "timeout"]
      )
    })
  )

  it.effect("refuse to wait longer than half of the timeout", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* issues({ timeout: 1000, waitFor: 501 }), [
        "waitFor: waitFor must not exceed half of timeout"
      ])
    })
  )

  it.effect("refuse more than 50 actions and more than a minute of waits", () =>
    Effect.gen(function* () {
      const wait = { type: "wait", milliseconds: 1 }
      assert.include((yield* issues({ actions: Array.from({ length: 51 }, () => wait) }))[0], "cannot exceed 50")
      assert.deepStrictEqual(yield* issues({ actions: [{ type: "wait", milliseconds: 60_001 }] }), [
        "actions: Total wait time (waitFor + wait actions) cannot exceed 60 seconds"
      ])
    })
  )

  it.effect("fill what is left out from one table, and shorten a timeout that is too long", () =>
    Effect.gen(function* () {
      const resolved = ScrapeOptions.resolve(yield* ScrapeOptions.decode({ timeout: 900_000, proxy: "enhanced" }))
      assert.strictEqual(Duration.toMillis(resolved.timeout), ScrapeOptions.limits.timeout)
      assert.strictEqual(resolved.proxy, "stealth")
      assert.strictEqual(resolved.onlyMainContent, ScrapeOptions.defaults.onlyMainContent)
      assert.strictEqual(Duration.toMillis(resolved.maxAge), ScrapeOptions.defaults.maxAge)
    })
  )

  it.effect("refuse headers that cannot be sent, before anything is", () =>
    Effect.gen(function* () {
      for (const headers of [{ "bad name": "x" }, { "x-a": "line\r\nbreak: yes" }]) {
        assert.match((yield* issues({ headers }))[0]!, /^headers: /)
      }
    })
  )

  it.effect("refuse a country that is none", () =>
    Effect.gen(function* () {
      for (const country of ["Germany", "ZZ", "UK", "EU", ""]) {
        assert.include((yield* issues({ location: { country } }))[0], "Invalid country code", country)
      }
      const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
      const codes = letters.flatMap((first) => letters.map((second) => first + second))
      const known = yield* Effect.filter(codes, (country) =>
        Effect.isSuccess(ScrapeOptions.decode({ location: { country } }))
      )
      assert.strictEqual(known.length, 249)
    })
  )
})
