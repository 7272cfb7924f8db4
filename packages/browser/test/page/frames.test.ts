import { assert, it } from "@effect/vitest"
import { fillMarks } from "../../src/page/frames.ts"

it("frames stand where they are seen, within others too, and one that was not read leaves nothing", () => {
  const mark = (place: number) => `<orbweaver-frame name="n-${place}"></orbweaver-frame>`
  const contents = new Map([
    ["n-0", { html: "<p>inner</p>", url: 'https://other.example/?a=1&b="' }],
    ["n-1", { html: `<p>outer</p>${mark(0)}`, url: "about:srcdoc" }]
  ])
  assert.strictEqual(
    fillMarks(`<p>before</p>${mark(1)}${mark(2)}<p>after</p>`, "n", contents),
    '<p>before</p><div data-frame=""><p>outer</p><div data-frame="https://other.example/?a=1&amp;b=&quot;"><p>inner</p></div></div><p>after</p>'
  )
})
