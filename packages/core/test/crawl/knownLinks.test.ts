import { assert, describe, it } from "@effect/vitest"
import type { Rules } from "../../src/crawl/Discovery.ts"
import type { Candidate } from "../../src/jobs/Frontier.ts"
import { makeKnownLinks } from "../../src/crawl/knownLinks.ts"
import { fingerprint } from "../../src/model/UrlIdentity.ts"

const rules = {} as Rules

const judging = () => {
  const asked: Array<string> = []
  const judge = (url: string): Candidate | undefined => {
    asked.push(url)
    return url.startsWith("http")
      ? { key: fingerprint(url), url, host: "site.test", depth: 0, decision: { admit: true } }
      : undefined
  }
  return { asked, judge }
}

describe("links that were judged before", () => {
  it("are judged once, also those that are no page", () => {
    const { asked, judge } = judging()
    const known = makeKnownLinks()(rules, 0)
    for (let round = 0; round < 3; round++) {
      assert.strictEqual(known.of("http://site.test/a", judge)?.url, "http://site.test/a")
      assert.isUndefined(known.of("mailto:x", judge))
    }
    assert.deepStrictEqual(asked, ["http://site.test/a", "mailto:x"])
  })

  it("are judged anew by other rules, and after a minute", () => {
    const { asked, judge } = judging()
    const known = makeKnownLinks()
    known(rules, 0).of("http://site.test/a", judge)
    known({ ...rules }, 0).of("http://site.test/a", judge)
    known(rules, 0).of("http://site.test/a", judge)
    known(rules, 60_001).of("http://site.test/a", judge)
    assert.strictEqual(asked.length, 4)
  })

  it("stay while they are met, however many others there are; the others are forgotten", () => {
    const { asked, judge } = judging()
    const known = makeKnownLinks()(rules, 0)
    for (let page = 0; page < 20_000; page++) {
      known.of("http://site.test/menu", judge)
      known.of(`http://site.test/${page}`, judge)
    }
    assert.strictEqual(asked.filter((url) => url.endsWith("/menu")).length, 1)
    known.of("http://site.test/0", judge)
    assert.strictEqual(asked.filter((url) => url.endsWith("/0")).length, 2)
  })

  it("are not remembered when they are very long", () => {
    const { asked, judge } = judging()
    const known = makeKnownLinks()(rules, 0)
    for (let round = 0; round < 2; round++) known.of(`http://site.test/${"x".repeat(1000)}`, judge)
    assert.strictEqual(asked.length, 2)
  })
})
