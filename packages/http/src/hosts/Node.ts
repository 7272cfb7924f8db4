/**
 * Mounts the API in Node: as a server of its own (`listen`), or as a request listener alongside the routes of somebody
 * else's (`toNodeHandler`: node:http, Express, Koa, Fastify, Hono).
 */
import { ApiKeys } from "@orbweaver/core/accounts/ApiKeys"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpEffect from "effect/http/HttpEffect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import { wireError } from "../wire/ErrorBody.ts"
import { answerRefusals, refuseUpgrade, serverOptions } from "./nodeRefusals.ts"
import { nodeHandler } from "./nodeRequests.ts"
import { type CannotListen, listenOn } from "./nodeServer.ts"
import { hostBody } from "../wire/readBody.ts"
import { checkServerOptions } from "../server/serverOptions.ts"
import { isLoopback } from "../gate/OpenServer.ts"
import { handles, make, patterns, silent, type ServerOptions, type Services } from "../server/Server.ts"
import * as RunningRequests from "./runningRequests.ts"
import { makeRemoteUpgrade } from "./remoteUpgrade.ts"
import { makeUpgrade } from "./upgrade.ts"

export { CannotListen } from "./nodeServer.ts"

export interface ListenOptions extends ServerOptions {
  /** 0 for any free port. */
  readonly port: number
  /** `127.0.0.1` when absent. */
  readonly host?: string | undefined
  /**
   * Longest wait for running requests when the server stops: milliseconds or a duration such as `"20 seconds"`. Requests
   * that are still unanswered then get 503. Default: 8 seconds.
   */
  readonly gracefulShutdown?: Duration.Input | undefined
}

/** Without keys a server is for its own machine only. */
export class OpenToNetwork extends Schema.TaggedError<OpenToNetwork>()("OpenToNetwork", {
  host: Schema.String
}) {
  override get message() {
    return `Refusing to listen on ${this.host} without API keys: give keys, or listen on 127.0.0.1`
  }
}

/** Container engines kill what has not ended 10 seconds after their signal. */
const defaultGracefulShutdown = Duration.seconds(8)

/** Listens until the scope closes, then waits for the running requests. Gives the address it is reached at. */
export const listen = Effect.fnUntraced(function* ({
  gracefulShutdown = defaultGracefulShutdown,
  host = "127.0.0.1",
  port,
  ...options
}: ListenOptions): Effect.fn.Return<
  { readonly url: string; readonly port: number },
  CannotListen | OpenToNetwork,
  Services | Scope.Scope
> {
  const keys = yield* ApiKeys
  if (keys.anonymous !== undefined && !isLoopback(host)) return yield* new OpenToNetwork({ host })
  const { handler, upgrade } = yield* mount(options)
  const server = createServer(serverOptions)
  answerRefusals(server, handler)
  server.on("upgrade", (request, socket, head) => {
    if (!upgrade(request, socket, head)) refuseUpgrade(socket, notFound)
  })
  const bound = yield* listenOn(server, { host, port, gracefulShutdown })
  const name = host.includes(":") ? `[${host}]` : host
  return { url: `http://${name}:${bound}${options.prefix ?? ""}`, port: bound }
})

const notFound = wireError(404, "Not Found")

export interface Mounted {
  /** Whether the path is one of ours, so that a host can ask before it hands a request over. */
  readonly handles: (url: string | URL) => boolean
  /** Paths that are ours as patterns of a router, without the prefix. */
  readonly paths: ReadonlyArray<string>
  /** For hosts on Node that speak `Request` and `Response`, as Hono does; end these before `dispose`. */
  readonly fetch: (request: Request) => Promise<Response>
  /**
   * A request listener. `body` is what the host made of the request's body when
   * it has read it already; Express' `request.body` is found without it.
   */
  readonly handler: (request: IncomingMessage, response: ServerResponse, body?: unknown) => void
  /**
   * For the server's `upgrade` event: watching jobs and using browser sessions over WebSocket. False when the request is for another path; the
   * socket is untouched then.
   */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean
}

export interface NodeHandler extends Mounted {
  /** Waits for running requests and closes every service. */
  readonly dispose: () => Promise<void>
}

/**
 * Builds the services at once; rejects when they cannot be built. Nothing is logged unless `services` have a logger:
 * `Layer.provideMerge(services, Logger.layer([mine]))`.
 */
export const toNodeHandler = <E>(
  services: Layer.Layer<Services, E>,
  options: ServerOptions = {}
): Promise<NodeHandler> => {
  checkServerOptions(options)
  const scope = Scope.makeUnsafe()
  return Layer.buildWithScope(Layer.provideMerge(services, silent), scope).pipe(
    Effect.flatMap((context) => Effect.provideContext(Scope.provide(mount(options), scope), context)),
    Effect.map((mounted) => ({ ...mounted, dispose: () => Effect.runPromise(Scope.close(scope, Exit.void)) })),
    Effect.onError((cause) => Scope.close(scope, Exit.failCause(cause))),
    Effect.runPromise
  )
}

/** The API over services that are there already, until the scope closes. */
export const mount = Effect.fnUntraced(function* (
  options: ServerOptions
): Effect.fn.Return<Mounted, never, Services | Scope.Scope> {
  const api = yield* make(options)
  // Requests run in a scope of their own, which closes once they have ended.
  const requests = yield* Effect.flatMap(Effect.scope, Scope.fork)
  const running = RunningRequests.make(defaultGracefulShutdown)
  yield* Effect.addFinalizer(() => running.stop)
  const handle = yield* nodeHandler(api.app, requests)
  const upgrades = [yield* makeUpgrade(api, options.prefix), yield* makeRemoteUpgrade(api, options.prefix)]
  // Its logger, for one: requests are worked on outside of the effect that mounts.
  const context = yield* Effect.context()
  return {
    handles: handles(options),
    paths: patterns(options),
    fetch: HttpEffect.toWebHandlerWith<never, HttpServerRequest | Scope.Scope>(context)(api.app),
    handler: (request, response, body) => {
      if (body !== undefined) Object.defineProperty(request, hostBody, { value: body })
      running.add(response)
      handle(request, response)
    },
    upgrade: (request, socket, head) => upgrades.some((upgrade) => upgrade(request, socket, head))
  }
})
