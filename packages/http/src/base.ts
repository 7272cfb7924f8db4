/** The address that a client reaches the API at; what `url` and `next` of jobs begin with. */
import type { HttpServerRequest } from "effect/http/HttpServerRequest"

export interface BaseOptions {
  readonly prefix?: string | undefined
  readonly publicUrl?: string | undefined
}

/** `publicUrl`, or what the request says of itself and its proxy. Never repeats a header that is no plain host. */
export const baseOf = (request: HttpServerRequest, { prefix = "", publicUrl }: BaseOptions): string => {
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, "") + prefix
  const forwarded = request.headers["x-forwarded-proto"]?.split(",", 1)[0]?.trim()
  const own = URL.parse(request.originalUrl)
  const scheme =
    forwarded === "https" || forwarded === "http" ? forwarded : own?.protocol === "https:" ? "https" : "http"
  const host = request.headers["x-forwarded-host"] ?? request.headers["host"] ?? own?.host ?? ""
  const mounted = (request.source as { readonly baseUrl?: unknown }).baseUrl
  const path = typeof mounted === "string" && /^[\w./~-]*$/.test(mounted) ? mounted : ""
  const authority = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host) ? host : "localhost"
  return `${scheme}://${authority}${path}${prefix}`
}
