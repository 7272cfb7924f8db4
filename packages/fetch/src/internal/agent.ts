/**
 * undici's connection pool alone. The package's entry point also loads fetch,
 * WebSocket, EventSource and caches: 65 ms and 14 MB that a process which only
 * dispatches requests would pay at start. The version is pinned exactly, and
 * the types are those of the entry point.
 */
import { createRequire } from "node:module"
import type { Agent as AgentClass } from "undici"

export type Agent = AgentClass
export const Agent = createRequire(import.meta.url)("undici/lib/dispatcher/agent.js") as typeof AgentClass
