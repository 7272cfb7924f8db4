/**
 * Bytes as they lie in an object store: compressed, and encrypted where the operator has keys. The first byte says which:
 *
 * ```
 * 0   gzip
 * 1   16 bytes: name of the key   nonce, ciphertext of the gzip, tag
 * ```
 *
 * What is packed under one key does not open under another. Whoever can write into the bucket can write objects that unpack
 * to a thousand times their size, so each is unpacked only as far as its reader and the size at its end say, and all objects
 * that an instance unpacks at once share one budget of memory.
 */
import { StoreError } from "@orbweaver/core/model/StoreError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import { promisify } from "node:util"
import { gunzip, gzip } from "node:zlib"
import { missingKey, type Sealing } from "./sealing.ts"

// Both work on a thread of their own.
const compress = promisify(gzip)
const decompress = promisify(gunzip)

const inTheClear = 0
const isSealed = 1
const keyNameLength = 16

/** The longest content that is packed and read back: no text of JavaScript is longer. */
export const maxContentBytes = 512 * 1024 * 1024

/** Bytes that objects may have once packed, for content of this size: gzip makes what it cannot compress a little longer. */
export const maxPackedBytes = (contentBytes: number): number => contentBytes + Math.ceil(contentBytes / 1000) + 1024

/** Memory that the stores of one instance unpack objects into at once, in bytes; one layer, so that they share it. */
export class UnpackBudget extends Context.Service<UnpackBudget, Semaphore.Semaphore>()(
  "@orbweaver/storage/UnpackBudget"
) {
  static readonly layer: Layer.Layer<UnpackBudget> = Layer.effect(UnpackBudget, Semaphore.make(maxContentBytes))
}

export interface PackingOptions {
  /** Read objects that are not encrypted although there are keys. Default: `false`. */
  readonly readUnencrypted?: boolean | undefined
}

export interface Packing {
  readonly pack: (operation: string, key: string, bytes: Uint8Array) => Effect.Effect<Uint8Array, StoreError>
  /** The content; one of more than `maxBytes` is damaged. */
  readonly unpack: (
    operation: string,
    key: string,
    packed: Uint8Array,
    maxBytes: number
  ) => Effect.Effect<Uint8Array, StoreError>
}

/** The object can be had, and nobody can read it as it is. */
export const damagedObject = (operation: string, key: string, detail: string, cause?: unknown): StoreError =>
  new StoreError({
    operation,
    kind: "damaged",
    detail: `the object ${key} ${detail}`,
    cause: cause ?? new Error(detail)
  })

export const makePacking = (
  { knows, openBytes, sealBytes, sealsBy }: Pick<Sealing, "knows" | "openBytes" | "sealBytes" | "sealsBy">,
  budget: Semaphore.Semaphore,
  { readUnencrypted = false }: PackingOptions = {}
): Packing => {
  /** The gzip in an object. */
  const open = (operation: string, key: string, packed: Uint8Array): Effect.Effect<Uint8Array, StoreError> => {
    const unreadable = (detail: string) => Effect.fail(damagedObject(operation, key, detail))
    const kind = packed[0]
    if (kind === inTheClear) {
      return sealsBy === undefined || readUnencrypted ? Effect.succeed(packed.subarray(1)) : unreadable(notEncrypted)
    }
    if (kind !== isSealed) return unreadable("is none that was stored by Orbweaver")
    const sealedBy = Buffer.from(packed.subarray(1, 1 + keyNameLength)).toString("latin1")
    if (!knows(sealedBy)) return unreadable(missingKey(sealedBy))
    const opened = openBytes(key, { sealedBy, sealed: packed.subarray(1 + keyNameLength) })
    return opened === undefined ? unreadable("is damaged, or was encrypted under another name") : Effect.succeed(opened)
  }

  return {
    pack: Effect.fnUntraced(function* (operation, key, bytes) {
      if (bytes.byteLength > maxContentBytes) {
        const detail = `${bytes.byteLength} bytes are more than the ${maxContentBytes} that an object may have`
        return yield* new StoreError({ operation, kind: "rejected", detail, cause: new Error(detail) })
      }
      const zipped = yield* Effect.tryPromise({
        try: () => compress(bytes),
        catch: (cause) => new StoreError({ operation, cause })
      })
      const sealed = sealBytes(key, zipped)
      return sealed === undefined
        ? Buffer.concat([Uint8Array.of(inTheClear), zipped])
        : Buffer.concat([Uint8Array.of(isSealed), Buffer.from(sealed.sealedBy, "latin1"), sealed.sealed])
    }),
    unpack: Effect.fnUntraced(function* (operation, key, packed, maxBytes) {
      const zipped = yield* open(operation, key, packed)
      const size = sizeOf(zipped)
      if (size > Math.min(maxBytes, maxContentBytes)) {
        return yield* damagedObject(
          operation,
          key,
          `is damaged: it unpacks to ${size} bytes, more than the ${maxBytes} that were written`
        )
      }
      return yield* Effect.tryPromise({
        // Zlib takes no limit of zero.
        try: () => decompress(zipped, { maxOutputLength: Math.max(size, 1) }),
        catch: (cause) => damagedObject(operation, key, "is damaged", cause)
      }).pipe(budget.withPermits(size))
    })
  }
}

const notEncrypted =
  "is not encrypted, although there are `encryptionKeys`: only `readUnencrypted` reads what was stored before there were keys"

/**
 * The size of the content as its end says (RFC 1952 §2.3.1, ISIZE): what unpacks to more is damaged. No content is so large
 * that it would not fit there.
 */
const sizeOf = (zipped: Uint8Array): number =>
  zipped.length < 4 ? 0 : Buffer.from(zipped.buffer, zipped.byteOffset + zipped.length - 4, 4).readUInt32LE(0)
