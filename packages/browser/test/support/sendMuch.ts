// Does what its arguments name, one after the other, and prints what came of each.
import { BrowserSessions } from "@orbweaver/core/scrape/BrowserSessions"
import { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import { Egress } from "@orbweaver/core/network/Egress"
import { Renderer, type RenderRequest } from "@orbweaver/core/network/Renderer"
import { Ledger } from "@orbweaver/core/accounts/Ledger"
import { layer } from "../../src/layers/Playwright.ts"
import { request, textOf } from "@orbweaver/testing/internal/renderer/rendering"
import { start } from "@orbweaver/testing/TestSite"
import { Duration, Effect, Layer } from "effect"

/** Neither this process nor one message holds it, and a page does. */
const huge = `"x".repeat(1.2e8)`
/** Each of its characters takes six in JSON: more than V8's longest string. */
const endless = `"\\u0001".repeat(9e7)`
/** A document of a size that a page survives. */
const largeDocument = `document.body.append("\\u0001".repeat(3e7))`
const action = (script: string): Partial<RenderRequest> => ({ actions: [{ type: "executeJavascript", script }] })

const pages: Record<string, { readonly script?: string; readonly more?: Partial<RenderRequest> }> = {
  "logs a string longer than any": { script: `console.log(${endless})` },
  "logs often": { script: `for (let n = 0; n < 18; n++) console.log("x".repeat(8e6) + n)` },
  throws: { script: `throw ${huge}` },
  "sends a request that is intercepted": {
    script: `fetch("/page", { method: "POST", body: ${huge} })`,
    more: { headers: { "x-own": "1" } }
  },
  "has a long id": { script: `document.body.id = "\\u0001".repeat(2e7)` },
  "gives an action a string": { more: action(huge) },
  "gives an action many values": { more: action("new Array(6e6).fill([])") }
}

const scripts: Record<string, string> = {
  "gives a result": huge,
  "gives a value of the page": `await page.evaluate(() => ${huge})`,
  "gives many values of the page": `await page.evaluate(() => new Array(2e6).fill([]))`,
  "reads the page": `await page.evaluate(() => { ${largeDocument} }); await page.content()`,
  "asks for much at once": `
    const ask = () => page.evaluate("1", "x".repeat(9e6)).then(String, String)
    const answers = await Promise.all(Array.from({ length: 20 }, ask))
    Array.from(new Set(answers), (answer) => answer.slice(0, 40)).join()`
}

const limit = Duration.seconds(60)
const program = Effect.gen(function* () {
  const kinds = process.argv.slice(2)
  const site = yield* Effect.acquireRelease(
    Effect.promise(() =>
      start({
        routes: {
          "/huge": ({ response, url }) => {
            response.writeHead(200, { "content-type": "text/html" })
            const script = pages[decodeURIComponent(url.search.slice(1))]?.script ?? ""
            response.end(`<body><p>Huge</p><script>${script}</script>`)
          }
        }
      })
    ),
    (running) => Effect.promise(() => running.close())
  )
  const { render } = yield* Renderer
  const scrape = (kind: string) =>
    Effect.match(
      render(
        request(site.url(`/huge?${encodeURIComponent(kind)}`), { waitFor: Duration.seconds(1), ...pages[kind]?.more })
      ),
      {
        onFailure: ({ reason }) => `${reason._tag}: ${reason.message.trim()}`,
        onSuccess: (response) => (textOf(response).includes("Huge") ? "the page" : "another page")
      }
    )
  const runScript = Effect.fnUntraced(function* (code: string) {
    const sessions = yield* BrowserSessions
    const session = yield* sessions.open({ url: site.url("/page") })
    const { error, result } = yield* session.use((page) => page.run(code, limit))
    const next = yield* session.use((page) => page.run("1 + 1", limit))
    yield* sessions.close(session.id)
    return `${error ?? result}; then ${next.result}`
  })

  for (const kind of kinds) {
    const code = scripts[kind]
    const outcome = yield* code === undefined ? scrape(kind) : runScript(code)
    process.stdout.write(`${JSON.stringify([kind, outcome])}\n`)
  }
})

const renderer = layer({ settleCap: "1 second" }).pipe(
  Layer.provide([Egress.layer({ allowLocal: true }), ProxyPool.layerNone])
)
const sessions = BrowserSessions.layer().pipe(
  Layer.provide([renderer, Egress.layer({ allowLocal: true }), Ledger.layerMemory])
)

await Effect.runPromise(program.pipe(Effect.scoped, Effect.provide(Layer.merge(renderer, sessions))))
