import { assert, describe, it } from "@effect/vitest"
import type { Account } from "@orbweaver/core/accounts/Account"
import * as Ledger from "@orbweaver/core/accounts/Ledger"
import { Effect, Layer } from "effect"
import { client, clientOf, closedClient, keys, openClient, ServicesTest } from "../fixtures.ts"

const page = "http://site.test/b"

describe("the order of checks", () => {
  it.live("a body that is no JSON is told before the key is looked at", () =>
    Effect.gen(function* () {
      const call = yield* client
      for (const sent of ["{", "nonsense", '"text"', "12", "null", "[".repeat(2000)]) {
        const { body, status } = yield* call("POST", "/v2/scrape", sent, { key: undefined })
        assert.strictEqual(status, 400)
        assert.deepStrictEqual(body, {
          success: false,
          code: "BAD_REQUEST_INVALID_JSON",
          error: "Bad request, malformed JSON"
        })
      }
    })
  )

  it.live("bytes that are not UTF-8 are no JSON", () =>
    Effect.gen(function* () {
      const call = yield* client
      const bytes = new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])
      assert.strictEqual((yield* call("POST", "/v2/scrape", bytes)).body.code, "BAD_REQUEST_INVALID_JSON")
    })
  )

  it.live("a bad body from a stranger is 401", () =>
    Effect.gen(function* () {
      const call = yield* client
      const { body, status } = yield* call("POST", "/v2/scrape", { nonsense: 1 }, { key: undefined })
      assert.strictEqual(status, 401)
      assert.deepStrictEqual(body, { success: false, error: "Unauthorized" })
    })
  )

  it.live("a bad body from somebody who cannot pay is 402", () =>
    Effect.gen(function* () {
      const call = yield* client
      const { body, status } = yield* call("POST", "/v2/scrape", { nonsense: 1 }, { key: keys.poor })
      assert.strictEqual(status, 402)
      assert.match(body.error, /^Insufficient credits to perform this request/)
    })
  )

  it.live("a blocked site is 403 before the rest of the body is read", () =>
    Effect.gen(function* () {
      const call = yield* closedClient
      const { status } = yield* call("POST", "/v2/scrape", { url: "https://www.blocked.test/x", nonsense: 1 })
      assert.strictEqual(status, 403)
    })
  )

  it.live("the rate limit wins over everything behind it", () =>
    Effect.gen(function* () {
      const call = yield* client
      const hasty = { key: keys.hasty }
      const first = yield* call("POST", "/v2/scrape", {}, hasty)
      assert.strictEqual(first.status, 400)
      // Every counted answer says what is left, also one that is refused.
      assert.strictEqual(first.headers.get("x-ratelimit-limit"), "2")
      assert.strictEqual(first.headers.get("x-ratelimit-remaining"), "1")
      assert.isAbove(Number(first.headers.get("x-ratelimit-reset")) * 1000, Date.parse("2020-01-01"))
      assert.strictEqual((yield* call("POST", "/v1/scrape", {}, hasty)).status, 400)
      const { body, headers, status } = yield* call("POST", "/v2/scrape", {}, hasty)
      assert.strictEqual(status, 429)
      assert.match(body.error, /^Rate limit exceeded\. Consumed \(req\/min\): 3/)
      const wait = Number(headers.get("retry-after"))
      assert.isTrue(wait >= 1 && wait <= 60)
      // Other kinds of operation are counted apart.
      assert.strictEqual((yield* call("GET", "/v2/team/token-usage", undefined, hasty)).status, 200)
    })
  )
})

describe("keys", () => {
  const refused: ReadonlyArray<readonly [header: string | undefined, error: string]> = [
    [undefined, "Unauthorized"],
    ["Bearer", "Unauthorized: Token missing"],
    ["Bearer ", "Unauthorized: Token missing"],
    ["Bearer fc-00000000000000000000000000000000", "Unauthorized: Invalid token"],
    [`Bearer ${keys.rich}x`, "Unauthorized: Invalid token"]
  ]
  for (const [header, error] of refused) {
    it.live(`refuses ${header ?? "no header"}`, () =>
      Effect.gen(function* () {
        const call = yield* client
        const sent = { key: undefined, headers: header === undefined ? {} : { authorization: header } }
        const { body, status } = yield* call("GET", "/v1/team/token-usage", undefined, sent)
        assert.strictEqual(status, 401)
        assert.deepStrictEqual(body, { success: false, error })
      })
    )
  }

  it.live("does not check the scheme word", () =>
    Effect.gen(function* () {
      const call = yield* client
      const sent = { key: undefined, headers: { authorization: `Token ${keys.rich}` } }
      assert.strictEqual((yield* call("GET", "/v1/team/token-usage", undefined, sent)).status, 200)
    })
  )

  it.live("with the scope read may look and not work", () =>
    Effect.gen(function* () {
      const call = yield* client
      const reader = { key: keys.reader }
      assert.strictEqual((yield* call("GET", "/v2/team/token-usage", undefined, reader)).status, 200)
      assert.strictEqual((yield* call("POST", "/v2/scrape", { url: page }, reader)).status, 403)
    })
  )

  it.live("are not needed where none are configured", () =>
    Effect.gen(function* () {
      const call = yield* openClient
      assert.strictEqual((yield* call("POST", "/v2/scrape", { url: page }, { key: undefined })).status, 200)
      assert.strictEqual((yield* call("POST", "/v2/scrape", { url: page }, { key: "anything" })).status, 200)
    })
  )
})

describe("an answer of v1", () => {
  it.live("says that it is superseded, and by what", () =>
    Effect.gen(function* () {
      const call = yield* client
      const v1 = yield* call("GET", "/v1/team/token-usage")
      assert.match(v1.headers.get("deprecation") ?? "", /^@\d+$/)
      assert.strictEqual(v1.headers.get("link"), '</v2/team/token-usage>; rel="successor-version"')
      const v2 = yield* call("GET", "/v2/team/token-usage")
      assert.isNull(v2.headers.get("deprecation"))
    })
  )
})

describe("token usage", () => {
  it.live("has exactly the members of v1", () =>
    Effect.gen(function* () {
      const call = yield* client
      const { body } = yield* call("GET", "/v1/team/token-usage")
      const { billing_period_end, billing_period_start, ...rest } = body.data
      assert.deepStrictEqual(
        { ...body, data: rest },
        { success: true, data: { plan_tokens: 500, remaining_tokens: 500 } }
      )
      assert.strictEqual(new Date(billing_period_start).toISOString(), billing_period_start)
      assert.isAbove(Date.parse(billing_period_end), Date.parse(billing_period_start))
    })
  )

  it.live("has exactly the members of v2", () =>
    Effect.gen(function* () {
      const call = yield* client
      const { body } = yield* call("GET", "/v2/team/token-usage")
      assert.sameMembers(Object.keys(body.data), [
        "remainingTokens",
        "planTokens",
        "billingPeriodStart",
        "billingPeriodEnd"
      ])
    })
  )

  it.live("of an account that the ledger does not know is 404, in the words of the contract", () =>
    Effect.gen(function* () {
      const ledger = Layer.effect(
        Ledger.Ledger,
        Effect.map(Ledger.Ledger, (kept) => ({
          ...kept,
          balance: ({ id }: Account) => Effect.fail(new Ledger.AccountNotFound({ accountId: id }))
        }))
      ).pipe(Layer.provide(Ledger.Ledger.layerMemory))
      const call = yield* clientOf(Layer.merge(ServicesTest, ledger))
      for (const [path, unit] of [
        ["/v1/team/token-usage", "token"],
        ["/v2/team/credit-usage", "credit"]
      ] as const) {
        const { body, status } = yield* call("GET", path)
        assert.strictEqual(status, 404)
        assert.deepStrictEqual(body, { success: false, error: `Could not find ${unit} usage information` })
      }
    }).pipe(Effect.scoped)
  )

  it.live("has no period for a plan without limits", () =>
    Effect.gen(function* () {
      const call = yield* openClient
      const { body } = yield* call("GET", "/v1/team/token-usage")
      assert.strictEqual(body.data.billing_period_start, null)
      assert.strictEqual(body.data.billing_period_end, null)
    })
  )
})
