/** Names a request in its answer (`x-request-id`) and in the log: the caller's own name, or a new one. */
import * as SecureRandom from "effect/crypto/SecureRandom"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"

export const requestId = (request: HttpServerRequest): string => {
  const given = request.headers["x-request-id"]
  return given !== undefined && /^[\w.:-]{1,128}$/.test(given) ? given : SecureRandom.uuidV4Unsafe()
}
