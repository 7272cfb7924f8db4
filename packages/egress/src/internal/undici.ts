/**
 * The parts of undici that we use, loaded by their files.
 *
 * The package's entry point also loads fetch, WebSocket, EventSource and caches: 65 ms and 14 MB that a process which
 * only dispatches requests would pay at start. And Bun answers `import "undici"` with a stand-in of its own, which
 * ignores dispatchers and so connects to addresses that were not checked. The version is pinned exactly, and the types
 * are those of the entry point.
 */
import type * as undici from "undici"
// @ts-expect-error -- Its files have no declarations of their own.
import connect from "undici/lib/core/connect.js"
// @ts-expect-error -- As above.
import AgentClass from "undici/lib/dispatcher/agent.js"
import { EgressUnavailable } from "./EgressUnavailable.ts"

export type Agent = undici.Agent
export const buildConnector = connect as typeof undici.buildConnector

/** Loaded by those who call services with `fetch`: pages are fetched without it. */
export const loadFetch = async (): Promise<typeof undici.fetch> => {
  // @ts-expect-error -- As above.
  const { default: module } = (await import("undici/lib/web/fetch/index.js")) as {
    readonly default: { readonly fetch: typeof undici.fetch }
  }
  return module.fetch
}

const ignoringHandler = {
  onRequestStart: () => undefined,
  onResponseStart: () => undefined,
  onResponseData: () => undefined,
  onResponseEnd: () => undefined,
  onResponseError: () => undefined
}

/**
 * Throws `EgressUnavailable` unless requests of this class are connected by the
 * function it was given: no request may leave by a stand-in that connects by itself.
 */
export const checked = (Class: typeof undici.Agent): typeof undici.Agent => {
  let asked = false
  let problem = "its dispatcher connects without consulting the policy"
  try {
    const agent = new Class({
      connect: (_target, callback) => {
        asked = true
        callback(new Error("the check connects nowhere"), null)
      }
    })
    // A name that never resolves (RFC 6761), should somebody look it up all the same.
    agent.dispatch({ origin: "http://egress.invalid", path: "/", method: "GET" }, ignoringHandler)
    agent.destroy().catch(() => undefined)
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error)
  }
  if (!asked) throw new EgressUnavailable({ detail: problem })
  return Class
}

export const Agent = checked(AgentClass as typeof undici.Agent)
