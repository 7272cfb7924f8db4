/** Whether the key of a caller may do this, and from where it does. */
import { type Access, type KeyHolder, scopesFor } from "@orbweaver/core/accounts/ApiKeys"
import { callerAddress, isWithin } from "@orbweaver/core/internal/accounts/callerAddress"
import { wireError, type WireError } from "../wire/ErrorBody.ts"

/** Where a request comes from, as its host has it. */
export interface Origin {
  /** The other side of the connection. */
  readonly peer: string | undefined
  /** `X-Forwarded-For`. */
  readonly forwardedFor: string | undefined
}

/** Why a key is refused; undefined for one that may. */
export const refuseScope = ({ scopes }: KeyHolder, access: Access): WireError | undefined => {
  const needed = scopesFor(access)
  if (needed.length === 0 || needed.some((scope) => scopes.includes(scope))) return undefined
  const [first, ...others] = needed.map((scope) => `\`${scope}\``)
  const alternatives = others.length === 0 ? "" : ` or ${others.join(", ")}`
  return wireError(403, `This key may not do this: it needs the scope ${first}${alternatives}`, "SCOPE_MISSING")
}

/** Why a key is refused where it is used; undefined for one without limits, or within them. */
export const refuseAddress = (
  { addresses }: KeyHolder,
  { forwardedFor, peer }: Origin,
  trustedProxies: ReadonlyArray<string>
): WireError | undefined => {
  if (addresses === undefined) return undefined
  const caller = callerAddress(peer, forwardedFor, trustedProxies)
  if (caller !== undefined && isWithin(caller, addresses)) return undefined
  const why =
    caller === undefined
      ? "it is limited to addresses, and the host of this API does not say where a request comes from"
      : `it may not be used from ${caller.slice(0, 45)}`
  return wireError(403, `This key is refused here: ${why}`, "ADDRESS_NOT_ALLOWED")
}
