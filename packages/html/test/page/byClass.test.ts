import { describe, expect, it } from "vitest"
import { classTest } from "../../src/page/byClass.ts"
import { parse } from "../../src/tree/parse.ts"
import { attribute } from "../../src/tree/Tree.ts"
import { Tag } from "../../src/tree/tags.ts"

const asked = (html: string, pattern: RegExp) => {
  const tree = parse(html)
  const lists: Array<string> = []
  const passes = classTest(tree, (names) => {
    lists.push(names)
    return pattern.test(names)
  })
  const verdicts: Array<boolean> = []
  for (let node = 0; node < tree.size; node++) if (tree.tag[node] === Tag.p) verdicts.push(passes(node))
  return { lists, verdicts }
}

describe("classTest", () => {
  it("reads equal lists of classes once, and others each", () => {
    const { lists, verdicts } = asked(
      `<p class="a note"><p class='a note'><p CLASS="a note"><p class="a  note"><p class="note">`,
      /note$/
    )
    expect(verdicts).toEqual([true, true, true, true, true])
    expect(lists).toEqual(["a note", "a  note", "note"])
  })

  it("is false for elements without classes, and reads values without quotes, with references and empty ones", () => {
    const { lists, verdicts } = asked(`<p><p class><p class=""><p class=note><p class="a&amp;note">`, /note/)
    expect(verdicts).toEqual([false, false, false, true, true])
    expect(lists).toEqual(["", "", "note", "a&note"])
  })
})

describe("shared values", () => {
  it("leave each element its own classes, on a page with thousands of them and with long ones", () => {
    const names = Array.from({ length: 5_000 }, (_, i) =>
      i % 3 === 0 ? `c${i} ${"x".repeat(500)}` : `c${i % 2_000} d`
    )
    const tree = parse(names.map((name) => `<p class="${name}">`).join(""))
    const read: Array<string | undefined> = []
    for (let node = 0; node < tree.size; node++) if (tree.tag[node] === Tag.p) read.push(attribute(tree, node, "class"))
    expect(read).toEqual(names)
  })
})
