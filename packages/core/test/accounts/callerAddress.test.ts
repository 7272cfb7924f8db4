import { assert, describe, it } from "@effect/vitest"
import { AddressRanges, callerAddress, isWithin } from "@orbweaver/core/internal/accounts/callerAddress"
import { Option, Schema } from "effect"

describe("the addresses of a key", () => {
  it("are IPv4 and IPv6 ranges, however an address is written", () => {
    const expected: ReadonlyArray<readonly [string, string, boolean]> = [
      ["203.0.113.7", "203.0.113.0/24", true],
      ["203.0.114.7", "203.0.113.0/24", false],
      ["203.0.113.7", "203.0.113.7", true],
      ["203.0.113.8", "203.0.113.7", false],
      ["203.0.113.130", "203.0.113.128/25", true],
      ["203.0.113.127", "203.0.113.128/25", false],
      ["::ffff:203.0.113.7", "203.0.113.0/24", true],
      ["203.0.113.7", "::ffff:203.0.113.0/120", true],
      ["203.0.113.7", "::/0", false],
      ["2001:DB8:0:0:0:0:0:1", "2001:db8::/32", true],
      ["2001:db9::1", "2001:db8::/32", false],
      ["fe80::1%eth0", "fe80::/10", true],
      ["not an address", "0.0.0.0/0", false],
      ["203.0.113.7", "not a range", false]
    ]
    for (const [address, range, inside] of expected) {
      assert.strictEqual(isWithin(address, [range]), inside, `${address} in ${range}`)
    }
    assert.isFalse(isWithin("203.0.113.7", []))
  })

  it("that are no ranges are refused where a key is made", () => {
    const decode = Schema.decodeUnknownOption(AddressRanges)
    assert.isTrue(Option.isSome(decode(["203.0.113.0/24", "::1"])))
    for (const wrong of [
      [],
      ["localhost"],
      ["203.0.113.0/33"],
      ["203.0.113.0/"],
      Array.from({ length: 101 }, () => "::1")
    ]) {
      assert.isTrue(Option.isNone(decode(wrong)), JSON.stringify(wrong).slice(0, 60))
    }
  })
})

describe("the address of a caller", () => {
  const trusted = ["10.0.0.0/8", "127.0.0.1"]

  it("is the other side of the connection, unless that is a trusted proxy", () => {
    assert.strictEqual(callerAddress("198.51.100.1", "203.0.113.7", trusted), "198.51.100.1")
    assert.strictEqual(callerAddress("10.1.2.3", "203.0.113.7", trusted), "203.0.113.7")
    assert.strictEqual(callerAddress("10.1.2.3", "203.0.113.7", []), "10.1.2.3")
    assert.strictEqual(callerAddress("::ffff:127.0.0.1", "203.0.113.7", trusted), "203.0.113.7")
    assert.strictEqual(callerAddress("10.1.2.3", undefined, trusted), "10.1.2.3")
    assert.isUndefined(callerAddress(undefined, "203.0.113.7", ["0.0.0.0/0"]))
  })

  it("is what the last trusted proxy saw, not what a caller wrote before it", () => {
    assert.strictEqual(callerAddress("10.0.0.1", "192.0.2.1, 203.0.113.7, 10.0.0.2", trusted), "203.0.113.7")
    assert.strictEqual(callerAddress("10.0.0.1", "192.0.2.1, unknown", trusted), "unknown")
    assert.strictEqual(callerAddress("10.0.0.1", "203.0.113.7:4711", trusted), "203.0.113.7")
    assert.strictEqual(callerAddress("10.0.0.1", "[2001:db8::1]:4711", trusted), "2001:db8::1")
  })
})
