/** What a server answers beside the API: who it is, how it is, and the OpenAPI documents (contract/v2.md §1.1). */
import * as Effect from "effect/Effect"
import * as OpenApi from "effect/http-api/OpenApi"
import * as HttpRouter from "effect/http/HttpRouter"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { commonHeaders, json } from "./Operation.ts"
import { requestId } from "./requestId.ts"
import { ApiV1 } from "./v1/Api.ts"
import { ApiV2 } from "./v2/Api.ts"
import { document } from "./openapi.ts"

const getter = (newRequestId: () => string) => (path: HttpRouter.PathInput, body: () => object | string) =>
  HttpRouter.route(
    "GET",
    path,
    Effect.map(HttpServerRequest, (request) => {
      const value = body()
      const headers = commonHeaders(requestId(request, newRequestId))
      return typeof value === "string" ? HttpServerResponse.text(value, { headers }) : json(value, 200, headers)
    })
  )

export const systemRoutes = (newRequestId: () => string) => {
  const get = getter(newRequestId)
  const memo = <A>(make: () => A) => {
    let made: A | undefined
    return () => (made ??= make())
  }
  return [
    get("/", () => "Orbweaver is running. The API: /openapi.json"),
    get("/test", () => "Hello, world!"),
    get("/is-production", () => ({ isProduction: true })),
    get("/v0/health/liveness", () => ({ status: "ok" })),
    get("/v0/health/readiness", () => ({ status: "ok" })),
    get("/openapi.json", memo(document)),
    get(
      "/v1/openapi.json",
      memo(() => OpenApi.fromApi(ApiV1))
    ),
    get(
      "/v2/openapi.json",
      memo(() => OpenApi.fromApi(ApiV2))
    )
  ]
}
