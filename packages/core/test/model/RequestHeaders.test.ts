import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { check, headersFor, withheldHeaders } from "../../src/model/RequestHeaders.ts"

const secrets = {
  authorization: "secret",
  cookie: "secret",
  "X-Api-Key": "secret",
  referer: "https://a.example/secret"
}
const ofClient = { "Accept-Language": "de", "user-agent": "Mine", "sec-ch-ua": "x" }
const sent = (to: string, ...addresses: ReadonlyArray<string>) =>
  headersFor(new URL(to), { ...secrets, ...ofClient }, addresses)

it("sends headers to the origins of the given addresses, and when http becomes https", () => {
  const all = { ...secrets, ...ofClient }
  assert.deepStrictEqual(sent("https://a.example/x", "https://a.example/y"), all)
  assert.deepStrictEqual(sent("https://a.example/", "http://a.example/"), all)
  assert.deepStrictEqual(sent("https://b.example/", "https://a.example/", "https://b.example"), all)
})

it("sends other origins what describes the client, and takes everything else for a credential", () => {
  for (const [to, from] of [
    ["http://a.example/", "https://a.example/"],
    ["https://a.example/", "http://a.example:8080/"],
    ["https://www.a.example/", "https://a.example/"],
    ["https://a.example:8443/", "https://a.example/"],
    ["https://a.example.evil.example/", "https://a.example/"],
    ["https://a.example/", "no address"]
  ] as const) {
    assert.deepStrictEqual(sent(to, from), ofClient)
    const withheld = withheldHeaders(new URL(to), { ...secrets, ...ofClient }, [from])
    assert.deepStrictEqual(withheld, ["authorization", "cookie", "x-api-key", "referer"])
  }
  assert.deepStrictEqual(sent("https://a.example/"), ofClient)
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
