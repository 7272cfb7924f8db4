/** The address that a client reaches the API at; what `url` and `next` of jobs begin with. */
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Option from "effect/Option"
import { hostRequest } from "./readBody.ts"

interface BaseOptions {
  readonly prefix?: string | undefined
  readonly publicUrl?: string | undefined
}

/**
 * `publicUrl`, or what the request says of itself. What it says of a proxy
 * (`X-Forwarded-*`) is believed when it comes from this machine or its own
 * network. Never repeats a header that is no plain host.
 */
export const baseOf = (request: HttpServerRequest, { prefix = "", publicUrl }: BaseOptions): string => {
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, "") + prefix
  const trustsForwarded = isNear(Option.getOrUndefined(request.peerAddress))
  const forwarded = trustsForwarded ? request.headers["x-forwarded-proto"]?.split(",", 1)[0]?.trim() : undefined
  const own = URL.parse(request.originalUrl)
  const scheme =
    forwarded === "https" || forwarded === "http" ? forwarded : own?.protocol === "https:" ? "https" : "http"
  const host =
    (trustsForwarded ? request.headers["x-forwarded-host"] : undefined) ?? request.headers["host"] ?? own?.host ?? ""
  const mounted = (hostRequest(request) as { readonly baseUrl?: unknown }).baseUrl
  const path = typeof mounted === "string" && /^[\w./~-]*$/.test(mounted) ? mounted : ""
  const authority = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host) ? host : "localhost"
  return `${scheme}://${authority}${path}${prefix}`
}

/** Loopback, private or link-local (RFC 1918, 4193, 4291); also where the host application gives no address of the caller. */
const isNear = (address: string | undefined): boolean =>
  address === undefined ||
  /^(?:::ffff:)?(?:127|10|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))\./i.test(address) ||
  /^(?:::1$|f[cd]|fe[89ab])/i.test(address)
