/** Operations whose engine is not part of this server (docs/compare/compatibility.md). */
import type { RequestKind } from "@orbweaver/core/accounts/Account"
import * as Effect from "effect/Effect"
import { fail } from "../wire/ErrorBody.ts"
import type { Operation } from "../gate/Operation.ts"

/** Answers 501 to authorised callers. `what` is a plural: "Extractions are …"; `why` ends the sentence. */
export const notImplemented = (
  kind: RequestKind,
  what: string,
  body?: "json",
  why = "it was assembled without the engine for them"
): Operation => {
  const error = fail(501, `${what} are not available on this server: ${why}`, "NOT_IMPLEMENTED")
  return { kind, ...(body === undefined ? {} : { body }), work: () => Effect.fail(error) }
}
