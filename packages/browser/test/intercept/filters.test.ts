import { assert, describe, it } from "@effect/vitest"
import { compile } from "../../src/intercept/filters.ts"
import { ownList } from "../../src/intercept/ownList.ts"

const page = "shop.example.com"
const blocks = (list: string, url: string, type = "Script", host = page) => compile([list]).requests(host)?.(url, type)

describe("filter rules", () => {
  it("match hosts with their subdomains, and nothing that only looks like them", () => {
    const filters = compile(["||ads.example^"])
    assert.isTrue(filters.host("ads.example", page))
    assert.isTrue(filters.host("cdn.ads.example", page))
    assert.isFalse(filters.host("badads.example", page))
    assert.isFalse(filters.host("ads.example.org", page))
    assert.isUndefined(filters.requests(page), "the name of the host says all")
  })

  it("leave the site itself alone", () => {
    const filters = compile(["||example.com^"])
    assert.isFalse(filters.host("img.example.com", page))
    assert.isTrue(filters.host("img.example.com", "other.test"))
    assert.isTrue(compile(["||co.uk.ads.test^"]).host("co.uk.ads.test", "a.co.uk"))
  })

  it("match parts of addresses with * and ^ and anchors", () => {
    const cases: ReadonlyArray<readonly [rule: string, url: string, blocked: boolean]> = [
      ["/banner/*.gif|", "https://a.test/banner/1.gif", true],
      ["/banner/*.gif|", "https://a.test/banner/1.gif?x", false],
      ["-ad-unit.", "https://a.test/x-AD-unit.js", true],
      ["|https://track.", "https://track.test/", true],
      ["|https://track.", "https://a.test/?u=https://track.test", false],
      ["||a.test/pixel^", "https://www.a.test/pixel?x", true],
      ["||a.test/pixel^", "https://www.a.test/pixels", false],
      ["||a.test^*/ad/", "https://a.test/x/ad/1", true],
      ["^advert^", "https://a.test/advert/", true],
      ["^advert^", "https://a.test/adverts/", false],
      ["/ads/|", "https://a.test/ads/", true]
    ]
    for (const [rule, url, blocked] of cases) assert.strictEqual(blocks(rule, url), blocked, `${rule} ${url}`)
  })

  it("hold options: kind of request, party and page", () => {
    assert.isTrue(blocks("/track.$script", "https://a.test/track.js", "Script"))
    assert.isFalse(blocks("/track.$script", "https://a.test/track.js", "Image"))
    assert.isFalse(blocks("/track.$~script", "https://a.test/track.js", "Script"))
    assert.isTrue(blocks("/track.$third-party", "https://a.test/track.js"))
    assert.isFalse(blocks("/track.$third-party", "https://cdn.example.com/track.js"))
    assert.isTrue(blocks("/track.$domain=example.com|b.test", "https://a.test/track.js"))
    assert.isFalse(blocks("/track.$domain=~example.com", "https://a.test/track.js"))
    assert.isUndefined(blocks("/track.$redirect=noop.js", "https://a.test/track.js"), "not understood in full")
  })

  it("give way to exceptions, and those to what is important", () => {
    assert.isFalse(blocks("||a.test^\n@@||a.test/needed.js", "https://a.test/needed.js"))
    assert.isTrue(blocks("||a.test^\n@@||a.test/needed.js", "https://a.test/other.js"))
    assert.isTrue(blocks("||a.test^$important\n@@||a.test/needed.js", "https://a.test/needed.js"))
  })

  it("never block the page that was asked for", () => {
    assert.isFalse(blocks("/shop", "https://shop.example.com/shop", "Document"))
  })

  it("hide elements everywhere, on some pages, and not where an exception says so", () => {
    const filters = compile([
      `##[id^="ad-"]\nexample.com##.promo\nother.test##.x\nexample.com#@#[id^="ad-"]\n##.ad-box\n###banner`
    ])
    assert.deepStrictEqual(filters.hidden("shop.example.com"), [".promo"])
    assert.deepStrictEqual(filters.hidden("else.test"), [`[id^="ad-"]`])
    assert.deepStrictEqual([...filters.hiddenNames], [".ad-box", "#banner"])
  })

  it("pass over what they do not understand", () => {
    const filters = compile([
      "! comment\n[Adblock Plus 2.0]\n/regex[0-9]+/\nexample.com##+js(x)\nexample.com#?#div:has(a)\n||a.*^\n|\n*\n"
    ])
    assert.isUndefined(filters.requests(page))
    assert.deepStrictEqual(filters.hidden(page), [])
  })

  it("find their rule among many thousands, in an address made to delay them", () => {
    const many = Array.from({ length: 50_000 }, (_, index) => `/word${index}/*/end${index}.`).join("\n")
    const judge = compile([many]).requests(page)!
    assert.isTrue(judge("https://a.test/word49999/x/end49999.js", "Script"))
    assert.isFalse(judge(`https://a.test/${"word1/".repeat(100_000)}`, "Script"))
  })

  it("of our own name hosts and boxes that are well formed", () => {
    const filters = compile([ownList])
    assert.isTrue(filters.host("stats.g.doubleclick.net", page))
    assert.isFalse(filters.host("example.org", page))
    assert.isUndefined(filters.requests(page))
    assert.isAbove(filters.hiddenNames.size, 10)
  })
})
