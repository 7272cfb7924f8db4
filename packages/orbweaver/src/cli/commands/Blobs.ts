/** `orbweaver blobs move`: pictures and PDFs of a store into the bucket that the environment names. */
import { existsSync } from "node:fs"
import type { StoredBlobs } from "@orbweaver/storage/s3"
import { Egress } from "@orbweaver/core/network/Egress"
import { counted } from "@orbweaver/core/internal/support/counted"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import * as Command from "effect/cli/Command"
import { toggle } from "../flags/flags.ts"
import { type Exit, mapExit, usage } from "../output/exit.ts"
import { readObjectStore } from "../stores/objectStore.ts"
import { print } from "../output/print.ts"
import * as stores from "../stores/stores.ts"

const move = Command.make(
  "move",
  {
    keep: toggle("keep", "Copy, and leave the blobs where they are too"),
    ...stores.storeFlags
  },
  Effect.fn(function* (input) {
    const source = yield* sourceOf(input)
    const store = yield* readObjectStore
    if (store === undefined) {
      return yield* usage("where to? Set ORBWEAVER_S3_BUCKET and its keys")
    }
    const { checkOptions, moveBlobs } = yield* Effect.promise(() => import("@orbweaver/storage/s3"))
    const options = { ...store.bucket, baseUrl: stores.noServer }
    yield* Effect.try({
      try: () => checkOptions(options),
      catch: (error) => usage(`ORBWEAVER_S3_…: ${(error as Error).message}`)
    })
    const { bytes, expired, moved, present } = yield* moveBlobs(source, options, input).pipe(
      mapExit,
      Effect.provide(Egress.layer())
    )
    yield* print(
      [
        `${input.keep ? "copied" : "moved"} ${counted(moved, "blob")} (${bytes} bytes) to the bucket ${options.bucket}`,
        ...(present === 0 ? [] : [`${present} were there`]),
        ...(expired === 0 ? [] : [`${expired} had expired`])
      ].join("; ")
    )
  })
).pipe(
  Command.withDescription(
    "Move the images and PDFs of --data or --database into the bucket of ORBWEAVER_S3_BUCKET; their addresses stay valid"
  )
)

const sourceOf = Effect.fnUntraced(function* (input: stores.StoreInput): Effect.fn.Return<StoredBlobs, Exit> {
  yield* stores.requireStore(input)
  const { data, database } = input
  if (Option.isSome(data) && Option.isSome(database)) {
    return yield* usage("--data and --database cannot be used together")
  }
  if (Option.isSome(database)) {
    const { PostgresBlobs, PostgresDatabase } = yield* Effect.promise(() => import("@orbweaver/storage/postgres"))
    return Stream.provide(
      PostgresBlobs.contents,
      PostgresDatabase.layer({ url: database.value, maxConnections: connections })
    )
  }
  const folder = Option.getOrElse(data, () => "")
  if (!existsSync(folder)) return yield* usage(`there is no store in ${folder}`)
  const FileBlobs = yield* Effect.promise(() => import("@orbweaver/storage/internal/files/Blobs"))
  return FileBlobs.contents(`${folder}/blobs`)
})

/** One for each blob that is under way, and one that lists. */
const connections = 5

export const blobs = Command.make("blobs").pipe(
  Command.withDescription("Images and PDFs of a store"),
  Command.withSubcommands([move])
)
