/** What every `Egress` must decide; ours is the only one, and a replacement must pass too. */
import { assert, describe, it } from "@effect/vitest"
import type { EgressPolicy, Service } from "@orbweaver/core/network/Egress"
import { atPort, egressCases, type Expected, refusedAddresses } from "./egressCases.ts"

export const suite = (name: string, make: (policy: EgressPolicy) => Service): void => {
  const judge = (egress: Service, text: string): Expected => {
    const url = URL.parse(atPort(text, "8080"))
    if (url === null) return "invalid"
    const verdict = egress.judgeUrl(url)
    return verdict.allowed ? "allowed" : verdict.policy
  }

  describe(`Egress (${name})`, () => {
    const strict = make({})
    const local = make({ allowLocal: true })

    for (const why of new Set(egressCases.map((found) => found.why))) {
      const cases = egressCases.filter((found) => found.why === why)
      it(`judges ${why}`, () => {
        for (const { expected, url } of cases) assert.strictEqual(judge(strict, url), expected, url)
      })
      it(`judges ${why} with allowLocal`, () => {
        for (const { expected, local: opened = expected, url } of cases) {
          assert.strictEqual(judge(local, url), opened, url)
        }
      })
    }

    it("refuses every address a resolver may give for what is not public", () => {
      for (const address of refusedAddresses) assert.isFalse(strict.judgeAddress(address).allowed, address)
    })

    it("says which block an address lies in and who set it apart", () => {
      const verdict = strict.judgeAddress("10.1.2.3")
      assert.deepStrictEqual(verdict, {
        allowed: false,
        policy: "private-network",
        detail: "10.1.2.3 (private use, RFC 1918)"
      })
    })
  })
}
