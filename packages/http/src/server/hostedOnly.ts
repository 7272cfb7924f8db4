/**
 * What only the hosted service has. Its addresses say so with 501, to those who
 * may ask: a 404 would read like a wrong address of the server.
 */
import * as HttpRouter from "effect/http/HttpRouter"
import { notImplemented } from "../features/notImplemented.ts"
import { type Guards, toHandler } from "../gate/Operation.ts"

/** An address with `*` at its end is that without it, too. */
const products: Readonly<Record<string, ReadonlyArray<HttpRouter.PathInput>>> = {
  "Conversations and traces of agents": ["/v2/agent/threads/*", "/v2/agent/:id/trace", "/v2/agent/:id/snapshots/*"],
  "Interactions without a scrape (open a session with POST /v2/browser)": ["/v2/interact/*"],
  "Searches of papers and of code": ["/v2/search/research/*", "/v2/search/developer"],
  "Reports of quality": ["/v2/feedback", "/v2/search/:id/feedback"],
  "Uploads by reference": ["/v2/parse/upload-url"],
  "Helpers of support": ["/v2/support/*"],
  "Policies against threats": ["/v2/team/threat-protection"],
  "Payments by call": ["/v1/x402/*", "/v2/x402/*"]
}

/** Why a product is not offered. */
const reasons: Readonly<Record<string, string>> = {
  "Searches of papers and of code":
    "they run over indexes of the hosted service; POST /v2/search with `categories` searches such sites",
  "Conversations and traces of agents": "GET /v2/agent/:id lists the steps of an agent and its sources",
  "Reports of quality": "they go to the makers of the hosted service, and nothing here would read them",
  "Uploads by reference": "files are sent with POST /v2/parse itself",
  "Helpers of support": "they belong to the hosted service's own support",
  "Policies against threats": "addresses are judged by the egress policy of the server",
  "Payments by call": "callers have keys and a plan"
}

export const hostedOnlyRoutes = (guards: Guards) =>
  Object.entries(products).flatMap(([what, paths]) =>
    paths.map((path) =>
      HttpRouter.route(
        "*",
        path,
        toHandler(
          notImplemented("status", what, undefined, reasons[what] ?? "only the hosted service has them"),
          path.startsWith("/v1") ? "v1" : "v2",
          guards
        )
      )
    )
  )
