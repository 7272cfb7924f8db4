/** What the commands of crawls and batches have in common: flags, options, and the pages as they come. */
import type { OptionFields } from "@orbweaver/core/internal/model/optionDefinition"
import { watch } from "@orbweaver/core/jobs/JobEvents"
import type { JobId } from "@orbweaver/core/model/Job"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { pageFlags, storeFlags } from "../settings/adapters.ts"
import { type Exit, exitOf } from "../output/exit.ts"
import { concurrency, threads, type InputOf } from "../flags/flags.ts"
import { flagNames, optionFlags, optionsOf } from "../flags/optionFlags.ts"
import { visitFlags, visitOf } from "../flags/visit.ts"

/** --concurrency is for the pages of the job and for this process. */
export const pageJobFlags = (fields: OptionFields) => ({
  options: optionFlags(fields, flagNames(fields, ["maxConcurrency"])),
  concurrency,
  threads,
  ...visitFlags,
  ...storeFlags,
  ...pageFlags
})

export type PageJobInput = InputOf<ReturnType<typeof pageJobFlags>>

/** The options that were given, for their schema to check. */
export const pageJobOptions = Effect.fnUntraced(function* (
  fields: OptionFields,
  input: PageJobInput,
  formats: ReadonlyArray<string>
): Effect.fn.Return<Readonly<Record<string, unknown>>, Exit, FileSystem.FileSystem> {
  return {
    ...(yield* optionsOf(fields, input.options)),
    ...(Option.isSome(input.concurrency) ? { maxConcurrency: input.concurrency.value } : {}),
    scrapeOptions: { formats: formats.length === 0 ? ["markdown"] : formats, ...(yield* visitOf(input)) }
  }
})

/** The documents of a job as they come, until it ends. */
export const documentsOf = (id: JobId) =>
  watch(id).pipe(
    Stream.mapError(exitOf),
    Stream.flatMap(({ result }) => (result === undefined ? Stream.empty : Stream.succeed(result.document)))
  )
