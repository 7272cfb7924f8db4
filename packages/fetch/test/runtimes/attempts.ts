/**
 * Tries every address and trick of the egress table through every way out, on whatever
 * runtime runs this file, and prints what happened as JSON. Servers on loopback notice
 * each connection that should not have been made.
 */
import { ProxyPool } from "@orbweaver/core/network/ProxyPool"
import * as EgressProxy from "@orbweaver/egress/internal/EgressProxy"
import { EgressFetch } from "@orbweaver/egress/HttpClient"
import type { Lookup } from "@orbweaver/egress/internal/Lookup"
import * as Webhooks from "@orbweaver/egress/internal/Webhooks"
import * as GotScraping from "@orbweaver/fetch/got-scraping"
import * as Impit from "@orbweaver/fetch/impit"
import * as Undici from "@orbweaver/fetch/Undici"
import { WebhookSender } from "@orbweaver/core/jobs/WebhookSender"
import { Egress, type EgressPolicy } from "@orbweaver/core/network/Egress"
import { Fetcher } from "@orbweaver/core/network/Fetcher"
import { atPort, egressCases } from "@orbweaver/testing/internal/egressCases"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { createServer } from "node:http"
import { type AddressInfo, connect, isIP } from "node:net"

export interface Row {
  readonly wayOut: string
  /** Requests that the policy forbids: by address, by name, by redirect. */
  readonly forbidden: number
  /** Of these, ended by the policy. */
  readonly refused: number
  /** Of these, noticed by a server. */
  readonly reached: number
  /** A request that the policy allows was answered, over a single look-up of its name. */
  readonly serves: boolean
  /** The way out closed without an error. */
  readonly closes: boolean
}

type Ask = (url: URL) => Promise<number>
type Open = (policy: EgressPolicy, lookup?: Lookup) => Effect.Effect<Ask, never, Scope.Scope>

const fetcherOf =
  (layerOf: (options: { lookup?: Lookup | undefined }) => Layer.Layer<Fetcher, never, Egress | ProxyPool>): Open =>
  (policy, lookup) =>
    Effect.map(
      Layer.build(layerOf({ lookup }).pipe(Layer.provide([Egress.layer(policy), ProxyPool.layerNone]))),
      (context) => (url) =>
        Effect.runPromise(
          Context.get(context, Fetcher)
            .fetch({ url, timeout: Duration.seconds(5), maxBytes: 10_000 })
            .pipe(
              Effect.map(({ status }) => status),
              Effect.mapError(({ reason }) => new Error(`${reason._tag}: ${reason.message}`))
            )
        )
    )

const proxyOf =
  (head: (url: URL) => string): Open =>
  (policy, lookup) =>
    Effect.gen(function* () {
      const egress = Context.get(yield* Layer.build(Egress.layer(policy)), Egress)
      const client = (yield* EgressProxy.start(egress, { lookup })).client()
      const { hostname, password, port, username } = new URL(client.address)
      return (url) =>
        new Promise((resolve, reject) => {
          const socket = connect(Number(port), hostname, () =>
            socket.write(`${head(url)}\r\nProxy-Authorization: Basic ${btoa(`${username}:${password}`)}\r\n\r\n`)
          )
          socket.once("error", reject)
          socket.once("close", () => reject(new Error("Refused: the request could not be read")))
          socket.once("data", (data: Buffer) => {
            socket.destroy()
            const status = Number(/^HTTP\/1\.1 (\d+)/.exec(data.toString("latin1"))?.[1])
            // A scheme or user information is no part of what a proxy is asked: 400.
            if (status === 403 || status === 400) reject(new Error("Refused: by the proxy"))
            else resolve(status)
          })
        })
    })

/** What says more than an authority is asked for as it is. */
const authorityOf = (url: URL): string =>
  /^https?:$/.test(url.protocol) && url.username === "" ? `${url.hostname}:${url.port || 80}` : url.href

const waysOut: Readonly<Record<string, Open>> = {
  "services (fetch)": (policy, lookup) =>
    Effect.map(
      Layer.build(EgressFetch.layer({ lookup }).pipe(Layer.provide(Egress.layer(policy)))),
      (context) => async (url) => {
        const response = await Context.get(context, EgressFetch)(url.href)
        await response.text()
        return response.status
      }
    ),
  webhooks: (policy, lookup) =>
    Effect.map(
      Layer.build(Webhooks.layer({ lookup }).pipe(Layer.provide(Egress.layer(policy)))),
      (context) => (url) =>
        Effect.runPromise(
          Context.get(context, WebhookSender)
            .post({ url, headers: {}, body: "{}", timeout: Duration.seconds(5) })
            .pipe(Effect.mapError(({ reason }) => new Error(`${reason._tag}: ${reason.message}`)))
        )
    ),
  "pages (undici)": fetcherOf(Undici.layer),
  "pages (got-scraping)": fetcherOf(GotScraping.layer),
  "pages (impit)": fetcherOf(Impit.layer),
  "proxy (GET)": proxyOf((url) => `GET ${url.href} HTTP/1.1\r\nHost: ${url.host}`),
  "proxy (CONNECT)": proxyOf((url) => `CONNECT ${authorityOf(url)} HTTP/1.1\r\nHost: x`)
}

/** A server that counts the requests and connections it sees; `redirect` sends elsewhere. */
const listen = (host: string, port = 0) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      let connections = 0
      const server = createServer((request, response) => {
        const to = new URL(request.url ?? "/", "http://x").searchParams.get("to")
        if (to === null) response.writeHead(200).end("ok")
        else response.writeHead(302, { location: to, connection: "close" }).end()
      })
      server.on("connection", () => connections++)
      await new Promise<void>((resolve, reject) => {
        server.once("error", reject)
        server.listen(port, host, resolve)
      })
      return { server, connections: () => connections, port: (server.address() as AddressInfo).port }
    }),
    ({ server }) =>
      Effect.sync(() => {
        server.closeAllConnections()
        server.close()
      })
  )

const lookupOf =
  (resolve: () => ReadonlyArray<string>): Lookup =>
  (_, callback) => {
    const addresses = resolve()
    setImmediate(() =>
      callback(
        null,
        addresses.map((address) => ({ address, family: isIP(address) }))
      )
    )
  }

const attempt = (name: string, open: Open): Effect.Effect<Row> =>
  Effect.gen(function* () {
    let forbidden = 0
    let refused = 0
    let serves = false
    const forbid = (ask: Ask, url: URL) =>
      Effect.promise(async () => {
        forbidden++
        try {
          await ask(url)
        } catch (error) {
          const { cause, message } = error as Error
          if (/refused/i.test(`${message} ${cause instanceof Error ? cause.message : ""}`)) refused++
        }
      })
    const reached = yield* Effect.gen(function* () {
      const canary = yield* listen("127.0.0.1")
      const other = yield* listen("127.0.0.2", canary.port)
      const site = yield* listen("127.0.0.1")

      const strict = yield* open({})
      for (const { expected, url: written } of egressCases) {
        const url = URL.parse(atPort(written, String(canary.port)))
        if (url !== null && expected !== "allowed" && expected !== "invalid") yield* forbid(strict, url)
      }
      // Names that lead inside, or partly inside.
      for (const addresses of [
        ["127.0.0.1"],
        ["::ffff:127.0.0.1"],
        ["192.0.2.1", "127.0.0.1"],
        ["10.0.0.1"],
        ["::1"]
      ]) {
        const ask = yield* open(
          {},
          lookupOf(() => addresses)
        )
        yield* forbid(ask, new URL(`http://inside.example:${canary.port}/`))
      }
      // Redirects to what is forbidden, from a site that is not; where none are followed, none are asked for.
      const narrow: EgressPolicy = { allowNetworks: ["127.0.0.1"], ports: [site.port] }
      if (name.startsWith("pages")) {
        const ask = yield* open(narrow)
        for (const to of [`http://127.0.0.1:${canary.port}/`, `http://127.0.0.2:${site.port}/`, "http://[::1]/"]) {
          yield* forbid(ask, new URL(`http://127.0.0.1:${site.port}/?to=${encodeURIComponent(to)}`))
        }
      }
      // A name that turns inside as soon as it was believed is looked up once.
      let lookups = 0
      const rebound = yield* open(
        { ...narrow, ports: [site.port, canary.port] },
        lookupOf(() => (lookups++ === 0 ? ["127.0.0.1"] : ["127.0.0.2"]))
      )
      const status = yield* Effect.promise(() => rebound(new URL(`http://rebound.example:${site.port}/`)))
      serves = status === 200 && lookups === 1
      return canary.connections() + other.connections()
    }).pipe(Effect.scoped)
    return { wayOut: name, forbidden, refused, reached, serves, closes: true }
  })

const failed = (wayOut: string, error: unknown): Row => {
  console.error(wayOut, error)
  return { wayOut, forbidden: 0, refused: 0, reached: 0, serves: false, closes: false }
}

const rows: Array<Row> = []
for (const [name, open] of Object.entries(waysOut)) {
  rows.push(await Effect.runPromise(attempt(name, open)).catch((error: unknown) => failed(name, error)))
}
console.log(JSON.stringify(rows))
process.exit(0)
