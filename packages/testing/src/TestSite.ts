/**
 * A web site on this machine with the awkward pages a crawler meets, the same at
 * every run. Loopback only, each site on free ports of its own. As a layer
 * (`TestSite.layer`) or by hand (`start`) for benchmarks and scripts.
 *
 * | path | what it does |
 * | --- | --- |
 * | `/` `/page` `/article` `/text` `/json` `/untyped` | pages; `/article` is 50 KB of HTML |
 * | `/empty` `/blank` `/binary` `/image.png,jpg,svg` `/file.pdf` `/file.docx` | nothing, no text, files |
 * | `/missing` `/broken` `/status/N` | 404, 500, any status |
 * | `/too-many?after=S` | 429 with `Retry-After: S` |
 * | `/flaky/N/KEY?after=S` | 503 with `Retry-After` N times for each address, then 200 |
 * | `/echo` | JSON of method, path and request headers |
 * | `/redirect/N` | N redirects, then `/page` |
 * | `/redirect-loop` `/redirect-none` `/redirect-bad` `/redirect-utf8` | a loop, no location, an unreadable one, raw UTF-8 |
 * | `/redirect-to?to=URL&status=302` `/redirect-other?to=PATH` | anywhere; the other origin of the site |
 * | `/redirect-slow-body` `/redirect-cookie` | a body that never ends; answers once its cookie comes back |
 * | `/slow-headers?ms=` `/slow-body?ms=` `/hang` | late, a byte a second, never |
 * | `/endless` `/endless-chunks` `/huge?bytes=` | without end, fast or in small chunks; announces 2 GB |
 * | `/cut` `/cut-chunked` `/short-length` `/no-length` `/bad-length` `/two-lengths` `/bad-chunk` | lengths that lie |
 * | `/reset` `/close` `/garbage` | no HTTP at all |
 * | `/header-bomb` `/header-bomb-long` `/many-headers?count=` | headers without end, one without end, many |
 * | `/encoded/CODINGS` | `gzip`, `br`, `deflate`, `deflate-raw`, `zstd` or several: `gzip,br` |
 * | `/encoded-cut/…` `-tail/…` `-damaged/…` `-lie/…` `-empty/…` `/encoded-unknown` | encodings that are broken |
 * | `/bomb/CODING?mb=` | 10 GB of zeros, encoded as it is sent; `gzip,gzip` nested, 64 MB |
 * | `/charset/LABEL` `-meta/…` `-equiv/…` `-bom/…` `-none/…` `/charset-wrong` `/charset-unknown` | text in LABEL, declared in the header, in a meta, by BOM, nowhere, wrongly |
 * | `/cookies/set?a=b` `/cookies` `/private` `/etag` `/counter` | sessions, 401 without `Bearer sesame`, 304, visits |
 * | `/app` `/app-late` `/app-hydrated` | built by scripts |
 * | `/blocked/{cloudflare,akamai,datadome,perimeterx,captcha,login}` | what robots are shown |
 * | `/robots.txt` `/forbidden` `/sitemap.xml,.xml.gz,.txt` `/sitemap-{index,cycle,broken,many}.xml` `/feed.xml` | discovery |
 * | `/site/N/` `/site/N/p/I?links=K` | N generated pages with K links each |
 * | `/dialogs` `/popups` `/download` `/download-page` `/infinite-loop` `/allocate` `/crash` `/reload-loop` `/busy-network` `/subresources` | for browsers |
 * | `/controls` `/storage` `/visitor` `/tall` `/components` `/frames` `/frameset` `/hostile` `/meta-redirect` `/loads?to=` `/peer?stun=` | for renderers |
 */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse
} from "node:http"
import { createServer as createTlsServer } from "node:https"
import type { AddressInfo } from "node:net"
import { Context, Effect, Layer, type Scope } from "effect"
import { Sites } from "./renderer/rendering.ts"
import { type Authority, type Certificate, makeAuthority, makeCertificate, yearsFromNow } from "./site/certificates.ts"
import { charsets } from "./site/charsets.ts"
import { applications, blocks, browsers, discovery, generated, pages, sessions } from "./site/content.ts"
import { html, type Routes, send } from "./site/Route.ts"
import { rendering } from "./site/rendering.ts"
import { broken, codings, redirects, timing } from "./site/transport.ts"

export { article, prose } from "./site/content.ts"
export { samples as charsetSamples } from "./site/charsets.ts"
export { encodedPage } from "./site/transport.ts"

export interface Options {
  /** Pages of your own, which come before those of the site. */
  readonly routes?: Routes | undefined
  /** Also serve over TLS, with every kind of certificate. */
  readonly tls?: boolean | undefined
}

/** `valid` is signed by `ca` for localhost and 127.0.0.1; the others are not to be trusted. */
export type TlsKind = "valid" | "self-signed" | "expired" | "wrong-host" | "unknown-authority"

export interface Seen {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** When the exchange is over: whether the whole answer was sent. */
  readonly ended: Promise<"whole" | "cut">
  /** Bytes of body and headers handed to the connection so far. */
  readonly bytesSent: () => number
}

export interface Running {
  readonly url: (path: string) => URL
  /** The same pages on another port: another origin. */
  readonly other: (path: string) => URL
  /** Throws unless started with `tls`. */
  readonly tls: (kind: TlsKind, path: string) => URL
  /** PEM of the authority that signed the `valid` certificate. */
  readonly ca: string | undefined
  /** What was asked, oldest first: of every path, or of one (without its query). */
  readonly requests: (path?: string) => ReadonlyArray<Seen>
  /** TCP connections accepted so far on all ports. */
  readonly connections: () => number
  readonly close: () => Promise<void>
}

/** Closes with the scope. */
const scoped = (options: Options): Effect.Effect<Running, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.promise(() => start(options)),
    (site) => Effect.promise(() => site.close())
  )

export class TestSite extends Context.Service<TestSite, Running>()("@orbweaver/testing/TestSite") {
  static readonly layerWith = (options: Options): Layer.Layer<TestSite> => Layer.effect(TestSite, scoped(options))

  static readonly layer: Layer.Layer<TestSite> = TestSite.layerWith({})

  /** With certificates: takes a little longer to start. */
  static readonly layerTls: Layer.Layer<TestSite> = TestSite.layerWith({ tls: true })
}

/** What `RendererSuite` reads from: a site with certificates, and one that no test may reach. */
export const rendererSites: Layer.Layer<Sites> = Layer.effect(
  Sites,
  Effect.gen(function* () {
    const site = yield* scoped({ tls: true })
    const canary = yield* scoped({})
    return { site, canary, strict: { allowNetworks: ["127.0.0.1"], ports: [Number(site.url("/").port), 80, 443] } }
  })
)

export const start = async (options: Options = {}): Promise<Running> => {
  const log: Array<Seen> = []
  const visits = new Map<string, number>()
  const servers: Array<Server> = []
  let connections = 0
  const origins = { main: "", other: "" }

  const listener = (request: IncomingMessage, response: ServerResponse) => {
    const url = URL.parse(
      request.url ?? "/",
      `${isTls(request) ? "https" : "http"}://${request.headers.host ?? "localhost"}`
    )
    if (url === null) return send(response, html("Bad request", "<h1>Bad request</h1>"), undefined, {}, 400)
    remember(log, request, response)
    const before = visits.get(url.href) ?? 0
    visits.set(url.href, before + 1)
    const other = (path: string) => new URL(path, url.origin === origins.main ? origins.other : origins.main)
    const found = find(options.routes, url.pathname) ?? find(site, url.pathname)
    if (found === undefined) return send(response, html("Not found", "<h1>Not found</h1>"), undefined, {}, 404)
    found.route({ request, response, url, other, visits: before }, found.rest)
  }

  const listen = async (server: Server): Promise<string> => {
    servers.push(server)
    // A page may be asked for by its address in a few milliseconds or in an hour: sockets stay open.
    server.keepAliveTimeout = 60_000
    server.on("connection", () => connections++)
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    return `127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  origins.main = `http://${await listen(createServer(listener))}`
  origins.other = `http://${await listen(createServer(listener))}`
  const authority = options.tls === true ? makeAuthority("Orbweaver test authority") : undefined
  const secure = new Map<TlsKind, string>()
  if (authority !== undefined) {
    for (const [kind, { cert, key }] of certificates(authority)) {
      secure.set(kind, `https://${await listen(createTlsServer({ cert, key }, listener))}`)
    }
  }

  return {
    url: (path) => new URL(path, origins.main),
    other: (path) => new URL(path, origins.other),
    tls: (kind, path) => {
      const origin = secure.get(kind)
      if (origin === undefined) throw new Error("start the site with { tls: true }")
      return new URL(path, origin)
    },
    ca: authority?.cert,
    requests: (path) => (path === undefined ? [...log] : log.filter((seen) => seen.path.split("?")[0] === path)),
    connections: () => connections,
    close: async () => {
      await Promise.all(
        servers.map((server) => {
          server.closeAllConnections()
          return new Promise((resolve) => server.close(resolve))
        })
      )
    }
  }
}

const site: Routes = {
  ...pages,
  ...redirects,
  ...timing,
  ...broken,
  ...codings,
  ...charsets,
  ...sessions,
  ...applications,
  ...blocks,
  ...discovery,
  ...generated,
  ...browsers,
  ...rendering
}

const find = (routes: Routes | undefined, path: string) => {
  if (routes === undefined) return undefined
  if (Object.hasOwn(routes, path)) return { route: routes[path]!, rest: "" }
  const end = path.indexOf("/", 1) + 1
  const prefix = path.slice(0, end)
  if (end === 0 || !Object.hasOwn(routes, prefix)) return undefined
  return { route: routes[prefix]!, rest: decodeURIComponent(path.slice(end)) }
}

const isTls = (request: IncomingMessage): boolean => "encrypted" in request.socket

/** Enough for any test; a benchmark must not grow without end. */
const maxLog = 20_000

const remember = (log: Array<Seen>, request: IncomingMessage, response: ServerResponse): void => {
  const { socket } = request
  const before = socket.bytesWritten
  if (log.length >= maxLog) log.splice(0, maxLog >> 1)
  log.push({
    method: request.method ?? "",
    path: request.url ?? "",
    headers: request.headers,
    ended: new Promise((resolve) => response.once("close", () => resolve(response.writableFinished ? "whole" : "cut"))),
    bytesSent: () => socket.bytesWritten - before
  })
}

const certificates = (authority: Authority): ReadonlyArray<readonly [TlsKind, Certificate]> => {
  const here = ["localhost", "127.0.0.1"]
  const now = { notBefore: yearsFromNow(-1), notAfter: yearsFromNow(1) }
  const named = { commonName: "localhost", names: here, ...now }
  return [
    ["valid", makeCertificate(named, authority)],
    ["self-signed", makeCertificate(named)],
    ["expired", makeCertificate({ ...named, notBefore: yearsFromNow(-2), notAfter: yearsFromNow(-1) }, authority)],
    ["wrong-host", makeCertificate({ ...named, names: ["elsewhere.example"] }, authority)],
    ["unknown-authority", makeCertificate(named, makeAuthority("Nobody's authority"))]
  ]
}
