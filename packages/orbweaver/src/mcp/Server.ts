/**
 * Orbweaver for language models: an MCP server (Model Context Protocol) with
 * tools to scrape, map, search, crawl and extract. Speaks every revision of the
 * protocol from 2024-11-05 to 2026-07-28, over stdio or HTTP.
 */
import * as ByteSize from "effect/ByteSize"
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Stdio from "effect/Stdio"
import * as McpProtocol from "effect/ai/McpProtocol"
import * as McpServer from "effect/ai/McpServer"
import * as HttpIncomingMessage from "effect/http/HttpIncomingMessage"
import * as HttpRouter from "effect/http/HttpRouter"
import type * as Scope from "effect/Scope"
import { nodeHandler } from "@orbweaver/http/internal/hosts/nodeRequests"
import { type CannotListen, listenOn } from "@orbweaver/http/internal/hosts/nodeServer"
import { createServer } from "node:http"
import { about } from "./about.ts"
import { layer as lines } from "./lines.ts"
import { register } from "./Tool.ts"
import { tools, type ToolServices } from "./tools.ts"

const settings = {
  ...about,
  protocols: [
    McpProtocol.v2026_07_28,
    McpProtocol.v2025_11_25,
    McpProtocol.v2025_06_18,
    McpProtocol.v2025_03_26,
    McpProtocol.v2024_11_05
  ],
  registrations: Layer.effectDiscard(register(tools))
} as const

/** Reads standard input and writes standard output until the input ends; nothing else may write there. */
export const stdio: Layer.Layer<never, Cause.IllegalArgumentError, Stdio.Stdio | ToolServices> = Layer.effectDiscard(
  Effect.void
).pipe(Layer.provide(McpServer.layerStdio(settings)), Layer.provide(lines))

/** Bytes of a call. */
const maxBody = ByteSize.mebibytes(4)

/**
 * Listens on loopback, at `/mcp`, until the scope closes, and gives its port; requests of web pages (`Origin`) are refused.
 * 0 takes any free port.
 */
export const http = Effect.fnUntraced(function* (
  port: number
): Effect.fn.Return<number, Cause.IllegalArgumentError | CannotListen, ToolServices | Scope.Scope> {
  const mounted = McpServer.layerHttp({ ...settings, path: "/mcp", allowSessionTermination: true })
  const app = yield* HttpRouter.toHttpEffect(mounted)
  const limited = Effect.provideService(app, HttpIncomingMessage.MaxBodySize, maxBody)
  const server = createServer(yield* nodeHandler(limited, yield* Effect.scope))
  return yield* listenOn(server, { host: "127.0.0.1", port, gracefulShutdown: "5 seconds" })
})
