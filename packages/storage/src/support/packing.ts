/**
 * Bytes as they lie in an object store: compressed, and encrypted where the operator has keys. The first byte says which:
 *
 * ```
 * 0   gzip
 * 1   16 bytes: name of the key   nonce, ciphertext of the gzip, tag
 * ```
 *
 * What is packed under one key does not open under another.
 */
import { StoreError } from "@orbweaver/core/model/StoreError"
import * as Effect from "effect/Effect"
import { promisify } from "node:util"
import { gunzip, gzip } from "node:zlib"
import { missingKey, type Sealing } from "./sealing.ts"

// Both work on a thread of their own.
const compress = promisify(gzip)
const decompress = promisify(gunzip)

const inTheClear = 0
const isSealed = 1
const keyNameLength = 16

/** The longest content that is read back: no text of JavaScript is longer. */
const maxBytes = 512 * 1024 * 1024

export interface Packing {
  readonly pack: (operation: string, key: string, bytes: Uint8Array) => Effect.Effect<Uint8Array, StoreError>
  readonly unpack: (operation: string, key: string, packed: Uint8Array) => Effect.Effect<Uint8Array, StoreError>
}

export const makePacking = ({ openBytes, sealBytes }: Pick<Sealing, "openBytes" | "sealBytes">): Packing => ({
  pack: (operation, key, bytes) =>
    Effect.map(
      Effect.tryPromise({ try: () => compress(bytes), catch: (cause) => new StoreError({ operation, cause }) }),
      (zipped) => {
        const sealed = sealBytes(key, zipped)
        return sealed === undefined
          ? Buffer.concat([Uint8Array.of(inTheClear), zipped])
          : Buffer.concat([Uint8Array.of(isSealed), Buffer.from(sealed.sealedBy, "latin1"), sealed.sealed])
      }
    ),
  unpack: Effect.fnUntraced(function* (operation, key, packed) {
    const unreadable = (detail: string, cause: unknown = new Error(detail)) =>
      new StoreError({ operation, detail: `the object ${key} ${detail}`, cause })
    const kind = packed[0]
    let zipped: Uint8Array | undefined
    if (kind === inTheClear) zipped = packed.subarray(1)
    else if (kind === isSealed) {
      const sealedBy = Buffer.from(packed.subarray(1, 1 + keyNameLength)).toString("latin1")
      zipped = openBytes(key, { sealedBy, sealed: packed.subarray(1 + keyNameLength) })
      if (zipped === undefined) return yield* unreadable(missingKey(sealedBy))
    } else return yield* unreadable("is none that was stored by Orbweaver")
    const content = zipped
    return yield* Effect.tryPromise({
      try: () => decompress(content, { maxOutputLength: maxBytes }),
      catch: (cause) => unreadable("is damaged", cause)
    })
  })
})
