/**
 * The API as one HTTP application, and as a fetch handler
 * (`Request → Promise<Response>`) for Hono, Next.js, Bun, Deno and workers.
 * `hosts/Node.ts` mounts the same application in Node's own servers.
 */
import { ApiKeys } from "@orbweaver/core/accounts/ApiKeys"
import { BrowserSessions } from "@orbweaver/core/scrape/BrowserSessions"
import { BlobBaseUrl, BlobStore } from "@orbweaver/core/scrape/BlobStore"
import { Batch } from "@orbweaver/core/crawl/Batch"
import { Crawler } from "@orbweaver/core/crawl/Crawler"
import { Egress } from "@orbweaver/core/network/Egress"
import { Formats } from "@orbweaver/core/scrape/Format"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import { Ledger } from "@orbweaver/core/accounts/Ledger"
import { Monitors } from "@orbweaver/extraction/monitors/Monitors"
import { PageSteps } from "@orbweaver/extraction/internal/browse/PageSteps"
import { Mapper } from "@orbweaver/core/crawl/Mapper"
import { CrawlPrompts, make as makePrompts } from "@orbweaver/extraction/prompts/CrawlPrompts"
import { CallLog } from "@orbweaver/core/accounts/CallLog"
import { CallRecorder } from "@orbweaver/core/accounts/CallRecorder"
import * as AnswerArchive from "@orbweaver/core/accounts/AnswerArchive"
import * as ClaimedKeys from "@orbweaver/core/accounts/ClaimedKeys"
import * as RateCounter from "@orbweaver/core/accounts/RateCounter"
import * as WaitingLines from "@orbweaver/core/accounts/WaitingLines"
import { Fetcher } from "@orbweaver/core/network/Fetcher"
import { TeamStore } from "@orbweaver/core/accounts/TeamStore"
import { Profiles } from "@orbweaver/core/scrape/Profiles"
import { Scraper } from "@orbweaver/core/scrape/Scraper"
import { Searcher } from "@orbweaver/core/search/Searcher"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpRouter from "effect/http/HttpRouter"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import type * as Scope from "effect/Scope"
import { baseOf } from "../wire/publicBaseUrl.ts"
import { blobRoute } from "../features/scrape/blobs.ts"
import * as Concurrency from "../gate/Concurrency.ts"
import * as OpenJobs from "../gate/OpenJobs.ts"
import { doorPatterns, doorRoutes, isDoor } from "../doors/doors.ts"
import { withoutAddress } from "../doors/reader/withoutAddress.ts"
import { makeWriter } from "../wire/documentText.ts"
import type { Engines } from "../features/Engines.ts"
import { hostedOnlyRoutes } from "./hostedOnly.ts"
import { type Caller, makeOpenServerCheck, makePageCheck } from "../gate/OpenServer.ts"
import { wireError, type WireError } from "../wire/ErrorBody.ts"
import type { Guards } from "../gate/Operation.ts"
import { metricsRoute } from "../gate/metrics.ts"
import { defaultLimits } from "../wire/readBody.ts"
import { referenceRoute } from "../openapi/reference.ts"
import { makeRequestIds } from "../wire/requestId.ts"
import { answer, refusals, routes, scoped } from "../gate/routes.ts"
import { checkServerOptions, type ServerOptions } from "./serverOptions.ts"
import { systemRoutes } from "./system.ts"
import { ApiConsole } from "../console/Api.ts"
import { downloadRoute } from "../console/downloads.ts"
import { consoleFileRoutes } from "../console/files.ts"
import { operationsConsole } from "../console/operations.ts"
import { makeSystemHistory } from "../console/systemHistory.ts"
import { ApiV1 } from "../v1/Api.ts"
import { operationsV1 } from "./operationsV1.ts"
import { ApiV2 } from "../v2/Api.ts"
import { operationsV2 } from "./operationsV2.ts"
import { liveViewRoutes } from "../features/browser/liveView.ts"
import { type Connect, connectTo } from "../features/browser/remote.ts"
import { makeTexts, watch, type WatchRequest, type WatchSocket } from "../features/jobs/watch.ts"

/**
 * What the API needs from the application. What it uses besides these when it is there, and answers 501 without:
 * `Formats`, `BrowserSessions`, `PageSteps`, `JobStore`, `Crawler`, `Batch`, `Mapper`, `Monitors`, `Searcher`, `BlobStore`, and the engines of the
 * other kinds of jobs, such as `Extractor`. Without
 * `RateCounter`, `ClaimedKeys`, `WaitingLines` or `AnswerArchive` this process does their work alone.
 */
export type Services = Scraper | Egress | Ledger | ApiKeys

export type { Authenticate, IncomingRequest } from "../gate/Operation.ts"

export type { ServerOptions } from "./serverOptions.ts"

export type HttpApp = Effect.Effect<HttpServerResponse.HttpServerResponse, never, HttpServerRequest | Scope.Scope>

/** The API without a transport. */
export interface Api {
  /** Answers every request; it never fails. */
  readonly app: HttpApp
  /** Why a request is not answered by a server without keys. */
  readonly refusal: (caller: Caller) => WireError | undefined
  /** Serves one watcher until its job ends; absent where there are no jobs. */
  readonly watch: ((request: WatchRequest, socket: WatchSocket) => Effect.Effect<void>) | undefined
  /** Connects a program to a browser session; absent without `remoteControl`. */
  readonly connect: Connect | undefined
}

/** The scope ends what the API does between requests: taking samples for the console. */
export const make = Effect.fnUntraced(function* (
  options: ServerOptions = {}
): Effect.fn.Return<Api, never, Services | Scope.Scope> {
  const context = yield* Effect.context<Services>()
  const found = <I, S>(service: Context.Key<I, S>): S | undefined => Context.getOrUndefined(context, service)
  const claimedKeys = found(ClaimedKeys.ClaimedKeys) ?? ClaimedKeys.makeMemory()
  const ledger = Context.get(context, Ledger)
  const egress = Context.get(context, Egress)
  const keys = Context.get(context, ApiKeys)
  const isOpen = keys.anonymous !== undefined || options.authenticate !== undefined
  const guards: Guards = {
    keys,
    authenticate: options.authenticate,
    claimedKeys,
    rates: found(RateCounter.RateCounter) ?? RateCounter.makeMemory(),
    withinOpenJobs: OpenJobs.make(found(JobStore)),
    ledger,
    egress,
    refusePage: isOpen ? makePageCheck(options) : () => undefined,
    limits: { ...defaultLimits, ...options.body },
    trustedProxies: options.trustedProxies ?? [],
    newRequestId: makeRequestIds(),
    metrics: options.metrics ?? false,
    requestLog: options.requestLog ?? false,
    calls: found(CallRecorder)
  }
  const engines: Engines = {
    scraper: Context.get(context, Scraper),
    ledger,
    egress,
    concurrency: Concurrency.make(found(WaitingLines.WaitingLines) ?? WaitingLines.makeMemory()),
    calls: found(CallLog),
    callRecorder: found(CallRecorder),
    answers: found(AnswerArchive.AnswerArchive) ?? AnswerArchive.makeMemory(),
    claimedKeys,
    formats: found(Formats),
    sessions: found(BrowserSessions),
    profiles: Context.get(context, Profiles),
    pageSteps: found(PageSteps),
    monitors: found(Monitors),
    jobs: found(JobStore),
    crawler: found(Crawler),
    batch: found(Batch),
    mapper: found(Mapper),
    prompts: found(CrawlPrompts) ?? makePrompts(),
    searcher: found(Searcher),
    engineOf: found,
    write: makeWriter(),
    webhook: options.webhook,
    remoteControl: options.remoteControl ?? false,
    base: ({ request }) => baseOf(request, options)
  }

  const { doors = {} } = options
  const blobs = found(BlobStore)
  const operations = operationsV2(engines)
  const known = [
    ...routes(ApiV2, "v2", operations, guards),
    ...routes(ApiV1, "v1", operationsV1(engines), guards),
    ...(blobs === undefined ? [] : [blobRoute(blobs, guards.newRequestId)]),
    ...(guards.metrics ? [metricsRoute(engines.jobs)] : []),
    ...(options.console === undefined
      ? []
      : [
          ...routes(
            ApiConsole,
            "v2",
            operationsConsole(engines, {
              history: yield* makeSystemHistory(engines.jobs),
              fetcher: found(Fetcher),
              teams: found(TeamStore)
            }),
            guards
          ),
          downloadRoute(engines, guards.newRequestId),
          ...consoleFileRoutes(options.console, guards.newRequestId)
        ]),
    ...doorRoutes(doors, {
      engines,
      guards,
      prefix: options.prefix,
      operations: scoped(ApiV2, operations),
      needsKey: keys.anonymous === undefined || options.authenticate !== undefined,
      base: (request) => baseOf(request, options),
      authorizationServers: options.authorizationServers
    }),
    ...(engines.remoteControl && engines.sessions !== undefined ? yield* liveViewRoutes : []),
    ...systemRoutes(guards.newRequestId, engines.jobs, doors),
    yield* referenceRoute(doors)
  ]
  const root = yield* HttpRouter.make
  const router = options.prefix === undefined ? root : root.prefixed(options.prefix)
  yield* router.addAll([...known, ...refusals(known, guards.newRequestId), ...hostedOnlyRoutes(guards)])
  const routed = doors.reader === true ? withoutAddress(root.asHttpEffect(), options.prefix) : root.asHttpEffect()
  const notFound = (url: string) =>
    answer(wireError(404, misplaced(url, options.prefix) ?? "Not Found"), guards.newRequestId)

  const isConsole = handlesConsole(options)
  const everybody: HttpApp = Effect.flatMap(HttpServerRequest, (request) =>
    request.method === "OPTIONS" && !isConsole(request.originalUrl)
      ? Effect.succeed(preflight(request))
      : // The router fails only where no route matches; operations answer for themselves.
        Effect.matchEffect(
          options.blobsAtRequestHost === true
            ? Effect.provideService(routed, BlobBaseUrl, `${baseOf(request, options)}/blobs/`)
            : routed,
          { onFailure: () => notFound(request.originalUrl), onSuccess: Effect.succeed }
        )
  )
  const check = makeOpenServerCheck(options.authenticate === undefined ? options : { ...options, allowedHosts: ["*"] })
  const refusal = (caller: Caller) => (isOpen ? check(caller) : undefined)
  const guarded: HttpApp = !isOpen
    ? everybody
    : Effect.flatMap(HttpServerRequest, (request) => {
        const { origin } = request.headers
        const refused = check({ host: request.headers["host"] ?? URL.parse(request.originalUrl)?.host, origin })
        return refused === undefined
          ? Effect.map(everybody, (response) => readableBy(origin, response))
          : Effect.map(answer(refused, guards.newRequestId), (response) => readableBy(undefined, response))
      })
  // The console is for pages of its own origin: no other website may read or show what it is answered.
  const app: HttpApp =
    options.console === undefined
      ? guarded
      : Effect.flatMap(HttpServerRequest, ({ originalUrl }) =>
          isConsole(originalUrl) ? Effect.map(guarded, forOwnPages) : guarded
        )
  const { jobs, remoteControl, sessions } = engines
  const watching =
    jobs === undefined || options.authenticate !== undefined
      ? undefined
      : { keys: guards.keys, jobs, texts: makeTexts(), trustedProxies: guards.trustedProxies }
  return {
    app,
    refusal,
    watch: watching === undefined ? undefined : (request, socket) => watch(watching, request, socket),
    connect: !remoteControl || sessions === undefined ? undefined : connectTo(sessions)
  }
})

const forOwnPages = (response: HttpServerResponse.HttpServerResponse) =>
  HttpServerResponse.setHeader(
    HttpServerResponse.removeHeader(response, "access-control-allow-origin"),
    "cross-origin-resource-policy",
    "same-origin"
  )

/** Only the website that was allowed to ask may read what a server without keys answers. */
const readableBy = (origin: string | undefined, response: HttpServerResponse.HttpServerResponse) => {
  const varies = HttpServerResponse.setHeader(
    response,
    "vary",
    [response.headers["vary"], "Origin"].filter(Boolean).join(", ")
  )
  return origin === undefined
    ? HttpServerResponse.removeHeader(varies, "access-control-allow-origin")
    : HttpServerResponse.setHeader(varies, "access-control-allow-origin", origin)
}

/** Browsers ask first whether they may send what they want to (docs/reference/v2.md §1.1). */
const preflight = ({ headers }: HttpServerRequest) =>
  HttpServerResponse.empty({
    status: 204,
    headers: {
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET,HEAD,PUT,PATCH,POST,DELETE",
      "access-control-allow-headers": headers["access-control-request-headers"] ?? "*",
      vary: "Access-Control-Request-Headers"
    }
  })

/** Paths of the API that are answered under a mount; its greeting at `/` is left to the host. */
const apiPaths = /^\/(?:v[012]\/|blobs\/|(?:openapi\.json|docs)(?:$|\?))/

/** The same as patterns of a router: `*` stands for the rest. */
export const apiPatterns: ReadonlyArray<string> = ["/v0/*", "/v1/*", "/v2/*", "/blobs/*", "/openapi.json", "/docs"]

/** Patterns of everything that is answered under a mount with these options. */
export const patterns = ({ console, doors, metrics = false }: Pick<ServerOptions, "console" | "doors" | "metrics">) => [
  ...apiPatterns,
  ...doorPatterns(doors),
  ...(metrics ? ["/metrics"] : []),
  ...(console === undefined ? [] : ["/console", "/console/*"])
]

/** Whether a path, a path with its query, or an absolute address (Bun and Deno give these) is one of the API. */
export const handles = (options: Pick<ServerOptions, "console" | "doors" | "metrics" | "prefix">) => {
  const { doors, metrics = false, prefix } = options
  const isConsole = handlesConsole(options)
  return (url: string | URL): boolean => {
    const path = below(prefix, url)
    if (path === undefined) return false
    return apiPaths.test(path) || (metrics && /^\/metrics(?:$|\?)/.test(path)) || isConsole(url) || isDoor(path, doors)
  }
}

/** Whether an address is one of the console, where it is served. */
const handlesConsole =
  ({ console, prefix }: Pick<ServerOptions, "console" | "prefix">) =>
  (url: string | URL): boolean => {
    const path = console === undefined ? undefined : below(prefix, url)
    return path !== undefined && /^\/console(?:$|[/?])/.test(path)
  }

/** The path of an address below the mount; undefined for one elsewhere. */
const below = (prefix: string | undefined, url: string | URL): string | undefined => {
  const whole = pathOf(url)
  return prefix === undefined ? whole : whole.startsWith(prefix) ? whole.slice(prefix.length) : undefined
}

const pathOf = (url: string | URL): string => {
  if (typeof url === "string" && !/^[a-z][a-z\d+.-]*:\/\//i.test(url)) return url
  const parsed = URL.parse(String(url))
  return parsed === null ? "" : parsed.pathname + parsed.search
}

/** What a mount and its host disagree on, where a path is one of ours behind another prefix. */
const misplaced = (url: string, prefix = ""): string | undefined => {
  const path = pathOf(url).split("?", 1)[0]!
  const found = /^((?:\/[\w.~-]+)*?)\/(?:v[012]\/|blobs\/|(?:openapi\.json|docs)$)/.exec(path)
  if (found === null || found[1] === prefix) return undefined
  const mounted = prefix === "" ? "without a prefix" : `with the prefix ${prefix}`
  const wanted = found[1] === "" ? "no prefix" : `prefix: "${found[1]}"`
  return `Not Found: the API is mounted ${mounted}, and this path needs ${wanted}`
}

export interface WebHandler {
  /** Whether the path or address is one of ours, so that a host can ask before it hands a request over. */
  readonly handles: (url: string | URL) => boolean
  readonly handler: (request: Request) => Promise<Response>
  /** Waits for running requests and closes every service. */
  readonly dispose: () => Promise<void>
}

/** Log of a server within a process that is somebody else's. */
export const silent: Layer.Layer<never> = Logger.layer([])

class Application extends Context.Service<Application, HttpApp>()("@orbweaver/http/Application") {}

/** As a layer, so that it lives as long as its services. Connections need WebSockets, which a fetch handler has none of. */
const application = (options: ServerOptions): Layer.Layer<Application, never, Services> =>
  Layer.effect(
    Application,
    Effect.map(make({ ...options, remoteControl: false }), ({ app }) => app)
  )

/**
 * `Request → Promise<Response>`. Services are built on the first request. Nothing is logged unless `services` have a
 * logger: `Layer.provideMerge(services, Logger.layer([mine]))`.
 */
export const toWebHandler = <E>(services: Layer.Layer<Services, E>, options: ServerOptions = {}): WebHandler => {
  checkServerOptions(options)
  return {
    handles: handles(options),
    ...HttpEffect.toWebHandlerLayerWith(
      Layer.provideMerge(application(options), Layer.provideMerge(services, silent)),
      {
        toHandler: (context) => Effect.succeed(Context.get(context, Application))
      }
    )
  }
}
