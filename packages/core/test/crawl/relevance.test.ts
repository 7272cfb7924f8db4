import { assert, describe, it } from "@effect/vitest"
import { byWords, type FoundLink, lowestRank, rankOf } from "../../src/crawl/relevance.ts"

const link = (path: string, text = "", foundOn?: FoundLink["foundOn"]): FoundLink => ({
  url: `https://site.test${path}`,
  text,
  foundOn
})

const inOrder = (words: string, links: ReadonlyArray<FoundLink>) => {
  const score = byWords(words)
  return links
    .map((one) => ({ path: new URL(one.url).pathname, rank: rankOf(score(one)) }))
    .toSorted((left, right) => left.rank - right.rank)
    .map(({ path }) => path)
}

describe("links that fit the words better come first", () => {
  it("by what they say, then by their address, then by the page around", () => {
    const about = { url: "https://site.test/", title: "Pricing", description: "Plans for enterprises" }
    assert.deepStrictEqual(
      inOrder("enterprise pricing", [
        link("/about", "About us"),
        link("/x", "Something", about),
        link("/pricing", "Costs"),
        link("/y", "Enterprise pricing"),
        link("/enterprise-pricing", "More")
      ]),
      ["/y", "/enterprise-pricing", "/pricing", "/x", "/about"]
    )
  })

  it("whatever form the words have, in other scripts too", () => {
    assert.deepStrictEqual(inOrder("prices", [link("/a", "News"), link("/b", "Our price list")]), ["/b", "/a"])
    assert.deepStrictEqual(inOrder("価格表", [link("/a", "会社概要"), link("/b", "価格表と料金")]), ["/b", "/a"])
    assert.deepStrictEqual(inOrder("größe", [link("/a"), link("/gr%C3%B6%C3%9Fe")]), ["/gr%C3%B6%C3%9Fe", "/a"])
  })
})

it("a score that is none, or outside of 0 to 1, still gives a place", () => {
  assert.deepStrictEqual([Number.NaN, -5, 0, 0.5, 1, 7, Infinity].map(rankOf), [
    lowestRank,
    lowestRank,
    lowestRank,
    500,
    0,
    0,
    0
  ])
})
