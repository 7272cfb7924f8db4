/** All blobs of a store one by one, to move them to another. */
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type { StoreError } from "@orbweaver/core/model/StoreError"
import type { BlobName } from "./blobNames.ts"

export interface StoredBlob extends Omit<BlobName, "secret"> {
  /** The name that was given out. */
  readonly name: string
  /** In bytes. */
  readonly size: number
  readonly bytes: Effect.Effect<Uint8Array, StoreError>
  readonly remove: Effect.Effect<void, StoreError>
}

export type StoredBlobs<R = never> = Stream.Stream<StoredBlob, StoreError, R>
