/**
 * The one table from codes of Node, OpenSSL and undici to `CaptureReason`.
 *
 * `TimedOut` is not in it: it is about the caller's limit, which the engine keeps itself. A connection that is never
 * answered is a `ConnectionFailed`.
 */
import {
  type CaptureReason,
  ConnectionFailed,
  DnsFailed,
  HookFailed,
  Overloaded,
  Refused,
  TimedOut,
  TlsFailed,
  TooLarge,
  TooManyRedirects,
  Unsupported,
  Vetoed,
  withCause
} from "@orbweaver/core/model/CaptureError"

export interface FailedHop {
  /** Host of the hop that failed. */
  readonly host: string
  readonly skipTlsVerification: boolean
}

const reasons = [
  ConnectionFailed,
  DnsFailed,
  HookFailed,
  Overloaded,
  Refused,
  TimedOut,
  TlsFailed,
  TooLarge,
  TooManyRedirects,
  Unsupported,
  Vetoed
]

/** The process or the system has no file, socket, port or buffer left. */
const exhausted: ReadonlySet<string> = new Set(["EMFILE", "ENFILE", "ENOBUFS", "EADDRNOTAVAIL", "ENOMEM"])

/** Codes of `getaddrinfo` and c-ares that mean the name has no address. */
const dns = /^(?:ENOTFOUND|EAI_\w+|ENODATA|ESERVFAIL|EREFUSED|ENONAME|EBADNAME|ENOADDRESS)$/

/** Errors of OpenSSL's certificate check (`X509_V_ERR_*`), of its protocol, and of Node around it. */
const tls = new RegExp(
  [
    "^ERR_TLS_\\w+",
    "^ERR_SSL_\\w+",
    "^EPROTO",
    "^CERT_\\w+",
    "^CRL_\\w+",
    "^UNABLE_TO_\\w+",
    "^ERROR_IN_(?:CERT|CRL)_\\w+",
    "^DEPTH_ZERO_SELF_SIGNED_CERT",
    "^SELF_SIGNED_CERT_IN_CHAIN",
    "^HOSTNAME_MISMATCH",
    "^INVALID_(?:CA|PURPOSE)",
    "^PATH_LENGTH_EXCEEDED"
  ]
    .map((code) => `${code}$`)
    .join("|")
)

/** Why a hop failed, from whatever an engine threw. */
export const toReason = (error: unknown, hop: FailedHop): CaptureReason => {
  return reasonIn(error) ?? withCause(reasonFor(error, hop), error)
}

const reasonFor = (error: unknown, hop: FailedHop): CaptureReason => {
  const code = codeOf(error)
  if (code !== undefined) {
    if (exhausted.has(code)) {
      return new Overloaded({ detail: `the system gives no further sockets or files (${code})`, retryAfterSeconds: 2 })
    }
    if (dns.test(code)) return new DnsFailed({ host: hop.host })
    if (tls.test(code)) {
      return new TlsFailed({ host: hop.host, skippedVerification: hop.skipTlsVerification, detail: code })
    }
  }
  return new ConnectionFailed({ detail: code ?? messageOf(error) })
}

/** The reason itself, or the one that a library has wrapped, as `fetch` does. */
const reasonIn = (error: unknown, depth = 0): CaptureReason | undefined => {
  for (const reason of reasons) if (error instanceof reason) return error
  return error instanceof Error && depth <= 4 ? reasonIn(error.cause, depth + 1) : undefined
}

/** The first code found in the error, the errors it gathers, and its causes. */
export const codeOf = (error: unknown, depth = 0): string | undefined => {
  if (typeof error !== "object" || error === null || depth > 4) return undefined
  const own = "code" in error && typeof error.code === "string" && error.code !== "" ? error.code : undefined
  if (own !== undefined && own !== "ERR_REQUEST_ABORTED") return own
  for (const inner of error instanceof AggregateError ? error.errors : []) {
    const code = codeOf(inner, depth + 1)
    if (code !== undefined) return code
  }
  return ("cause" in error ? codeOf(error.cause, depth + 1) : undefined) ?? own
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message.slice(0, 200) : "unknown error")
