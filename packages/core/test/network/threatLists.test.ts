// The lists of a request narrow where it may go, name the entry that blocks a host, and never open anything.
import { CurrentAccount, localAccount, protectedAccount, underThreatProtection } from "@orbweaver/core/accounts/Account"
import { forAccount, make } from "@orbweaver/core/network/Egress"
import { threatLists } from "@orbweaver/core/internal/network/threatLists"
import { ThreatProtection } from "@orbweaver/core/model/ThreatProtection"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { describe, it } from "vitest"

const isValid = Schema.is(ThreatProtection)

describe("a list", () => {
  const lists = threatLists({
    blacklist: ["evil.example", "*.below.example", "Bücher.example", "203.0.113.7"],
    whitelist: ["good.evil.example", "*.fine.evil.example", "safe.zip"],
    blockedTlds: ["zip", ".mov", "co.uk"]
  })!

  it("names the entry that blocks a host", ({ expect }) => {
    const cases: Readonly<Record<string, string | undefined>> = {
      "evil.example": "blacklist: evil.example",
      "www.evil.example": "blacklist: evil.example",
      "notevil.example": undefined,
      "below.example": undefined,
      "a.b.below.example": "blacklist: *.below.example",
      "xn--bcher-kva.example": "blacklist: Bücher.example",
      "203.0.113.7": "blacklist: 203.0.113.7",
      "files.zip": "blockedTlds: zip",
      zip: "blockedTlds: zip",
      "a.mov": "blockedTlds: .mov",
      "shop.co.uk": "blockedTlds: co.uk",
      "zip.example": undefined
    }
    for (const [host, entry] of Object.entries(cases)) expect(lists.blocks(host), host).toBe(entry)
  })

  it("gives way to the whitelist of the same request alone", ({ expect }) => {
    for (const host of ["good.evil.example", "x.fine.evil.example", "safe.zip"])
      expect(lists.blocks(host), host).toBeUndefined()
    expect(lists.blocks("x.good.evil.example")).toBe("blacklist: evil.example")
    const egress = forAccount(make({ block: ["good.evil.example"] }), { threats: [lists] })
    expect(egress.judgeUrl(new URL("https://good.evil.example/"))).toMatchObject({
      allowed: false,
      policy: "block-list"
    })
    expect(egress.judgeUrl(new URL("http://127.0.0.1/"))).toMatchObject({ allowed: false, policy: "private-network" })
  })

  it("is held against an address however it is written", ({ expect }) => {
    const egress = forAccount(make({}), { threats: [lists] })
    for (const url of ["http://203.0.113.7/", "http://3405803783/", "http://EVIL.example./", "http://0xcb.0.0x71.7/"])
      expect(egress.judgeUrl(new URL(url)), url).toMatchObject({ allowed: false })
    expect(egress.judgeUrl(new URL("https://www.evil.example/"))).toEqual({
      allowed: false,
      policy: "threat-protection",
      detail: "www.evil.example (blacklist: evil.example)"
    })
  })
})

describe("threatProtection", () => {
  it("takes lists of a thousand entries, hosts and *. alone", ({ expect }) => {
    const hosts = Array.from({ length: 1001 }, (_, at) => `h${at}.example`)
    expect(isValid({ blacklist: hosts.slice(1) })).toBe(true)
    expect(isValid({ blacklist: hosts })).toBe(false)
    for (const entry of ["https://a.example", "a.*.example", "*", "", "a b"])
      expect(isValid({ blacklist: [entry] }), entry).toBe(false)
    expect(isValid({ blockedTlds: ["*.zip"] })).toBe(false)
  })

  it("refuses a mode that asks a service, unless the request goes on without one", ({ expect }) => {
    expect(isValid({ mode: "normal" })).toBe(false)
    expect(isValid({ mode: "zscaler", failurePolicy: "closed" })).toBe(false)
    expect(isValid({ mode: "normal", failurePolicy: "open" })).toBe(true)
    expect(isValid({ mode: "off", blacklist: ["a.example"] })).toBe(true)
  })

  it("adds its lists to those of the work around it, each once", async ({ expect }) => {
    const count = Effect.map(CurrentAccount, ({ threats = [] }) => threats.length)
    const own = { blacklist: ["a.example"] }
    const work = underThreatProtection(
      own,
      underThreatProtection({ blockedTlds: ["zip"] }, underThreatProtection(own, count))
    )
    expect(await Effect.runPromise(work)).toBe(2)
    expect(protectedAccount(localAccount, { mode: "off", blacklist: ["a.example"] }).threats).toBeUndefined()
  })
})
