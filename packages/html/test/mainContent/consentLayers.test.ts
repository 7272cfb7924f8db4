import { adBoxes } from "@orbweaver/core/internal/reading/adBoxes"
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
const purposes = Array.from(
  { length: 12 },
  (_, i) =>
    `<section><h3>Purpose ${i}</h3><p>Vendors may use what they learn of your visits to choose what they show to you next, on this device and on others, unless you object. 9${i} partners can use this purpose.</p><label><input type="checkbox"> Allow</label></section>`
).join("")
const page = (layer: string, content = `<p>${sentence.repeat(3)}</p>`): string =>
  `<title>Winter tides</title><body><main><h1>Winter tides</h1>${content}${layer}</main>`

describe("a layer that asks for consent", () => {
  it.each([...adBoxes.ids, ...adBoxes.idPrefixes.map((prefix) => `${prefix}0`)])(
    "is left out by the name of its service, %s, though it has more text than the page",
    (id) => {
      const text = read(page(`<div id="${id}"><h2>Preference centre</h2>${purposes}<button>Save</button></div>`))
      assert.notInclude(text, "Preference centre")
      assert.notInclude(text, "Purpose")
      assert.include(text, "The harbour was empty")
    }
  )

  it.each(adBoxes.classes)("is left out by the class of its service, %s", (name) => {
    const text = read(page(`<div class="box ${name}"><h2>Preference centre</h2>${purposes}</div>`))
    assert.notInclude(text, "Purpose")
    assert.include(text, "The harbour was empty")
  })

  const asks = `<p>We use cookies to improve your experience, and our partners do so too. Accept them all, or choose below.</p>`
  const content = `<p>${sentence.repeat(40)}</p>`

  it.each([
    [
      "a dialog",
      `<div role="dialog" aria-modal="true"><h2>Your choice</h2>${asks}${purposes}<button>Save</button></div>`
    ],
    ["named so", `<div class="cookie-preferences"><h2>Your choice</h2>${asks}${purposes}<button>Save</button></div>`]
  ])("is left out of the content without a known service when it is %s", (_, layer) => {
    const text = read(page(layer, content))
    assert.notInclude(text, "Your choice")
    assert.notInclude(text, "Purpose 7")
    assert.include(text, "The harbour was empty")
  })

  it("is not a page about cookies", () => {
    const text = read(
      `<title>Cookie policy</title><body><div class="cookie-policy"><h1>Cookie policy</h1>${asks}${purposes}<button>Change</button></div>`
    )
    assert.include(text, "We use cookies")
    assert.include(text, "Purpose 7")
  })

  it("is not what holds the page, whatever its name says", () => {
    const text = read(
      `<title>Winter tides</title><body><div class="cookie-consent-pending"><main><h2>Winter tides</h2>${content}</main><div class="cookie-bar">${asks}<button>Accept</button></div></div>`
    )
    assert.include(text, "The harbour was empty")
    assert.notInclude(text, "We use cookies")
  })

  it("stays where the page has nothing else", () => {
    assert.include(
      read(`<title>Cookies</title><body><div id="onetrust-consent-sdk">${asks}${purposes}</div>`),
      "Purpose"
    )
  })

  it("is reported as consent, and stays when the rule is switched off", () => {
    const html = page(`<div id="didomi-host"><h2>Preference centre</h2>${purposes}</div>`)
    const { explain = [] } = selectMain(parse(html), { explain: true })
    assert.deepStrictEqual(
      explain.filter(({ path }) => path.includes("didomi")).map(({ rule }) => rule),
      ["consent"]
    )
    assert.include(read(html, { without: ["consent"] }), "Preference centre")
  })
})
