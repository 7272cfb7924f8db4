/**
 * Encrypts the rows that hold secrets of callers: what a job was asked (headers, cookies, texts that are typed into
 * pages, webhooks) and what a monitor is. AES-256-GCM; the key is derived from the operator's by HKDF-SHA256 (RFC 5869),
 * and the id of the row is authenticated with it, so that a sealed text is of no use in another row.
 */
import * as Given from "@orbweaver/core/internal/model/givenOptions"
import { type Secret, secretText } from "@orbweaver/core/internal/model/secret"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto"

/** A text that only a key opens. */
const Sealed = Schema.Struct({
  /** Name of the key. */
  sealedBy: Schema.String,
  /** Nonce, ciphertext and tag as base64. */
  sealed: Schema.String
})
export type Sealed = typeof Sealed.Type

export const isSealed = Schema.is(Sealed)

export interface Sealing {
  /** Name of the key that seals: the first 16 hexadecimal digits of a hash of it. Undefined where nothing is sealed. */
  readonly sealsBy: string | undefined
  /** Whether there is a key of this name. */
  readonly knows: (sealedBy: string) => boolean
  /** Names of all keys that it has. */
  readonly names: ReadonlyArray<string>
  /** The text as it is stored. */
  readonly seal: (row: string, text: string) => Sealed | undefined
  /** The text; undefined where its key is missing or the row was tampered with. */
  readonly open: (row: string, sealed: Sealed) => string | undefined
  /** `seal` for bytes that are stored as they are. */
  readonly sealBytes: (row: string, bytes: Uint8Array) => SealedBytes | undefined
  /** `open` of `sealBytes`. */
  readonly openBytes: (row: string, sealed: SealedBytes) => Uint8Array | undefined
}

export interface SealedBytes {
  /** Name of the key. */
  readonly sealedBy: string
  /** Nonce, ciphertext and tag. */
  readonly sealed: Uint8Array
}

/** The keys of an operator: the first seals, all open. Rows are stored as they are where there is none. */
export type EncryptionKeys = ReadonlyArray<Secret>

const minKeyLength = 32
const cipher = "aes-256-gcm"
const nonceBytes = 12
const tagBytes = 16

const isKey = (given: unknown): boolean => {
  const text = Redacted.isRedacted(given) ? Redacted.value(given) : given
  return typeof text === "string" && text.length >= minKeyLength
}

/** The option of a store that has them. */
export const encryptionKeys = Given.value<EncryptionKeys>(
  `keys of at least ${minKeyLength} characters each, such as what "openssl rand -hex 32" prints`,
  (given) => Array.isArray(given) && given.every(isKey)
)

export const makeSealing = (keys: EncryptionKeys = []): Sealing => {
  const derived = new Map(
    keys.map((key): [string, Buffer] => {
      const text = secretText(key)
      return [nameOf(text), Buffer.from(hkdfSync("sha256", text, "", "orbweaver rows", 32))]
    })
  )
  const [first] = derived

  const sealBytes = (row: string, bytes: Uint8Array): SealedBytes | undefined => {
    if (first === undefined) return undefined
    const [sealedBy, key] = first
    const nonce = randomBytes(nonceBytes)
    const encrypting = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(row))
    const parts = [nonce, encrypting.update(bytes), encrypting.final(), encrypting.getAuthTag()]
    return { sealedBy, sealed: Buffer.concat(parts) }
  }

  const openBytes = (row: string, { sealed, sealedBy }: SealedBytes): Uint8Array | undefined => {
    const key = derived.get(sealedBy)
    if (key === undefined || sealed.length < nonceBytes + tagBytes) return undefined
    const opening = createDecipheriv(cipher, key, sealed.subarray(0, nonceBytes)).setAAD(Buffer.from(row))
    opening.setAuthTag(sealed.subarray(-tagBytes))
    const bytes = opening.update(sealed.subarray(nonceBytes, -tagBytes))
    try {
      return Buffer.concat([bytes, opening.final()])
    } catch {
      return undefined
    }
  }

  return {
    sealsBy: first?.[0],
    knows: (sealedBy) => derived.has(sealedBy),
    names: [...derived.keys()],
    sealBytes,
    openBytes,
    seal: (row, text) => {
      const bytes = sealBytes(row, Buffer.from(text))
      return bytes && { sealedBy: bytes.sealedBy, sealed: Buffer.from(bytes.sealed).toString("base64") }
    },
    open: (row, { sealed, sealedBy }) => {
      const bytes = openBytes(row, { sealedBy, sealed: Buffer.from(sealed, "base64") })
      return bytes && Buffer.from(bytes).toString("utf8")
    }
  }
}

const nameOf = (key: string): string => createHash("sha256").update(`orbweaver key\n${key}`).digest("hex").slice(0, 16)

/** Why a row cannot be read, and what to do. */
export const missingKey = (sealedBy: string): string =>
  `is encrypted with the key ${sealedBy}, which is not among the \`encryptionKeys\` of this process`
