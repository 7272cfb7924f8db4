/** The OpenAPI 3.1 document of both versions together. */
import * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { addDetails } from "./openapiDetails.ts"
import type { Doors } from "../doors/doors.ts"
import { McpApi } from "../doors/mcp/mcpApi.ts"
import { OpenWebUiApi } from "../doors/openWebUi/openWebUiApi.ts"
import { ReaderApi } from "../doors/reader/readerApi.ts"
import { TavilyApi } from "../doors/tavily/tavilyApi.ts"
import { ApiConsole } from "../console/Api.ts"
import { ApiV1 } from "../v1/Api.ts"
import { ApiV2 } from "../v2/Api.ts"

/** Both versions and the console's endpoints as one definition; for the OpenAPI document and the clients. */
export class Api extends HttpApi.make("orbweaver")
  .addHttpApi(ApiV2)
  .addHttpApi(ApiV1)
  .addHttpApi(ApiConsole)
  .annotateMerge(
    OpenApi.annotations({
      title: "Orbweaver",
      version: "2.0.0",
      description:
        "Turns web pages into structured content. v1 and v2 of the scraping API, and the endpoints of the console where it is served."
    })
  ) {}

type UseApi<A> = <Id extends string, Groups extends HttpApiGroup.Constraint>(api: HttpApi.HttpApi<Id, Groups>) => A

/** Gives both versions, the console's endpoints and those of the open doors as one definition; what is closed is not shown. */
export const useApi = <A>({ mcp, openWebUi, reader, tavily }: Doors, use: UseApi<A>): A =>
  use(
    Api.addHttpApi(ReaderApi.annotate(OpenApi.Exclude, reader !== true))
      .addHttpApi(OpenWebUiApi.annotate(OpenApi.Exclude, openWebUi !== true))
      .addHttpApi(TavilyApi.annotate(OpenApi.Exclude, tavily !== true))
      .addHttpApi(McpApi.annotate(OpenApi.Exclude, mcp !== true))
  )

const versions = { v1: () => OpenApi.fromApi(ApiV1), v2: () => OpenApi.fromApi(ApiV2) }

/**
 * The document of one version, or of all that a server with these doors has: v1 marked as deprecated, options with defaults and
 * descriptions, and answers that say when to ask again with the header for it. Fresh for each caller, who may change it.
 */
export const document = (version?: "v1" | "v2", doors: Doors = {}): OpenApi.OpenAPISpec => {
  const made = version === undefined ? useApi(doors, (api) => OpenApi.fromApi(api)) : versions[version]()
  const spec = {
    ...structuredClone(made),
    info: { ...made.info, license: { name: "Apache-2.0", identifier: "Apache-2.0" } },
    tags: tagsOf(made),
    servers: [{ url: "/", description: "This server" }],
    security: [{ bearerAuth: [] }]
  }
  for (const [at, path] of Object.entries(spec.paths)) {
    for (const operation of Object.values(path) as ReadonlyArray<OpenApi.OpenAPISpecOperation>) {
      if (at.startsWith("/v1/")) operation.deprecated = true
      addDetails(at, operation)
      for (const status of [429, 503, 507]) {
        const response = operation.responses[status]
        if (response !== undefined) Object.assign(response, { headers: retryAfterHeader })
      }
    }
  }
  return spec
}

/** Each tag once: both versions have groups of the same name. */
const tagsOf = ({ tags }: OpenApi.OpenAPISpec): OpenApi.OpenAPISpec["tags"] => [
  ...new Map(tags.map((tag) => [tag.name, tag])).values()
]

const retryAfterHeader = {
  "Retry-After": { description: "Seconds after which to ask again", schema: { type: "integer", minimum: 1 } }
}
