/**
 * One call each for the hosts whose requests do not come to a listener as they are. The hosts' types are structural, so
 * none of them is a dependency.
 *
 * ```ts
 * const api = await toNodeHandler(services)
 * createServer(api.handler)                              // node:http
 * express().use(middleware(api))                         // Express, before or after its body parsers
 * await fastify.register(fastifyPlugin(api))             // Fastify
 * new Koa().use(koaMiddleware(api))                      // Koa, before or after its body parser
 * ```
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { NodeHandler } from "./Node.ts"
import { apiPatterns } from "../server/Server.ts"

type Handler = Pick<NodeHandler, "handler" | "handles"> & Partial<Pick<NodeHandler, "paths">>

/**
 * Connect-style: what is not ours goes on to the host. Under a path of Express' own the handler may have that path as
 * `prefix`, which WebSocket needs, or none.
 */
export const middleware =
  ({ handler, handles }: Handler) =>
  (request: IncomingMessage & { readonly originalUrl?: string }, response: ServerResponse, next: () => void): void => {
    const { originalUrl, url = "" } = request
    if (handles(url)) return handler(request, response)
    if (originalUrl === undefined || !handles(originalUrl)) return next()
    // Express has taken its path off.
    handler(Object.assign(request, { url: originalUrl, baseUrl: "" }), response)
  }

/** As much of a Fastify instance as is used. */
export interface FastifyLike {
  readonly removeAllContentTypeParsers: () => unknown
  readonly addContentTypeParser: (
    type: string,
    parser: (request: unknown, payload: unknown, done: (error: Error | null) => void) => void
  ) => unknown
  readonly all: (
    path: string,
    handler: (
      request: { readonly raw: IncomingMessage },
      reply: { readonly hijack: () => unknown; readonly raw: ServerResponse }
    ) => void
  ) => unknown
}

/**
 * A plugin whose scope leaves bodies to us; the host's other routes keep theirs.
 * Registered with a `prefix`, the handler needs the same `prefix`.
 */
export const fastifyPlugin =
  ({ handler, handles, paths = apiPatterns }: Handler) =>
  (app: FastifyLike, _options: unknown, done: (error?: Error) => void): void => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser("*", (_request, _payload, parsed) => parsed(null))
    for (const path of paths) {
      app.all(path, ({ raw }, reply) => {
        reply.hijack()
        if (handles(raw.url ?? "")) handler(raw, reply.raw)
        else reply.raw.writeHead(404).end()
      })
    }
    done()
  }

/** As much of a Koa context as is used. */
export interface KoaLike {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly request: { readonly body?: unknown }
  readonly originalUrl: string
  respond?: boolean
}

/** Koa: what is not ours goes on to the next middleware. */
export const koaMiddleware =
  ({ handler, handles }: Handler) =>
  async (context: KoaLike, next: () => Promise<unknown>): Promise<void> => {
    if (!handles(context.originalUrl)) {
      await next()
      return
    }
    context.respond = false
    await new Promise<void>((resolve) => {
      context.res.on("close", resolve)
      handler(context.req, context.res, context.request.body)
    })
  }
