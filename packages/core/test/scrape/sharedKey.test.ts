import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { cacheKey, flightKey } from "@orbweaver/core/scrape/Capture"
import * as ScrapeOptions from "@orbweaver/core/model/ScrapeOptions"
import { scrapeDefinitionOf, type Sharing } from "../../src/model/scrapeOptionDefinition.ts"
import { sharedPartsOf } from "../../src/scrape/sharedKey.ts"

type Options = ScrapeOptions.ScrapeOptions
type Name = keyof Options

const names = Object.keys(ScrapeOptions.ScrapeOptions.fields) as ReadonlyArray<Name>
const url = new URL("https://site.example/page")

const keys = (options: Options) => {
  const resolved = ScrapeOptions.resolve(options)
  const cache = cacheKey({ url, options: resolved, needs: new Map() })
  return { cache, flight: cache === undefined ? undefined : flightKey({ options: resolved }, cache, "account") }
}

/** What the option says it shares of this value, in words. */
const claim = (sharing: Sharing<any>, resolved: unknown, usual: unknown): { shared: boolean; part: unknown } => {
  const atDefault = JSON.stringify(resolved) === JSON.stringify(usual)
  if (sharing === "ignored") return { shared: true, part: null }
  if (sharing === "variant") return { shared: true, part: resolved }
  if (sharing === "neverShared") return { shared: atDefault, part: null }
  return { shared: sharing.neverShared?.(resolved) !== true, part: sharing.variant?.(resolved) }
}

const usual = ScrapeOptions.resolve({})

/** A value other than the default for each option: where one is missing, the test says so. */
const others: { readonly [N in Name]-?: ReadonlyArray<NonNullable<Options[N]>> } = {
  formats: [["html"], ["changeTracking"], [{ type: "screenshot" }], [{ type: "screenshot", fullPage: true }]],
  headers: [{ accept: "text/plain" }],
  checkPromptInjection: [true],
  timings: [true],
  threatProtection: [{ blacklist: ["example.com"] }],
  redactPII: [true, { mode: "fast" }],
  headerOrigins: [["https://api.example.com"]],
  includeTags: [["main"]],
  excludeTags: [["nav"]],
  onlyMainContent: [false],
  onlyCleanContent: [true],
  includeParts: [["comments"]],
  timeout: [1000],
  waitFor: [10],
  mobile: [true],
  parsers: [[], ["pdf"], [{ type: "pdf", maxPages: 1 }]],
  actions: [[{ type: "scrape" }]],
  location: [{}, { country: "DE" }, { country: "DE", languages: ["de"] }],
  skipTlsVerification: [true],
  removeBase64Images: [false],
  blockAds: [false],
  proxy: ["basic", "stealth", "enhanced"],
  maxAge: [1],
  minAge: [1],
  storeInCache: [false],
  lockdown: [true],
  profile: [{ name: "shop" }, { name: "shop", saveChanges: false }],
  budget: [{ maxTokens: 100 }]
}

describe("the options that requests must agree on to share a page", () => {
  it("are written down: every option of the schema has a definition with a text", () => {
    for (const name of names) {
      const found = scrapeDefinitionOf(ScrapeOptions.ScrapeOptions.fields[name])
      assert.isDefined(found, name)
      assert.notMatch(found.text, /\.$|default/, name)
    }
  })

  it("are those that change the captured page", () => {
    const cacheKeys = { alone: new Set<string>(), apart: new Set<string>() }
    const flightKeys = { alone: new Set<string>(), apart: new Set<string>() }
    for (const name of names) {
      for (const value of others[name]) {
        const { cache, flight } = keys({ [name]: value })
        if (cache === undefined) cacheKeys.alone.add(name)
        else if (cache !== keys({}).cache) cacheKeys.apart.add(name)
        if (flight === undefined) flightKeys.alone.add(name)
        else if (flight !== keys({}).flight) flightKeys.apart.add(name)
      }
    }
    const alone = ["formats", "headers", "waitFor", "actions", "proxy", "redactPII", "profile"]
    const apart = ["formats", "mobile", "location", "skipTlsVerification", "blockAds"]
    assert.sameMembers([...cacheKeys.alone], alone)
    assert.sameMembers([...cacheKeys.apart], apart)
    // A capture that another caller began is not the time of this one.
    assert.sameMembers([...flightKeys.alone], [...alone, "timings"])
    assert.sameMembers(
      [...flightKeys.apart],
      [...apart, "threatProtection", "timeout", "parsers", "proxy", "storeInCache"]
    )
  })

  for (const name of names) {
    const field = ScrapeOptions.ScrapeOptions.fields[name]
    const { cache, singleFlight } = ScrapeOptions.definition(name)
    const values = Schema.Union([field.schema, Schema.Literals(["omitted"]), Schema.Literals(["other"])])

    it.prop(`keep two values of ${name} apart unless it says they are one`, [values, values], ([a, b]) => {
      const both = [a, b].map((value) => {
        const given = value === "omitted" ? {} : { [name]: value === "other" ? others[name][0] : value }
        const resolved = ScrapeOptions.resolve(given)
        return { keys: keys({ maxAge: 1, ...given }), value: resolved[name], maxAge: given["maxAge"] }
      })
      for (const { keys, maxAge, value } of both) {
        if (maxAge === 0) continue
        assert.strictEqual(keys.cache !== undefined, claim(cache, value, usual[name]).shared)
        assert.strictEqual(
          keys.flight !== undefined,
          claim(cache, value, usual[name]).shared && claim(singleFlight, value, usual[name]).shared
        )
      }
      const [one, two] = both as [(typeof both)[0], (typeof both)[0]]
      const differ = (sharing: Sharing<any>) =>
        JSON.stringify(claim(sharing, one.value, usual[name]).part) !==
        JSON.stringify(claim(sharing, two.value, usual[name]).part)
      if (one.keys.cache !== undefined && two.keys.cache !== undefined) {
        assert.strictEqual(one.keys.cache !== two.keys.cache, differ(cache))
      }
      if (one.keys.flight !== undefined && two.keys.flight !== undefined) {
        assert.strictEqual(one.keys.flight !== two.keys.flight, differ(cache) || differ(singleFlight))
      }
    })
  }

  it("include one that nobody has defined: away from its default it is never shared", () => {
    const { cache, singleFlight } = sharedPartsOf({
      ...ScrapeOptions.ScrapeOptions.fields,
      added: Schema.optionalKey(Schema.Boolean)
    })
    for (const part of [cache, singleFlight]) {
      assert.isDefined(part({ ...usual }))
      assert.isUndefined(part({ ...usual, added: true }))
      assert.isUndefined(part({ ...usual, added: false }))
    }
  })
})
