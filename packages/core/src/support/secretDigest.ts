/** SHA-256 of a secret, so that the secret itself need not be kept. */
import { WebCrypto } from "effect/crypto/WebCrypto"
import * as Effect from "effect/Effect"
import * as Hex from "effect/encoding/Hex"
import { type Secret, secretText } from "../model/secret.ts"

/** 64 hexadecimal digits, lower case. */
export const secretDigest = (secret: Secret): Effect.Effect<string> =>
  Effect.flatMap(WebCrypto, ({ subtle }) => {
    const bytes = new TextEncoder().encode(secretText(secret))
    return Effect.promise(async () => Hex.encode(new Uint8Array(await subtle.digest("SHA-256", bytes))))
  })

/** Whether two fingerprints are the same, in a time that depends on their length only. */
export const equalDigests = (left: string, right: string): boolean => {
  if (left.length !== right.length) return false
  let difference = 0
  for (let index = 0; index < left.length; index++) difference |= left.charCodeAt(index) ^ right.charCodeAt(index)
  return difference === 0
}
