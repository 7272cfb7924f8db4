/**
 * How the command line ends: one exit code a kind of outcome, so that scripts can distinguish them, and a line on
 * stderr for people, with the page that explains it below.
 */
import { atTerminal, entryOf, keyOf } from "@orbweaver/core/internal/model/errorTable"
import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { troubleshooting } from "./troubleshooting.ts"

export const codes = {
  ok: 0,
  /** A fault of ours or of a store. */
  failed: 1,
  /** Unknown command, flag, option, format or address. */
  usage: 2,
  /** The egress policy or robots.txt refuses the address. */
  refused: 3,
  /** The page could not be captured: DNS, connection, TLS, unreadable file. */
  capture: 4,
  timedOut: 5,
  /** The page was captured and printed, but answered 4xx or 5xx. */
  errorPage: 6
} as const

/** Ends the process with `code`; the message, if any, is all that people see. */
export class Exit extends Schema.TaggedError<Exit>()("Exit", {
  code: Schema.Int,
  text: Schema.String,
  /** Address of a page about it. */
  page: Schema.optional(Schema.String)
}) {
  override get message() {
    return this.text
  }
  override readonly [Runtime.errorExitCode] = this.code
  override readonly [Runtime.errorReported] = false
}

/** The command cannot take what it was given. */
export const usage = (text: string): Exit => new Exit({ code: codes.usage, text })

/** What was asked for did not come about. */
export const failed = (text: string): Exit => new Exit({ code: codes.failed, text })

/** The same, for the reason that was caught. */
export const failedBy = (cause: unknown): Exit => failed(cause instanceof Error ? cause.message : String(cause))

/** Ends the command where settings of the environment cannot be read. */
export const settingsOf = <A, R>(
  settings: Effect.Effect<A, { readonly message: string }, R>
): Effect.Effect<A, Exit, R> => Effect.mapError(settings, ({ message }) => usage(message))

export interface TaggedFailure {
  readonly _tag: string
  readonly message: string
  readonly reason?: { readonly _tag: string; readonly policy?: string }
}

/** The exit of an error, as the table of errors has it. */
export const exitOf = (error: TaggedFailure): Exit => {
  const key = keyOf(error)
  return new Exit({
    code: codes[entryOf(key)?.exit ?? "failed"],
    text: atTerminal(error.message, key),
    // Other policies name the rule that decided.
    page: key === "Refused" && error.reason?.policy !== "private-network" ? undefined : troubleshooting(key)
  })
}

export const mapExit = <A, E extends TaggedFailure, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, Exit, R> =>
  Effect.mapError(effect, exitOf)
