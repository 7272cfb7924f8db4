// llms.txt out of pages: names, descriptions, sections, and text that cannot break its form.
import { defined } from "@orbweaver/core/internal/support/defined"
import { assert, describe, it } from "@effect/vitest"
import type { StoredResult } from "@orbweaver/core/jobs/JobStore"
import { describe as describePages, sketch } from "../../src/llmstxt/entries.ts"
import { fullText, type Outline, outlineText } from "../../src/llmstxt/text.ts"
import { Effect, Schema } from "effect"

const site = "https://site.test/"

const page = (path: string, title: string, more: { description?: string; markdown?: string } = {}): StoredResult => {
  const url = `${site}${path}`
  const { description, markdown = `# ${title}` } = more
  return {
    position: 1,
    page: path,
    url,
    depth: 0,
    credits: 1,
    document: {
      markdown,
      metadata: { title, sourceURL: url, url, statusCode: 200, ...defined({ description }) }
    }
  }
}

describe("an outline", () => {
  it("names the site by what its titles share, and its pages without that", () => {
    const { name, pages } = sketch(site, [page("", "Acme"), page("a", "Prices – Acme"), page("b", "Team – Acme")])
    assert.strictEqual(name, "Acme")
    assert.deepStrictEqual(
      pages.map(({ title }) => title),
      ["Acme", "Prices", "Team"]
    )
  })

  it("falls back to the host, and to headings and paths", () => {
    const { name, pages } = sketch(site, [
      page("x", "", { markdown: "# Hello\n\nWords." }),
      page("y", "", { markdown: "Words." })
    ])
    assert.strictEqual(name, "site.test")
    assert.deepStrictEqual(
      pages.map(({ title }) => title),
      ["Hello", "/y"]
    )
  })

  it.effect("describes a page by its own description, and by a sentence where that is everybody's", () =>
    Effect.gen(function* () {
      const shared = "We are the best."
      const text = "# A\n\nThe harbour clock is wound by hand every morning before the first ferry leaves."
      const { pages } = yield* describePages(site, [
        page("a", "A", { description: shared, markdown: text }),
        page("b", "B", { description: shared }),
        page("c", "C", { description: "About C." })
      ])
      assert.deepStrictEqual(
        pages.map(({ description }) => description),
        ["The harbour clock is wound by hand every morning before the first ferry leaves.", "", "About C."]
      )
    })
  )

  it("puts pages of one folder together, and duties last", () => {
    const { pages } = sketch(
      site,
      ["", "blog", "blog/a", "blog/b", "contact", "privacy-policy", "docs/one"].map((path) => page(path, path))
    )
    assert.deepStrictEqual(
      pages.map(({ section }) => section),
      ["Pages", "Blog", "Blog", "Blog", "Pages", "Optional", "Pages"]
    )
  })

  it("lists a page once that two addresses led to", () => {
    const twice = page("a", "A")
    assert.lengthOf(sketch(site, [twice, { ...twice, url: `${site}old` }]).pages, 1)
  })
})

describe("the text", () => {
  const outline: Outline = {
    name: "Acme",
    summary: "Clocks.",
    pages: [
      { url: `${site}privacy`, title: "Privacy", description: "", section: "Optional" },
      { url: `${site}a(1)`, title: "A [new]\nclock", description: "It\nticks.", section: "Pages" }
    ],
    madeBy: "rules",
    tokens: { input: 0, output: 0 }
  }

  it("is a title, a quote and sections of links, the optional one last", () => {
    assert.strictEqual(
      outlineText(outline, "Acme"),
      "# Acme\n\n> Clocks.\n\n## Pages\n\n- [A \\[new\\] clock](https://site.test/a%281%29): It ticks.\n\n## Optional\n\n- [Privacy](https://site.test/privacy)\n"
    )
    assert.match(outlineText(outline, "x llms.txt"), /^# x llms\.txt\n\n> Acme: Clocks\.\n/)
  })

  it("holds the pages whole in the order of the outline", () => {
    const texts = [page("a(1)", "A", { markdown: "# A\n\nTicks.\n" }), page("privacy", "P", { markdown: "Nothing." })]
    assert.strictEqual(
      fullText(outline, texts, "Acme"),
      "# Acme\n\n## Privacy\nNothing.\n\n## A [new] clock\n# A\n\nTicks.\n"
    )
  })

  it.effect.prop("has one line for each page, whatever these are called", [Schema.Array(Schema.String)], ([names]) =>
    Effect.sync(() => {
      const text = outlineText(
        sketch(
          site,
          names.map((name, at) => page(`p${at}`, name, { description: name }))
        ),
        "Acme"
      )
      assert.lengthOf(
        text.split("\n").filter((line) => line.startsWith("- [")),
        names.length
      )
    })
  )
})
