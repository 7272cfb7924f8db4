/** Names a request in its answer (`x-request-id`) and in the log: the caller's own name, or a new one. */
import type { HttpServerRequest } from "effect/http/HttpServerRequest"

export const requestId = ({ headers }: HttpServerRequest, make: () => string): string => {
  const given = headers["x-request-id"]
  return given !== undefined && /^[\w.:-]{1,128}$/.test(given) ? given : make()
}

/** Names that are unique over all servers: a random part for this one, and a count. */
export const makeRequestIds = (): (() => string) => {
  const server = crypto.randomUUID().slice(0, 18)
  let count = 0
  return () => `${server}-${(++count).toString(36).padStart(6, "0")}`
}
