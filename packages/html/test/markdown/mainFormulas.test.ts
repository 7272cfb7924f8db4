import { expect, it } from "vitest"
import { convert } from "../../src/convert/convert.ts"

it("keeps formulas of the main content that are hidden beside their pictures", () => {
  const prose = `<p>${"Some prose of a sentence or two, with a comma, long enough for the content of a page. ".repeat(3)}</p>`
  const html = `<title>Terms</title><main><h1>Terms</h1>${prose.repeat(5)}<p>the <span class="mwe-math-element"><span class="mwe-math-mathml-inline" style="display: none;"><math alttext="x^{2}"><semantics><mi>x</mi><annotation encoding="application/x-tex">x^{2}</annotation></semantics></math></span><img src="/x.svg" class="mwe-math-fallback-image-inline" alt="x^{2}"></span> term</p>${prose.repeat(5)}</main>`
  const { markdown } = convert({
    html,
    url: "https://site.example/",
    wanted: ["markdown"],
    onlyMainContent: true,
    includeTags: [],
    excludeTags: [],
    removeBase64Images: true,
    attributes: []
  })
  expect(markdown).toContain("the $x^{2}$ term")
})
