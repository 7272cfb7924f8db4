// Kinds of sites that were crawled or read wrongly once, from the first request to the document.
import { playwright } from "@orbweaver/browser"
import { start } from "@orbweaver/testing/TestSite"
import { assert, describe, it, type TestContext } from "vitest"
import { createOrbweaver } from "../../src/index.ts"

const page = (title: string, rest = "") =>
  `<title>${title}</title><main><h1>${title}</h1><p>${`Words about ${title}, which somebody wrote for others. `.repeat(4)}</p>${rest}</main>`

const site = async ({ onTestFinished }: TestContext, pages: Readonly<Record<string, string>>) => {
  const running = await start({
    routes: Object.fromEntries(
      Object.entries(pages).map(([path, body]) => [
        path,
        ({ response }) => {
          if (body.startsWith("/")) return void response.writeHead(301, { location: body }).end()
          response.writeHead(200, { "content-type": "text/html" }).end(body)
        }
      ])
    )
  })
  onTestFinished(() => running.close())
  return running
}

describe("a crawl whose start redirects to its folder", () => {
  it("stays in that folder, and takes no neighbour whose name begins alike", async (context) => {
    const running = await site(context, {
      "/manual": "/manual/",
      "/manual/": page(
        "Manual",
        '<a href="first">1</a> <a href="/manual-2019/old">2</a> <a href="/manuals">3</a> <a href="/manual?print">4</a>'
      ),
      "/manual/first": page("First"),
      "/manual-2019/old": page("Old"),
      "/manuals": page("Others")
    })
    await using orb = createOrbweaver({ egress: { allowLocal: true } })
    const { data, warning } = await orb.crawl(running.url("/manual").href, { limit: 20, sitemap: "skip" })
    const paths = data.map(({ metadata }) => new URL(metadata.url).pathname)
    assert.includeMembers(paths, ["/manual/", "/manual/first"])
    assert.notInclude(paths, "/manual-2019/old")
    assert.notInclude(paths, "/manuals")
    assert.match(warning ?? "", /crawlEntireDomain/)
  })
})

/** An element whose text stands in a shadow tree, where a click changes it. */
const widget = (inside: string) => `<x-note></x-note><script>
  customElements.define("x-note", class extends HTMLElement {
    connectedCallback() {
      const root = this.attachShadow({ mode: "open" })
      root.innerHTML = ${JSON.stringify(inside)}
      root.querySelector("button").onclick = () => {
        root.querySelector("p").textContent = "The note was opened, and says what it had to say."
      }
    }
  })
</script>`

describe("an action within an open shadow tree", () => {
  it.for([
    [
      "a paragraph after its button",
      '<button id="go">Open</button><p>The note is closed, says its paragraph for now.</p>'
    ],
    [
      "a paragraph before its button",
      '<p>The note is closed, says its paragraph for now.</p><button id="go">Open</button>'
    ],
    ["a box around both", '<div><button id="go">Open</button><p>The note is closed, says its paragraph.</p></div>']
  ] as const)("changes what is main content: %s", async ([, inside], context) => {
    const running = await site(context, { "/note": page("Notes", widget(inside)) })
    await using orb = createOrbweaver({ egress: { allowLocal: true }, renderer: playwright() })
    const actions = [
      { type: "click", selector: "#go" },
      { type: "wait", milliseconds: 100 }
    ] as const
    const { markdown } = await orb.scrape(running.url("/note").href, { actions })
    assert.include(markdown, "The note was opened, and says what it had to say.")
  })
})
