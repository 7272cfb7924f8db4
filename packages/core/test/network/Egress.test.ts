import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { Refused } from "../../src/model/CaptureError.ts"
import { Egress, forAccount, make, type EgressPolicy, type Service } from "../../src/network/Egress.ts"
import { isInside, parse, parseBlock } from "../../src/network/ipAddress.ts"
import { EgressSuite } from "@orbweaver/testing"
import { egressCases } from "@orbweaver/testing/internal/egressCases"

EgressSuite.suite("core", make)

const policyOf = (egress: Service, url: string) => {
  const verdict = egress.judgeUrl(new URL(url))
  return verdict.allowed ? "allowed" : verdict.policy
}

it("has at least 120 addresses and tricks that are refused", () => {
  assert.isAtLeast(egressCases.filter(({ expected }) => expected !== "allowed").length, 120)
})

it.effect("is a layer over a policy", () =>
  Effect.gen(function* () {
    const egress = yield* Egress
    assert.isTrue(egress.judgeAddress("127.0.0.1").allowed)
  }).pipe(Effect.provide(Egress.layer({ allowLocal: true })))
)

it("says which option opens what it refuses: none for cloud metadata but the one that names it", () => {
  const said = (url: string) => {
    const verdict = make({}).judgeUrl(new URL(url))
    return verdict.allowed ? "" : new Refused({ policy: verdict.policy, detail: verdict.detail }).message
  }
  for (const url of ["http://127.1/", "http://10.0.0.1/", "http://[fd00::1]/", "http://printer.local/"]) {
    assert.match(said(url), /egress: \{ allowLocal: true \} allows them/, url)
  }
  for (const url of ["http://169.254.169.254/", "http://0/", "http://192.0.2.1/", "http://[fe80::1]/"]) {
    assert.match(said(url), /not public.*only egress\.allowNetworks allows it/, url)
    assert.notMatch(said(url), /allowLocal/, url)
  }
})

it("blocks a host with its subdomains, and no other that looks like it", () => {
  const egress = make({ block: ["example.com", "*.Bücher.example.", "203.0.114.0/24", "2606:4700::/32"] })
  for (const url of ["http://example.com/", "http://a.b.EXAMPLE.com./", "http://xn--bcher-kva.example/"]) {
    assert.strictEqual(policyOf(egress, url), "block-list", url)
  }
  assert.strictEqual(policyOf(egress, "http://www.bücher.example/"), "block-list")
  assert.strictEqual(policyOf(egress, "http://notexample.com/"), "allowed")
  assert.strictEqual(policyOf(egress, "http://example.com.org/"), "allowed")
  assert.strictEqual(policyOf(egress, "http://203.0.114.9/"), "block-list")
  assert.strictEqual(policyOf(egress, "http://[::ffff:203.0.114.9]/"), "block-list")
  assert.strictEqual(policyOf(egress, "http://[2606:4700::1]/"), "block-list")
  assert.isFalse(egress.judgeAddress("203.0.114.200").allowed)
  assert.isTrue(egress.judgeAddress("203.0.115.200").allowed)
})

it("allows only what is listed, and opens nothing by it", () => {
  const egress = make({ allow: ["example.com", "8.8.8.0/24", "10.0.0.1", "localhost"] })
  assert.strictEqual(policyOf(egress, "http://www.example.com/"), "allowed")
  assert.strictEqual(policyOf(egress, "http://8.8.8.8/"), "allowed")
  assert.strictEqual(policyOf(egress, "http://example.org/"), "block-list")
  assert.strictEqual(policyOf(egress, "http://9.9.9.9/"), "block-list")
  assert.strictEqual(policyOf(egress, "http://10.0.0.1/"), "private-network")
  assert.strictEqual(policyOf(egress, "http://localhost/"), "private-network")
})

it("opens the networks that are named, and metadata only then", () => {
  const egress = make({ allowNetworks: ["10.20.0.0/16", "169.254.169.254", "fd00:1::/32"] })
  assert.strictEqual(policyOf(egress, "http://10.20.30.40/"), "allowed")
  assert.strictEqual(policyOf(egress, "http://[::ffff:10.20.30.40]/"), "allowed")
  assert.strictEqual(policyOf(egress, "http://10.21.0.1/"), "private-network")
  assert.strictEqual(policyOf(egress, "http://169.254.169.254/"), "allowed")
  assert.strictEqual(policyOf(egress, "http://169.254.169.253/"), "private-network")
  assert.strictEqual(policyOf(egress, "http://[fd00:1::7]/"), "allowed")
  assert.throws(() => make({ allowNetworks: ["10.0.0.0/33"] }), TypeError)
})

it("allows only the ports that are given", () => {
  const egress = make({ ports: [443, 25] })
  assert.strictEqual(policyOf(egress, "https://example.com/"), "allowed")
  assert.strictEqual(policyOf(egress, "http://example.com:25/"), "allowed")
  assert.strictEqual(policyOf(egress, "http://example.com/"), "port")
})

it("lets an account close what the instance leaves open, and open nothing", () => {
  const instance = make({ block: ["instance.example"] })
  const egress = forAccount(instance, { egress: { block: ["account.example"], allow: [] } })
  assert.strictEqual(policyOf(egress, "http://instance.example/"), "block-list")
  assert.strictEqual(policyOf(egress, "http://www.account.example/"), "block-list")
  assert.strictEqual(policyOf(egress, "http://example.com/"), "allowed")
  const only = forAccount(instance, { egress: { allow: ["instance.example", "own.example", "127.0.0.1"] } })
  assert.strictEqual(policyOf(only, "http://instance.example/"), "block-list")
  assert.strictEqual(policyOf(only, "http://own.example/"), "allowed")
  assert.strictEqual(policyOf(only, "http://example.com/"), "block-list")
  assert.strictEqual(policyOf(only, "http://127.0.0.1/"), "private-network")
  const local: EgressPolicy = { allowLocal: true }
  assert.strictEqual(
    policyOf(forAccount(make(local), { egress: { block: ["127.0.0.0/8"] } }), "http://127.0.0.1/"),
    "block-list"
  )
  assert.strictEqual(forAccount(instance, {}), instance)
})

const byte = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 }))
const group = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 0xffff }))
const bits = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 128 }))

it.effect.prop("reads every spelling of an IPv4 address as one", [Schema.Tuple([byte, byte, byte, byte])], ([octets]) =>
  Effect.sync(() => {
    const dotted = octets.join(".")
    const number = octets.reduce((sum, octet) => sum * 256 + octet, 0)
    const egress = make({})
    const expected = egress.judgeAddress(dotted).allowed
    const spellings = [
      `http://${number}/`,
      `http://0x${number.toString(16)}/`,
      `http://${octets.map((octet) => `0${octet.toString(8)}`).join(".")}/`,
      `http://[::ffff:${dotted}]/`,
      `http://[64:ff9b::${dotted}]/`,
      `http://${dotted}./`
    ]
    for (const spelling of spellings) {
      assert.strictEqual(egress.judgeUrl(new URL(spelling)).allowed, expected, spelling)
    }
  })
)

it.effect.prop(
  "finds an address inside each of its prefixes, as the URL parser writes it",
  [Schema.Tuple([group, group, group, group, group, group, group, group]), bits],
  ([groups, length]) =>
    Effect.sync(() => {
      const written = groups.map((part) => part.toString(16)).join(":")
      const canonical = new URL(`http://[${written}]/`).hostname.slice(1, -1)
      assert.deepStrictEqual(parse(canonical), parse(written))
      assert.isTrue(isInside(parse(canonical)!, parseBlock(`${written}/${length}`)!))
    })
)

it.effect.prop("never throws, whatever a resolver or a page writes", [Schema.String], ([text]) =>
  Effect.sync(() => {
    const egress = make({ allow: [text], block: [text] })
    assert.isFalse(egress.judgeAddress(`${text}x`).allowed)
    const url = URL.parse(text)
    if (url !== null) egress.judgeUrl(url)
  })
)
