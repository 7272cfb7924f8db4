/** A listening server whose doors are open, over a site of this machine. */
import { TestSite } from "@orbweaver/testing/TestSite"
import type * as ApiKeys from "@orbweaver/core/accounts/ApiKeys"
import type { SearchProvider } from "@orbweaver/core/search/SearchProvider"
import * as Node from "@orbweaver/http/Node"
import type { ServerOptions } from "@orbweaver/http/Server"
import { Effect, Layer, type Scope } from "effect"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { withKeys } from "../assembly.ts"
import { keys, KeysTest } from "../fixtures.ts"

export const doors = { reader: true, openWebUi: true, tavily: true, mcp: true } as const

const send = (response: ServerResponse, body: string, status = 200) => {
  response.writeHead(status, { "content-type": "text/html; charset=utf-8" })
  response.end(body)
}

const shop = `<!doctype html><html lang="en"><head><title>A shop</title><meta name="description" content="Sells nails">
<link rel="icon" href="/icon.png"></head><body><nav><a href="/door/">Home</a></nav>
<main><h1>Nails</h1><p>Nails of <b>iron</b>, which hold what is nailed with them for as long as the wood lasts.</p>
<p class="price">4 EUR</p><p>Those who need longer ones, for beams and rafters, find <a href="/door/more">More nails</a> on the next page.</p><img src="/nail.png" alt="A nail"></main>
<footer>Imprint</footer></body></html>`

const routes = {
  "/door/": (
    {
      request,
      response,
      url
    }: { readonly request: IncomingMessage; readonly response: ServerResponse; readonly url: URL },
    rest: string
  ) =>
    rest.startsWith("echo")
      ? send(
          response,
          `<title>Echo</title><main><p>Asked for ${url.pathname}${url.search} as ${request.method}</p></main>`
        )
      : send(response, rest === "missing" ? "<p>Nothing here.</p>" : shop, rest === "missing" ? 404 : 200)
}

interface Sent {
  readonly key?: string | undefined
  readonly headers?: Record<string, string>
  readonly body?: unknown
}

const setup = (options: ServerOptions) =>
  Effect.gen(function* () {
    const site = yield* TestSite
    const { url } = yield* Node.listen({ port: 0, doors, ...options })
    const ask = (method: string, path: string, sent: Sent = {}) =>
      Effect.promise(async () => {
        const key = "key" in sent ? sent.key : keys.rich
        const response = await fetch(`${url}${path}`, {
          method,
          redirect: "manual",
          headers: {
            ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
            ...(sent.body === undefined ? {} : { "content-type": "application/json" }),
            ...sent.headers
          },
          ...(sent.body === undefined
            ? {}
            : { body: typeof sent.body === "string" ? sent.body : JSON.stringify(sent.body) })
        })
        const text = await response.text()
        return {
          status: response.status,
          headers: response.headers,
          text,
          get json(): any {
            return JSON.parse(text)
          }
        }
      })
    return { api: url, ask, at: (path: string) => site.url(path).href, site }
  })

/** An address of this machine where nothing listens. */
export const unreachable = Effect.promise(
  () =>
    new Promise<string>((resolve) => {
      const server = createServer().listen(0, "127.0.0.1", () => {
        const { port } = server.address() as AddressInfo
        server.close(() => resolve(`http://127.0.0.1:${port}/`))
      })
    })
)

export type Served = Effect.Success<ReturnType<typeof setup>>

/** Runs a test against a server of its own. */
export const withServer = <E>(
  body: (served: Served) => Effect.Effect<void, E, Scope.Scope>,
  options: ServerOptions = {},
  layer: Layer.Layer<ApiKeys.ApiKeys> = KeysTest,
  search?: Layer.Layer<SearchProvider>
) =>
  Effect.scoped(Effect.flatMap(setup(options), body)).pipe(
    Effect.provide(
      Layer.merge(
        withKeys(layer, { working: false, ...(search === undefined ? {} : { search }) }),
        TestSite.layerWith({ routes })
      )
    )
  )
