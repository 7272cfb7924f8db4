/** `orbweaver worker`: works on the jobs of a store, beside other workers. */
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { JobStore } from "@orbweaver/core/JobStore"
import { jobLayer, pageFlags, storeFlags } from "./adapters.ts"
import { serverSettings } from "./config.ts"
import { telling } from "./observability.ts"
import { note } from "./print.ts"
import * as stores from "./stores.ts"

export const worker = Command.make(
  "worker",
  {
    concurrency: Flag.Int("concurrency").pipe(Flag.withDescription("Pages at once (default 10)"), Flag.withDefault(10)),
    publicUrl: Flag.String("public-url").pipe(
      Flag.withDescription(
        "Address of the servers of this store: pictures are kept in it and given there (default ORBWEAVER_PUBLIC_URL); in the documents when not given"
      ),
      Flag.withFallbackConfig(Config.NonEmptyString("ORBWEAVER_PUBLIC_URL")),
      Flag.optional
    ),
    ...storeFlags,
    ...pageFlags
  },
  Effect.fn(function* (input) {
    yield* stores.needed(input)
    const settings = yield* serverSettings
    const blobsAt = Option.getOrUndefined(Option.map(input.publicUrl, (url) => `${url.replace(/\/$/, "")}/blobs/`))
    yield* Effect.gen(function* () {
      yield* JobStore
      yield* note("working; Ctrl-C puts back what is claimed and stops")
      return yield* Effect.never
    }).pipe(
      Effect.provide(
        jobLayer(input, { worker: { concurrency: input.concurrency } }, blobsAt).pipe(
          Layer.provideMerge(telling(Option.none(), settings))
        )
      )
    )
  })
).pipe(Command.withDescription("Work on the jobs of a store, beside other workers"))
