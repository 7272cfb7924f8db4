/**
 * The parts of undici that we use. The package's entry point also loads fetch,
 * WebSocket, EventSource and caches: 65 ms and 14 MB that a process which only
 * dispatches requests would pay at start. The version is pinned exactly, and
 * the types are those of the entry point.
 */
import { createRequire } from "node:module"
import type undici from "undici"

const part = createRequire(import.meta.url)

export type Agent = undici.Agent
export const Agent = part("undici/lib/dispatcher/agent.js") as typeof undici.Agent
export const buildConnector = part("undici/lib/core/connect.js") as typeof undici.buildConnector
