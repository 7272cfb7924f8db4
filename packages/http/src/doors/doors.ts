/**
 * Doors for programs that speak another protocol: each is a few endpoints over the operations of v1 and v2, with their
 * keys, limits, egress policy, accounting and errors. All are closed unless an option opens them.
 */
import * as Given from "@orbweaver/core/internal/model/givenOptions"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { Engines } from "../features/Engines.ts"
import type { Guards } from "../gate/Operation.ts"
import { type OperationTable, routes } from "../gate/routes.ts"
import { mcpOperation } from "./mcp/mcp.ts"
import { McpApi } from "./mcp/mcpApi.ts"
import { metadataPaths, metadataRoutes, metadataUrl } from "./mcp/resourceMetadata.ts"
import { OpenWebUiApi } from "./openWebUi/openWebUiApi.ts"
import { openWebUiOperations } from "./openWebUi/openWebUi.ts"
import { ReaderApi } from "./reader/readerApi.ts"
import { readerOperation } from "./reader/reader.ts"
import { extract } from "./tavily/extract.ts"
import { search } from "./tavily/search.ts"
import { TavilyApi } from "./tavily/tavilyApi.ts"

/** Which doors are open. */
export interface Doors {
  /** `GET /r/<address>` answers a page as text, as Jina's reader does. False when absent. */
  readonly reader?: boolean | undefined
  /** `/open-webui/load` and `/open-webui/search`, for the settings of Open WebUI. False when absent. */
  readonly openWebUi?: boolean | undefined
  /** `/tavily/search` and `/tavily/extract`, for clients of Tavily. False when absent. */
  readonly tavily?: boolean | undefined
  /** `POST /mcp`: the tools for language models, over the Model Context Protocol. False when absent. */
  readonly mcp?: boolean | undefined
}

export const doorNames = ["reader", "openWebUi", "tavily", "mcp"] as const satisfies ReadonlyArray<keyof Doors>

export const doorOptions: Given.OptionSchemas<Doors> = {
  reader: Given.boolean,
  openWebUi: Given.boolean,
  tavily: Given.boolean,
  mcp: Given.boolean
}

/** What each door has, as patterns of a router: `*` stands for the rest. */
const patternsOf: Readonly<Record<keyof Doors, ReadonlyArray<string>>> = {
  reader: ["/r", "/r/*"],
  openWebUi: ["/open-webui/*"],
  tavily: ["/tavily/*"],
  mcp: ["/mcp", ...metadataPaths]
}

export const doorPatterns = (doors: Doors = {}): ReadonlyArray<string> =>
  doorNames.flatMap((name) => (doors[name] === true ? patternsOf[name] : []))

/** Whether a path, which may have a query, is one of an open door. */
export const isDoor = (path: string, doors: Doors = {}): boolean =>
  doorPatterns(doors).some((pattern) =>
    pattern.endsWith("*") ? path.startsWith(pattern.slice(0, -1)) : path.split("?", 1)[0] === pattern
  )

/** What the doors lead to. */
interface House {
  readonly engines: Engines
  readonly guards: Guards
  readonly prefix: string | undefined
  /** Those of v2, by the names of their endpoints. */
  readonly operations: OperationTable
  /** Whether callers need a key. */
  readonly needsKey: boolean
  readonly base: (request: HttpServerRequest) => string
  readonly authorizationServers: ReadonlyArray<string> | undefined
}

export const doorRoutes = (doors: Doors, house: House) => {
  const { engines, guards, prefix } = house
  return [
    ...(doors.reader === true ? readerRoutes(engines, guards, prefix) : []),
    ...(doors.openWebUi === true ? routes(OpenWebUiApi, "v2", openWebUiOperations(engines), guards) : []),
    ...(doors.tavily === true
      ? routes(TavilyApi, "v2", { tavilySearch: search(engines), tavilyExtract: extract(engines) }, guards)
      : []),
    ...(doors.mcp === true ? mcpRoutes(house) : [])
  ]
}

const mcpRoutes = (house: House) => {
  const { engines, guards, needsKey, operations } = house
  const operation = mcpOperation({
    engines,
    guards,
    operations,
    metadataUrl: needsKey ? metadataUrl(house) : undefined
  })
  return [
    ...routes(McpApi, "v2", { mcp: operation }, guards),
    ...(needsKey ? metadataRoutes(house, guards.newRequestId) : [])
  ]
}

/** One path: `withoutAddress` has taken the address of the page from it. */
const readerRoutes = (engines: Engines, guards: Guards, prefix: string | undefined) => {
  const operation = readerOperation(engines, prefix)
  const operations = { readPath: operation, readQuery: operation, readBody: { ...operation, body: "json" as const } }
  return routes(ReaderApi, "v2", operations, guards).filter(({ path }) => path === "/r")
}
