// An endpoint is added by its definition and its operation: the router, the typed client, OpenAPI and the reference take it
// from there. What the official client calls is probed over HTTP (`npm run compatibility -w packages/orbweaver`), so its table
// has an endpoint when that client has a method for it.
import { ApiKeys } from "@orbweaver/core/accounts/ApiKeys"
import { Effect, Layer, ManagedRuntime, Schema } from "effect"
import { HttpApi, HttpApiClient, HttpApiGroup, OpenApi } from "effect/http-api"
import { HttpClient, HttpClientResponse } from "effect/http"
import { afterAll, expect, expectTypeOf, it } from "vitest"
import { makeMethods } from "../../packages/http/src/client/methods.ts"
import type { Operation } from "../../packages/http/src/gate/Operation.ts"
import type { Operations } from "../../packages/http/src/gate/routes.ts"
import { addDetails } from "../../packages/http/src/openapi/openapiDetails.ts"
import { ApiV2 } from "../../packages/http/src/v2/Api.ts"
import { reader } from "../../packages/http/src/wire/decode.ts"
import { endpointsOf, named } from "../../packages/http/src/wire/endpoints.ts"
import { badRequest } from "../../packages/http/src/wire/ErrorBody.ts"
import { parts } from "../../packages/http/test/assembly.ts"
import { endpointsPage } from "../generate/endpoints.ts"
import { serve } from "./testApi.ts"

// ---- What somebody writes who adds an endpoint.

const Body = Schema.Struct({ threads: Schema.Int.annotate({ description: "How many threads" }) })
const Web = Schema.Struct({ success: Schema.Literal(true), web: Schema.String })

/** In the definition of the API. */
const group = HttpApiGroup.make("Weaving").add(
  endpointsOf().post("weave", "/webs/:id/weave", Body, Web, named("weaveWeb", "Weave a web"))
)

/** Among the operations. */
const readBody = reader(Body)
const weave: Operation = {
  kind: "scrape",
  writes: true,
  body: "json",
  work: ({ body, params, version }) => {
    const read = readBody(body, version)
    return read._tag === "Failure"
      ? badRequest(read.failure)
      : Effect.succeed({ success: true, web: `${params["id"]} of ${read.success.threads}` })
  }
}

// ---- What follows from it.

class Weaving extends HttpApi.make("v2").add(group).prefix("/v2") {}
class Api extends HttpApi.make("test").addHttpApi(ApiV2).addHttpApi(Weaving) {}

const runtime = ManagedRuntime.make(Layer.provideMerge(parts({ working: false }), ApiKeys.layerOpen()))
afterAll(() => runtime.dispose())

/** The server and the typed client that speaks to it. */
const server = async () => {
  const context = await runtime.runPromise(Effect.context<Layer.Success<ReturnType<typeof parts>> | ApiKeys>())
  const { ask, handler } = await serve(context, Weaving, { weave })
  const http = HttpClient.make((request, url) =>
    Effect.promise(async () => {
      const body = request.body._tag === "Uint8Array" ? { body: request.body.body.slice() } : {}
      const { headers, method } = request
      return HttpClientResponse.fromWeb(request, await handler(new Request(url, { method, headers, ...body })))
    })
  )
  const client = await Effect.runPromise(
    HttpApiClient.make(Weaving, { baseUrl: "http://api.test" }).pipe(Effect.provideService(HttpClient.HttpClient, http))
  )
  return { ask, methods: makeMethods(Weaving, client) }
}

it("the compiler asks for its operation; the server answers it, checks its body, and refuses other methods at its path", async () => {
  expectTypeOf<Operations<typeof group>>().toHaveProperty("weave")
  const { ask } = await server()
  const path = "/webs/orb/weave"
  expect(await ask("POST", path, { threads: 8 })).toEqual({ status: 200, body: { success: true, web: "orb of 8" } })
  expect(await ask("POST", path, { threads: "many" })).toMatchObject({ status: 400, body: { success: false } })
  expect(await ask("GET", path)).toMatchObject({ status: 405 })
})

it("the typed client has a method for it, of what its path names and its body", async () => {
  const { methods } = await server()
  expectTypeOf(methods.weave).parameters.toEqualTypeOf<[id: string, payload: { readonly threads: number }]>()
  expect(await Effect.runPromise(methods.weave("orb", { threads: 8 }))).toEqual({ success: true, web: "orb of 8" })
})

const spec = OpenApi.fromApi(Api)
for (const [path, operations] of Object.entries(spec.paths)) {
  for (const operation of Object.values(operations)) addDetails(path, operation)
}

it("OpenAPI documents it beside all others", () => {
  const others = Object.keys(OpenApi.fromApi(ApiV2).paths)
  expect(Object.keys(spec.paths)).toEqual([...others, "/v2/webs/{id}/weave"])
  expect(spec.paths["/v2/webs/{id}/weave"]?.post).toMatchObject({
    operationId: "weaveWeb",
    summary: "Weave a web",
    tags: ["Weaving"],
    parameters: [{ name: "id", in: "path" }],
    requestBody: { content: { "application/json": { schema: { required: ["threads"] } } } }
  })
})

it("the reference lists it with its fields", () => {
  const reference = endpointsPage("v2", 1, spec)
  expect(reference).toContain("### POST /v2/webs/:id/weave\n\nWeave a web.")
  expect(reference).toContain("| `threads` | `integer` | yes | How many threads")
  expect(endpointsPage("v2", 1)).not.toContain("Weave")
})
