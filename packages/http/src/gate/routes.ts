/**
 * Puts the operations of an `HttpApi` definition on a router: the definition
 * says method and path, and the compiler asks for an operation for every
 * endpoint.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpRouter from "effect/http/HttpRouter"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import { bodyOf, wireError, type WireError } from "../wire/ErrorBody.ts"
import type { Version } from "../wire/issues.ts"
import { KeyScope } from "../wire/KeyScope.ts"
import { logged } from "./requestLog.ts"
import { measured } from "./metrics.ts"
import { commonHeaders, type Guards, json, type Operation, toHandler } from "./Operation.ts"
import { requestId } from "../wire/requestId.ts"

/** One operation for each endpoint of the definition, by the endpoint's name. */
export type Operations<Groups extends HttpApiGroup.Constraint> = Readonly<
  Record<HttpApiGroup.Endpoints<Groups>["identifier"], Operation>
>

/** Operations by the names of their endpoints, of any API. */
export type OperationTable = Readonly<Record<string, Operation>>

type Method = "GET" | "POST" | "DELETE" | "PUT" | "PATCH"
type Route = HttpRouter.Route<never, HttpRouter.Provided>

/** The routes of one version, in the order of the definition. */
export const routes = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  version: Version,
  operations: Operations<Groups>,
  guards: Guards
): ReadonlyArray<Route> => {
  const table = scoped(api, operations)
  const found: Array<Route> = []
  HttpApi.reflect(api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint: { identifier, method, path } }) => {
      const handler = handlerOf(version, identifier, table[identifier]!, guards)
      found.push(HttpRouter.route(method, path as `/${string}`, handler))
    }
  })
  return found
}

/** The operations with the scope that the definition gives their endpoints. */
export const scoped = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  operations: Operations<Groups>
): OperationTable => {
  const table: OperationTable = operations
  const found: Record<string, Operation> = {}
  HttpApi.reflect(api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint: { identifier }, mergedAnnotations }) => {
      found[identifier] = { ...table[identifier]!, scope: Context.get(mergedAnnotations, KeyScope) }
    }
  })
  return found
}

const handlerOf = (version: Version, name: string, operation: Operation, guards: Guards) => {
  const handler = toHandler(operation, version, guards, name)
  const withLog = guards.requestLog ? logged(name, handler) : handler
  return guards.metrics ? measured(version, name, withLog) : withLog
}

const methods: ReadonlyArray<Method> = ["GET", "POST", "DELETE", "PUT", "PATCH"]

/** 405 for the methods that a known path does not have. */
export const refusals = (
  known: ReadonlyArray<HttpRouter.Route<any, any>>,
  newRequestId: () => string
): ReadonlyArray<Route> => {
  const byShape = new Map<string, { readonly path: HttpRouter.PathInput; readonly served: Set<string> }>()
  for (const { method, path } of known) {
    const shape = path.replace(/:[^/]+/g, ":")
    const entry = byShape.get(shape) ?? { path, served: new Set() }
    entry.served.add(method)
    byShape.set(shape, entry)
  }
  return [...byShape.values()].flatMap(({ path, served }) => {
    const allow = [...served, ...(served.has("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ")
    return methods
      .filter((method) => !served.has(method))
      .map((method) =>
        HttpRouter.route(method, path, answer(wireError(405, "Method Not Allowed"), newRequestId, { allow }))
      )
  })
}

/** An error in our envelope, for what no operation answers. */
export const answer = (error: WireError, newRequestId: () => string, headers: Record<string, string> = {}) =>
  Effect.map(HttpServerRequest, (request) =>
    json(bodyOf(error), error.status, { ...commonHeaders(requestId(request, newRequestId)), ...headers })
  )
