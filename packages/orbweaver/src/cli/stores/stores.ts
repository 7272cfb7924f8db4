/** Where a command keeps what outlives it: `--data`, `--database`, or nowhere. */
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Flag from "effect/cli/Flag"
import { BlobStore, type Options as BlobOptions } from "@orbweaver/core/scrape/BlobStore"
import type { Adapters } from "../../assembly/Adapters.ts"
import { itemsOf, optionalText, type InputOf } from "../flags/flags.ts"
import { type Exit, failed, settingsOf, usage } from "../output/exit.ts"
import { readObjectStore } from "./objectStore.ts"

export type StoreInput = InputOf<typeof storeFlags>

/** The SQLite file in the folder of `--data`. */
const fileName = "orbweaver.sqlite"

/** Flags of commands that keep jobs. */
export const storeFlags = {
  data: Flag.Directory("data").pipe(
    Flag.withDescription("Store jobs, page versions, ledger, cache and images in this directory"),
    Flag.optional
  ),
  database: optionalText("database", "Store them in PostgreSQL: postgres://user:password@host/database")
}

/** Where pictures are for a command that removes them: no server gives them, so no address of them is read. */
export const noServer = "http://localhost/blobs/"

/** How long workers and servers that are stopped let their running pages end. With the 20 seconds for requests it fits into the 30 of Kubernetes. */
export const drain = "8 seconds"

/** The flag of commands that work for several teams. */
export const cacheSharing = Flag.Literals("cache-sharing", ["account", "shared"]).pipe(
  Flag.withDescription("Answer from cached pages of the same team only, or of all teams (default account)"),
  Flag.optional
)

/**
 * Pictures and PDFs are kept when `blobsAt` says where a server gives them, or the bucket of the environment does so itself;
 * otherwise they are in the documents. Documents that a bucket has are read also when those of new pages stay in the store.
 */
export const read = Effect.fnUntraced(function* (
  input: StoreInput,
  blobsAt: BlobOptions["baseUrl"] | undefined
): Effect.fn.Return<Pick<Adapters, "stores" | "blobs" | "documents" | "cache">, Exit> {
  const objectStore = yield* readObjectStore
  if (objectStore === undefined) return yield* readStores(input, blobsAt)
  const kept = yield* readStores(input, undefined)
  const { bucket, cache, documents, readUnencrypted } = objectStore
  const { s3, s3Documents, s3PageCache } = yield* Effect.promise(() => import("@orbweaver/storage/s3"))
  const { presign, ...place } = { ...bucket, readUnencrypted, encryptionKeys: yield* readKeys }
  return yield* Effect.try({
    try: () => ({
      ...kept,
      ...(blobsAt === undefined && presign !== true ? {} : { blobs: s3({ ...bucket, baseUrl: blobsAt }) }),
      // Jobs that end with their process need no other place.
      ...(kept.stores === undefined ? {} : { documents: s3Documents({ ...place, readOnly: !documents }) }),
      ...(cache ? { cache: s3PageCache(place) } : {})
    }),
    catch: (error) => usage(`ORBWEAVER_S3_…: ${(error as Error).message}`)
  })
})

/** The stores of flags, with pictures where the flags put them. */
const readStores = Effect.fnUntraced(function* (
  { data, database }: StoreInput,
  blobsAt: BlobOptions["baseUrl"] | undefined
): Effect.fn.Return<Pick<Adapters, "stores" | "blobs">, Exit> {
  if (Option.isSome(data) && Option.isSome(database)) {
    return yield* usage("--data and --database cannot be used together")
  }
  const encryptionKeys = yield* readKeys
  if (Option.isSome(database)) {
    const { postgres } = yield* Effect.promise(() => import("@orbweaver/storage/postgres"))
    const listenUrl = yield* readAddress("ORBWEAVER_DATABASE_LISTEN")
    const readUrl = yield* readAddress("ORBWEAVER_DATABASE_READ")
    const stores = yield* Effect.try({
      try: () =>
        postgres(database.value, {
          encryptionKeys,
          listenUrl,
          readUrl,
          ...(blobsAt === undefined ? {} : { blobs: { baseUrl: blobsAt } })
        }),
      catch: (error) => usage(`--database: ${(error as Error).message}`)
    })
    return { stores }
  }
  if (Option.isSome(data)) {
    const { sqlite } = yield* Effect.promise(() => import("@orbweaver/storage/sqlite"))
    yield* makeDataFolder(data.value)
    const stores = yield* Effect.try({
      try: () => sqlite(`${data.value}/${fileName}`, { encryptionKeys }),
      catch: (error) => usage(`--data: ${(error as Error).message}`)
    })
    if (blobsAt === undefined) return { stores }
    const FileBlobs = yield* Effect.promise(() => import("@orbweaver/storage/internal/files/Blobs"))
    return { stores, blobs: FileBlobs.layer({ directory: `${data.value}/blobs`, baseUrl: blobsAt }) }
  }
  return blobsAt === undefined ? {} : { blobs: BlobStore.layerMemory({ baseUrl: blobsAt }) }
})

/** The keys of the environment, with commas between them; the first encrypts. */
export const readKeys = Effect.map(
  settingsOf(Config.withDefault(Config.NonEmptyString("ORBWEAVER_ENCRYPTION_KEYS"), "")),
  itemsOf
)

/** Another address of the database; it may have a password, so there is no flag for it. */
const readAddress = (name: string) =>
  Effect.map(settingsOf(Config.option(Config.NonEmptyString(name))), Option.getOrUndefined)

/** Makes the folder of `--data` where there is none. */
export const makeDataFolder = Effect.fnUntraced(function* (path: string) {
  const { makeFolder } = yield* Effect.promise(() => import("@orbweaver/storage/internal/files/makeFolder"))
  yield* Effect.tryPromise({
    try: () => makeFolder(path),
    catch: (error) => failed(`--data: ${String(error)}`)
  })
})

/** Fails for a command that makes no sense without a store that outlives it. */
export const requireStore = ({ data, database }: StoreInput): Effect.Effect<void, Exit> =>
  Option.isNone(data) && Option.isNone(database)
    ? usage("give the store of the jobs: --data DIR or --database URL, or ORBWEAVER_DATA or ORBWEAVER_DATABASE")
    : Effect.void

/** The store of the flags, otherwise the one of the environment, as servers and workers have it. */
export const named = <A extends StoreInput>(input: A): Effect.Effect<A, Exit> =>
  Option.isSome(input.data) || Option.isSome(input.database)
    ? Effect.succeed(input)
    : Effect.map(storeOfEnvironment, (store) => ({ ...input, ...store }))

const storeOfEnvironment = settingsOf(
  Config.all({
    data: Config.option(Config.NonEmptyString("ORBWEAVER_DATA")),
    database: Config.option(Config.NonEmptyString("ORBWEAVER_DATABASE"))
  })
)

/** The named store, which must be there: a command that only looks makes none of a name that was mistyped. */
export const existing = Effect.fnUntraced(function* <A extends StoreInput>(
  given: A
): Effect.fn.Return<A, Exit, FileSystem.FileSystem> {
  const input = yield* named(given)
  yield* requireStore(input)
  if (Option.isNone(input.data)) return input
  const files = yield* FileSystem.FileSystem
  const found = yield* Effect.orElseSucceed(files.exists(`${input.data.value}/${fileName}`), () => false)
  if (!found) return yield* usage(`--data: there is no store in ${input.data.value}`)
  return input
})
