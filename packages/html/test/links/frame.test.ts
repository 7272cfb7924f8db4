import { assert, describe, it } from "@effect/vitest"
import { convert } from "../../src/convert/convert.ts"

const text =
  "The lock keeper writes down every boat that passes, its name and its length, and at noon he reads the gauge. "

const linksOf = (body: string): ReadonlyArray<string> =>
  convert({
    html: `<title>Locks</title><nav><a href="/home">Home</a></nav><article><h1>Locks</h1><p>${text.repeat(3)}</p>${body}<p>${text.repeat(3)}</p></article><div class="sidebar"><a href="/other">Other</a></div>`,
    url: "https://site.test/",
    wanted: ["links"],
    onlyMainContent: true,
    includeTags: [],
    excludeTags: [],
    removeBase64Images: true,
    attributes: []
  }).links!

describe("links of a page's main content", () => {
  for (const name of ["popup", "modal", "overlay", "share", "menu", "social"])
    it(`are listed whatever their class says: ${name}`, () => {
      const found = linksOf(
        `<p>Open the <a class="${name}" href="/photo">photo</a> of the lock, or <a href="/plain">another</a>.</p>`
      )
      assert.deepStrictEqual(found, ["https://site.test/photo", "https://site.test/plain"])
    })

  it("are listed when a block around them has a name of the page's frame and its text is kept", () => {
    const found = linksOf(
      `<div class="widget-area"><p>${text.repeat(2)}<a href="/gauge">The gauge</a> is read daily.</p></div>`
    )
    assert.deepStrictEqual(found, ["https://site.test/gauge"])
  })
})
