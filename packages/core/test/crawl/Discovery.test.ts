import { assert, describe, it } from "@effect/vitest"
import * as CrawlOptions from "@orbweaver/core/model/CrawlOptions"
import * as Discovery from "../../src/crawl/Discovery.ts"
import * as Traps from "../../src/crawl/Traps.ts"
import { Effect, Schema } from "effect"

type Options = Partial<CrawlOptions.CrawlRequest>

const rules = (options: Options = {}, start = "https://example.com/") =>
  Effect.map(CrawlOptions.compilePatterns(options), (patterns) =>
    Discovery.rulesOf({ url: start, ...options }, patterns, new URL(start))
  )

const verdict = (url: string, options: Options = {}, start?: string, depth = 0) =>
  Effect.map(rules(options, start), (rules) => {
    const decision = Discovery.decide(url, { rules, depth })
    return decision.admit ? "admit" : decision.reason
  })

const table: ReadonlyArray<readonly [title: string, start: string, options: Options, url: string, expected: string]> = [
  // docs/reference/jobs.md §9.4
  ["includes below a path", "https://e.com/", { includePaths: ["blog/.*"] }, "https://e.com/blog/a", "admit"],
  [
    "does not include the path itself",
    "https://e.com/",
    { includePaths: ["blog/.*"] },
    "https://e.com/blog",
    "include"
  ],
  [
    "searches anywhere in the path",
    "https://e.com/",
    { includePaths: ["blog/.*"] },
    "https://e.com/en/blog/a",
    "admit"
  ],
  ["does not see the query", "https://e.com/", { includePaths: ["^/blog$"] }, "https://e.com/blog?x=1", "admit"],
  [
    "sees the whole address",
    "https://e.com/",
    { includePaths: ["^/blog$"], regexOnFullURL: true },
    "https://e.com/blog",
    "include"
  ],
  ["excludes by path only", "https://e.com/", { excludePaths: ["\\?page="] }, "https://e.com/a?page=2", "admit"],
  [
    "excludes by query",
    "https://e.com/",
    { excludePaths: ["\\?page="], regexOnFullURL: true },
    "https://e.com/a?page=2",
    "exclude"
  ],
  ["lets exclude win", "https://e.com/", { includePaths: ["a"], excludePaths: ["b"] }, "https://e.com/ab", "exclude"],
  [
    "excludes a domain",
    "https://e.com/",
    { excludePaths: ["example.org"], allowExternalLinks: true },
    "https://sub.example.org/x",
    "exclude"
  ],
  ["drops blank patterns", "https://e.com/", { includePaths: ["", "  "] }, "https://e.com/x", "admit"],
  // §9.5
  ["stays below the start path", "https://e.com/docs", {}, "https://e.com/docs/a", "admit"],
  ["does not take a sibling for a child", "https://e.com/docs", {}, "https://e.com/docs-old", "backward"],
  ["nor a name that begins alike", "https://e.com/docs/", {}, "https://e.com/docsearch", "backward"],
  ["takes the folder without its slash for the start", "https://e.com/docs/", {}, "https://e.com/docs", "admit"],
  ["stays below the folder of an index page", "https://e.com/docs/index.html", {}, "https://e.com/docs/a", "admit"],
  ["does not go back", "https://e.com/docs/", {}, "https://e.com/", "backward"],
  ["reads escapes in either case below the start", "https://e.com/%d7%90/", {}, "https://e.com/%D7%90/b", "admit"],
  ["reads letters below the start", "https://e.com/א", {}, "https://e.com/%d7%90/b", "admit"],
  ["reads needless escapes below the start", "https://e.com/docs", {}, "https://e.com/%64ocs/a", "admit"],
  [
    "reads letters in patterns",
    "https://e.com/",
    { includePaths: ["^/ש.ום/"] },
    "https://e.com/%D7%A9%D7%9C%D7%95%D7%9D/a",
    "admit"
  ],
  [
    "reads escapes in upper case in patterns",
    "https://e.com/",
    { includePaths: ["^/%D7%A9/"] },
    "https://e.com/%d7%a9/a",
    "admit"
  ],
  [
    "reads escapes in lower case in patterns",
    "https://e.com/",
    { includePaths: ["^/%d7%a9/"] },
    "https://e.com/%D7%A9/a",
    "admit"
  ],
  [
    "reads spaces in patterns",
    "https://e.com/",
    { excludePaths: ["^/my files/"] },
    "https://e.com/my%20files/a",
    "exclude"
  ],
  [
    "reads letters of either composition",
    "https://e.com/",
    { includePaths: ["^/caf\u00E9$"] },
    "https://e.com/cafe%CC%81",
    "admit"
  ],
  [
    "reads letters in whole addresses",
    "https://e.com/",
    { includePaths: ["q=é$"], regexOnFullURL: true },
    "https://e.com/?q=%c3%a9",
    "admit"
  ],
  [
    "takes an escaped slash for no slash",
    "https://e.com/",
    { includePaths: ["^/a/b$"] },
    "https://e.com/a%2Fb",
    "include"
  ],
  [
    "reads patterns on bytes that are no UTF-8",
    "https://e.com/",
    { includePaths: ["^/caf%E9$"] },
    "https://e.com/caf%e9",
    "admit"
  ],
  ["does not go aside", "https://e.com/docs/intro.html", {}, "https://e.com/docs/next.html", "backward"],
  ["goes anywhere on the domain", "https://e.com/docs", { crawlEntireDomain: true }, "https://e.com/pricing", "admit"],
  ["tells of a file type that no option takes", "https://e.com/docs/", {}, "https://e.com/logo.png", "fileType"],
  // §9.6
  ["skips pictures", "https://e.com/", {}, "https://e.com/a/B.PNG", "fileType"],
  ["reads documents", "https://e.com/", {}, "https://e.com/a.pdf", "admit"],
  // §9.7
  ["knows www", "https://example.com/", {}, "https://www.example.com/a", "admit"],
  ["ignores the port", "https://example.com/", {}, "http://example.com:8080/a", "admit"],
  ["stays off subdomains", "https://example.com/", {}, "https://blog.example.com/a", "external"],
  ["visits subdomains", "https://example.com/", { allowSubdomains: true }, "https://blog.example.com/", "admit"],
  ["visits external pages", "https://example.com/", { allowExternalLinks: true }, "https://other.com/a", "admit"],
  [
    "visits external pages from any path",
    "https://example.com/docs",
    { allowExternalLinks: true },
    "https://other.com/a",
    "admit"
  ],
  [
    "leaves out external home pages",
    "https://example.com/",
    { allowExternalLinks: true },
    "https://other.com/",
    "external"
  ],
  ["leaves out social sites", "https://example.com/", { allowExternalLinks: true }, "https://github.com/x/y", "social"],
  ["crawls a social site itself", "https://github.com/x", {}, "https://github.com/x/y", "admit"],
  ["knows public suffixes", "https://a.co.uk/", { allowSubdomains: true }, "https://b.co.uk/x", "external"],
  ["knows hosting domains", "https://a.github.io/", { allowSubdomains: true }, "https://b.github.io/x", "external"],
  // v1
  ["counts path segments", "https://e.com/", { maxPathDepth: 2 }, "https://e.com/a/b/index.html", "admit"],
  ["stops at path segments", "https://e.com/", { maxPathDepth: 2 }, "https://e.com/a/b/c", "pathDepth"],
  ["refuses what is no page", "https://e.com/", {}, "mailto:a@b.c", "protocol"],
  ["refuses what is no address", "https://e.com/", {}, "http://", "unparsable"]
]

const Part = Schema.Literals([
  "http:",
  "https:",
  "mailto:",
  "//",
  "example.com",
  "other.org",
  "sub.example.com",
  "/",
  "a",
  "blog",
  ".png",
  "?q=1",
  "#x",
  "%",
  "[",
  " ",
  "\u0000"
])

describe("Discovery.decide", () => {
  for (const [title, start, options, url, expected] of table) {
    it.effect(`${title}: ${url}`, () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* verdict(url, options, start), expected)
      })
    )
  }

  it.effect("applies depth last, so that a shorter way can bring a page back", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* verdict("https://example.com/a", { maxDiscoveryDepth: 1 }, undefined, 2), "depth")
      assert.strictEqual(
        yield* verdict("https://example.com/a.png", { maxDiscoveryDepth: 1 }, undefined, 2),
        "fileType"
      )
      assert.strictEqual(yield* verdict("https://example.com/a", { maxDiscoveryDepth: 1 }, undefined, 1), "admit")
    })
  )

  it.effect("does not follow links of external pages", () =>
    Effect.gen(function* () {
      const given = yield* rules({ allowExternalLinks: true, allowSubdomains: true })
      assert.isFalse(Discovery.followsLinks(new URL("https://other.com/a"), given))
      assert.isTrue(Discovery.followsLinks(new URL("https://blog.example.com/a"), given))
    })
  )

  it.effect.prop(
    "answers for every text, and a stricter crawl admits no more",
    [Schema.Array(Part), Schema.Boolean, Schema.Boolean],
    ([parts, external, subdomains]) =>
      Effect.gen(function* () {
        const url = parts.join("")
        const wide = yield* verdict(url, { allowExternalLinks: external, allowSubdomains: subdomains })
        const narrow = yield* verdict(url, {
          allowExternalLinks: external,
          allowSubdomains: subdomains,
          includePaths: ["blog"],
          maxDiscoveryDepth: 0
        })
        if (narrow === "admit") assert.strictEqual(wide, "admit")
        assert.isString(Discovery.describe(wide === "admit" ? "trap" : wide))
      })
  )

  it.effect("names every pattern that cannot be used, and runs the others in linear time", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(
        CrawlOptions.decode({
          includePaths: ["(", "fine"],
          excludePaths: ["(?=x)", "x".repeat(1001), "(?:[a-z0-9]{1,50}){1,30}"]
        })
      )
      assert.deepStrictEqual(
        error.issues.map(({ path }) => path.join(".")),
        ["includePaths.0", "excludePaths.0", "excludePaths.1", "excludePaths.2"]
      )
      const evil = yield* verdict(`https://example.com/${"a".repeat(8000)}!`, { includePaths: ["^/(a+)+$"] })
      assert.strictEqual(evil, "include")
    })
  )
})

describe("a guard against traps", () => {
  const judge = (url: string) => Traps.makeGuard(2026).judge(new URL(url))

  for (const [url, expected] of [
    ["https://s.test/a/b/a/b/a/b", "repeatingPath"],
    ["https://s.test/x/x/x/x", "repeatingPath"],
    ["https://s.test/en/en/page", undefined],
    ["https://s.test/1/1/1", undefined],
    [`https://s.test/${Array.from({ length: 50 }, (_, index) => index).join("/")}`, "deepPath"],
    ["https://s.test/calendar/2031/05", "calendar"],
    ["https://s.test/events?month=1970-01", "calendar"],
    ["https://s.test/events/2026/11", undefined],
    ["https://s.test/blog/2031/05", undefined],
    ["https://s.test/archive/2019/05", undefined]
  ] as const) {
    it(`finds ${expected ?? "nothing"} in ${url}`, () => {
      assert.strictEqual(judge(url), expected)
    })
  }

  it("counts the combinations of facets of one path", () => {
    const guard = Traps.makeGuard(2026, { combinations: 10 })
    const facets = Array.from({ length: 20 }, (_, index) =>
      guard.judge(new URL(`https://s.test/shop?a=${index}&b=1&c=2`))
    )
    assert.strictEqual(facets.filter((kind) => kind === "facets").length, 10)
    assert.isUndefined(guard.judge(new URL("https://s.test/shop?c=2&b=1&a=0")))
    assert.isUndefined(guard.judge(new URL("https://s.test/other?a=1&b=1&c=2")))
    const pages = Array.from({ length: 2000 }, (_, index) => guard.judge(new URL(`https://s.test/list?page=${index}`)))
    assert.isTrue(pages.every((kind) => kind === undefined))
  })

  it("notices the same content under many addresses", () => {
    const guard = Traps.makeGuard(2026, { sameContent: 3 })
    assert.deepStrictEqual(
      [1, 2, 3, 4].map(() => guard.judgePage({ contentHash: "same" })),
      [undefined, undefined, undefined, "sameContent"]
    )
    assert.isUndefined(guard.judgePage({ contentHash: "other" }))
  })

  it("notices pages that say that they are missing, and not one article about that", () => {
    const guard = Traps.makeGuard(2026)
    const judge = (page: number, title: string) => guard.judgePage({ contentHash: `${title} ${page}`, title })
    const missing = [1, 2, 3, 4, 5].map((page) => judge(page, `Page "/old/${page}" not found | Shop`))
    assert.deepStrictEqual(missing, [undefined, undefined, undefined, "softNotFound", "softNotFound"])
    assert.isUndefined(judge(1, "What a 404 page should say"))
    assert.deepStrictEqual(
      Array.from({ length: 9 }, (_, page) => judge(page, "News from the coast")).filter((kind) => kind !== undefined),
      []
    )
  })
})
