/**
 * Port: keeps binary results (pictures, PDFs) for a while and gives them an
 * address, so that a document need not carry them.
 *
 * Without one, results are `data:` URIs. Whoever serves the addresses (the http
 * adapter under `/blobs/`) reads them back with `get`. A name cannot be guessed:
 * knowing it is the permission to read it.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Base64 from "effect/encoding/Base64"
import * as SecureRandom from "effect/crypto/SecureRandom"
import type { Artifact } from "./Renderer.ts"
import type { StoreError } from "./StoreError.ts"

export interface Blob {
  readonly mediaType: string
  readonly bytes: Uint8Array
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

export interface Service {
  /** Keeps the bytes and answers with their address. */
  readonly put: (bytes: Uint8Array, mediaType: string, keepFor: Duration.Duration) => Effect.Effect<string, StoreError>
  /** By the last part of the address; undefined when it was never there or has expired. */
  readonly get: (name: string) => Effect.Effect<Blob | undefined, StoreError>
}

export interface MemoryOptions {
  /** Address that the names are appended to, such as `https://api.example.com/blobs/`. */
  readonly baseUrl: string
  /** Bytes kept at most; the oldest go first. 256 MiB when absent. */
  readonly maxBytes?: number | undefined
}

export class BlobStore extends Context.Service<BlobStore, Service>()("@orbweaver/core/BlobStore") {
  static readonly layerMemory = (options: MemoryOptions): Layer.Layer<BlobStore> =>
    Layer.sync(BlobStore, () => makeMemory(options))
}

/** How long results of scrapes are kept (contract/v2.md §4: screenshots expire in 24 hours). */
export const retention = Duration.hours(24)

/** Address of an artifact: in the blob store when there is one, else a `data:` URI (RFC 2397). */
export const addressOf = (artifact: Artifact): Effect.Effect<string, StoreError> =>
  Effect.flatMap(Effect.serviceOption(BlobStore), (store) =>
    store._tag === "Some"
      ? store.value.put(artifact.bytes, artifact.mediaType, retention)
      : Effect.sync(() => `data:${artifact.mediaType};base64,${Base64.encode(artifact.bytes)}`)
  )

const extensions: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "application/pdf": "pdf"
}

/** A name of 122 random bits with the extension of the media type. */
export const freshName = (mediaType: string): string =>
  `${SecureRandom.uuidV4Unsafe()}.${extensions[mediaType] ?? "bin"}`

const makeMemory = ({ baseUrl, maxBytes = 256 * 1024 * 1024 }: MemoryOptions): Service => {
  const base = baseUrl.endsWith("/") ? baseUrl : `${baseUrl}/`
  // A Map keeps insertion order: the first entry is the oldest.
  const blobs = new Map<string, Blob>()
  let size = 0

  const drop = (name: string) => {
    size -= blobs.get(name)?.bytes.byteLength ?? 0
    blobs.delete(name)
  }

  return {
    put: (bytes, mediaType, keepFor) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        for (const [name, { expiresAt }] of blobs) if (expiresAt <= now) drop(name)
        const name = freshName(mediaType)
        blobs.set(name, { mediaType, bytes, expiresAt: now + Duration.toMillis(keepFor) })
        size += bytes.byteLength
        for (const oldest of blobs.keys()) {
          if (size <= maxBytes) break
          drop(oldest)
        }
        return base + name
      }),
    get: (name) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const found = blobs.get(name)
        if (found === undefined || found.expiresAt > now) return found
        drop(name)
        return undefined
      })
  }
}
