import { describe, expect, it } from "vitest"
import { convert } from "../../src/convert/convert.ts"
import { maxAddresses, maxAttributes, maxDepth, maxLength, maxNodes, maxTextLength } from "../../src/tree/limits.ts"
import { parse } from "../../src/tree/parse.ts"
import { attribute, text } from "../../src/tree/Tree.ts"
import { Tag } from "../../src/tree/tags.ts"
import { input } from "../page.ts"

describe("a page larger than a page may be", () => {
  it("is cut at the limit of nodes, and says where", () => {
    const { cut, size } = parse("<br>".repeat(maxNodes + 100))
    expect(cut).toMatchObject({ limit: "nodes", max: maxNodes, of: 4 * (maxNodes + 100) })
    expect(size).toBeLessThan(maxNodes + 100)
  })

  it("is cut at the limit of characters", () => {
    const tree = parse(`<p>start${" ".repeat(maxLength)}<p>end`)
    expect(tree.cut).toEqual({ limit: "characters", max: maxLength, at: maxLength, of: maxLength + 14 })
  })

  it("is cut behind the element with which there are too many attributes", () => {
    const tree = parse(`<p id=x>a<div ${"a ".repeat(maxAttributes + 100)}>b</div>c`)
    expect(tree.cut?.limit).toBe("attributes")
    expect(attribute(tree, tree.tag.indexOf(Tag.p), "id")).toBe("x")
  })

  it("nests no deeper than it may, and loses nothing by it", () => {
    const { size, cut, parent } = parse("<div>".repeat(20_000) + "x")
    expect(cut).toBeUndefined()
    expect(size).toBeGreaterThan(20_000)
    let depth = 0
    for (let node = size - 1; node > 0; node = parent[node]!) depth++
    expect(depth).toBeLessThan(maxDepth + 5)
  })

  it("gives its Markdown up to the cut and a warning", () => {
    const { cut, markdown, warnings } = convert(input(`<h1>Title</h1>${"<p>x".repeat(maxNodes)}`))
    expect(markdown).toMatch(/^# Title\n\nx\n/)
    expect(cut?.limit).toBe("nodes")
    expect(warnings).toEqual([expect.stringContaining(`more than ${maxNodes} nodes`)])
  })

  it("lists as many links as it may, and says so", () => {
    const anchors = Array.from({ length: maxAddresses + 10 }, (_, at) => `<a href=${at}>x</a>`).join("")
    const { links, warnings } = convert(input(anchors, { wanted: ["links"] }))
    expect(links).toHaveLength(maxAddresses)
    expect(warnings).toEqual([`Only the first ${maxAddresses} links of the page are listed.`])
  })

  it("ends HTML and Markdown that would grow far beyond the page, and says so", () => {
    const html = `${"<blockquote>".repeat(24)}<pre>${"&\n".repeat(1_000_000)}</pre>`
    const made = convert(input(html + `<p>${"&".repeat(6_000_000)}`, { wanted: ["markdown", "html"] }))
    for (const [name, text = ""] of Object.entries({ markdown: made.markdown, html: made.html })) {
      expect(text.length).toBeGreaterThanOrEqual(maxTextLength)
      expect(text.length).toBeLessThan(maxTextLength + 200_000)
      expect(made.warnings).toContain(`The ${name} of the page ends after ${maxTextLength} characters.`)
    }
  })

  it("writes what is too large for a formula as text", () => {
    const { markdown } = convert(input(`<math><mi>x</mi></math><math>${"<mi>y".repeat(20_000)}`))
    expect(markdown).toMatch(/^\$x\$ ?y+$/)
  })

  it("reads references in long texts as in short ones", () => {
    const tree = parse(`<p>${"x&amp;&#65y&lt;\0".repeat(30_000)}`)
    expect(text(tree, tree.size - 1)).toBe("x&Ay<".repeat(30_000))
    // Texts are read in parts of 65,536 characters, and no part ends in a reference.
    for (let before = 65_500; before <= 65_540; before++) {
      const long = parse(`<p>${"x".repeat(before)}&CounterClockwiseContourIntegral;${"y".repeat(70_000)}`)
      expect(text(long, long.size - 1).length).toBe(before + 1 + 70_000)
    }
    const lines = parse(`<p>${"x\r\n\ry".repeat(40_000)}`)
    expect(text(lines, lines.size - 1)).toBe("x\n\ny".repeat(40_000))
  })
})
