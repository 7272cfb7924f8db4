import { assert, describe, it } from "@effect/vitest"
import { CaptureError, Robots } from "@orbweaver/core"
import { Duration, Effect, Layer, Schema } from "effect"
import { TestClock } from "effect/testing"
import { type Answer, fetcher, site, type Site } from "./support/site.ts"

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
  ["Disallow: /a*$", "/a", false]
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

  it("stays quick on patterns made to be slow", () => {
    const rules = Robots.fromText(
      `User-agent: *\n${Array.from({ length: 500 }, (_, index) => `Disallow: /${"*a".repeat(500)}${index}$`).join("\n")}`
    )
    assert.isTrue(rules.allows(new URL(`https://s.test/${"a".repeat(5000)}`)).allowed)
  })
})

describe("the robots of a site", () => {
  const ask = (answer: Answer, path = "/x") => {
    const found = site({ "/robots.txt": answer })
    return Effect.gen(function* () {
      const robots = yield* Robots.Robots
      return (yield* robots.rules(new URL(`https://s.test${path}`))).allows(new URL(`https://s.test${path}`)).allowed
    }).pipe(Effect.provide(Robots.Robots.layer().pipe(Layer.provide(fetcher(found)))))
  }

  const answers: ReadonlyArray<readonly [string, Answer, boolean]> = [
    ["a file that is not there", { status: 404 }, true],
    ["a file that is forbidden", { status: 403 }, true],
    ["a server that fails", { status: 503 }, false],
    ["a server that is silent", { fails: new CaptureError.TimedOut({ limitMs: 1 }) }, false],
    ["a host that is not there", { fails: new CaptureError.DnsFailed({ host: "s.test" }) }, true],
    ["a web page in its place", { body: "Disallow: /", headers: { "content-type": "text/html" } }, true],
    ["rules beyond 500 KiB", { body: `User-agent: *\n${"#".repeat(500 * 1024)}\nDisallow: /` }, true]
  ]
  for (const [title, answer, allowed] of answers) {
    it.effect(`${allowed ? "allow" : "forbid"} everything with ${title}`, () =>
      Effect.map(ask(answer), (found) => assert.strictEqual(found, allowed))
    )
  }

  it.effect("are asked for once a day, and again soon after a failure", () => {
    const found: Site = {
      answer: () => ({ status: found.visits.length === 1 ? 500 : 200, body: "User-agent: *\nDisallow: /no" }),
      visits: []
    }
    return Effect.gen(function* () {
      const robots = yield* Robots.Robots
      const allowed = Effect.map(
        robots.rules(new URL("https://s.test/a")),
        (rules) => rules.allows(new URL("https://s.test/a")).allowed
      )
      const both = yield* Effect.all([allowed, allowed], { concurrency: "unbounded" })
      assert.deepStrictEqual(both, [false, false])
      assert.lengthOf(found.visits, 1)
      yield* TestClock.adjust("5 minutes")
      assert.isTrue(yield* allowed)
      yield* TestClock.adjust("23 hours")
      assert.isTrue(yield* allowed)
      assert.lengthOf(found.visits, 2)
      yield* TestClock.adjust("2 hours")
      yield* allowed
      assert.lengthOf(found.visits, 3)
    }).pipe(Effect.provide(Robots.Robots.layer().pipe(Layer.provide(fetcher(found)))))
  })
})
