import { assert, describe, it } from "@effect/vitest"
import { filterTags } from "../../src/query/filter.ts"
import { InvalidSelector } from "../../src/query/InvalidSelector.ts"
import { parse } from "../../src/tree/parse.ts"
import { select } from "../../src/query/select.ts"
import { attribute, tagNameOf } from "../../src/tree/Tree.ts"
import { hostileSelectors } from "../../bench/hostileSelectors.ts"

const page = parse(`<!doctype html><body>
  <nav id=top class="menu main-menu"><a href=/a>a</a><a href=/b rel="nofollow x">b</a></nav>
  <div class="content"><p id=lead>one</p><p hidden>two</p><x-card data-kind=promo>three</x-card></div>
  <svg><a id=drawn class=menu></a></svg>
  <footer class=FOOT><ul><li>1<li class=last>2</ul></footer>`)

const names = (nodes: ReadonlyArray<number>): string =>
  nodes
    .map((node) => `${tagNameOf(page, node)}${attribute(page, node, "id") ? `#${attribute(page, node, "id")}` : ""}`)
    .join(" ")

const refused = (run: () => unknown): InvalidSelector => {
  try {
    run()
  } catch (error) {
    if (error instanceof InvalidSelector) return error
    throw error
  }
  return assert.fail("accepted")
}

describe("a selector", () => {
  const cases: ReadonlyArray<readonly [string, string]> = [
    ["nav", "nav#top"],
    ["NAV", "nav#top"],
    [".menu", "nav#top a#drawn"],
    [".men", ""],
    ["nav.main-menu", "nav#top"],
    ["#lead", "p#lead"],
    ["p#lead", "p#lead"],
    ["div#lead", ""],
    ["x-card", "x-card"],
    ["[hidden]", "p"],
    ["[data-kind=promo]", "x-card"],
    ["a", "a a a#drawn"],
    ["nav > a", "a a"],
    ["p, li", "p#lead p li li"],
    ["a[rel~=nofollow]", "a"],
    ["li:last-child", "li"],
    ["li:nth-child(2).last", "li"],
    ["div:has(> x-card)", "div"],
    ["p:not([hidden])", "p#lead"],
    ["p + p", "p"],
    ["p ~ x-card", "x-card"],
    [":root", "html"],
    ["body > *", "nav#top div svg footer"],
    ["footer :is(ul, ol) > li", "li li"],
    ["[class=foot]", ""],
    ["a:first-of-type", "a a#drawn"]
  ]
  for (const [selector, expected] of cases) {
    it(`${selector} selects ${expected === "" ? "nothing" : expected}`, () => {
      assert.strictEqual(names(select(page, selector)), expected)
    })
  }

  for (const selector of ["", "  ", "a[", "p:nope", ">", "a::before(", ":nth-child(x)"]) {
    it(`${JSON.stringify(selector)} is refused`, () => {
      assert.strictEqual(refused(() => select(page, selector))._tag, "InvalidSelector")
    })
  }

  it.each([
    ["a[", "it ends where a name is expected"],
    ["p.#b", 'a name is expected at ".#b"'],
    ["a{", '"{" is unexpected'],
    ["a,,b", "a part of it is empty"],
    ["//p", "it is XPath, and CSS is expected"],
    ["p::before", "pseudo-elements such as ::before hold no content of the page"]
  ])("%s is refused, and the refusal says why", (selector, detail) => {
    assert.strictEqual(refused(() => select(page, selector)).detail, detail)
  })

  it("too long or too deep is refused", () => {
    assert.include(refused(() => select(page, "a".repeat(20_000))).detail, "characters")
    assert.strictEqual(
      refused(() => select(page, `${":not(".repeat(1_500)}a${")".repeat(1_500)}`))._tag,
      "InvalidSelector"
    )
  })

  it("that would take too long on a page ends as a refusal", () => {
    for (const { html, selector } of hostileSelectors(300)) {
      try {
        select(parse(html), selector)
      } catch (error) {
        assert.instanceOf(error, InvalidSelector)
      }
    }
    const rows = parse("<i></i>".repeat(20_000))
    assert.include(refused(() => select(rows, "i:nth-last-child(7n+3) ~ i:nth-last-of-type(2n)")).detail, "steps")
  })
})

describe("tag filters", () => {
  const kept = (filter: Parameters<typeof filterTags>[1]) => {
    const { drop, roots } = filterTags(page, filter)
    const dropped: Array<number> = []
    drop.forEach((value, node) => value !== 0 && dropped.push(node))
    return { roots: names(roots), dropped: names(dropped) }
  }

  it("keep the body when they ask for nothing", () => {
    assert.deepStrictEqual(kept({}), { roots: "body", dropped: "" })
  })

  it("keep the outermost of what is included, in document order", () => {
    assert.strictEqual(kept({ includeTags: ["li", "footer", ".content"] }).roots, "div footer")
  })

  it("drop what is excluded, also inside of what is included", () => {
    assert.deepStrictEqual(kept({ includeTags: ["nav"], excludeTags: ["a[rel]", "footer"] }), {
      roots: "nav#top",
      dropped: "a footer"
    })
  })

  it("read an entry between stars as a regular expression over names and attributes", () => {
    assert.strictEqual(kept({ excludeTags: ["*MENU*"] }).dropped, "nav#top a#drawn")
    assert.strictEqual(kept({ excludeTags: ['*^x-.+|id="(lead|top)"*'] }).dropped, "nav#top p#lead x-card")
    assert.strictEqual(kept({ excludeTags: ['*class="foot"*'] }).dropped, "footer")
    assert.include(refused(() => kept({ excludeTags: ["*(*"] })).message, "cannot be used")
  })
})
