import { assert, describe, it } from "@effect/vitest"
import { FormatSuite } from "@orbweaver/testing"
import { resolve, type ScrapeOptions } from "@orbweaver/core/model/ScrapeOptions"
import { htmlFormats } from "@orbweaver/html"
import { Effect } from "effect"

const formats = htmlFormats()
const named = (name: string) => formats.find((format) => format.name === name)!

for (const name of ["metadata", "markdown", "html", "links", "images", "discovered", "mainContentReport"]) {
  FormatSuite.suite(named(name), { field: name })
}
FormatSuite.suite(named("attributes"), {
  field: "attributes",
  spec: { selectors: [{ selector: "a", attribute: "href" }] },
  options: { formats: [{ type: "attributes", selectors: [{ selector: "a", attribute: "href" }] }] }
})

const page = `<!doctype html><html lang="en"><head><title>Tides</title><base href="/base/"></head><body>
<nav><ul><li><a href="/">Home</a></li><li><a href="/about">About</a></li></ul></nav>
<main><article><h1>Tides</h1>
<p class="lead">The sea rises and falls twice a day, and <a href="moon">the moon</a> is why. Sailors knew it long before anybody could say how it worked.</p>
<p data-price="8">A ticket to the tidal clock costs eight euros, and children see it for nothing on every day but Monday.</p>
<img src="data:image/png;base64,AAAA" alt="dot"></article></main>
<footer><a href="/imprint">Imprint</a></footer></body></html>`

const run = (
  name: string,
  options: ScrapeOptions = {},
  extra: Partial<ReturnType<typeof FormatSuite.htmlPage>["content"]> = {},
  spec: { readonly [option: string]: unknown } = {}
) => {
  const made = FormatSuite.htmlPage(page)
  return named(name).run({
    page: { ...made, content: { ...made.content, ...extra } },
    spec: { ...spec, type: name },
    options: resolve(options),
    wanted: [name],
    fields: {}
  })
}

describe("formats of HTML", () => {
  it.effect("keep the main content, or the whole page when asked", () =>
    Effect.gen(function* () {
      const { links: main } = yield* run("links")
      assert.deepStrictEqual(main, ["https://site.test/base/moon"])
      const { links: whole } = yield* run("links", { onlyMainContent: false })
      assert.deepStrictEqual(whole, [
        "https://site.test/",
        "https://site.test/about",
        "https://site.test/base/moon",
        "https://site.test/imprint"
      ])
    })
  )

  it.effect("list the links around an article too, less those of the frame", () =>
    Effect.gen(function* () {
      const rawHtml = `<title>A story</title><header><a href="/">Home</a></header><nav><a href="/topics">Topics</a></nav>
<main><article><h1>A story</h1><header><a href="/by/ann">Ann</a></header><p>${"What happened, and why it did. ".repeat(40)}
<a href="/source">A source</a></p></article><section class="related"><h2>More</h2><a href="/next">Next story</a></section>
<div class="sidebar"><a href="/offers">Offers</a></div></main><footer><a href="/terms">Terms</a></footer>`
      const { links } = yield* run("links", {}, { html: rawHtml })
      assert.deepStrictEqual(links, ["https://site.test/by/ann", "https://site.test/source", "https://site.test/next"])
      const framed = yield* run("links", {}, { html: `<nav><a href="/only">Only</a></nav><p>Words.</p>` })
      assert.deepStrictEqual(framed.links, ["https://site.test/only"])
    })
  )

  it.effect("give one picture for several sizes, the same in Markdown and HTML", () =>
    Effect.gen(function* () {
      const picture = `<p>Seen:</p><img alt="x" src="/small.png" srcset="/s.png 320w, /l.png 1280w, /m.png 640w">`
      const large = "https://site.test/l.png"
      for (const format of ["markdown", "html"] as const) {
        const made = yield* run(format, { onlyMainContent: false }, { html: picture })
        const text = JSON.stringify(made)
        assert.include(text, large)
        assert.notInclude(text, "small.png")
      }
    })
  )

  it.effect("say what was left out of the main content, by which rule, and in a note when asked", () =>
    Effect.gen(function* () {
      const { mainContentReport, warning } = yield* run("mainContentReport")
      const menu = mainContentReport?.find(({ path }) => path.endsWith("nav"))
      assert.deepInclude(menu, { rule: "frameElement", characters: 10, sample: "Home About" })
      assert.isUndefined(warning)
      const noted = yield* run("mainContentReport", {}, {}, { note: true })
      assert.match(noted.warning ?? "", /frameElement: \d+ characters left out/)
      const whole = yield* run("mainContentReport", { onlyMainContent: false })
      assert.deepStrictEqual(whole.mainContentReport, [])
    })
  )

  it.effect("keep what includeTags name and drop what excludeTags name", () =>
    Effect.gen(function* () {
      const { markdown } = yield* run("markdown", { includeTags: ["nav", ".lead"], excludeTags: ["a[href='/about']"] })
      assert.include(markdown, "Home")
      assert.include(markdown, "The sea rises")
      assert.notInclude(markdown, "About")
      assert.notInclude(markdown, "euros")
    })
  )

  it.effect("name the list of a selector that cannot be used", () =>
    Effect.gen(function* () {
      for (const list of ["includeTags", "excludeTags"] as const) {
        const error = yield* Effect.flip(run("html", { [list]: ["a[["] }))
        assert.strictEqual(error._tag, "InvalidInput")
        assert.deepStrictEqual((error as { issues: ReadonlyArray<{ path: unknown }> }).issues[0]!.path, [list])
      }
    })
  )

  it.effect("replace pictures that are part of the page, unless told not to", () =>
    Effect.gen(function* () {
      assert.include((yield* run("markdown")).markdown, "![dot](<Base64-Image-Removed>)")
      assert.include((yield* run("markdown", { removeBase64Images: false })).markdown, "base64,AAAA")
    })
  )

  it.effect("leave Markdown that a parser made as it is", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* run("markdown", {}, { markdown: "a < b" })).markdown, "a < b")
    })
  )

  it.effect("take a document whole when its parser says it is content", () =>
    Effect.gen(function* () {
      assert.include((yield* run("markdown", {}, { wholeIsContent: true })).markdown, "Imprint")
    })
  )

  it.effect("find what a crawl follows on the whole page, whatever is kept of it", () =>
    Effect.gen(function* () {
      const { discovered } = (yield* run("discovered", { includeTags: [".lead"] })) as unknown as {
        discovered: { links: ReadonlyArray<string>; contentHash: string }
      }
      assert.lengthOf(discovered.links, 4)
      assert.match(discovered.contentHash, /^[0-9a-f]{28}$/)
    })
  )

  it.effect("read attributes of what a selector matches", () =>
    Effect.gen(function* () {
      const selectors = [
        { selector: "[data-price]", attribute: "data-price" },
        { selector: "nav a", attribute: "href" },
        { selector: "b", attribute: "id" }
      ]
      const { attributes } = yield* run(
        "attributes",
        { formats: [{ type: "attributes", selectors }] },
        {},
        { selectors }
      )
      assert.deepStrictEqual(
        attributes?.map(({ values }) => values),
        [["8"], ["/", "/about"], []]
      )
    })
  )

  it.effect("can select the content by the application's own means", () =>
    Effect.gen(function* () {
      const own = htmlFormats({ mainContent: { select: () => Effect.succeed("<p>mine</p>") } })
      const { markdown } = yield* own
        .find(({ name }) => name === "markdown")!
        .run({
          page: FormatSuite.htmlPage(page),
          spec: { type: "markdown" },
          options: resolve({}),
          wanted: ["markdown"],
          fields: {}
        })
      assert.strictEqual(markdown, "mine")
    })
  )

  it.effect("convert a page once, whichever of them asks", () =>
    Effect.gen(function* () {
      let selections = 0
      const counting = htmlFormats({
        mainContent: {
          select: ({ html }) => {
            selections++
            return Effect.succeed(html)
          }
        }
      })
      const shared = FormatSuite.htmlPage(page)
      const wanted = ["metadata", "markdown", "links"]
      for (const name of wanted) {
        yield* counting
          .find((format) => format.name === name)!
          .run({ page: shared, spec: { type: name }, options: resolve({}), wanted, fields: {} })
      }
      assert.strictEqual(selections, 1)
    })
  )
})
