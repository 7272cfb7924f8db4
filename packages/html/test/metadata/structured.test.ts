import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { jsonLd, parseTolerantly } from "../../src/structured/jsonLd.ts"
import { structuredData } from "../../src/structured/structuredData.ts"
import { parse } from "../../src/tree/parse.ts"

const base = new URL("https://site.example/dir/")
const of = (html: string) => structuredData(parse(html), base)

describe("JSON-LD", () => {
  const script = (json: string): string => `<script type="application/ld+json">${json}</script>`

  it("is read from every script, lists taken apart", () => {
    assert.deepStrictEqual(jsonLd(parse(script(`{"@type":"A"}`) + script(`[{"@type":"B"},{"@type":"C"}]`))), [
      { "@type": "A" },
      { "@type": "B" },
      { "@type": "C" }
    ])
  })

  it("is mended where templates break it", () => {
    for (const broken of [
      `{"a":"x\ny",}`,
      `<!-- {"a":"x\ny"} -->`,
      `//<![CDATA[\n{"a":"x\ny"}\n//]]>`,
      `{"a":"x\ny"};`,
      `{/* c */"a":"x\ny"}`
    ])
      assert.deepStrictEqual(parseTolerantly(broken), { a: "x\ny" }, broken)
  })

  it("is left out when it cannot be mended, and hurts nothing else", () => {
    assert.deepStrictEqual(jsonLd(parse(script("{oops") + script(`{"@type":"A"}`))), [{ "@type": "A" }])
  })

  it("is left out when it nests without end", () => {
    assert.isUndefined(parseTolerantly("[".repeat(100_000)))
    assert.isUndefined(parseTolerantly(`${"[".repeat(500)}${"]".repeat(500)}`))
  })

  it.prop("never throws", [Schema.String], ([text]) => {
    parseTolerantly(text)
  })
})

describe("microdata", () => {
  it("gives items with their properties, nested and referenced ones too", () => {
    assert.deepStrictEqual(
      of(`<div itemscope itemtype="https://schema.org/Product" itemid="#p" itemref="more"><h1 itemprop="name">Pan <b>24</b></h1>
        <div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="price" content="45"><link itemprop="availability" href="/in"></div>
        <img itemprop="image" src="p.png"><time itemprop="date" datetime="2024-01-01">New Year</time></div><p id="more" itemprop="color">black</p>`)
        .microdata,
      [
        {
          type: ["https://schema.org/Product"],
          id: "https://site.example/dir/#p",
          properties: {
            name: ["Pan 24"],
            offers: [
              {
                type: ["https://schema.org/Offer"],
                properties: { price: ["45"], availability: ["https://site.example/in"] }
              }
            ],
            image: ["https://site.example/dir/p.png"],
            date: ["2024-01-01"],
            color: ["black"]
          }
        }
      ]
    )
  })

  it("that refers to itself ends", () => {
    const found = of(
      `<div id=a itemscope itemref="a b"><i itemprop=x>1</i><div id=b itemprop=y itemscope itemref="a b">2</div></div>`
    )
    assert.isAbove(found.microdata.length, 0)
  })

  it("of deep documents stays bounded", () => {
    const deep = `<div itemscope><b itemprop=t>${"<i itemprop=t>x".repeat(3000)}`
    assert.isBelow(JSON.stringify(of(deep).microdata).length, 3_000_000)
    const scopes = "<div itemscope itemprop=n>".repeat(5000)
    assert.isAbove(JSON.stringify(of(scopes).microdata).length, 2)
  })
})

describe("RDFa", () => {
  it("gives typed items in the vocabulary in force", () => {
    assert.deepStrictEqual(
      of(`<div vocab="https://schema.org/" typeof="Person"><span property="name">Ann</span><a property="url" href="/ann">x</a>
        <div property="address" typeof="PostalAddress"><span property="city" content="Ulla">U.</span></div></div><meta property="og:title" content="T">`)
        .rdfa,
      [
        {
          type: ["https://schema.org/Person"],
          properties: {
            name: ["Ann"],
            url: ["https://site.example/ann"],
            address: [{ type: ["https://schema.org/PostalAddress"], properties: { city: ["Ulla"] } }]
          }
        }
      ]
    )
  })
})
