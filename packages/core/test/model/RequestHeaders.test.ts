import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { check, checkGiven, mayKeepCredentials, withoutCredentials } from "../../src/model/RequestHeaders.ts"

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

it("refuses of what a caller names each field of the connection, by its name as it was written", () => {
  const fields = [
    ["Host", "connection", "Keep-Alive", "proxy-connection", "proxy-authorization", "TE", "trailer", "upgrade"],
    ["Transfer-Encoding", "content-length", "accept-encoding", "expect", "http2-settings"]
  ].flat()
  for (const field of fields) {
    for (const given of [{ "x-key": "1", [field]: "x" }, new Map([[field, "x"]])]) {
      const checked = checkGiven(given)
      if (checked.ok) return assert.fail(field)
      assert.include(checked.problem.toLowerCase(), `the header ${field.toLowerCase()} `)
    }
    // An engine that gets one all the same keeps it from the wire.
    assert.deepStrictEqual(check({ "x-key": "1", [field]: "x" }), { ok: true, headers: { "x-key": "1" } })
  }
  assert.isTrue(checkGiven({ authorization: "x", cookie: "x", range: "bytes=0-", referer: "x", hostname: "x" }).ok)
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
