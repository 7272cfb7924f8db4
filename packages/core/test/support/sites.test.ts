import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { registrableDomain } from "../../src/support/sites.ts"

describe("the registrable domain", () => {
  const cases: ReadonlyArray<readonly [string, string]> = [
    ["example.com", "example.com"],
    ["a.b.example.com", "example.com"],
    ["a.b.example.com.", "example.com"],
    ["blog.example.co.uk", "example.co.uk"],
    ["co.uk", "co.uk"],
    // Wildcards, exceptions and suffixes of more than two labels.
    ["www.ck", "www.ck"],
    ["a.b.c.ck", "b.c.ck"],
    ["a.b.c.kobe.jp", "b.c.kobe.jp"],
    ["www.city.kobe.jp", "city.kobe.jp"],
    ["shop.example.k12.ca.us", "example.k12.ca.us"],
    // Hosting: customers are strangers to each other.
    ["docs.somebody.github.io", "somebody.github.io"],
    ["x.somebody.netlify.app", "somebody.netlify.app"],
    ["shop.myshopify.com", "shop.myshopify.com"],
    // Names in other scripts, as `URL` writes them.
    ["www.xn--85x722f.xn--55qx5d.cn", "xn--85x722f.xn--55qx5d.cn"],
    // What is in no list, and what is no name.
    ["a.b.internal", "b.internal"],
    ["localhost", "localhost"],
    ["127.0.0.1", "127.0.0.1"],
    ["[::1]", "[::1]"]
  ]
  for (const [host, expected] of cases) {
    it(`of ${host} is ${expected}`, () => {
      assert.strictEqual(registrableDomain(host), expected)
    })
  }

  const Label = Schema.String.check(Schema.isPattern(/^[a-z][a-z0-9]{0,6}$/))

  it.prop("is the end of the name, and its own", [Schema.NonEmptyArray(Label)], ([labels]) => {
    const host = labels.join(".")
    const domain = registrableDomain(host)
    assert.isTrue(host === domain || host.endsWith(`.${domain}`))
    assert.strictEqual(registrableDomain(domain), domain)
  })
})
