/**
 * What only the hosted service has. Its addresses say so with 501, to those who
 * may ask: a 404 would read like a wrong address of the server.
 */
import * as HttpRouter from "effect/http/HttpRouter"
import { notImplemented } from "../features/notImplemented.ts"
import { type Guards, toHandler } from "../gate/Operation.ts"

interface HostedProduct {
  /** In the plural: "… are not available on this server: " and the reason. */
  readonly what: string
  readonly why: string
  /** An address with `*` at its end is that without it, too. */
  readonly paths: ReadonlyArray<HttpRouter.PathInput>
}

/** The routes and the page `docs/reference/unsupported.md` come from here. */
export const hostedProducts: ReadonlyArray<HostedProduct> = [
  {
    what: "Snapshots of the work of agents",
    why: "GET /v2/agent/:id has the data of an agent, and GET /v2/agent/:id/trace its steps",
    paths: ["/v2/agent/:id/snapshots/*"]
  },
  {
    what: "Searches of papers and of code",
    why: "they run over indexes of the hosted service; POST /v2/search with `categories` searches such sites",
    paths: ["/v2/search/research/*", "/v2/search/developer"]
  },
  {
    what: "Reports of quality",
    why: "they go to the makers of the hosted service, and nothing here would read them",
    paths: ["/v2/feedback", "/v2/search/:id/feedback"]
  },
  {
    what: "Uploads by reference",
    why: "files are sent with POST /v2/parse itself",
    paths: ["/v2/parse/upload-url"]
  },
  {
    what: "Helpers of support",
    why: "they belong to the hosted service's own support",
    paths: ["/v2/support/*"]
  },
  {
    what: "Policies against threats",
    why: "addresses are judged by the egress policy of the server",
    paths: ["/v2/team/threat-protection"]
  },
  { what: "Payments by call", why: "callers have keys and a plan", paths: ["/v1/x402/*", "/v2/x402/*"] }
]

export const hostedOnlyRoutes = (guards: Guards) =>
  hostedProducts.flatMap(({ paths, what, why }) =>
    paths.map((path) =>
      HttpRouter.route(
        "*",
        path,
        toHandler(notImplemented({ kind: "status" }, what, why), path.startsWith("/v1") ? "v1" : "v2", guards)
      )
    )
  )
