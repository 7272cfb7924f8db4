/**
 * What clients of the Model Context Protocol read about the keys of `/mcp` (RFC 9728). Keys are made by the operator: only a
 * server whose application checks the tokens of an authorization server names one.
 */
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import { commonHeaders, json } from "../../gate/Operation.ts"
import { requestId } from "../../wire/requestId.ts"

const wellKnown = "/.well-known/oauth-protected-resource"

/** RFC 9728 §3.1 puts the path of the resource behind; some clients ask without. */
export const metadataPaths = [`${wellKnown}/mcp`, wellKnown] as const

interface Resource {
  /** Address that the caller reaches the API at. */
  readonly base: (request: HttpServerRequest) => string
  /** Issuers of tokens that the application takes. */
  readonly authorizationServers: ReadonlyArray<string> | undefined
}

export const metadataUrl =
  ({ base }: Resource) =>
  (request: HttpServerRequest): string =>
    `${base(request)}${metadataPaths[0]}`

export const metadataRoutes = ({ authorizationServers, base }: Resource, newRequestId: () => string) =>
  metadataPaths.map((path) =>
    HttpRouter.route(
      "GET",
      path,
      Effect.map(HttpServerRequest, (request) =>
        json(
          {
            resource: `${base(request)}/mcp`,
            resource_name: "Orbweaver",
            bearer_methods_supported: ["header"],
            ...(authorizationServers === undefined ? {} : { authorization_servers: authorizationServers })
          },
          200,
          commonHeaders(requestId(request, newRequestId))
        )
      )
    )
  )
