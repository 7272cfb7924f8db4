import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { CookieJar, limits, merge, parseCookie } from "../../src/network/CookieJar.ts"

const at = (url: string) => new URL(url)
const sent = (jar: CookieJar, url: string, now = 0) => jar.header(at(url), now)

it("sends a cookie back to the host and path that set it", async () => {
  const jar = new CookieJar()
  await jar.set(at("https://shop.example/cart/view"), ["a=1", "b=2; Path=/"], 0)
  assert.strictEqual(sent(jar, "https://shop.example/cart/"), "a=1; b=2")
  assert.strictEqual(sent(jar, "https://shop.example/cart"), "a=1; b=2")
  assert.strictEqual(sent(jar, "https://shop.example/cartoon"), "b=2")
  assert.strictEqual(sent(jar, "https://other.example/"), undefined)
  assert.strictEqual(sent(jar, "https://www.shop.example/"), undefined)
})

it("sends a domain's cookie to every host under it, and to no other domain", async () => {
  const jar = new CookieJar()
  await jar.set(
    at("https://www.shop.example/"),
    ["a=1; Domain=.shop.example", "b=2; Domain=other.example", "c=3; Domain=example"],
    0
  )
  assert.strictEqual(sent(jar, "https://shop.example/"), "a=1")
  assert.strictEqual(sent(jar, "https://pay.shop.example/"), "a=1")
  assert.strictEqual(sent(jar, "https://other.example/"), undefined)
  assert.strictEqual(sent(jar, "https://notshop.example/"), undefined)
  await jar.set(at("http://10.0.0.1/"), ["ip=1; Domain=0.0.1"], 0)
  assert.strictEqual(sent(jar, "http://9.0.0.1/"), undefined)
})

it("keeps no cookie for a domain under which strangers register names", async () => {
  const jar = new CookieJar()
  for (const [host, suffix] of [
    ["evil.co.uk", "co.uk"],
    ["evil.github.io", "github.io"],
    ["evil.example.com", "com"],
    ["evil.kawasaki.jp", "kawasaki.jp"],
    ["evil.xn--p1ai", "xn--p1ai"]
  ]) {
    await jar.set(at(`https://${host}/`), [`a=1; Domain=${suffix}`, `b=1; Domain=.${suffix?.toUpperCase()}`], 0)
    assert.isUndefined(sent(jar, `https://victim.${suffix}/`), suffix)
  }
  assert.isEmpty(jar.all(0))
  // A suffix that is a site itself keeps its cookies to itself.
  await jar.set(at("https://github.io/"), ["a=1; Domain=github.io"], 0)
  assert.strictEqual(sent(jar, "https://github.io/"), "a=1")
  assert.isUndefined(sent(jar, "https://victim.github.io/"))
  await jar.set(at("https://www.shop.co.uk/"), ["b=2; Domain=shop.co.uk"], 0)
  assert.strictEqual(sent(jar, "https://pay.shop.co.uk/"), "b=2")
})

it("ignores a line that is longer than any cookie with its attributes", () => {
  const shop = at("https://shop.example/")
  assert.isUndefined(parseCookie(`a=1${"; x=y".repeat(limits.lineBytes)}`, shop, 0))
  assert.isDefined(parseCookie(`a=1; Path=/${"x".repeat(1000)}`, shop, 0))
})

it("keeps secure cookies to https", async () => {
  const jar = new CookieJar()
  await jar.set(at("https://shop.example/"), ["a=1; Secure", "__Host-b=2; Secure; Path=/", "__Secure-c=3"], 0)
  await jar.set(at("http://shop.example/"), ["d=4; Secure"], 0)
  assert.strictEqual(sent(jar, "https://shop.example/"), "a=1; __Host-b=2")
  assert.strictEqual(sent(jar, "http://shop.example/"), undefined)
})

it("forgets what has expired or is taken back", async () => {
  const jar = new CookieJar()
  const url = at("https://shop.example/")
  await jar.set(url, ["a=1; Max-Age=10", "b=2; Expires=Thu, 01 Jan 1970 00:00:20 GMT", "c=3; Expires=nonsense"], 0)
  assert.strictEqual(sent(jar, url.href, 9_999), "a=1; b=2; c=3")
  assert.strictEqual(sent(jar, url.href, 10_000), "b=2; c=3")
  assert.strictEqual(sent(jar, url.href, 20_000), "c=3")
  await jar.set(url, ["c=; Max-Age=0"], 0)
  assert.strictEqual(jar.all(0).length, 2)
})

it("keeps a bounded number of cookies, the newest", async () => {
  const jar = new CookieJar()
  for (let i = 0; i < 200; i++) await jar.set(at("https://shop.example/"), [`c${i}=1`], 0)
  assert.strictEqual(jar.all(0).length, limits.perDomain)
  assert.strictEqual(jar.all(0).at(-1)?.name, "c199")
  assert.isUndefined(parseCookie(`big=${"x".repeat(limits.bytes)}`, at("https://shop.example/"), 0))
})

it("puts the caller's own cookies beside those of the jar", () => {
  assert.strictEqual(merge("a=1; b=2", "b=3"), "a=1; b=3")
  assert.strictEqual(merge(undefined, undefined), undefined)
  assert.strictEqual(merge("a=1", undefined), "a=1")
})

it.effect.prop("makes of any line a cookie that fits into a header, or none", [Schema.String], ([line]) =>
  Effect.promise(async () => {
    const jar = new CookieJar()
    await jar.set(at("https://shop.example/"), [line, `name=${line}`, `name=value; ${line}`], 0)
    assert.match(sent(jar, "https://shop.example/") ?? "", /^[\t\x20-\x7e\x80-\xff]*$/)
  })
)
