/**
 * What a server answers besides the API: who it is, how it is, and the OpenAPI documents (docs/reference/v2.md §1.1).
 */
import { JobId } from "@orbweaver/core/model/Job"
import type { Service as JobStore } from "@orbweaver/core/jobs/JobStore"
import * as Cause from "effect/Cause"
import { storeTimeout } from "../gate/storeMetrics.ts"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"
import type { Doors } from "../doors/doors.ts"
import { commonHeaders, json } from "../gate/Operation.ts"
import { requestId } from "../wire/requestId.ts"
import { document } from "../openapi/openapi.ts"

/** An id that no job has. */
const unusedJobId = JobId.make("readiness")

export const systemRoutes = (newRequestId: () => string, jobs: JobStore | undefined, doors: Doors) => {
  const answer = (path: HttpRouter.PathInput, body: Effect.Effect<readonly [status: number, body: object | string]>) =>
    HttpRouter.route(
      "GET",
      path,
      Effect.gen(function* () {
        const headers = commonHeaders(requestId(yield* HttpServerRequest, newRequestId))
        const [status, value] = yield* body
        return typeof value === "string" ? HttpServerResponse.text(value, { headers }) : json(value, status, headers)
      })
    )
  const get = (path: HttpRouter.PathInput, body: () => object | string) =>
    answer(
      path,
      Effect.sync(() => [200, body()] as const)
    )

  /** Ready is who can reach its store. */
  const readiness = (jobs === undefined ? Effect.void : jobs.get(unusedJobId)).pipe(
    Effect.timeout(storeTimeout),
    Effect.matchCause({
      onSuccess: () => true,
      onFailure: (cause) => Option.exists(Cause.findErrorOption(cause), ({ _tag }) => _tag === "JobNotFound")
    }),
    Effect.map((ready) => (ready ? ([200, { status: "ok" }] as const) : ([503, { status: "unavailable" }] as const)))
  )

  const memo = <A>(make: () => A) => {
    let made: A | undefined
    return () => (made ??= make())
  }
  return [
    get("/", () => "Orbweaver is running. The API: /openapi.json"),
    get("/test", () => "Hello, world!"),
    get("/is-production", () => ({ isProduction: true })),
    get("/v0/health/liveness", () => ({ status: "ok" })),
    answer("/v0/health/readiness", readiness),
    get(
      "/openapi.json",
      memo(() => document(undefined, doors))
    ),
    get(
      "/v1/openapi.json",
      memo(() => document("v1"))
    ),
    get(
      "/v2/openapi.json",
      memo(() => document("v2"))
    )
  ]
}
