/**
 * Refusals in the words of JSON-RPC, with the status of v2, and where a client finds out how to get a key
 * (RFC 6750 §3, RFC 9728 §5.1).
 */
import type { ErrorText } from "../../gate/Operation.ts"
import type { Call } from "../../gate/Operation.ts"
import { errorText, type WireError } from "../../wire/ErrorBody.ts"
import { jsonType } from "../../wire/jsonText.ts"

/** JSON-RPC 2.0 §5.1: the message is no valid request, and a code of ours for all else. */
const invalidRequest = -32_600
const refused = -32_000

export const writeMcpError =
  (metadataUrl: ((request: Call["request"]) => string) | undefined) =>
  (error: WireError, request: Call["request"]): ErrorText => {
    const { code, details, status } = error
    const data = { status, ...(code === undefined ? {} : { code }), ...(details === undefined ? {} : { details }) }
    const isMalformed = status === 400 || status === 413 || status === 415
    return {
      text: JSON.stringify({
        jsonrpc: "2.0",
        id: null,
        error: { code: isMalformed ? invalidRequest : refused, message: errorText(error), data }
      }),
      contentType: jsonType,
      headers: status === 401 && metadataUrl !== undefined ? challenge(metadataUrl(request), request) : {}
    }
  }

const challenge = (metadataUrl: string, { headers }: Call["request"]) => ({
  "www-authenticate": [
    "Bearer ",
    headers["authorization"] === undefined ? "" : 'error="invalid_token", ',
    `resource_metadata="${metadataUrl}"`
  ].join(""),
  // A client in a browser reads it too.
  "access-control-expose-headers": "WWW-Authenticate"
})
