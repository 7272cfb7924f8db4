/** SHA-256 of a secret, so that the secret itself need not be kept. */
import * as Digest from "effect/crypto/Digest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/** 64 hexadecimal digits, lower case. */
export const fingerprint = (secret: string | Redacted.Redacted): Effect.Effect<string> =>
  Digest.Digest.use((service) =>
    service.digestHex(
      Digest.sha256,
      new TextEncoder().encode(typeof secret === "string" ? secret : Redacted.value(secret))
    )
  ).pipe(Effect.provide(Digest.layerWebCrypto))

/** Whether two fingerprints are the same, in a time that depends on their length only. */
export const equals = (left: string, right: string): boolean => {
  if (left.length !== right.length) return false
  let difference = 0
  for (let index = 0; index < left.length; index++) difference |= left.charCodeAt(index) ^ right.charCodeAt(index)
  return difference === 0
}
