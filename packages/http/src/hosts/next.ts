/**
 * Next.js, app router: the whole API in one route file.
 *
 * ```ts
 * // app/api/scraping/[...path]/route.ts
 * export const { GET, POST, DELETE, HEAD, OPTIONS, PUT, PATCH } = routeHandlers(services, { prefix: "/api/scraping" })
 * ```
 *
 * Route handlers cannot upgrade a connection: watching falls back to polling.
 */
import type * as Layer from "effect/Layer"
import { type ServerOptions, type Services, toWebHandler, type WebHandler } from "../server/Server.ts"

type RouteHandler = (request: Request) => Promise<Response>

export interface RouteHandlers {
  readonly GET: RouteHandler
  readonly POST: RouteHandler
  readonly DELETE: RouteHandler
  readonly PUT: RouteHandler
  readonly PATCH: RouteHandler
  readonly HEAD: RouteHandler
  readonly OPTIONS: RouteHandler
  /** Waits for running requests and closes every service. */
  readonly dispose: WebHandler["dispose"]
}

/** The path of the route file is the `prefix`. */
export const routeHandlers = <E>(services: Layer.Layer<Services, E>, options: ServerOptions = {}): RouteHandlers => {
  const { dispose, handler } = toWebHandler(services, options)
  return {
    GET: handler,
    POST: handler,
    DELETE: handler,
    PUT: handler,
    PATCH: handler,
    HEAD: handler,
    OPTIONS: handler,
    dispose
  }
}
