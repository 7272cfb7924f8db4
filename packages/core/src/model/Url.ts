/**
 * Addresses as people type them, read by the rules of the wire
 * (docs/reference/v2.md §2): a missing scheme means `http://`, only http and https
 * are spoken, and user information is refused.
 */
import * as Effect from "effect/Effect"
import { invalid, type InvalidInput } from "./InvalidInput.ts"

export interface ParseOptions {
  /** Refuse hosts without a public suffix, as the wire does; IP literals and `localhost` then fail. */
  readonly requireDomain?: boolean | undefined
  /** Where the address stood in the input; `["url"]` when absent. */
  readonly path?: ReadonlyArray<string | number> | undefined
}

const tldMessage = "URL must have a valid top-level domain or be a valid path"

/** The address that `written` names, or the issue with it. Never touches the network. */
export const parse = (written: unknown, options: ParseOptions = {}): Effect.Effect<URL, InvalidInput> => {
  const fail = (message: string) => Effect.fail(invalid("url", options.path ?? ["url"], message, "invalid_string"))
  const input = typeof written === "string" ? written.replace(/^ +| +$/g, "") : ""
  if (input === "") return fail(tldMessage)
  const dot = input.indexOf(".")
  const scheme = input.indexOf("://")
  const hasScheme = scheme > 0 && (dot < 0 || scheme < dot)
  if (!hasScheme && /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(input)) {
    return fail(/^https?:/i.test(input) ? "Invalid URL" : "URL uses unsupported protocol")
  }
  const typed = hasScheme ? input : `http://${input}`
  if (!/^https?:\/\//i.test(typed)) return fail("URL uses unsupported protocol")
  // A space in a path or query is its percent code (WHATWG URL); a line end or tab is a typing mistake.
  if (/[^\S ]/.test(typed) || /^https?:\/+https?:\/\//i.test(typed)) return fail("Invalid URL")
  const url = URL.parse(typed)
  if (url === null || url.hostname === "" || url.username !== "" || url.password !== "") return fail("Invalid URL")
  if (options.requireDomain === true && !/\.(?:[a-z]{2,}|xn--[a-z0-9-]+)\.?$/i.test(url.hostname)) {
    return fail(tldMessage)
  }
  return Effect.succeed(url)
}
