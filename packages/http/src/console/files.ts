/** The page of the console and its files: fixed bytes with a strict policy. */
import * as HttpRouter from "effect/http/HttpRouter"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Effect from "effect/Effect"
import { wireError } from "../wire/ErrorBody.ts"
import { answer } from "../gate/routes.ts"

/** One file of the console as it is sent. */
interface ConsoleFile {
  readonly contentType: string
  readonly bytes: Uint8Array
  /** The same compressed, as `Content-Encoding: br` (RFC 7932). */
  readonly brotli?: Uint8Array | undefined
  /** Its name holds a hash of its content, so that browsers may keep it. */
  readonly immutable: boolean
}

/** Files by their path below `/console/`; `index.html` is the page. `@orbweaver/console` gives them. */
export interface ConsoleFiles {
  readonly get: (path: string) => ConsoleFile | undefined
  /** Styles within the pages that it shows in frames, as a policy names them: `sha256-…` (CSP3 §2.3.1). None when absent. */
  readonly styleHashes?: ReadonlyArray<string> | undefined
}

/** Scripts, styles and data of this server alone; pages that were scraped are shown in frames without rights. */
const policyOf = ({ styleHashes = [] }: ConsoleFiles): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    ["style-src 'self'", ...styleHashes.map((hash) => `'${hash}'`)].join(" "),
    "img-src 'self' blob: data:",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join("; ")

const headersOf = (files: ConsoleFiles) => ({
  "content-security-policy": policyOf(files),
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()"
})

/** Whether `br` is among the codings of an `Accept-Encoding`, and not with the weight 0 (RFC 9110 §12.5.3). */
const takesBrotli = (header = ""): boolean =>
  header.split(",").some((coding) => /^\s*br\s*(?:;|$)/i.test(coding) && !/;\s*q=0(?:\.0*)?\s*$/i.test(coding))

export const consoleFileRoutes = (files: ConsoleFiles, newRequestId: () => string) => {
  const headers = headersOf(files)
  const send = (path: string) =>
    Effect.flatMap(HttpServerRequest, (request) => {
      const file = files.get(path)
      if (file === undefined) return answer(wireError(404, "Not Found"), newRequestId)
      const { brotli, bytes, contentType, immutable } = file
      const isCompressed = brotli !== undefined && takesBrotli(request.headers["accept-encoding"])
      return Effect.succeed(
        HttpServerResponse.uint8Array(isCompressed ? brotli : bytes, {
          contentType,
          headers: {
            ...headers,
            vary: "accept-encoding",
            ...(isCompressed ? { "content-encoding": "br" } : {}),
            "cache-control": immutable ? "public, max-age=31536000, immutable" : "no-cache"
          }
        })
      )
    })
  return [
    // The router does not tell the two apart, and relative addresses of the page want the slash.
    HttpRouter.route(
      "GET",
      "/console",
      Effect.flatMap(HttpServerRequest, ({ originalUrl }) => {
        const path = URL.parse(originalUrl, "http://here")?.pathname ?? ""
        return path.endsWith("/")
          ? send("index.html")
          : Effect.succeed(
              HttpServerResponse.empty({ status: 308, headers: { location: `./${path.split("/").at(-1)}/` } })
            )
      })
    ),
    HttpRouter.route(
      "GET",
      "/console/:file",
      Effect.flatMap(HttpRouter.RouteContext, ({ params }) => send(params["file"] ?? ""))
    ),
    HttpRouter.route(
      "GET",
      "/console/assets/:file",
      Effect.flatMap(HttpRouter.RouteContext, ({ params }) => send(`assets/${params["file"] ?? ""}`))
    )
  ]
}
