/**
 * The route file that gives a Next.js application the API: it lies in
 * `app/api/scraping/[...path]/route.ts`, and clients use `https://your.app/api/scraping`.
 */
import { ApiKeys } from "@orbweaver/core/accounts/ApiKeys"
import { routeHandlers } from "@orbweaver/http/next"
import { Layer } from "effect"
import { layer } from "orbweaver/effect"

const allowLocal = process.env["ALLOW_LOCAL"] === "1"
const services = Layer.merge(layer({ egress: { allowLocal } }), ApiKeys.layerOpen())

// Without keys only loopback and these names are answered.
const allowedHosts = ["your.app"]
export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routeHandlers(services, {
  prefix: "/api/scraping",
  allowedHosts
})
