// When a view asks again, when it stops, and what it says meanwhile.
import { assert, describe, it } from "vitest"
import { backoffMs } from "../../web/connection/backoff.ts"
import { afterFailure, type Connection, describeConnection, timeOfDay } from "../../web/connection/connection.ts"
import { ApiError, classify, parseRetryAfter, Unreachable } from "../../web/connection/failure.ts"

const connecting: Connection = { state: "connecting" }

describe("pauses between tries", () => {
  it("double up to half a minute, half of each at random", () => {
    assert.deepStrictEqual(
      [1, 2, 3, 4, 7, 8, 50, 5000].map((failures) => [backoffMs(failures, 0), backoffMs(failures, 1)]),
      [
        [250, 500],
        [500, 1000],
        [1000, 2000],
        [2000, 4000],
        [15_000, 30_000],
        [15_000, 30_000],
        [15_000, 30_000],
        [15_000, 30_000]
      ]
    )
  })

  it("are at least what the server asks for, up to five minutes, and spread over a second", () => {
    assert.strictEqual(backoffMs(1, 0, 7000), 7000)
    assert.strictEqual(backoffMs(1, 0.5, 7000), 7500)
    assert.strictEqual(backoffMs(1, 0, 9_000_000), 300_000)
    assert.strictEqual(backoffMs(50, 1, 1000), 30_000)
  })

  it("are read of seconds and dates", () => {
    const now = Date.parse("2026-11-26T10:00:00Z")
    assert.strictEqual(parseRetryAfter("120", now), 120_000)
    assert.strictEqual(parseRetryAfter("Thu, 26 Nov 2026 10:00:05 GMT", now), 5000)
    assert.strictEqual(parseRetryAfter("Thu, 26 Nov 2026 09:00:00 GMT", now), 0)
    assert.isUndefined(parseRetryAfter("soon", now))
    assert.isUndefined(parseRetryAfter(null, now))
  })
})

describe("a failure", () => {
  it("is classified by what may help", () => {
    assert.deepStrictEqual(classify(new Unreachable()), { kind: "unreachable" })
    assert.deepStrictEqual(classify(new DOMException("late", "TimeoutError")), { kind: "unreachable" })
    assert.deepStrictEqual(classify(new SyntaxError("a page of a proxy")), { kind: "unreachable" })
    const kinds: Readonly<Record<number, string>> = {
      400: "refused",
      401: "unauthorized",
      402: "refused",
      403: "refused",
      404: "missing",
      408: "busy",
      410: "refused",
      425: "busy",
      429: "busy",
      500: "busy",
      501: "refused",
      502: "busy",
      503: "busy",
      504: "busy",
      507: "busy"
    }
    for (const [status, kind] of Object.entries(kinds)) {
      assert.strictEqual(classify(new ApiError(Number(status), { error: "why" })).kind, kind, status)
    }
    // A page of a proxy.
    assert.deepStrictEqual(classify(new ApiError(404, {})), { kind: "unreachable" })
    assert.deepStrictEqual(classify(new ApiError(429, {}, 3000)), { kind: "busy", retryAfterMs: 3000 })
  })

  it("counts those in a row, and stops where another try would fail alike", () => {
    const first = afterFailure(connecting, new Unreachable(), 0)
    const second = afterFailure(first, new ApiError(503, {}, 2000), 0)
    assert.deepStrictEqual(first, { state: "reconnecting", why: "unreachable", failures: 1, waitMs: 250 })
    assert.deepStrictEqual(second, { state: "reconnecting", why: "busy", failures: 2, waitMs: 2000 })
    assert.deepStrictEqual(afterFailure({ state: "live" }, new Unreachable(), 0), first)
    assert.deepStrictEqual(afterFailure(second, new ApiError(404, { error: "Job not found" }), 0), {
      state: "stopped",
      why: "missing"
    })
    assert.deepStrictEqual(afterFailure(second, new ApiError(401, {}), 0), { state: "stopped", why: "unauthorized" })
    assert.deepStrictEqual(afterFailure(second, new ApiError(403, {}), 0), { state: "stopped", why: "refused" })
  })

  it("is described by its cause, and not at all while all is well", () => {
    const reconnecting = (why: "unreachable" | "busy"): Connection => ({
      state: "reconnecting",
      why,
      failures: 1,
      waitMs: 1
    })
    assert.match(describeConnection(reconnecting("unreachable"), true)!, /^Reconnecting… The server does not answer/)
    assert.match(describeConnection(reconnecting("unreachable"), false)!, /^Reconnecting… This device is offline/)
    assert.match(describeConnection(reconnecting("busy"), true)!, /^Reconnecting… The server has too much to do/)
    assert.match(describeConnection({ state: "stopped", why: "missing" }, true)!, /no longer has this job/)
    for (const state of ["connecting", "live", "polling", "ended"] as const) {
      assert.isUndefined(describeConnection({ state }, true), state)
    }
  })
})

it("a time of day has two digits for each part", () => {
  assert.strictEqual(timeOfDay(new Date(2026, 0, 2, 3, 4, 5).getTime()), "03:04:05")
})
