// A server without keys, and a website that its operator visits: a real browser says where its requests come from.
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { Browser } from "playwright-core"
import { afterAll, assert, beforeAll, expect, it } from "vitest"
import { launchChromium } from "./support/chromium.ts"
import { type Started, startServer } from "./support/server.ts"

let server: Started
let browser: Browser

/** A site that counts what the server asks it for. */
const asked: Array<string> = []
const inner = createServer(({ url = "" }, response) => {
  asked.push(url)
  response.writeHead(200, { "content-type": "image/svg+xml" }).end("<svg xmlns='http://www.w3.org/2000/svg'/>")
})
/** The website: its page is the body that was asked for. */
const website = createServer(({ url = "" }, response) => {
  response.writeHead(200, { "content-type": "text/html" }).end(decodeURIComponent(url.slice(1)))
})
const portOf = (of: typeof inner) => (of.address() as AddressInfo).port

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(true), launchChromium()])
  for (const one of [inner, website]) {
    await new Promise<void>((listening) => one.listen(0, "127.0.0.1", listening))
  }
})
afterAll(async () => {
  await browser.close()
  await server.close()
  for (const one of [inner, website]) {
    one.close()
    one.closeAllConnections()
  }
})

/** Tests run at once, so each has paths of its own. */
const askedBelow = (path: string) => asked.filter((one) => one.startsWith(path))

const imageAt = (path: string) =>
  `${server.api}/console/api/image?url=${encodeURIComponent(`http://127.0.0.1:${portOf(inner)}${path}`)}`

/** Opens a page, and gives how many requests of it the server has got: the browser itself shows no page their answers. */
const requestsOf = async (address: string): Promise<number> => {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    let requests = 0
    page.on("request", (request) => {
      if (request.url().startsWith(server.api)) requests++
    })
    await page.goto(`${address}#/playground`)
    await page.waitForFunction(`document.title === "done" || document.querySelector("script") === null`)
    return requests
  } finally {
    await context.close()
  }
}

const scriptOf = (call: string) => `<script>${call}.catch(() => 0).finally(() => (document.title = "done"))</script>`

// A name of its own is another site; another port is another origin of the same site.
for (const host of ["localhost", "127.0.0.1"]) {
  it(`a page of http://${host} makes it send no request, however it asks`, async () => {
    const pages: Readonly<Record<string, string>> = {
      picture: `<img src="${imageAt(`/${host}/picture`)}">`,
      frame: `<iframe src="${imageAt(`/${host}/frame`)}"></iframe>`,
      style: `<link rel=stylesheet href="${imageAt(`/${host}/style`)}">`,
      fetch: scriptOf(`fetch("${imageAt(`/${host}/fetch`)}", { mode: "no-cors" })`),
      post: scriptOf(
        `fetch("${server.api}/v2/scrape", { method: "POST", mode: "no-cors", body: new URLSearchParams({ url: "http://127.0.0.1:${portOf(inner)}/${host}/post" }) })`
      ),
      worded: `<meta name=referrer content=no-referrer><img src="${imageAt(`/${host}/worded`)}">`
    }
    for (const [name, text] of Object.entries(pages)) {
      const address = `http://${host}:${portOf(website)}/${encodeURIComponent(text)}`
      expect([name, await requestsOf(address), askedBelow(`/${host}/`)]).toEqual([name, 1, []])
    }
  })
}

it("the same picture is answered where it is opened by hand", async () => {
  expect(await requestsOf(imageAt("/by-hand"))).toBe(1)
  expect(askedBelow("/by-hand")).toEqual(["/by-hand"])
})

it("the console of such a server outlines what main content left out", async () => {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const faults: Array<string> = []
    page.on("console", (message) => void (message.type() === "error" && faults.push(message.text())))
    await page.goto(`${server.console}#/playground`)
    await page.getByLabel("Address of the page").fill(server.site("/garden/"))
    await page.getByRole("button", { name: "Run" }).click()
    await page.getByRole("tab", { name: "Page", exact: true }).click()
    await page.getByRole("tab", { name: "Kept and left out" }).click()
    const marked = page.frameLocator("iframe").locator("[data-cut]").first()
    await marked.waitFor()
    const outline = await marked.evaluate(
      (element) => element.ownerDocument.defaultView!.getComputedStyle(element).outline
    )
    assert.include(outline, "dashed")
    assert.deepStrictEqual(faults, [])
  } finally {
    await context.close()
  }
})
