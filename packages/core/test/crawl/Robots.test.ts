import { assert, describe, it } from "@effect/vitest"
import * as CaptureError from "@orbweaver/core/model/CaptureError"
import * as Robots from "@orbweaver/core/crawl/Robots"
import { Duration, Effect, Fiber, Layer, Schema } from "effect"
import { TestClock } from "effect/testing"
import { type Answer, fetcher, site, type Site } from "../support/ScriptedSite.ts"

const allows = (text: string, path: string, agent?: string) =>
  Robots.fromText(text, agent).allows(new URL(path, "https://s.test")).allowed

// Google's examples of matching, in our own words, and RFC 9309 §2.2.2.
const table: ReadonlyArray<readonly [rules: string, path: string, allowed: boolean]> = [
  ["Disallow: /fish", "/fish.html", false],
  ["Disallow: /fish", "/Fish.asp", true],
  ["Disallow: /fish*", "/fishheads", false],
  ["Disallow: /fish/", "/fish", true],
  ["Disallow: /fish/", "/fish/salmon", false],
  ["Disallow: /*.php", "/folder/any.php.file.html", false],
  ["Disallow: /*.php$", "/filename.php?parameters", true],
  ["Disallow: /*.php$", "/folder/filename.php", false],
  ["Disallow: /fish*.php", "/fishheads/catfish.php?x", false],
  ["Allow: /p\nDisallow: /", "/page", true],
  ["Allow: /folder\nDisallow: /folder", "/folder/page", true],
  ["Allow: /page\nDisallow: /*.htm", "/page.htm", false],
  ["Allow: /$\nDisallow: /", "/", true],
  ["Allow: /$\nDisallow: /", "/page.htm", false],
  ["Disallow:", "/anything", true],
  ["Disallow: /ä", "/%c3%a4/x", false],
  ["Disallow: /a%2fb", "/a%2Fb", false],
  ["Disallow: /~x", "/%7Ex", false],
  ["Disallow: /", "/robots.txt", true],
  ["Disallow: *x*y$", "/axby", false],
  ["Disallow: /a*$", "/a", false],
  ["Disallow: /a<b", "/a%3Cb", false],
  ["Disallow: /a%3cb", "/a<b", false],
  ["Disallow: /a!b", "/a%21b", false],
  ["Disallow: /cost%24", "/cost$", false],
  ["Disallow: /cost%24", "/cost", true],
  ["Disallow: /cost%24", "/cost$/more", false],
  ["Disallow: /cost$5", "/cost%245", false],
  ["Disallow: /cost%24$", "/cost$/more", true],
  ["Disallow: /a%2A.html", "/a*.html", false],
  ["Disallow: /a%2A.html", "/ab.html", true],
  ["Disallow: /a*.html", "/a%2Ab.html", false],
  ["Disallow: /50%25", "/50%", true],
  ["Disallow: /a%2Fb", "/a/b", true],
  ["Disallow: /a%3Fb", "/a?b", true],
  ["Disallow: /go?to=https://x.test", "/go?to=https%3A%2F%2Fx.test", false],
  ["Disallow: /q?a%26b", "/q?a&b", true],
  ["Disallow: /foo/bar/%62%61%7A", "/foo/bar/baz", false],
  ["Disallow: /foo/ツ", "/foo/%e3%83%84", false],
  ["Disallow: /a b", "/a%20b", false],
  ["Disallow: fish", "/fish", true],
  ["Disallow: /x\nAllow:", "/x", false],
  ["Disallow: /x#y", "/x", false],
  ["Disallow /", "/x", false],
  ["disallow\t/x", "/x", false],
  ["Disallow /x y", "/x", true],
  ["Disalow: /", "/x", false],
  ["Dissallow: /", "/x", false],
  ["Dissalow: /", "/x", false],
  ["Disallaw: /", "/x", false],
  ["Diasllow: /", "/x", false],
  ["DISALLOW: /", "/x", false],
  ["Allow: /dir/index.html\nDisallow: /", "/dir/", true],
  ["Allow: /dir/index.htm\nDisallow: /", "/dir/", true],
  ["Allow: /dir/index.html\nDisallow: /", "/dir/index.html", true],
  ["Allow: /dir/index.html\nDisallow: /", "/dir/index.htm", false],
  ["Allow: /dir/index.html\nDisallow: /", "/dir/other", false],
  ["Allow: /dir/index.php\nDisallow: /", "/dir/", false],
  ["Disallow: /dir/index.html", "/dir/", true],
  ["Disallow: /x/page.html\nAllow: /x/", "/x/page.html", false],
  ["Allow: /x/page.\nDisallow: /*.html", "/x/page.html", true]
]

// Which group counts for which agent; what is asked for is `/x`.
const groups: ReadonlyArray<readonly [text: string, agent: string, allowed: boolean]> = [
  ["User-agent: a\nSitemap: https://s.test/s.xml\nUser-agent: b\nDisallow: /", "a", false],
  ["User-agent: a\nHost: s.test\nUser-agent: b\nDisallow: /", "a", false],
  ["User-agent: a\nCrawl-delay: 1\nUser-agent: b\nDisallow: /", "a", false],
  ["User-agent: a\nnonsense\n\nUser-agent: b\nDisallow: /", "a", false],
  ["User-agent: a\nDisallow:\nUser-agent: b\nDisallow: /", "a", true],
  ["user agent a\ndisallow /", "a", true],
  ["user agent: a\ndisallow /", "a", false],
  ["useragent a\ndisallow /", "a", false],
  ["Disallow: /\nUser-agent: a\nAllow: /", "b", true],
  ["User-agent: *\nDisallow: /\nUser-agent: Foo Bar\nAllow: /", "Foo", true],
  ["User-agent: *\nDisallow: /\nUser-agent: Foo Bar\nAllow: /", "Foo Bar", false],
  ["User-agent: *\nDisallow: /\nUser-agent: foo-news\nAllow: /", "foo", false],
  ["User-agent: *\nDisallow: /\nUser-agent: foo\nAllow: /", "foobar", false],
  ["User-agent: *\nDisallow: /\nUser-agent: foo\nAllow: /", "foo-news", true],
  ["User-agent: foo\nAllow: /\nUser-agent: foo-news\nDisallow: /", "foo-news", false],
  ["User-agent: foo\nAllow: /\nUser-agent: foo-news\nDisallow: /", "foo-images", true],
  ["User-agent: foo\nAllow: /\nUser-agent: *\nDisallow: /", "Foo/2.1 (+https://foo.test)", true],
  ["User-agent: * all of you\nDisallow: /", "foo", false],
  ["User-agent: foo\nDisallow: /", "", true],
  ["User-agent: *\nDisallow: /", "", false],
  ["User-agent: a\nUser-agent: *\nDisallow: /", "b", false],
  ["User-agent: *\nAllow: /\nUser-agent: a\nDisallow: /\nUser-agent: *\nDisallow: /x", "b", false]
]

const naive = (pattern: string, path: string): boolean => {
  const toEnd = pattern.endsWith("$")
  const source = (toEnd ? pattern.slice(0, -1) : pattern)
    .split("*")
    .map((piece) => piece.replace(/[.$?+()[\]{}|^\\]/g, "\\$&"))
    .join(".*")
  return new RegExp(`^${source}${toEnd ? "$" : ""}`, "s").test(path)
}

describe("robots.txt", () => {
  for (const [rules, path, allowed] of table) {
    it(`${allowed ? "allows" : "forbids"} ${path} under ${JSON.stringify(rules)}`, () => {
      assert.strictEqual(allows(`User-agent: *\n${rules}`, path), allowed)
    })
  }

  it("reads the groups of the named product together, and only those", () => {
    const text =
      "User-agent: *\nDisallow: /\n\nUser-agent: ORBWEAVER/2.0\nUser-agent: other\nDisallow: /a\nCrawl-delay: 2\n\nuser-agent: orbweaver\nDisallow: /b"
    assert.isTrue(allows(text, "/c"))
    assert.isFalse(allows(text, "/a"))
    assert.isFalse(allows(text, "/b"))
    assert.isFalse(allows(text, "/c", "nobody"))
    assert.strictEqual(Duration.toMillis(Robots.fromText(text).crawlDelay!), 2000)
  })

  for (const [text, agent, allowed] of groups) {
    it(`${allowed ? "allows" : "forbids"} ${JSON.stringify(agent)} under ${JSON.stringify(text)}`, () => {
      assert.strictEqual(allows(text, "/x", agent), allowed)
    })
  }

  it("applies a crawl delay to the agents named before it", () => {
    const text = "User-agent: a\nCrawl-delay: 5\nUser-agent: b\nDisallow: /x"
    assert.strictEqual(Duration.toMillis(Robots.fromText(text, "a").crawlDelay!), 5000)
    assert.isUndefined(Robots.fromText(text, "b").crawlDelay)
  })

  it("finds a sitemap whose colon is missing", () => {
    assert.deepStrictEqual(Robots.fromText("Sitemap https://s.test/s.xml\nsite-map: /t.xml").sitemaps, [
      "https://s.test/s.xml",
      "/t.xml"
    ])
  })

  it("reads lines up to the length that Google reads", () => {
    const path = `/x/${"a".repeat(2083 * 8)}`
    assert.isFalse(allows(`User-agent: *\nDisallow: ${path}/more`, `${path}/other`))
    assert.isTrue(allows(`User-agent: *\nDisallow: ${path}/more`, "/x/b"))
  })

  it("reads through comments, byte order marks, other line ends and nonsense", () => {
    const text =
      "\uFEFF# hello\r\nnonsense\rUser-Agent : * # all\r\n  disallow :/x # y\r\nSitemap: https://s.test/s.xml\nAllow\n: \n"
    assert.isFalse(allows(text, "/x/y"))
    assert.deepStrictEqual(Robots.fromText(text).sitemaps, ["https://s.test/s.xml"])
  })

  it.effect.prop(
    "matches as a naive matcher does",
    [Schema.Array(Schema.Literals(["a", "b", "*", "$", "/"])), Schema.Array(Schema.Literals(["a", "b", "/", "$"]))],
    ([pattern, path]) =>
      Effect.sync(() => {
        const rule = `/${pattern.join("")}`
        const subject = `/${path.join("")}`
        const { allowed } = Robots.fromText(`User-agent: *\nDisallow: ${rule}`).allows(
          new URL(`https://s.test${subject}`)
        )
        assert.strictEqual(allowed, !naive(rule, new URL(`https://s.test${subject}`).pathname), `${rule} on ${subject}`)
      })
  )

  const path = Schema.Array(Schema.Literals(["a", "b", "<", "!", "*", "$", "/", "é"]))

  it.effect.prop(
    "compares a path in any spelling of its characters",
    [path, path, Schema.Boolean],
    ([rule, rest, plain]) =>
      Effect.sync(() => {
        const escape = (text: string) =>
          [...text]
            .map((part) => (part === "/" ? part : encodeURIComponent(part)))
            .join("")
            .replace(/[!*$]/g, hex)
        const prefix = `/${rule.join("")}`
        const subject = `${prefix}${rest.join("")}`
        const text = `User-agent: *\nDisallow: ${escape(prefix)}`
        assert.isFalse(allows(text, `https://s.test${plain ? subject : escape(subject)}`), `${prefix} on ${subject}`)
      })
  )

  it.effect.prop(
    "reads the same with other lines in between and with other line ends",
    [
      Schema.Array(
        Schema.Literals(["User-agent: *", "User-agent: orbweaver", "Disallow: /x", "Allow: /x", "Allow: /"])
      ),
      Schema.Literals(["\n", "\r", "\r\n", "\n\n", "\nSitemap: /s\n", "\nnonsense: 1\n", "\n# note\n"])
    ],
    ([lines, between]) =>
      Effect.sync(() => {
        assert.strictEqual(allows(lines.join(between), "/x"), allows(lines.join("\n"), "/x"))
      })
  )

  it.effect.prop(
    "decides the same in whatever order groups and their rules stand",
    [Schema.Array(Schema.Literals(["Disallow: /x", "Allow: /x", "Allow: /", "Disallow: /*", "Disallow:"]))],
    ([rules]) =>
      Effect.sync(() => {
        const one = `User-agent: *\n${rules.join("\n")}`
        const other = rules.toReversed().map((rule) => `User-agent: *\n${rule}\n`)
        assert.strictEqual(allows(one, "/x"), allows(other.join(""), "/x"))
      })
  )

  it("matches pieces longer than a plain search takes", () => {
    const long = "ab".repeat(20)
    assert.isFalse(allows(`User-agent: *\nDisallow: /*${long}c`, `/ab${long}c`))
    assert.isTrue(allows(`User-agent: *\nDisallow: /*${long}c*d`, `/ab${long}cc`))
    assert.isFalse(allows(`User-agent: *\nDisallow: /*${long}c*d`, `/x${long}c-d`))
  })

  it("stays quick on patterns made to be slow", () => {
    const rules = Robots.fromText(
      `User-agent: *\n${Array.from({ length: 500 }, (_, index) => `Disallow: /${"*a".repeat(500)}${index}$`).join("\n")}`
    )
    assert.isTrue(rules.allows(new URL(`https://s.test/${"a".repeat(5000)}`)).allowed)
    // A search that compares every piece at every place would take 60 times 64 million steps.
    const repetitive = Robots.fromText(
      `User-agent: *\n${Array.from({ length: 60 }, () => `Disallow: /*${"a".repeat(8000)}b`).join("\n")}`
    )
    assert.isTrue(repetitive.allows(new URL(`https://s.test/${"a".repeat(16_000)}`)).allowed)
  })

  it("forbids what it would take too long to decide, and says so", () => {
    const rules = Robots.fromText(`User-agent: *\n${"Disallow: /*aab\n".repeat(10_000)}`)
    const answer = rules.allows(new URL(`https://s.test/${"a".repeat(16_000)}`))
    assert.isFalse(answer.allowed)
    assert.include(answer.line, "wildcards")
    assert.isTrue(rules.allows(new URL(`https://s.test/${"a".repeat(100)}`)).allowed)
  })
})

const bytes = (...parts: ReadonlyArray<string | number>): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "number" ? [part] : [...new TextEncoder().encode(part)])))

const utf16 = (text: string): Buffer => Buffer.from(text, "utf16le")

/** A file whose first 500 KiB end with `last`, and that goes on. */
const upTo = (last: string, rest: string): string => {
  const start = "User-agent: *\n"
  return `${start}${"#".repeat(500 * 1024 - start.length - last.length - 1)}\n${last}${rest}`
}

const hex = (character: string) => `%${character.charCodeAt(0).toString(16)}`

describe("the robots of a site", () => {
  const ask = (answer: Answer, path = "/x") => {
    const found = site({ "/robots.txt": answer })
    return Effect.gen(function* () {
      const robots = yield* Robots.Robots
      const rules = yield* Effect.forkChild(robots.rules(new URL(`https://s.test${path}`)))
      yield* TestClock.adjust("3 seconds")
      return (yield* Fiber.join(rules)).allows(new URL(`https://s.test${path}`)).allowed
    }).pipe(Effect.provide(Robots.Robots.layer().pipe(Layer.provide(fetcher(found)))))
  }

  const answers: ReadonlyArray<readonly [title: string, answer: Answer, allowed: boolean, path?: string]> = [
    ["a file that is not there", { status: 404 }, true],
    ["a file that is forbidden", { status: 403 }, true],
    ["a server that fails", { status: 503 }, false],
    ["a server that is silent", { fails: new CaptureError.TimedOut({ limitMs: 1 }) }, false],
    ["a host that is not there", { fails: new CaptureError.DnsFailed({ host: "s.test" }) }, true],
    [
      "a web page in its place",
      { body: "<pre>\nUser-agent: *\nDisallow: /\n</pre>", headers: { "content-type": "text/html" } },
      true
    ],
    [
      "rules that are declared as a web page",
      { body: "User-agent: *\nDisallow: /", headers: { "content-type": "text/html" } },
      false
    ],
    ["half a byte order mark", { body: bytes(0xef, 0xbb, "User-agent: *\nDisallow: /") }, false],
    ["a byte that is not UTF-8", { body: bytes("User-agent: *\nDisallow: /caf", 0xe9) }, true],
    ["its byte that is not UTF-8", { body: bytes("User-agent: *\nDisallow: /caf", 0xe9) }, false, "/caf%E9"],
    ["rules in UTF-16 with a mark", { body: utf16("\uFEFFUser-agent: *\r\nDisallow: /") }, false],
    ["rules in UTF-16 without a mark", { body: utf16("User-agent: *\nDisallow: /") }, false],
    ["rules in big-endian UTF-16", { body: utf16("\uFEFFUser-agent: *\nDisallow: /").swap16() }, false],
    ["rules beyond 500 KiB", { body: `User-agent: *\n${"#".repeat(500 * 1024)}\nDisallow: /\n` }, true],
    ["rules before 500 KiB of others", { body: `User-agent: *\nDisallow: /x\n${"#\n".repeat(500 * 1024)}` }, false],
    ["a rule that the limit cuts", { body: upTo("Disallow: /", "xyz") }, true],
    ["a rule that ends before the limit", { body: upTo("Disallow: /\n", "Disallow: /y") }, false],
    ["a last rule without a line end", { body: "User-agent: *\nDisallow: /" }, false],
    ["a file too large for a fetcher that cannot cut", { fails: new CaptureError.TooLarge({ limitBytes: 1 }) }, true]
  ]
  for (const [title, answer, allowed, path] of answers) {
    it.effect(`${allowed ? "allow" : "forbid"} ${path ?? "everything"} with ${title}`, () =>
      Effect.map(ask(answer, path), (found) => assert.strictEqual(found, allowed))
    )
  }

  it.effect("are asked for once a day, and again soon after a failure", () => {
    const found: Site = {
      answer: () => ({ status: found.visits.length <= 3 ? 500 : 200, body: "User-agent: *\nDisallow: /no" }),
      visits: []
    }
    return Effect.gen(function* () {
      const robots = yield* Robots.Robots
      const allowed = Effect.map(
        robots.rules(new URL("https://s.test/a")),
        (rules) => rules.allows(new URL("https://s.test/a")).allowed
      )
      const both = yield* Effect.forkChild(Effect.all([allowed, allowed], { concurrency: "unbounded" }))
      yield* TestClock.adjust("3 seconds")
      assert.deepStrictEqual(yield* Fiber.join(both), [false, false])
      assert.lengthOf(found.visits, 3)
      yield* TestClock.adjust("5 minutes")
      assert.isTrue(yield* allowed)
      yield* TestClock.adjust("23 hours")
      assert.isTrue(yield* allowed)
      assert.lengthOf(found.visits, 4)
      yield* TestClock.adjust("2 hours")
      yield* allowed
      assert.lengthOf(found.visits, 5)
    }).pipe(Effect.provide(Robots.Robots.layer().pipe(Layer.provide(fetcher(found)))))
  })

  for (const [title, failure] of [
    ["a 503 that says when to come back", { status: 503, headers: { "retry-after": "2" } }],
    ["a 502", { status: 502 }],
    ["a 429", { status: 429 }],
    ["a reset", { fails: new CaptureError.ConnectionFailed({ detail: "ECONNRESET" }) }]
  ] as ReadonlyArray<[string, Answer]>) {
    it.effect(`are read although the first answer is ${title}`, () => {
      const found: Site = {
        answer: () => (found.visits.length === 1 ? failure : { body: "User-agent: *\nDisallow: /no" }),
        visits: []
      }
      return Effect.gen(function* () {
        const robots = yield* Robots.Robots
        const rules = yield* Effect.forkChild(robots.rules(new URL("https://s.test/")))
        yield* TestClock.adjust("2 seconds")
        const { allows } = yield* Fiber.join(rules)
        assert.deepStrictEqual(
          [allows(new URL("https://s.test/no")).allowed, allows(new URL("https://s.test/yes")).allowed],
          [false, true]
        )
      }).pipe(Effect.provide(Robots.Robots.layer().pipe(Layer.provide(fetcher(found)))))
    })
  }
})
