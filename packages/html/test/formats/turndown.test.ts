/**
 * The turndown format against the contract of all formats, and against the golden cases of our own: it need not write the
 * same characters, but what a renderer shows must say the same. What it does not pass is listed in `failures.txt`, and
 * nothing else may fail.
 */
import { FormatSuite } from "@orbweaver/testing"
import { readFileSync, writeFileSync } from "node:fs"
import { isDeepStrictEqual } from "node:util"
import { describe, expect, it } from "vitest"
import { parse } from "../../src/tree/parse.ts"
import { Tag } from "../../src/tree/tags.ts"
import { markdown, toMarkdown, turndownService } from "../../src/formats/turndown.ts"
import { type Case, optionsOf, readFamilies } from "../markdown/cases.ts"
import { factsOf } from "../markdown/facts.ts"
import { render } from "../markdown/render.ts"

const list = new URL("failures.txt", import.meta.url)
const baseUrl = new URL("https://example.com/docs/page.html")

const service = turndownService()

const passes = (entry: Case): boolean => {
  const options = optionsOf(entry)
  const made = toMarkdown(parse(entry.html), options, service)
  const facts = (text: string) => factsOf(parse(render(text)), options.baseUrl.href)
  return isDeepStrictEqual(facts(made), facts(entry.expected))
}

describe("turndown", () => {
  it("passes the golden cases, those listed excepted", () => {
    const failed = readFamilies().flatMap(({ cases, name }) =>
      cases.filter((entry) => !passes(entry)).map(({ title }) => `${name}: ${title}`)
    )
    if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(list, `${failed.join("\n")}\n`)
    expect(failed).toEqual(readFileSync(list, "utf8").trimEnd().split("\n"))
  })

  it("follows the rules it is given", () => {
    const own = turndownService({
      configure: (service) => service.addRule("keys", { filter: "kbd", replacement: (content) => `[[${content}]]` })
    })
    expect(toMarkdown(parse("<p>Press <kbd>Esc</kbd></p>"), { baseUrl }, own)).toBe("Press [[Esc]]")
  })

  it.each(["div", "blockquote", "b", "ul><li", "table><tr><td"])("does not overflow on many nested %s", (tags) => {
    expect(toMarkdown(parse(`${`<${tags}>`.repeat(5_000)}x`), { baseUrl }, service)).toContain("x")
  })

  it("writes the part it is asked for", () => {
    const tree = parse("<nav>menu</nav><main><p>text <b>bold</b></p></main>")
    const markdown = toMarkdown(tree, { baseUrl, roots: [tree.tag.indexOf(Tag.main)] }, service)
    expect(markdown).toBe("text **bold**")
  })
})

FormatSuite.suite(markdown(), { field: "markdown" })
