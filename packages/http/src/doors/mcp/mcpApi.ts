/**
 * `POST /mcp`: one JSON-RPC message of the Model Context Protocol for each request
 * (docs/guide/mcp.md; https://modelcontextprotocol.io/specification/2025-11-25/basic/transports).
 */
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { KeyScope } from "../../wire/KeyScope.ts"
import { Bearer } from "../../gate/Bearer.ts"
import { named } from "../../wire/endpoints.ts"
import { doorErrors } from "../doorErrors.ts"

const optional = Schema.optionalKey

const version = Schema.Literal("2.0")
const Id = Schema.Union([Schema.String, Schema.Finite])

export const Message = Schema.Struct({
  jsonrpc: version,
  id: optional(Id.annotate({ description: "Without one the message is a notification, which has no answer" })),
  method: optional(Schema.String.annotate({ description: "`initialize`, `ping`, `tools/list` or `tools/call`" })),
  params: optional(Schema.Record(Schema.String, Schema.Json))
})
export type Message = typeof Message.Type

const RpcError = Schema.Struct({ code: Schema.Int, message: Schema.String, data: optional(Schema.Json) })

const Answer = Schema.Struct({
  jsonrpc: version,
  id: Id,
  result: optional(Schema.Record(Schema.String, Schema.Json)),
  error: optional(RpcError)
})

/** One that was refused before it was looked at. */
const errors = doorErrors((status, description) =>
  Schema.Struct({ jsonrpc: version, id: Schema.Null, error: RpcError })
    .annotate({ description })
    .pipe(HttpApiSchema.status(status))
)

const mcp = HttpApiGroup.make("MCP")
  .annotate(KeyScope, "any")
  .add(
    HttpApiEndpoint.post("mcp", "/mcp", {
      payload: Message,
      success: [Answer, HttpApiSchema.Accepted],
      error: errors
    }).annotateMerge(named("mcp", "Tools for language models, over the Model Context Protocol"))
  )

export class McpApi extends HttpApi.make("mcp")
  .add(mcp)
  .middleware(Bearer)
  .annotateMerge(
    OpenApi.annotations({ title: "Orbweaver for clients of the Model Context Protocol", version: "1.0.0" })
  ) {}
