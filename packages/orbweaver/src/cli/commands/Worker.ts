/** `orbweaver worker`: works on the jobs of a store, alongside other workers. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { JobStore } from "@orbweaver/core/jobs/JobStore"
import { jobLayer } from "../settings/adapters.ts"
import { optionalText, threads, type InputOf } from "../flags/flags.ts"
import * as config from "../settings/config.ts"
import * as environment from "../settings/environment.ts"
import { loggerLayer } from "../settings/observability.ts"
import { serverFlags } from "../settings/serverFlags.ts"
import { note } from "../output/print.ts"
import * as stores from "../stores/stores.ts"
import { layer as jobReports } from "../../jobs/reportJob.ts"

const flags = {
  concurrency: Flag.Int("concurrency").pipe(
    Flag.withDescription("Pages processed at once (default 10)"),
    Flag.withSchema(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1000 }))),
    Flag.withDefault(10)
  ),
  threads,
  publicUrl: optionalText(
    "public-url",
    "Public URL of the servers of this store, from which images are served (default ORBWEAVER_PUBLIC_URL; otherwise images are embedded in the documents)"
  ),
  ...serverFlags
}

export const worker = Command.make("worker", flags, (input) => config.under(input.config, run(input))).pipe(
  Command.withDescription("Process the jobs of a store, alongside other workers")
)

type Input = InputOf<typeof flags>

const run = Effect.fnUntraced(function* (input: Input) {
  const settings = yield* config.serverSettings
  const { adapters } = yield* environment.read
  const chosen = config.chosen(input, settings)
  yield* stores.requireStore(chosen)
  const publicUrl = Option.orElse(input.publicUrl, () => settings.publicUrl)
  const blobsAt = Option.getOrUndefined(Option.map(publicUrl, (url) => `${url.replace(/\/$/, "")}/blobs/`))
  yield* Effect.gen(function* () {
    yield* JobStore
    yield* note("working; Ctrl-C lets running pages end and stops")
    return yield* Effect.never
  }).pipe(
    Effect.provide(
      jobLayer(
        chosen,
        {
          ...adapters,
          cacheSharing: Option.getOrUndefined(chosen.cacheSharing),
          worker: { concurrency: input.concurrency, threads: input.threads, drain: stores.drain }
        },
        blobsAt
      ).pipe(Layer.provideMerge(jobReports), Layer.provideMerge(loggerLayer(input.log, settings)))
    )
  )
})
