/**
 * The reader's requests for the router, which would decode the address of the page and refuse long ones and percent codes
 * of other encodings than UTF-8. It also keeps addresses, which may have secrets, out of the log.
 */
import * as Effect from "effect/Effect"
import { HttpServerRequest } from "effect/http/HttpServerRequest"

/** Routes what stands below `/r` as `/r`; `originalUrl` has it still. */
export const withoutAddress = <A, E, R>(
  routed: Effect.Effect<A, E, R>,
  prefix = ""
): Effect.Effect<A, E, R | HttpServerRequest> =>
  Effect.flatMap(HttpServerRequest, (request) => {
    const { url } = request
    const isReader = url.startsWith(prefix) && /^\/+r(?:[/?]|$)/.test(url.slice(prefix.length))
    return isReader ? Effect.provideService(routed, HttpServerRequest, request.modify({ url: `${prefix}/r` })) : routed
  })
