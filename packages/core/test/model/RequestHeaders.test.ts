import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { check, mayKeepCredentials, withoutCredentials } from "../../src/model/RequestHeaders.ts"

const keeps = (from: string, to: string) => mayKeepCredentials(new URL(from), new URL(to))

it("keeps credentials on their origin, and when http becomes https", () => {
  assert.isTrue(keeps("https://a.example/x", "https://a.example/y"))
  assert.isTrue(keeps("http://a.example/", "https://a.example/"))
  assert.isFalse(keeps("https://a.example/", "http://a.example/"))
  assert.isFalse(keeps("http://a.example:8080/", "https://a.example/"))
  assert.isFalse(keeps("https://a.example/", "https://www.a.example/"))
  assert.isFalse(keeps("https://a.example/", "https://a.example:8443/"))
})

it("takes any field that is not known to be harmless for a credential", () => {
  const left = withoutCredentials({
    "accept-language": "de",
    "user-agent": "Mine",
    "sec-ch-ua": "x",
    authorization: "secret",
    cookie: "secret",
    "x-api-key": "secret",
    referer: "https://a.example/secret"
  })
  assert.deepStrictEqual(left, { "accept-language": "de", "user-agent": "Mine", "sec-ch-ua": "x" })
})

it.effect.prop("lets nothing pass that could end a header", [Schema.String, Schema.String], ([name, value]) =>
  Effect.sync(() => {
    const checked = check({ [name]: value })
    if (!checked.ok) return
    for (const [kept, sent] of Object.entries(checked.headers)) {
      assert.match(kept, /^[^\s:()]+$/)
      assert.notMatch(sent, /[\r\n\0]/)
    }
  })
)
