// XPath 1.0: what Chromium's `document.evaluate` answered for each expression over `page.html`, and what strangers may cost.
import { parse } from "../../src/tree/parse.ts"
import { Budget } from "../../src/query/select.ts"
import { attribute, tagNameOf } from "../../src/tree/Tree.ts"
import { xpathOn } from "../../src/query/xpath.ts"
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"

const read = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8")
const cases = JSON.parse(read("cases.json")) as ReadonlyArray<readonly [string, string | ReadonlyArray<string>]>

const page = parse(read("page.html"))

const found = (expression: string): ReadonlyArray<string> =>
  xpathOn(page, new Budget())(expression, 0).map((one) => {
    if (typeof one !== "number") return typeof one === "string" ? one : one.value
    const id = attribute(page, one, "id")
    return one === 0 ? "<#document>" : `<${tagNameOf(page, one)}${id === undefined ? "" : `#${id}`}>`
  })

describe("an expression finds what it finds in a browser", () => {
  it.each(cases)("%s", (expression, expected) => {
    // The tree keeps no comments, and none of the white space around the document's own elements.
    const known = (Array.isArray(expected) ? expected : [expected]).filter((one) => one !== "<!--")
    expect(found(expression)).toEqual(known)
  })
})

it("`lang` counts as HTML writes it, which browsers leave out", () => {
  expect(found("//li[lang('de')]")).toEqual(["<li>"])
  expect(found("count(//p[lang('EN')])")).toEqual(["2"])
})

describe("an expression is refused", () => {
  it.each([
    ["//[", "is unexpected at 3"],
    ["//a[", "its end is unexpected"],
    ["foo(1)", "foo(), which XPath 1.0 does not have"],
    ["count()", "count() gets 0 arguments"],
    ["count('a')", "where nodes are needed"],
    ["$x", "variable"],
    ["sideways::a", "no axis sideways"],
    ["//a#b", "unexpected character at 4"],
    ["(".repeat(200) + "1" + ")".repeat(200), "nested too deeply"],
    ["1".repeat(10_001), "more than 10000 characters"]
  ])("%s", (expression, reason) => {
    expect(() => found(expression)).toThrow(reason)
  })

  it.each([
    "//*//*//*",
    "//*[count(following::*) > 3]",
    "//*[preceding::*[. = 'x']]",
    "count(//*[//*[//*]])",
    "//*[string() = string(/)]"
  ])("%s, when it takes too many steps on a page of 180,000 nodes", (expression) => {
    const large = parse("<div><p>a".repeat(60_000))
    expect(() => xpathOn(large, new Budget())(expression, 0)).toThrow("too many steps")
  })
})
