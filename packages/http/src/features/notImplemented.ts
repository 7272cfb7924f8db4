/** Operations whose engine is not part of this server (docs/compare/compatibility.md). */
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import { wireError } from "../wire/ErrorBody.ts"
import type { Call, Operation } from "../gate/Operation.ts"

type Checks = Omit<Operation, "work">

/** Answers 501 to authorised callers. `what` is a plural: "Extractions are …"; `why` ends the sentence. */
export const notImplemented = (
  checks: Checks,
  what: string,
  why = "it was assembled without the engine for them"
): Operation => {
  const error = wireError(501, `${what} are not available on this server: ${why}`, "NOT_IMPLEMENTED")
  return {
    ...Struct.pick(checks, ["kind", "body", "admin", "writes", "keyIn", "writeError"]),
    work: () => Effect.fail(error)
  }
}

/**
 * Makes operations over an engine that the application may have left out: each of them answers 501 by itself then, whatever
 * the caller asks for. `what` and `why` are words of `notImplemented`.
 */
export const offered =
  <Engine>(engine: Engine | undefined, what: string, why?: string) =>
  (checks: Checks, work: (engine: Engine, call: Call) => ReturnType<Operation["work"]>): Operation =>
    engine === undefined ? notImplemented(checks, what, why) : { ...checks, work: (call) => work(engine, call) }
