// Views of an application that fragments name (`#/view`, `#!view`).
import { playwright } from "@orbweaver/browser"
import { start } from "@orbweaver/testing/TestSite"
import { assert, describe, it, type TestContext } from "vitest"
import { createOrbweaver } from "../../src/index.ts"

const view = (prefix: string) => `<div id="root"></div><script>
  const show = () => {
    const name = location.hash || "home"
    document.getElementById("root").innerHTML = "<main><h1>View " + name + "</h1><p>The view " + name +
      " has enough words to be the text of a page.</p><a href='${prefix}one'>one</a> <a href='${prefix}two'>two</a>" +
      " <a href='#part'>a part</a></main>"
  }
  addEventListener("hashchange", show)
  show()
</script>`

/** Pages whose server has built them, with links of both kinds. */
const built = (prefix: string) =>
  `<h1>Harbour</h1><p>${"The committee met on Tuesday and heard three reports. ".repeat(20)}</p><a href="${prefix}one">one</a> <a href="#part">a part</a>`

const site = async ({ onTestFinished }: TestContext) => {
  const running = await start({
    routes: {
      "/app/": ({ response }, prefix) => {
        response.writeHead(200, { "content-type": "text/html" })
        response.end(view(decodeURIComponent(prefix)))
      },
      "/built/": ({ response }, prefix) => {
        response.writeHead(200, { "content-type": "text/html" })
        response.end(built(decodeURIComponent(prefix)))
      }
    }
  })
  onTestFinished(() => running.close())
  return (kind: string, prefix: string) => running.url(`/${kind}/${encodeURIComponent(prefix)}`).href
}

const instance = (options: Parameters<typeof createOrbweaver>[0]) =>
  createOrbweaver({ egress: { allowLocal: true }, ...options })

describe("views that fragments name", () => {
  it.for(["#/", "#!", "#!/"])(
    "are pages of a crawl with a browser: %s",
    { timeout: 90_000 },
    async (prefix, context) => {
      const address = (await site(context))("app", prefix)
      await using orb = instance({ renderer: playwright() })
      const { data } = await orb.crawl(address, { limit: 10, sitemap: "skip" })
      const found = data.map(({ markdown, metadata }) => [new URL(metadata.url).hash, markdown?.split("\n", 1)[0]])
      assert.sameDeepMembers(found, [
        ["", "# View home"],
        [`${prefix}one`, `# View ${prefix}one`],
        [`${prefix}two`, `# View ${prefix}two`]
      ])
    }
  )

  it("are read one by one, also from the cache", async (context) => {
    const address = (await site(context))("app", "#/")
    await using orb = instance({ renderer: playwright() })
    for (const name of ["#/one", "#/two", "#/one"]) {
      assert.include((await orb.scrape(`${address}${name}`)).markdown ?? "", `View ${name}`)
    }
  })

  it("are said to be missing without a browser, and the page is crawled once", async (context) => {
    const address = (await site(context))("built", "#/")
    await using orb = instance({})
    const { data } = await orb.crawl(address, { limit: 10, sitemap: "skip" })
    assert.lengthOf(data, 1)
    assert.match(data[0]?.warning ?? "", /1 link of the page leads to a view that only a browser shows.*#\/one/)
    assert.match((await orb.scrape(`${address}#/one`)).warning ?? "", /names the view #\/one, which only a browser/)
  })
})
