/**
 * Mounts the API in Node: as a server of its own (`listen`), or as a request
 * listener beside the routes of somebody else's (`toNodeHandler`: node:http,
 * Express, Koa, Fastify). Needs `@effect/platform-node`.
 */
import { ApiKeys } from "@orbweaver/core"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { WebSocketServer } from "@effect/platform-node/NodeWS"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as HttpServerError from "effect/http/HttpServerError"
import * as NetAddress from "effect/net/NetAddress"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import { hostBody } from "./readBody.ts"
import { make, type ServerOptions, type Services } from "./Server.ts"

export interface ListenOptions extends ServerOptions {
  /** 0 for any free port. */
  readonly port: number
  /** `127.0.0.1` when absent. */
  readonly host?: string | undefined
  /** Longest wait for running requests when the server stops; 20 seconds when absent. */
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

/** Listens until the scope closes, then waits for the running requests. Gives the address it is reached at. */
export const listen = Effect.fnUntraced(function* ({
  gracefulShutdown,
  host = "127.0.0.1",
  port,
  ...options
}: ListenOptions): Effect.fn.Return<
  { readonly url: string; readonly port: number },
  HttpServerError.ServeError | OpenToNetwork,
  Services | Scope.Scope
> {
  const keys = yield* ApiKeys.ApiKeys
  if (keys.anonymous !== undefined && !isLoopback(host)) return yield* new OpenToNetwork({ host })
  const app = yield* make(options)
  const server = yield* NodeHttpServer.make(() => createServer(), {
    port,
    host,
    ...(gracefulShutdown === undefined ? {} : { gracefulShutdownTimeout: gracefulShutdown })
  })
  yield* server.serve(app)
  const bound = NetAddress.isInetAddress(server.address) ? server.address.port : port
  const name = host.includes(":") ? `[${host}]` : host
  return { url: `http://${name}:${bound}${options.prefix ?? ""}`, port: bound }
})

const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host)

export interface NodeHandler {
  /**
   * A request listener. `body` is what the host made of the request's body when
   * it has read it already; Express' `request.body` is found without it.
   */
  readonly handler: (request: IncomingMessage, response: ServerResponse, body?: unknown) => void
  /** For the server's `upgrade` event: watching jobs over WebSocket. */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** Waits for running requests and closes every service. */
  readonly dispose: () => Promise<void>
}

/** Builds the services at once; rejects when they cannot be built. */
export const toNodeHandler = <E>(
  services: Layer.Layer<Services, E>,
  options: ServerOptions = {}
): Promise<NodeHandler> => {
  const scope = Scope.makeUnsafe()
  return Effect.gen(function* () {
    const context = yield* Layer.buildWithScope(services, scope)
    const app = yield* Effect.provideContext(make(options), context)
    const handle = yield* NodeHttpServer.makeHandler(app, { scope })
    const sockets = yield* Effect.acquireRelease(
      Effect.sync(() => new WebSocketServer({ noServer: true })),
      (server) => Effect.sync(() => server.close())
    ).pipe(Scope.provide(scope))
    const upgrade = yield* NodeHttpServer.makeUpgradeHandler(Effect.succeed(sockets), app, { scope })
    const handler: NodeHandler["handler"] = (request, response, body) => {
      if (body !== undefined) Object.defineProperty(request, hostBody, { value: body })
      handle(request, response)
    }
    return { handler, upgrade, dispose: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
  }).pipe(
    Effect.onError((cause) => Scope.close(scope, Exit.failCause(cause))),
    Effect.runPromise
  )
}
