// What the inspection of a page complains about is found on a page that has all of it, and nothing on one that has none.
import { afterAll, beforeAll, expect, it } from "vitest"
import { type Served, serveOnLoopback } from "../loopback.ts"
import { openBrowser } from "./built.ts"
import { inspect, openInspection } from "./inspectPage.ts"

const page = (body: string) =>
  `<!doctype html><html lang="en"><head><title>A page</title><style>pre { overflow: auto } .dark body { background: #000; color: #fff }</style></head>` +
  `<body><div id="app"></div><div class="vp-doc">${body}</div><script>
    document.querySelector("#app").__vue_app__ = {}
    const dark = matchMedia("(prefers-color-scheme: dark)")
    const follow = () => document.documentElement.classList.toggle("dark", dark.matches)
    dark.addEventListener("change", follow)
    follow()
  </script></body></html>`

const code = (text: string) => `<div class="language-ts"><pre><code>${text}</code></pre></div>`

const bodies: Readonly<Record<string, string>> = {
  "/good": page(code("const a = 1")),
  "/bad": page(
    `${code("const a = 1".repeat(50))}<p style="color: #999; background: #fff">Pale</p><img src="/none.png" alt="">` +
      `<script>console.error("a loud page")</script><div style="width: 600px">Wide</div>`
  )
}

let site: Served
beforeAll(async () => {
  site = await serveOnLoopback((request, response) => {
    const body = bodies[request.url!]
    response.writeHead(body === undefined ? 404 : 200, { "content-type": "text/html" }).end(body)
  })
})
afterAll(() => site.close())

it("complains about contrast, width, hidden code, other code, the console and failed requests", async () => {
  const browser = await openBrowser()
  const tab = await openInspection(await browser.newContext())
  const complaintsOf = async (path: string) =>
    (
      await inspect(tab, `${site.origin}${path}`, {
        code: ["const a = 1"],
        contrastOn: ["desktop", "telephone"]
      })
    ).complaints
  expect(await complaintsOf("/good")).toEqual([])
  const text = (await complaintsOf("/bad")).join("\n")
  for (const part of [
    /light, desktop: p: .*contrast of 2\.84/,
    /dark, telephone: p: /,
    /is \d+ pixels wide on a telephone/,
    /hides pre by \d+ pixels/,
    /shows 1 blocks of code that are not the 1 of its source/,
    /a loud page/,
    /none\.png answered 404/
  ])
    expect(text).toMatch(part)
  await browser.close()
})
