/**
 * `x-idempotency-key`: a key starts work once per account for 24 hours; the
 * second request is refused with 409 (docs/reference/v2.md §1.5).
 *
 * The key is taken before the body is checked, so a request refused with 400
 * has used its key up. Answers are not replayed.
 */
import type { Account } from "@orbweaver/core/accounts/Account"
import type { Service as ClaimedKeys } from "@orbweaver/core/accounts/ClaimedKeys"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { wireError, type WireError } from "../wire/ErrorBody.ts"

const keyRetention = Duration.days(1)

const used = wireError(409, "Idempotency key already used")
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Takes the key; does nothing without one. A key that is no UUID is refused like a used one. */
export const claim = (
  keys: ClaimedKeys,
  account: Account,
  key: string | undefined
): Effect.Effect<void, WireError | StoreError> => {
  if (key === undefined) return Effect.void
  if (!uuid.test(key)) return Effect.fail(used)
  return Effect.flatMap(keys.claim(`${account.id}/${key.toLowerCase()}`, keyRetention), (isNew) =>
    isNew ? Effect.void : Effect.fail(used)
  )
}
