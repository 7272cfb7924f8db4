/**
 * The Model Context Protocol over HTTP, without sessions: every request stands for itself, so that any server of several
 * answers it, and a caller is known by the key of each. There is no stream to open (GET and DELETE get 405), and a call
 * ends with the connection that it came over.
 */
import { MayUseThreads } from "@orbweaver/core/internal/reading/MayUseThreads"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type { Engines } from "../../features/Engines.ts"
import { offered } from "../../features/notImplemented.ts"
import { admit, type Call, type Guards, type Operation } from "../../gate/Operation.ts"
import type { OperationTable } from "../../gate/routes.ts"
import { decodeBody, reader } from "../../wire/decode.ts"
import { wireError } from "../../wire/ErrorBody.ts"
import type { Failure } from "../../wire/wireErrorOf.ts"
import { Message } from "./mcpApi.ts"
import { CurrentJobStart, type McpTool, McpTools, type Service } from "./McpTools.ts"
import { writeMcpError } from "./mcpErrors.ts"

/** Revisions that are spoken here, the preferred one first. All carry the same messages of tools. */
export const protocolVersions = ["2025-11-25", "2025-06-18", "2025-03-26"] as const

/** Clients give up on a tool after a minute. */
const maxWait = Duration.seconds(50)

interface Door {
  readonly engines: Engines
  readonly guards: Guards
  /** Those of v2, by the names of their endpoints. */
  readonly operations: OperationTable
  /** Address of the metadata of this resource; undefined where callers need no key. */
  readonly metadataUrl: ((request: Call["request"]) => string) | undefined
}

const readMessage = reader(Message, { strict: false })

export const mcpOperation = (door: Door): Operation =>
  offered(door.engines.engineOf(McpTools), "Tools over MCP")(
    { kind: "status", body: "json", writeError: writeMcpError(door.metadataUrl) },
    (tools, call) =>
      Effect.gen(function* () {
        if (Array.isArray(call.body)) return yield* noBatches
        const { id, method, params = {} } = yield* decodeBody(readMessage, call)
        if (method !== "initialize") yield* checkVersion(call.request.headers["mcp-protocol-version"])
        // A notification, or an answer to a request that was never made.
        if (id === undefined || method === undefined) return HttpServerResponse.empty({ status: 202 })
        const answer = yield* answerOf(door, tools, call, method, params)
        return { jsonrpc: "2.0", id, ...answer }
      })
  )

const noBatches = wireError(400, "Send one message at a time: batches are not part of the protocol since 2025-06-18")

const checkVersion = (version: string | undefined) =>
  version === undefined || isKnown(version)
    ? Effect.void
    : Effect.fail(
        wireError(400, `MCP-Protocol-Version ${version.slice(0, 40)} is not one of ${protocolVersions.join(", ")}`)
      )

const isKnown = (version: unknown): boolean => protocolVersions.some((known) => known === version)

type Answer = { readonly result: object } | { readonly error: { readonly code: number; readonly message: string } }

const answerOf = (
  door: Door,
  tools: Service,
  call: Call,
  method: string,
  params: NonNullable<Message["params"]>
): Effect.Effect<Answer, Failure> => {
  switch (method) {
    case "initialize":
      return Effect.succeed({ result: welcome(tools, params["protocolVersion"]) })
    case "ping":
      return Effect.succeed({ result: {} })
    case "tools/list":
      return Effect.map(tools.load, (all) => ({ result: { tools: all.map(({ definition }) => definition) } }))
    case "tools/call":
      return callTool(door, tools, call, params)
    default:
      return Effect.succeed({ error: { code: -32601, message: `Method not found: ${method.slice(0, 100)}` } })
  }
}

/** The revision that was asked for, else ours: the client decides whether to go on. */
const welcome = ({ instructions, name, version }: Service, asked: unknown) => ({
  protocolVersion: isKnown(asked) ? asked : protocolVersions[0],
  capabilities: { tools: {} },
  serverInfo: { name, version },
  instructions
})

const callTool = Effect.fnUntraced(function* (
  { engines, guards, operations }: Door,
  { load }: Service,
  { caller }: Call,
  { arguments: args, name }: NonNullable<Message["params"]>
): Effect.fn.Return<Answer, Failure> {
  const tool = (yield* load).find(({ definition }) => definition.name === name)
  if (tool === undefined)
    return { error: { code: -32602, message: `Unknown tool: ${JSON.stringify(name ?? null).slice(0, 100)}` } }
  const operation = operations[tool.endpoint]
  if (operation === undefined) return yield* Effect.die(`The tool has no endpoint of the name ${tool.endpoint}`)
  yield* admit(operation, args, caller, guards)
  const { isError, text } = yield* running(tool, args, { engines, guards, operation, caller })
  return { result: { content: [{ type: "text", text }], isError } }
})

interface Admitted extends Pick<Door, "engines" | "guards"> {
  readonly operation: Operation
  readonly caller: Call["caller"]
}

/** A scrape takes a slot of its account, and a job counts among those that are open, as over the endpoint. */
const running = (
  tool: McpTool,
  args: unknown,
  { caller: { account }, engines: { concurrency }, guards, operation: { kind } }: Admitted
): Effect.Effect<{ readonly text: string; readonly isError: boolean }, Failure> => {
  const run = Effect.provideService(tool.run(args), CurrentJobStart, (start) => guards.withinOpenJobs(account, start))
  return kind === "scrape"
    ? concurrency.run(account, maxWait, () => Effect.provideService(run, MayUseThreads, true))
    : run
}
