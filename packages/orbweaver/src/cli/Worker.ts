/** `orbweaver worker`: works on the jobs of a store, beside other workers. */
import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { JobStore } from "@orbweaver/core/JobStore"
import { jobLayer, pageFlags, storeFlags } from "./adapters.ts"
import { note } from "./print.ts"
import * as stores from "./stores.ts"

export const worker = Command.make(
  "worker",
  {
    concurrency: Flag.Int("concurrency").pipe(Flag.withDescription("Pages at once (default 10)"), Flag.withDefault(10)),
    ...storeFlags,
    ...pageFlags
  },
  Effect.fn(function* (input) {
    yield* stores.needed(input)
    yield* Effect.gen(function* () {
      yield* JobStore
      yield* note("working; Ctrl-C puts back what is claimed and stops")
      return yield* Effect.never
    }).pipe(Effect.provide(jobLayer(input, { worker: { concurrency: input.concurrency } })))
  })
).pipe(Command.withDescription("Work on the jobs of a store, beside other workers"))
