import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { check, checkGiven, headersFor, withheldHeaders } from "../../src/model/RequestHeaders.ts"

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
