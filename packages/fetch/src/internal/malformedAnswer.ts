/** The failure of an engine whose library reads valid HTTP only, at an answer that is none and that the default engine reads. */
import { ConnectionFailed, withCause } from "@orbweaver/core/model/CaptureError"
import { malformedAnswer } from "@orbweaver/core/internal/model/networkCauses"

/** Errors have causes, and these further ones. */
const maxCauses = 5

/** Codes and words of llhttp, undici and hyper. */
const code = /^HPE_\w+$/
const words =
  /does not match the HTTP\/1\.1 protocol|^bad response$|invalid HTTP (?:header|version|status)|invalid content-length/i
/** Also the end of an answer that is cut off, unless its head never came. */
const lengthMismatch = "UND_ERR_RES_CONTENT_LENGTH_MISMATCH"

/** Undefined for any other error. `isHeadMissing`: it came before the head of an answer had been read. */
export const malformedFailure = (
  error: unknown,
  engine: string,
  isHeadMissing: boolean
): ConnectionFailed | undefined => {
  let at: unknown = error
  for (let depth = 0; depth < maxCauses && at instanceof Error; depth++, at = at.cause) {
    const texts = textsOf(at)
    const why =
      texts.find((text) => code.test(text) || words.test(text)) ??
      (isHeadMissing && texts.includes(lengthMismatch)
        ? "a length that is repeated, or that the body has not"
        : undefined)
    if (why !== undefined) {
      const detail = `${malformedAnswer} (${why.slice(0, 200)}), and ${engine} reads no other: use the default fetcher`
      return withCause(new ConnectionFailed({ detail }), error)
    }
  }
  return undefined
}

const textsOf = (error: Error): ReadonlyArray<string> => {
  const { code: own, detail } = error as { readonly code?: unknown; readonly detail?: unknown }
  return [own, detail, error.message].filter((text) => typeof text === "string")
}
