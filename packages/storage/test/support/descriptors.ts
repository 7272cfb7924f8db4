/**
 * A process that runs out of file descriptors, for a test that starts it with
 * few: prints how the stores answer while there are none, and afterwards.
 * Argument: a folder.
 */
import { localAccount } from "@orbweaver/core/accounts/Account"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import { BlobStore } from "@orbweaver/core/scrape/BlobStore"
import { newJob, paths } from "@orbweaver/testing/internal/jobs"
import * as FileBlobs from "../../src/files/Blobs.ts"
import { sqlite } from "@orbweaver/storage/sqlite"
import { Duration, Effect, Layer } from "effect"
import { closeSync, openSync } from "node:fs"
import { join } from "node:path"

const folder = process.argv[2] ?? "."

/** Takes every descriptor that is left; gives them back when called. */
const takeAll = (): (() => void) => {
  const taken: Array<number> = []
  try {
    for (;;) taken.push(openSync("/dev/null", "r"))
  } catch {
    return () => taken.forEach(closeSync)
  }
}

const bytes = new TextEncoder().encode("a picture")
const outcomeOf = <A, E extends { readonly _tag: string; readonly kind?: string }, R>(call: Effect.Effect<A, E, R>) =>
  Effect.match(call, {
    onSuccess: () => "done",
    onFailure: (error) => `${error._tag} ${error.kind ?? ""}`.trim()
  })

const calls = Effect.gen(function* () {
  const blobs = yield* BlobStore
  const store = yield* JobStore
  return {
    blob: yield* outcomeOf(
      blobs.put({ bytes, mediaType: "image/png" }, { account: localAccount.id, job: undefined }, Duration.hours(1))
    ),
    job: yield* outcomeOf(store.create(newJob(paths("a", "b")))),
    open: yield* outcomeOf(Effect.scoped(Layer.build(sqlite(join(folder, "other.sqlite")))))
  }
})

const report = Effect.gen(function* () {
  yield* calls
  const giveBack = takeAll()
  const without = yield* calls
  giveBack()
  return { without, afterwards: yield* calls }
})

const layer = Layer.merge(
  FileBlobs.layer({ directory: join(folder, "blobs"), baseUrl: "http://blobs.test/" }),
  sqlite(join(folder, "jobs.sqlite"))
)
process.stdout.write(JSON.stringify(await Effect.runPromise(Effect.provide(report, layer))))
