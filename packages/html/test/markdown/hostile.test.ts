import { describe, expect, it } from "vitest"
import { toMarkdown } from "../../src/markdown/walk/Markdown.ts"
import { parse } from "../../src/tree/parse.ts"
import { hostileDocuments } from "./hostileDocuments.ts"

const baseUrl = new URL("https://example.com/docs/page.html")

describe("Markdown of a hostile document", () => {
  it.each(hostileDocuments(1))("is bounded by its size: %s", (_, html) => {
    const markdown = toMarkdown(parse(html), { baseUrl })
    expect(markdown.length).toBeLessThan(40 * html.length + 1_000)
  })
})
