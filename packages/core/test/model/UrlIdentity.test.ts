import { assert, describe, it } from "@effect/vitest"
import * as UrlIdentity from "@orbweaver/core/model/UrlIdentity"
import { Effect, Schema } from "effect"

const similar = { ignoreQueryParameters: false, deduplicateSimilarURLs: true, hashRoutes: false }
const exact = { ...similar, deduplicateSimilarURLs: false }

const same = (left: string, right: string, options: UrlIdentity.IdentityOptions = similar) =>
  UrlIdentity.identify(new URL(left), options) === UrlIdentity.identify(new URL(right), options)

// The table of docs/reference/jobs.md §10.
const pairs: ReadonlyArray<readonly [string, string, boolean]> = [
  ["https://a.com", "http://www.a.com/index.html", true],
  ["https://a.com/x", "https://a.com/x/", true],
  ["https://a.com/x", "https://a.com/x/index.php", true],
  ["https://a.com/x?b=1&c=2", "https://a.com/x?c=2&b=1", false],
  ["https://a.com/x?b=1", "https://a.com/x", false],
  ["https://a.com/x", "https://a.com/X", false],
  ["https://a.com/x", "https://a.com/x.html", false],
  ["https://a.com/x/", "https://a.com/x//", false],
  ["https://a.com/x", "https://a.com/x/index.htm", false],
  ["https://a.com:8443/x", "https://a.com/x", false],
  ["https://blog.a.com/", "https://www.blog.a.com/", true],
  ["https://a.com/x#s", "https://a.com/x", true],
  ["https://127.0.0.1/", "https://www.127.0.0.1.example/", false],
  ["https://a.com/%7ex", "https://a.com/~x", true],
  ["https://a.com/%c3%a4", "https://a.com/ä", true],
  ["https://a.com/a;jsessionid=1A2B?x=1", "https://a.com/a?x=1", true],
  ["https://a.com/a?PHPSESSID=4f1d&x=1", "https://a.com/a?x=1", true],
  ["https://a.com/a?sid=7", "https://a.com/a", false],
  ["https://a.com/(S(0y2jnqrhdbvtkdqqcbjj0p4m))/a.aspx", "https://a.com/a.aspx", true],
  ["https://a.com/(S(0y2jnqrhdbvtkdqqcbjj0p4m))/a.aspx", "https://a.com/(S(4m2jnqrhdbvtkdqqcbjj0p0y))/a.aspx", true],
  ["https://a.com:80/x", "http://a.com/x", true],
  ["http://a.com:443/x", "http://a.com/x", false]
]

// What the WHATWG parser makes equal (URL Standard §4.4) stays equal.
const parsed: ReadonlyArray<readonly [string, string]> = [
  ["HTTP://EXAMPLE.com:80/a/./b/../c", "http://example.com/a/c"],
  ["https://example.com:443/%2e%2e/x", "https://example.com/x"],
  ["http:\\\\example.com\\a", "http://example.com/a"],
  ["http://ex\u00adample.com/", "http://example.com/"],
  ["http://0x7f.1/", "http://127.0.0.1/"],
  ["http://[0:0::1]/", "http://[::1]/"],
  ["http://faß.example/", "http://xn--fa-hia.example/"],
  ["http://example.com/a\tb\n", "http://example.com/ab"]
]

const Piece = Schema.Literals([
  "/",
  "//",
  "a",
  "b",
  "index.html",
  "index.php",
  "%7E",
  "%2f",
  "/(S(0y2jnqrhdbvtkdqqcbjj0p4m))",
  "?x=1",
  "&sid=0123456789abcdef",
  "#f",
  "#/r",
  "#!r",
  "www.",
  "é",
  ";jsessionid=1"
])
const address = (pieces: ReadonlyArray<typeof Piece.Type>) => URL.parse(`https://www.site.test/${pieces.join("")}`)

describe("the identity of an address", () => {
  for (const [left, right, expected] of pairs) {
    it(`${expected ? "joins" : "keeps apart"} ${left} and ${right}`, () => {
      assert.strictEqual(same(left, right), expected)
    })
  }

  for (const [left, right] of parsed) {
    it(`reads ${JSON.stringify(left)} as ${right}`, () => {
      assert.isTrue(same(left, right))
      assert.isTrue(same(left, right, exact))
    })
  }

  it("tells everything apart but fragments when asked to", () => {
    assert.isFalse(same("https://a.com/x", "https://a.com/x/", exact))
    assert.isFalse(same("https://a.com/x", "http://a.com/x", exact))
    assert.isTrue(same("https://a.com/x#y", "https://a.com/x", exact))
  })

  it("leaves the query out when asked to", () => {
    assert.isTrue(same("https://a.com/x?b=1", "https://a.com/x", { ...similar, ignoreQueryParameters: true }))
  })

  it("keeps routes in the fragment where a browser renders", () => {
    const rendered = { ...similar, hashRoutes: true }
    assert.isFalse(same("https://a.com/#/one", "https://a.com/#/two", rendered))
    assert.isFalse(same("https://a.com/#!one", "https://a.com/", rendered))
    assert.isTrue(same("https://a.com/#one", "https://a.com/", rendered))
    assert.strictEqual(UrlIdentity.toFetch(new URL("https://a.com/x#/one"), true), "https://a.com/x#/one")
    assert.strictEqual(UrlIdentity.toFetch(new URL("https://a.com/x#/one"), false), "https://a.com/x")
  })

  it.effect.prop(
    "is its own identity, whatever the address and the options",
    [
      Schema.Array(Piece),
      Schema.Struct({
        ignoreQueryParameters: Schema.Boolean,
        deduplicateSimilarURLs: Schema.Boolean,
        hashRoutes: Schema.Boolean
      })
    ],
    ([pieces, options]) =>
      Effect.sync(() => {
        const url = address(pieces)
        if (url === null) return
        const identity = UrlIdentity.identify(url, options)
        assert.strictEqual(UrlIdentity.identify(new URL(identity), options), identity)
        assert.strictEqual(
          UrlIdentity.identify(new URL(UrlIdentity.toFetch(url, options.hashRoutes)), options),
          identity
        )
      })
  )

  it("hashes a hundred thousand addresses without a collision, and equal texts equally", () => {
    const seen = new Set<string>()
    for (let index = 0; index < 100_000; index++) {
      const { a, b } = UrlIdentity.fingerprint(`https://site.test/page/${index}`)
      assert.isTrue(Number.isSafeInteger(a) && Number.isSafeInteger(b))
      seen.add(`${a}/${b}`)
    }
    assert.strictEqual(seen.size, 100_000)
    assert.deepStrictEqual(UrlIdentity.fingerprint("x"), UrlIdentity.fingerprint("x"))
  })
})
