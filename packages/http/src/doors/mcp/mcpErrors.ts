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
      headers: metadataUrl === undefined ? {} : challenge(error, metadataUrl(request), request)
    }
  }

const challenge = (
  { code, status }: WireError,
  metadataUrl: string,
  { headers }: Call["request"]
): Readonly<Record<string, string>> => {
  const lacksScope = code === "SCOPE_MISSING"
  if (status !== 401 && !lacksScope) return {}
  const why = lacksScope ? "insufficient_scope" : headers["authorization"] === undefined ? undefined : "invalid_token"
  return {
    "www-authenticate": `Bearer ${why === undefined ? "" : `error="${why}", `}resource_metadata="${metadataUrl}"`,
    // A client in a browser reads it too.
    "access-control-expose-headers": "WWW-Authenticate"
  }
}
