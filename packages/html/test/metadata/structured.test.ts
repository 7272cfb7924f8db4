import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { convert } from "../../src/convert/convert.ts"
import { jsonLd } from "../../src/structured/jsonLd.ts"
import { type Json, readLenientJson } from "../../src/structured/lenientJson.ts"
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
      `// <![CDATA[\n{"a":"x\ny"}\n// ]]&gt;`,
      `/* <![CDATA[ */{"a":"x\ny"}/* ]]> */`,
      `{"a":"x\ny"};`,
      `{/* c */"a":"x\ny"}`,
      `/* seo */ {"a":"x\ny"}`,
      `<!-- This site is optimized -->\n{"a":"x\ny"}\n<!-- / plugin -->`,
      `{ // the text\n"a":"x\ny" // ends\n}`,
      `{"a":"x\ny",,}`,
      `{a:'x\ny'}`,
      `{"a":"x\ny"`,
      `{"a":"x\ny"}}`,
      `[{"a":"x\ny"}`,
      `{&quot;a&quot;:&quot;x\ny&quot;}`,
      `var data = {"a":"x\ny"};`
    ])
      assert.deepStrictEqual(readLenientJson(broken).flat(), [{ a: "x\ny" }], broken)
  })

  it("keeps what is right of what is wrong", () => {
    const cases: ReadonlyArray<readonly [string, unknown]> = [
      [`{"a":"It\\'s","b":"\\x41","c":"\\u12"}`, { a: "It's", b: "x41", c: "u12" }],
      [`{"a":"he said "hi", twice","b":1}`, { a: 'he said "hi", twice', b: 1 }],
      [`{"a":"x" "b":2}`, { a: "x", b: 2 }],
      [`{"a":"x"\n"b":["y"\n"z"]}`, { a: "x", b: ["y", "z"] }],
      [`{"price": ,"sku":undefined,"size":NaN,"b":1}`, { price: null, sku: null, size: null, b: 1 }],
      [`{"a":.5,"b":+3,"url":"https://a.example//b"}`, { a: 0.5, b: 3, url: "https://a.example//b" }],
      [`{"a":{"b":[1,{"c":2}}`, { a: { b: [1, { c: 2 }] } }],
      [`{"name":"Ann","about":"She wro`, { name: "Ann", about: "She wro" }]
    ]
    for (const [broken, value] of cases) assert.deepStrictEqual(readLenientJson(broken), [value as Json], broken)
  })

  it("is all of several values in one script", () => {
    for (const script of [`{"a":1}\n{"b":2}`, `{"a":1},{"b":2}`, `{"a":1};\n\n{"b":2};`, `{"a":1}<!-- and -->{"b":2}`])
      assert.deepStrictEqual(readLenientJson(script), [{ a: 1 }, { b: 2 }], script)
  })

  it("is mended up to a bound, and read beyond it where it is strict", () => {
    const long = `"${"x".repeat(200_000)}"`
    assert.deepStrictEqual(readLenientJson(`{"a":${long},}`), [])
    assert.deepStrictEqual(readLenientJson(`{"a":${long}}`), [{ a: long.slice(1, -1) }])
    assert.lengthOf(jsonLd(parse(script(JSON.stringify(Array.from({ length: 300_000 }, () => 1))))), 10_000)
  })

  it("is left out when it cannot be mended, and hurts nothing else", () => {
    assert.deepStrictEqual(jsonLd(parse(script("{oops") + script(`{"@type":"A"}`))), [{ "@type": "A" }])
  })

  it("is left out when it nests without end", () => {
    assert.deepStrictEqual(readLenientJson("[".repeat(100_000)), [])
    assert.deepStrictEqual(readLenientJson(`${"[".repeat(500)}${"]".repeat(500)}`), [])
    assert.deepStrictEqual(readLenientJson(`"{${"[".repeat(100)}`), [])
  })

  it.prop("never throws", [Schema.String], ([text]) => {
    readLenientJson(text)
    readLenientJson(`{${text}`)
  })
})

describe("structured data that cannot be read", () => {
  const warnings = (html: string) =>
    convert({
      html,
      url: base.href,
      wanted: ["metadata"],
      onlyMainContent: true,
      includeTags: [],
      excludeTags: [],
      removeBase64Images: true,
      attributes: []
    }).warnings

  it("is named in a warning of the page", () => {
    const broken = `<script type="application/ld+json">see below</script>`
    const one = "A script of structured data (JSON-LD) of the page could not be read: it is no JSON."
    assert.deepStrictEqual(warnings(broken), [one])
    assert.match(warnings(broken + broken)?.[0] ?? "", /^2 scripts /)
    for (const fine of ["", `{"@type":"A",}`, "[]"])
      assert.isUndefined(warnings(`<script type="application/ld+json">${fine}</script>`), fine)
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
