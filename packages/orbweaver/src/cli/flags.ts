/** Flags that several commands share. */
import type * as Worker from "@orbweaver/core/crawl/Worker"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Flag from "effect/cli/Flag"
import { codes, Exit } from "./exit.ts"

export const allowLocal = Flag.Boolean("allow-local").pipe(
  Flag.withDescription("Allow requests to loopback and private addresses, which are refused by default"),
  Flag.withDefault(false),
  Flag.withoutNegation
)

export const json = Flag.Boolean("json").pipe(
  Flag.withDescription("Print JSON"),
  Flag.withDefault(false),
  Flag.withoutNegation
)

export const threads = Flag.Int("threads").pipe(
  Flag.withDescription("Number of threads that convert pages: one less than the cores is fastest (default 0, none)"),
  Flag.withDefault(0)
)

export const concurrency = Flag.Int("concurrency").pipe(
  Flag.withDescription("Maximum number of pages at once (default 10)"),
  Flag.withSchema(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1000 }))),
  Flag.optional
)

/** How this process works on the job that a command starts. */
export const workerOf = (input: {
  readonly threads: number
  readonly concurrency: Option.Option<number>
}): Worker.Options => ({
  threads: input.threads,
  ...(Option.isSome(input.concurrency) ? { concurrency: input.concurrency.value } : {})
})

/** `--name a,b --name c` as one list. */
export const list = (name: string) =>
  Flag.String(name).pipe(
    Flag.atLeast(0),
    Flag.map((values) =>
      values
        .flatMap((value) => value.split(","))
        .map((value) => value.trim())
        .filter((value) => value !== "")
    )
  )

const decodeJson = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Json))

/** What `--name` holds: JSON itself, or the name of a file with some. */
export const readJson = Effect.fnUntraced(function* (name: string, given: string) {
  const bad = (error: { readonly message: string }) =>
    new Exit({ code: codes.usage, text: `--${name}: ${error.message}` })
  if (/^\s*[[{]/.test(given)) return yield* Effect.mapError(decodeJson(given), bad)
  const files = yield* FileSystem.FileSystem
  return yield* Effect.mapError(Effect.flatMap(files.readFileString(given), decodeJson), bad)
})
