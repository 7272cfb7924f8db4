import { assert, describe, it } from "@effect/vitest"
import * as Account from "@orbweaver/core/accounts/Account"
import * as ApiKeys from "@orbweaver/core/accounts/ApiKeys"
import * as Teams from "../../src/accounts/Teams.ts"
import * as TeamStore from "@orbweaver/core/accounts/TeamStore"
import { TeamStoreSuite } from "@orbweaver/testing"
import { Effect, FileSystem, Layer, Redacted } from "effect"
import { createHash } from "node:crypto"

TeamStoreSuite.suite("memory", TeamStore.TeamStore.layerMemory)

const find = (key: string) => Effect.flatMap(ApiKeys.ApiKeys, (keys) => keys.find(Redacted.make(key)))
const digest = (key: string) => `sha256:${createHash("sha256").update(key).digest("hex")}`

describe("a list of keys", () => {
  const keys = ApiKeys.ApiKeys.layerStatic([
    { key: "fc-plain", name: "plain", account: { ...Account.localAccount, id: "a" } },
    {
      key: digest("fc-hashed").toUpperCase().replace("SHA256", "sha256"),
      account: { ...Account.localAccount, id: "b" },
      scopes: ["read"]
    }
  ])

  it.effect("finds the holder of a key, given as it is or as its digest", () =>
    Effect.gen(function* () {
      const plain = yield* find("fc-plain")
      assert.strictEqual(plain?.account.id, "a")
      assert.strictEqual(plain?.account.keyName, "plain")
      assert.deepStrictEqual(plain?.scopes, ["read", "write"])
      const hashed = yield* find("fc-hashed")
      assert.strictEqual(hashed?.account.id, "b")
      assert.deepStrictEqual(hashed?.scopes, ["read"])
      assert.strictEqual(hashed?.account.keyName, digest("fc-hashed").slice(7, 15))
    }).pipe(Effect.provide(keys))
  )

  it.effect("knows nobody else, not by a digest and not by a part", () =>
    Effect.gen(function* () {
      for (const key of [
        "",
        "fc-plai",
        "fc-plain ",
        "FC-PLAIN",
        digest("fc-plain"),
        digest("fc-hashed"),
        "__proto__"
      ]) {
        assert.isUndefined(yield* find(key), key)
      }
      assert.isUndefined((yield* ApiKeys.ApiKeys).anonymous)
    }).pipe(Effect.provide(keys))
  )
})

describe("teams in a file", () => {
  const layer = (text: string) =>
    Teams.layerFile("/teams.json").pipe(
      Layer.provide(FileSystem.layerNoop({ readFileString: () => Effect.succeed(text) }))
    )

  it.effect("have plans and keys", () =>
    Effect.gen(function* () {
      const holder = yield* find("fc-team-key")
      assert.strictEqual(holder?.account.id, "acme")
      assert.strictEqual(holder?.account.plan.credits, 10)
      assert.strictEqual(holder?.account.plan.tokens, Infinity)
      assert.strictEqual(holder?.account.billingDay, 31)
      assert.strictEqual(holder?.account.plan.requestsPerMinute?.scrape, 5)
    }).pipe(
      Effect.provide(
        layer(
          JSON.stringify({
            teams: [
              {
                id: "acme",
                credits: 10,
                billingDay: 31,
                timeZone: "Europe/Berlin",
                requestsPerMinute: { scrape: 5 },
                keys: [{ name: "ci", key: digest("fc-team-key") }]
              }
            ]
          })
        )
      )
    )
  )

  const wrong: ReadonlyArray<readonly [name: string, text: string, message: string]> = [
    ["that are no JSON", "{", "The file is not JSON"],
    ["with fields nobody knows", '{"teams":[{"id":"a","keys":[],"credit":1}]}', "teams.0.credit"],
    ["with a zone that is none", '{"teams":[{"id":"a","keys":[],"timeZone":"Mars"}]}', "IANA"],
    ["that stand twice", '{"teams":[{"id":"a","keys":[]},{"id":"a","keys":[]}]}', "Another team has this id"],
    [
      "that share a key",
      '{"teams":[{"id":"a","keys":[{"key":"fc-12345678"}]},{"id":"b","keys":[{"key":"fc-12345678"}]}]}',
      "The key stands twice"
    ]
  ]
  for (const [name, text, message] of wrong) {
    it.effect(`are refused ${name}`, () =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(Effect.provide(find("x"), layer(text)))
        assert.include(error.message, message)
      })
    )
  }
})
