import { assert, describe, it } from "@effect/vitest"
import { judgePage } from "../../src/reading/judge.ts"
import { scriptFilled } from "../../src/reading/scriptFilled.ts"
import { clientBuilt, pagesOf, serverBuilt } from "./applications.ts"

const url = new URL("https://site.example/")
const judge = (html: string, engine: "fetch" | "browser" = "fetch") =>
  judgePage({ status: 200, headers: {}, html, requested: url, url, engine })

describe("a page that scripts fill", () => {
  it.each(pagesOf(clientBuilt))("is worth a browser: %s", (_, html) => {
    const { evidence, kind, script } = judge(html)
    assert.isTrue(script)
    assert.isString(evidence)
    assert.include(["ok", "empty"], kind)
  })

  it.each(pagesOf(serverBuilt))("is not one that its server has built: %s", (_, html) => {
    assert.deepStrictEqual(judge(html), { kind: "ok", script: false })
  })

  it("is what it is once a browser has read it", () => {
    for (const [, html] of pagesOf(clientBuilt)) assert.isFalse(judge(html, "browser").script)
  })

  it("names the place and what fills it", () => {
    const page = (body: string) => `<nav>Home</nav><h1>Title</h1>${body}`
    assert.deepStrictEqual(
      [
        `<div id="list"></div><script>fetch("/x").then((r) => { document.querySelector("#list").append(r) })</script>`,
        `<main></main><script src="/app.js"></script>`,
        `<div hx-get="/x" hx-trigger="load"></div><script src="/htmx.js"></script>`
      ].map((body) => scriptFilled(page(body))?.evidence),
      [
        `a script of the page fills the empty <div id="list">`,
        "an empty <main>",
        "attributes of htmx load what is shown"
      ]
    )
  })

  it("is found in linear time, whatever is left open", () => {
    for (const part of [
      "<div id=x>",
      "<main><!--",
      "<div data-x=",
      "<script>",
      "<nav>",
      "</nav>",
      "<x-y>",
      "{{",
      "<p hx-get=x "
    ]) {
      // What is not linear does not end within the test's time.
      assert.doesNotThrow(() => scriptFilled(part.repeat(Math.ceil(2_000_000 / part.length))))
    }
  })
})
