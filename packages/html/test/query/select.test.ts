import { assert, describe, it } from "@effect/vitest"
import { filterTags } from "../../src/query/filter.ts"
import { InvalidSelector } from "../../src/query/InvalidSelector.ts"
import { parse } from "../../src/tree/parse.ts"
import { Budget, select } from "../../src/query/select.ts"
import { attribute, tagNameOf, type Tree } from "../../src/tree/Tree.ts"
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

  const patterns = (count: number, of: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => `*${of(index)}*`)
  /** Elements of classes of their own, in a body. */
  const elements = (count: number, of: (index: number) => string) =>
    parse(`<body>${Array.from({ length: count }, (_, index) => `<p class="${of(index)}">x</p>`).join("")}`)
  const droppedOf = (tree: Tree, excludeTags: ReadonlyArray<string>, budget?: Budget) =>
    filterTags(tree, { excludeTags }, budget).drop.reduce((sum, value) => sum + value, 0)

  it("read hundreds of patterns as they read each of them alone", () => {
    const regular = patterns(400, (index) => `"ad-[a-z]+${index}"`)
    const plain = patterns(400, (index) => `item-${index}-`)
    const tree = elements(500, (index) => (index % 2 === 0 ? `ad-x${index}` : `item-${index}-y`))
    assert.strictEqual(droppedOf(tree, regular), 200)
    assert.strictEqual(droppedOf(tree, plain), 200)
    assert.strictEqual(droppedOf(tree, [...regular, ...plain, "*^BODY$*"]), 401)
    assert.strictEqual(droppedOf(tree, ['*(?<a>ad-x0")*', '*(?<a>ad-x2")*', "*(?-i)ITEM*"]), 2)
    const { detail, selector } = refused(() => droppedOf(tree, [...regular, "*a)|(b*"]))
    assert.strictEqual(selector, "*a)|(b*")
    assert.notStrictEqual(detail, "")
  })

  it("ask each text of a page once, however many patterns there are and however often it stands there", () => {
    class Counted extends Budget {
      asked = 0
      override spendTime<A>(_: number, work: () => A): A {
        this.asked++
        return work()
      }
    }
    /** Texts that were asked, without the compiling of patterns. */
    const asked = (tree: Tree, count: number) => {
      const compiling = new Counted()
      const whole = new Counted()
      const excludeTags = patterns(count, (index) => `ad-[a-z]+${index}`)
      droppedOf(parse(""), excludeTags, compiling)
      droppedOf(tree, excludeTags, whole)
      return whole.asked - compiling.asked
    }
    const alike = (count: number) => elements(count, () => "card")
    // The names of a paragraph and its class, beside those of an empty page.
    for (const count of [1, 10, 1000]) assert.strictEqual(asked(alike(count), 400), 2)
    const different = (count: number) => elements(count, (index) => `card-${index}`)
    for (const many of [1, 20, 400]) assert.strictEqual(asked(different(100), many), 101)
    assert.strictEqual(asked(different(200), 400), 201)
  })

  it("end as a refusal where they would take too long: patterns, plain selectors and compiling", () => {
    const tree = elements(20_000, (index) => `${index.toString(2).replaceAll("0", "a").replaceAll("1", "b")}-${index}`)
    const slow = patterns(400, (index) => `(a|b)*a(a|b|d){${10 + (index % 10)}}x${index}`)
    const { detail, selector } = refused(() => droppedOf(tree, slow))
    assert.include(detail, "steps")
    assert.include(selector, "and 399 other patterns")
    assert.include(refused(() => droppedOf(tree, slow.slice(0, 1).concat(slow), new Budget(1000))).detail, "steps")
    assert.include(
      refused(() =>
        droppedOf(
          tree,
          Array.from({ length: 600 }, (_, at) => `.ad-${at}`)
        )
      ).detail,
      "steps"
    )
    assert.include(refused(() => droppedOf(tree, ["*(?:abcd){500}*"])).detail, "too large")
    assert.include(refused(() => droppedOf(tree, [`*${"(a)".repeat(10_000)}*`])).detail, "characters")
  })

  it("read the first 8,192 characters of an attribute, such as a picture that stands in it", () => {
    const tree = parse(`<body><img alt="first ${"x".repeat(9000)} last">`)
    assert.strictEqual(droppedOf(tree, ["*alt=.first*"]), 1)
    assert.strictEqual(droppedOf(tree, ["*x+ last*"]), 0)
  })
})
