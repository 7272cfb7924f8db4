/**
 * Port: keeps binary results (pictures, PDFs) for a while and gives them an
 * address, so that a document need not carry them.
 *
 * Without one, results are `data:` URIs. Whoever serves the addresses (the http
 * adapter under `/blobs/`) reads them back with `get`. A name cannot be guessed:
 * knowing it is the permission to read it. Adapters: `layerMemory` here, files,
 * Keyv, PostgreSQL and S3 in `@orbweaver/storage`. Contract: `BlobStoreSuite` in
 * `@orbweaver/testing`.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Base64 from "effect/encoding/Base64"
import { CurrentAccount } from "../accounts/Account.ts"
import { BlobIndex, type Owner } from "./BlobIndex.ts"
import type { Artifact } from "../network/Renderer.ts"
import type { StoreError } from "../model/StoreError.ts"

export interface Blob {
  readonly mediaType: Artifact["mediaType"]
  /** In bytes. */
  readonly size: number
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
  /**
   * Bytes from `from` on: at least one and at most `length`, or none when the blob has gone meanwhile.
   * Nothing stays open between two reads, so whoever reads slowly holds no more than one part.
   */
  readonly read: (from: number, length: number) => Effect.Effect<Uint8Array, StoreError>
}

export interface Service {
  /**
   * Keeps the bytes and answers with their address; undefined when they are more
   * than the store has room for. A store may keep the same bytes of one owner once:
   * what erases them under one address erases them under all.
   */
  readonly put: (
    artifact: Artifact,
    owner: Owner,
    keepFor: Duration.Duration
  ) => Effect.Effect<string | undefined, StoreError>
  /** By `nameIn` of the address; undefined when it was never there or is no more. */
  readonly get: (name: string) => Effect.Effect<Blob | undefined, StoreError>
  /** Removes what a job made, or all that an account has when no job is named. */
  readonly remove: (owner: Owner) => Effect.Effect<void, StoreError>
  /** Removes the selected blobs, so that nothing of them is left in the store; returns how many. */
  readonly erase: (selection: BlobSelection) => Effect.Effect<number, StoreError>
}

/**
 * Blobs of a job or of an account, these by name, or those of single scrapes, of one account or of all: a blob does not say
 * which page it shows, and only jobs and answers know the names of theirs.
 */
export type BlobSelection =
  | Owner
  | { readonly names: ReadonlyArray<string> }
  | { readonly ofSingleScrapes: true; readonly accountId?: string | undefined }

export interface Options {
  /**
   * Address that names are appended to, such as `https://api.example.com/blobs/`.
   * A function when it is known only later, such as that of a server on any free port.
   */
  readonly baseUrl: string | (() => string)
  /** Bytes kept at most; the oldest of the account that holds most go first. */
  readonly maxBytes?: number | undefined
}

export class BlobStore extends Context.Service<BlobStore, Service>()("@orbweaver/core/BlobStore") {
  /** Default: 256 MiB. */
  static readonly layerMemory = (options: Options): Layer.Layer<BlobStore> =>
    Layer.sync(BlobStore, () => makeMemory(options))

  /** Stores nothing: pictures and files are in the document as `data:` URIs. */
  static readonly layerNone: Layer.Layer<BlobStore> = Layer.sync(BlobStore, () => none)
}

/** The blob store that stores nothing. */
export const none: Service = {
  put: () => Effect.undefined,
  get: () => Effect.undefined,
  remove: () => Effect.void,
  erase: () => Effect.succeed(0)
}

/** Where the artifacts of this scrape go; `none` where nothing may be left behind. */
export const CurrentBlobs = Context.Reference<Service>("@orbweaver/core/CurrentBlobs", { defaultValue: () => none })

/** The job that work is done for; its blobs are kept as its own. */
export const CurrentJob = Context.Reference<string | undefined>("@orbweaver/core/CurrentJob", {
  defaultValue: () => undefined
})

/** How long results of scrapes are kept (docs/reference/v2.md §4: screenshots expire in 24 hours). */
export const retention = Duration.hours(24)

/** Where whoever asks reaches the blobs, such as `http://192.0.2.1:3002/blobs/`, in place of where the store says they are. */
export const BlobBaseUrl = Context.Reference<string | undefined>("@orbweaver/core/BlobsAt", {
  defaultValue: () => undefined
})

/** Address of an artifact: in the blob store when there is one with room, else a `data:` URI (RFC 2397). */
export const addressOf = Effect.fnUntraced(function* (artifact: Artifact): Effect.fn.Return<string, StoreError> {
  const store = yield* CurrentBlobs
  const owner = { account: (yield* CurrentAccount).id, job: yield* CurrentJob }
  const address = yield* store.put(artifact, owner, retention)
  if (address === undefined) return `data:${artifact.mediaType};base64,${Base64.encode(artifact.bytes)}`
  const at = yield* BlobBaseUrl
  return at === undefined || isSigned(address) ? address : at + nameIn(address)
})

/** The name in an address that a store gave. */
export const nameIn = (address: string): string => {
  const query = address.indexOf("?")
  const path = query < 0 ? address : address.slice(0, query)
  return path.slice(path.lastIndexOf("/") + 1)
}

/** A store that signs its addresses gives the blobs itself; under another host they would not be valid. */
const isSigned = (address: string): boolean => address.includes("?")

/** Ending of a file's name by media type. */
export const extensions: Readonly<Record<Artifact["mediaType"], string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "application/pdf": "pdf"
}

/** A name of 122 random bits with the extension of the media type. */
export const freshName = (mediaType: Artifact["mediaType"]): string => `${crypto.randomUUID()}.${extensions[mediaType]}`

/** Whether `freshName` may have made it. */
export const isName = (name: string): boolean => /^[0-9a-f-]{36}\.(?:png|jpg|pdf)$/.test(name)

/** The media type that a name of `freshName` was made for. */
export const mediaTypeOf = (name: string): Artifact["mediaType"] =>
  name.endsWith(".png") ? "image/png" : name.endsWith(".jpg") ? "image/jpeg" : "application/pdf"

/** The address of a name. */
export const addressIn = (baseUrl: Options["baseUrl"], name: string): string => {
  const base = typeof baseUrl === "string" ? baseUrl : baseUrl()
  return base.endsWith("/") ? base + name : `${base}/${name}`
}

/** `Blob.read` of bytes that are in memory. */
export const readerOf =
  (bytes: Uint8Array): Blob["read"] =>
  (from, length) =>
    Effect.succeed(bytes.subarray(from, from + length))

/** Whether a blob is one of the selected. */
export const isSelected = (selection: BlobSelection, name: string, { account, job }: Owner): boolean => {
  if ("account" in selection) {
    return account === selection.account && (selection.job === undefined || job === selection.job)
  }
  if ("names" in selection) return selection.names.includes(name)
  return job === undefined && (selection.accountId === undefined || account === selection.accountId)
}

const makeMemory = ({ baseUrl, maxBytes = 256 * 1024 * 1024 }: Options): Service => {
  const index = new BlobIndex(maxBytes)
  const blobs = new Map<string, Artifact & Owner & { readonly expiresAt: number }>()

  return {
    put: ({ bytes, mediaType }, { account, job }, keepFor) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        if (bytes.byteLength > maxBytes) return undefined
        const name = freshName(mediaType)
        const expiresAt = now + Duration.toMillis(keepFor)
        blobs.set(name, { mediaType, bytes, expiresAt, account, job })
        for (const evicted of index.add(name, { account, job, size: bytes.byteLength, expiresAt }, now))
          blobs.delete(evicted)
        return addressIn(baseUrl, name)
      }),
    get: (name) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const found = blobs.get(name)
        if (found === undefined) return undefined
        const { account, bytes, expiresAt, mediaType } = found
        if (expiresAt > now) return { mediaType, expiresAt, size: bytes.byteLength, read: readerOf(bytes) }
        blobs.delete(name)
        index.drop(name, account)
        return undefined
      }),
    remove: (owner) =>
      Effect.sync(() => {
        for (const evicted of index.takeByOwner(owner)) blobs.delete(evicted)
      }),
    erase: (selection) =>
      Effect.sync(() => {
        const erased = [...blobs].filter(([name, owner]) => isSelected(selection, name, owner))
        for (const [name, { account }] of erased) {
          blobs.delete(name)
          index.drop(name, account)
        }
        return erased.length
      })
  }
}
