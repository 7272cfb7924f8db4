import { assert, describe, it } from "@effect/vitest"
import { plainText } from "../../src/mainContent/features/plainText.ts"
import type { SelectMainOptions } from "../../src/mainContent/model/MainContent.ts"
import { selectMain } from "../../src/mainContent/select/selectMain.ts"
import { parse } from "../../src/tree/parse.ts"

const read = (html: string, options: SelectMainOptions = {}): string => {
  const tree = parse(html)
  return plainText(tree, selectMain(tree, options)).replaceAll(/\s+/g, " ").trim()
}

const sentence = "The harbour was empty at dawn, and the boats came home one by one with the tide. "
const shop = (part: string): string =>
  `<title>Oak dinghy</title><body><main><h1>Oak dinghy</h1><p>${sentence.repeat(2)}</p><ul><li>Length: 4 m</li><li>Price: 900 €</li></ul>${part}<p>Built to order. ${sentence.repeat(2)}</p></main>`
const article = (part: string): string =>
  `<meta property="og:type" content="article"><title>Winter tides</title><body><article><h1>Winter tides</h1><p>${sentence.repeat(4)}</p>${part}<p>${sentence.repeat(4)}</p></article>`

describe("a template that no script has filled", () => {
  it.each([
    ["{{priceAnchor.priceWrapper.label | translate}}", "<div>{{priceAnchor.priceWrapper.label | translate}}</div>"],
    ["{{{", "<p>{{{ product.html }}}</p>"],
    ["{%", "<div>{% if product.sold %} Sold out {% endif %}</div>"],
    ["${cardName}", "<span class=message><span>${cardName} is not sold by the shop you chose</span></span>"],
    ["<%", "<p>&lt;%= total %&gt; boats</p>"],
    ["[object Object]", "<div>[object Object]</div>"],
    ["undefined", "<div><span>undefined</span></div>"],
    ["NaN", "<p> NaN </p>"],
    [
      "{{row.name}}",
      "<table><tr><th>Boat</th><th>Berth</th></tr><tr><td>{{row.name}}</td><td>{{row.berth}}</td></tr></table>"
    ]
  ])("is left out: %s", (sign, part) => {
    for (const html of [shop(part), article(part)]) {
      const text = read(html)
      assert.notInclude(text, sign)
      assert.strictEqual(text.match(/The harbour was empty/g)?.length, html.match(/The harbour was empty/g)?.length)
    }
  })

  it("goes with its line, and nothing else does", () => {
    const text = read(
      shop(
        `<h2>Options</h2><div><h3>{{option.name}}</h3><p>Ships in {{option.days}} days</p></div><p>Sails in red or white.</p>`
      )
    )
    assert.notInclude(text, "Ships in")
    assert.include(text, "Options")
    assert.include(text, "Sails in red or white.")
  })

  it("is a skeleton too, by its name", () => {
    const text = read(shop(`<div class="price-skeleton"><p>The price is being loaded</p></div>`))
    assert.notInclude(text, "being loaded")
    assert.include(text, "Built to order.")
  })

  it.each([
    ["code", `<p>{{name}}</p><pre>&lt;b&gt;{{name}}&lt;/b&gt;</pre>`, "{{name}}"],
    ["code in a line", `<p>Write <code>\${name}</code>.</p><p>Hello \${name}</p>`, "Hello ${name}"],
    [
      "a sentence about it",
      `<p>${sentence} Write {{name}} where the name of the reader is to stand.</p><p>Dear {{name}},</p>`,
      "Dear {{name}},"
    ],
    [
      "a table of placeholders",
      `<table><tr><td>{{ticket.id}}</td><td>Number of the ticket</td></tr></table>`,
      "{{ticket.id}}"
    ],
    [
      "a list of placeholders",
      `<ul><li>{{ticket.id}}: its number</li><li>{{ticket.title}} – its title</li></ul>`,
      "{{ticket.title}}"
    ]
  ])("stays on a page about templates: %s", (_, part, wanted) => {
    for (const html of [shop(part), article(part)]) assert.include(read(html), wanted)
  })

  it("stays in the title of a page", () => {
    const html = `<title>What [object Object] means</title><body><main><h1>What [object Object] means</h1><p>It is printed. ${sentence}</p><p>[object Object]</p></main>`
    assert.strictEqual(read(html).match(/\[object Object\]/g)?.length, 2)
  })

  it("is no formula, and no word of a sentence", () => {
    const part = `<p>\\(\\frac{{a}}{{b}}\\)</p><p>The value is undefined</p><p>Undefined behaviour</p>`
    const text = read(shop(part))
    assert.include(text, "{{a}}")
    assert.include(text, "The value is undefined")
    assert.include(text, "Undefined behaviour")
  })

  it("is reported, and stays when the rule is switched off", () => {
    const html = shop(`<div>{{price.label}}</div>`)
    const { explain = [] } = selectMain(parse(html), { explain: true })
    assert.deepStrictEqual(
      explain.map(({ rule, sample }) => [rule, sample]),
      [["unfilled", "{{price.label}}"]]
    )
    assert.include(read(html, { without: ["unfilled"] }), "{{price.label}}")
  })
})
