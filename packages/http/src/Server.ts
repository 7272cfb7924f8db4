/**
 * The API as one HTTP application, and as a fetch handler
 * (`Request → Promise<Response>`) for Hono, Next.js, Bun, Deno and workers.
 * `Node.ts` mounts the same application in Node's own servers.
 */
import { ApiKeys, Egress, Ledger, Scraper } from "@orbweaver/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpRouter from "effect/http/HttpRouter"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { Idempotency } from "./Idempotency.ts"
import { type Guards } from "./Operation.ts"
import { RateLimits } from "./RateLimits.ts"
import { type BodyLimits, defaultLimits } from "./readBody.ts"
import { makeRequestIds } from "./requestId.ts"
import { answer, refusals, routes } from "./routes.ts"
import { systemRoutes } from "./system.ts"
import { ApiV1 } from "./v1/Api.ts"
import { operationsV1 } from "./v1/operations.ts"
import { ApiV2 } from "./v2/Api.ts"
import { operationsV2 } from "./v2/operations.ts"

/** What the API needs from the application. */
export type Services = Scraper.Scraper | Egress.Egress | Ledger.Ledger | ApiKeys.ApiKeys

export interface ServerOptions {
  /** Path under which the API lives, such as `/scraping`; the root when absent. */
  readonly prefix?: `/${string}` | undefined
  /** Address that clients reach the API at, without the prefix; read from each request when absent. */
  readonly publicUrl?: string | undefined
  readonly body?: Partial<BodyLimits> | undefined
}

export type HttpApp = Effect.Effect<HttpServerResponse.HttpServerResponse, never, HttpServerRequest | Scope.Scope>

/** The whole API; it never fails. */
export const make = Effect.fnUntraced(function* (
  options: ServerOptions = {}
): Effect.fn.Return<HttpApp, never, Services> {
  const scraper = yield* Scraper.Scraper
  const egress = yield* Egress.Egress
  const ledger = yield* Ledger.Ledger
  const local = yield* Layer.build(Layer.mergeAll(RateLimits.layerMemory, Idempotency.layerMemory)).pipe(Effect.scoped)
  const guards: Guards = {
    keys: yield* ApiKeys.ApiKeys,
    rates: Context.get(local, RateLimits),
    idempotency: Context.get(local, Idempotency),
    ledger,
    egress,
    limits: { ...defaultLimits, ...options.body },
    newRequestId: makeRequestIds()
  }
  const engines = { scraper, ledger, egress }

  const known = [
    ...routes(ApiV2, "v2", operationsV2(engines), guards),
    ...routes(ApiV1, "v1", operationsV1(engines), guards),
    ...systemRoutes(guards.newRequestId)
  ]
  const root = yield* HttpRouter.make
  const router = options.prefix === undefined ? root : root.prefixed(options.prefix)
  yield* router.addAll([...known, ...refusals(known, guards.newRequestId)])
  const routed = root.asHttpEffect()
  const notFound = answer(404, "Not Found", guards.newRequestId)

  return Effect.flatMap(HttpServerRequest, (request) =>
    request.method === "OPTIONS"
      ? Effect.succeed(preflight(request))
      : // The router fails only where no route matches; operations answer for themselves.
        Effect.matchEffect(routed, { onFailure: () => notFound, onSuccess: Effect.succeed })
  )
})

/** Browsers ask first whether they may send what they want to (contract/v2.md §1.1). */
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

export interface WebHandler {
  readonly handler: (request: Request) => Promise<Response>
  /** Waits for running requests and closes every service. */
  readonly dispose: () => Promise<void>
}

/** `Request → Promise<Response>`. Services are built on the first request. */
export const toWebHandler = <E>(services: Layer.Layer<Services, E>, options: ServerOptions = {}): WebHandler =>
  HttpEffect.toWebHandlerLayerWith(services, {
    toHandler: (context) => Effect.provideContext(make(options), context)
  })
