/**
 * Why a page could not be captured.
 *
 * Fetchers and renderers fail only with `CaptureError`. Its `reason` says what
 * happened, so a caller can recover from all of them at once with
 * `Effect.catchTag("CaptureError", ...)` or from one with
 * `Effect.catchReason("CaptureError", "TlsFailed", ...)`.
 *
 * An answer with a 4xx or 5xx status is a captured page, not an error.
 */
import { knowEveryCopy } from "./errorMark.ts"
import * as Schema from "effect/Schema"
import { captureErrors, type ErrorEntry, otherErrors } from "./errorTable.ts"
import { describeCertificateFailure, describeConnectionFailure } from "./networkCauses.ts"

/** The page did not finish loading within the caller's limit. */
export class TimedOut extends Schema.TaggedError<TimedOut>()("TimedOut", {
  /** The limit that passed, in milliseconds. */
  limitMs: Schema.Finite,
  /**
   * What was under way: `connecting`, `waiting for the answer`, `reading the body`; in a browser
   * `waiting for a browser`, `loading`, `settling`, `waitFor`, `actions`, `screenshot`, `branding`,
   * `reading`; `capturing` where the engine does not tell; after the capture `formats`.
   */
  phase: Schema.optionalKey(Schema.String)
}) {
  override get message() {
    const phase = this.phase === undefined ? "" : ` (${this.phase})`
    return `The page did not load within ${this.limitMs} ms${phase}`
  }
}

/** The host name has no address. */
export class DnsFailed extends Schema.TaggedError<DnsFailed>()("DnsFailed", {
  host: Schema.String
}) {
  override get message() {
    return `DNS resolution failed for hostname: ${this.host}. Please check if the domain is valid and accessible.`
  }
}

/** The TLS handshake or certificate check failed. */
export class TlsFailed extends Schema.TaggedError<TlsFailed>()("TlsFailed", {
  host: Schema.String,
  /** Whether the caller had already asked to skip certificate checks. */
  skippedVerification: Schema.Boolean,
  /** Short machine-readable cause such as `DEPTH_ZERO_SELF_SIGNED_CERT`. */
  detail: Schema.String
}) {
  override get message() {
    const certificate = this.skippedVerification ? undefined : describeCertificateFailure(this.detail)
    return certificate === undefined
      ? `The TLS handshake with ${this.host} failed: ${this.detail}`
      : `The certificate of ${this.host} is not valid: ${certificate}. ${captureErrors.TlsFailed.remedy.inCode}`
  }
}

/** The connection was refused, reset or closed, or the site answered nonsense. */
export class ConnectionFailed extends Schema.TaggedError<ConnectionFailed>()("ConnectionFailed", {
  /** Short machine-readable cause such as `ECONNRESET` or `net::ERR_ABORTED`. */
  detail: Schema.String
}) {
  override get message() {
    return `The connection failed: ${describeConnectionFailure(this.detail)}`
  }
}

/** Our own policy refuses this address, before a byte is sent to it. */
export class Refused extends Schema.TaggedError<Refused>()("Refused", {
  policy: Schema.Literals([
    "scheme",
    "credentials",
    "port",
    "private-network",
    "block-list",
    "threat-protection",
    "robots",
    "header"
  ]),
  /** Host, address, rule or request header that decided. */
  detail: Schema.String
}) {
  override get message() {
    if (this.policy === "header") return `The request headers cannot be sent: ${this.detail}`
    if (this.policy === "port")
      return `Ports of other protocols than HTTP are refused, as browsers refuse them: ${this.detail}`
    if (this.policy === "threat-protection") return `threatProtection refuses the address: ${this.detail}`
    if (this.policy !== "private-network") return `The address is refused by policy (${this.policy}): ${this.detail}`
    return this.detail.includes("allowNetworks")
      ? `Addresses that are not public are refused: ${this.detail}`
      : `Loopback and private addresses are refused: ${this.detail}. ${captureErrors.Refused.remedy.inCode}`
  }
}

/** The site redirects in a loop or for too long. */
export class TooManyRedirects extends Schema.TaggedError<TooManyRedirects>()("TooManyRedirects", {
  /** Redirects that were followed. */
  limit: Schema.Int
}) {
  override get message() {
    return `The site redirected more than ${this.limit} times`
  }
}

/** The body is larger than the caller's limit. */
export class TooLarge extends Schema.TaggedError<TooLarge>()("TooLarge", {
  /** The limit, in bytes. */
  limitBytes: Schema.Finite
}) {
  override get message() {
    return `The body is larger than ${this.limitBytes} bytes`
  }
}

/** No configured parser can read this kind of content. */
export class Unsupported extends Schema.TaggedError<Unsupported>()("Unsupported", {
  /** Media type or kind of file, such as `application/zip`. */
  what: Schema.String,
  /** What would read it, such as a package that is not installed. */
  needs: Schema.optionalKey(Schema.String)
}) {
  override get message() {
    const { needs, what } = this
    return needs === undefined
      ? `No configured parser can read ${what}`
      : `${what.slice(0, 1).toUpperCase()}${what.slice(1)} needs ${needs}`
  }
}

/** What was asked needs a browser and none is configured; no byte was fetched. */
export class NeedsBrowser extends Schema.TaggedError<NeedsBrowser>()("NeedsBrowser", {
  /** The options and formats that need it, such as `screenshot` or `actions`. */
  features: Schema.Array(Schema.String)
}) {
  override get message() {
    return `${this.features.join(", ")} ${this.features.length === 1 ? "needs" : "need"} a browser: ${captureErrors.NeedsBrowser.remedy.inCode}`
  }
}

/** The file is a picture, and nothing is configured that reads the text of pictures (OCR). */
export class NeedsRecognizer extends Schema.TaggedError<NeedsRecognizer>()("NeedsRecognizer", {
  mediaType: Schema.String
}) {
  override get message() {
    return `The text of ${this.mediaType} needs OCR: ${captureErrors.NeedsRecognizer.remedy.inCode}`
  }
}

/** The file arrived but cannot be read: encrypted, damaged, pictures of text only, or beyond a limit that `detail` names. */
export class UnreadableDocument extends Schema.TaggedError<UnreadableDocument>()("UnreadableDocument", {
  mediaType: Schema.String,
  why: Schema.Literals(["encrypted", "damaged", "scanned", "too-many-pages", "too-slow", "too-much-memory"]),
  detail: Schema.String
}) {
  override get message() {
    return `The ${this.mediaType} file cannot be read (${this.why}): ${this.detail}`
  }
}

/** The caller accepts only a cached page, and none satisfies the options. */
export class NotCached extends Schema.TaggedError<NotCached>()("NotCached", {}) {
  override get message() {
    return "No cached page satisfies minAge, maxAge or lockdown"
  }
}

/** This instance has too much to do, or too few of the system's resources, to take the page now. */
export class Overloaded extends Schema.TaggedError<Overloaded>()("Overloaded", {
  /** What there is too much of, and the option or limit that says so. */
  detail: Schema.String,
  /** Seconds after which to try again. */
  retryAfterSeconds: Schema.Int
}) {
  override get message() {
    return `The server is overloaded: ${this.detail}. Try again after ${this.retryAfterSeconds} seconds`
  }
}

/** The browser or its tab ended while the page was open. */
export class Crashed extends Schema.TaggedError<Crashed>()("Crashed", {
  detail: Schema.String
}) {
  override get message() {
    return `The browser crashed: ${this.detail}`
  }
}

/** A page action (click, type, wait) could not be carried out. */
export class ActionFailed extends Schema.TaggedError<ActionFailed>()("ActionFailed", {
  /** Position of the action in the request, from 0. */
  index: Schema.Int,
  /** Kind of action, such as `click`. */
  action: Schema.String,
  selector: Schema.optionalKey(Schema.String),
  detail: Schema.String
}) {
  override get message() {
    const on = this.selector === undefined ? "" : ` on ${this.selector}`
    return `Action ${this.index} (${this.action}${on}) failed: ${this.detail}`
  }
}

/** A hook of the application (`onRequest`, `onResponse`), or the scope of a job, refused the request or its answer. */
export class Vetoed extends Schema.TaggedError<Vetoed>()("Vetoed", {
  /** Name of the hook; `scope` where the job may not read the address (`strictConstrainToURLs` of an agent). */
  hook: Schema.Literals(["onRequest", "onResponse", "scope"]),
  /** The reason that the hook gave. */
  detail: Schema.String
}) {
  override get message() {
    if (this.hook === "scope") return `The job may not read this: ${this.detail}`
    return `The hook ${this.hook} refused ${this.hook === "onRequest" ? "the request" : "the answer"}: ${this.detail}`
  }
}

/** A hook of the application threw, took too long, or gave something that cannot be used. */
export class HookFailed extends Schema.TaggedError<HookFailed>()("HookFailed", {
  /** Name of the hook. */
  hook: Schema.Literals(["onRequest", "onResponse", "retry"]),
  /** What went wrong in it. */
  detail: Schema.String
}) {
  override get message() {
    return `The hook ${this.hook} failed: ${this.detail}`
  }
}

export const CaptureReason = Schema.Union([
  TimedOut,
  DnsFailed,
  TlsFailed,
  ConnectionFailed,
  Refused,
  TooManyRedirects,
  TooLarge,
  Unsupported,
  NeedsBrowser,
  NeedsRecognizer,
  UnreadableDocument,
  NotCached,
  Overloaded,
  Crashed,
  ActionFailed,
  Vetoed,
  HookFailed
])
export type CaptureReason = typeof CaptureReason.Type

/**
 * The reason with what an engine threw as its `cause`. It is for those who look for a fault: it is no field, so nothing
 * that is stored or sent has it.
 */
export const withCause = <R extends CaptureReason>(reason: R, cause: unknown): R =>
  cause === undefined
    ? reason
    : Object.defineProperty(reason, "cause", { value: cause, configurable: true, writable: true })

/** Failure of a `Fetcher` or `Renderer`. Its `cause` is what the engine threw, such as Node's error of a socket. */
export class CaptureError extends Schema.TaggedError<CaptureError>()("CaptureError", {
  url: Schema.String,
  reason: CaptureReason
}) {
  static {
    knowEveryCopy(this)
  }
  override get cause() {
    return this.reason.cause
  }
  override get message() {
    return this.reason.message
  }
}

/** What the one table of errors has of a reason: a reason without an entry does not compile. */
export const entryOfReason = (tag: CaptureReason["_tag"], policy?: Refused["policy"]): ErrorEntry =>
  tag === "Refused" && policy === "threat-protection" ? otherErrors["Refused/threat-protection"] : captureErrors[tag]
