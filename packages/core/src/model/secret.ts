/** Secrets of options: an application gives text, and from there on they are `Redacted`, which no log prints. */
import * as Redacted from "effect/Redacted"

/** Text, or a `Redacted` of Effect. */
export type Secret = string | Redacted.Redacted

export const toRedacted = (secret: Secret): Redacted.Redacted =>
  typeof secret === "string" ? Redacted.make(secret) : secret

export const secretText = (secret: Secret): string => (typeof secret === "string" ? secret : Redacted.value(secret))
