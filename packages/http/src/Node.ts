/**
 * Mounts the API in Node's own request listener, and so in `http.createServer`,
 * Express, Fastify or Koa. Needs `@effect/platform-node`.
 */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import type { IncomingMessage, ServerResponse } from "node:http"
import { make, type ServerOptions, type Services } from "./Server.ts"

export interface NodeHandler {
  readonly handler: (request: IncomingMessage, response: ServerResponse) => void
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
    const handler = yield* NodeHttpServer.makeHandler(app, { scope })
    return { handler, dispose: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
  }).pipe(
    Effect.onError((cause) => Scope.close(scope, Exit.failCause(cause))),
    Effect.runPromise
  )
}
